"""Views of a Tag battle for people."""

from typing import Any

from game.components.motion import Stride
from game.components.unit import Vitals
from game.engine.book import KnownStats
from game.terms.changes import ChangeFacts, flag_if
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import side_of
from tests.books.tag.records import Den, Runner, Tagged


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide the dens of other sides until they are revealed (TAG-04)."""
    is_secret = isinstance(record, Den) and not record.known
    return None if is_secret and side_of(world, entity) != side else record


def card(world: World, unit: Entity) -> KnownStats:
    """Return a unit's stats, as far as they are known."""
    stats: dict[str, Any] = {}
    vitals, runner = world.find(unit, Vitals), world.find(unit, Runner)
    den, stride = world.find(unit, Den), world.find(unit, Stride)
    if vitals:
        stats |= {"life": vitals.life, "most_life": vitals.most}
    if runner:
        stats |= {"quick": runner.quick, "steps": runner.steps}
    if den and den.at:
        stats["den"] = list(den.at)
    if stride:
        stats["movement_left"] = stride.left
    return KnownStats(stats)


def describe_tagged(old: Tagged | None, new: Tagged | None) -> ChangeFacts:
    """Describe to the odds that the unit has used up its touch."""
    return flag_if(new is not None and old is None, "reached")


PART = part_of(globals(), describe={Tagged: describe_tagged})
