"""Every screen in the pseudo-locale: all text is translated, and none is cut off.

Players read texts of catalogues, which the pseudo-locale changes, and data of levels and rulebooks.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.editor.pages.triggers_page import TriggersPage
from game.client.editor.scene import EditorScene
from game.client.editor.writing.code_outline import coloured
from game.client.editor.writing.code_pane import CodePane
from game.client.kit.app import App
from game.client.kit.inputs import Act
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation, battle_of
from game.client.screens.analysis_screen import AnalysisScene
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.luck_receipt import LuckScene
from game.client.screens.settings_screen import SettingsScene
from game.client.title.title_screen import Title
from game.play.opening import Options
from game.play.players import outside
from game.present import thinkers
from game.rules.registry import BooksOnDemand
from game.terms.commands import Concede
from game.terms.languages import PseudoLocale, spoken
from tests.client.conftest import Hand
from tests.client.near import Near
from tests.client.readers import Reader
from tests.client.shots import SCREENS, STORY, battle, point, question, read, settle
from tests.client.test_campaign import begun, on_road, road
from tests.client.test_campaign_battles import lost, to_battle
from tests.client.test_replay import open_viewer, shelve

__all__ = ["road"]

PLAIN, LARGE, DOUBLE = (1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)
"""Width and height of windows, and interface scale."""
TIGHT: dict[str, Callable[[App], None]] = {
    **{name: SCREENS[name] for name in ("choose", "settings", "yard", "forecast", "muster")},
    "rules": lambda app: app.push(app.navigation.codex("ACT-17")),
}
"""Quick screens with little room, which the default suite draws at every size."""
FIRST = ("first_action", "first_contest", "first_etiquette", "first_guard", "first_verdigris")
BENCH = "Bench"
"""Title of the bench's levels, which some screens use."""
PATIENCE = 600.0
"""Maximum number of seconds to wait for a process."""
COMMANDS = 60
"""Number of commands in each battle."""

Size = tuple[int, int, float]


def name_of(width: int, height: int, scale: float) -> str:
    """Return a short name of a size: `1920x1080-200`."""
    return f"{width}x{height}-{round(scale * 100)}"


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """Yield a reader of everything drawn, and check that it is translated and not cut off."""
    reader = Reader(monkeypatch, f"{STORY} {BENCH}")
    yield reader
    assert reader.escaped() == {}
    assert list(reader.cut) == []
    assert len(reader.texts) > 5


@pytest.fixture(
    params=[PLAIN, *(pytest.param(size, marks=pytest.mark.long) for size in (LARGE, DOUBLE))],
    ids=lambda size: name_of(*size),
)
def size(request: pytest.FixtureRequest) -> Size:
    """Return a window's width, height and scale; the default suite has only the plain one."""
    size: Size = request.param
    return size


@pytest.fixture
def app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Reader, size: Size
) -> Iterator[App]:
    """Yield a window of this size in the pseudo-locale, without motion."""
    width, height, scale = size
    settings = WindowSettings(
        width=width,
        height=height,
        scale=scale,
        speed=0.0,
        computer_speed=0.0,
        calm=True,
        curtain=False,
    )
    write_settings(tmp_path, settings)
    monkeypatch.setattr(thinkers, "Thinker", Near)
    with spoken(PseudoLocale()):
        app = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
        pygame.event.clear()
        yield app
        app.close()


def shown(app: App) -> None:
    """Draw the topmost scene once nothing moves."""
    settle(app)
    app.draw()


@pytest.mark.parametrize("name", SCREENS)
def test_main_screens_are_translated(app: App, name: str) -> None:
    SCREENS[name](app)
    shown(app)


@pytest.mark.parametrize("size", [LARGE, DOUBLE], ids=lambda size: name_of(*size))
@pytest.mark.parametrize("name", TIGHT)
def test_screens_with_little_room_are_translated_at_every_size(app: App, name: str) -> None:
    TIGHT[name](app)
    shown(app)


def test_title_and_its_lists_are_translated(app: App, hand: Hand) -> None:
    battle(app, "yard")
    app.pop()
    app.push(Title(app))
    shown(app)
    scenes = app.navigation.resume(), app.navigation.replays(), app.navigation.journeys()
    for scene in (*scenes, app.navigation.packs(), app.navigation.choose(is_duel=True)):
        app.push(scene)
        shown(app)
        app.pop()
    hand.key("escape")
    shown(app)


def parts_of(pane: CodePane) -> Iterator[str]:
    """Yield the pieces in which a pane draws its text."""
    for row in pane.code.rows:
        for part in coloured(pane.code.lines[row.line], row.line in pane.code.outline.inside):
            yield pane.code.lines[row.line][max(part.start, row.start) : min(part.end, row.end)]


def test_editor_and_its_list_are_translated(app: App, hand: Hand, reader: Reader) -> None:
    app.push(app.navigation.shelf())
    shown(app)
    scene = app.navigation.editor("first_contest")
    assert isinstance(scene, EditorScene)
    app.push(scene)
    for widget in scene.ring.widgets:
        if isinstance(widget, CodePane):
            reader.know("\n".join(parts_of(widget)), 9999)
    shown(app)
    for tool in scene.tools.buttons.values():
        hand.click(tool)
        hand.move(scene.board)
        shown(app)
    hand.click(scene.board)
    hand.key("escape")
    shown(app)


