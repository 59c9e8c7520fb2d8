"""The sketch's components, agenda items, asks and chains."""

from typing import ClassVar, Literal

from game.core.cells import Cell
from game.core.dice import Dice
from game.systems.rounds import Ordered
from game.terms.agenda import Ask, Branch, Chain, Choice, Item, Outcome
from game.terms.odds import Modifier
from game.terms.records import Component, Record

Trigger = Literal["leaves", "enters"]

# Components


class Fighter(Component, frozen=True):
    """A unit's fixed figures."""

    agility: int
    bonus: int
    speed: int
    parries: bool


class Spent(Component, frozen=True):
    """What a unit has used: its action of this turn, its reaction until its next one."""

    action: bool = False
    reaction: bool = False


class Disengaged(Component, frozen=True):
    """A unit that provokes nobody this turn."""


class Readied(Component, frozen=True):
    """A unit that waits for a foe to enter its reach, until its next turn."""


class Interrupted(Component, frozen=True):
    """A mover that somebody reacted to: it has to choose anew."""


# Items


class Chance(Item, frozen=True):
    """A unit may react to a step, if that still applies when this comes up."""

    unit: int
    mover: int
    origin: Cell
    to: Cell
    trigger: Trigger


class TurnAsk(Ask, frozen=True):
    """What to do on the own turn."""

    name: ClassVar[str] = "turn"


class ReactAsk(Ask, frozen=True):
    """Whether to attack a mover."""

    name: ClassVar[str] = "react"

    mover: int
    trigger: Trigger


# Chains


class Entrant(Record, frozen=True):
    """Somebody who rolls initiative."""

    unit: int
    agility: int
    is_player: bool


class Initiative(Chain, frozen=True):
    """Each rolls once, in unit order."""

    expr: str
    entrants: tuple[Entrant, ...]
    totals: tuple[int, ...] = ()

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def why(self) -> str:
        return "initiative"

    @property
    def roller(self) -> int | None:
        return self.entrants[len(self.totals)].unit

    @property
    def rule(self) -> str | None:
        return "ACT-03"

    def after(self, value: int) -> Item:
        totals = (*self.totals, value + self.entrants[len(self.totals)].agility)
        if len(totals) < len(self.entrants):
            return Initiative(self.expr, self.entrants, totals)
        ranked = zip(totals, self.entrants, strict=True)
        first = sorted(ranked, key=lambda p: (-p[0], -p[1].agility, not p[1].is_player, p[1].unit))
        return Ordered(tuple(entrant.unit for _, entrant in first))


class Profile(Record, frozen=True):
    """An attack with all its numbers; `target` is None where the tile turns out to be empty."""

    attacker: int
    target: int | None
    at: Cell
    weapon: str
    roll: str
    bonus: int
    needed: int
    damage: str
    push: bool
    parry: str | None
    """The side that may choose to parry."""
    parts: tuple[Modifier, ...] = ()


class Aim(Chain, frozen=True):
    """The roll to hit."""

    profile: Profile

    @property
    def dice(self) -> Dice:
        return Dice.of(self.profile.roll)

    @property
    def why(self) -> str:
        return "attack"

    @property
    def roller(self) -> int | None:
        return self.profile.attacker

    @property
    def rule(self) -> str | None:
        return "ACT-12"

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        return self.profile.parts

    def after(self, value: int) -> Item:
        hit = self.profile
        if hit.target is None or value + hit.bonus < hit.needed:
            return Missing(hit)
        if hit.parry is None:
            return Wound(hit)
        branches = (Branch("no", Wound(hit)), Branch("yes", Wound(hit, parried=True)))
        return Choice(hit.parry, hit.target, "parry", branches)


class Wound(Chain, frozen=True):
    """The roll for damage."""

    profile: Profile
    parried: bool = False

    @property
    def dice(self) -> Dice:
        return Dice.of(self.profile.damage)

    @property
    def why(self) -> str:
        return "damage"

    @property
    def roller(self) -> int | None:
        return self.profile.attacker

    @property
    def rule(self) -> str | None:
        return "ACT-13"

    def after(self, value: int) -> Item:
        dealt = max(0, value)
        return Struck(self.profile, dealt // 2 if self.parried else dealt, self.parried)


class Struck(Outcome, frozen=True):
    """An attack that hit."""

    profile: Profile
    dealt: int
    parried: bool


class Missing(Outcome, frozen=True):
    """An attack that missed."""

    profile: Profile


RECORDS: tuple[type[Record], ...] = (
    *(Fighter, Spent, Disengaged, Readied, Interrupted),
    *(Chance, TurnAsk, ReactAsk),
    *(Entrant, Initiative, Profile, Aim, Choice, Wound, Struck, Missing),
)
