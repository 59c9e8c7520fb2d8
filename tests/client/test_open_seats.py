"""People who share a screen that everybody may look at: hands face down, banners, results."""

from random import Random

import msgspec
import pygame
import pytest

from game.client.battle import handover, presenter, turn_flow
from game.client.battle.handover import WAIT
from game.client.battle.scene import BattleScene
from game.client.battle.telling.level_messages import DiceResult
from game.client.codex.codex_screen import CodexScene
from game.client.kit.app import App
from game.client.kit.guide_pages import SHARING
from game.client.navigation import battle_of
from game.client.screens.handover_screen import HandoverScreen
from game.client.screens.pause_menu import PauseMenu
from game.components.belongings import Hand as Cards
from game.components.belongings import LaidTrap, Traps
from game.components.hiding import Hidden
from game.components.unit import Position
from game.play.opening import Options
from game.play.players import outside
from game.present.window_battle import WindowBattle
from tests.client.conftest import Hand

BEFORE_ATTACK, SHARE = 2, 4
"""Most handovers before the first attack, and today's handovers for each one that may be left."""
MOST_COMMANDS = 400
PASSES = ("end", "silent", "decline")
"""Verbs of the commands that leave a turn or a fight as it is."""


class Ball:
    """Two scripted people who play a duel at one machine, and what they have to do for it."""

    def __init__(self, app: App, hand: Hand, level: str = "masked_ball") -> None:
        app.change(speed=0.0, computer_speed=0.0, warn_end=False)
        made = battle_of(app, Options(level=level, seed="5"), outside)
        assert isinstance(made, BattleScene), app.notices.all
        self.app, self.hand, self.scene = app, hand, made
        self.handovers = self.results = 0
        app.push(made)

    def sit(self) -> str:
        """Let whoever is asked sit down, and read messages; return their side."""
        scene = self.scene
        for _ in range(200):
            if isinstance(self.app.scene, HandoverScreen):
                self.handovers += 1
                self.hand.key("return")
            elif scene.flow.slip.words:
                self.results += 1
                self.hand.key("return")
            elif scene.seat.plan.question is not None or scene.flow.is_over:
                break
            self.hand.tick()
        assert scene.seat.view is not None
        return scene.seat.view

    def sit_with_item(self) -> None:
        """End turns until somebody is asked who can use an item at once."""
        for _ in range(MOST_COMMANDS):
            self.sit()
            question = self.scene.seat.plan.question
            assert question is not None, "nobody could use an item"
            self.scene.flow.turn_hand(is_up=True)
            is_offered = any(id.startswith("use:") for id in ids(self))
            self.scene.flow.turn_hand(is_up=False)
            if is_offered:
                return
            passed = [one for one in question.choices if one.verb in PASSES]
            self.scene.flow.give((passed or question.choices)[0].command)
            self.hand.tick()
        raise AssertionError("nobody could use an item")

    def rest(self) -> None:
        """Wait until presses count for the side that has just been named."""
        self.hand.tick(2, seconds=WAIT)


@pytest.fixture
def ball(app: App, hand: Hand) -> Ball:
    return Ball(app, hand)


def played(ball: Ball) -> tuple[int, int, int]:
    """Play to the end.

    Return the numbers of changes of sides before the first attack and in all, each of which was a
    handover before hands lay face down, and of handovers before the first attack.
    """
    rng, seat = Random(1), ball.scene.seat
    last, changes, first = "", 0, None
    for _ in range(MOST_COMMANDS):
        side = ball.sit()
        if ball.scene.flow.is_over:
            break
        changes, last = changes + (side != last), side
        question = seat.plan.question
        assert question is not None
        fights = [one for one in question.choices if one.verb in ("attack", "engage")]
        walks = [one for one in question.choices if one.path]
        choice = rng.choice(fights or question.choices)
        if walks and not fights and rng.random() < 0.7:
            foes = [token.at for token in seat.picture.tokens if token.side != side and token.at]
            near = [
                min(abs(x - at[0]) + abs(y - at[1]) for x, y in foes)
                for at in (one.at or (0, 0) for one in walks)
            ]
            choice = walks[near.index(min(near))]
        if choice.verb == "attack" and first is None:
            first = changes, ball.handovers
        ball.scene.flow.give(choice.command)
    assert first is not None
    return first[0], changes, first[1]


