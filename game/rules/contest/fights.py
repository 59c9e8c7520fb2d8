"""Fights: their members, turns and attacks (CON-06 … CON-09, CON-14, CON-17)."""

from msgspec.structs import replace

from game.components.belongings import Armed
from game.components.motion import Stride
from game.core.cells import Cell
from game.rules.contest.records import (
    AttackRoll,
    Chasing,
    CombatAsk,
    FightTurn,
    OfferChase,
    Pursued,
    StartFight,
    TileFight,
)
from game.rules.contest.schema import Settings, Weapon
from game.systems.breaking_away import Fleeing, Flight
from game.systems.damage import Fall
from game.systems.movement import stride_left
from game.systems.script.effects import ScriptRules
from game.systems.turn_upkeep import conditions_of
from game.terms.agenda import AgendaItem
from game.terms.board_events import FightEnded, FightJoined, FightStarted, MovementSpent
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of, tile_of


def fight_at(world: World, cell: Cell) -> Entity | None:
    """Return the fight on a tile, or None."""
    found = world.at(TileFight, cell)
    return found[0] if found else None


def fight_of(world: World, unit: Entity) -> Entity | None:
    """Return the fight that a unit is in, or None."""
    return next((e for e, fight in world.all(TileFight) if unit in fight.fighters), None)


SCRIPT_RULES = ScriptRules(is_bound=lambda world, unit: fight_of(world, unit) is not None)
"""How triggers act on units: a unit in a fight stays there."""


