"""Damage, healing and death."""

from collections.abc import Callable, Hashable

from msgspec import UNSET
from msgspec.structs import astuple, replace

from game.components.belongings import Traps
from game.components.conditions import Author
from game.components.unit import Allegiance, Away, Bulk, Dead, Down, Name, Position, Vitals
from game.systems.movement import Witnesses, everybody
from game.terms.agenda import AgendaItem, Outcome, RollHead, SingleRoll
from game.terms.events import Damaged, Died, Healed
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Entity, Record
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, tile_of


class Blow(Record, frozen=True):
    """Damage to a unit, and its cause: a key in the texts, or an id.

    `by` is the unit that deals the damage; None for a hazard. `parts` are its addends and the
    reasons for its amount, for the log.
    """

    unit: Entity
    amount: int
    cause: str
    rule: str | None
    by: Author = UNSET
    parts: tuple[Modifier, ...] = ()


class Hurt(Outcome, frozen=True):
    """All damage dealt at one moment."""

    blows: tuple[Blow, ...]

    @property
    def scale(self) -> tuple[Hashable, int] | None:
        if len(self.blows) != 1:
            return None
        unit, amount, *why = astuple(self.blows[0])
        return (unit, *why), amount


class Mended(Outcome, frozen=True):
    """Life that a unit regains."""

    unit: Entity
    amount: int
    rule: str | None


class Suffer(AgendaItem, frozen=True):
    """A pending damage roll, made only if the unit is still in play by then.

    `kind` is the condition that causes the damage, or None. `by` is the unit that causes it.
    """

    unit: Entity
    dice: str
    cause: str
    rule: str | None
    kind: str | None = None
    by: Author = UNSET


class Pain(SingleRoll, frozen=True):
    """The damage roll of a `Suffer`. `sides` are the sides that see it; None for all.

    `factor` changes the damage: `full`, `half` (rounded down) or `double`.
    """

    unit: Entity
    through: str
    sides: tuple[str, ...] | None = None
    factor: str = "full"
    author: Author = UNSET

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, cause=self.through, seen_by=self.sides)

    def after(self, value: int) -> AgendaItem:
        dealt, why = tempered(max(0, value), self.factor), reasons(self.factor, self.source)
        return Hurt((Blow(self.unit, dealt, self.through, self.source, self.author, why),))


def tempered(damage: int, factor: str) -> int:
    """Return damage after resistance (half, rounded down) or vulnerability (double)."""
    if factor == "half":
        return damage // 2
    return damage * 2 if factor == "double" else damage


def reasons(factor: str, rule: str | None) -> tuple[Modifier, ...]:
    """Return why damage is halved or doubled, for the log."""
    return (Modifier(factor, 0, rule),) if factor in ("half", "double") else ()


def life_on_foot(world: World, unit: Entity) -> int:
    """Return the life of a unit, or 1 for a unit that is down, as if it had recovered."""
    return 1 if world.has(unit, Down) else max(1, world.get(unit, Vitals).life)


class Fall(AgendaItem, frozen=True):
    """The death of some units at the same moment."""

    units: tuple[Entity, ...]


class GoDown(AgendaItem, frozen=True):
    """The moment at which some units go down without dying."""

    units: tuple[Entity, ...]


def is_about(world: World, unit: Entity) -> bool:
    """Return whether the unit is on the board or will return to it, and so can take damage."""
    return world.has(unit, Position) or world.has(unit, Away)


def never(world: World, unit: Entity) -> bool:
    """Return False: every unit at 0 life dies instead of going down."""
    return False


def untyped(world: World, item: Suffer) -> str:
    """Return `full`: this book has no types of damage."""
    return "full"


class Suffering(System[Suffer]):
    """A system that rolls pending damage to units still in play."""

    def __init__(
        self,
        seen_by: Witnesses = everybody,
        factor: Callable[[World, Suffer], str] = untyped,
    ) -> None:
        self._seen_by = seen_by
        self._factor = factor

    def process(self, world: World, item: Suffer) -> None:
        if is_about(world, item.unit):
            roll = item.dice, "damage", None, item.rule
            sides, factor = self._seen_by(world, item.unit), self._factor(world, item)
            world.push(Pain(*roll, item.unit, item.cause, sides, factor, item.by))


