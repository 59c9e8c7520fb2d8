"""A battle ends as soon as it is decided: nobody is asked anything after that."""

from collections.abc import Callable

import pytest

from game.components.script_progress import Progress
from game.components.unit import Dead, Position
from game.engine.battle import Battle
from game.terms.agenda import BattleEnd
from game.terms.commands import Command
from game.terms.script_events import ObjectiveReached
from game.world.unit_names import side_of
from tests.ai.playing import begun, level, play, seated


def deciders(battle: Battle) -> list[str]:
    """Return each side that has completed all its required objectives, or is alone on the board."""
    world, script = battle.world, battle.world.scene.level.script
    reached = (world.find(world.root, Progress) or Progress()).reached
    found = []
    for side in {aim.side for aim in script.objectives}:
        needed = [a for a in script.objectives if a.side == side and not a.optional]
        needed = [a for a in needed if a.protect is None]
        if needed and all(a.id in reached for a in needed):
            found.append(side)
    left = {side_of(world, u) for u in world.ids(Position) if not world.has(u, Dead)}
    coming = script.coming
    return found + [side for side in left if len(left) == 1 and not coming]


def watched(seen: list[str]) -> Callable[[Battle, Command], None]:
    def watch(battle: Battle, command: Command) -> None:
        assert not deciders(battle), (command, battle.round)
        seen.append(type(command).__name__)

    return watch


@pytest.mark.parametrize(
    "name",
    [
        *("first_action", "first_contest", "first_etiquette", "first_guard", "kennel"),
        *("first_verdigris", "the_capture"),
    ],
)
def test_nobody_is_asked_after_the_battle_is_decided(name: str) -> None:
    battle, seen = begun(level(name)), list[str]()
    play(battle, seated(battle, "soldier"), watch=watched(seen))
    assert isinstance(battle.stop, BattleEnd)
    assert seen
    if battle.stop.reason == "objective":
        told = [one for one in battle.log() if isinstance(one, ObjectiveReached)]
        assert told or battle.book.id == "guard"