def opponents(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return all other units in the unit's fight, in turn order, starting after the unit."""
    found = fight_of(world, unit)
    if found is None:
        return ()
    order = world.get(found, TileFight).fighters
    place = order.index(unit)
    return order[place + 1 :] + order[:place]


def begin(world: World, fight: TileFight, rule: str) -> None:
    """Place a fight on its tile, and push its first turn."""
    for unit in fight.fighters:
        world.drop(unit, Chasing)
    names = tuple(id_of(world, unit) for unit in fight.fighters)
    world.tell(FightStarted(at=fight.at, fighters=names, rule=rule))
    world.push(FightTurn(world.spawn(fight)))
    for unit in fight.fighters:
        if world.has(unit, Pursued):
            world.push(OfferChase(unit))


def join(world: World, unit: Entity, cell: Cell) -> None:
    """Add a unit that has entered the tile to the fight there, last in turn order."""
    found = fight_at(world, cell)
    assert found is not None
    fight = world.get(found, TileFight)
    world.drop(unit, Chasing)
    # `seat` may be one past the end, which means the first fighter. Resolve that first: a fighter
    # added at the end would otherwise act too early.
    seat = fight.seat % len(fight.fighters)
    came = (*fight.came, *((unit, other) for other in fight.fighters))
    world.put(found, replace(fight, fighters=(*fight.fighters, unit), seat=seat, came=came))
    world.tell(FightJoined(unit=id_of(world, unit), at=cell, rule="CON-14"))
    if world.has(unit, Pursued):
        world.push(OfferChase(unit))


def resume(world: World, chaser: Entity, chasing: Chasing) -> None:
    """Resume a fight with the chaser's turn, once the chaser has reached the unit that fled."""
    at = tile_of(world, chaser)
    assert at is not None
    pair = (chaser, chasing.quarry)
    begin(world, TileFight(at, pair, 0, (pair,), chasing.blows), "CON-13")


def leave(world: World, unit: Entity) -> None:
    """Remove a unit from its fight at once. The fight ends if only one fighter is left."""
    found = fight_of(world, unit)
    if found is None:
        return
    fight = world.get(found, TileFight)
    place = fight.fighters.index(unit)
    left = fight.fighters[:place] + fight.fighters[place + 1 :]
    if len(left) < 2:
        world.drop(found, TileFight)
        world.tell(FightEnded(at=fight.at, rule="CON-15"))
        return
    # Fighters after `unit` move up one place, but the turn must stay with the same fighter.
    seat = fight.seat - 1 if place < fight.seat else fight.seat
    came = tuple(pair for pair in fight.came if unit not in pair)
    acting = None if fight.acting == unit else fight.acting
    changed = replace(fight, fighters=left, seat=seat % len(left), came=came, acting=acting)
    world.put(found, changed)


class Fighting(System[StartFight | FightTurn]):
    """A system that starts fights and gives fighters their turns."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case StartFight(aggressor, defender, first, rule):
                second = defender if first == aggressor else aggressor
                at = tile_of(world, defender)
                # Between the decision and the start of the fight, a unit may have died or been
                # moved.
                if at is not None and tile_of(world, aggressor) == at:
                    pair = (aggressor, defender)
                    begin(world, TileFight(at, (first, second), 0, (pair,)), rule)
            case FightTurn(entity):
                self._turn(world, entity)

    def _turn(self, world: World, entity: Entity) -> None:
        fight = world.find(entity, TileFight)
        if fight is None:
            self._let_flights_go_on(world, entity)
            return
        unit, seat = fight.next(), fight.seat % len(fight.fighters)
        # Advance before the turn: the fighter may leave during it, and `leave` expects `seat` to
        # point past the fighter.
        world.put(entity, replace(fight, seat=seat + 1, acting=unit))
        world.push(FightTurn(entity), CombatAsk(side_of(world, unit), unit, entity))

    def _let_flights_go_on(self, world: World, entity: Entity) -> None:
        """Let fleeing units that waited for this fight use their remaining movement (CON-16)."""
        for unit, fleeing in world.all(Fleeing):
            if fleeing.joined == entity:
                world.push(Flight(unit))


class LeavingFights(System[Fall]):
    """A system that removes dead units from fights."""

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            leave(world, unit)


def price(world: World, unit: Entity, target: Entity) -> int:
    """Return the movement that an attack or item costs the unit (CON-08).

    Only the aggressor of a pair pays, and never more than it has left.
    """
    found = fight_of(world, unit)
    if found is None or target not in world.get(found, TileFight).comes(unit):
        return 0
    return min(world.scene.settings(Settings).fight_price, stride_left(world, unit))


def pay(world: World, unit: Entity, target: Entity, rule: str) -> None:
    """Subtract the price of an attack or item from the unit's movement left."""
    due = price(world, unit, target)
    if due:
        left = stride_left(world, unit) - due
        world.put(unit, Stride(left))
        world.tell(MovementSpent(unit=id_of(world, unit), left=left, rule=rule))


def strike(world: World, attacker: Entity, target: Entity) -> AttackRoll:
    """Return an attack with all modifiers to its damage, each with its rule (CON-07)."""
    armed = world.get(attacker, Armed)
    weapon = world.scene.gear("arms", armed.weapon, Weapon)
    edge = conditions_of(world, attacker).total("edge")
    armour = armour_of(world, target)
    fury = _fury(world, attacker)
    parts = (
        *conditions_of(world, attacker).modifiers("edge"),
        *((Modifier("armour", -armour, "CON-07"),) if armour else ()),
        *((Modifier("fury", fury, "CON-07"),) if fury else ()),
    )
    throw = (weapon.damage, "damage", attacker, "CON-07")
    return AttackRoll(*throw, target, armed.weapon, edge, armour, fury, parts)


def armour_of(world: World, unit: Entity) -> int:
    """Return a unit's armour with its conditions."""
    return max(0, world.get(unit, Armed).armour + conditions_of(world, unit).total("armour"))


def _fury(world: World, attacker: Entity) -> int:
    """Return the extra damage of the next attack in a long fight."""
    found = fight_of(world, attacker)
    struck = world.get(found, TileFight).struck(attacker) if found is not None else 0
    settings = world.scene.settings(Settings)
    return max(0, struck + 1 - settings.fury_after) * settings.fury_gain


def count_blow(world: World, attacker: Entity) -> None:
    """Count one more attack for the attacker, if it is in a fight."""
    found = fight_of(world, attacker)
    if found is not None:
        fight = world.get(found, TileFight)
        blows = dict(fight.blows) | {attacker: fight.struck(attacker) + 1}
        # Sorted, so that the order of the first attacks doesn't change the state.
        world.put(found, replace(fight, blows=tuple(sorted(blows.items()))))
