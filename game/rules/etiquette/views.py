"""What a side may know, and what it is shown of it."""

from typing import Any

from msgspec.structs import replace

from game.components.belongings import Armed, Hand, Traps
from game.components.motion import Stride
from game.components.turns import Acting
from game.components.unit import Vitals
from game.rules.etiquette.minions import is_robot, owner_of
from game.rules.etiquette.promises import pledges_of, repute_of
from game.rules.etiquette.records import Duel, Pledges, Repute
from game.rules.etiquette.schema import settings
from game.rules.etiquette.walks import duel_of
from game.systems import items
from game.systems.damage import life_on_foot
from game.systems.movement_dice import Allowance
from game.systems.rounds import turn_slots
from game.systems.turn_upkeep import conditions_of
from game.terms.changes import ChangeFacts, FlagFact, flag_if, names_if
from game.terms.queue import QueueSlot
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import id_of, side_of


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hands and traps are secrets of their sides, and so is that an item was laid."""
    if isinstance(record, Hand | Traps):
        return record if side_of(world, entity) == side else None
    if isinstance(record, Acting) and side_of(world, record.unit) != side:
        return replace(record, items_used=0)
    return record


def queue(world: World) -> tuple[QueueSlot, ...]:
    """The fight that is under way, above the plain turns."""
    inner = [slot for _, duel in world.all(Duel) for slot in _duel_slots(world, duel)]
    return (*inner, *(_below(slot, bool(inner)) for slot in turn_slots(world)))


def _below(slot: QueueSlot, waits: bool) -> QueueSlot:
    if waits and slot.state == "acting":
        return QueueSlot(slot.units, slot.round, "waiting", "fight")
    return slot


def _duel_slots(world: World, duel: Duel) -> list[QueueSlot]:
    """Who has the attacking role, and who has it next."""
    now = duel.attacker
    state = "acting" if duel.turn else "open"
    return [
        QueueSlot((id_of(world, now),), 0, state, "fight"),
        QueueSlot((id_of(world, duel.other(now)),), 0, "open", "fight"),
    ]


def card(world: World, unit: Entity) -> dict[str, Any]:
    """A unit's figures; the hand only where it is known."""
    vitals, armed = world.find(unit, Vitals), world.find(unit, Armed)
    allowance = world.find(unit, Allowance)
    if vitals is None or armed is None or allowance is None:
        life = {"life": vitals.life, "most_life": vitals.most} if vitals else {}
        return {"stats": life | {"dead": True}, "items": []}
    rules, robot = settings(world), is_robot(world, unit)
    stats: dict[str, Any] = {
        "life": vitals.life,
        "most_life": vitals.most,
        "weapon": armed.weapon,
        "attack": rules.robot if robot else rules.attack,
        "movement": allowance.dice,
    }
    return {"stats": stats | _state(world, unit), "items": list(items.hand_of(world, unit))}


def level_keys(world: World, unit: Entity) -> dict[str, Any]:
    """The life of a unit, and the hand of a figure, as a level says them."""
    hand = world.find(unit, Hand)
    return {"life": life_on_foot(world, unit)} | ({"hand": list(hand.items)} if hand else {})


def _state(world: World, unit: Entity) -> dict[str, Any]:
    """What may change from turn to turn."""
    found: dict[str, Any] = {}
    stride, owner = world.find(unit, Stride), owner_of(world, unit)
    if owner != unit:
        found["owner"] = id_of(world, owner)
    if stride:
        found["movement_left"] = stride.left
    duel = duel_of(world, unit)
    if duel is not None:
        fight = world.get(duel, Duel)
        role = "defender_against" if fight.stood == unit else "aggressor_against"
        found[role] = [id_of(world, fight.other(unit))]
    if owner == unit:
        found |= _honour(world, unit)
    held = [
        {"condition": c.kind, "value": c.value, "turns": c.turns, "harm": c.dice}
        for c in conditions_of(world, unit).all
    ]
    return found | ({"conditions": held} if held else {})


def _honour(world: World, unit: Entity) -> dict[str, Any]:
    """What a player has promised, and how it has kept its word."""
    repute = repute_of(world, unit)
    promised = [f"{p.kind} {id_of(world, p.to)}" for p in pledges_of(world, unit)]
    found: dict[str, Any] = {"promises": promised} if promised else {}
    for pledge in pledges_of(world, unit):
        found.setdefault(f"promised_{pledge.kind}", []).append(id_of(world, pledge.to))
    if repute.kept or repute.broken:
        found |= {"kept": repute.kept, "broken": repute.broken}
    return found


def describe_repute(old: Repute | None, new: Repute | None) -> ChangeFacts:
    """For odds: a word that is broken, or kept."""
    before, after = old or Repute(), new or Repute()
    if after.broken > before.broken:
        return (FlagFact("breaks_word", True),)
    return flag_if(after.kept > before.kept, "keeps_word")


def describe_pledges(old: Pledges | None, new: Pledges | None) -> ChangeFacts:
    """For odds: what is newly promised."""
    before = old.all if old else ()
    fresh = [pledge.kind for pledge in (new.all if new else ()) if pledge not in before]
    has_more = len(new.all if new else ()) > len(before)
    return names_if(fresh if has_more else (), "promises")
