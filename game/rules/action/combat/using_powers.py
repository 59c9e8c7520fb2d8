"""Using powers and items: targets, costs and effects (ACT-36)."""

from typing import Literal

from game.components.belongings import Hand
from game.components.unit import Position
from game.core.cells import Cell, reading
from game.core.footprints import tiles
from game.rules.action.combat import (
    advantage,
    aiming,
    attack_numbers,
    attacks,
    concentration,
    walking,
)
from game.rules.action.combat.aiming import Obstacle
from game.rules.action.combat.effect_items import AffectTargets, Launch, Working
from game.rules.action.events import ItemThrown, PowerAimed, PowerUsed, ShotLost
from game.rules.action.field import effect_areas, sight_and_cover, zones
from game.rules.action.records import AttackProfile
from game.rules.action.schema import Deed
from game.rules.action.units import conditions, powers, turn_economy
from game.rules.action.units.figures import FEET, ability_parts
from game.rules.action.units.powers import RULES
from game.systems import hidden_units, items
from game.terms.events import Event, ItemUsed
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World, room_for_units
from game.world.system import System
from game.world.unit_names import id_of, side_of

Source = Literal["powers", "items"]
PlaceFlaw = Literal["no-room", "no-crossing"] | Obstacle


# Possible targets, as far as is known


def obstacle_code(
    world: World, unit: Entity, deed: Deed, target: Position, is_open: bool | None = None
) -> Obstacle | None:
    """Return a code if a footprint is out of range or behind total cover, or None.

    `is_open`: whether there is no total cover, if known.
    """
    mine = world.get(unit, Position)
    key = deed.range, deed.attack, deed.shape, mine, target
    return world.grid.once(key, lambda: _flaw(world, deed, mine, target, is_open))


def _flaw(
    world: World, deed: Deed, mine: Position, target: Position, is_open: bool | None
) -> Obstacle | None:
    far, is_blow = _distance(world, deed, mine, target), deed.attack == "melee"
    if found := aiming.barred(world, mine, target, far, deed.range, is_open):
        return found
    if is_blow and not sight_and_cover.reaches(world, mine, target, deed.range):
        return "out-of-reach"
    return None


def unreached(
    world: World, unit: Entity, id: str, deed: Deed, target: Position, named: str | None = None
) -> Refusal | None:
    """Refuse a footprint that is out of range or behind total cover.

    `named` is the id of the unit there, if the refusal should name it.
    """
    mine, found = world.get(unit, Position), obstacle_code(world, unit, deed, target)
    if found is None:
        return None
    far = _distance(world, deed, mine, target)
    return aiming.obstacle_refusal(found, id, mine, target, far, deed.range, named)


def _distance(world: World, deed: Deed, mine: Position, target: Position) -> int:
    """Return the distance to a footprint in feet, as the range of a power or an item counts it."""
    if is_by_zones(world, deed):
        return zones.distance(world, mine, target)
    return sight_and_cover.feet_apart(world, mine, target)


def is_by_zones(world: World, deed: Deed) -> bool:
    """Return whether the range of a power or an item is counted in zones.

    In battles by zones, all ranges are, except for melee attacks, ranges of one tile, lines and
    cones.
    """
    is_short = deed.range <= FEET or deed.attack == "melee" or deed.shape in ("line", "cone")
    return zones.is_zoned(world) and not is_short


def off_target(world: World, unit: Entity, id: str, deed: Deed, at: Cell) -> Refusal | None:
    """Refuse a tile at which the power or item can't be used."""
    if at == world.get(unit, Position).at and deed.shape != "burst":
        return Refusal("own-tile", "ACT-36", thing=id)
    if deed.shape == "place":
        return _no_place(world, unit, id, deed, at)
    if refusal := unreached(world, unit, id, effect_areas.as_far_as(deed), Position(at)):
        return refusal
    if _starts_in_wall(world, deed, at):
        return Refusal("in-the-wall", "ACT-33", thing=id, at=at)
    return no_catch(world, unit, id, deed, at)


def _starts_in_wall(world: World, deed: Deed, at: Cell) -> bool:
    """Return whether a burst would begin inside a wall."""
    return deed.shape == "burst" and effect_areas.is_filled(world, at)