def test_ball_takes_few_handovers(ball: Ball) -> None:
    before_attack, changes, first = played(ball)
    assert ball.scene.flow.is_over
    assert before_attack >= 5
    assert first <= BEFORE_ATTACK
    assert ball.handovers <= changes / SHARE
    assert ball.results > 5, "no attack's result was shown"


def pixels(app: App) -> bytes:
    app.draw()
    return pygame.image.tobytes(app.window, "RGB")


def held(ball: Ball, is_down: bool) -> None:
    kind = pygame.KEYDOWN if is_down else pygame.KEYUP
    ball.hand.look()
    ball.hand.post(kind, key=pygame.K_h, mod=0, unicode="")
    ball.hand.tick()


def ids(ball: Ball) -> list[str]:
    return [one.id for one in ball.scene.seat.bar._buttons.all]


def test_hand_lies_face_down_until_its_key_is_held(ball: Ball) -> None:
    ball.sit_with_item()
    ball.rest()
    down = ids(ball)
    assert "hand" in down
    assert not any(id.startswith("use:") for id in down)
    held(ball, True)
    up = ids(ball)
    assert any(id.startswith("use:") for id in up)
    assert [id for id in up if id in down] == down, "buttons change places"
    assert up.index("hand") == down.index("hand")
    card = ball.scene.seat.sitting.card(ball.scene.seat.view, up_unit(ball))
    assert card is not None
    assert card.items
    held(ball, False)
    assert ids(ball) == down
    card = ball.scene.seat.sitting.card(ball.scene.seat.view, up_unit(ball))
    assert card is not None
    assert not card.items


def up_unit(ball: Ball) -> str:
    question = ball.scene.seat.plan.question
    assert question is not None
    return question.unit


@pytest.mark.parametrize("how", ["click", "slot", "pad"])
def test_hand_button_turns_the_hand_over_and_back(ball: Ball, hand: Hand, how: str) -> None:
    ball.sit()
    ball.rest()
    bar, sitting = ball.scene.seat.bar, ball.scene.seat.sitting

    def press() -> None:
        n = ids(ball).index("hand")
        if how == "click":
            hand.click(dict(bar.places())[n])
        elif how == "slot":
            hand.key(str(n + 1))
        else:
            hand.pad("l2")

    press()
    if how == "pad":
        assert not sitting.is_face_up, "the hand stays up after its button is released"
        return
    assert sitting.is_face_up
    press()
    assert not sitting.is_face_up


def test_menu_and_cancel_lay_the_hand_down(ball: Ball, hand: Hand, app: App) -> None:
    """Hold its key, too, as a menu on top doesn't pass on that the key is released."""
    ball.sit()
    ball.rest()
    sitting = ball.scene.seat.sitting
    hand.key(str(ids(ball).index("hand") + 1))
    app.notices.add("Tacks lie here.")
    hand.key("escape")
    assert app.scene is ball.scene
    assert not sitting.is_face_up
    assert not app.notices._notes, "a notice from behind the hand stays"
    held(ball, True)
    assert sitting.is_face_up
    ball.scene._menu()
    assert isinstance(app.scene, PauseMenu)
    assert not sitting.is_face_up
    app.pop()
    ball.scene.flow.turn_hand(is_up=True)
    app.look_up(None)
    app.pop()
    assert not sitting.is_face_up


def test_item_can_be_used_from_the_hand(ball: Ball, hand: Hand) -> None:
    ball.sit_with_item()
    ball.rest()
    hand.key(str(ids(ball).index("hand") + 1))
    item = next(id for id in ids(ball) if id.startswith("use:"))
    given = ball.scene.seat.sitting.given
    hand.key(*[str(ids(ball).index(item) + 1)] * 2)
    assert ball.scene.seat.sitting.given == given + 1
    assert not ball.scene.seat.sitting.is_face_up


@pytest.mark.parametrize("takes_items", [False, True])
def test_question_says_that_the_hand_may_answer_it(
    ball: Ball, monkeypatch: pytest.MonkeyPatch, takes_items: bool
) -> None:
    ball.sit()
    seat, told = ball.scene.seat, list[str]()
    question = seat.plan.question
    assert question is not None
    assert question.takes_items, "a turn takes items"
    plain = tuple(one for one in question.choices if not one.path)
    told_of = msgspec.structs.replace(question, choices=plain, takes_items=takes_items)
    monkeypatch.setattr(
        seat.forecast, "show_choices", lambda _, rows, **__: told.extend(row[0] for row in rows)
    )
    ball.scene.showing.choices(told_of)
    assert (seat.say("hint_hand") in told) == takes_items
    assert len(plain) == 1
    assert (seat.say("hint_asked") in told) == takes_items
    told.clear()
    ball.scene.showing.choices(msgspec.structs.replace(told_of, choices=plain * 3))
    assert seat.say("hint_asked") not in told, "several answers"
    seat.sitting.is_face_up = seat.plan.is_face_up = True
    told.clear()
    ball.scene.showing.choices(told_of)
    assert seat.say("hint_hand") not in told


