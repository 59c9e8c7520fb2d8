"""Views of the state for people: secrets, unit cards and changes."""

from game.components.belongings import Hand
from game.components.turns import Rounds
from game.components.unit import Dead, Down, Position, Vitals
from game.components.uses import Uses
from game.engine.book import KnownStats
from game.rules.guard.figures import abilities, figure, weapons
from game.rules.guard.monsters import attackers, preferred, ward
from game.rules.guard.ranks import ranks
from game.rules.guard.records import CountsAsFront, FocusLeft, Kills, Stance, Warded
from game.systems import items
from game.systems.parties import is_player
from game.systems.turn_upkeep import conditions_of
from game.terms.changes import (
    AWAY,
    AmountFact,
    ChangeFacts,
    NameFact,
    flag_changed,
    flag_if,
    names_if,
)
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import id_of, side_of

IN_HAND = (Hand,)


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide the items of other sides' characters."""
    if isinstance(record, Hand) and side_of(world, entity) != side:
        return None
    return record


def card(world: World, unit: Entity) -> KnownStats:
    """Return a unit's stats.

    A character's stats are its dice, gear and abilities. A group's stats are its defence, its
    attack, and one monster's exact chance to hit each character: `chances` for programs, and one
    line per character for people.
    """
    vitals = world.find(unit, Vitals)
    stats: dict[str, object] = {}
    if vitals:
        stats = {"life": vitals.life, "most_life": vitals.most}
    if world.has(unit, Dead) or not world.has(unit, Position):
        dead = {"dead": True} if world.has(unit, Dead) else {}
        return KnownStats(stats | dead)
    own = _character(world, unit) if is_player(world, unit) else _group(world, unit)
    held = [
        {"condition": c.kind, "value": c.value, "turns": c.turns}
        for c in conditions_of(world, unit).all
    ]
    stats |= {"rank": ranks(world).rank(unit), **own, **({"conditions": held} if held else {})}
    return KnownStats(stats, items.hand_of(world, unit))


def _character(world: World, unit: Entity) -> dict[str, object]:
    stats, focus = figure(world, unit), world.find(unit, FocusLeft)
    stance, kills = world.find(unit, Stance), world.find(unit, Kills)
    found: dict[str, object] = {
        "vigor": stats.vigor,
        "quick": stats.quick,
        "mind": stats.mind,
        "weapons": list(weapons(world, unit)),
        "spells": list(stats.spells),
        "abilities": list(abilities(world, unit)),
        "kills": kills.count if kills else 0,
    }
    now = ranks(world)
    found["heads"] = f"{now.heads(True)} : {now.heads(False)}"
    found["places"] = now.places()
    if now.outnumbered(True):
        found["outnumbered"] = True
    if unit in now.exposed:
        found["exposed"] = True
    if stance:
        found["stance"] = stance.kind
    return found | ({"focus": focus.left} if focus and stats.focus else {})


def _group(world: World, unit: Entity) -> dict[str, object]:
    stats = figure(world, unit)
    now = ranks(world)
    found: dict[str, object] = {
        "defence": stats.defence,
        "attack": stats.attack,
        "against": stats.against,
        "damage": stats.damage,
        "fights": stats.fights,
        "attackers": attackers(world, unit),
        "outnumbered": now.outnumbered(False),
        "heads": f"{now.heads(False)} : {now.heads(True)}",
        "abilities": list(abilities(world, unit)),
        "prefers": _prefers(world, unit),
    }
    chances: list[dict[str, object]] = []
    shown = {}
    for foe in now.party:
        id, is_reached = id_of(world, foe), now.attacks(unit, foe)
        hits, of = hit_chance(world, unit, foe)
        chances.append({"unit": id, "hits": hits, "of": of, "reached": is_reached})
        verb = "hits" if is_reached else "would hit"
        shown[f"{verb} {world.scene.names[id]}"] = f"{round(100 * hits / of, 1):g}%"
    return found | shown | ({"chances": chances} if chances else {})


def _prefers(world: World, group: Entity) -> list[str]:
    """Return the characters that a group would attack now, in order of preference."""
    now = ranks(world)
    found = [id_of(world, unit) for unit in preferred(world, group) if now.attacks(group, unit)]
    return found[:1] if figure(world, group).targets == "focus" else found


def hit_chance(world: World, group: Entity, unit: Entity) -> tuple[int, int]:
    """Return one monster's exact chance to hit a character, as a fraction."""
    one = ward(world, group, unit)
    dist = one.dice.dist()
    missed = sum(weight for value, weight in dist.weights if isinstance(one.after(value), Warded))
    return dist.total - missed, dist.total


# Changes to records, for the odds


def numbers(world: World, unit: Entity) -> bool:
    """Return whether the unit is a group."""
    return not is_player(world, unit)


def describe_down(old: Down | None, new: Down | None) -> ChangeFacts:
    """Return the fact that a group stands aside and leaves the board."""
    return flag_if(new is not None and old is None, AWAY)


def describe_order(old: Rounds | None, new: Rounds | None) -> ChangeFacts:
    """Return the fact that the monsters begin the fight; nothing for a party of one."""
    if old is not None or new is None or not new.groups:
        return ()
    return flag_if(new.order[0] not in new.groups[0], "monsters_first")


def describe_exposed(old: CountsAsFront | None, new: CountsAsFront | None) -> ChangeFacts:
    """Return the fact that a character loses or regains its place in the rear."""
    return flag_changed(old, new, "exposed")


def describe_stance(old: Stance | None, new: Stance | None) -> ChangeFacts:
    """Return the new stance, if it changed."""
    return (NameFact("stance", new.kind),) if new and new != old else ()


def describe_focus(old: FocusLeft | None, new: FocusLeft | None) -> ChangeFacts:
    """Return the focus left, if it changed."""
    return (AmountFact("focus", new.left),) if new and new != old else ()


def describe_uses(old: Uses | None, new: Uses | None) -> ChangeFacts:
    """Return the ids of abilities used."""
    before, after = (dict(one.spent) if one else {} for one in (old, new))
    return names_if((id for id, count in after.items() if count > before.get(id, 0)), "used")


PART = part_of(
    globals(),
    describe={
        Down: describe_down,
        Rounds: describe_order,
        CountsAsFront: describe_exposed,
        Stance: describe_stance,
        FocusLeft: describe_focus,
        Uses: describe_uses,
    },
)
