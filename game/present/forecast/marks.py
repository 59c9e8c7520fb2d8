"""The changes in the odds of a command, as marks: one for each change that can happen."""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from game.core.cells import Cell
from game.terms.changes import (
    ARRIVES,
    AT,
    AWAY,
    DAMAGE,
    DIES,
    DROPS,
    FAILED,
    GROUND,
    HEALED,
    LAID,
    MOVEMENT,
    OBJECTIVES,
    OVER,
    PUSHED,
    SPRUNG,
    TAKEN,
    THINGS,
    TRIGGERS,
    WINNER,
    AmountFact,
    ChangedTile,
    ChangeFact,
    ChangeFacts,
    DamagedThing,
    FlagFact,
    NameFact,
    OddsChange,
    TileFact,
    TileItem,
    TilesFact,
    singles_of,
)
from game.terms.odds import Odds, facts_of

MarkKind = Literal[
    "loss",
    "heal",
    "dies",
    "ghost",
    "arrives",
    "leaves",
    "returns",
    "condition",
    "cured",
    "gains",
    "loses",
    "state",
    "ground",
    "struck",
    "laid",
    "sprung",
    "drops",
    "taken",
    "objective",
    "failed",
    "trigger",
    "over",
]
KINDS: dict[str, MarkKind] = {
    DAMAGE: "loss",
    HEALED: "heal",
    DIES: "dies",
    AT: "ghost",
    PUSHED: "ghost",
    ARRIVES: "arrives",
    "conditions": "condition",
    "cured": "cured",
    "gains": "gains",
    "loses": "loses",
    GROUND: "ground",
    THINGS: "struck",
    LAID: "laid",
    SPRUNG: "sprung",
    DROPS: "drops",
    TAKEN: "taken",
    OBJECTIVES: "objective",
    FAILED: "failed",
    TRIGGERS: "trigger",
    OVER: "over",
    WINNER: "over",
}
"""The kind of mark for each key; a fact with any other key is a `state` of its unit."""

ChangeWords = Callable[[str | None, ChangeFact], str]
"""A function that returns a change to a unit in words."""
MOVEMENT_LEAST = "movement_least"
"""Key of the words for the least movement left, if it varies."""
MarkKey = tuple[MarkKind, str | None, Cell | None, str]
"""Kind, unit, tile and id of a mark: changes with equal keys share a mark."""


class ForecastMark(msgspec.Struct, frozen=True):
    """A change that a command can make, with its chance."""

    kind: MarkKind
    share: Fraction
    """Chance that the change happens."""
    facts: ChangeFacts
    """The facts of the odds that the mark stands for; a fact with several ids or tiles is split."""
    text: str
    """The change in words; of several amounts the likeliest, or the least movement left."""
    unit: str | None = None
    """Unit that changes, or None for the battle."""
    at: Cell | None = None
    """Tile of the change; None if it is at its unit, or has no place on the board."""
    id: str = ""
    """What changes: a condition, terrain, item, objective, trigger, winner, or state."""
    amounts: tuple[tuple[int, Fraction], ...] = ()
    """Each amount of the change with its chance, the smallest first; empty without amounts."""

    @property
    def mean(self) -> Fraction:
        """The expected amount, counting 0 if the change doesn't happen."""
        return sum((amount * share for amount, share in self.amounts), Fraction(0))

    @property
    def most(self) -> int:
        """The largest possible amount."""
        return max((amount for amount, _ in self.amounts), default=0)


class FoundMark:
    """A mark that is being put together from the outcomes."""

    def __init__(self) -> None:
        self.weight = 0
        self.facts: dict[ChangeFact, int] = {}
        """Each fact of the mark, with the weight of its outcomes."""
        self.said: dict[ChangeFact, ChangeFact] = {}
        """Each fact as sentences say it, for example as a push instead of a move."""
        self.amounts: dict[int, int] = {}
        """Each amount with the weight of its outcomes."""


