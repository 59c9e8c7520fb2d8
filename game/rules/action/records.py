"""Action's components, agenda items, asks and chains."""

from collections.abc import Hashable
from typing import ClassVar, Literal

from game.components.belongings import Armed, Hand
from game.components.uses import Uses
from game.core.cells import Cell
from game.core.dice import Dice
from game.systems.damage import tempered
from game.systems.items import Consumed
from game.systems.movement import Step, Stepped
from game.terms.agenda import AgendaItem, Ask, Branch, Chain, Decision, Outcome, RollHead
from game.terms.asks import OrderAsk, TurnAsk
from game.terms.odds import Modifier, OddsRoll
from game.terms.parts import part_of
from game.terms.records import Component, Entity, Record

# Components


class Economy(Component, frozen=True):
    """The parts of a turn that a unit has used, and its reaction (ACT-06 to ACT-10).

    - `attacks`: attacks left of an attack action in progress.
    - `offhand`: the light weapon with which a bonus attack is possible.
    - `moved`: tiles moved, whatever their cost.
    - `walks`: moves made.
    - `owed`: movement points spent beyond the current, reduced speed.
    """

    action: bool = False
    bonus: bool = False
    reaction: bool = False
    hand: bool = False
    attacks: int = 0
    offhand: str | None = None
    moved: int = 0
    walks: int = 0
    owed: int = 0


class HasDisengaged(Component, frozen=True, tag="Disengaged"):
    """The mark of a unit that provokes no one until its turn ends."""


class Readied(Component, frozen=True):
    """The readied weapon of a unit, for a foe that comes within its reach or range (ACT-11)."""

    weapon: str


class Stealth(Component, frozen=True):
    """The total of a hidden unit's check, and the foes that haven't noticed the unit (ACT-11).

    In the view of those foes, `total` is None, because it is secret.
    """

    total: int | None
    foes: tuple[Entity, ...]


class Overlooked(Component, frozen=True):
    """On a mover during a step: the foes that hadn't noticed it before."""

    foes: tuple[Entity, ...]


class IsSurprised(Component, frozen=True, tag="Surprised"):
    """The mark of a unit that does nothing until its first turn is over (ACT-02)."""


class Helped(Component, frozen=True):
    """On a foe: the units that help an ally's next attack on it (ACT-11)."""

    by: tuple[Entity, ...]


class Focus(Component, frozen=True):
    """The focus of a unit, spent on powers."""

    left: int
    most: int


class HasRallied(Component, frozen=True, tag="Rallied"):
    """The mark of a unit that has rallied, and can't again until a long rest (ACT-19)."""


class Concentrating(Component, frozen=True):
    """The power that a unit concentrates on (ACT-36)."""

    power: str


class Dying(Component, frozen=True):
    """The successes and failures of a hero that is down (ACT-35).

    `felled` is set while the damage that brought the hero down is processed.
    """

    successes: int = 0
    failures: int = 0
    stable: bool = False
    felled: bool = False


class Unloaded(Component, frozen=True):
    """Weapons that must be loaded before the next shot."""

    weapons: tuple[str, ...]


class Crossing(Component, frozen=True):
    """The crossing of a unit between detached zones: the goal, and the turns left (ACT-31)."""

    link: int
    to: str
    turns: int


class Wrecks(Component, frozen=True):
    """On the root: the damage that things on tiles have taken."""

    damage: tuple[tuple[Cell, int], ...]


class OpenedLinks(Component, frozen=True, tag="Opened"):
    """On the root: the opened links between zones, by index in the settings."""

    links: tuple[int, ...]


# Asks

Trigger = Literal["leaves", "comes", "turns", "shoots", "crosses"]
"""The trigger of a reaction: a step out of reach or into it. In battles by zones: a move that ends
out of reach, a shot after a move, or leaving for a detached zone.
"""


class TieAsk(Ask, frozen=True):
    """The choice of the first among a side's tied units (ACT-04)."""

    name: ClassVar[str] = "tie"

    tied: tuple[Entity, ...] = ()


class ReactAsk(Ask, frozen=True):
    """The choice whether to attack a mover."""

    name: ClassVar[str] = "react"

    mover: Entity
    trigger: Trigger


# Attacks


class HitGuard(Record, frozen=True, tag="Guard"):
    """One way to turn a hit aside: a weapon that parries, or a power."""

    source: str
    bonus: int


