"""What a side may know, and what it is shown of it."""

from typing import Any

from game.components.goods import Armed
from game.components.motion import Path, Stride
from game.components.unit import Dead, Vitals
from game.systems import unseen
from game.systems.parties import is_player
from game.terms.records import Component
from game.world import World
from game.world.names import side_of


def hide(world: World, side: str, entity: int, record: Component) -> Component | None:
    """Units out of sight, and where others still mean to walk, are secrets."""
    if isinstance(record, Path) and side_of(world, entity) != side:
        return None
    return unseen.hide(world, side, entity, record)


def card(world: World, unit: int) -> dict[str, Any]:
    """A unit's figures, as far as they are known."""
    stats: dict[str, Any] = {"player": is_player(world, unit)}
    vitals, armed = world.find(unit, Vitals), world.find(unit, Armed)
    stride = world.find(unit, Stride)
    if vitals:
        stats |= {"life": vitals.life, "most_life": vitals.most}
    if armed:
        stats |= {"armour": armed.armour, "weapon": armed.weapon}
    if stride:
        stats["movement_left"] = stride.left
    if world.has(unit, Dead):
        stats["dead"] = True
    return {"stats": stats, "items": []}


def describe_flag(name: str) -> Any:
    """For odds: a component that is there or not."""
    return lambda old, new: {} if bool(old) == bool(new) else {name: bool(new)}


def describe_spent(old: Any, new: Any) -> dict[str, Any]:
    """For odds: a reaction that is used up."""
    return {"reaction": False} if new and new.reaction and not (old and old.reaction) else {}
