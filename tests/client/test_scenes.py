"""The screens around a battle, by keys alone, by the pointer alone, by a gamepad alone."""

import ast
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pygame
import pytest

from game.client.campaign.journey_list import JourneyList
from game.client.codex.codex_screen import CodexScene
from game.client.kit.app import App
from game.client.kit.settings import read_settings
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import Dialog
from game.client.kit.widgets.key_names import key_hint
from game.client.kit.widgets.screen import Screen
from game.client.kit.window_texts import CATALOGUE, WindowTexts
from game.client.replay.replay_list import ReplayList
from game.client.screens.battle_summary import BattleSummary, SummaryRow
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.settings_screen import PAGES, SettingsScene
from game.client.setup import level_choice as choosing
from game.client.setup.level_choice import LevelChoice
from game.client.setup.seat_choice import FRIEND, YOU
from game.client.title.title_screen import Title
from game.content.values import book_data
from game.play import level_list as level_lists
from game.play.level_list import ChoosableLevel, level_list
from game.play.opening import Options
from game.present.window_battle import WindowBattle
from game.terms.texts import titles_text
from tests.client.conftest import LOOKED, Hand, asked_of

SIZES = [(960, 540), (1280, 720), (1920, 1080), (540, 960), (200, 100)]


@pytest.fixture
def asked(app: App) -> list[Options]:
    """Return the list of requested battles; none is opened."""
    return asked_of(app)


@pytest.fixture
def title(app: App, hand: Hand) -> Title:
    """Return the title, with its rulebooks found."""
    made = Title(app)
    app.push(made)
    hand.tick(LOOKED)
    return made


def opened(app: App, hand: Hand, scene: Screen) -> None:
    app.push(scene)
    hand.tick()


def left_battle(app: App, level: str = "yard") -> Path:
    """Return the file of an interrupted battle."""
    sitting = WindowBattle.open(Options(level=level, seed="1"), app.books, app.folder)
    path = sitting.keeper.running
    sitting.close()
    assert path is not None
    return path


def on_top(app: App, scene: Screen) -> bool:
    return app.scene is scene


def top(app: App) -> type:
    return type(app.scene)


def press(hand: Hand, by: str, *names: str) -> None:
    """Press keys, or the gamepad buttons with the same meaning."""
    pads = {"return": "a", "escape": "b", "tab": "r1", "shift+tab": "l1"}
    for name in names:
        if by == "keys":
            hand.key(name)
        else:
            hand.pad(pads.get(name, name))


KEYED = pytest.mark.parametrize("by", ["keys", "pad"])


# The title


@KEYED
def test_title_leads_to_every_screen(app: App, hand: Hand, title: Title, by: str) -> None:
    press(hand, by, "return")
    assert top(app) is JourneyList
    press(hand, by, "escape")
    assert on_top(app, title)
    press(hand, by, "down", "return")
    assert top(app) is LevelChoice
    press(hand, by, "escape")
    assert on_top(app, title)
    press(hand, by, "down", "return")
    assert top(app) is LevelChoice
    press(hand, by, "escape", "down", "return")
    assert top(app) is ReplayList
    press(hand, by, "escape", "down", "return")
    assert top(app) is CodexScene
    press(hand, by, "escape", "down", "return")
    assert top(app) is SettingsScene
    press(hand, by, "escape", "down", "return")
    assert top(app) is Dialog
    press(hand, by, "right", "return")
    assert on_top(app, title), "the title screen was closed"
    press(hand, by, "escape", "return")
    assert not app.is_running


def test_title_can_be_used_by_the_pointer(app: App, hand: Hand, title: Title) -> None:
    hand.click(title.menu[1])
    assert top(app) is LevelChoice
    assert isinstance(app.scene, LevelChoice)
    hand.click(app.scene.back)
    hand.click(title.menu[-1])
    assert isinstance(app.scene, Dialog)
    hand.click(app.scene.buttons[0])
    assert not app.is_running


def test_tables_of_the_inn_can_be_chosen(app: App, hand: Hand, title: Title) -> None:
    laid = [spot for spot in title.inn.spots if spot.is_laid]
    dark = [spot for spot in title.inn.spots if not spot.is_laid]
    assert {spot.sign.book for spot in laid} <= set(app.books)
    assert [spot.words for spot in laid] == [app.books[spot.sign.book].title for spot in laid]
    hand.click(laid[-1])
    assert isinstance(app.scene, LevelChoice)
    assert app.scene.level is not None
    assert app.scene.level.book == laid[-1].sign.book
    hand.key("escape")
    for spot in dark:
        hand.click(spot)
        assert on_top(app, title)
        assert spot.under
        assert spot.reason
    hand.click(title.menu[0])
    hand.key("escape", "right", "return")
    assert isinstance(app.scene, LevelChoice), "the nearest table has not opened by keys"