class AttackProfile(Record, frozen=True, tag="Profile"):
    """An attack with all its numbers. `target` is None if there is no one to hit.

    `source` is the table of `weapon`. `needed` is None if nothing can be hit.
    """

    attacker: Entity
    target: Entity | None
    at: Cell
    source: Literal["arms", "powers", "items"]
    weapon: str
    roll: str
    bonus: int
    needed: int | None
    damage: str | None
    added: int
    least: int
    factor: Literal["full", "half", "double"]
    is_thing: bool = False
    guards: tuple[HitGuard, ...] = ()
    guard_side: str = ""
    parts: tuple[Modifier, ...] = ()
    damage_parts: tuple[Modifier, ...] = ()


class HitRoll(Chain, frozen=True, tag="Aim"):
    """The roll to hit (ACT-12)."""

    profile: AttackProfile

    @property
    def dice(self) -> Dice:
        return Dice.of(self.profile.roll)

    @property
    def head(self) -> RollHead:
        profile = self.profile
        parts = (*profile.parts, *profile.damage_parts)
        rolls = [OddsRoll("attack", profile.roll, profile.parts, profile.needed)]
        if profile.damage is not None:
            rolls.append(OddsRoll("damage", profile.damage, profile.damage_parts))
        return RollHead(
            "attack", "ACT-12", profile.attacker, parts, added=profile.parts, rolls=tuple(rolls)
        )

    def after(self, value: int) -> AgendaItem:
        aim, total = self.profile, value + self.profile.bonus
        if aim.needed is None or total < aim.needed:
            return MissOutcome(aim)
        # Offer only guards that would turn this hit aside: the others would waste the reaction.
        able = tuple(guard for guard in aim.guards if total < aim.needed + guard.bonus)
        if not able or aim.target is None:
            return _wound(aim)
        turned = (Branch(guard.source, MissOutcome(aim, guard)) for guard in able)
        branches = (Branch("no", _wound(aim)), *turned)
        return Decision(aim.guard_side, aim.target, "guard", branches)


def _wound(profile: AttackProfile) -> AgendaItem:
    return Wound(profile) if profile.damage is not None else HitOutcome(profile, 0)


class Wound(Chain, frozen=True):
    """The roll for damage (ACT-13)."""

    profile: AttackProfile

    @property
    def dice(self) -> Dice:
        return Dice.of(self.profile.damage or "0")

    @property
    def head(self) -> RollHead:
        return RollHead("damage", "ACT-13", self.profile.attacker, self.profile.damage_parts)

    @property
    def _least(self) -> int:
        """The minimum damage: never below 0, or a hit with a large penalty would heal."""
        return max(self.profile.least, 0)

    def corrections(self, value: int) -> tuple[Modifier, ...]:
        lacking = self._least - value - self.profile.added
        return (Modifier(f"least {self._least}", lacking, "ACT-13"),) if lacking > 0 else ()

    def after(self, value: int) -> AgendaItem:
        aim = self.profile
        return HitOutcome(aim, tempered(max(self._least, value + aim.added), aim.factor))


class HitOutcome(Outcome, frozen=True, tag="Struck"):
    """An attack that hit."""

    profile: AttackProfile
    dealt: int

    @property
    def scale(self) -> tuple[Hashable, int] | None:
        return self.profile, self.dealt


class MissOutcome(Outcome, frozen=True, tag="Missing"):
    """An attack that missed, or was turned aside."""

    profile: AttackProfile
    guard: HitGuard | None = None


# Battles by zones


class SetOut(Step, frozen=True):
    """The start of a unit's move by zones to the end of its path (ACT-28)."""


class Exposed(Step, frozen=True):
    """A shot from a unit's tile after a move by zones (ACT-29)."""


class LeavingForZone(Step, frozen=True, tag="Leaving"):
    """The start of a unit's crossing from its tile to a detached zone (ACT-31)."""


class Shot(AgendaItem, frozen=True):
    """A shot that others can react to first. `target` is None for a shot at a place."""

    unit: Entity
    target: Entity | None
    at: Cell
    weapon: str
    light: bool


class Departure(AgendaItem, frozen=True):
    """A unit's departure over a link, by index in the settings, if no one stops it."""

    unit: Entity
    link: int
    to: str


PART = part_of(globals(), Uses, Armed, Hand, TurnAsk, OrderAsk, Stepped, Consumed)
