"""Views in the board-game books: secret hands and traps, turn queues with fights, unit cards."""

from collections.abc import Iterable

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

IN_HAND = (Hand, Traps, Acting)
"""Hands, own traps, which harm only others, and the count of items used."""


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide other sides' hands and traps, and the number of items they have used this turn."""
    if isinstance(record, Hand | Traps):
        return record if side_of(world, entity) == side else None
    if isinstance(record, Acting) and side_of(world, record.unit) != side:
        return replace(record, items_used=0)
    return record


def queue_with_fights(world: World, fights: Iterable[QueueSlot]) -> tuple[QueueSlot, ...]:
    """Return the slots of the fights in progress, then the slots of the turns after them."""
    inner = tuple(fights)
    return (*inner, *(_below(slot, bool(inner)) for slot in turn_slots(world)))


def _below(slot: QueueSlot, waits: bool) -> QueueSlot:
    if waits and slot.state == "acting":
        return QueueSlot(slot.units, slot.round, "waiting", "fight")
    return slot


def held_conditions(world: World, unit: Entity) -> dict[str, object]:
    """Return the conditions of a unit for its card, or nothing if it has none."""
    held = [
        {"condition": c.kind, "value": c.value, "turns": c.turns, "harm": c.dice}
        for c in conditions_of(world, unit).all
    ]
    return {"conditions": held} if held else {}


def level_keys(world: World, unit: Entity) -> dict[str, object]:
    """Return the life and the hand of a unit, in the form used in levels."""
    hand = world.find(unit, Hand)
    return {"life": life_on_foot(world, unit)} | ({"hand": list(hand.items)} if hand else {})
