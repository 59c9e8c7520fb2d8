"""People who share one machine: handover screens, missed events, undo, draws, real dice."""

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from game.client.battle.consent import Verdict
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import WindowNavigation, battle_of
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.dice_entry import DiceEntry
from game.client.screens.handover_screen import HandoverScreen
from game.client.screens.pause_menu import PauseMenu
from game.client.screens.turn_list import TurnList
from game.engine.battle import Battle
from game.play import table as tables
from game.play.opening import Options
from game.play.players import outside
from game.present import dice_due as typed
from game.present.shown_events import ShownEvent
from game.present.window_battle import WindowBattle
from game.terms.commands import Concede, answer_of
from game.terms.events import Undone
from tests.client.conftest import Hand
from tests.client.test_scenes import KEYED, press

PATIENCE = 30.0
"""Maximum number of seconds to wait."""


class Table:
    """People at one machine."""

    def __init__(self, app: App, hand: Hand) -> None:
        self.app, self.hand = app, hand

    def open(self, level: str, players: str | None = None, dice: str | None = None) -> BattleScene:
        self.app.change(speed=0.0, computer_speed=0.0, warn_end=False)
        options = Options(level=level, seed="5", players=players, dice=dice)
        scene = battle_of(self.app, options, outside)
        assert isinstance(scene, BattleScene), self.app.notices.all
        self.app.push(scene)
        return scene

    def until(self, is_there: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_there():
            assert time.monotonic() < end, f"{type(self.app.scene).__name__} is the top screen"
            self.hand.tick()

    def sit(self, scene: BattleScene) -> str:
        """Pass handover screens until someone is asked; return their side."""

        def is_asked() -> bool:
            if isinstance(self.app.scene, HandoverScreen) or scene.flow.slip.words:
                self.hand.key("return")
            is_read = self.app.scene is scene and not scene.flow.slip.words
            return is_read and scene.seat.plan.question is not None

        self.until(is_asked)
        assert scene.seat.view is not None
        return scene.seat.view

    def end_turn(self, scene: BattleScene) -> None:
        self.hand.key("e")
        self.until(lambda: isinstance(self.app.scene, HandoverScreen))


@pytest.fixture
def table(app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table where each side knows something that the others may not know."""
    monkeypatch.setattr(WindowBattle, "needs_handover", lambda *_: True)
    return Table(app, hand)


def title(app: App) -> str:
    assert isinstance(app.scene, HandoverScreen)
    return app.scene.button.words


# Handover screens


@KEYED
def test_next_view_is_not_read_before_its_players_are_there(
    table: Table, hand: Hand, by: str
) -> None:
    scene = table.open("market")
    hand.tick(3)
    assert isinstance(table.app.scene, HandoverScreen)
    first = scene.seat.view
    assert first is not None
    assert scene.seat.title(first) in title(table.app)
    press(hand, by, "escape")
    assert isinstance(table.app.scene, PauseMenu)
    press(hand, by, "escape")
    assert isinstance(table.app.scene, HandoverScreen), "the handover screen can be skipped"
    press(hand, by, "return")
    assert table.sit(scene) == first
    board = scene.seat.board
    table.end_turn(scene)
    assert scene.seat.view == first
    asked = scene.seat.sitting.asked
    assert asked is not None
    assert asked != first
    assert scene.seat.title(asked) in title(table.app)
    assert scene.seat.plan.question is None
    assert isinstance(table.app.scene, HandoverScreen)
    hand.click(table.app.scene.button)
    assert table.sit(scene) == asked
    assert scene.seat.board is not board, "the next players see the last board"


def test_notices_are_gone_before_the_next_players_look(table: Table, hand: Hand) -> None:
    scene = table.open("market")
    table.sit(scene)
    hand.key("i")
    assert table.app.notices.all
    table.end_turn(scene)
    assert table.app.notices._notes == []


def test_no_input_counts_for_the_next_side_during_a_handover(table: Table, hand: Hand) -> None:
    """Press keys while the last steps of a turn are shown and the next side is already asked."""
    scene = table.open("market")
    first = table.sit(scene)
    table.app.change(speed=1.0, computer_speed=1.0)
    hand.key("e")
    while scene.seat.sitting.asked == first:
        hand.tick()
    assert table.app.scene is scene
    count = scene.seat.sitting.given
    scene.flow.give(Concede())
    hand.key("escape")
    assert isinstance(table.app.scene, PauseMenu)
    reasons = {button.words: button.reason for button in table.app.scene.buttons}
    assert reasons[scene.seat.say("concede")]
    assert reasons[scene.seat.say("take_back")]
    assert scene.seat.sitting.given == count


# Missed events


def walk(table: Table, scene: BattleScene) -> None:
    """Move the asked unit one step."""
    goal = min(scene.seat.plan.places())
    scene.hands.click(goal)
    table.until(lambda: scene.seat.plan.question is not None)


@pytest.mark.parametrize("how", ["wait", "return", "escape", "pad", "click"])
def test_missed_events_are_shown_from_the_position_last_seen(
    table: Table, hand: Hand, how: str
) -> None:
    scene = table.open("market")
    first = table.sit(scene)
    mover = scene.seat.plan.question
    assert mover is not None
    before = {token.id: token.at for token in scene.seat.picture.tokens}
    walk(table, scene)
    after = {token.id: token.at for token in scene.seat.picture.tokens}
    assert after[mover.unit] != before[mover.unit]
    table.end_turn(scene)
    table.app.change(speed=1.0)
    hand.key("return")
    assert scene.seat.view != first
    assert scene.flow.is_catching_up
    assert scene.seat.plan.question is None, "the question came before the missed events"
    token = scene.seat.picture.token(mover.unit)
    assert token is not None
    assert token.at == before[mover.unit]
    if how == "wait":
        table.until(lambda: not scene.flow.is_catching_up)
    elif how == "pad":
        hand.pad("a")
    elif how == "click":
        hand.click(scene.seat.board.camera.rect)
    else:
        hand.key(how)
    assert table.app.scene is scene
    assert not scene.flow.is_catching_up
    table.sit(scene)
    token = scene.seat.picture.token(mover.unit)
    assert token is not None
    assert token.at == after[mover.unit]
    assert table.sit(scene) != first
    told = scene.seat.sitting.told(scene.seat.view)
    assert any(one.name == "moved" for one in told)


def test_no_event_is_shown_twice(table: Table, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table.open("market")
    shown: list[tuple[str | None, int]] = []
    line = scene.flow.line

    def kept(told: ShownEvent) -> None:
        shown.append((scene.seat.view, told.n))
        line(told)

    monkeypatch.setattr(scene.flow, "line", kept)
    for _ in range(9):
        table.sit(scene)
        if scene.seat.plan.places():
            walk(table, scene)
        hand.key("e")
        hand.tick(3)
    assert len(shown) == len(set(shown))
    assert len({view for view, _ in shown}) > 2


# Undo


def asked_back(table: Table, hand: Hand, by: str = "keys") -> tuple[BattleScene, str]:
    """Return a battle and a side that wants to undo a turn whose end the other side has seen."""
    scene = table.open("yard")
    first = table.sit(scene)
    table.end_turn(scene)
    second = table.sit(scene)
    assert second != first
    table.end_turn(scene)
    assert table.sit(scene) == first
    press(hand, by, "backspace" if by == "keys" else "x")
    assert isinstance(table.app.scene, Dialog)
    press(hand, by, "return")
    assert isinstance(table.app.scene, HandoverScreen)
    assert scene.seat.title(second) in title(table.app)
    press(hand, by, "return")
    assert isinstance(table.app.scene, Verdict)
    return scene, first


@KEYED
def test_undo_happens_if_the_others_agree(table: Table, hand: Hand, by: str) -> None:
    scene, first = asked_back(table, hand, by)
    press(hand, by, "return")
    assert isinstance(table.app.scene, HandoverScreen)
    assert scene.seat.title(first) in title(table.app)
    press(hand, by, "return")
    assert table.sit(scene) == first
    undone = [one for one in scene.seat.sitting.told(first) if one.name == "undone"]
    assert isinstance(undone[-1].event, Undone)
    assert undone[-1].event.agreed
    assert "as agreed" in undone[-1].text
    assert scene.seat.sitting.given == 0


@KEYED
def test_undo_is_dropped_if_another_side_refuses(table: Table, hand: Hand, by: str) -> None:
    scene, first = asked_back(table, hand, by)
    count = scene.seat.sitting.given
    press(hand, by, "escape")
    assert isinstance(table.app.scene, HandoverScreen)
    press(hand, by, "return")
    assert table.sit(scene) == first
    assert "declines" in table.app.notices.all[-1]
    assert scene.seat.sitting.given == count


def test_own_undo_needs_no_consent_and_is_in_the_menu(table: Table, hand: Hand) -> None:
    scene = table.open("yard")
    first = table.sit(scene)
    walk(table, scene)
    assert scene.seat.sitting.undoable_by(first) == (1, 0)
    hand.key("escape")
    assert isinstance(table.app.scene, PauseMenu)
    words = scene.seat.say("take_back")
    hand.click(next(one for one in table.app.scene.buttons if one.words == words))
    table.sit(scene)
    assert scene.seat.sitting.undoable_by(first) == (0, 0)
    hand.key("backspace")
    assert scene.seat.plan.question is not None
    assert "nothing to undo" in table.app.notices.all[-1]


# Retries


def rewinding(table: Table, hand: Hand) -> tuple[BattleScene, str, str]:
    """Return a duel, the side that wants to retry it, and the other side."""
    scene = table.open("yard")
    first = table.sit(scene)
    table.end_turn(scene)
    second = table.sit(scene)
    hand.key("escape")
    assert isinstance(table.app.scene, PauseMenu)
    words = scene.seat.say("try")
    hand.click(next(one for one in table.app.scene.buttons if one.words == words))
    turns = table.app.scene
    assert isinstance(turns, TurnList)
    hand.click(turns.go)
    return scene, second, first


def agreed(table: Table, hand: Hand, scene: BattleScene, other: str, answer: str) -> None:
    """Ask the other side behind the handover screen, and give its answer."""
    assert isinstance(table.app.scene, Dialog)
    hand.key("return")
    assert isinstance(table.app.scene, HandoverScreen)
    assert scene.seat.title(other) in title(table.app)
    hand.key("return")
    assert isinstance(table.app.scene, Verdict)
    hand.key(answer)


@pytest.mark.rule("ALL-09")
def test_duel_goes_back_to_a_turn_only_if_the_others_agree(table: Table, hand: Hand) -> None:
    app = table.app
    app.navigation = WindowNavigation(app, outside)
    scene, _, other = rewinding(table, hand)
    agreed(table, hand, scene, other, "return")
    assert isinstance(table.app.scene, HandoverScreen)
    assert scene in app._scenes
    hand.key("return")
    assert scene not in app._scenes, "the old battle is still open"


@pytest.mark.rule("ALL-09")
def test_duel_continues_if_another_side_refuses(table: Table, hand: Hand) -> None:
    scene, asker, other = rewinding(table, hand)
    count = scene.seat.sitting.given
    agreed(table, hand, scene, other, "escape")
    assert scene.seat.title(asker) in title(table.app)
    hand.key("return")
    assert scene in table.app._scenes
    assert "declines" in table.app.notices.all[-1]
    assert scene.seat.sitting.given == count


@pytest.mark.rule("ALL-09")
def test_lost_duel_is_retried_only_if_the_others_agree(table: Table, hand: Hand) -> None:
    scene = table.open("yard")
    table.sit(scene)
    table.end_turn(scene)
    second = table.sit(scene)
    scene.flow.give(Concede())
    table.until(lambda: isinstance(table.app.scene, BattleSummary))
    summary = table.app.scene
    assert isinstance(summary, BattleSummary)
    hand.click(summary.retry)
    assert isinstance(table.app.scene, TurnList)
    hand.click(table.app.scene.go)
    other = next(side for side in scene.seat.sitting.people if side != second)
    agreed(table, hand, scene, other, "escape")
    hand.key("return")
    assert scene in table.app._scenes


# Draws and conceding


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_draw_is_agreed_on_behind_the_handover_screen(
    table: Table, hand: Hand, answer: str
) -> None:
    scene = table.open("yard")
    first = table.sit(scene)
    hand.key("escape")
    assert isinstance(table.app.scene, PauseMenu)
    words = scene.seat.say("offer_draw")
    hand.click(next(one for one in table.app.scene.buttons if one.words == words))
    table.until(lambda: isinstance(table.app.scene, HandoverScreen))
    assert table.sit(scene) != first
    question = scene.seat.plan.question
    assert question is not None
    assert question.ask == "draw"
    deed = next(d for d in scene.seat.plan.deeds if answer_of(d.choices[0].command) == answer)
    scene.hands.press(":".join(part for part in deed.key if part))
    hand.key("return")
    if answer == "yes":
        table.until(lambda: isinstance(table.app.scene, BattleSummary))
    else:
        assert table.sit(scene) == first


def test_winner_is_named_at_the_end(table: Table, hand: Hand) -> None:
    scene = table.open("yard")
    table.sit(scene)
    scene.flow.give(Concede())
    table.until(lambda: isinstance(table.app.scene, BattleSummary))
    assert isinstance(table.app.scene, BattleSummary)
    assert table.app.scene._title == "Bo won"


# Real dice


def throwing(table: Table) -> DiceEntry:
    assert isinstance(table.app.scene, DiceEntry)
    return table.app.scene


def due(table: Table, level: str = "yard") -> tuple[BattleScene, DiceEntry]:
    """Return a battle that waits for its first dice."""
    scene = table.open(level, dice="ask")

    def is_due() -> bool:
        if isinstance(table.app.scene, HandoverScreen) or scene.flow.slip.words:
            table.hand.key("return")
        return isinstance(table.app.scene, DiceEntry)

    table.until(is_due)
    return scene, throwing(table)


def fallen(scene: BattleScene) -> list[tuple[int, ...]]:
    return [one.dice for one in scene.seat.sitting.told(None) if one.name == "rolled"]


def test_dice_are_typed(table: Table, hand: Hand) -> None:
    scene, tray = due(table)
    hand.type("9" if max(d.sides for d in tray.dice) < 9 else "0")
    assert tray.dice[0].face is None, "an impossible face was accepted"
    hand.type("1" * len(tray.dice))
    assert throwing(table) is tray
    assert not tray.take.reason
    hand.key("backspace")
    assert tray.dice[-1].face is None
    assert tray.take.reason
    hand.type("2")
    hand.key("return")
    hand.tick()
    assert fallen(scene)[0] == (1,) * (len(tray.dice) - 1) + (2,)


def test_dice_are_clicked_and_corrected(table: Table, hand: Hand) -> None:
    scene, tray = due(table)
    hand.click(tray.take)
    assert throwing(table) is tray, "the dice were accepted before all faces were entered"
    for _ in tray.dice:
        hand.click(tray.faces[2])
    hand.click(tray.dice[0])
    hand.click(tray.faces[0])
    hand.click(tray.again)
    assert all(one.face is None for one in tray.dice)
    for _ in tray.dice:
        hand.click(tray.faces[1])
    hand.click(tray.take)
    hand.tick()
    assert fallen(scene)[0] == (2,) * len(tray.dice)


@pytest.mark.rule("ALL-09")
def test_dice_are_corrected_until_the_next_command(table: Table, hand: Hand) -> None:
    scene, tray = due(table)
    hand.type("1" * len(tray.dice))
    hand.key("return")
    hand.tick()
    first = fallen(scene)
    while isinstance(table.app.scene, DiceEntry):
        hand.type("1" * len(throwing(table).dice))
        hand.key("return")
        hand.tick()
    assert scene.seat.sitting.is_correctable
    hand.click(scene.seat.bar.undo)
    table.until(lambda: isinstance(table.app.scene, DiceEntry))
    hand.type("2" * len(throwing(table).dice))
    hand.key("return")
    table.sit(scene)
    now = fallen(scene)
    assert len(now) >= len(first)
    assert set(now[-1]) == {2}
    hand.key("e")
    table.until(lambda: not scene.seat.sitting.is_correctable)


def test_dice_are_entered_by_gamepad(table: Table, hand: Hand) -> None:
    scene, tray = due(table)
    for _ in tray.dice:
        hand.pad("a")
    hand.pad("a")
    hand.tick()
    assert fallen(scene)[0] == (1,) * len(tray.dice)


def test_battle_can_be_left_while_dice_are_due(table: Table, hand: Hand) -> None:
    scene, tray = due(table)
    hand.key("escape", "return")
    assert table.app.scene is not tray
    assert table.app.scene is not scene


def seen_by(monkeypatch: pytest.MonkeyPatch, *sides: str) -> None:
    """Let only these sides see dice from now on."""

    def due(battle: Battle) -> SimpleNamespace:
        head = replace(tables.due(battle).head, seen_by=sides)
        return SimpleNamespace(head=head)

    monkeypatch.setattr(typed, "due", due)
    monkeypatch.setattr(tables.Table, "is_apart", _is_apart(sides))


def _is_apart(sides: tuple[str, ...]) -> Callable[[tables.Table], bool]:
    return lambda table: not set(table.eyes or ()) & set(sides)


def test_secret_dice_are_rolled_behind_a_handover_screen(
    table: Table, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_by(monkeypatch, "blue")
    scene = table.open("yard", dice="ask")
    assert scene.seat.view == "red"
    hand.tick(3)
    hand.key("return")
    while scene.flow.slip.words:
        hand.key("return")
    table.until(lambda: isinstance(table.app.scene, HandoverScreen))
    assert scene.seat.title("blue") in title(table.app)
    hand.key("return")
    tray = throwing(table)
    assert not tray.is_over, "the last players' board is visible around it"
    hand.type("1" * len(tray.dice))
    hand.key("return")
    assert scene.seat.title("red") in title(table.app), "the machine doesn't return to red"


def test_dice_hidden_from_all_people_are_rolled_automatically(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_by(monkeypatch, "blue")
    scene = table.open("yard", "blue=soldier", dice="ask")
    assert scene.seat.sitting.dice_due is None
    assert table.sit(scene) == "red"
