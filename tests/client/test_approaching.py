"""Moving and attacking in one order, by mouse, keyboard and gamepad."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.client.battle.bar_buttons import button_id
from game.client.battle.reasons import why_not
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.inputs import Act
from game.client.panels.forecast_panel import ForecastPanel
from game.core.cells import Cell
from game.present.forecast.numbers import decimal, percent
from game.present.picture import Card, Token
from game.present.question import Choice
from game.terms.commands import End
from game.workshop.bench.action_rows import text_of
from tests.client.conftest import Hand
from tests.client.test_battle import Play, where

GROUND = "..........\n..........\n..........\n.........."
ANN, BO = "red warden 1 1", "blue bailiff 6 1"


@pytest.fixture
def play(app: App, hand: Hand) -> Play:
    return Play(app, hand)


class Field:
    """A battle with Ann (red) at her turn and Bo (blue) out of her reach."""

    def __init__(self, play: Play, folder: Path, more: str = "", **units: str) -> None:
        self.play = play
        path = folder / "field.toml"
        text = text_of((GROUND, {"ann": ANN, "bo": BO, **units}))
        path.write_text(f"{text}\n{more}", encoding="utf-8")
        play.app.change(warn_end=False, curtain=False)
        self.scene = play.open(str(path), "red=human,blue=human")
        self.until("red.ann")
        self.seat = self.scene.seat

    def until(self, unit: str) -> None:
        """End turns, and decline everything else, until a unit is asked for its turn."""
        for _ in range(40):
            question = self.scene.seat.plan.question
            assert question is not None
            if (question.unit, question.ask) == (unit, "turn"):
                return
            self.scene.heard(Act("end" if question.ask == "turn" else "slot_1"))
            self.play.hand.tick(3)
            self.play.until_asked()
        raise AssertionError(f"{unit} is never asked")

    @property
    def planned(self) -> Choice:
        assert self.seat.plan.planned is not None
        return self.seat.plan.planned

    @property
    def stand(self) -> Cell:
        """The tile that the planned command is given from."""
        place = self.scene.showing.approaching.place(self.planned)
        assert place is not None
        return place

    @property
    def verbs(self) -> list[str]:
        """The verbs of the commands that were given."""
        return [type(one.command).__name__ for one in self.seat.sitting.table.battle.history]

    def click(self, cell: Cell) -> None:
        self.play.hand.click(self.play.point(cell))
        self.play.hand.tick(4)


@pytest.fixture
def field(play: Play, tmp_path: Path) -> Field:
    return Field(play, tmp_path)


def assert_done(field: Field, stand: Cell, given: int) -> None:
    """Assert that Ann has moved to a tile and attacked Bo from it."""
    field.play.hand.tick(8)
    assert field.verbs[given:] == ["ActionMove", "Attack"]
    assert where(field.scene, "red.ann") == stand


def test_two_clicks_on_a_foe_move_and_attack(field: Field) -> None:
    given, bo = len(field.verbs), (6, 1)
    field.click(bo)
    marks = field.seat.board.marks
    assert field.planned.after is not None
    assert marks.path[-1] == field.stand
    assert marks.aim == (field.stand, bo)
    assert field.seat.forecast.summary is not None
    assert field.seat.forecast.summary.main == "blue.bo"
    assert len(field.verbs) == given, "one press gave the order"
    stand = field.stand
    field.click(bo)
    assert_done(field, stand, given)


def test_pointing_at_a_foe_forecasts_the_command_that_a_click_plans(field: Field) -> None:
    field.play.hand.move(field.play.point((6, 1)))
    field.play.hand.tick(10)
    marks = field.seat.board.marks
    assert marks.path
    assert marks.aim == (marks.path[-1], (6, 1))
    assert not marks.threats
    assert field.seat.plan.planned is None
    field.click((6, 1))
    assert field.seat.board.marks.path == marks.path


def test_keyboard_moves_and_attacks_in_two_presses(field: Field) -> None:
    given, hand = len(field.verbs), field.play.hand
    hand.key(*["right"] * 5)
    assert field.seat.cursor == (6, 1)
    hand.key("return")
    stand = field.stand
    assert len(field.verbs) == given
    hand.key("return")
    assert_done(field, stand, given)


def test_gamepad_moves_and_attacks_in_two_presses(field: Field) -> None:
    given, hand = len(field.verbs), field.play.hand
    hand.pad(*["right"] * 5, "a")
    first = field.stand
    hand.pad("down")
    assert field.stand != first
    assert field.stand[1] > first[1]
    stand = field.stand
    hand.pad("a")
    assert_done(field, stand, given)


def test_wheel_changes_the_tile_and_back(field: Field) -> None:
    given, bo, camera = len(field.verbs), (6, 1), field.seat.board.camera
    field.click(bo)
    first, tile = field.stand, camera.tile
    field.play.hand.wheel(field.play.point(bo), -1)
    other = field.stand
    assert other != first
    field.play.hand.wheel(field.play.point(bo), 1)
    assert field.stand == first
    assert camera.tile == tile, "the wheel zoomed as well"
    field.play.hand.wheel(field.play.point(bo), -1)
    field.click(bo)
    assert_done(field, other, given)


def test_arrows_change_the_tile(field: Field) -> None:
    given, hand = len(field.verbs), field.play.hand
    hand.key(*["right"] * 5, "return")
    first = field.stand
    hand.key("up")
    assert field.stand[1] < first[1]
    assert field.seat.cursor == (6, 1), "the cursor moved as well"
    stand = field.stand
    hand.key("return")
    assert_done(field, stand, given)


def test_pointing_changes_the_tile(field: Field) -> None:
    given, bo = len(field.verbs), (6, 1)
    field.click(bo)
    other = max(field.scene.showing.approaching.places() - {field.stand})
    field.play.hand.move(field.play.point(other))
    assert field.stand == other
    assert field.seat.board.marks.path[-1] == other
    field.click(bo)
    assert_done(field, other, given)


def test_one_click_on_another_tile_attacks_nobody(field: Field) -> None:
    """A click there may have been meant as a mere move."""
    given, bo = len(field.verbs), (6, 1)
    field.click(bo)
    other = max(field.scene.showing.approaching.places() - {field.stand})
    field.click(other)
    assert len(field.verbs) == given
    assert field.stand == other
    third = next(iter(field.scene.showing.approaching.places() - {other}))
    field.play.hand.move(field.play.point(third))
    assert field.stand == other, "the pointer changed a tile that was clicked"
    field.click(bo)
    assert_done(field, other, given)


def test_second_click_on_another_tile_confirms(field: Field) -> None:
    given = len(field.verbs)
    field.click((6, 1))
    other = max(field.scene.showing.approaching.places() - {field.stand})
    field.click(other)
    field.click(other)
    assert_done(field, other, given)


def test_click_on_a_tile_without_an_attack_only_moves(field: Field) -> None:
    given = len(field.verbs)
    field.click((6, 1))
    field.click((1, 2))
    assert field.verbs[given:] == ["ActionMove"]
    assert where(field.scene, "red.ann") == (1, 2)


def test_attack_in_place_does_not_follow_the_pointer(play: Play, tmp_path: Path) -> None:
    field = Field(play, tmp_path, bo="blue bailiff 2 1")
    bo = where(field.scene, "blue.bo")
    field.click(bo)
    assert field.planned.after is None
    places = field.scene.showing.approaching.places()
    play.hand.move(play.point(max(places - {where(field.scene, "red.ann")})))
    assert field.planned.after is None
    play.hand.wheel(play.point(bo), -1)
    assert field.planned.after is not None


def test_cancel_drops_the_order(field: Field) -> None:
    given = len(field.verbs)
    field.click((6, 1))
    field.play.hand.key("escape")
    assert field.seat.plan.planned is None
    assert len(field.verbs) == given


def test_message_on_the_path_stops_the_attack(play: Play, tmp_path: Path) -> None:
    more = """
