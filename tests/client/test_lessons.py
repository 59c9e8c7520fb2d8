"""Lessons appear when needed, once, and are withdrawn when the player has done what they teach."""

from pathlib import Path

import pytest

from game.client.battle.lessons import FILE
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.key_bindings import BINDINGS
from game.client.navigation import battle_of
from game.content.values.book_data import verbs_of
from game.play.opening import Options
from game.play.players import Seats, outside, played, watched
from game.rules.registry import find_books
from game.terms.commands import Command, End, Move
from game.terms.level_script import DEEDS, KEYS
from tests.client.conftest import Hand

LEVEL = """\
format = 1
rulebook = "contest"
title = "Two in the yard"
rounds = 9
[map]
grid = '''
#######
#a...b#
#.....#
#######
'''
legend = { "#" = "wall", "." = "floor", a = { terrain = "floor", unit = "ann" }, b = { terrain = "floor", unit = "bo" } }
[[side]]
id = "red"
[[side]]
id = "blue"
control = "random"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
movement = "3"
life = 60
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
movement = "1"
life = 60
"""  # noqa: E501 - a legend as authors write it
UNDO = """
[[lesson]]
when = [{ can = "undo" }]
until = [{ did = "undo" }]
message = "Press {undo} to undo."
"""
THREATS = """
[[lesson]]
when = [{ can = "move" }]
until = [{ did = "threats" }]
message = "Press {threats} to see threats."
"""
LATER = """
[[lesson]]
when = [{ round = 2 }]
until = [{ did = "page" }]
message = "The rules."
"""


def opened(
    app: App, hand: Hand, folder: Path, lessons: str, seats: Seats = played, text: str = LEVEL
) -> BattleScene:
    """Return the battle of the level with these lessons."""
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    path = folder / "yard.toml"
    path.write_text(text + lessons, encoding="utf-8")
    scene = battle_of(app, Options(level=str(path), seed="5"), seats)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    hand.tick(10)
    return scene


def words(scene: BattleScene) -> str:
    """Return the message on the screen, or ""."""
    return scene.flow.slip.words


def to(scene: BattleScene, hand: Hand, command: Command) -> None:
    """Give a command, and show what follows."""
    scene.flow.give(command)
    hand.tick(10)


def step(scene: BattleScene, hand: Hand, *path: tuple[int, int]) -> None:
    to(scene, hand, Move("red.ann", path))