def aims(world: World, unit: Entity, source: Source, id: str) -> tuple[Cell, ...]:
    """Return the tiles at which a power or an item can be used, in reading order."""
    deed = powers.deed(world, source, id)
    return world.once(("aims", unit, source, id), lambda: _aims(world, unit, deed), walking.WAYS)


def _aims(world: World, unit: Entity, deed: Deed) -> tuple[Cell, ...]:
    reach, near = effect_areas.as_far_as(deed), _near(world, unit, deed)
    if deed.shape == "place":
        found = [at for at in near if _place_flaw(world, unit, deed, at) is None]
    else:
        is_open = sight_and_cover.open_from(world.grid, world.get(unit, Position))
        free = (at for at in near if is_open(at) and not _starts_in_wall(world, deed, at))
        found = [at for at in free if not obstacle_code(world, unit, reach, Position(at), True)]
    return tuple(sorted(found, key=reading))


def _near(world: World, unit: Entity, deed: Deed) -> set[Cell]:
    """Return the tiles that may be in range; for an area, those where it has a valid target."""
    mine, far = world.get(unit, Position), effect_areas.as_far_as(deed).range // FEET
    if is_by_zones(world, deed):
        near = set(world.grid.cells())
    else:
        near = effect_areas.around(world, mine, far + room_for_units.full_span(world, unit))
    if deed.shape != "burst":
        near.discard(mine.at)
    if deed.shape == "place" or works_anywhere(world, unit, deed):
        return near
    return effect_areas.catching(world, unit, deed, near)


def no_catch(world: World, unit: Entity, id: str, deed: Deed, at: Cell) -> Refusal | None:
    """Refuse a use that would do nothing at a tile, as far as is known."""
    if works_anywhere(world, unit, deed):
        return None
    area = effect_areas.area_of(world, unit, deed, at)
    if any(
        effect_areas.is_meant(world, unit, u, deed)
        for u in effect_areas.caught(world, unit, deed, area)
    ):
        return None
    match deed.targets:
        case "foe":
            return Refusal("catches-nobody", "ACT-36", variant="foe", thing=id)
        case "ally":
            return Refusal("catches-nobody", "ACT-36", variant="ally", thing=id)
        case "any":
            return Refusal("catches-nobody", "ACT-36", thing=id)


def works_anywhere(world: World, unit: Entity, deed: Deed) -> bool:
    """Return whether a use works without a visible target."""
    if deed.effect.find and hidden_units.are_any(world, side_of(world, unit)):
        return True
    return deed.effect.terrain is not None


def _place_flaw(world: World, unit: Entity, deed: Deed, at: Cell) -> PlaceFlaw | None:
    """Return a code if the unit can't teleport to a tile, or None."""
    grid = world.air if walking.flies(world, unit) else world.grid
    if not grid.cost(at) or not room_for_units.fits(world, unit, at, grid):
        return "no-room"
    there = Position(at, room_for_units.full_span(world, unit))
    if zones.are_parted(world, world.get(unit, Position), there):
        return "no-crossing"
    return obstacle_code(world, unit, deed, there)


def _no_place(world: World, unit: Entity, id: str, deed: Deed, at: Cell) -> Refusal | None:
    """Refuse a tile to which the unit can't teleport."""
    found = _place_flaw(world, unit, deed, at)
    if found == "no-room":
        return Refusal("no-room", "ACT-36", at=at, unit=id_of(world, unit))
    if found == "no-crossing":
        return Refusal("no-crossing", "ACT-31", variant="place", at=at)
    return unreached(world, unit, id, deed, Position(at, room_for_units.full_span(world, unit)))


# Use


def use(
    world: World,
    unit: Entity,
    source: Source,
    id: str,
    target: Entity | None = None,
    at: Cell | None = None,
) -> None:
    """Use a power or an item: pay for it, and push its effects."""
    deed = powers.deed(world, source, id)
    turn_economy.use(world, unit, **{"bonus" if deed.time == "bonus" else "action": True})
    world.tell(_told(world, unit, source, id, target, at), hidden_units.witnesses(world, unit))
    if source == "items":
        items.take_from_hand(world, unit, id)
        world.push(items.Consumed(unit, id))
    else:
        powers.pay(world, unit, id)
    if concentration.is_kept(world, source, id):
        concentration.begin(world, unit, id)
    if deed.attack and target is not None:
        world.push(Launch(unit, target, source, id))
        if deed.attack == "ranged":
            zones.expose(world, unit)
    else:
        world.push(affect(world, unit, source, id, target, at))