[[area]]
id = "middle"
tiles = [[3, 0], [3, 1], [3, 2], [3, 3]]
[[trigger]]
when = [{ enter = { unit = "ann", area = "middle" } }]
do = [{ message = "A board creaks." }]
"""
    field = Field(play, tmp_path, more)
    given = len(field.verbs)
    field.click((6, 1))
    field.click((6, 1))
    play.until_asked()
    play.hand.tick(8)
    assert field.verbs[given:] == ["ActionMove"]
    assert field.seat.plan.planned is None
    said = [one for one in play.app.notices.all if "not done" in one]
    assert len(said) == 1
    assert said[0].endswith(play.app.words.say("battle", "hindered_message"))
    if field.scene.flow.slip.words:
        play.hand.key("return")
    assert said[0] in play.app.notices.shown
    question = field.seat.plan.question
    assert question is not None
    field.scene.flow.give(next(one for one in question.choices if one.verb != "end").command)
    assert said[0] not in play.app.notices.shown


def test_reaction_on_the_path_stops_the_attack(play: Play, tmp_path: Path) -> None:
    """Let a foe attack Ann as she leaves its reach."""
    field = Field(play, tmp_path, carl="blue bailiff 0 1")
    given = len(field.verbs)
    field.click((6, 1))
    assert field.seat.board.marks.dangers
    field.click((6, 1))
    play.until_asked()
    question = field.scene.seat.plan.question
    assert question is not None
    assert question.ask == "react"
    attack = next(one for one in question.choices if one.command != question.decline)
    field.scene.flow.give(attack.command)
    for _ in range(6):
        play.hand.tick(4)
        play.until_asked()
    assert "Attack" not in field.verbs[given:]
    assert any("not done" in one for one in play.app.notices.all)


def test_attack_goes_on_if_the_foe_does_not_react(play: Play, tmp_path: Path) -> None:
    field = Field(play, tmp_path, carl="blue bailiff 0 1")
    given = len(field.verbs)
    field.click((6, 1))
    stand = field.stand
    field.click((6, 1))
    play.until_asked()
    question = field.scene.seat.plan.question
    assert question is not None
    assert question.decline is not None
    field.scene.flow.give(question.decline)
    for _ in range(6):
        play.hand.tick(4)
        play.until_asked()
    assert field.verbs[given:] == ["ActionMove", "Pass", "Attack"]
    assert where(field.scene, "red.ann") == stand


def test_move_can_be_undone_before_the_attack_is_given(field: Field) -> None:
    given = len(field.verbs)
    field.click((6, 1))
    field.scene.flow.second.order(field.planned)
    move = field.planned.after
    assert move is not None
    assert field.seat.sitting.answer(move.command) is None
    assert field.scene.flow.second.is_pending
    field.scene.flow.undo()
    field.play.hand.tick(8)
    assert not field.scene.flow.second.is_pending
    assert len(field.verbs) == given


def test_grey_button_that_a_move_makes_available_is_chosen(field: Field) -> None:
    plan, hand = field.seat.plan, field.play.hand
    assert plan.question is not None
    shut = next(one for one in plan.question.shut if one.verb == "attack")
    field.scene.hands.press(button_id(shut.key))
    assert plan.chosen == shut.key
    hand.tick(3)
    given = len(field.verbs)
    field.click((6, 1))
    assert field.planned.key == shut.key
    field.click((6, 1))
    assert_done(field, where(field.scene, "red.ann"), given)


def test_next_target_after_a_grey_button_is_a_foe(field: Field) -> None:
    plan, hand = field.seat.plan, field.play.hand
    assert plan.question is not None
    shut = next(one for one in plan.question.shut if one.verb == "attack")
    field.scene.hands.press(button_id(shut.key))
    hand.key("n")
    assert field.seat.cursor == where(field.scene, "blue.bo")


def test_key_of_a_grey_button_goes_to_a_foe_in_reach_of_a_move(field: Field) -> None:
    hand, bar = field.play.hand, field.seat.bar
    assert field.seat.plan.question is not None
    shut = next(one for one in field.seat.plan.question.shut if one.verb == "attack")
    number = [one.id for one in bar._buttons.all].index(button_id(shut.key)) + 1
    hand.key(str(number))
    assert field.seat.cursor == where(field.scene, "blue.bo")
    given = len(field.verbs)
    hand.key("return")
    assert field.planned.key == shut.key
    assert len(field.verbs) == given, "the first press of Enter only plans"


def test_key_of_a_grey_button_says_why_it_is_grey(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = Field(play, tmp_path, bo="blue bailiff 9 3", ann="red warden 0 0")
    question = field.seat.plan.question
    assert question is not None
    shut = next(
        one
        for one in question.shut
        if one.verb == "attack" and not field.scene.hands.approaching.reaches(one.key)
    )
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(ForecastPanel, "show_text", lambda _, *words: told.append(words))
    monkeypatch.setattr(ForecastPanel, "show_card", lambda _, *words: told.append(words))
    monkeypatch.setattr(ForecastPanel, "show_tile", lambda _, *words: told.append(words))
    ids = [one.id for one in field.seat.bar._buttons.all]
    field.play.hand.key(str(ids.index(button_id(shut.key)) + 1))
    assert told[-1] == (shut.label, shut.why, shut.rule, shut.facts)


def test_enter_on_units_of_its_own_side_gives_no_command(play: Play, tmp_path: Path) -> None:
    field = Field(play, tmp_path, ann="red barber 1 1", cat="red warden 2 1")
    plan, seat = field.seat.plan, field.seat
    aims = {choice.unit for deed in plan.deeds for choice in deed.choices}
    assert {"red.ann", "red.cat"} <= aims, "the test needs a power on its own side"
    given = len(field.verbs)
    for unit in ("red.ann", "red.cat"):
        seat.cursor = where(field.scene, unit)
        field.play.hand.key("return", "return")
        assert plan.planned is None
        assert len(field.verbs) == given


def test_chosen_grey_button_lights_the_foes_it_reaches_after_a_move(
    play: Play, tmp_path: Path
) -> None:
    field = Field(play, tmp_path, cat="blue bailiff 3 2", dan="blue bailiff 9 0")
    plan, seat = field.seat.plan, field.seat
    assert plan.question is not None
    assert not seat.board.marks.targets
    shut = next(one for one in plan.question.shut if one.verb == "attack")
    field.scene.hands.press(button_id(shut.key))
    field.play.hand.tick(20)
    named = {token.id: token.at for token in seat.picture.tokens}
    near = {at for id, at in named.items() if id != "red.ann" and seat.approaches(id, shut.key)}
    assert 0 < len(near) < 3, "the test needs foes in reach, and one out of reach"
    assert seat.board.marks.targets == near
    assert seat.board.marks.reach, "moves are possible, too"


def test_pointing_at_a_grey_button_shows_its_range_and_why_it_is_grey(
    field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(ForecastPanel, "show_text", lambda _, *words: told.append(words))
    plan, bar = field.seat.plan, field.seat.bar
    assert plan.question is not None
    shut = next(one for one in plan.question.shut if one.verb == "attack")
    assert "5 ft" in shut.facts
    place = [one.id for one in bar._buttons.all].index(button_id(shut.key))
    field.play.hand.move(dict(bar.places())[place].center)
    assert told[-1] == (shut.label, shut.why, shut.rule, shut.facts)
    told.clear()
    field.scene.hands.press(button_id(shut.key))
    assert told[-1] == (shut.label, shut.why, shut.rule, shut.facts)


def test_forecast_at_a_tile_is_read_in_the_words_of_the_panel(field: Field) -> None:
    field.play.hand.move(field.play.point((6, 1)))
    field.play.hand.tick(10)
    marks = [one for one in field.seat.board.marks.forecast if one.unit == "blue.bo"]
    assert {one.kind for one in marks} >= {"loss"}
    field.play.hand.key("i")
    said = field.play.app.notices.all[-1]
    loss = next(one for one in marks if one.kind == "loss")
    summary = field.seat.forecast.summary
    assert summary is not None
    assert f"Bo: damage ({decimal(summary.mean)} on average), {percent(loss.share)}%" in said
    field.play.hand.move(field.play.point((9, 3)))
    field.play.hand.key("i")
    assert "on average" not in field.play.app.notices.all[-1]


KEYS = "up", "down", "left", "right", "return", "return", "n", "n", "escape", "1", "e"
PADS = "up", "down", "left", "right", "a", "a", "a", "b", "start"
MASHED = 250
"""Number of random inputs."""


@pytest.mark.parametrize("device", ["mouse", "keys", "pad"])
def test_dice_take_two_presses_of_one_thing(play: Play, tmp_path: Path, device: str) -> None:
    """Press at random. Whatever rolls was planned, by itself or after the move that was given."""
    units = {"ann": "red fowler 1 1", "carl": "blue bailiff 3 3", "dora": "red warden 2 2"}
    field, rng = Field(play, tmp_path, **units), Random(device)
    play.app.change(warn_end=True)
    seat, hand, attacks = field.seat, play.hand, 0
    for _ in range(MASHED):
        if not isinstance(play.app.scene, BattleScene):
            play.app.pop()
        cells = [token.at for token in seat.picture.tokens if token.at is not None]
        cell = rng.choice([*cells, *cells, (rng.randrange(10), rng.randrange(4))])
        planned, before = seat.plan.planned, len(field.verbs)
        sure = {one.command for one in _certain(field)}
        if device == "mouse" and rng.random() < 0.2:
            hand.wheel(play.point(cell), rng.choice((-1, 1)))
        elif device == "mouse":
            hand.click(play.point(cell))
        elif device == "keys":
            hand.key(rng.choice(KEYS))
        else:
            hand.pad(rng.choice(PADS))
        given = [one.command for one in seat.sitting.table.battle.history[before:]]
        if given and given[0] not in sure:
            assert planned is not None
            first = planned.after or planned
            assert given[0] == first.command
            assert given[1:2] in ([], [planned.command])
            attacks += 1
        if isinstance(play.app.scene, BattleScene):
            play.until_asked()
    assert attacks


def _certain(field: Field) -> list[Choice]:
    """Return the choices that take one press: undoable ones, and the end of a spent turn."""
    question, seat = field.seat.plan.question, field.seat
    found = question.choices if question is not None else ()
    is_spent = not seat.plan.unspent()
    return [
        one
        for one in found
        if seat.sitting.is_undoable(one.command) or (is_spent and isinstance(one.command, End))
    ]


def test_pointing_at_a_tile_lists_the_foes_there(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the path comes with the first frame, and the rest a few frames later."""
    told: list[Any] = []
    show = ForecastPanel.show

    def noted(panel: ForecastPanel, *shown: Any, **more: Any) -> None:
        told.append(shown[-1])
        show(panel, *shown, **more)

    monkeypatch.setattr(ForecastPanel, "show", noted)
    field = Field(play, tmp_path, ann="red fowler 1 1")
    play.hand.move(play.point((3, 3)))
    assert field.seat.board.marks.path[-1] == (3, 3)
    for _ in range(20):
        play.hand.tick()
    rows, is_whole = told[-1]
    (row,) = rows
    assert is_whole
    assert (row.title, row.label) == ("Bo", "Long bow")
    assert 0 < row.chance < 1
    assert row.harm > 0


