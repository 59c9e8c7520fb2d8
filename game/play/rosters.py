"""Units that a side chooses before a battle: validation, and the changes to the level.

A choice is a list of kinds, in the order of the places in a level's roster. It becomes a change of
the level's tables, so a battle and its recording only know units.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from game.content.drafts.level_edits import (
    Tables,
    add_to_deployment,
    tables_of,
    take_out,
    title_of,
    units_of,
)
from game.content.toml_files.finding_texts import quoted, words_text
from game.content.toml_files.source import Changes, nearest
from game.core.random_streams import Stream
from game.play.play_sentences import said
from game.terms.level import Level
from game.terms.rosters import Offer

LOT = "any"
"""The word for randomly drawn kinds."""
TRIES = 24
"""Number of random rosters drawn. The dearest of them is used."""
MOST_NAMED = 12
LONGEST_ID, LONGEST_TITLE = 31, 60


class Picked(msgspec.Struct, frozen=True):
    """The units that a side has chosen."""

    offer: Offer
    kinds: tuple[str, ...]
    """The chosen kinds, in the order of the roster's places."""

    @property
    def is_usual(self) -> bool:
        """Return whether the choice equals the level's own units."""
        return self.kinds == self.offer.usual


# Validation


def flaw_of(offer: Offer, kinds: Sequence[str]) -> str:
    """Return why these kinds can't be chosen, as a sentence, or "" if they can."""
    return next(_flaws(offer, kinds), "")


def _flaws(offer: Offer, kinds: Sequence[str]) -> Iterator[str]:
    side = quoted(offer.side)
    for kind in kinds:
        if kind not in offer.kinds:
            yield _unknown(offer, kind)
            return
    leads = [kind for kind in kinds if kind in offer.lead]
    if offer.lead and len(leads) != 1:
        which = words_text([repr(kind) for kind in offer.lead[:MOST_NAMED]], "or")
        key = "lead" if leads else "lead_none"
        yield said("roster", key, side=side, names=which, count=len(leads))
    twice = next((kind for n, kind in enumerate(kinds) if kind in kinds[:n]), None)
    if offer.once and twice is not None:
        yield said("roster", "once", side=side, kind=quoted(twice))
    least, most = offer.least, offer.most
    if not least <= len(kinds) <= most:
        key = "count_between" if least < most else "count"
        yield said("roster", key, side=side, least=least, most=most, count=len(kinds))
    cost = offer.cost(kinds)
    if offer.points is not None and cost > offer.points:
        prices = " + ".join(str(offer.kinds[kind].price) for kind in kinds)
        told = f"{prices} = {cost}" if len(kinds) > 1 else str(cost)
        yield said("roster", "cost", side=side, cost=told, limit=offer.points)


def _unknown(offer: Offer, kind: str) -> str:
    """Return a sentence that refuses a kind, with the nearest kind or else some possible kinds."""
    side, word = quoted(offer.side), quoted(kind)
    if near := nearest(kind, offer.kinds):
        return said("roster", "unknown_near", side=side, kind=word, near=repr(near))
    most = float("inf") if offer.points is None else offer.points
    names = [repr(name) for name, kind in offer.kinds.items() if kind.price <= most]
    if len(names) > MOST_NAMED:
        some = ", ".join(names[:MOST_NAMED])
        return said("roster", "unknown_many", side=side, kind=word, names=some)
    return said("roster", "unknown", side=side, kind=word, names=words_text(names, "or"))


# Places


