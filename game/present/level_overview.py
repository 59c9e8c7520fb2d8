"""The overview at the beginning of a battle: sides, objectives, last round."""

import msgspec

from game.terms.level_script import Objective
from game.world import World


class LevelOverview(msgspec.Struct, frozen=True):
    """The public facts of a level."""

    level: str
    """Id of the level."""
    rulebook: str
    sides: tuple[str, ...]
    titles: dict[str, str]
    """Title of each side."""
    width: int
    height: int
    rounds: int
    rounds_winner: str | None
    """Side that wins when the last round ends; None for a draw."""
    objectives: tuple[Objective, ...]


def overview_of(world: World) -> LevelOverview:
    """Return the overview of a battle."""
    scene, level = world.scene, world.scene.level
    sides = tuple(side.id for side in level.sides)
    return LevelOverview(
        level.id,
        level.rulebook,
        sides,
        {side: scene.names[side] for side in sides},
        level.width,
        level.height,
        level.rounds,
        level.rounds_winner,
        level.script.objectives,
    )
