"""The saved state of a world: read from JSON and checked."""

from typing import TypeAlias

from game.components.script_progress import ChangedTerrain
from game.components.unit import Placed
from game.core.cells import cell_text
from game.terms.records import Codec, Component, Entity
from game.world.battlefield import Battlefield

MOST_ENTITIES = 100_000
"""Maximum number of entities. No battle creates that many, so a state with more is damaged."""

State: TypeAlias = list[tuple[Entity, list[Component]]]
"""All entities in order of id, each with its components in order of type name."""


class NextId(Component, frozen=True):
    """On the root: the id that the next new entity gets."""

    id: Entity


def read_state(raw: object, codec: Codec, scene: Battlefield) -> State:
    """Return the state from decoded JSON. Raise ValueError if it is damaged."""
    state: State = []
    for pair in raw if isinstance(raw, list) else [None]:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], list)):
            raise ValueError(f"a state must be a list of [entity, components], not {pair!r:.60}")
        if not isinstance(pair[0], int) or not 0 < pair[0] < MOST_ENTITIES:
            raise ValueError(f"{pair[0]!r:.60} isn't an entity")
        state.append((Entity(pair[0]), [codec.read(one, Component) for one in pair[1]]))
    _check_ids(state)
    _check_places(state, scene)
    return state


def _check_ids(state: State) -> None:
    """Raise ValueError if an entity is repeated or the next id is impossible."""
    entities = [entity for entity, _ in state]
    if len(set(entities)) < len(entities):
        raise ValueError("an entity is in the state twice")
    ids = [c.id for _, components in state for c in components if isinstance(c, NextId)]
    if len(ids) != 1 or not max(entities) < ids[0] <= MOST_ENTITIES:
        raise ValueError(f"the next id of a state can't be {ids[:1]!r:.60}")


def _check_places(state: State, scene: Battlefield) -> None:
    """Raise ValueError if a component is off the map or names an unknown terrain."""
    for component in (c for _, components in state for c in components):
        if isinstance(component, Placed):
            if not all(cell in scene.grid for cell in component.cells):
                raise ValueError(f"{cell_text(component.at)} is off the map")
        elif isinstance(component, ChangedTerrain):
            for cell, terrain in component.changed:
                if cell not in scene.grid:
                    raise ValueError(f"{cell_text(cell)} is off the map")
                if terrain not in scene.level.terrain:
                    raise ValueError(f"{terrain!r:.60} isn't a terrain of the level")