def marks_of(odds: Odds, words: ChangeWords, present: Collection[str]) -> tuple[ForecastMark, ...]:
    """Return the marks of a command, in the order in which the outcomes name the changes.

    Every change of every outcome is in one mark, and the share of a mark is the weight of all
    outcomes with one of its changes. `present` has the units that are on the board now.
    """
    found: dict[MarkKey, FoundMark] = {}
    for outcome in odds.outcomes:
        here: dict[MarkKey, dict[ChangeFact, ChangeFact]] = {}
        for change in outcome.changes:
            for fact, said in _said_facts(change, odds, present):
                here.setdefault(_key(change, said), {})[fact] = said
        for key, facts in here.items():
            mark = found.setdefault(key, FoundMark())
            mark.weight += outcome.weight
            mark.said |= facts
            for fact in facts:
                mark.facts[fact] = mark.facts.get(fact, 0) + outcome.weight
            amount = sum(_amount(fact) for fact in facts)
            mark.amounts[amount] = mark.amounts.get(amount, 0) + outcome.weight
    return tuple(_made(odds, key, mark, words) for key, mark in found.items())


def _said_facts(
    change: OddsChange, odds: Odds, present: Collection[str]
) -> Iterator[tuple[ChangeFact, ChangeFact]]:
    """Yield the facts of a change, each with the fact that sentences use for it."""
    walked = {fact.key: fact for fact in facts_of(change, odds.command)}
    for fact in split_facts(change):
        if not isinstance(fact, TileFact):
            yield fact, fact
        elif change.unit in present:
            yield fact, walked.get(PUSHED, fact)
        else:
            yield fact, TileFact(ARRIVES, fact.value)


def split_facts(change: OddsChange) -> Iterator[ChangeFact]:
    """Yield the facts of a change, one for each of several ids or tiles."""
    for fact in change.facts:
        if isinstance(fact, TilesFact):
            yield from (_on_tile(fact, n) for n in range(len(fact.value)))
        else:
            yield from singles_of(fact)


def _on_tile(fact: TilesFact, n: int) -> TilesFact:
    """Return the part of a fact that is about one of its tiles."""
    return msgspec.structs.replace(fact, value=fact.value[n : n + 1])


def _key(change: OddsChange, fact: ChangeFact) -> MarkKey:
    kind = KINDS.get(fact.key, "state")
    match fact:
        case TileFact(value=at):
            return kind, change.unit, at, ""
        case TilesFact(value=((DamagedThing() as thing),)):
            return kind, change.unit, thing.at, ""
        case TilesFact(value=((ChangedTile() as tile),)):
            return kind, change.unit, tile.at, tile.terrain
        case TilesFact(value=((TileItem() as one),)):
            return kind, change.unit, one.at, one.item
        case FlagFact(key=key, value=value) if key == AWAY:
            return "leaves" if value else "returns", change.unit, None, ""
        case NameFact() if kind == "over":
            return kind, None, None, change.winner or ""
        case NameFact(key=key, value=name):
            return kind, change.unit, None, f"{key}:{name}" if kind == "state" else name or ""
        case FlagFact(key=key, value=value) if kind == "state":
            return kind, change.unit, None, key if value else f"{key}_not"
    return kind, change.unit, None, fact.key if kind == "state" else ""


def _amount(fact: ChangeFact) -> int:
    match fact:
        case AmountFact(value=amount):
            return amount
        case TilesFact(value=((DamagedThing() as thing),)):
            return thing.damage
    return 0


def _made(odds: Odds, key: MarkKey, found: FoundMark, words: ChangeWords) -> ForecastMark:
    kind, unit, at, id = key
    facts, of = tuple(found.facts), max(1, odds.of)
    has_amounts = any(_amount(fact) for fact in facts) or isinstance(facts[0], AmountFact)
    amounts = sorted(found.amounts.items()) if has_amounts else ()
    said = found.said[max(facts, key=lambda fact: (fact.key == WINNER, found.facts[fact]))]
    if said.key == MOVEMENT and len(amounts) > 1:
        said = AmountFact(MOVEMENT_LEAST, amounts[0][0])
    return ForecastMark(
        kind,
        Fraction(found.weight, of),
        facts,
        words(unit, said),
        *(unit, at, id, tuple((amount, Fraction(weight, of)) for amount, weight in amounts)),
    )
