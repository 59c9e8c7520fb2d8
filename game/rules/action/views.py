"""Views of the state for people: secrets, unit cards and changes."""

from collections.abc import Callable

from game.components.belongings import Armed, Hand
from game.components.hiding import Hidden
from game.components.motion import Path, Stride
from game.components.unit import Dead, Position, Vitals
from game.core.footprints import steps_between
from game.engine.book import KnownStats
from game.rules.action.field.sight_and_cover import cover_from
from game.rules.action.hints import reach
from game.rules.action.records import (
    Concentrating,
    Dying,
    Economy,
    Focus,
    HasDisengaged,
    HasRallied,
    IsSurprised,
    Readied,
    Stealth,
    Wrecks,
)
from game.rules.action.schema import UNARMED
from game.rules.action.units.conditions import is_able, speed
from game.rules.action.units.figures import FEET, figure, own_rating, own_speed
from game.rules.action.units.turn_economy import can_react
from game.systems import hidden_units
from game.systems.parties import is_player
from game.systems.turn_upkeep import conditions_of
from game.terms.changes import (
    MOVEMENT,
    THINGS,
    AmountFact,
    ChangeFacts,
    DamagedThing,
    FlagFact,
    NameFact,
    TilesFact,
    flag_changed,
)
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import id_of, is_known, side_of


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide hidden units, and the rest of other sides' paths.

    If only some units of a side have noticed a unit, the side knows which of them haven't.
    """
    if isinstance(record, (Path, Stealth)) and side_of(world, entity) != side:
        if isinstance(record, Path) or hidden_units.is_unseen(world, entity, side):
            return None
        own = tuple(foe for foe in record.foes if side_of(world, foe) == side)
        return Stealth(None, own) if own else None
    return hidden_units.hide(world, side, entity, record)


def readied(world: World, unit: Entity) -> bool:
    """Return whether a unit has readied a weapon."""
    return world.has(unit, Readied)


def cover(world: World, unit: Entity, foe: Entity) -> int:
    """Return the unit's cover from a foe that it is in range of, but not adjacent to."""
    its, origin = world.find(unit, Position), world.find(foe, Position)
    if its is None or origin is None:
        return 0
    far = steps_between(origin.at, origin.span, its.at, its.span)
    if not 1 < far <= reach(world, foe):
        return 0
    return cover_from(world, origin, unit, side_of(world, foe), (foe,))


def card(world: World, unit: Entity) -> KnownStats:
    """Return a unit's stats, as far as they are known."""
    stats: dict[str, object] = {"player": is_player(world, unit)}
    vitals = world.find(unit, Vitals)
    if vitals:
        stats |= {"life": vitals.life, "most_life": vitals.most}
    if world.has(unit, Dead):
        return KnownStats(stats | {"dead": True})
    kind, held = figure(world, unit), world.find(unit, Armed)
    stats |= {"role": kind.role, "size": kind.size, "rating": own_rating(world, unit)}
    stats |= {ability: getattr(kind, ability) for ability in ("strength", "agility", "mind")}
    if held and held.weapon:
        stats["weapon"] = held.weapon
    stats |= {"speed": speed(world, unit)} if vitals else {}
    stats |= _passing(world, unit)
    hand = world.find(unit, Hand)
    return KnownStats(stats, hand.items if hand else ())


def stats_now(world: World, unit: Entity) -> dict[str, object]:
    """Return the speed of a unit that can act, if conditions have changed it."""
    if not is_able(world, unit) or speed(world, unit) == own_speed(world, unit):
        return {}
    # With neither wings nor armour, the speed of the stats is the speed of the unit.
    return {"speed": speed(world, unit), "fly": 0, "armour": None, "shield": None}


