"""Views of the state for people: secrets, unit cards and changes."""

from game.components.belongings import Armed, Gear, Loot
from game.components.motion import Path, Stride
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.engine.book import KnownStats
from game.rules.verdigris import attacks, figures, melees
from game.rules.verdigris.records import (
    FreeSpent,
    Grappled,
    Guarding,
    Mounted,
    ReadiedTile,
    Stress,
    Turn,
    Wounds,
)
from game.rules.verdigris.schema import UNARMED
from game.systems.damage import life_on_foot
from game.systems.loot import describe_loot
from game.systems.turn_upkeep import conditions_of, modifiers_of
from game.terms.agenda import Decision
from game.terms.changes import (
    AmountFact,
    ChangeFacts,
    DownFact,
    FallFact,
    FlagFact,
    NameFact,
    flag_changed,
    flag_if,
)
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.terms.texts import TextFacts
from game.world import World
from game.world.unit_names import id_of, side_of

IN_HAND = (Gear,)


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide belts and packs of other sides, and the rest of their paths."""
    if isinstance(record, Gear | Path) and side_of(world, entity) != side:
        return None
    return record


def carrier(world: World, unit: Entity) -> str | None:
    """Return the mount of a rider, or None."""
    mounted = world.find(unit, Mounted)
    return mounted.kind if mounted and mounted.ridden else None


def readied(world: World, unit: Entity) -> bool:
    """Return whether a unit has readied a shot or guards a tile."""
    return world.has(unit, ReadiedTile) or world.has(unit, Guarding)


def watched(world: World, unit: Entity) -> Cell | None:
    """Return the tile that a unit guards, or at which it has readied a shot."""
    found = world.find(unit, ReadiedTile) or world.find(unit, Guarding)
    return found.at if found is not None else None


def cover(world: World, unit: Entity, foe: Entity) -> int:
    """Return the cover of the unit's tile from a foe with a ranged weapon in hand."""
    its, origin = world.find(unit, Position), world.find(foe, Position)
    arms = figures.weapon(world, figures.in_hand(world, foe))
    if its is None or origin is None or not figures.is_ranged(arms):
        return 0
    return attacks.cover(world, origin.at, its.at)


def answer_facts(world: World, decision: Decision, answer: str) -> TextFacts:
    """Return the number of stress dice that show a 1, each of which does damage after this."""
    return {"ones": getattr(decision.branch(answer), "ones", 0) or None}


def card(world: World, unit: Entity) -> KnownStats:
    """Return a unit's stats, as far as they are known."""
    stats: dict[str, object] = {"player": figures.is_hero(world, unit)}
    vitals = world.find(unit, Vitals)
    if vitals:
        stats |= {"life": vitals.life, "most_life": vitals.most}
    if world.has(unit, Dead):
        return KnownStats(stats | {"dead": True})
    own = figures.figure(world, unit)
    stats |= {name: getattr(own, name) for name in ("strength", "agility", "mind", "charisma")}
    stats["weapon"] = figures.in_hand(world, unit)
    stats |= {"armour": own.armour} if own.armour else {}
    stats |= {"shield": own.shield} if own.shield else {}
    stats |= _passing(world, unit)
    gear = world.find(unit, Gear)
    return KnownStats(stats, (*gear.belt, *gear.pack) if gear else ())


def level_keys(world: World, unit: Entity) -> dict[str, object]:
    """Return the level keys for a unit's life, wounds, weapon, belt and pack as they are now."""
    gear, wounds = world.find(unit, Gear) or Gear(), world.find(unit, Wounds)
    armed = world.find(unit, Armed) or Armed("")
    found: dict[str, object] = {"life": life_on_foot(world, unit), "weapon": armed.weapon}
    for place, things in (("belt", gear.belt), ("pack", gear.pack)):
        arms = [id for id in things if id in world.scene.level.gear["arms"]]
        found |= {place: [id for id in things if id not in arms], f"{place}_weapons": arms}
    return found | ({"wounds": wounds.left} if wounds else {})


def stats_now(world: World, unit: Entity) -> dict[str, object]:
    """Return the attributes of a unit that injuries and items have changed, and its weapon."""
    own, names = figures.figure(world, unit), ("strength", "agility", "mind")
    changes = {name: sum(one.value for one in modifiers_of(world, unit, name)) for name in names}
    found: dict[str, object] = {
        name: getattr(own, name) + change for name, change in changes.items() if change
    }
    held = figures.in_hand(world, unit) if world.has(unit, Armed) else own.weapon
    return found | ({"weapon": held} if held != (own.weapon or UNARMED) else {})


