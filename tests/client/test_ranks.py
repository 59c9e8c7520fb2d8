"""Guard in the window: next unit, group sizes, ranks in reach, and the end."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ai.threats import threatened
from game.client.battle.bar_buttons import button_id
from game.client.battle.scene import BattleScene
from game.client.board.token_drawing import TokenDrawing
from game.client.kit.app import App
from game.play.players import STDIO
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.guard.book import BOOK
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.rules.guard.crawl import fight, level


def opened(app: App, folder: Path, dice: tuple[int, ...] = ()) -> BattleScene:
    """Return a battle of two units against a group, with scripted dice for the talk."""
    drawn = level(".|ab|p|.", {})
    setup = Setup(DiceSource(1, scripted=dice), {"red": STDIO, "blue": "random"})
    table = Table.open(BOOK, drawn, setup)
    scene = BattleScene(app, WindowBattle(table, folder, app.notices.add, ()))
    app.push(scene)
    return scene


def press(scene: BattleScene, *verbs: str) -> None:
    """Press the first button of each verb."""
    for verb in verbs:
        deed = next(deed for deed in scene.seat.plan.deeds if deed.verb == verb)
        scene.hands.press(button_id(deed.key))


def asked(scene: BattleScene) -> str | None:
    question = scene.seat.plan.question
    return question.choices[0].verb if question else None


def test_click_on_a_unit_lets_it_act_next(app: App, tmp_path: Path) -> None:
    scene = opened(app, tmp_path)
    settle(app)
    press(scene, "fight")
    for _ in range(2):
        settle(app)
        press(scene, "stand")
    settle(app)
    assert asked(scene) == "pick"
    token = scene.seat.picture.token("red.b")
    assert token is not None
    assert token.at is not None
    scene.hands.click(token.at)
    settle(app)
    assert scene.seat.plan.question is not None
    assert scene.seat.plan.question.unit == "red.b"
    assert asked(scene) == "attack"


def test_command_that_ends_the_battle_is_planned_first(app: App, tmp_path: Path) -> None:
    scene = opened(app, tmp_path, (3, 4))
    settle(app)
    press(scene, "talk", "talk")
    settle(app)
    press(scene, "leave")
    assert scene.seat.plan.planned is not None
    settle(app)
    assert not scene.flow.is_over
    press(scene, "leave")
    settle(app)
    assert scene.flow.is_over


def test_number_of_a_group_does_not_cover_its_zones_name(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, draw = list[pygame.Rect](), TokenDrawing.draw_signs

    def told(drawing: TokenDrawing, *rest: Any) -> None:
        draw(drawing, *rest)
        drawn.extend(rect for _, rect in drawing.numbers)

    monkeypatch.setattr(TokenDrawing, "draw_signs", told)
    scene = opened(app, tmp_path)
    settle(app)
    scene.draw(pygame.Surface(app.size))
    group = scene.seat.picture.token("blue.p")
    assert group is not None
    assert group.at is not None
    assert drawn
    assert drawn[-1].bottom <= scene.seat.board.camera.tile_rect(group.at).bottom


def test_groups_show_their_number(app: App, tmp_path: Path) -> None:
    picture = opened(app, tmp_path).seat.picture
    many = {token.id: token.is_many for token in picture.tokens}
    assert many == {"red.a": False, "red.b": False, "blue.p": True}


@pytest.mark.parametrize(
    ("rows", "group", "ranks"),
    [
        ("c|ab|p|.", {"number": 2}, "f"),
        ("c|ab|p|.", {"number": 3}, "rf"),
        ("c|ab|.|p", {"number": 2, "fights": "ranged"}, "rf"),
        ("c|ab|.|p", {"number": 2}, ""),
    ],
)
def test_danger_is_to_the_ranks_in_reach(rows: str, group: dict[str, object], ranks: str) -> None:
    """Use melee attacks, which reach the rear only if the front is outnumbered."""
    play = fight(rows, p=group)
    world = play.battle.world
    found = threatened(world, BOOK.hints, "red")["blue.p"]
    zones = world.scene.level.zones
    assert {zones[y * world.scene.level.width + x] for x, y in found} == set(ranks)


def test_confirm_without_targets_moves_to_the_buttons(app: App, hand: Hand, tmp_path: Path) -> None:
    """Use stances, which are chosen only in the bar: confirming on the board leads there."""
    scene = opened(app, tmp_path)
    settle(app)
    press(scene, "fight")
    settle(app)
    assert scene.seat.focus == "board"
    hand.pad("a")
    assert scene.seat.focus == "bar"
    hand.pad("right", "a")
    settle(app)
    question = scene.seat.plan.question
    assert question is not None
    assert question.unit == "red.b"
    assert scene.seat.sitting.told(None, 0)[-1].text == "A takes a neutral stance"