def test_foe_in_reach_of_a_move_alone_is_called_too_far(play: Play) -> None:
    """In Contest a unit attacks by moving onto a foe's tile."""
    scene = play.open("yard")
    play.hand.move(play.point(where(scene, "blue.bo")))
    token = scene.seat.picture.token("blue.bo")
    assert token is not None
    for _ in range(10):
        play.hand.tick()
    (reason,) = why_not(scene.seat, token)
    actor = scene.seat.actor
    assert actor is not None
    found = re.fullmatch(r"Too far: (\d+) movement, and (\d+) left\.", reason)
    assert found is not None, reason
    assert int(found[1]) > int(found[2]) == actor.movement


def test_card_says_why_a_foe_cannot_be_attacked(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, Sequence[str]] = {}
    show = ForecastPanel.show_card

    def noted(panel: ForecastPanel, card: Card, token: Token, unusable: Sequence[str] = ()) -> None:
        told[token.id] = unusable
        show(panel, card, token, unusable)

    monkeypatch.setattr(ForecastPanel, "show_card", noted)
    field = Field(play, tmp_path, bo="blue bailiff 9 3")
    play.hand.move(play.point((9, 3)))
    for _ in range(20):
        play.hand.tick()
    assert any("40 ft away" in one for one in told["blue.bo"])
    play.hand.move(play.point(where(field.scene, "red.ann")))
    assert not told["red.ann"]


def test_forecast_of_an_attack_on_a_tile_names_what_is_there(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.GROUND", GROUND.replace("....", "...o", 1))
    field = Field(play, tmp_path, ann="red warden 3 1")
    question = field.seat.plan.question
    assert question is not None
    smashing = [one for one in question.choices if one.verb == "smash" and one.at == (3, 0)]
    titles = {field.scene.showing._title(one) for one in smashing}
    assert titles
    assert all(title.endswith(" on Crate") for title in titles), titles
