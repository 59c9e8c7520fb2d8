"""What soldiers did on journeys along a campaign on the shelf, as measured on this machine.

`measured_journeys.toml` in the data folder keeps it. The numbers belong to a campaign only as long
as nothing that matters on its road has changed, so each has the campaign's fingerprint.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.campaign.campaign import Campaign
from game.campaign.journey_sentences import said
from game.content.levels import Books, load_level
from game.content.pack_data import level_data
from game.content.toml_files.findings import LevelError
from game.content.values.book_data import file_stamp
from game.play.seat_shares import digest, fingerprint, ruled

FILE = "measured_journeys.toml"
UNRULED = frozenset(("told", "missed", "chapter"))
"""Keys of a campaign's texts, besides those that levels have too."""


class MeasuredJourneys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of journeys by soldiers at a campaign's middle difficulty."""

    journeys: int
    finished: int
    """Journeys that reached an ending of the campaign."""
    battles: int
    """Battles on these journeys, without those that were tried again."""
    won: int
    """Battles that were won at the first try."""
    rounds: int
    """Rounds of these battles together."""

    def __add__(self, other: "MeasuredJourneys") -> "MeasuredJourneys":
        """Return the results of both."""
        counts = (getattr(self, name) + getattr(other, name) for name in self.__struct_fields__)
        return MeasuredJourneys(*counts)

    @property
    def share(self) -> int:
        """The share of battles that were won, in percent."""
        return round(100 * self.won / max(1, self.battles))

    @property
    def length(self) -> int:
        """The mean number of battles on a journey."""
        return round(self.battles / max(1, self.journeys))

    @property
    def rounds_each(self) -> int:
        """The mean number of rounds of a battle."""
        return round(self.rounds / max(1, self.battles))


_read: dict[Path, tuple[object, dict[str, MeasuredJourneys]]] = {}
"""Each file as last read: its stamp and its contents."""


def kept_journeys(data: Path) -> dict[str, MeasuredJourneys]:
    """Return what was measured, by fingerprint; nothing if the file is missing or damaged."""
    path = data / FILE
    stamp = file_stamp(path)
    if path not in _read or _read[path][0] != stamp:
        _read[path] = stamp, _measured(path)
    return _read[path][1]


def _measured(path: Path) -> dict[str, MeasuredJourneys]:
    try:
        return msgspec.convert(tomli.loads(path.read_text("utf-8")), dict[str, MeasuredJourneys])
    except (OSError, ValueError, RecursionError):
        return {}


def journeys_text(found: Mapping[str, MeasuredJourneys]) -> str:
    """Return the text of the file, sorted by fingerprint."""
    parts = [said("measured", "head")]
    for mark, one in sorted(found.items()):
        rows = "".join(f"{key} = {value}\n" for key, value in msgspec.to_builtins(one).items())
        parts.append(f'\n["{mark}"]\n{rows}')
    return "".join(parts)


def middle_difficulty(campaign: Campaign) -> str:
    """Return the id of the difficulty in the middle, which is measured."""
    return campaign.difficulties[len(campaign.difficulties) // 2].id


def marked(campaign: Campaign, books: Books) -> Iterator[str]:
    """Yield "" for each level read, and at last the campaign's fingerprint.

    It changes if anything changes that matters on the road. If a level can't be played, it is "".
    """
    try:
        yield from _marked(campaign, books)
    except (LevelError, OSError):  # the page before the battle reports it
        yield ""


def _marked(campaign: Campaign, books: Books) -> Iterator[str]:
    levels: dict[str, str] = {}
    others: dict[str, object] = {}
    for stop in campaign.stops.values():
        if stop.battle is None or stop.battle.level in levels:
            continue
        level = load_level(campaign.level(stop.battle), books)
        levels[stop.battle.level] = fingerprint(level)
        if stop.battle.seats:  # any kind of that rulebook may stand in for a hero
            others[level.rulebook] = level_data(books[level.rulebook], campaign.data_root).kinds
        yield ""
    data = level_data(campaign.book, campaign.data_root)
    road = campaign.start, campaign.difficulties, campaign.roads, campaign.stops, campaign.heroes
    plain = ruled({"road": msgspec.to_builtins(road), "others": others}, UNRULED)
    tables: dict[str, Any] = {**data.gear, "kind": data.kinds, "terrain": data.terrain}
    entries = {
        f"{table}.{id}": (id, ruled(msgspec.to_builtins(thing)))
        for table, things in tables.items()
        for id, thing in things.items()
    }
    yield digest({**plain, "levels": levels}, entries)
