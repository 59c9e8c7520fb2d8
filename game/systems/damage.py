"""Losing and regaining life, and dying."""

from collections.abc import Callable, Hashable

from msgspec import UNSET
from msgspec.structs import astuple, replace

from game.components.belongings import Traps
from game.components.conditions import Author
from game.components.unit import Allegiance, Away, Bulk, Dead, Down, Name, Position, Vitals
from game.systems.movement import Witnesses, everybody
from game.terms.agenda import AgendaItem, Outcome, RollHead, SingleRoll
from game.terms.events import Damaged, Died, Healed
from game.terms.parts import part_of
from game.terms.records import Entity, Record
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, tile_of


class Blow(Record, frozen=True):
    """Life that a unit loses, and the cause: a key of the texts or an id.

    `by` is the unit whose deed it is; None for a hazard.
    """

    unit: Entity
    amount: int
    cause: str
    rule: str | None
    by: Author = UNSET


class Hurt(Outcome, frozen=True):
    """Blows that land at the same moment."""

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
    """A unit is due some rolled damage, if it is still about when this comes up.

    `kind` is the condition that it comes from, if one does, and `by` the unit whose deed it is.
    """

    unit: Entity
    dice: str
    cause: str
    rule: str | None
    kind: str | None = None
    by: Author = UNSET


class Pain(SingleRoll, frozen=True):
    """The roll of such damage; `sides` are those who see it, None for all.

    `factor` is applied to it: `full`, `half` (rounded down) or `double`.
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
        dealt = tempered(max(0, value), self.factor)
        return Hurt((Blow(self.unit, dealt, self.through, self.source, self.author),))


def tempered(damage: int, factor: str) -> int:
    """Return damage after resistance (half, rounded down) or vulnerability (double)."""
    if factor == "half":
        return damage // 2
    return damage * 2 if factor == "double" else damage


def life_on_foot(world: World, unit: Entity) -> int:
    """Return the life of a unit if it stood: at least 1, the life of a unit that is down."""
    return 1 if world.has(unit, Down) else max(1, world.get(unit, Vitals).life)


class Fall(AgendaItem, frozen=True):
    """Units that die at the same moment."""

    units: tuple[Entity, ...]


class GoDown(AgendaItem, frozen=True):
    """Units that go down at the same moment, but are not dead."""

    units: tuple[Entity, ...]


def is_about(world: World, unit: Entity) -> bool:
    """Return whether the unit is on the board or will come back to it: it loses life there, too."""
    return world.has(unit, Position) or world.has(unit, Away)


def never(world: World, unit: Entity) -> bool:
    """Return False: any unit at 0 dies."""
    return False


def untyped(world: World, item: Suffer) -> str:
    """Return the damage unchanged, as all of it is alike."""
    return "full"


class Suffering(System[Suffer]):
    """A system that rolls damage that is due to units still in play."""

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
    """A system that takes life off, all blows of a moment together; a unit at 0 falls, or goes
    down.

    `goes_down` returns whether the book has a unit go down instead; a unit that is down stays so.
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
        # Only when all blows have landed: units that kill each other at the same moment both die. A
        # dict keeps the order of the blows, in which deaths are told.
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
        # Odds land thousands of blows, and nobody reads the event of any.
        if world.quiet:
            return
        told = Damaged(
            unit=id_of(world, blow.unit),
            amount=lost,
            left=left,
            cause=blow.cause,
            rule=blow.rule,
            dice=world.faces,
        )
        self._tell(world, blow, told)

    def _tell(self, world: World, blow: Blow, told: Damaged) -> None:
        """Log damage; only sides that see the author learn of the author."""
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
    """A system that gives life back, up to the most."""

    def __init__(self, seen_by: Witnesses = everybody) -> None:
        self._seen_by = seen_by

    def process(self, world: World, item: Mended) -> None:
        if not world.has(item.unit, Position):
            return
        vitals = world.get(item.unit, Vitals)
        life = min(vitals.most, vitals.life + item.amount)
        world.put(item.unit, Vitals(life, vitals.most))
        name, gained = id_of(world, item.unit), life - vitals.life
        healed = Healed(unit=name, amount=gained, left=life, rule=item.rule, dice=world.faces)
        world.tell(healed, self._seen_by(world, item.unit))


class TellingDeaths(System[Fall]):
    """A system that logs deaths before their consequences."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            if not world.has(unit, Dead):
                at = tile_of(world, unit)
                world.tell(Died(unit=id_of(world, unit), at=at, rule=self._rule))


class Burial(System[Fall]):
    """A system that takes the dead off the board; they keep their names, and their traps stay."""

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            bury(world, unit)


def bury(world: World, unit: Entity) -> None:
    """Take a unit that has died off the board."""
    # The log, the endings and triggers still ask who it was, and its traps stay where they are.
    world.strip(unit, keep=(Name, Allegiance, Vitals, Traps))
    world.put(unit, Dead())


PART = part_of(globals(), Vitals, Dead, Down, Away, Bulk, Name, Allegiance, Position)
