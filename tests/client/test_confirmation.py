"""One rule of confirmation: random input in all books, by keyboard, mouse and gamepad."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.client.battle.battle_input import BattleInput
from game.client.battle.board_input import BoardInput
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation, battle_of
from game.play.opening import Options
from game.play.players import outside, played
from game.present import thinkers
from game.present.window_battle import WindowBattle
from game.rules.registry import BooksOnDemand
from tests.client.masher import Masher
from tests.client.near import Near
from tests.client.press_judge import PressJudge

LEVELS = {
    "action": ("toll_bar", "grey_pack", "first_action"),
    "contest": ("market", "cellar", "first_contest"),
    "etiquette": ("masked_ball", "clockmaker", "first_etiquette"),
    "guard": ("kennel", "ossuary", "first_guard"),
    "verdigris": ("bell_yard", "green_quay", "first_verdigris"),
}
"""Levels of each rulebook, chosen at random; first games have lessons, too."""
SOME, MANY = 500, 10_000
"""Numbers of inputs for each rulebook in the default suite, and in the long one."""
STEP = 50
LEAST = 3
"""Minimum number of commands given in `SOME` inputs."""
SIZE = 960, 540


class Mashing:
    """Random input in battles of one rulebook, alone and for people who share the machine."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, book: str, seed: str) -> None:
        self._plain = WindowSettings(
            width=SIZE[0], height=SIZE[1], speed=0.0, computer_speed=0.0, mute=True
        )
        write_settings(folder, self._plain)
        patch.setattr(thinkers, "Thinker", Near)
        self._book, self._rng = book, Random(f"{book} {seed}")
        self.app = App(BooksOnDemand((), lambda *_: None), folder, lambda _: None, WindowNavigation)
        pygame.event.clear()
        self.judge = PressJudge(patch)
        self.masher = Masher(self.app, self._rng, self._opened)

    def _opened(self) -> BattleScene:
        """Return a new battle at a random level, with random settings."""
        app, rng = self.app, self._rng
        app.change(**{name: getattr(self._plain, name) for name in self._plain.__struct_fields__})
        speed, is_warned = rng.choice((0.0, 0.0, 4.0)), rng.random() < 0.8
        app.change(curtain=rng.random() < 0.3, speed=speed, warn_end=is_warned)
        level, seats = rng.choice(LEVELS[self._book]), rng.choice((played, outside))
        scene = battle_of(app, Options(level=level, seed=str(rng.randrange(99))), seats)
        assert isinstance(scene, BattleScene), app.notices.all
        return scene


@pytest.fixture
def mashing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str, str], Mashing]]:
    """Yield a function that opens a window for random input in battles of a rulebook."""
    made: list[Mashing] = []

    def begun(book: str, seed: str) -> Mashing:
        made.append(Mashing(tmp_path, monkeypatch, book, seed))
        return made[-1]

    yield begun
    for one in made:
        one.app.close()


def prove(mashing: Mashing, count: int) -> None:
    """Make random inputs, and check that every command followed the rule."""
    mashing.masher.mash(count)
    judge = mashing.judge
    assert not judge.breaches, "\n".join(judge.breaches[:5])
    assert len(judge.given) >= LEAST * count // SOME


@pytest.mark.parametrize("book", LEVELS)
def test_commands_follow_the_rule_of_confirmation(
    mashing: Callable[[str, str], Mashing], book: str
) -> None:
    prove(mashing(book, "some"), SOME)


@pytest.mark.long
@pytest.mark.parametrize("book", LEVELS)
def test_commands_follow_the_rule_of_confirmation_at_length(
    mashing: Callable[[str, str], Mashing], book: str
) -> None:
    prove(mashing(book, "many"), MANY)


def _rolls_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WindowBattle, "is_undoable", lambda *_: True)


def _ends_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BattleInput, "_could_act", lambda _: False)


def _keeps_plans(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BattleInput, "drop_plan", lambda _: None)


def _asks_always(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WindowBattle, "is_undoable", lambda *_: False)


def _clicks_on_release(patch: pytest.MonkeyPatch) -> None:
    always = property(lambda _: True, lambda *_: None)
    patch.setattr(BoardInput, "_is_click", always, raising=False)


@pytest.mark.parametrize(
    "breaking", [_rolls_at_once, _ends_at_once, _keeps_plans, _asks_always, _clicks_on_release]
)
def test_random_input_finds_breaches_of_the_rule(
    mashing: Callable[[str, str], Mashing],
    monkeypatch: pytest.MonkeyPatch,
    breaking: Callable[[pytest.MonkeyPatch], None],
) -> None:
    breaking(monkeypatch)
    one = mashing("verdigris", "split")
    for _ in range(0, 8 * SOME, STEP):
        one.masher.mash(STEP)
        if one.judge.breaches:
            return
    raise AssertionError("no breach was found")
