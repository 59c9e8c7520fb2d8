"""The battle screen by mouse, keyboard and gamepad."""

import time
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace as replace_struct

from game.ai.threat_display import Threat
from game.client.battle.bar_buttons import button_id, buttons_of, unspent
from game.client.battle.scene import BattleScene
from game.client.board.overlays import BoardMarks
from game.client.kit.app import App
from game.client.kit.inputs import Act
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import WindowNavigation, battle_of
from game.client.panels.forecast_panel import ForecastPanel
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.handover_screen import HandoverScreen
from game.client.screens.pause_menu import PauseMenu
from game.core.cells import Cell
from game.play.opening import Options
from game.play.players import Seats, outside, played, watched
from game.present.picture import TileCard
from game.present.window_battle import WindowBattle
from game.record.journal import left_behind
from game.terms.commands import Concede, End, to_json
from game.terms.events import BattleOver
from game.workshop.bench.action_rows import PASSAGE, text_of
from tests.client.conftest import Hand
from tests.commands import command

PATIENCE = 30.0
"""Maximum number of seconds to wait."""


class Play:
    """A battle in a test's window, without motion."""

    def __init__(self, app: App, hand: Hand) -> None:
        self.app, self.hand = app, hand

    def open(self, level: str, players: str | None = None, seats: Seats = played) -> BattleScene:
        self.app.change(speed=0.0, computer_speed=0.0)
        self.app.navigation = WindowNavigation(self.app, seats)
        scene = battle_of(self.app, Options(level=level, seed="5", players=players), seats)
        assert isinstance(scene, BattleScene), self.app.notices.all
        self.app.push(scene)
        if seats is not watched:
            self.until_asked()
        return scene

    @property
    def scene(self) -> BattleScene:
        scene = self.app.scene
        assert isinstance(scene, BattleScene)
        return scene

    def until_asked(self) -> None:
        """Wait until people are asked, or the battle is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.hand.tick()
            scene = self.app.scene
            if isinstance(scene, HandoverScreen):
                self.hand.key("return")
                continue
            if not isinstance(scene, BattleScene):
                return
            if scene.flow.slip.words:
                self.hand.key("return")
                continue
            is_busy = scene.flow.timeline.is_busy or scene.passing.is_waiting
            if scene.seat.plan.question is not None and not is_busy:
                return
            time.sleep(0.002)
        raise AssertionError("nobody is asked")

    def point(self, cell: Cell) -> tuple[int, int]:
        camera = self.scene.seat.board.camera
        camera.show(cell)
        camera.arrive()
        return camera.tile_rect(cell).center

    def click(self, cell: Cell) -> None:
        self.hand.click(self.point(cell))
        self.until_asked()


@pytest.fixture
def play(app: App, hand: Hand) -> Play:
    return Play(app, hand)


def where(scene: BattleScene, unit: str) -> Cell:
    token = scene.seat.picture.token(unit)
    assert token is not None
    assert token.at is not None
    return token.at


def test_click_moves_the_unit_and_undo_reverts_it(play: Play) -> None:
    scene = play.open("toll_bar")
    question = scene.seat.plan.question
    assert question is not None
    start = where(scene, question.unit)
    goal = min(scene.seat.plan.places(), key=lambda c: abs(c[0] - start[0]) + abs(c[1] - start[1]))
    play.click(goal)
    assert where(scene, question.unit) == goal
    assert scene.seat.sitting.given == 1
    play.hand.key("backspace")
    play.until_asked()
    assert where(scene, question.unit) == start
    play.hand.key("backspace")
    assert play.app.notices.all[-1] == "There is nothing to undo."


def test_hovering_shows_path_and_forecast(play: Play) -> None:
    scene = play.open("toll_bar")
    goal = max(scene.seat.plan.places())
    play.hand.move(play.point(goal))
    assert scene.seat.board.marks.path[-1] == goal
    assert scene.seat.board.marks.reach


def test_hovering_over_a_foe_forecasts_the_attack_that_a_click_plans(play: Play) -> None:
    scene = play.open("bell_yard")
    play.hand.key("1")
    play.until_asked()
    assert scene.seat.plan.question is not None
    assert scene.seat.plan.question.ask == "turn"
    stands = where(scene, "blue.maul")
    play.hand.move(play.point(stands))
    while scene.seat.is_reckoning:
        play.hand.tick()
    assert scene.seat.forecast.summary is not None
    assert scene.seat.forecast.summary.main == "blue.maul"
    assert scene.seat.board.marks.aim == (where(scene, "red.brandt"), stands)
    assert scene.seat.plan.planned is None
    play.hand.move(play.point(where(scene, "blue.stone_boy")))
    assert scene.seat.forecast.summary is None


def test_leaving_a_melee_forecasts_its_foes_attacks(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[TileCard] = []
    monkeypatch.setattr(ForecastPanel, "show_tile", lambda _, *shown: told.append(shown[0]))
    scene = play.open("bell_yard")
    play.hand.key("1")
    play.until_asked()
    play.hand.move(play.point((8, 4)))
    seat, ticks = scene.seat, 0
    assert seat.is_reckoning
    first, second = told[-1].lines[:2]
    assert "provokes one of" in first, "the first words come in the first frame"
    assert second == seat.say("reckoning")
    while seat.is_reckoning:
        # A wide search takes several steps, and nothing is claimed before it ends.
        assert seat.forecast.summary is None
        assert not scene.is_idle
        play.hand.tick()
        ticks += 1
    assert 10 < ticks < 80
    found = seat.forecast.summary
    assert found is not None
    assert found.kind == "struck"
    assert 0 < found.chance < 1
    assert 0 < found.arrives < 1


def test_pointing_elsewhere_ends_a_search_for_odds(play: Play) -> None:
    scene = play.open("bell_yard")
    play.hand.key("1")
    play.until_asked()
    play.hand.move(play.point((8, 4)))
    assert scene.seat.is_reckoning
    play.hand.move(play.point(where(scene, "red.brandt")))
    play.hand.tick(2)
    assert not scene.seat.is_reckoning
    play.hand.move(play.point((8, 4)))
    assert scene.seat.is_reckoning
    play.hand.key("backspace")
    play.until_asked()
    assert play.scene is scene


def test_attack_is_planned_first_and_made_with_the_second_click(play: Play) -> None:
    """Use two adjacent units, and check the log, the life and the wall afterwards."""
    scene = play.open("yard", seats=outside)
    for _ in range(80):
        plan = scene.seat.plan
        question = plan.question
        if question is None or question.ask == "combat":
            break
        engage = next((d for d in plan.deeds if d.verb == "engage"), None)
        if engage is not None:
            play.hand.key(str(1 + [d.key for d in plan.deeds].index(engage.key)))
            if scene.seat.plan.planned is not None:
                play.hand.key("return")
            play.until_asked()
            continue
        foes = [p.at for p in scene.seat.picture.tokens if p.side != question.side and p.at]
        walks = [d for d in plan.deeds if d.verb == "move"]
        if not walks:
            play.hand.key("e")
            if isinstance(play.app.scene, Dialog):
                play.hand.key("return")
            play.until_asked()
            continue
        near = min(
            plan.places(walks[0]),
            key=lambda c: min(abs(c[0] - x) + abs(c[1] - y) for x, y in foes),
        )
        play.click(near)
        if scene.seat.plan.planned is not None:
            play.click(near)
    question = scene.seat.plan.question
    assert question is not None
    assert question.ask == "combat"
    blow = next(deed for deed in scene.seat.plan.deeds if deed.verb == "attack")
    target = blow.choices[0]
    lines = len(scene.seat.sitting.told(None))
    if blow.is_plain:
        play.hand.key("1")
        assert scene.seat.plan.planned is not None
        play.hand.key("return")
    else:
        assert target.unit is not None
        cell = where(scene, target.unit)
        play.click(cell)
        assert scene.seat.plan.planned is not None
        play.click(cell)
    play.until_asked()
    names = [one.name for one in scene.seat.sitting.told(None)[lines:]]
    assert "rolled" in names
    assert scene.seat.sitting.undoable_by(scene.seat.view)[1] > 0
    play.hand.key("backspace")
    assert isinstance(play.app.scene, Dialog), "the others were not asked"


def test_disabled_buttons_and_far_tiles_say_why(play: Play) -> None:
    scene = play.open("toll_bar")
    scene.hands.press("stand")
    assert scene.seat.forecast is not None
    far = next(
        (x, y)
        for x in reversed(range(scene.seat.overview.width))
        for y in range(scene.seat.overview.height)
        if (x, y) not in scene.seat.plan.places()
    )
    before = scene.seat.sitting.picture("red")
    play.click(far)
    assert scene.seat.sitting.picture("red") == before


@pytest.mark.rule("ALL-08")
def test_useless_item_is_a_disabled_button_that_says_why(play: Play) -> None:
    scene = play.open("first_contest")
    grey = {one.id: one for one in buttons_of(scene.seat.plan, play.app) if not one.is_open}
    assert (
        grey["use:bandage"].why == "Clean bandage would have no effect on Ann. Needed: lost life."
    )
    scene.hands.press("use:bandage")
    assert scene.seat.forecast is not None
    before = scene.seat.sitting.picture("red")
    assert scene.seat.plan.chosen is None
    assert scene.seat.sitting.picture("red") == before


@pytest.mark.rule("ALL-08")
def test_target_that_an_item_could_not_change_says_why(play: Play) -> None:
    scene = play.open("toll_bar")
    question = scene.seat.plan.question
    assert question is not None
    use = command("action", f"use {question.unit} red_draught {question.unit}")
    told = scene.seat.sitting.why_not(use)
    assert told is not None
    assert told.code == "no-effect"
    assert told.text.startswith("Red draught would have no effect on ")


def test_keyboard_alone_moves_a_unit_and_ends_the_turn(play: Play) -> None:
    scene = play.open("toll_bar")
    question = scene.seat.plan.question
    assert question is not None
    start = where(scene, question.unit)
    for key, (dx, dy) in {"right": (1, 0), "down": (0, 1), "up": (0, -1)}.items():
        goal = start[0] + dx, start[1] + dy
        if goal in scene.seat.plan.places():
            play.hand.key(key, "return")
            play.until_asked()
            assert where(scene, question.unit) == goal
            break
    else:
        raise AssertionError("no tile can be reached")
    play.hand.key("tab")
    assert scene.seat.focus == "bar"
    play.hand.key("tab", "e")
    if scene.seat.plan.planned is not None:
        play.hand.key("e")
    play.until_asked()
    after = scene.seat.plan.question
    assert after is None or after.unit != question.unit or scene.seat.picture.round > 1


def test_enter_chooses_the_tile_that_the_pointer_points_at(play: Play) -> None:
    scene = play.open("toll_bar")
    assert scene.seat.actor is not None
    goal = max(scene.seat.plan.places())
    play.hand.key("right")
    assert scene.seat.cursor not in (None, goal)
    play.hand.move(play.point(goal))
    play.hand.key("return")
    play.until_asked()
    assert where(scene, scene.seat.actor.id) == goal


def test_keys_point_although_the_pointer_lies_on_a_button(play: Play) -> None:
    scene = play.open("toll_bar")
    n, place = scene.seat.bar.places()[0]
    id = buttons_of(scene.seat.plan, play.app)[n].id
    play.hand.move(place)
    assert scene.seat.pointed_button == id
    play.hand.key("right")
    assert scene.seat.pointed_button is None
    assert scene.seat.pointed == scene.seat.cursor
    play.hand.move((place.centerx + 1, place.centery))
    assert scene.seat.pointed_button == id


def test_bar_shows_the_bound_keys(play: Play, app: App) -> None:
    scene = play.open("yard")
    places = [button.id for button in buttons_of(scene.seat.plan, app)]
    slot = f"slot_{places.index('move') + 1}"
    app.change(bindings={slot: ("x",), "end": ("ctrl+e",)})
    keys = {button.id: button.key for button in buttons_of(scene.seat.plan, app)}
    assert keys["end"] == "Ctrl E"
    assert keys["move"] == "X"
    play.hand.key("x")
    assert scene.seat.plan.chosen == ("move", None)
    assert app.settings.keys("end") == ("ctrl+e",)
    app.change(bindings={})
    play.hand.pad("r1")
    assert scene.seat.bar._buttons.all[-1].key == "Start", (
        "the bar doesn't name the gamepad's button"
    )
    app.change(hints=False)
    assert {button.key for button in buttons_of(scene.seat.plan, app)} == {""}


@pytest.mark.parametrize("device", ["key", "mouse", "pad"])
def test_ending_a_turn_early_takes_a_second_press(device: str, play: Play) -> None:
    scene = play.open("toll_bar")
    sitting = scene.seat.sitting

    def press() -> None:
        buttons = scene.seat.bar._buttons
        end = next(n for n, one in enumerate(buttons.all) if one.id == "end")
        ways = {
            "key": lambda: play.hand.key("e"),
            "pad": lambda: play.hand.pad("start"),
            "mouse": lambda: play.hand.click(dict(buttons.places())[end]),
        }
        ways[device]()

    press()
    planned = scene.seat.plan.planned
    assert planned is not None
    assert planned.verb == "end"
    assert sitting.count == 0
    play.hand.key("escape")
    assert scene.seat.plan.planned is None
    press()
    assert sitting.count == 0
    press()
    play.until_asked()
    assert any(one.name == "turn_ended" for one in sitting.told(None))


def test_ending_a_turn_takes_one_press_without_the_warning(play: Play) -> None:
    scene = play.open("toll_bar")
    play.app.change(warn_end=False)
    play.hand.key("e")
    play.until_asked()
    assert any(one.name == "turn_ended" for one in scene.seat.sitting.told(None))


def test_end_button_says_what_is_left(play: Play) -> None:
    scene = play.open("toll_bar")
    end = next(one for one in scene.seat.bar._buttons.all if one.id == "end")
    assert end.brief == "action left"
    seat = scene.seat
    assert seat.actor is not None
    card = seat.card(seat.actor.id)
    assert card is not None
    moves = tuple(one for one in card.shorts if one.key == "movement_left")
    assert unspent(seat.plan, replace_struct(card, shorts=moves), scene.app) == "30 ft left"
    names = {deed.label.partition(":")[0].lower() for deed in seat.plan.unspent()}
    nothing = unspent(seat.plan, replace_struct(card, shorts=()), scene.app)
    assert nothing.removesuffix(" left") in names


def test_threats_are_shown_and_described(play: Play) -> None:
    scene = play.open("toll_bar")
    assert not scene.seat.board.marks.threats
    play.hand.key("t")
    play.hand.tick(200)
    assert scene.seat.board.marks.threats
    assert scene.seat.strip.has_threats
    play.hand.key("t", "i")
    assert not scene.seat.board.marks.threats
    assert not scene.seat.strip.has_threats
    seat = scene.seat
    foes = (one for one in seat.picture.tokens if one.side != seat.view and one.at is not None)
    foe = next(one for one in foes if not one.is_down and seat.threats.one(one.id))
    seat.board.marks = BoardMarks(threats=seat.threats.one(foe.id))
    scene.showing.buttons()
    assert scene.seat.strip.has_threats, "nothing explains the numbers of the foe pointed at"
    assert ":" in play.app.notices.all[-1]


def test_strip_says_how_to_confirm_a_plan_by_the_device_in_use(play: Play) -> None:
    scene = play.open("toll_bar")
    strip = scene.seat.strip
    assert strip.words == ""
    play.click(where(scene, "blue.at_the_bar"))
    assert scene.seat.plan.planned is not None
    assert strip.words.startswith("Click again or press Enter to confirm")
    assert strip.words.endswith("Esc: cancel")
    play.hand.key("escape")
    assert strip.words == ""
    play.click(where(scene, "blue.at_the_bar"))
    play.hand.pad("r3")
    assert strip.words.startswith("Press A again to confirm")
    assert strip.words.endswith("B: cancel")


def test_strip_names_the_plan_while_something_else_is_shown(play: Play) -> None:
    scene = play.open("toll_bar")
    strip, foe = scene.seat.strip, where(scene, "blue.at_the_bar")
    play.click(foe)
    planned = scene.seat.plan.planned
    assert planned is not None
    asked = scene.seat.plan.question
    assert asked is not None
    aside = (set(scene.seat.plan.places()) - {where(scene, asked.unit)}) - set(
        scene.hands.approaching.places()
    )
    play.hand.move(play.point(min(aside, key=lambda cell: abs(cell[0] - foe[0]))))
    assert scene.seat.plan.planned == planned
    assert strip.words == f"Only a preview. Still planned: {planned.text}"
    play.hand.move(play.point(foe))
    assert strip.words.startswith("Click again")


def test_middle_button_keeps_a_card_until_the_next_press(play: Play) -> None:
    scene = play.open("toll_bar")
    forecast, foe = scene.seat.forecast, where(scene, "blue.at_the_bar")
    play.hand.move(play.point(foe))
    assert forecast.command is not None
    play.hand.click(play.point(foe), button=2)
    assert forecast.command is None
    kept = forecast._what
    play.hand.move(play.point(where(scene, "blue.pike")))
    play.hand.tick(20)
    assert forecast._what == kept
    play.hand.click(forecast.rect.center)
    assert forecast.is_kept
    play.click(where(scene, "red.hanne"))
    assert not forecast.is_kept
    assert forecast._what != kept


def test_button_keeps_its_tooltip_under_a_message(play: Play) -> None:
    scene = play.open("toll_bar")
    play.hand.move(scene.seat.bar.places()[0][1])
    play.hand.tick(5)
    assert scene.seat.tips.levels
    shown = play.app.window.copy()
    scene.flow.slip.add("Hush.")
    scene._still.is_stale = True
    play.app.draw()
    rect = scene.seat.tips.levels[0].rect
    corner = rect.right - 4, rect.bottom - 8
    assert shown.get_at(corner) == play.app.window.get_at(corner)
    assert shown.get_at(scene.flow.slip.rect.center) != play.app.window.get_at(
        scene.flow.slip.rect.center
    )


def test_threats_of_one_foe_are_searched_alone_and_once(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = play.open("toll_bar").seat
    every, threat, found = seat.sitting.threats("red"), seat.sitting.threat, list[str]()
    seat.look()

    def noted(side: str, foe: str) -> Threat:
        found.append(foe)
        return threat(side, foe)

    monkeypatch.setattr(seat.sitting, "threat", noted)
    monkeypatch.setattr(seat.sitting, "threats", None)
    for foe in (*every, *every):
        assert seat.threats.of(foe) == every[foe]
    assert found == list(every)


def test_threats_are_counted_on_each_tile(play: Play) -> None:
    seat = play.open("toll_bar").seat
    every = seat.sitting.threats("red")
    play.hand.key("t")
    play.hand.tick(200)
    taken = {c for token in seat.picture.tokens if token.side != "red" for c in token.cells}
    shown = seat.board.marks.threats
    assert set(shown) == {cell for threat in every.values() for cell in threat} - taken
    for cell, (foes, damage) in shown.items():
        found = [threat[cell] for threat in every.values() if cell in threat]
        assert foes == len(found)
        assert damage == pytest.approx(sum(found))
    assert len({one.foes for one in shown.values()}) > 2


def test_escape_opens_the_menu_and_conceding_ends_the_battle(play: Play) -> None:
    scene = play.open("yard")
    play.hand.key("escape")
    assert isinstance(play.app.scene, PauseMenu)
    assert play.app.scene.buttons[0].words == "Continue"
    play.hand.key("escape")
    assert play.scene is scene
    forecast = scene.seat.forecast
    forecast.show_text("A forecast", "the last one")
    assert forecast._write is not None
    scene.flow.give(Concede())
    play.until_asked()
    assert isinstance(play.app.scene, BattleSummary)
    assert forecast._write is None, "the summary has nothing behind it to read"
    assert play.app.scene.title.words == play.app.words.say("battle", "leave")
    summary = play.app.scene
    assert summary.ring.focused is None
    play.hand.key("1", "return")
    assert play.app.scene is summary, "a press too many, meant to skip, has closed the result"
    assert summary.ring.focused is summary.again
    play.hand.key("escape")
    assert not isinstance(play.app.scene, BattleScene)


def test_battle_is_played_to_its_end_by_keys(play: Play) -> None:
    """Give the first possible answer to every question; soldiers play the other side."""
    play.open("yard", "red=soldier,blue=soldier")
    end = time.monotonic() + PATIENCE
    while not isinstance(play.app.scene, BattleSummary) and time.monotonic() < end:
        play.hand.tick()
    assert isinstance(play.app.scene, BattleSummary)


def test_closing_in_mid_battle_loses_nothing(play: Play, app: App) -> None:
    scene = play.open("toll_bar")
    goal = min(scene.seat.plan.places())
    play.click(goal)
    app.close()
    left = left_behind(app.folder / "running")
    assert len(left) == 1
    assert len(left[0].read_text(encoding="utf-8").splitlines()) > 1


def test_battle_fits_any_window(play: Play, app: App) -> None:
    play.open("toll_bar")
    for size in ((200, 100), (640, 480), (1920, 1080), (3000, 500)):
        app.window = pygame.display.set_mode(size)
        app.resized()
        play.hand.tick(2)
    for scale in (1.5, 2.0, 1.0):
        app.change(scale=scale)
        play.hand.tick(2)


def test_looking_does_not_change_the_state(play: Play) -> None:
    """Draw, hover over everything and ask for odds."""
    scene = play.open("toll_bar")
    before = scene.seat.sitting.table.battle.hash()
    for cell in sorted(scene.seat.plan.places())[:40]:
        play.hand.move(play.point(cell))
    play.hand.key("t", "i", "n", "l", "l")
    play.hand.tick(3)
    assert scene.seat.sitting.table.battle.hash() == before


def test_gamepad_plays(play: Play) -> None:
    scene = play.open("toll_bar")
    question = scene.seat.plan.question
    assert question is not None
    before = scene.seat.cursor
    scene.heard(Act("right"))
    assert scene.seat.cursor != before
    scene.heard(Act("next"))
    assert scene.seat.focus == "bar"
    scene.heard(Act("cancel"))


def test_personal_folders_are_not_touched(app: App, tmp_path: Path) -> None:
    assert tmp_path in app.folder.parents or app.folder == tmp_path


def test_resumed_battle_can_be_played_again(play: Play, app: App) -> None:
    """Begin the level again, because the resumed file no longer exists by then."""
    scene = play.open("yard")
    play.hand.key("e")
    if scene.seat.plan.planned is not None:
        play.hand.key("e")
    app.pop()
    left = left_behind(app.folder / "running")
    scene = play.open(str(left[0]))
    scene.flow.give(Concede())
    play.until_asked()
    assert isinstance(play.app.scene, BattleSummary)
    play.hand.click(play.app.scene.again)
    play.until_asked()
    assert play.scene is not scene
    assert play.scene.seat.overview.level == "yard"


def test_summary_names_the_winner_to_the_loser(play: Play) -> None:
    scene = play.open("yard")
    scene.flow.give(Concede())
    play.until_asked()
    assert isinstance(play.app.scene, BattleSummary)
    told = scene.seat.sitting.told(None)
    assert told[-1].name == "over"
    assert isinstance(told[-1].event, BattleOver)
    assert told[-1].event.winner == "blue"


def test_refused_undo_leaves_the_computer_thinking(play: Play) -> None:
    scene = play.open("toll_bar", "red=soldier,blue=soldier", watched)
    sitting = scene.seat.sitting
    end = time.monotonic() + PATIENCE
    while not sitting.is_thinking and time.monotonic() < end:
        sitting.go_on()
    sitting.go_on()
    before = [thinker.pid for thinker in sitting._thinkers.by_side.values()]
    assert sitting.undo() is not None
    assert [thinker.pid for thinker in sitting._thinkers.by_side.values()] == before


def test_fast_mode_ends_with_the_trigger_and_with_another_scene(play: Play) -> None:
    scene = play.open("toll_bar")
    for value, is_hasty in ((1.0, True), (0.8, True), (-1.0, False)):
        play.hand.post(pygame.JOYAXISMOTION, axis=5, value=value)
        play.hand.tick()
        assert scene.flow.is_hasty is is_hasty
    scene.flow.is_hasty = True
    play.hand.key("escape", "escape")
    assert scene.flow.is_hasty is False


def test_handover_screen_comes_between_players_with_secrets(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that nothing of the next view is read before its players are there."""
    monkeypatch.setattr(WindowBattle, "needs_handover", lambda *_: True)
    scene = play.open("market", seats=outside)
    first = scene.seat.view
    assert scene.seat.plan.question is not None
    assert scene.seat.plan.question.side == first
    play.app.change(warn_end=False)
    play.hand.key("e")
    end = time.monotonic() + PATIENCE
    while not isinstance(play.app.scene, HandoverScreen) and time.monotonic() < end:
        play.hand.tick()
    assert isinstance(play.app.scene, HandoverScreen)
    assert scene.seat.view == first
    assert scene.seat.plan.question is None
    play.hand.key("escape", "escape")
    assert isinstance(play.app.scene, HandoverScreen)
    play.hand.key("return")
    play.until_asked()
    assert scene.seat.view == scene.seat.sitting.asked != first
    play.app.change(curtain=False)
    play.hand.key("e")
    play.until_asked()
    assert scene.seat.plan.question is not None


