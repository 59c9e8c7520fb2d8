"""Whole battles at large levels and against computer players, in each rulebook, to their ends."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation
from game.play.players import played
from game.present import thinkers
from game.present.question import Choice, Question
from game.rules.registry import BooksOnDemand
from tests.client.conftest import Hand
from tests.client.evening import TABLE, Evening
from tests.client.near import Near
from tests.client.test_evenings import USUAL, walk

SMALL, LARGE = (960, 540), (1280, 720)
"""Sizes of the window; the mouse can reach every tile of a level only if all of it is in sight."""
SHARED = pytest.mark.parametrize(
    ("level", "by", "size"),
    [
        ("under_the_mill", "mouse", LARGE),
        ("market", "keys", SMALL),
        ("clockmaker", "pad", SMALL),
        ("under_bridge", "mouse", SMALL),
        ("bell_yard", "keys", SMALL),
    ],
)
ALONE = pytest.mark.parametrize(
    ("level", "by", "size"),
    [
        ("toll_bar", "pad", SMALL),
        ("cellar", "mouse", LARGE),
        ("masked_ball", "keys", SMALL),
        ("ossuary", "pad", SMALL),
        ("green_quay", "mouse", LARGE),
    ],
)
MOST_STEPS = 3000
"""Maximum number of steps in a battle; every level has a last round."""


@pytest.fixture
def app(tmp_path: Path, size: tuple[int, int]) -> Iterator[App]:
    """Yield a window of a size."""
    write_settings(tmp_path, WindowSettings(width=size[0], height=size[1]))
    made = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    pygame.event.clear()
    yield made
    made.close()


class LargeEvening(Evening):
    """An evening at a large level, with people on all sides."""

    most_steps = MOST_STEPS


class EveningAlone(LargeEvening):
    """An evening against computer players."""

    entry = TABLE
    seats = staticmethod(played)


def attacks(scene: BattleScene, question: Question) -> Choice:
    """Attack if possible, else approach a foe; use the first answer to any other question."""
    verbs = {one.verb: one for one in reversed(question.choices)}
    if "attack" in verbs:
        return verbs["attack"]
    step = walk(scene, question.choices) if scene.seat.actor is not None else None
    return step or next((verbs[verb] for verb in USUAL if verb in verbs), question.choices[0])


@pytest.mark.long
@SHARED
def test_battle_at_a_large_level_ends(app: App, hand: Hand, level: str, by: str) -> None:
    LargeEvening(app, hand, by).whole(level, attacks)


@pytest.mark.long
@ALONE
def test_battle_against_computer_players_ends(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch, level: str, by: str
) -> None:
    monkeypatch.setattr(thinkers, "Thinker", Near)
    EveningAlone(app, hand, by).whole(level, attacks)
