"""Losing and regaining life, and dying."""

from typing import ClassVar

from game.components.goods import Traps
from game.components.unit import Allegiance, Dead, Name, Position, Vitals
from game.terms.agenda import Item, Outcome, Throw
from game.terms.events import Damaged, Died, Healed
from game.terms.records import Record
from game.world import World
from game.world.names import id_of, tile_of
from game.world.system import System


class Blow(Record, frozen=True):
    """Life that a unit loses, and through what: `cause` is a key of the texts or an id."""

    unit: int
    amount: int
    cause: str
    rule: str | None


class Hurt(Outcome, frozen=True):
    """Blows that land at the same moment."""

    blows: tuple[Blow, ...]


class Mended(Outcome, frozen=True):
    """Life that a unit regains."""

    unit: int
    amount: int
    rule: str | None


class Suffer(Item, frozen=True):
    """A unit is due some rolled damage, if it still stands when this comes up."""

    unit: int
    dice: str
    cause: str
    rule: str | None


class Pain(Throw, frozen=True):
    """The roll of such damage."""

    unit: int
    through: str

    @property
    def cause(self) -> str | None:
        return self.through

    def after(self, value: int) -> Item:
        return Hurt((Blow(self.unit, max(0, value), self.through, self.source),))


class Fall(Item, frozen=True):
    """Units that die at the same moment."""

    units: tuple[int, ...]


RECORDS = (Blow, Hurt, Mended, Suffer, Pain, Fall, Vitals, Dead, Name, Allegiance, Position)


class Suffering(System):
    """Rolls damage that is due to who still stands."""

    acts_on: ClassVar = (Suffer,)

    def process(self, world: World, item: Suffer) -> None:
        if world.has(item.unit, Position):
            world.push(Pain(item.dice, "damage", None, item.rule, item.unit, item.cause))


class Harm(System):
    """Takes life off, all blows of a moment together; who is at 0 falls."""

    acts_on: ClassVar = (Hurt,)

    def process(self, world: World, item: Hurt) -> None:
        for blow in item.blows:
            if world.has(blow.unit, Position):
                self._land(world, blow)
        struck = dict.fromkeys(blow.unit for blow in item.blows)
        fallen = tuple(u for u in struck if world.has(u, Position) and _life(world, u) <= 0)
        if fallen:
            world.push(Fall(fallen))

    def _land(self, world: World, blow: Blow) -> None:
        vitals = world.get(blow.unit, Vitals)
        lost = min(vitals.life, blow.amount)
        left = vitals.life - lost
        world.put(blow.unit, Vitals(left, vitals.most))
        world.tell(
            Damaged(
                unit=id_of(world, blow.unit),
                amount=lost,
                left=left,
                cause=blow.cause,
                rule=blow.rule,
                dice=world.faces,
            )
        )


def _life(world: World, unit: int) -> int:
    return world.get(unit, Vitals).life


class Healing(System):
    """Gives life back, up to the most."""

    acts_on: ClassVar = (Mended,)

    def process(self, world: World, item: Mended) -> None:
        if not world.has(item.unit, Position):
            return
        vitals = world.get(item.unit, Vitals)
        life = min(vitals.most, vitals.life + item.amount)
        world.put(item.unit, Vitals(life, vitals.most))
        name, gained = id_of(world, item.unit), life - vitals.life
        world.tell(Healed(unit=name, amount=gained, left=life, rule=item.rule, dice=world.faces))


class Dying(System):
    """Tells of the fallen before anything comes of it."""

    acts_on: ClassVar = (Fall,)

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            if not world.has(unit, Dead):
                at = tile_of(world, unit)
                world.tell(Died(unit=id_of(world, unit), at=at, rule=self._rule))


class Burial(System):
    """Takes the fallen off the board; they keep who they were, and their traps stay."""

    acts_on: ClassVar = (Fall,)

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            world.strip(unit, keep=(Name, Allegiance, Vitals, Traps))
            world.put(unit, Dead())