def test_lesson_waits_until_what_it_teaches_is_possible(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    scene = opened(app, hand, tmp_path, UNDO)
    assert not words(scene)
    step(scene, hand, (2, 1))
    assert words(scene) == "Press Backspace to undo."


def test_lesson_goes_as_soon_as_the_player_does_what_it_teaches(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    scene = opened(app, hand, tmp_path, UNDO)
    step(scene, hand, (2, 1))
    hand.key("backspace")
    assert not words(scene)
    assert not scene.seat.sitting.given, "the key didn't undo"


def test_lesson_is_never_shown_after_what_it_teaches(app: App, hand: Hand, tmp_path: Path) -> None:
    for is_read in (False, True):
        scene = opened(app, hand, tmp_path, LATER, outside)
        if is_read:
            hand.key("f1")
            hand.key("escape")
        to(scene, hand, End("red.ann"))
        to(scene, hand, End("blue.bo"))
        assert scene.seat.picture.round == 2
        assert bool(words(scene)) != is_read
        scene.flow.slip.clear()
        app.pop()


def test_lesson_is_shown_once(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path, UNDO)
    step(scene, hand, (2, 1))
    hand.key("return")
    assert not words(scene)
    step(scene, hand, (3, 1))
    assert not words(scene)
    hand.key("backspace")
    step(scene, hand, (3, 1))
    assert not words(scene)


@pytest.mark.parametrize("how", ["click", "return", "e", "escape", "pad a"])
def test_press_on_a_lesson_only_closes_it(app: App, hand: Hand, tmp_path: Path, how: str) -> None:
    scene = opened(app, hand, tmp_path, THREATS)
    assert words(scene)
    saved = scene.seat.sitting.saved()
    if how == "click":
        hand.click(scene.flow.slip.rect)
    elif how.startswith("pad "):
        hand.pad(how.removeprefix("pad "))
    else:
        hand.key(how)
    assert not words(scene)
    assert app.scene is scene
    assert scene.seat.plan.planned is None
    assert scene.seat.plan.chosen is None
    assert scene.seat.sitting.saved() == saved


@pytest.mark.parametrize("how", ["click", "key"])
def test_press_elsewhere_closes_a_lesson_and_counts(
    app: App, hand: Hand, tmp_path: Path, how: str
) -> None:
    scene = opened(app, hand, tmp_path, THREATS)
    assert words(scene)
    bar = scene.seat.bar
    places = {bar._buttons.all[n].id: (n, rect) for n, rect in bar.places()}
    n, rect = places["move"]
    if how == "click":
        hand.click(rect)
    else:
        hand.key(str(n + 1))
    assert not words(scene)
    assert scene.seat.plan.chosen == ("move", None)


def test_story_of_a_level_still_takes_every_press(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path, "")
    scene.flow.slip.add("Somebody tells something.")
    app.draw()
    hand.key("1")
    assert not words(scene)
    assert scene.seat.plan.planned is None
    assert not scene.seat.sitting.given


def test_buttons_have_their_tooltips_under_a_lesson(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path, THREATS)
    bar = scene.seat.bar
    hand.move(next(rect for n, rect in bar.places() if bar._buttons.all[n].id == "end"))
    hand.tick(5)
    assert words(scene)
    tip = scene.seat.tips.levels[0].rect
    app.draw()
    with_tip = app.window.subsurface(tip).copy().get_buffer().raw
    scene.seat.tips.clear()
    app.draw()
    assert app.window.subsurface(tip).copy().get_buffer().raw != with_tip


def test_undo_works_under_a_lesson(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path, UNDO)
    step(scene, hand, (2, 1))
    assert words(scene)
    hand.click(scene.seat.bar.undo)
    assert not scene.seat.sitting.given
    assert not words(scene)


def test_lesson_goes_with_the_next_command(app: App, hand: Hand, tmp_path: Path) -> None:
    lasting = LATER.replace("round = 2", "round = 1")
    scene = opened(app, hand, tmp_path, lasting)
    assert words(scene) == "The rules."
    step(scene, hand, (2, 1))
    assert not words(scene)


def test_message_that_was_read_is_not_repeated_after_undo(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    area = '[[area]]\nid = "here"\ntiles = [[2, 1]]\n'
    shown = '[[trigger]]\nwhen = [{ enter = { area = "here" } }]\ndo = [{ message = "Here." }]\n'
    scene = opened(app, hand, tmp_path, area + shown)
    for is_first in (True, False):
        step(scene, hand, (2, 1))
        assert bool(words(scene)) == is_first
        scene.flow.slip.clear()
        hand.key("backspace")
        assert not scene.seat.sitting.given
    step(scene, hand, (2, 1))
    assert any(one.name == "message" for one in scene.seat.sitting.told(None)), "not in the log"


def test_message_that_was_not_read_comes_again_after_undo(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    area = '[[area]]\nid = "here"\ntiles = [[2, 1]]\n'
    shown = '[[trigger]]\nwhen = [{ enter = { area = "here" } }]\ndo = [{ message = "Here." }]\n'
    scene = opened(app, hand, tmp_path, area + shown)
    step(scene, hand, (2, 1))
    hand.key("backspace")
    assert not words(scene)
    step(scene, hand, (2, 1))
    assert words(scene) == "Here."


def test_next_lesson_waits_for_a_command(app: App, hand: Hand, tmp_path: Path) -> None:
    both = THREATS + THREATS.replace("Press", "Or press")
    scene = opened(app, hand, tmp_path, both)
    assert words(scene).startswith("Press T")
    hand.key("return")
    hand.tick(10)
    assert not words(scene), "one lesson follows another at once"
    step(scene, hand, (2, 1))
    assert words(scene).startswith("Or press T")


def test_lesson_goes_when_its_time_is_past(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path, THREATS)
    assert words(scene)
    step(scene, hand, (2, 1), (3, 1), (4, 1))
    question = scene.seat.plan.question
    assert question is not None
    assert "move" not in {one.verb for one in question.choices}
    assert not words(scene)


def test_lesson_names_the_button_of_a_gamepad_and_a_key_of_the_players_choice(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    scene = opened(app, hand, tmp_path, THREATS)
    assert words(scene) == "Press T to see threats."
    app.change(bindings={"threats": ("j", "pad y")})
    assert words(scene) == "Press J to see threats."
    app.is_padded = True
    assert words(scene) == "Press Y to see threats."
    app.change(bindings={"threats": ("j",)})
    assert words(scene) == "Press J to see threats.", "no button has the action"
    app.change(bindings={"threats": ()})
    assert words(scene) == "Press (a key of your choice: see Settings) to see threats."


@pytest.mark.parametrize("how", ["threats", "log", "describe", "page", "point", "objectives"])
def test_deeds_at_the_window_are_noticed(app: App, hand: Hand, tmp_path: Path, how: str) -> None:
    scene = opened(app, hand, tmp_path, LATER.replace("page", how))
    assert how not in scene.seat.lessons._did
    keys = {"threats": "t", "log": "l", "describe": "i", "page": "f1"}
    if how == "objectives":
        scene._objectives()
    elif how == "point":
        hand.move(scene.seat.board.camera.tile_rect((5, 1)))
    else:
        hand.key(keys[how])
    assert how in scene.seat.lessons._did
    assert scene.seat.sitting.given == 0


def test_ending_a_turn_early_is_noticed(app: App, hand: Hand, tmp_path: Path) -> None:
    early = LATER.replace("page", "end_early")
    scene = opened(app, hand, tmp_path, early)
    to(scene, hand, End("red.ann"))
    assert {"end", "end_early"} <= scene.seat.lessons._did


def test_resumed_battle_repeats_no_lesson(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path, UNDO)
    step(scene, hand, (2, 1))
    hand.key("return")
    path = scene.seat.sitting.keeper.running
    app.pop()
    assert (app.folder / FILE).exists()
    again = battle_of(app, Options(level=str(path)), played)
    assert isinstance(again, BattleScene), app.notices.all
    app.push(again)
    hand.tick(20)
    assert again.seat.plan.question is not None
    assert not words(again)


def test_new_battle_shows_lessons_again(app: App, hand: Hand, tmp_path: Path) -> None:
    for _ in range(2):
        scene = opened(app, hand, tmp_path, THREATS)
        assert words(scene)
        app.pop()


def test_damaged_file_of_lessons_is_no_lesson(app: App, hand: Hand, tmp_path: Path) -> None:
    (app.folder / FILE).write_text("[1", encoding="utf-8")
    scene = opened(app, hand, tmp_path, THREATS)
    assert words(scene)
    app.pop()


def test_lessons_leave_no_trace_in_the_record(app: App, hand: Hand, tmp_path: Path) -> None:
    hashes = []
    for lessons in ("", THREATS + UNDO):
        scene = opened(app, hand, tmp_path, lessons)
        hand.key("t")
        step(scene, hand, (2, 1))
        assert all(one.name != "message" for one in scene.seat.sitting.told(None))
        hashes.append(scene.seat.sitting.table.battle.hash())
        scene.flow.slip.clear()
        app.pop()
    assert hashes[0] == hashes[1]


def test_only_the_party_is_taught(app: App, hand: Hand, tmp_path: Path) -> None:
    assert not words(opened(app, hand, tmp_path, THREATS, watched))
    app.pop()
    scene = opened(app, hand, tmp_path, THREATS, outside)
    assert words(scene)
    hand.key("return")
    app.pop()
    blue = LEVEL.replace('title = "Two in the yard"', 'title = "Two in the yard"\nparty = "blue"')
    assert not words(opened(app, hand, tmp_path, THREATS, outside, blue))


def test_every_key_that_lessons_name_is_an_action() -> None:
    assert set(KEYS) <= set(BINDINGS)


def test_no_command_has_the_name_of_a_deed() -> None:
    for book in find_books().books.values():
        assert not {*DEEDS} & {*verbs_of(book)}, book.id
