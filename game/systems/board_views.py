"""What the board-game books show alike: secret hands and traps, fights above the turns, cards."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from game.components.belongings import Hand, Traps
from game.components.turns import Acting
from game.systems.damage import life_on_foot
from game.systems.rounds import turn_slots
from game.systems.turn_upkeep import conditions_of
from game.terms.queue import QueueSlot
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import side_of


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide the hands and traps of other sides, and that they laid or used an item."""
    if isinstance(record, Hand | Traps):
        return record if side_of(world, entity) == side else None
    if isinstance(record, Acting) and side_of(world, record.unit) != side:
        return replace(record, items_used=0)
    return record


def queue_with_fights(world: World, fights: Iterable[QueueSlot]) -> tuple[QueueSlot, ...]:
    """Return the slots of the fights under way, and below them the turns, which wait for them."""
    inner = tuple(fights)
    return (*inner, *(_below(slot, bool(inner)) for slot in turn_slots(world)))


def _below(slot: QueueSlot, waits: bool) -> QueueSlot:
    if waits and slot.state == "acting":
        return QueueSlot(slot.units, slot.round, "waiting", "fight")
    return slot


def held_conditions(world: World, unit: Entity) -> dict[str, Any]:
    """Return the conditions of a unit as a card shows them, nothing where it has none."""
    held = [
        {"condition": c.kind, "value": c.value, "turns": c.turns, "harm": c.dice}
        for c in conditions_of(world, unit).all
    ]
    return {"conditions": held} if held else {}


def level_keys(world: World, unit: Entity) -> dict[str, Any]:
    """Return the life and the hand of a unit, as a level says them."""
    hand = world.find(unit, Hand)
    return {"life": life_on_foot(world, unit)} | ({"hand": list(hand.items)} if hand else {})
