"""What is played, told when a battle is opened: the sides, what they have to do, until when."""

import msgspec

from game.terms.level_script import Objective
from game.world import World


class LevelOverview(msgspec.Struct, frozen=True):
    """A level as people know it from the beginning."""

    level: str
    """Its id."""
    rulebook: str
    sides: tuple[str, ...]
    titles: dict[str, str]
    """What each side is called."""
    width: int
    height: int
    rounds: int
    rounds_winner: str | None
    """The side that wins when the last of the `rounds` is over."""
    objectives: tuple[Objective, ...]


def overview_of(world: World) -> LevelOverview:
    """Return what is played in a battle."""
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
