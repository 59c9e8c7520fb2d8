"""Mounts: shying, attacking, throwing and losing their riders (VER-19, VER-20, VER-35)."""

from msgspec.structs import replace

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.verdigris import attacks, events, figures, melees, moves
from game.rules.verdigris.dice_pools import Aim, Trial, Tried, first_roll
from game.rules.verdigris.figures import parts_of
from game.rules.verdigris.records import Flinch, Grappled, Mounted, Trampling, Turn, Unseated
from game.rules.verdigris.schema import TRAMPLE
from game.systems.damage import Blow, Fall, GoDown, Hurt
from game.systems.movement import stop_walk
from game.systems.rounds import EndTurn
from game.systems.script import triggers
from game.terms.agenda import AgendaItem
from game.terms.records import NOBODY, Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of


def riding_trial(
    world: World, unit: Entity, purpose: str, rule: str, other: Entity = NOBODY
) -> Trial:
    """Return the test to control a mount, or to make an untrained mount attack."""
    kind = figures.beast(world, unit)
    parts = (
        *figures.skilled(world, unit, "charisma", "riding", rule),
        *parts_of(("calm", kind.calm, rule), ("rider", _rider(world, unit), rule)),
    )
    return moves.trial(world, unit, purpose, rule, parts, other)


def _rider(world: World, unit: Entity) -> int:
    return figures.talent(world, unit, "riding")


class Flinching(System[Flinch | Tried]):
    """A system for an untrained mount near danger: its rider controls it, or it bolts (VER-19)."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, Flinch):
            self._begin(world, item.unit)
        elif isinstance(item, Tried) and item.purpose == "hold":
            attacks.strain(world, item.unit, item.ones, item.pushed)
            self._end(world, item)

    def _begin(self, world: World, unit: Entity) -> None:
        mounted = world.find(unit, Mounted)
        if mounted is None or not mounted.ridden or not figures.is_able(world, unit):
            return
        alarmed = mounted.attacked or bool(melees.foes_beside(world, unit))
        world.put(unit, replace(mounted, attacked=False, held=False))
        if alarmed and not figures.beast(world, unit).trained:
            world.push(first_roll(riding_trial(world, unit, "hold", "VER-19")))

    def _end(self, world: World, item: Tried) -> None:
        unit, name = item.unit, id_of(world, item.unit)
        if item.sixes:
            world.put(unit, replace(world.get(unit, Mounted), held=True))
            world.tell(events.MountHeld(unit=name, rule="VER-19", dice=world.faces))
            return
        world.tell(events.Bolted(unit=name, rule="VER-19", dice=world.faces))
        turn, path = world.find(unit, Turn), escape(world, unit)
        if turn and not turn.move:
            world.put(unit, replace(turn, move=True, moved=True))
            if path and not world.has(unit, Grappled) and not figures.has(world, unit, "prone"):
                moves.set_out(world, unit, path, careful=False)


def escape(world: World, unit: Entity) -> tuple[Cell, ...]:
    """Return the path to the tile farthest from all foes; () if the mount is on it already."""
    foes = moves.foes_at(world, unit)
    here = world.get(unit, Position).at
    found = moves.paths(world, unit, False)
    best = max((here, *found), key=lambda cell: _away(cell, foes))
    return found.get(best, ())


def _away(cell: Cell, foes: frozenset[Cell]) -> int:
    return min((attacks.distance(cell, foe) for foe in foes), default=0)


class MountAttacking(System[Trampling | Tried]):
    """A system for mounts' attacks. An untrained mount must be made to attack first (VER-20)."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, Trampling):
            if figures.beast(world, item.unit).trained or world.get(item.unit, Mounted).held:
                charge(world, item.unit, item.target)
            else:
                test = riding_trial(world, item.unit, "urge", "VER-19", item.target)
                world.push(first_roll(test))
        elif isinstance(item, Tried) and item.purpose == "urge":
            attacks.strain(world, item.unit, item.ones, item.pushed)
            if item.sixes:
                charge(world, item.unit, item.other)
            else:
                name = id_of(world, item.unit)
                world.tell(events.Refused(unit=name, rule="VER-19", dice=world.faces))


def charge(world: World, unit: Entity, target: Entity) -> None:
    """Push the mount's attack."""
    triggers.attack(world, unit, target, TRAMPLE, "VER-20")
    world.push(first_roll(mount_aim(world, unit, target)))


def mount_aim(world: World, unit: Entity, target: Entity) -> Aim:
    """Return the mount's attack: quality and bonus dice, no dice for outnumbering, no push."""
    kind = figures.beast(world, unit)
    plain = attacks.aim(world, unit, target, TRAMPLE)
    parts = parts_of(("quality", kind.quality, "VER-20"), ("bonus", kind.bonus, "VER-20"))
    dice = figures.pool(world, parts)
    return replace(
        plain,
        pool=dice,
        stress=0,
        may_push=False,
        parts=parts,
        damage=kind.damage,
        source="VER-20",
    )


class Unseating(System[Unseated | Tried]):
    """A system for riders that come off their mounts: standing, or hurt and prone (VER-35)."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, Unseated):
            if figures.rides(world, item.unit):
                self._fall(world, item.unit)
        elif isinstance(item, Tried) and item.purpose == "fall":
            attacks.strain(world, item.unit, item.ones, item.pushed)
            if item.sixes:
                name = id_of(world, item.unit)
                told = events.KeptSeat(unit=name, rule="VER-35", dice=world.faces)
                world.tell(told)
            elif figures.is_able(world, item.unit):
                attacks.fall_prone(world, item.unit, "VER-35")
                world.push(Hurt((Blow(item.unit, 1, "fall", "VER-35"),)))

    def _fall(self, world: World, unit: Entity) -> None:
        leave(world, unit)
        stop_walk(world, unit)
        if figures.is_able(world, unit):
            parts = (
                *figures.skilled(world, unit, "agility", "", "VER-35"),
                *parts_of(("rider", _rider(world, unit), "VER-35")),
            )
            world.push(first_roll(moves.trial(world, unit, "fall", "VER-35", parts)))


def leave(world: World, unit: Entity) -> None:
    """Remove a mount without a rider from the battle, unless it was slain."""
    mounted = world.find(unit, Mounted)
    if mounted is None:
        return
    world.drop(unit, Mounted)
    if mounted.life:
        world.tell(events.MountLeft(unit=id_of(world, unit), rule="VER-35"))


class Straying(System[Fall | GoDown | EndTurn]):
    """A system that removes mounts whose riders die, go down, or end a turn without mounting."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, EndTurn):
            mounted = world.find(item.unit, Mounted)
            if mounted and not mounted.ridden:
                leave(world, item.unit)
        elif isinstance(item, Fall | GoDown):
            for unit in item.units:
                if isinstance(item, Fall) or not figures.is_able(world, unit):
                    leave(world, unit)


def foes_near(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the foes that a mount could attack: those next to it, even at Death's Door."""
    mine, side = world.get(unit, Position).at, side_of(world, unit)
    return tuple(
        u
        for u, p in world.all(Position)
        if side_of(world, u) != side and world.grid.adjacent(mine, p.at)
    )
