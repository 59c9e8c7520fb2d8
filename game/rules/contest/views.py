"""Views of the state for people: the turn queue, unit cards and changes."""

from game.components.belongings import Armed
from game.components.motion import Stride
from game.components.unit import Vitals
from game.engine.book import KnownStats
from game.rules.contest.fights import armour_of, fight_of
from game.rules.contest.records import Pursued, TileFight
from game.systems import board_views, items
from game.systems.movement_dice import Allowance
from game.terms.changes import ChangeFacts, flag_if
from game.terms.parts import part_of
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of


def queue(world: World) -> tuple[QueueSlot, ...]:
    """Return the turn queue: the fights in progress, innermost first, then the usual turns."""
    open_fights = [fight for _, fight in reversed(list(world.all(TileFight)))]
    slots = (slot for fight in open_fights for slot in _fight_slots(world, fight))
    return board_views.queue_with_fights(world, slots)


def _fight_slots(world: World, fight: TileFight) -> list[QueueSlot]:
    """Return the slots of the fighters in turn order, from the current fighter on."""
    now = fight.acting if fight.acting is not None else fight.next()
    first = fight.fighters.index(now)
    turned = fight.fighters[first:] + fight.fighters[:first]
    return [
        QueueSlot((id_of(world, unit),), 0, "acting" if unit == fight.acting else "open", "fight")
        for unit in turned
    ]


def card(world: World, unit: Entity) -> KnownStats:
    """Return a unit's stats, including its hand if the hand is known."""
    vitals, armed = world.find(unit, Vitals), world.find(unit, Armed)
    allowance, stride = world.find(unit, Allowance), world.find(unit, Stride)
    if vitals is None or armed is None or allowance is None:
        life = {"life": vitals.life, "most_life": vitals.most} if vitals else {}
        return KnownStats(life | {"dead": True})
    stats: dict[str, object] = {
        "life": vitals.life,
        "most_life": vitals.most,
        "armour": armour_of(world, unit),
        "weapon": armed.weapon,
        "movement": allowance.dice,
    }
    if stride:
        stats["movement_left"] = stride.left
    stats |= _roles(world, unit) | board_views.held_conditions(world, unit)
    return KnownStats(stats, items.hand_of(world, unit))


def _roles(world: World, unit: Entity) -> dict[str, list[str]]:
    """Return the unit's foes, grouped by the unit's role in each pair (CON-14)."""
    found = fight_of(world, unit)
    if found is None:
        return {}
    fight = world.get(found, TileFight)
    roles = {"aggressor_against": fight.comes(unit), "defender_against": fight.stands(unit)}
    return {role: [id_of(world, foe) for foe in foes] for role, foes in roles.items() if foes}


def describe_pursuit(old: Pursued | None, new: Pursued | None) -> ChangeFacts:
    """Return the fact that a fleeing unit can now be chased, for the odds."""
    return flag_if(new is not None and old is None, "may_be_chased")


PART = part_of(globals(), describe={Pursued: describe_pursuit})