def test_dice_are_in_the_tray_without_motion(play: Play) -> None:
    scene = play.open("yard")
    rolled = [one for one in scene.seat.sitting.told(scene.seat.view) if one.name == "rolled"]
    tray = scene.seat.tray
    assert [die.face for die in tray.dice] == list(rolled[-1].dice)
    assert not tray.is_moving


def test_units_are_deployed_by_clicks_alone(play: Play) -> None:
    scene = play.open("hollow_way")
    question = scene.seat.plan.question
    assert question is not None
    assert question.ask == "deploy"
    first = scene.seat.plan.current
    assert first is not None
    assert scene.seat.board.marks.reach == frozenset(scene.seat.plan.places(first))
    other = next(d for d in scene.seat.plan.deeds if d.key[1] not in (first.key[1], None))
    assert other.key[1] is not None
    play.click(where(scene, other.key[1]))
    assert scene.seat.plan.chosen == other.key
    free = next(iter(scene.seat.plan.places(other)))
    play.click(free)
    assert where(scene, other.key[1]) == free


def test_taller_log_leaves_the_board_in_place(play: Play, hand: Hand) -> None:
    scene = play.open("toll_bar")
    camera = scene.seat.board.camera
    camera.show((1, 1))
    camera.arrive()
    corner = camera.tile_rect((3, 3)).topleft
    for _ in range(2):
        scene.heard(Act("log"))
        hand.tick(3)
        assert camera.tile_rect((3, 3)).topleft == corner


