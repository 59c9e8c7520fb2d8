"""Speakers and choices of a level in the window, by mouse, keyboard and gamepad."""

from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.inputs import Act
from game.content.levels import check_level
from game.play.players import STDIO
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import find_books
from tests.client.conftest import Hand
from tests.client.shots import settle

BOOKS = find_books().books
LEVEL = """
format = 1
rulebook = "contest"
title = "A word in the yard"
[map]
grid = '''
#########
#.......#
#.a...b.#
#.......#
#########
'''
[map.legend]
"#" = "wall"
"." = "floor"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
[[unit]]
id = "bo"
side = "blue"
kind = "duelist"
[[trigger]]
when = [{ round = 1 }, { turn = "ann" }]

[[trigger.do]]
[trigger.do.choice]
id = "deal"
side = "red"
unit = "bo"
question = "Half of it, and I walk. Well?"
answers = [{ id = "fight", text = "Not a penny" }, { id = "yes", text = "Half it is" }]

[[trigger]]
when = [{ chosen = { choice = "deal", answer = "yes" } }]
do = [{ say = { unit = "ann", message = "Done." } }]
"""


@pytest.fixture
def scene(app: App, tmp_path: Path) -> BattleScene:
    """Return a battle whose first question is a choice."""
    level = check_level(LEVEL, file="yard.toml", id="yard", books=BOOKS).level
    assert level is not None
    players = {"red": STDIO, "blue": "novice"}
    table = Table.open(BOOKS["contest"], level, Setup(DiceSource(1), players))
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    made = BattleScene(app, WindowBattle(table, tmp_path, app.notices.add, ()))
    app.push(made)
    settle(app)
    return made


def answers(scene: BattleScene) -> list[str]:
    """Return the labels of the unit's buttons."""
    return [button.label for button in scene.seat.bar._buttons.all]


def read(app: App, scene: BattleScene) -> None:
    scene.heard(Act("confirm"))
    settle(app)


def log(scene: BattleScene) -> str:
    return "\n".join(told.text for told in scene.seat.sitting.told(None))


def test_question_has_its_speaker(app: App, scene: BattleScene) -> None:
    slip = scene.flow.slip
    assert slip.words == "Half of it, and I walk. Well?"
    assert slip._face() is not None
    assert "Bo: Half of it, and I walk. Well?" in log(scene)


def test_answers_are_buttons(app: App, scene: BattleScene) -> None:
    read(app, scene)
    assert answers(scene) == ["Not a penny", "Half it is"]


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
def test_choice_is_answered(app: App, scene: BattleScene, hand: Hand, device: str) -> None:
    read(app, scene)
    if device == "mouse":
        places = dict(scene.seat.bar._buttons.places())
        hand.click(places[1])
    elif device == "keyboard":
        hand.key("2")
    else:
        hand.pad("r1", "right", "a")
    settle(app)
    assert "Chosen by Ann: Half it is" in log(scene)
    assert scene.flow.slip.words == "Done."


def test_long_message_is_set_in_smaller_letters(app: App, scene: BattleScene) -> None:
    slip = scene.flow.slip
    slip.lay(pygame.Rect(0, 0, 388, 236), pygame.Rect(0, 0, 0, 0))
    read(app, scene)
    short, long = "Well?", "Half of it, and I walk, and nobody has seen anything. " * 9
    heights = []
    for words in (short, long):
        slip.add(words)
        heights.append(slip._placed(0, 20, 0)[1].get_height())
        slip.withdraw()
    assert heights[0] < heights[1] <= 180


@pytest.mark.parametrize("curtain", [False, True])
def test_other_player_at_the_machine_is_put_the_choice(
    app: App, hand: Hand, tmp_path: Path, curtain: bool
) -> None:
    text = LEVEL.replace('id = "deal"\nside = "red"', 'id = "deal"\nside = "blue"')
    level = check_level(text, file="yard.toml", id="yard", books=BOOKS).level
    assert level is not None
    table = Table.open(BOOKS["contest"], level, Setup(DiceSource(1), {"red": STDIO, "blue": STDIO}))
    app.change(speed=0.0, computer_speed=0.0, curtain=curtain, warn_end=False)
    made = BattleScene(app, WindowBattle(table, tmp_path, app.notices.add, ()))
    app.push(made)
    settle(app)
    for _ in range(6):
        if made.seat.plan.question is not None and made.seat.plan.question.ask == "choice":
            break
        hand.key("return")
        settle(app)
    read(app, made)
    assert made.seat.plan.question is not None
    assert made.seat.plan.question.side == "blue"
    hand.key("1", "1")  # the other side goes on, so this takes a second press
    settle(app)
    assert "Chosen by Bo: Not a penny" in log(made)