def test_compared_answers_say_that_the_hand_may_answer(
    ball: Ball, monkeypatch: pytest.MonkeyPatch
) -> None:
    ball.sit()
    seat, said = ball.scene.seat, list[str]()
    question = seat.plan.question
    assert question is not None

    def show(*_: object, notes: list[str]) -> None:
        said[:] = notes

    monkeypatch.setattr(seat.forecast, "show_ways", show)
    monkeypatch.setattr(ball.scene.showing.foresight, "each", lambda _: ("either", "or"))
    monkeypatch.setattr(presenter, "answer_of", lambda _: "yes")
    plain = [one for one in question.choices if not one.path]
    told_of = msgspec.structs.replace(question, choices=tuple((plain * 2)[:2]))
    ball.scene.showing.choices(told_of)
    assert said == [seat.say("hint_hand")]
    seat.plan.is_face_up = True
    ball.scene.showing.choices(told_of)
    assert not said


def test_other_hands_and_traps_change_no_image(app: App, hand: Hand) -> None:
    """Give the side asked another hand and a trap, and turn its hand over and back."""
    found = []
    for is_other in (False, True):
        ball = Ball(app, hand)
        ball.sit()
        battle = ball.scene.seat.sitting.table.battle
        unit = next(one for one in battle.units() if battle.id_of(one) == up_unit(ball))
        assert battle.world.get(unit, Cards).items
        if is_other:
            battle.world.put(unit, Cards(("tacks",)))
            battle.world.put(unit, Traps((LaidTrap(battle.world.get(unit, Position).at, "tacks"),)))
        ball.rest()
        ball.scene.flow.refresh()
        hand.move((2, 2))
        frames = [pixels(app)]
        held(ball, True)
        up = pixels(app)
        held(ball, False)
        frames.append(pixels(app))
        assert up != frames[1]
        found.append(frames)
        app._scenes.clear()
        ball.scene.closed()
    assert found[0] == found[1]


def test_banner_names_who_answers_and_no_press_slips_to_them(ball: Ball, hand: Hand) -> None:
    hand.tick(3)
    waiting = ball.scene.flow.slip._waiting
    assert not any(isinstance(one, DiceResult) for one in waiting), "initiative waits for a press"
    first = ball.sit()
    ball.rest()
    assert ball.scene.passing.announced == first
    while ball.scene.seat.view == first:
        question = ball.scene.seat.plan.question
        assert question is not None
        end = [one.command for one in question.choices if one.verb in PASSES]
        ball.scene.flow.give((end or [question.choices[0].command])[0])
        hand.tick()
        ball.sit()
    assert not ball.handovers
    assert ball.scene.passing.announced == ball.scene.seat.view
    given = ball.scene.seat.sitting.given
    hand.key("e", "e")
    assert ball.scene.seat.sitting.given == given, "a press meant for the last side counts"
    ball.rest()
    hand.key("tab")
    assert ball.scene.passing.announced is None


@pytest.mark.parametrize(
    ("text", "banner"),
    [("{who}'s turn in the fight", "{who}'s turn in the fight"), ("Fight?", "{who}: Fight?")],
)
def test_banner_names_nobody_twice(
    ball: Ball, hand: Hand, monkeypatch: pytest.MonkeyPatch, text: str, banner: str
) -> None:
    hand.tick(3)
    scene, said = ball.scene, list[str]()
    side, question = ball.sit(), ball.scene.seat.plan.question
    assert question is not None
    who = scene.seat.title(side)
    asked = msgspec.structs.replace(question, ask="combat", text=text.format(who=who))
    monkeypatch.setattr(scene.seat.plan, "question", asked)
    monkeypatch.setattr(handover, "ribbon", lambda *args: said.append(args[3]))
    scene.flow.slip.clear()
    scene.passing.announced = side
    scene.passing.draw(pygame.Surface((1, 1)))
    assert said == [banner.format(who=who)]


