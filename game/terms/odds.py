"""Odds: the exact probability distribution of a command's effects."""

from collections.abc import Iterable, Iterator

import msgspec

from game.core.dice import Dice
from game.terms.changes import (
    AT,
    AWAY,
    GAINS,
    LOSES,
    MOVEMENT,
    PUSHED,
    WINNER,
    ChangeFact,
    OddsChange,
    TileFact,
)
from game.terms.commands import Command, Place, unit_of
from game.terms.records import Entity

Assume = str | dict[str, str]
"""The assumed answer to decisions that come up: `stop`, `never` or `always`; or one for each kind
of decision.
"""

ASSUMPTIONS = ("stop", "never", "always")

POOL = "s"
"""Last letter of the written form of dice pools, which count the highest faces."""


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A modifier to a roll, with the rule that it comes from."""

    text: str
    value: int
    rule: str | None = None


class OddsRoll(msgspec.Struct, frozen=True):
    """A roll that a command leads to: its dice, its modifiers, and the number to reach."""

    why: str
    """Key of the roll's purpose: `attack`, `damage`, `save`, …"""
    dice: str
    modifiers: tuple[Modifier, ...] = ()
    needed: int | None = None
    """Total that succeeds; None if there is none, or if it is unknown."""
    against: str = ""
    """Dice of the target, which are subtracted from the total; "" for none."""
    chance: tuple[int, int] | None = None
    """Numbers of rolls that succeed, and of all; None if no number decides it. Only for people."""
    who: Entity | None = None
    """Entity that rolls, or None."""
    whom: Entity | None = None
    """Entity that an attack is on, if a command makes several attacks; else None."""
    is_named: bool = False
    """Whether the purpose names the dice, so that the modifiers would repeat it. Only for people.
    """
    had: int = 0
    """What counts already from dice rolled before, such as the sixes of a roll that is pushed."""
    is_own: bool = False
    """Whether the unit that acts or answers rolls it. Only for people."""
    told: str = ""
    """The roll in words: its purpose, dice, number to reach, and roller. Only for people."""

    @property
    def bonus(self) -> int:
        """The sum of the modifiers; 0 for a pool, whose modifiers are dice in it already."""
        return 0 if self.dice.endswith(POOL) else summed(self.modifiers)

    def success(self) -> tuple[int, int] | None:
        """Return the numbers of rolls that succeed and of all, or None if no number decides it."""
        if self.needed is None:
            return None
        mine, its = Dice.of(self.dice).dist(), Dice.of(self.against or 0).dist()
        bar = self.needed - self.bonus - self.had
        rows = ((n - k, one * other) for n, one in mine.weights for k, other in its.weights)
        good = sum(weight for value, weight in rows if value >= bar)
        return good, mine.total * its.total


class OddsHarm(msgspec.Struct, frozen=True):
    """A cause of damage to a unit: a key in the texts, or an id."""

    unit: Entity
    cause: str
    told: str = ""
    """The cause in words. Only for people."""
    id: str = ""
    """The unit's id. Only for people."""


class OddsAsker(msgspec.Struct, frozen=True):
    """An ask at which an outcome stops, and a unit that is asked."""

    ask: str
    unit: Entity
    told: str = ""
    """The ask in words that name the unit; "" without such words. Only for people."""


def summed(parts: Iterable[Modifier]) -> int:
    """Return the sum of the modifiers."""
    return sum(part.value for part in parts)


class OddsOutcome(msgspec.Struct, frozen=True):
    """One outcome: its integer weight, the merged changes, and the ask or roll that it stops at."""

    weight: int
    changes: tuple[OddsChange, ...]
    then: str | None = None


class Odds(msgspec.Struct, frozen=True):
    """All outcomes of a command. Their weights add up to `of`."""

    command: Command
    assume: Assume
    of: int
    outcomes: tuple[OddsOutcome, ...]
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[OddsRoll, ...] = ()
    """Rolls that follow, each with the modifiers of `modifiers` that are added to it."""
    harms: tuple[OddsHarm, ...] = ()
    """The causes of the damage to each unit in any of the outcomes."""

    askers: tuple[OddsAsker, ...] = ()
    """The units asked by the asks at which outcomes stop."""

    def then(self, ask: str) -> str:
        """Return an ask that follows in words that name the only unit it asks; else ""."""
        found = {one.told for one in self.askers if one.ask == ask}
        return found.pop() if len(found) == 1 else ""

    def causes(self, unit: str) -> tuple[str, ...]:
        """Return the causes of the damage to the unit with this id, in words."""
        return tuple(dict.fromkeys(one.told for one in self.harms if one.id == unit and one.told))


def facts_of(change: OddsChange, command: Command) -> Iterator[ChangeFact]:
    """Yield the facts of a change that a command makes to a unit, with pushes marked as such.

    A unit that changes tiles without using movement is pushed, unless the command is its own or
    places it before the first turn.
    """
    is_own = isinstance(command, Place) or change.unit == unit_of(command)
    has_walked = is_own or any(fact.key in (MOVEMENT, AWAY) for fact in change.facts)
    for fact in change.facts:
        if isinstance(fact, TileFact) and fact.key == AT and not has_walked:
            yield TileFact(PUSHED, fact.value)
        else:
            yield fact


LAST = frozenset((WINNER, GAINS, LOSES))
"""Keys of the facts that still matter in an outcome that ends the battle."""


def told_changes(outcome: OddsOutcome) -> tuple[OddsChange, ...]:
    """Return the changes of an outcome that people should read.

    If the battle ends, only its winner matters, and items gained and used up. The winner's fact
    names the objectives that decided it.
    """
    if not any(change.is_over for change in outcome.changes):
        return outcome.changes
    ends = (
        OddsChange(one.unit, tuple(fact for fact in one.facts if fact.key in LAST))
        for one in outcome.changes
    )
    return tuple(change for change in ends if change.facts)


class Unfinished(Exception):
    """The exception for a computation of odds that has used up its steps for now."""