def arranged(offer: Offer, kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds in the order of the roster's places.

    If a place has one of these kinds in the level, the kind stays there.
    """
    left = list(kinds)
    found: list[str | None] = [None] * len(left)
    lead = next((n for n, kind in enumerate(left) if kind in offer.lead), None)
    if lead is not None:
        found[0] = left.pop(lead)
    for n, usual in enumerate(offer.usual[: len(found)]):
        if found[n] is None and usual in left:
            left.remove(usual)
            found[n] = usual
    rest = iter(left)
    return tuple(next(rest) if kind is None else kind for kind in found)


def fielded(picks: Iterable[Picked]) -> Changes:
    """Return the changes that give sides the units they chose."""
    chosen = tuple(picks)

    def change(tables: Tables) -> None:
        """Put every side's choice into the tables."""
        for picked in chosen:
            field(tables, picked)

    return change


def field(tables: Tables, picked: Picked) -> None:
    """Put the choice of a side into the tables of its level.

    Drop the author's expectations, which are about the level's own units.
    """
    offer, kinds = picked.offer, picked.kinds
    names = [place.partition(".")[2] for place in offer.places]
    tables.pop("expect", None)
    if isinstance(rosters := tables.get("roster"), list):
        rosters[:] = [it for it in rosters if not _is_of(it, offer.side)]
    take_out(tables, names[len(kinds) :])
    own = {str(it.get("id")): it for it in tables_of(tables, "unit")}
    new = [(own[n], k) for n, u, k in zip(names, offer.usual, kinds, strict=False) if u != k]
    for unit, kind in new:
        _become(unit, kind, offer)
    more = [_added(tables, offer, n, k) for n, k in enumerate(kinds[len(names) :])]
    _entitle(tables, [(unit, offer.kinds[kind].title) for unit, kind in (*new, *more)])


def _is_of(roster: Any, side: str) -> bool:
    return isinstance(roster, dict) and roster.get("side") == side


def _become(unit: dict[str, object], kind: str, offer: Offer) -> None:
    """Turn a unit into one of another kind, and keep only the keys that belong to its place."""
    stays = {"id", "side", "at", *offer.keeps}
    for key in unit.keys() - stays:
        del unit[key]
    unit["kind"] = kind


def _added(tables: Tables, offer: Offer, number: int, kind: str) -> tuple[dict[str, object], str]:
    """Add a unit beyond the level's places; return its table and its id."""
    taken = {it.get("id") for it in tables_of(tables, "unit")}
    id = kind if kind not in taken else next(i for i in _numbered(kind, "_") if i not in taken)
    unit: dict[str, object] = {"id": id, "side": offer.side, "kind": kind}
    units_of(tables).append(unit)
    if number < len(offer.spots):
        unit["at"] = list(offer.spots[number])
    else:
        add_to_deployment(tables, offer.side, id)
    return unit, kind


def _entitle(tables: Tables, units: Sequence[tuple[dict[str, object], str]]) -> None:
    """Give units titles, with a number if the title is taken."""
    bare = [(unit, title) for unit, title in units if "title" not in unit]
    new = [id(unit) for unit, _ in bare]
    taken = {title_of(it) for it in tables_of(tables, "unit") if id(it) not in new}
    for unit, title in bare:
        free = (it for it in (title, *_numbered(title, " ")) if it not in taken)
        unit["title"] = new_title = next(free)
        taken.add(new_title)


def _numbered(name: str, sign: str) -> Iterator[str]:
    most = LONGEST_ID if sign == "_" else LONGEST_TITLE
    for number in range(2, 1002):
        end = f"{sign}{number}"
        yield name[: most - len(end)] + end


# Random rosters


def draws(offer: Offer, seed: int) -> list[tuple[str, ...]]:
    """Return random rosters, the dearest first; equal seeds give equal rosters."""
    stream = Stream(seed, f"roster {offer.side}")
    drawn = [arranged(offer, _drawn(offer, stream)) for _ in range(TRIES)]
    found = [kinds for kinds in drawn if not flaw_of(offer, kinds)]
    return sorted(dict.fromkeys(found), key=offer.cost, reverse=True)


def _drawn(offer: Offer, stream: Stream) -> list[str]:
    """Return kinds drawn at random until the places or the points run out."""
    found: list[str] = []
    left = float("inf") if offer.points is None else offer.points
    while len(found) < offer.most:
        free = _free(offer, found)
        some = [k for k in free if offer.kinds[k].price + _needed(offer, found, k) <= left]
        if not some:
            break
        kind = some[stream.pick(len(some))]
        found.append(kind)
        left -= offer.kinds[kind].price
    return found


def _free(offer: Offer, found: Sequence[str]) -> list[str]:
    """Return the kinds that can still be drawn."""
    if offer.lead and not found:
        return list(offer.lead)
    others = (kind for kind in offer.kinds if kind not in offer.lead)
    return [kind for kind in others if not (offer.once and kind in found)]


def _needed(offer: Offer, found: Sequence[str], kind: str) -> int:
    """Return the cost of the cheapest kinds that complete the minimum after `kind`."""
    lacking = offer.least - len(found) - 1
    if lacking <= 0:
        return 0
    prices = sorted(offer.kinds[it].price for it in _free(offer, [*found, kind]))
    return sum(prices[:lacking]) if offer.once else lacking * min(prices, default=0)


# Command-line notation


def picks_of(
    words: Sequence[str], level: Level, seed: int, is_playable: Callable[[list[Picked]], bool]
) -> list[Picked]:
    """Return the choices in words such as `red=brawler,duelist` and `blue=any`.

    Of random rosters, use the first one with which the level can be played, or else the level's own
    units. Raise ValueError if the words can't be used.
    """
    given = _given(words, level)
    offers = {offer.side: offer for offer in level.offers}
    found: list[Picked] = []
    for side, kinds in given.items():
        if kinds != (LOT,):
            if flaw := flaw_of(offers[side], kinds):
                raise ValueError(flaw)
            found.append(Picked(offers[side], _led(offers[side], kinds)))
    for side, kinds in given.items():
        if kinds == (LOT,):
            some = (Picked(offers[side], it) for it in draws(offers[side], seed))
            good = next((one for one in some if is_playable([*found, one])), None)
            found.append(good or Picked(offers[side], offers[side].usual))
    return found


def has_lot(words: Iterable[str]) -> bool:
    """Return whether any roster is random."""
    return any(word.partition("=")[2].strip() == LOT for word in words)


def _given(words: Sequence[str], level: Level) -> Mapping[str, tuple[str, ...]]:
    sides = [side.id for side in level.sides]
    may = [offer.side for offer in level.offers]
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        side, sign, kinds = (part.strip() for part in word.partition("="))
        if not sign:
            raise ValueError(said("option", "not_roster", word=quoted(word)))
        if side not in sides:
            names = words_text(sides)
            raise ValueError(said("option", "no_side", side=quoted(side), names=names))
        if side not in may:
            if not may:
                raise ValueError(said("option", "no_choice_none", side=quoted(side)))
            names = words_text([repr(it) for it in may])
            raise ValueError(said("option", "no_choice", side=quoted(side), names=names))
        if side in found:
            raise ValueError(said("option", "two_rosters", side=quoted(side)))
        found[side] = tuple(kind.strip() for kind in kinds.split(",") if kind.strip())
    return found


def _led(offer: Offer, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds in the given order, but with a leading kind first."""
    return tuple(sorted(kinds, key=lambda kind: kind not in offer.lead)) if offer.lead else kinds
