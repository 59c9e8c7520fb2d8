"""Attacks: who can be attacked, the numbers of an attack, what comes of it (ACT-12, ACT-13)."""

from typing import ClassVar

from msgspec.structs import replace

from game.components.goods import Armed
from game.components.unit import Position
from game.core.cells import Cell, steps_apart
from game.core.dice import Dice
from game.core.sight import sees
from game.systems import unseen
from game.systems.harm import Blow, Hurt
from game.systems.movement import stop_walk
from game.terms.agenda import Item
from game.terms.events import Attacked, Hit, Missed
from game.terms.field_events import Shoved
from game.terms.odds import Modifier
from game.world import World
from game.world.names import id_of, side_of, tile_of
from game.world.system import System
from tests.books.sketch.events import Parried, Probed, ProbeMissed
from tests.books.sketch.records import Aim, Fighter, Missing, Profile, Spent, Struck
from tests.books.sketch.schema import Weapon


def weapon_of(world: World, unit: int) -> Weapon:
    """The weapon a unit fights with."""
    return world.scene.gear("arms", world.get(unit, Armed).weapon, Weapon)


def in_reach(world: World, unit: int, cell: Cell) -> bool:
    """Whether the unit's weapon reaches the tile; a closed diagonal parts two tiles (ALL-06)."""
    at, reach = tile_of(world, unit), weapon_of(world, unit).reach
    if at is None or not reach:
        return False
    far = steps_apart(at, cell, diagonal=True)
    return world.grid.adjacent(at, cell) or (1 < far <= reach and sees(world.grid, at, cell))


def can_hit(world: World, unit: int, cell: Cell) -> bool:
    """Whether the unit can strike or shoot at the tile."""
    at, weapon = tile_of(world, unit), weapon_of(world, unit)
    if at is None or at == cell:
        return False
    near = steps_apart(at, cell, diagonal=True) <= weapon.range
    return in_reach(world, unit, cell) or (near and sees(world.grid, at, cell))


def declare(world: World, attacker: int, target: int) -> None:
    """Pushes the attack on a foe that is seen; the attacker comes to light."""
    profile = _profile(world, attacker, target, world.get(target, Position).at)
    names = id_of(world, attacker), id_of(world, target)
    unseen.come_out(world, attacker, "ACT-21")
    world.tell(Attacked(unit=names[0], target=names[1], weapon=profile.weapon, rule="ACT-13"))
    world.push(Aim(profile))


def probe(world: World, attacker: int, at: Cell) -> None:
    """Pushes the attack on a tile where an unseen foe may be (ACT-20)."""
    side = side_of(world, attacker)
    found = next((u for u in world.at(Position, at) if unseen.is_unseen(world, u, side)), None)
    profile = _profile(world, attacker, found, at)
    unseen.come_out(world, attacker, "ACT-21")
    name = id_of(world, attacker)
    world.tell(Probed(unit=name, at=at, weapon=profile.weapon, rule="ACT-20"))
    world.push(Aim(profile))


def _profile(world: World, attacker: int, target: int | None, at: Cell) -> Profile:
    fighter, armed = world.get(attacker, Fighter), world.get(attacker, Armed)
    weapon = weapon_of(world, attacker)
    roll, parts = _roll(world, attacker, target)
    if fighter.bonus:
        parts = (Modifier("skill", fighter.bonus, "ACT-12"), *parts)
    needed = world.get(target, Armed).armour if target is not None else 0
    return Profile(
        *(attacker, target, at, armed.weapon, roll, fighter.bonus, needed),
        *(weapon.damage, weapon.push, _parry(world, target), parts),
    )


def _roll(world: World, attacker: int, target: int | None) -> tuple[str, tuple[Modifier, ...]]:
    """The dice, as who is unseen by whom makes them; a probed tile counts as unseen."""
    side = side_of(world, attacker)
    blind = target is None or unseen.is_unseen(world, target, side)
    hidden = target is not None and unseen.is_unseen(world, attacker, side_of(world, target))
    if blind == hidden:
        return "3d6", ()
    if blind:
        return "4d6kl3", (Modifier("unseen target", 0, "ACT-20"),)
    return "4d6kh3", (Modifier("unseen attacker", 0, "ACT-21"),)


def _parry(world: World, target: int | None) -> str | None:
    if target is None or world.get(target, Spent).reaction:
        return None
    return side_of(world, target) if world.get(target, Fighter).parries else None


class Landing(System):
    """Tells how an attack came out, and takes the damage off."""

    acts_on: ClassVar = (Missing, Struck)

    def process(self, world: World, item: Item) -> None:
        if isinstance(item, Missing):
            self._miss(world, item.profile)
        elif isinstance(item, Struck):
            self._hit(world, item)

    def _miss(self, world: World, aim: Profile) -> None:
        name, dice = id_of(world, aim.attacker), world.faces
        if aim.target is None or unseen.is_unseen(world, aim.target, side_of(world, aim.attacker)):
            world.tell(ProbeMissed(unit=name, at=aim.at, rule="ACT-20", dice=dice))
            return
        foe, total = id_of(world, aim.target), _total(world, aim)
        world.tell(
            Missed(unit=name, target=foe, total=total, needed=aim.needed, rule="ACT-12", dice=dice)
        )

    def _hit(self, world: World, item: Struck) -> None:
        aim, target = item.profile, item.profile.target
        assert target is not None
        unseen.find(world, target, side_of(world, aim.attacker), "ACT-20")
        name, foe, total = id_of(world, aim.attacker), id_of(world, target), _total(world, aim)
        dice = world.faces[: len(Dice.of(aim.roll).sides)]
        world.tell(
            Hit(unit=name, target=foe, total=total, needed=aim.needed, rule="ACT-12", dice=dice)
        )
        if item.parried:
            world.put(target, replace(world.get(target, Spent), reaction=True))
            world.tell(Parried(unit=foe, rule="ACT-09"))
        world.push(Hurt((Blow(target, item.dealt, aim.weapon, "ACT-13"),)))


def _total(world: World, aim: Profile) -> int:
    """What the attack came to: from the faces, so that equal outcomes are equal records."""
    dice = Dice.of(aim.roll)
    faces = world.faces[: len(dice.sides)]
    return dice.value(faces) + aim.bonus if len(faces) == len(dice.sides) else 0


class Shoving(System):
    """A hit with a weapon that pushes moves the target one tile away, if it lives."""

    acts_on: ClassVar = (Struck,)

    def process(self, world: World, item: Struck) -> None:
        aim, target = item.profile, item.profile.target
        start = tile_of(world, aim.attacker)
        if not aim.push or target is None or start is None or tile_of(world, target) != aim.at:
            return
        to = aim.at[0] + _sign(aim.at[0] - start[0]), aim.at[1] + _sign(aim.at[1] - start[1])
        if to in dict(world.grid.neighbours(aim.at)):
            self._shove(world, aim.attacker, target, to)

    def _shove(self, world: World, attacker: int, target: int, to: Cell) -> None:
        there = world.at(Position, to)
        for other in there:
            for unit in (attacker, target):
                unseen.find(world, other, side_of(world, unit))
        if there:
            return
        stop_walk(world, target)
        world.put(target, Position(to))
        name, by = id_of(world, target), id_of(world, attacker)
        world.tell(Shoved(unit=name, by=by, to=to, rule="ACT-18"))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