class Harm(System[Hurt]):
    """A system that applies all damage of one moment. A unit at 0 life dies, or goes down.

    `goes_down` returns whether the unit goes down instead of dying. A unit that is down stays down.
    """

    def __init__(
        self,
        goes_down: Callable[[World, Entity], bool] = never,
        seen_by: Witnesses = everybody,
    ) -> None:
        self._goes_down = goes_down
        self._seen_by = seen_by

    def process(self, world: World, item: Hurt) -> None:
        for blow in item.blows:
            if is_about(world, blow.unit):
                self._land(world, blow)
        # Check after all damage is applied, so that units that defeat each other both die. A dict
        # keeps the order in which deaths are logged.
        struck = dict.fromkeys(blow.unit for blow in item.blows)
        fallen = tuple(u for u in struck if is_about(world, u) and _life(world, u) <= 0)
        downed = tuple(unit for unit in fallen if self._goes_down(world, unit))
        dying = tuple(unit for unit in fallen if unit not in downed)
        new = tuple(unit for unit in downed if not world.has(unit, Down))
        world.push(*([GoDown(new)] if new else []), *([Fall(dying)] if dying else []))

    def _land(self, world: World, blow: Blow) -> None:
        vitals = world.get(blow.unit, Vitals)
        lost = min(vitals.life, blow.amount)
        left = vitals.life - lost
        world.put(blow.unit, Vitals(left, vitals.most))
        if world.harms is not None and lost:
            world.harms[blow.unit, blow.cause] = None
        # Odds deal damage thousands of times, and no one reads these events.
        if world.quiet:
            return
        told = Damaged(
            unit=id_of(world, blow.unit),
            amount=lost,
            left=left,
            cause=blow.cause,
            rule=blow.rule,
            dice=world.faces,
            parts=blow.parts,
            dealt=blow.amount if blow.amount > lost else None,
        )
        self._tell(world, blow, told)

    def _tell(self, world: World, blow: Blow, told: Damaged) -> None:
        """Log damage. Only sides that see the unit that dealt it learn which unit it is."""
        witnesses = self._seen_by(world, blow.unit)
        if not isinstance(blow.by, int):
            world.tell(told, witnesses)
            return
        signed = replace(told, by=id_of(world, blow.by))
        knowing = self._seen_by(world, blow.by)
        if knowing is None:
            world.tell(signed, witnesses)
        elif witnesses is None:
            world.tell(signed, knowing, told)
        else:
            world.tell(told, witnesses)


def _life(world: World, unit: Entity) -> int:
    return world.get(unit, Vitals).life


class Healing(System[Mended]):
    """A system that heals, up to maximum life."""

    def __init__(self, seen_by: Witnesses = everybody) -> None:
        self._seen_by = seen_by

    def process(self, world: World, item: Mended) -> None:
        if not world.has(item.unit, Position):
            return
        vitals = world.get(item.unit, Vitals)
        life = min(vitals.most, vitals.life + item.amount)
        world.put(item.unit, Vitals(life, vitals.most))
        name, gained = id_of(world, item.unit), life - vitals.life
        healed = Healed(
            unit=name,
            amount=gained,
            left=life,
            whole=item.amount if item.amount > gained else None,
            rule=item.rule,
            dice=world.faces,
        )
        world.tell(healed, self._seen_by(world, item.unit))


class TellingDeaths(System[Fall]):
    """A system that logs deaths before their consequences follow."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            if not world.has(unit, Dead):
                at = tile_of(world, unit)
                world.tell(Died(unit=id_of(world, unit), at=at, rule=self._rule))


class Burial(System[Fall]):
    """A system that removes dead units from the board.

    Dead units keep their names, and their traps stay.
    """

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            bury(world, unit)


def bury(world: World, unit: Entity) -> None:
    """Remove a dead unit from the board."""
    # The log, endings and triggers still need the unit's name and side, and its traps stay set.
    world.strip(unit, keep=(Name, Allegiance, Vitals, Traps))
    world.put(unit, Dead())


PART = part_of(globals(), Vitals, Dead, Down, Away, Bulk, Name, Allegiance, Position)