def _passing(world: World, unit: Entity) -> dict[str, object]:
    """Return the values that change from turn to turn."""
    stats: dict[str, object] = {}
    stride, focus, used = (world.find(unit, kind) for kind in (Stride, Focus, Economy))
    if isinstance(stride, Stride):
        stats["movement_left"] = stride.left * FEET
    if isinstance(focus, Focus):
        stats |= {"focus": focus.left, "most_focus": focus.most}
    if isinstance(used, Economy) and (used.reaction or can_react(world, unit)):
        stats["reaction"] = not used.reaction
    if isinstance(used, Economy) and stride:
        stats |= {"action": not used.action, "bonus": not used.bonus, "hand": not used.hand}
    stats |= {"rallied": True} if world.has(unit, HasRallied) else {}
    stats |= {"disengaged": True} if world.has(unit, HasDisengaged) else {}
    readied, kept = world.find(unit, Readied), world.find(unit, Concentrating)
    stats |= {"readied": readied.weapon} if readied else {}
    stats |= {"concentrating": kept.power} if kept else {}
    stats |= {"surprised": True} if world.has(unit, IsSurprised) else {}
    stats |= _hiding(world, unit)
    dying = world.find(unit, Dying)
    if dying:
        stats["dying"] = {
            "successes": dying.successes,
            "failures": dying.failures,
            "stable": dying.stable,
        }
    conditions = [
        {"condition": c.kind, "turns": c.turns, "cause": c.cause}
        for c in conditions_of(world, unit).all
    ]
    return stats | ({"conditions": conditions} if conditions else {})


def _hiding(world: World, unit: Entity) -> dict[str, object]:
    """Return whether a unit is hidden, and which foes known to its side haven't noticed it."""
    stealth, stats, own = world.find(unit, Stealth), dict[str, object](), side_of(world, unit)
    stats |= {"hidden": True} if world.has(unit, Hidden) else {}
    fooled = stealth.foes if stealth else ()
    foes = [id_of(world, foe) for foe in fooled if is_known(world, foe, own)]
    return stats | ({"unnoticed_by": foes} if foes else {})


# Changes to records, for the odds


def describe_stride(old: Stride | None, new: Stride | None) -> ChangeFacts:
    """Return the movement left in feet, if it changed."""
    left = new.left if new else 0
    return () if left == (old.left if old else 0) else (AmountFact(MOVEMENT, left * FEET),)


def describe_economy(old: Economy | None, new: Economy | None) -> ChangeFacts:
    """Return the fact that a reaction is used up."""
    spent = new is not None and new.reaction and not (old is not None and old.reaction)
    return (FlagFact("reaction", False),) if spent else ()


def describe_armed(old: Armed | None, new: Armed | None) -> ChangeFacts:
    """Return the weapon in hand, if it changed, and the one that is put away for it."""
    before = old.weapon if old else ""
    if new is None or (old is not None and before == new.weapon):
        return ()
    away = (NameFact("put_away", before),) if before and new.weapon else ()
    return (NameFact("weapon", new.weapon or UNARMED), *away)


def describe_focus(old: Focus | None, new: Focus | None) -> ChangeFacts:
    """Return the focus left, if it changed."""
    return (AmountFact("focus", new.left),) if new and new != old else ()


def describe_dying(old: Dying | None, new: Dying | None) -> ChangeFacts:
    """Return the fact that a dying hero is stable, or has failures."""
    if new is None or new == old:
        return ()
    return (FlagFact("stable", True) if new.stable else AmountFact("failures", new.failures),)


def describe_stealth(old: Stealth | None, new: Stealth | None) -> ChangeFacts:
    """Return the number of foes that haven't noticed the unit."""
    before, after = (len(one.foes) if one else 0 for one in (old, new))
    return () if before == after else (AmountFact("unnoticed_by", after),)


def describe_wrecks(old: Wrecks | None, new: Wrecks | None) -> ChangeFacts:
    """Return the damage to things on tiles that don't break."""
    before = dict(old.damage) if old else {}
    taken = {at: all - before.get(at, 0) for at, all in (new.damage if new else ())}
    things = tuple(DamagedThing(at, amount) for at, amount in taken.items() if amount > 0)
    return (TilesFact(THINGS, things),) if things else ()


def flag(key: str) -> Callable[[object, object], ChangeFacts]:
    """Return a function that describes whether a unit gains or loses a component."""
    return lambda old, new: flag_changed(old, new, key)


PART = part_of(
    globals(),
    describe={
        Armed: describe_armed,
        Stride: describe_stride,
        Economy: describe_economy,
        Focus: describe_focus,
        Dying: describe_dying,
        HasDisengaged: flag("disengaged"),
        HasRallied: flag("rallied"),
        Readied: flag("readied"),
        Concentrating: flag("concentrating"),
        Stealth: describe_stealth,
        Hidden: flag("hidden"),
        Wrecks: describe_wrecks,
    },
)