def test_result_stays_until_a_press_that_is_no_command(ball: Ball, hand: Hand) -> None:
    rng = Random(2)
    scene, seat = ball.scene, ball.scene.seat
    for _ in range(MOST_COMMANDS):
        ball.sit()
        question = seat.plan.question
        assert question is not None
        verbs = [one.verb for one in question.choices]
        fights = [one for one in question.choices if one.verb in ("attack", "engage", "one")]
        scene.flow.give(rng.choice(fights or question.choices).command)
        hand.tick(3)
        if "one" in verbs:
            break
    words = scene.flow.slip.words
    told = [one for one in seat.sitting.told(seat.view) if one.name == "matched"]
    assert told[-1].text in words
    rolls = [one for one in seat.sitting.told(seat.view) if one.name == "rolled"]
    assert all(one.text in words for one in rolls[-2:]), "the dice and their sums are missing"
    hand.tick(50, seconds=0.2)
    assert scene.flow.slip.words == words
    given = seat.sitting.given
    hand.key("1")
    assert not scene.flow.slip.words
    assert seat.sitting.given == given
    assert seat.plan.planned is None


def test_escape_at_the_handover_screen_opens_a_menu_without_the_board(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WindowBattle, "needs_handover", lambda *_: True)
    ball = Ball(app, hand)
    hand.tick(3)
    assert isinstance(app.scene, HandoverScreen)
    drawn: list[object] = []
    monkeypatch.setattr(BattleScene, "draw", lambda scene, _: drawn.append(scene))
    hand.key("escape")
    assert isinstance(app.scene, PauseMenu)
    app.draw()
    assert not drawn, "the board is drawn"
    leave = app.words.say("battle", "leave")
    hand.click(next(one for one in app.scene.buttons if one.words == leave))
    assert ball.scene not in app._scenes


def test_secret_learnt_in_an_open_seat_needs_a_handover(app: App, hand: Hand) -> None:
    """Hide a unit in its own turn: only its side's people may continue with it."""
    ball = Ball(app, hand, "toll_bar")
    side = ball.sit()
    seat, unit = ball.scene.seat, up_unit(ball)
    assert seat.is_open
    assert "hand" not in ids(ball), "a rulebook without secret items has a hand"
    battle = seat.sitting.table.battle
    hidden = next(one for one in battle.units() if battle.id_of(one) == unit)
    others = tuple(one for one in seat.sitting.people if one != side)
    battle.world.put(hidden, Hidden(others))
    ball.scene.flow.refresh()
    assert seat.plan.question is None
    hand.tick(3)
    assert isinstance(app.scene, HandoverScreen)
    assert ball.sit() == side
    assert not seat.is_open
    token = seat.picture.token(unit)
    assert token is not None
    assert token.at is not None


def test_no_notice_of_a_seat_stays_when_everybody_may_look_on(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WindowBattle, "needs_handover", lambda _, side: side == "red")
    ball = Ball(app, hand)
    seat = ball.scene.seat
    while ball.sit() == "red":
        assert not seat.is_open
        app.notices.add("Tacks lie here.")
        question = seat.plan.question
        assert question is not None
        end = [one.command for one in question.choices if one.verb == "end"]
        ball.scene.flow.give((end or [question.choices[0].command])[0])
        hand.tick(3)
    assert seat.is_open
    assert not app.notices._notes


def test_only_answer_is_put_to_people_who_undo_it(
    ball: Ball, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nobody could undo anything before it."""
    ball.sit()
    flow, sitting = ball.scene.flow, ball.scene.seat.sitting
    question = ball.scene.seat.plan.question
    assert question is not None
    monkeypatch.setattr(turn_flow, "NEEDLESS", ())
    monkeypatch.setattr(WindowBattle, "is_forced", property(lambda one: one.given < 2))
    flow.give(question.choices[0].command)
    ball.sit()
    given = sitting.given
    assert given == 2, "the only answer is asked for"
    flow.undo()
    ball.sit()
    assert sitting.given == 1
    assert ball.scene.seat.plan.question is not None
    flow.undo()
    assert sitting.given == 0


def test_help_on_the_hand_button_opens_its_page(ball: Ball, hand: Hand, app: App) -> None:
    ball.sit()
    ball.rest()
    bar = ball.scene.seat.bar
    hand.move(dict(bar.places())[ids(ball).index("hand")])
    hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    assert app.scene.at == SHARING
    assert app.scene.guide is not None
    assert "hold H" in app.scene.guide.text
