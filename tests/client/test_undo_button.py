"""The undo button: its forecast, the steps back to the wall, and consent beyond it."""

from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.board.undo_marks import undone_lines
from game.client.kit.app import App
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import battle_of
from game.client.panels.unit_bar import UNDO
from game.core.cells import Cell
from game.play.opening import Options
from game.play.players import outside
from game.present.shown_events import ShownEvent
from game.terms.events import Moved
from game.terms.script_events import Message
from tests.client.conftest import Hand
from tests.client.shots import battle, question, read
from tests.client.test_scenes import press

STEPS = 3
MOST_COMMANDS = 30
"""Maximum number of commands until dice are rolled."""


@pytest.fixture
def scene(app: App) -> BattleScene:
    """Return a duel without motion, at its first question."""
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    return battle(app, "toll_bar")


def step(app: App, scene: BattleScene) -> tuple[Cell, Cell]:
    """Move the acting unit one step; return its tiles before and after."""
    actor = scene.seat.actor
    assert actor is not None
    assert actor.at is not None
    choice = next(one for one in question(scene).choices if len(one.path) == 1)
    scene.flow.give(choice.command)
    read(app, scene)
    return actor.at, choice.path[0]


def test_undo_button_shows_what_it_would_undo(app: App, hand: Hand, scene: BattleScene) -> None:
    before, after = step(app, scene)
    hand.move(scene.seat.bar.undo)
    assert scene.seat.board.marks.start == after
    assert scene.seat.board.marks.path == (before,)
    told = scene.seat.bar._undo_told()
    assert told.title == "Undo (1 command)"
    assert "moves to" in told.lines[0]
    hand.move(scene.seat.board.camera.tile_rect(after))
    assert scene.seat.board.marks.path != (before,)


def test_undo_names_no_message_of_the_level() -> None:
    moved = Moved(unit="red.a", origin=(0, 0), to=(1, 0), cost=1, left=3)
    told = [(moved, "Ann moves to (1, 0)"), (Message(message="A bell rings."), "A bell rings.")]
    shown = [ShownEvent(n, event, text, text) for n, (event, text) in enumerate(told)]
    assert undone_lines(shown) == ["Ann moves to (1, 0)"]


def test_focus_on_the_undo_button_shows_and_undoes(
    app: App, hand: Hand, scene: BattleScene
) -> None:
    before, _ = step(app, scene)
    hand.key("tab", *["right"] * len(scene.seat.bar._buttons.all))
    assert scene.seat.bar.is_at_undo
    assert scene.seat.board.marks.path == (before,)
    hand.key("return")
    assert scene.seat.sitting.given == 0


def test_undo_button_leads_back_to_the_wall(app: App, hand: Hand, scene: BattleScene) -> None:
    fight = scene.seat.sitting.table.battle
    states = [fight.hash()]
    for _ in range(STEPS):
        step(app, scene)
        states.append(fight.hash())
    side = question(scene).side
    for state in reversed(states[:-1]):
        assert scene.seat.bar.pointed in (None, UNDO)
        hand.click(scene.seat.bar.undo)
        read(app, scene)
        assert fight.hash() == state
    assert scene.seat.sitting.undoable_by(side) == (0, 0)
    hand.move(scene.seat.bar.undo)
    assert not scene.seat.bar.is_at_undo


def test_undo_behind_the_wall_asks_the_others(app: App, hand: Hand, tmp_path: Path) -> None:
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    scene = battle(app, "yard")
    first = question(scene).side
    for _ in range(2):
        hand.key("e")
        read(app, scene)
    assert question(scene).side == first
    count, wall = scene.seat.sitting.undoable_by(first)
    assert count == wall > 0
    hand.move(scene.seat.bar.undo)
    assert scene.seat.bar._undo_told().title == "Ask to undo"
    hand.click(scene.seat.bar.undo)
    assert isinstance(app.scene, Dialog)


def walled(app: App) -> BattleScene:
    """Return a battle with a reroll and one person, whose last command is behind the wall."""
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    given = Options(level="kennel", seed="3", players="party=human,pack=random", rerolls=1)
    scene = battle_of(app, given, outside)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    read(app, scene)
    for _ in range(MOST_COMMANDS):
        count, wall = scene.seat.sitting.undoable_by("party")
        if count == wall > 0:
            return scene
        scene.flow.give(question(scene).choices[0].command)
        read(app, scene)
    raise AssertionError("no command rolled dice")


def use_undo(hand: Hand, scene: BattleScene, by: str) -> None:
    """Press the undo button, or its key, by an input device."""
    if by == "mouse":
        hand.click(scene.seat.bar.undo)
    else:
        press(hand, by, "backspace" if by == "keys" else "x")


@pytest.mark.parametrize("by", ["mouse", "keys", "pad"])
def test_reroll_is_offered_behind_the_wall_and_used_once(app: App, hand: Hand, by: str) -> None:
    scene = walled(app)
    sitting, bar = scene.seat.sitting, scene.seat.bar
    count, given = sitting.undoable_by("party")[0], sitting.given
    assert bar._undo_label == "reroll"
    assert bar._undo_told().title == "Reroll"
    use_undo(hand, scene, by)
    assert isinstance(app.scene, Dialog)
    press(hand, "keys" if by == "mouse" else by, "escape")
    assert (sitting.rerolls, sitting.given) == (1, given)
    use_undo(hand, scene, by)
    assert isinstance(app.scene, Dialog)
    if by == "mouse":
        hand.click(app.scene.buttons[0])
    else:
        press(hand, by, "return")
    read(app, scene)
    assert (sitting.rerolls, sitting.undoable_by("party")[0]) == (0, count - 1)
    assert bar._undo_label == "undo"
    assert any(one.name == "undone" and "reroll" in one.text for one in sitting.told("party"))
    assert not bar.can_undo or sitting.undoable_by("party")[0] > sitting.undoable_by("party")[1]


def test_wall_is_drawn_in_the_log_where_it_stands(app: App, hand: Hand) -> None:
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    scene = battle(app, "yard")
    log, sitting = scene.seat.log, scene.seat.sitting
    assert log._wall == 0
    hand.key("e")
    read(app, scene)
    side = question(scene).side
    told = sitting.told(side)
    before = log._wall
    step(app, scene)
    assert [one.name for one in sitting.told(side)[len(told) :]].count("moved") == 1
    assert log._wall == before <= len(told)
    walls = [index for index in range(len(log)) if log._is_at_wall(index)]
    assert [log._entries[index].told.n <= log._wall for index in walls] == [True]
    undone = sitting.undone(side)
    assert [one.n for one in undone] == list(range(undone[0].n, undone[0].n + len(undone)))
    assert undone[0].n > log._wall