def test_last_dice_are_in_the_tray_without_motion(play: Play) -> None:
    scene = play.open("green_quay")
    rolled = [told for told in scene.seat.sitting.told(None) if told.name == "rolled"]
    assert scene.seat.tray._now is not None
    assert tuple(die.face for die in scene.seat.tray._now.dice) == rolled[-1].dice
    assert not scene.seat.tray.is_moving


def test_head_of_the_log_makes_it_taller_and_opens_the_menu(play: Play, hand: Hand) -> None:
    scene = play.open("yard")
    log, usual = scene.seat.log, scene.seat.log.rect.height

    def sign(what: str) -> pygame.Rect:
        hand.tick(2)
        return next(hot.rect for hot in log._hot if hot.what == what)

    hand.click(sign("full"))
    assert log.rect.height > usual
    hand.click(sign("full"))
    assert log.rect.height == usual
    hand.click(sign("menu"))
    assert isinstance(play.app.scene, PauseMenu)


def test_page_keys_scroll_the_log(play: Play, hand: Hand) -> None:
    scene = play.open("yard")
    log = scene.seat.log
    for _ in range(24):
        question = scene.seat.plan.question
        assert question is not None
        scene.flow.give(End(question.unit))
        play.until_asked()
    assert log.is_at_end
    hand.key("page up")
    assert not log.is_at_end
    hand.key("page down")
    assert log.is_at_end
    hand.key("page up")
    play.until_asked()
    question = scene.seat.plan.question
    assert question is not None
    scene.flow.give(question.choices[0].command)
    play.until_asked()
    assert log.is_at_end, "the log doesn't follow the player's own command"