def _told(
    world: World, unit: Entity, source: str, id: str, target: Entity | None, at: Cell | None
) -> Event:
    name, rule = id_of(world, unit), RULES[source]
    foe = None if target is None else id_of(world, target)
    if source == "items":
        if at is not None:
            return ItemThrown(unit=name, item=id, at=at, rule=rule)
        return ItemUsed(unit=name, item=id, target=foe, rule=rule)
    if at is not None:
        return PowerAimed(unit=name, power=id, at=at, rule=rule)
    return PowerUsed(unit=name, power=id, target=foe, rule=rule)


def affect(
    world: World, unit: Entity, source: Source, id: str, target: Entity | None, at: Cell | None
) -> AffectTargets:
    """Return the item for the effects of a use on units and tiles."""
    deed, mine = powers.deed(world, source, id), world.get(unit, Position)
    what = source, id, unit
    if deed.shape in effect_areas.AIMED:
        area = effect_areas.area_of(world, unit, deed, at or mine.at)
        origin = area.origin if deed.shape == "burst" else mine
        caught = effect_areas.caught(world, unit, deed, area)
        return AffectTargets(Working(*what, origin, area.cells, is_area=True), caught)
    if at is not None:
        cells = tiles(at, room_for_units.full_span(world, unit))
        return AffectTargets(Working(*what, mine, cells, at), (unit,))
    whom = unit if target is None else target
    return AffectTargets(Working(*what, mine, world.get(whom, Position).cells), (whom,))


class Launching(System[Launch]):
    """A system that makes a use's attack, if the user is still able and the target still there."""

    def process(self, world: World, item: Launch) -> None:
        unit = item.unit
        if _is_possible(world, item):
            attacks.push_attack(world, profile(world, unit, item.target, item.source, item.thing))
        elif world.has(unit, Position):
            concentration.settle(world, unit)
            told = ShotLost(unit=id_of(world, unit), weapon=item.thing, rule="ACT-29")
            world.tell(told, hidden_units.witnesses(world, unit))


def _is_possible(world: World, item: Launch) -> bool:
    its, deed = world.find(item.target, Position), powers.deed(world, item.source, item.thing)
    if its is None or not world.has(item.unit, Position):
        return False
    is_able = conditions.is_able(world, item.unit)
    return is_able and obstacle_code(world, item.unit, deed, its) is None


def profile(world: World, unit: Entity, target: Entity, source: Source, id: str) -> AttackProfile:
    """Return the attack roll of a power or an item (ACT-14)."""
    deed, its = powers.deed(world, source, id), world.get(target, Position)
    mode = deed.attack or "melee"
    roll, _, why = advantage.rolled(world, advantage.reasons(world, unit, target, its, mode))
    skill = powers.skill_of(deed)
    parts = (
        *ability_parts(world, unit, deed.ability, skill, "ACT-12"),
        *attack_numbers.shared_parts(world, unit, its, target),
        *why,
    )
    return AttackProfile(
        attacker=unit,
        target=target,
        at=its.at,
        source=source,
        weapon=id,
        roll=roll,
        bonus=sum(part.value for part in parts),
        needed=attack_numbers.rating_of(world, unit, target),
        damage=deed.effect.damage,
        added=0,
        least=0,
        factor=attack_numbers.factor(world, target, deed.effect.type),
        guards=attack_numbers.guards(world, unit, target, mode),
        guard_side=side_of(world, target),
        parts=parts,
    )


def holds(world: World, unit: Entity, source: str, id: str) -> bool:
    """Return whether the unit has the item, or knows the power."""
    if source == "items":
        hand = world.find(unit, Hand)
        return hand is not None and id in hand.items
    return id in powers.known(world, unit)