def test_cards_of_triggers_are_translated(app: App, hand: Hand, reader: Reader) -> None:
    scene = app.navigation.editor("first_contest")
    assert isinstance(scene, EditorScene)
    app.push(scene)
    scene.desk.open("triggers")
    page = next(one for one in scene.pages if isinstance(one, TriggersPage))
    own = [word.text for card in page.cards for word in card.words if word.kind == "value"]
    pieces = [f"{piece} " for text in own for piece in text.split(" ")]
    reader.know("\n".join((*pieces, "[[trigger]]", "message")), 9999)
    hand.tick()
    for press in (page.add, page.more, None, page.which):
        hand.key("escape") if press is None else hand.click(press)
        assert page.card.card is not None
        reader.know("\n".join(parts_of(page.code)), 9999)
        shown(app)
    hand.key("escape")
    view = page.card
    for number in view.targets:
        view._to(number)
        scene.ring.focus(view)
        hand.key("return")
        shown(app)
        hand.key("escape")


def test_settings_are_translated(app: App, hand: Hand) -> None:
    scene = app.navigation.settings()
    assert isinstance(scene, SettingsScene)
    app.push(scene)
    for n in range(len(scene.tabs.names)):
        hand.click(scene.tabs.tab_rect(n))
        shown(app)


@pytest.mark.parametrize(
    "rule",
    [
        None,
        "ALL-09",
        "ACT-17",
        "CON-07",
        "ETI-06",
        "GUA-06",
        "VER-12",
        "action/kinds/reedling",
        "guide/forecast",
    ],
)
def test_codex_is_translated(app: App, rule: str | None) -> None:
    app.push(app.navigation.codex(rule))
    shown(app)


@pytest.mark.parametrize("level", FIRST)
def test_battles_of_all_rulebooks_are_translated(app: App, level: str) -> None:
    """Give random commands, and point at tiles, units and buttons."""
    scene, rng = battle(app, level), Random(7)
    for _ in range(COMMANDS):
        if scene.flow.is_over:
            break
        asked = question(scene)
        scene.flow.give(rng.choice(asked.choices).command)
        read(app, scene)
        if not isinstance(app.scene, BattleScene):
            break
        deeds = scene.seat.plan.deeds
        if deeds:
            scene.seat.plan.choose(rng.choice(deeds).key)
            scene.showing.buttons()
        tokens = [token.at for token in scene.seat.picture.tokens if token.at is not None]
        point(app, scene, rng.choice(tokens))
    shown(app)
    if app.scene is scene and not scene.flow.is_over:
        while app.scene is scene:  # Escape first cancels the planned choice.
            scene.heard(Act("cancel"))
        shown(app)
        app.pop()
        scene.flow.give(Concede())
        read(app, scene)
        shown(app)


def ended(app: App) -> BattleSummary:
    """Return the result of a duel that was conceded after a few commands."""
    scene = battle(app, "yard")
    for _ in range(4):
        scene.flow.give(question(scene).choices[-1].command)
        read(app, scene)
    scene.flow.give(Concede())
    read(app, scene)
    summary = app.scene
    assert isinstance(summary, BattleSummary)
    return summary


def test_summary_leads_to_translated_screens(app: App, hand: Hand) -> None:
    summary = ended(app)
    for button in (summary.luck, summary.retry):
        hand.click(button)
        shown(app)
        hand.key("escape")


def test_analysis_is_translated(app: App, hand: Hand) -> None:
    summary = ended(app)
    hand.click(summary.luck)
    assert isinstance(app.scene, LuckScene)
    hand.click(app.scene.analysis)
    shown(app)
    assert isinstance(app.scene, AnalysisScene)
    until = time.monotonic() + PATIENCE
    while not app.scene.search.is_done:
        assert time.monotonic() < until, "it takes too long"
        app.scene.search.wait(0.1)
        hand.tick()
    assert app.scene.account is not None
    shown(app)


def test_handover_and_real_dice_are_translated(app: App, hand: Hand) -> None:
    app.change(curtain=True)
    scene = battle_of(app, Options(level="yard", seed="1", dice="ask"), outside)
    assert scene is not None
    app.push(scene)
    for _ in range(6):
        shown(app)
        hand.key("return")


def test_replay_viewer_is_translated(app: App, hand: Hand) -> None:
    viewer = open_viewer(app, hand, shelve(app.folder, "yard"))
    shown(app)
    viewer.deeds.menu()
    shown(app)
    app.pop()
    viewer.deeds.turns()
    shown(app)
    app.pop()
    app.push(app.navigation.replays())
    shown(app)


def test_defeat_is_translated(app: App, hand: Hand, road: Path) -> None:
    lost(app, hand, begun(app, road, 0))
    shown(app)


def test_road_is_translated(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road)
    scene = on_road(app, hand, trip)
    shown(app)
    for thing in (*scene.cards[:1], *scene.stores[:1]):
        hand.click(thing)
        shown(app)
        hand.key("escape")
    hand.key("escape")
    shown(app)


def test_battle_of_a_campaign_is_translated(app: App, hand: Hand, road: Path) -> None:
    to_battle(app, hand, begun(app, road, 0))
    shown(app)