def test_right_button_cancels_the_choice_and_then_opens_the_menu(play: Play, hand: Hand) -> None:
    scene = play.open("yard")
    deed = next(deed for deed in scene.seat.plan.deeds if not deed.is_plain)
    scene.seat.plan.choose(deed.key)
    hand.click(scene.seat.board.camera.rect, button=3)
    assert scene.seat.plan.chosen is None
    assert play.app.scene is scene
    hand.click(scene.seat.board.camera.rect, button=3)
    assert isinstance(play.app.scene, PauseMenu)


def test_move_until_hit_is_a_button_and_its_dangers_are_marked(
    play: Play, hand: Hand, tmp_path: Path
) -> None:
    path = tmp_path / "passage.toml"
    ground, units = PASSAGE
    further = {"s": "blue bailiff 3 0", "t": "blue bailiff 4 2"}
    path.write_text(text_of((ground, {**units, **further})), encoding="utf-8")
    play.app.change(warn_end=False)
    scene = play.open(str(path), "red=human,blue=human")
    for _ in range(24):
        question = scene.seat.plan.question
        assert question is not None
        if question.unit == "red.ann" and question.ask == "turn":
            break
        scene.heard(Act("end" if question.ask == "turn" else "slot_1"))
        hand.tick(3)
        play.until_asked()
    plan = scene.seat.plan
    deed = plan.deed(("move", "hit"))
    assert deed is not None
    assert deed.label == "Move until hit"
    assert all(to_json(choice.command)["until"] == "hit" for choice in deed.choices)
    ends = {choice.at for choice in deed.choices}
    button = next(b for b in buttons_of(plan, play.app) if b.id == button_id(deed.key))
    assert button.is_open
    plan.choose(deed.key)
    goal = max(end for end in ends if end is not None)
    play.click(goal)
    assert plan.planned is not None
    assert to_json(plan.planned.command)["until"] == "hit"
    assert (1, 1) in {danger.at for danger in scene.seat.board.marks.dangers}
    assert len({danger.at for danger in scene.seat.board.marks.dangers}) > 1


