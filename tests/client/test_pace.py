"""No dead time: the seconds to a battle's first choice, and to a foe's first move."""

from collections.abc import Callable

import pytest

from game.client.battle.planning import ENDS
from game.client.battle.scene import BattleScene
from game.client.battle.telling.event_timeline import is_banner
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.content.levels import find_level, load_level
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.play.opening import Options
from game.play.players import played
from game.present import thinkers
from game.present.shown_events import ShownEvent
from game.terms.events import DiceRolled
from game.terms.script_events import Message
from tests.client.conftest import Hand
from tests.client.near import Near

FIRST, BETWEEN = 3.0, 0.5
"""Maximum seconds from *Play* to the first choice, and from a command to the foe's first move."""
FRAME = 1 / 60
PATIENCE = 40.0
AT_ONCE = 0.5
"""Maximum seconds from a skip to the next choice, however many foes move meanwhile."""
MOVES = 2
"""Number of foes' moves that are timed."""

LEVELS = sorted(
    path.stem
    for path in levels_root().rglob("*.toml")
    if "rulebook =" in path.read_text(encoding="utf-8") and path.name != CAMPAIGN
)
ONE_OF_EACH = ("toll_bar", "yard", "masked_ball", "kennel", "green_quay")


class Watch:
    """A battle at normal speed, and the seconds that its events were shown."""

    def __init__(self, app: App, hand: Hand, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(thinkers, "Thinker", Near)
        app.change(speed=1.0, computer_speed=1.0, warn_end=False)
        made = battle_of(app, Options(level=level, seed="5"), played)
        assert isinstance(made, BattleScene), app.notices.all
        self.scene, self._hand, self.shown = made, hand, list[ShownEvent]()
        app.push(made)
        line = made.flow.line

        def kept(told: ShownEvent) -> None:
            self.shown.append(told)
            line(told)

        monkeypatch.setattr(made.flow, "line", kept)

    def until(self, is_there: Callable[[], bool]) -> float:
        """Let time pass, and read messages at once; return the seconds until `is_there`."""
        seconds = 0.0
        while not is_there():
            assert seconds < PATIENCE
            self.scene.flow.slip.clear()
            self._hand.tick(seconds=FRAME)
            seconds += FRAME
        return seconds

    @property
    def is_asked(self) -> bool:
        return self.scene.seat.plan.question is not None

    @property
    def has_acted(self) -> bool:
        return not all(is_banner(one) for one in self.shown)


def test_levels_of_all_books_are_tried(app: App) -> None:
    books = {load_level(find_level(level), app.books).rulebook for level in ONE_OF_EACH}
    assert books == set(app.books)
    assert len(LEVELS) > 30
    assert set(ONE_OF_EACH) < set(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_first_choice_or_move_comes_soon(
    level: str, app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(app, hand, level, monkeypatch)
    assert watch.until(lambda: watch.is_asked or watch.has_acted) <= FIRST


@pytest.mark.parametrize("level", ONE_OF_EACH)
def test_foe_moves_soon_after_a_command(
    level: str, app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(app, hand, level, monkeypatch)
    times = list[float]()
    while len(times) < MOVES:
        watch.until(lambda: watch.is_asked)
        question = watch.scene.seat.plan.question
        assert question is not None
        ends = [one.command for one in question.choices if one.verb in ENDS]
        watch.scene.flow.give((ends or [question.choices[0].command])[0])
        watch.shown.clear()
        seconds = watch.until(lambda: watch.is_asked or watch.has_acted)
        if watch.has_acted:
            times.append(seconds)
    assert max(times) <= BETWEEN


def test_rolls_of_one_kind_are_shown_together(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(app, hand, "toll_bar", monkeypatch)
    watch.until(lambda: any(isinstance(one.event, DiceRolled) for one in watch.shown))
    rolls = [one for one in watch.shown if isinstance(one.event, DiceRolled)]
    assert len(rolls) > 5
    assert len({one.event.unit for one in rolls if isinstance(one.event, DiceRolled)}) == len(rolls)
    assert len(watch.scene.seat.tray.dice) == sum(len(one.dice) for one in rolls)


PRESSES: list[tuple[str, Callable[[Hand, BattleScene], None]]] = [
    *((key, lambda hand, _, key=key: hand.key(key)) for key in ("return", "e", "1", "u", "r", "n")),
    *((key, lambda hand, _, key=key: hand.key(key)) for key in ("left", "w", "tab", "k", "x")),
    *((key, lambda hand, _, key=key: hand.key(key)) for key in ("t", "i", "l", "c", "g", "f9")),
    *((key, lambda hand, _, key=key: hand.key(key)) for key in ("f1", "escape", "page up", "=")),
    *((f"pad {name}", lambda hand, _, name=name: hand.pad(name)) for name in ("a", "x", "start")),
    *((f"pad {name}", lambda hand, _, name=name: hand.pad(name)) for name in ("y", "r1", "down")),
    ("board", lambda hand, scene: hand.click(scene.seat.board.camera.rect)),
    ("tray", lambda hand, scene: hand.click(scene.seat.layout.tray)),
    ("table", lambda hand, _: hand.click((2, 2))),
    ("middle", lambda hand, scene: hand.click(scene.seat.board.camera.rect, button=2)),
    ("queue", lambda hand, scene: hand.click(scene.seat.queue.cards()[0][2])),
]


@pytest.mark.parametrize(("name", "press"), PRESSES, ids=[name for name, _ in PRESSES])
def test_any_press_moves_the_show_along_and_is_no_command(
    name: str,
    press: Callable[[Hand, BattleScene], None],
    app: App,
    hand: Hand,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(app, hand, "toll_bar", monkeypatch)
    watch.until(lambda: watch.is_asked)
    scene = watch.scene
    goal = max(scene.seat.plan.places())
    scene.hands.click(goal)
    hand.tick(3)
    given, undone = scene.seat.sitting.given, scene.seat.sitting.count
    assert scene.flow.timeline.is_busy
    press(hand, scene)
    assert not scene.flow.timeline.is_busy
    assert (scene.seat.sitting.given, scene.seat.sitting.count) == (given, undone)
    assert scene.seat.plan.planned is None
    assert not scene.seat.reactions


@pytest.mark.parametrize("name", ["k", "pad y"])
@pytest.mark.parametrize("level", ONE_OF_EACH)
def test_skip_goes_on_to_the_next_choice_at_once(
    level: str, name: str, app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(app, hand, level, monkeypatch)
    watch.until(lambda: watch.is_asked)
    flow, seat = watch.scene.flow, watch.scene.seat
    has_foe_moved = False
    while not has_foe_moved:
        question = seat.plan.question
        assert question is not None, "the battle ended before a foe moved"
        ends = [one.command for one in question.choices if one.verb in ENDS]
        flow.give((ends or [question.choices[0].command])[0])
        watch.shown.clear()
        if name == "k":
            hand.key("k")
        else:
            hand.pad("y")
        seconds = watch.until(lambda: watch.is_asked or flow.is_over)
        assert seconds <= AT_ONCE
        has_foe_moved = bool(ends) and watch.has_acted
    assert not seat.shows_threats


def test_skipping_ends_with_a_message(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(app, hand, "toll_bar", monkeypatch)
    flow, sitting = watch.scene.flow, watch.scene.seat.sitting
    told = next(one for one in sitting.told(None) if isinstance(one.event, Message))
    flow.slip.clear()
    flow.is_skipping = True
    flow.said(told)
    assert not flow.is_skipping
    assert flow.slip.words
