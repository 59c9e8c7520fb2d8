"""The measured share of battles that each side of a level wins between soldiers.

`five-tables lab --keep` writes them to `measured.toml` in the levels folder. A share belongs to a
level only as long as nothing that matters in battle has changed, so each has the level's
fingerprint.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.content.shipped_folders import levels_root
from game.content.values.book_data import file_stamp
from game.play.play_sentences import said
from game.terms.level import Level

FILE = "measured.toml"
MARGIN = 0.05
"""Difference from its fair share up to which a side's share counts as even."""
UNRULED = frozenset(
    (
        *("title", "about", "icon", "colour", "shape", "message", "zone_names"),
        *("text", "story", "lessons", "expects", "offers", "price", "look"),
        *("pieces", "ground_images", "pack"),
    )
)
"""Keys of texts, looks and choices, which don't matter in battle between a level's own units."""


class SeatShares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of many battles between soldiers at a level."""

    fingerprint: str
    battles: int
    wins: Mapping[str, int]
    """Battles that each side has won, in the level's order."""
    rounds: float = 0
    """Median number of rounds; 0 if it wasn't kept."""
    play: str = ""
    """A digest of the soldiers' play in the first battles, to notice that they play otherwise."""

    def share(self, side: str) -> float:
        """Return the share of battles that a side has won."""
        return self.wins[side] / self.battles

    def told(self, sides: Iterable[str]) -> str:
        """Return the sides' shares in percent, as in "52 : 48"."""
        return " : ".join(f"{100 * self.share(side):.0f}" for side in sides)

    def is_even(self, seats: tuple[str, ...]) -> bool:
        """Return whether each of these sides wins its fair share, give or take the margin."""
        fair = 1 / len(seats)
        return all(round(abs(self.share(side) - fair), 6) <= MARGIN for side in seats)


_read: dict[Path, tuple[tuple[int, int] | None, dict[str, SeatShares]]] = {}
"""Each file as last read: its stamp and its contents."""


def kept_shares(root: Path | None = None) -> dict[str, SeatShares]:
    """Return the shares in the file by the level's id; none if it is missing or damaged."""
    path = (root or levels_root()) / FILE
    stamp = file_stamp(path)
    if path not in _read or _read[path][0] != stamp:
        _read[path] = stamp, _shares(path)
    return _read[path][1]


def _shares(path: Path) -> dict[str, SeatShares]:
    try:
        tables = tomli.loads(path.read_text("utf-8"))
        return msgspec.convert(tables, dict[str, SeatShares])
    except (OSError, ValueError):
        return {}


def shares_of(level: Level, root: Path | None = None) -> SeatShares | None:
    """Return a level's measured shares; None if it wasn't measured, or has changed since."""
    kept = kept_shares(root).get(level.id)
    return kept if kept is not None and kept.fingerprint == fingerprint(level) else None


def own_shares(mark: str, data: Path) -> SeatShares | None:
    """Return the shares of a level on the shelf, by its fingerprint; None if it wasn't measured.

    They are kept in the data folder `data`, because they were measured on this machine.
    """
    return kept_shares(data).get(mark) if mark else None


def written(shares: Mapping[str, SeatShares]) -> str:
    """Return the text of the file with these shares, sorted by level."""
    parts = [said("measured", "head")]
    for id, one in sorted(shares.items()):
        wins = ", ".join(f"{side} = {count}" for side, count in one.wins.items())
        parts.append(
            f'\n[{id}]\nfingerprint = "{one.fingerprint}"\n'
            f"battles = {one.battles}\nwins = {{ {wins} }}\n"
            + (f"rounds = {one.rounds}\n" if one.rounds else "")
            + (f'play = "{one.play}"\n' if one.play else "")
        )
    return "".join(parts)


def seats_of(level: Level) -> tuple[str, ...]:
    """Return the sides that are meant for people: those without a computer player of their own."""
    return tuple(side.id for side in level.sides if side.control == "human")


# Fingerprints


def fingerprint(level: Level) -> str:
    """Return a short text that changes if anything changes that matters in the level's battles.

    Texts and looks don't matter. Of the rulebook's things and the terrain, only those matter that
    the level or another such thing names.
    """
    plain: dict[str, Any] = _ruled(msgspec.to_builtins(level), ())
    entries = {
        f"{table}.{id}": (id, entry)
        for table, things in (*plain.pop("gear").items(), ("terrain", plain.pop("terrain")))
        for id, entry in things.items()
    }
    return digest(plain, entries)


def digest(plain: object, entries: Mapping[str, tuple[str, object]]) -> str:
    """Return a short text that changes if `plain` or any entry changes that it needs.

    Of the entries, each given with its id, those count that it names, or that another such names.
    """
    parts = {"level": msgspec.json.encode(plain, order="sorted").decode()}
    names = _names(parts["level"])
    is_growing = True
    while is_growing:
        new = [it for it, (id, _) in entries.items() if id in names and it not in parts]
        for key in new:
            parts[key] = msgspec.json.encode(entries[key][1], order="sorted").decode()
            names |= _names(parts[key])
        is_growing = bool(new)
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()[:16]


def ruled(table: Mapping[str, object], more: Collection[str] = ()) -> dict[str, object]:
    """Return a table without texts and looks; `more` are other keys to leave out."""
    found: dict[str, object] = _ruled(table, more)
    return found


def _ruled(value: Any, more: Collection[str]) -> Any:
    """Return a plain value without the keys of texts and looks."""
    if isinstance(value, Mapping):
        kept = (key for key in value if key not in UNRULED and key not in more)
        return {key: _ruled(value[key], more) for key in kept}
    return [_ruled(it, more) for it in value] if isinstance(value, list | tuple) else value


def _names(text: str) -> set[str]:
    """Return everything in a JSON text that may be an id."""
    return set(re.findall(r'"([a-z][a-z0-9_-]*)"', text))