def _passing(world: World, unit: Entity) -> dict[str, object]:
    """Return the values that change from turn to turn."""
    stats: dict[str, object] = {}
    wounds, stress, turn = (world.find(unit, kind) for kind in (Wounds, Stress, Turn))
    if isinstance(wounds, Wounds):
        stats["wounds"] = wounds.left
    if isinstance(stress, Stress):
        stats["stress"] = stress.level
    if isinstance(turn, Turn):
        stats |= {"move": not turn.move, "action": not turn.action, "belt": not turn.belt}
    mounted, grappled = world.find(unit, Mounted), world.find(unit, Grappled)
    if mounted and mounted.ridden and isinstance(turn, Turn):
        stats["mount_attack"] = not turn.trampled
    if mounted:
        stats |= {"mount": mounted.kind, "mount_life": mounted.life, "riding": mounted.ridden}
    if grappled:
        stats |= {"grapple": id_of(world, grappled.foe), "entangled": grappled.level}
    for name, kind in (("readied", ReadiedTile), ("guarding", Guarding)):
        found = world.find(unit, kind)
        stats |= {name: list(found.at)} if isinstance(found, ReadiedTile | Guarding) else {}
    stats |= _melee(world, unit)
    left = attacks.to_load(world, unit, figures.in_hand(world, unit))
    stats |= {"to_load": left} if left else {}
    stats |= {"at_deaths_door": True} if world.has(unit, Down) else {}
    stats |= {"free_attack": not world.has(unit, FreeSpent)}
    held = [
        {"condition": c.kind, "value": c.value, "turns": c.turns, "cause": c.cause}
        for c in conditions_of(world, unit).all
    ]
    return stats | ({"conditions": held} if held else {})


def _melee(world: World, unit: Entity) -> dict[str, object]:
    """Return the foes in the unit's melee, and whether it can shoot out of the melee (VER-07)."""
    side = side_of(world, unit)
    foes = sorted(u for u in melees.melee_of(world, unit) if side_of(world, u) != side)
    if not foes:
        return {}
    found: dict[str, object] = {"melee": [id_of(world, foe) for foe in foes]}
    if figures.is_ranged(figures.weapon(world, figures.in_hand(world, unit))):
        found["shoots_inside" if attacks.shoots_inside(world, unit) else "shoots_out"] = True
    return found


# Changes to records, for the odds


def describe_stride(old: Stride | None, new: Stride | None) -> ChangeFacts:
    """Return nothing, because tiles cost nothing."""
    return ()


def describe_wounds(old: Wounds | None, new: Wounds | None) -> ChangeFacts:
    """Return the wounds left, if they changed."""
    return (FallFact("wounds", new.left),) if new and new != old else ()


def describe_stress(old: Stress | None, new: Stress | None) -> ChangeFacts:
    """Return the current stress, if it changed."""
    is_other = new and old and new.level != old.level
    return (AmountFact("stress", new.level),) if new and is_other else ()


def describe_down(old: Down | None, new: Down | None) -> ChangeFacts:
    """Return the fact that a unit goes to Death's Door, or returns from it."""
    return (DownFact("at_deaths_door", bool(new)),) if bool(old) != bool(new) else ()


def describe_armed(old: Armed | None, new: Armed | None) -> ChangeFacts:
    """Return the weapon in hand, if it changed, and the one that it replaces."""
    before = old.weapon if old else ""
    if new is None or (old is not None and before == new.weapon):
        return ()
    away = (NameFact("put_away", before),) if before and new.weapon else ()
    return (NameFact("weapon", new.weapon or UNARMED), *away)


def describe_mounted(old: Mounted | None, new: Mounted | None) -> ChangeFacts:
    """Return the changes to a mount."""
    if old is None or new is None:
        return (NameFact("mount", "gone", old.life),) if old else ()
    held = flag_if(bool(new.held and not old.held), "mount_held")
    lost = old.life - new.life
    return (*held, AmountFact("mount_damage", lost)) if lost else held


def describe_grappled(old: Grappled | None, new: Grappled | None) -> ChangeFacts:
    """Return the level of entanglement, if it changed."""
    before, after = (one.level if one else None for one in (old, new))
    if before == after:
        return ()
    return (FlagFact("entangled", False) if after is None else AmountFact("entangled", after),)


PART = part_of(
    globals(),
    describe={
        Stride: describe_stride,
        Down: describe_down,
        Armed: describe_armed,
        Loot: describe_loot,
        Wounds: describe_wounds,
        Stress: describe_stress,
        Mounted: describe_mounted,
        Grappled: describe_grappled,
        Guarding: lambda old, new: flag_changed(old, new, "guarding"),
        ReadiedTile: lambda old, new: flag_changed(old, new, "readied"),
    },
)