def test_tile_that_only_a_plain_move_reaches_is_not_called_too_far(
    play: Play, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    monkeypatch.setattr(ForecastPanel, "show_text", lambda _, *words: told.append(words[1]))
    path = tmp_path / "passage.toml"
    ground, units = PASSAGE
    path.write_text(text_of((ground, units)), encoding="utf-8")
    play.app.change(warn_end=False)
    scene = play.open(str(path), "red=human,blue=human")
    for _ in range(24):
        question, plan = scene.seat.plan.question, scene.seat.plan
        assert question is not None
        if plan.deed(("move", "hit")) is not None:
            break
        scene.heard(Act("end" if question.ask == "turn" else "slot_1"))
        hand.tick(3)
        play.until_asked()
    plain, until = plan.deed(("move", None)), plan.deed(("move", "hit"))
    assert plain is not None
    assert until is not None
    free = {one.at for one in plain.choices} - {one.at for one in until.choices}
    goal = max(end for end in free if end is not None)
    plan.choose(until.key)
    play.click(goal)
    assert told == ["No foe can attack you on the path there. Use Move."]


def test_page_of_buttons_stays_after_a_command(play: Play) -> None:
    scene = play.open("toll_bar")
    buttons, unit = scene.seat.bar._buttons, scene.seat.actor
    wanted = next(n for n, one in enumerate(buttons.all) if one.id == "drop")
    page = buttons._page_of(wanted)
    assert page > 0
    pager = buttons._pager()
    assert pager is not None
    for _ in range(page):
        play.hand.click(pager[1])
    assert buttons.page == page
    rect = next(rect for n, rect in buttons.places() if n == wanted)
    play.hand.click(rect)
    play.until_asked()
    assert scene.seat.sitting.given == 1
    assert scene.seat.actor is not None
    assert unit is not None
    assert scene.seat.actor.id == unit.id
    assert buttons.page == page
    assert (wanted, rect) in buttons.places()
    buttons.begin()
    assert buttons.page == 0, "another unit begins on the first page"