def test_interrupted_battle_can_be_continued(app: App, hand: Hand, asked: list[Options]) -> None:
    path = left_battle(app)
    title = Title(app)
    opened(app, hand, title)
    hand.tick(LOOKED)  # once the first frame is drawn
    assert title.menu[0].under.startswith("Two in the yard")
    hand.key("return")
    assert [options.level for options in asked] == [str(path)]


def test_title_reads_the_levels_in_advance(
    app: App, hand: Hand, title: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_lists, "_kept", {})
    title._is_read, title._levels = False, None
    assert not title.is_idle
    for _ in range(2000):
        hand.tick()
        if title.is_idle:
            break

    def read(*_: object, **__: object) -> None:
        raise AssertionError("a level is read when the list opens")

    monkeypatch.setattr(level_lists, "load_level", read)
    app.push(app.navigation.choose())
    assert isinstance(app.scene, LevelChoice)
    assert len(app.scene.levels.rows) > 30


def test_title_reads_a_book_or_a_level_per_tick_when_late(
    app: App, hand: Hand, title: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (level_lists, book_data):
        monkeypatch.setattr(module, "_kept", {})
    app.time.is_limited = True
    monkeypatch.setattr(app.time, "is_within", lambda _: False)
    reads: Counter[str] = Counter()
    for module, name in ((book_data, "_read"), (level_lists, "load_level")):
        counted(reads, monkeypatch, module, name)
    title._is_read, title._levels = False, None
    while not title.is_idle:
        before = reads.total()
        hand.tick()
        assert reads.total() <= before + 1
    assert reads == {"_read": len(app.books), "load_level": len(level_list(app.books))}


def counted(
    reads: Counter[str], monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    """Count the calls of a module's function."""
    plain = getattr(module, name)

    def call(*args: Any, **keys: Any) -> Any:
        reads[name] += 1
        return plain(*args, **keys)

    monkeypatch.setattr(module, name, call)


def test_folder_without_levels_does_not_disturb_the_title(
    app: App, title: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> None:
        raise FileNotFoundError

    monkeypatch.setattr(level_lists, "levels_root", absent)
    title._is_read, title._levels = False, None
    app.tick(1 / 60)
    assert title.is_idle
    assert app.notices.all == []


def test_title_takes_one_step_per_tick(app: App) -> None:
    made, known = Title(app), []
    app.push(made)
    while not made.inn.is_known:
        app.tick(1 / 60)
        app.draw()
        known.append(sum(spot.is_known for spot in made.inn.spots))
    assert known == list(range(len(made.inn.spots) + 1))
    assert "navigation" not in vars(app)


def test_table_pressed_at_once_is_looked_up_first(app: App, hand: Hand) -> None:
    made = Title(app)
    opened(app, hand, made)
    assert not made.inn.is_known
    hand.click(made.inn.spots[-1])
    assert isinstance(app.scene, LevelChoice)
    assert made.inn.is_known


def test_focus_is_on_continue_after_a_battle(app: App, hand: Hand, title: Title) -> None:
    hand.key("down")
    app.push(Dialog(app, "A battle", "Somebody left it.", ()))
    left_battle(app)
    app.pop()
    assert title.ring.focused is title.menu[0]
    assert title.menu[0].words == "Continue"


def test_continue_is_missing_without_an_open_battle(title: Title) -> None:
    assert [button.words for button in title.menu] == [
        "Campaign",
        "Sit down at a table",
        "Duel",
        "Replays",
        "Rules",
        "Settings",
        "Exit",
    ]


def test_candles_flicker_unless_motion_is_reduced(app: App, hand: Hand, title: Title) -> None:
    assert any(title.update(0.1) for _ in range(5))
    app.change(calm=True)
    assert not any(title.update(0.1) for _ in range(20))


# Levels


@KEYED
def test_level_is_chosen_and_played(app: App, hand: Hand, asked: list[Options], by: str) -> None:
    opened(app, hand, LevelChoice(app))
    levels = level_list(app.books)
    press(hand, by, "down", "right", "right", "shift+tab", "return")
    (options,) = asked
    assert options.level == levels[1].id
    assert options.seed is None
    sides = [seat.id for seat in levels[1].seats]
    assert options.players is not None
    assert options.players.startswith(f"{sides[0]}=human,{sides[1]}=")


def test_names_of_a_sides_units_are_never_cut_in_its_row(app: App, hand: Hand) -> None:
    """Long lists are in the text below the map instead, whole."""
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    scene = LevelChoice(app, "action")
    opened(app, hand, scene)
    longest = 0
    for n in range(len(scene.levels.rows)):
        if not scene.levels.pick(n):
            continue
        app.draw()
        level = scene.level
        assert level is not None
        told = " ".join(passage.words for passage in scene._passages(level))
        for row, seat in zip(scene.seats, level.seats, strict=True):
            assert not row._is_cut, (level.id, row.under)
            names = titles_text([title for *_, title in seat.shown])
            longest = max(longest, len(seat.shown))
            assert not names or names in row.under or names in told or row.label == names
    assert longest > 6


def test_players_and_seed_can_be_chosen(app: App, hand: Hand, asked: list[Options]) -> None:
    scene = LevelChoice(app, "contest")
    opened(app, hand, scene)
    hand.key("right")
    assert scene.ring.focused is scene.seats[0]
    hand.key("left", "right", "right", "right", "down", "right", "right")
    hand.click(scene.seed)
    hand.type("12a3")
    hand.click(scene.play)
    (options,) = asked
    assert options.seed == "123"
    sitting = WindowBattle.open(options, app.books, app.folder)
    players = sitting.table.record.header.players
    sitting.close()
    assert next(iter(players.values())) == scene.seats[0].value
    assert scene.seats[0].value in ("random", "novice", "soldier")


def test_only_one_side_can_be_you(app: App, hand: Hand) -> None:
    scene = LevelChoice(app, "contest", is_duel=True)
    opened(app, hand, scene)
    assert [seat.value for seat in scene.seats] == [YOU, FRIEND]
    hand.click(scene.seats[1]._arrows[0])
    assert [seat.value for seat in scene.seats] == [FRIEND, YOU]


def test_duel_is_between_people(app: App, hand: Hand, asked: list[Options]) -> None:
    scene = LevelChoice(app, is_duel=True)
    opened(app, hand, scene)
    for n in range(len(scene.levels.rows)):
        if scene.levels.pick(n):
            scene.play.press()
    assert len(asked) == len(level_list(app.books)) - 1
    for options in asked:
        assert options.players is not None
        assert {pair.partition("=")[2] for pair in options.players.split(",")} == {"human"}


def test_each_page_shows_one_rulebook(app: App, hand: Hand) -> None:
    scene = LevelChoice(app)
    opened(app, hand, scene)
    seen = []
    for n in range(len(scene.tabs.names)):
        hand.click(scene.tabs.tab_rect(n))
        assert scene.tabs.index == n
        seen.append({it.book for it in level_list(app.books) if _lists(scene, it.id)})
    assert seen[0] == {book for page in seen[1:] for book in page}
    assert all(len(page) == 1 for page in seen[1:])


@pytest.mark.parametrize("is_duel", [False, True])
def test_tutorials_come_first_except_for_duels(app: App, hand: Hand, is_duel: bool) -> None:
    scene = LevelChoice(app, is_duel=is_duel)
    opened(app, hand, scene)
    rows = scene.levels.rows
    lessons = {it.id for it in level_list(app.books) if it.path.parent.name == "beginnings"}
    taught = [n for n, row in enumerate(rows) if row.value in lessons]
    assert len(taught) == len(app.books)
    heads = [row.title for row in rows if row.is_head]
    assert heads == list(dict.fromkeys(heads)), "a rulebook has two headings"
    if is_duel:
        assert taught[-1] == len(rows) - 1
        assert scene.levels.current is not None
        assert "duels" in _level(app, scene.levels.current.value).path.parts
    else:
        assert taught[0] == 1
        assert app.words.say("choose", "lessons") == heads[0]


def _level(app: App, id: str) -> ChoosableLevel:
    return next(it for it in level_list(app.books) if it.id == id)


def _lists(scene: LevelChoice, level: str) -> bool:
    return any(row.value == level for row in scene.levels.rows)


def test_double_click_plays(app: App, hand: Hand, asked: list[Options]) -> None:
    scene = LevelChoice(app, "contest")
    opened(app, hand, scene)
    hand.click(scene.levels.row_rect(1), times=2)
    assert [options.level for options in asked] == [scene.levels.rows[1].value]


def test_broken_level_says_why_and_is_not_played(
    app: App, hand: Hand, asked: list[Options], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = ChoosableLevel("bad", "A bad one", "contest", Path("bad.toml"), "Line 3: it is wrong.")
    monkeypatch.setattr(choosing, "level_list", lambda *_, **__: [broken])
    scene = LevelChoice(app)
    opened(app, hand, scene)
    assert scene.play.reason == broken.trouble
    hand.key("return")
    hand.click(scene.play)
    assert asked == []


def test_nothing_is_played_without_levels(
    app: App, hand: Hand, asked: list[Options], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "level_list", lambda *_, **__: [])
    scene = LevelChoice(app)
    opened(app, hand, scene)
    hand.key("return", "down", "tab")
    hand.click(scene.play)
    assert asked == []
    hand.key("escape")
    assert not app.is_running


def test_own_levels_are_listed_and_played(app: App, hand: Hand, asked: list[Options]) -> None:
    own = app.folder / "levels"
    own.mkdir(parents=True)
    (own / "yard.toml").write_bytes(_level(app, "yard").path.read_bytes())
    (own / "broken.toml").write_text("format = 1", encoding="utf-8")
    scene = LevelChoice(app)
    opened(app, hand, scene)
    heads = [row.title for row in scene.levels.rows if row.is_head]
    assert heads[0] == "Mine"
    rows = [(row.value, row.is_bad) for row in scene.levels.rows[1:3]]
    assert rows == [("mine/broken", True), ("mine/yard", False)]
    hand.key("down", "return")
    assert [options.level for options in asked] == [str(own / "yard.toml")]


# Settings


@KEYED
def test_settings_apply_at_once_and_are_saved(app: App, hand: Hand, by: str) -> None:
    scene = SettingsScene(app)
    opened(app, hand, scene)
    press(hand, by, "down", "right")
    press(hand, by, "down", "down", "return")
    press(hand, by, "down", "right")
    press(hand, by, "down", "left")
    assert (app.look.scale, app.look.is_calm, app.look.speed) == (1.1, True, 2.0)
    press(hand, by, "up", "up", "up", "up", "up")
    press(hand, by, "right", "down", "left", "down", "down", "return")
    press(hand, by, "up", "up", "up", "right", "down", "return")
    kept = read_settings(app.folder, lambda _: None)
    assert kept == app.settings
    assert (kept.computer_speed, kept.sound, kept.mute, kept.warn_end) == (0.0, 0.65, True, False)


def test_settings_are_changed_by_the_pointer(app: App, hand: Hand) -> None:
    scene = SettingsScene(app)
    opened(app, hand, scene)
    slider = scene.rows[0].rect
    hand.drag((slider.centerx, slider.centery), (slider.right, slider.centery))
    assert app.settings.scale == 2.0
    hand.click(scene.tabs.tab_rect(2))
    hand.click(scene.rows[0])
    assert not app.settings.warn_end
    hand.click(scene.back)
    assert not app.is_running


def keys_page(app: App, hand: Hand) -> SettingsScene:
    scene = SettingsScene(app)
    opened(app, hand, scene)
    scene.tabs.open(PAGES.index("keys"))
    scene.ring.focus(scene.keys)
    hand.tick()
    return scene


def choose_action(scene: SettingsScene, action: str) -> None:
    place = next(n for n, row in enumerate(scene.keys.rows) if row.value == action)
    scene.keys.pick(place)


def test_key_is_rebound(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    choose_action(scene, "threats")
    hand.key("return")
    assert scene.waits_for == "threats"
    hand.key("x")
    assert scene.waits_for is None
    assert app.settings.keys("threats") == ("x", "pad y")
    assert app.settings.action_of("t") is None
    assert read_settings(app.folder, lambda _: None).action_of("x") == "threats"
    assert on_top(app, scene)


def test_key_taken_from_another_action_is_reported(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    choose_action(scene, "threats")
    hand.key("return", "l")
    assert app.settings.action_of("l") == "threats"
    assert app.settings.keys("log") == ("pad l3",)
    assert "Log" in app.notices.all[-1]
    hand.key("return", "page up")
    assert app.settings.keys("page_up") == (), "the other action has kept a key"
    assert read_settings(app.folder, lambda _: None).action_of("page up") == "threats"


def test_essential_action_never_loses_its_last_key(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    choose_action(scene, "confirm")
    hand.key("return", "x")
    choose_action(scene, "threats")
    hand.key("x", "x")
    assert app.settings.action_of("x") == "threats"
    assert app.settings.keys("confirm") == ("pad a", "t"), (
        "the other action hasn't got the free key"
    )
    assert "T" in app.notices.all[-1]


def test_gamepad_button_is_bound_without_causing_its_action(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    choose_action(scene, "log")
    hand.pad("a", "b")
    assert app.settings.action_of("pad b") == "log"
    assert app.settings.keys("cancel") == ("escape", "pad l3")
    assert on_top(app, scene), "the bound button also left the screen"


def test_waiting_for_a_key_ends_by_escape_and_after_a_while(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    choose_action(scene, "log")
    hand.key("return", "left shift")
    assert scene.waits_for == "log"
    hand.key("ctrl+l")
    assert app.settings.keys("log") == ("ctrl+l", "pad l3")
    hand.key("return", "escape")
    assert scene.waits_for is None
    assert app.settings.keys("log") == ("ctrl+l", "pad l3")
    choose_action(scene, "up")
    hand.click(scene.keys.row_rect(1))
    assert scene.waits_for == "down"
    hand.tick(70, 0.1)
    assert scene.waits_for is None


def test_keys_can_be_reset(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    choose_action(scene, "log")
    hand.key("return", "x")
    hand.click(scene.reset)
    assert isinstance(app.scene, Dialog)
    hand.key("right", "return")
    assert app.settings.bindings
    hand.click(scene.reset)
    hand.key("return")
    assert app.settings.bindings == {}
    assert app.settings.action_of("l") == "log"


def test_hints_name_keys_of_the_device_in_use(app: App, hand: Hand, title: Title) -> None:
    assert key_hint(app, "confirm") == "Enter"
    hand.pad("down")
    assert [key_hint(app, name) for name in ("confirm", "help", "slot_1")] == ["A", "Back", ""]
    hand.key("up")
    assert [key_hint(app, name) for name in ("confirm", "help", "slot_1")] == ["Enter", "F1", "1"]
    app.change(hints=False)
    assert key_hint(app, "confirm") == ""


def test_every_action_has_a_name(app: App, hand: Hand) -> None:
    scene = keys_page(app, hand)
    names = [row.title for row in scene.keys.rows]
    assert len(set(names)) == len(names)


# Pause and summary


@KEYED
def test_pause_menu_works_by_keys(app: App, hand: Hand, title: Title, by: str) -> None:
    done: list[str] = []
    items = [
        MenuEntry("Back", lambda: done.append("back")),
        MenuEntry("Concede", lambda: done.append("concede"), "It is not your turn."),
        MenuEntry("Settings", lambda: done.append("settings"), stays=True),
    ]
    menu = PauseMenu(app, items)
    opened(app, hand, menu)
    press(hand, by, "down", "return")
    assert done == [], "a disabled entry was pressed"
    press(hand, by, "down", "return")
    assert done == ["settings"]
    assert on_top(app, menu)
    press(hand, by, "up", "up", "return")
    assert done == ["settings", "back"]
    assert on_top(app, title)
    app.push(PauseMenu(app, items))
    press(hand, by, "escape")
    assert on_top(app, title)


def test_pause_menu_works_by_the_pointer(app: App, hand: Hand, title: Title) -> None:
    done: list[str] = []
    menu = PauseMenu(app, [MenuEntry("Back", lambda: done.append("back"))])
    opened(app, hand, menu)
    hand.click(menu.buttons[0])
    assert done == ["back"]


def figures(count: int) -> Sequence[SummaryRow]:
    units = [
        SummaryRow((f"Unit {n}", str(n), "0"), (200, 40, 40), n % 2 == 0) for n in range(count)
    ]
    return [SummaryRow(("", "Dealt", "Taken")), *units]


@KEYED
def test_summary_exits_or_begins_again(app: App, hand: Hand, title: Title, by: str) -> None:
    said: list[bool] = []
    for keys in (("return", "return"), ("return", "left", "return"), ("escape",)):
        opened(
            app, hand, BattleSummary(app, "Red has won", ["So it was."], figures(6), said.append)
        )
        press(hand, by, *keys)
        assert on_top(app, title)
    assert said == [True, False, False]


def test_long_summary_scrolls(app: App, hand: Hand, title: Title) -> None:
    said: list[bool] = []
    scene = BattleSummary(app, "Red has won", ["So it was."], figures(60), said.append)
    opened(app, hand, scene)
    assert scene.figures.is_focusable
    hand.wheel(scene.figures, -2)
    assert scene.figures.offset == 120
    hand.key("up", "up", "down")
    hand.click(scene.title)
    assert said == [False]


# Every size


def scenes(app: App) -> list[Screen]:
    keys = SettingsScene(app)
    keys.tabs.open(PAGES.index("keys"))
    items = [MenuEntry(f"Something {n}", lambda: None) for n in range(7)]
    summary = BattleSummary(app, "Red has won", ["word " * 60], figures(12), lambda _: None)
    return [
        Title(app),
        LevelChoice(app),
        LevelChoice(app, "contest", is_duel=True),
        SettingsScene(app),
        keys,
        PauseMenu(app, items),
        summary,
    ]


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_widgets_fit_and_do_not_overlap_at_every_size(
    app: App, hand: Hand, size: tuple[int, int], scale: float
) -> None:
    app.change(scale=scale, width=size[0], height=size[1])
    app.window = app._opened()
    for scene in scenes(app):
        app.push(scene)
        app.draw()
        whole = app.window.get_rect(size=app.size)
        widgets = [it for it in scene.ring.widgets if it not in _tables(scene)]
        for widget in widgets:
            assert whole.contains(widget.rect), (type(scene), type(widget), widget.rect)
            assert min(widget.rect.size) > 10, (type(scene), type(widget), widget.rect)
        for n, widget in enumerate(widgets):
            others = [it.rect for it in widgets[n + 1 :] if it.rect.colliderect(widget.rect)]
            assert others == [], (type(scene), type(widget), widget.rect)


def test_all_texts_used_are_in_the_catalogue(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: list[tuple[str, str]] = []
    plain = WindowTexts.say

    def say(words: WindowTexts, table: str, key: str, **values: object) -> str:
        if key not in words.keys(table):
            lacking.append((table, key))
        return plain(words, table, key, **values)

    monkeypatch.setattr(WindowTexts, "say", say)
    for scene in scenes(app):
        app.push(scene)
        for _ in range(3):
            app.tick(0.02)
            app.draw()
        if isinstance(scene, SettingsScene):
            for page in range(len(PAGES)):
                scene.tabs.open(page)
                app.draw()
    assert lacking == []


def test_all_keys_named_in_the_source_are_in_the_catalogue() -> None:
    """Check plain keys only, because other keys are built at run time."""
    words, named = WindowTexts.read(), set()
    for path in CATALOGUE.parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "say":
                keys = [one.value for one in node.args if isinstance(one, ast.Constant)]
                if len(keys) == 2 == len(node.args):
                    named.add((str(keys[0]), str(keys[1])))
    assert len(named) > 100
    assert sorted(pair for pair in named if pair[1] not in words.keys(pair[0])) == []


def test_largest_level_has_room_for_all_sides(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = next(it for it in level_list(app.books) if len(it.seats) == 2)
    seats = tuple(
        msgspec.structs.replace(
            *(level.seats[n % 2],),
            **{"id": f"side_{n}", "title": f"A side named {n}", "colour": None, "shape": None},
        )
        for n in range(6)
    )
    wide = msgspec.structs.replace(level, seats=seats)
    monkeypatch.setattr(choosing, "level_list", lambda *_, **__: [wide])
    scene = LevelChoice(app)
    opened(app, hand, scene)
    assert len({seat.mark for seat in scene.seats}) == 6, "two sides share a look"
    widgets = scene.ring.widgets
    for n, widget in enumerate(widgets):
        assert not [it for it in widgets[n + 1 :] if it.rect.colliderect(widget.rect)]
    assert scene.seed.rect.bottom <= scene._sheet.bottom
    assert "A side named 0" in scene.seats[0].tip, "the tooltip lacks the part that was cut off"


def _tables(scene: Screen) -> list[Button]:
    """Return the tables of the inn, which may overlap."""
    return list(scene.inn.spots) if isinstance(scene, Title) else []
