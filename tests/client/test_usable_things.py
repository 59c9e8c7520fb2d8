"""Doors, levers and other things to use are marked while a key or a button is held."""

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.client.battle.scene import BattleScene
from game.client.battle.telling.result_rows import decided_by, rows_of
from game.client.kit.app import App
from game.client.kit.pygame_events import BUTTONS
from game.present.shown_events import ShownEvent
from game.terms.events import BattleOver, Damaged, Event
from game.terms.script_events import ObjectiveFailed, ObjectiveReached
from tests.client.conftest import Hand
from tests.client.test_battle import Play


@pytest.fixture
def scene(app: App, hand: Hand) -> BattleScene:
    """Return a battle at the toll bar, with a windlass and two doors, at its first question."""
    return Play(app, hand).open("toll_bar")


def pixels(scene: BattleScene) -> bytes:
    """Return the board's pixels, with the windlass in view."""
    board, surface = scene.seat.board, pygame.Surface(scene.app.window.get_size())
    board.camera.show((21, 4))
    board.camera.arrive()
    board.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


DEVICES: dict[str, tuple[tuple[int, dict[str, Any]], tuple[int, dict[str, Any]]]] = {
    "key": (
        (pygame.KEYDOWN, {"key": pygame.K_g, "mod": 0, "unicode": "g"}),
        (pygame.KEYUP, {"key": pygame.K_g, "mod": 0}),
    ),
    "pad": (
        (pygame.JOYBUTTONDOWN, {"button": BUTTONS.index("guide")}),
        (pygame.JOYBUTTONUP, {"button": BUTTONS.index("guide")}),
    ),
    "mouse": (
        (pygame.MOUSEBUTTONDOWN, {"button": 2}),
        (pygame.MOUSEBUTTONUP, {"button": 2}),
    ),
}


@pytest.mark.parametrize("device", DEVICES)
def test_things_are_marked_while_held(scene: BattleScene, hand: Hand, device: str) -> None:
    (down, fields), (up, others) = DEVICES[device]
    board = scene.seat.board
    hand.move(board.camera.rect.center)
    at = {"pos": hand.at} if device == "mouse" else {}
    before = pixels(scene)
    hand.post(down, **fields, **at)
    hand.tick()
    assert board.shows_usable
    assert pixels(scene) != before
    hand.post(up, **others, **at)
    hand.tick()
    assert not board.shows_usable
    assert pixels(scene) == before


def test_things_have_names_and_effects(scene: BattleScene) -> None:
    found = {one.title: one for one in scene.seat.picture.usable}
    assert set(found) == {"Windlass", "Shut door"}
    assert found["Shut door"].uses == ("becomes: Open door",)
    aim = next(one for one in scene.seat.picture.objectives if "windlass" in one.title)
    assert f"objective: {aim.title}" in found["Windlass"].uses


def test_key_says_if_there_is_nothing_to_use(app: App, hand: Hand) -> None:
    Play(app, hand).open("yard")
    hand.key("g")
    assert app.notices.all[-1] == "Nothing here can be used or picked up."


def told(*events: Event) -> list[ShownEvent]:
    return [ShownEvent(n, event, f"sentence {n}", "") for n, event in enumerate(events)]


def test_summary_names_the_objectives_that_decided() -> None:
    done = ObjectiveReached(side="red", objective="a", title="A")
    failed = ObjectiveFailed(side="blue", objective="b", title="B")
    other = ObjectiveReached(side="blue", objective="c", title="C")
    over = BattleOver(winner="red", reason="objective", rounds=3)
    assert decided_by(told(done, other, failed, over)) == ["sentence 0.", "sentence 2."]
    fallen = BattleOver(winner="red", reason="elimination", rounds=3)
    assert decided_by(told(done, fallen)) == []


def test_summary_leaves_out_units_that_never_came(scene: BattleScene) -> None:
    seat = scene.seat
    picture = seat.picture
    first, *others = picture.tokens
    waiting = replace(first, at=None)
    shown = replace(picture, tokens=(waiting, *others))
    done = Damaged(unit=others[0].id, amount=2, left=1, cause="blow", by=first.id)
    heads = "Unit", "Dealt", "Taken", "Life"
    assert len(rows_of(told(done), shown, seat.sides, heads)) == len(picture.tokens)
    fallen = replace(picture, tokens=(replace(waiting, is_dead=True), *others))
    assert len(rows_of(told(done), fallen, seat.sides, heads)) == len(picture.tokens) + 1
    left = Damaged(unit=first.id, amount=2, left=1, cause="blow")
    assert len(rows_of(told(left), shown, seat.sides, heads)) == len(picture.tokens) + 1
