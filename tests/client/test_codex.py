"""The codex in the window: contents, search, links, and how players open it."""

from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.codex.codex_screen import FOOT, HEAD, CodexScene
from game.client.codex.lens_screen import LensScene
from game.client.codex.reference_page import write_page
from game.client.codex.rule_page import write_entry
from game.client.kit.app import App
from game.client.navigation import WindowNavigation
from game.client.panels.parchment_page import Sheet
from game.client.screens.pause_menu import PauseMenu
from game.client.title.title_screen import Title
from game.play.opening import Options
from game.present.codex.entries import Codex
from game.present.codex.library import Library
from game.present.codex.rulebook_lens import Lens, LensAttack
from game.present.question import Choice, ChoiceWords
from game.present.window_battle import WindowBattle
from game.rules.registry import BooksOnDemand, find_books
from tests.client.conftest import Hand
from tests.client.shots import window
from tests.commands import command
from tests.odds_rows import odds_told, outcome


@pytest.fixture(scope="module")
def codex() -> Library:
    books = find_books().books
    return Library(books, Codex(books))


def known(app: App, codex: Library) -> None:
    """Give a window the codex that these tests read once."""
    app.navigation = navigation = WindowNavigation(app)
    navigation.rules, navigation.library = codex.codex, codex


def opened(app: App, hand: Hand, codex: Library, rule: str | None = None) -> CodexScene:
    known(app, codex)
    app.look_up(rule)
    hand.tick(2)
    assert isinstance(app.scene, CodexScene)
    return app.scene


def read(scene: CodexScene) -> str | None:
    return scene.entry.id if scene.entry else None


def test_f1_opens_the_codex_from_the_title_and_escape_leaves_it(app: App, hand: Hand) -> None:
    app.push(Title(app))
    hand.tick(3)
    hand.key("f1")
    scene = app.scene
    assert isinstance(scene, CodexScene)
    hand.key("f1")
    assert app.scene is scene
    hand.key("escape")
    assert isinstance(app.scene, Title)


def test_invalid_file_is_reported_and_the_others_are_read(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shared.toml"
    path.write_text("[rule", encoding="utf-8")
    monkeypatch.setattr("game.present.codex.entries.SHARED_CODEX", path)
    app.look_up("ALL-01")
    hand.tick(2)
    scene = app.scene
    assert isinstance(scene, CodexScene)
    assert [str(path) in words for words in app.notices.all] == [True]
    assert read(scene) is None
    scene.turn_to("CON-07")
    assert read(scene) == "CON-07"


def test_list_opens_a_rule_by_keys(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex, "CON-07")
    hand.key("down")
    assert read(scene) == "CON-08"
    hand.key("backspace")
    assert read(scene) == "CON-07"


def test_search_lists_the_rules_found(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex)
    hand.click(scene.search)
    hand.type("chase")
    assert [row.value for row in scene.list.rows][:1] == ["CON-13"]
    assert read(scene) == "CON-13"
    hand.key("return")
    assert scene.ring.focused is scene.list
    hand.click(scene.search)
    hand.type("qq")
    assert scene.list.rows == ()
    hand.key("f1")
    assert scene.search.text == ""
    assert len(scene.list.rows) > 60


def test_links_lead_on_and_back(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex, "CON-10")
    assert not scene.previous.is_shown
    hand.click(scene.links[0])
    assert read(scene) == "CON-11"
    hand.click(scene.previous)
    assert read(scene) == "CON-10"


def test_rules_on_a_page_can_be_pressed(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex, "CON-11")
    page = scene.leaf.page
    assert page.sheet is not None
    piece = next(one for one in page.sheet.pieces if one.link == "CON-15")
    page.scroll(piece.rect.y - 20)
    hand.click(piece.rect.move(page.rect.x, page.rect.y - page.offset))
    assert read(scene) == "CON-15"


def test_page_scrolls_by_wheel_and_keys(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex, "CON-10")
    hand.wheel(scene.leaf, -3)
    assert scene.leaf.page.offset > 0
    hand.key("return")
    assert scene.ring.focused is scene.leaf
    hand.key("up", "up", "up", "up", "up", "up")
    assert scene.leaf.page.offset == 0


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_chapter_fits_its_page(app: App, codex: Library, scale: float) -> None:
    app.change(scale=scale)
    width = app.look.px(400)
    for entries in codex.codex.chapters.values():
        entry = entries[len(entries) // 2]
        sheet = Sheet(app, width)
        write_entry(sheet, codex, entry, "Book")
        lacking = [one.rect for one in sheet.pieces if one.rect.right > width + 1 or one.rect.x < 0]
        assert lacking == [], entry.id


# Pages


def shown(scene: CodexScene, link: str) -> pygame.Rect:
    """Scroll to the first link to an address, and return the link's place."""
    page = scene.leaf.page
    assert page.sheet is not None
    piece = next(one for one in page.sheet.pieces if one.link == link)
    page.scroll(piece.rect.y - page.offset - 20)
    return piece.rect.move(page.rect.x, page.rect.y - page.offset)


def open_reedling(app: App, hand: Hand, codex: Library) -> CodexScene:
    return opened(app, hand, codex, "action/bestiary/reedling")


def test_pages_are_listed_by_rulebook_and_kind(app: App, hand: Hand, codex: Library) -> None:
    scene = open_reedling(app, hand, codex)
    assert scene.book == "action"
    assert scene.shelf.value == "bestiary"
    assert scene.list.current is not None
    assert scene.list.current.title == "Reedling"
    hand.click(scene.tabs.tab_rect(scene.tabs.names.index("Etiquette")))
    assert read(scene) is None
    assert scene.at == "etiquette/bestiary/debutante"
    hand.click(scene.shelf)
    assert scene.at == "etiquette/arms/gloves"
    hand.click(scene.tabs.tab_rect(0))
    heads = [row.title for row in scene.list.rows if row.is_head]
    assert heads == ["Action", "Contest", "Etiquette", "Guard", "Verdigris"]


def test_search_finds_pages(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex)
    hand.click(scene.search)
    hand.type("fire flask")
    rows = [(row.value, row.tail) for row in scene.list.rows]
    assert rows == [
        ("action/items/fire_flask", "Item · Action"),
        ("guard/items/fire_flask", "Item · Guard"),
    ]
    assert scene.at == "action/items/fire_flask"


def test_link_opens_by_mouse(app: App, hand: Hand, codex: Library) -> None:
    scene = open_reedling(app, hand, codex)
    hand.click(shown(scene, "action/arms/blowpipe"))
    assert scene.at == "action/arms/blowpipe"
    hand.click(shown(scene, "action/conditions/poisoned"))
    assert scene.at == "action/conditions/poisoned"
    assert scene.shelf.value == "conditions"
    hand.click(scene.previous)
    assert scene.at == "action/arms/blowpipe"


def test_link_opens_by_keyboard(app: App, hand: Hand, codex: Library) -> None:
    scene = open_reedling(app, hand, codex)
    hand.key("return", "right")
    assert scene.leaf.page.chosen == "action/arms/blowpipe"
    hand.key("right", "right")
    assert scene.leaf.page.chosen == "action/arms/spear"
    hand.key("left", "return")
    assert scene.at == "action/conditions/poisoned"
    hand.key("backspace")
    assert scene.at == "action/bestiary/reedling"
    assert scene.ring.focused is scene.leaf
    hand.key("left")
    assert scene.ring.focused is not scene.leaf


def test_link_opens_by_gamepad(app: App, hand: Hand, codex: Library) -> None:
    scene = open_reedling(app, hand, codex)
    hand.pad("a", "right", "right", "a")
    assert scene.at == "action/conditions/poisoned"


def test_links_in_rules_open_pages(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex, "ACT-09")
    hand.click(shown(scene, "action/conditions/prone"))
    assert scene.at == "action/conditions/prone"
    hand.click(scene.previous)
    assert read(scene) == "ACT-09"


def test_keys_scroll_to_links_out_of_view(app: App, hand: Hand, codex: Library) -> None:
    scene = opened(app, hand, codex, "action/bestiary/warden")
    hand.key("return", *["right"] * 12)
    page = scene.leaf.page
    assert page.sheet is not None
    places = [one.rect for one in page.sheet.pieces if one.link == page.chosen]
    assert page.offset > 0
    assert page.offset <= places[-1].y < page.offset + page.rect.height


def test_levels_of_a_page_are_read_while_it_is_open(app: App, hand: Hand) -> None:
    books = find_books().books
    fresh = Library(books, Codex(books))
    scene = opened(app, hand, fresh, "action/bestiary/reedling")
    assert not fresh.is_read
    assert not scene.is_idle
    hand.tick(60)
    assert fresh.is_read
    assert scene.page is not None
    assert scene.page.sections[-1].head == "In levels"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_page_fits(app: App, codex: Library, scale: float) -> None:
    app.change(scale=scale)
    width = app.look.px(400)
    for book in codex.reference.books.values():
        for heads in book.tables().values():
            for head in (heads[0], heads[len(heads) // 2], heads[-1]):
                sheet = Sheet(app, width)
                write_page(sheet, codex, book.page(head.address), "Book")
                wide = [one.rect for one in sheet.pieces if one.rect.right > width + 1]
                assert wide == [], head.address


def test_pages_draw_at_all_sizes(app: App, codex: Library) -> None:
    known(app, codex)
    for address in ("action/bestiary/warden", "action/terrain/fire", "guard/items/fire_flask"):
        app.look_up(address)
        assert isinstance(app.scene, CodexScene)
        for size in ((540, 960), (1280, 720), (1920, 1080)):
            app.scene.resized(size)
            surface = pygame.Surface(size)
            app.scene.draw(surface)
            page = app.scene.leaf.rect
            colours = {tuple(surface.get_at((x, page.y + 40))) for x in range(page.x, page.right)}
            assert len(colours) > 6


# From a battle


@pytest.fixture
def battle(app: App, hand: Hand, codex: Library) -> BattleScene:
    known(app, codex)
    options = Options(level="yard", seed="1", players="red=human,blue=human")
    scene = BattleScene(app, WindowBattle.open(options, app.books, app.folder))
    app.change(speed=0.0, curtain=False)
    app.push(scene)
    for _ in range(300):
        hand.tick()
        if scene.seat.plan.question is not None:
            break
    return scene


def test_f1_in_a_battle_opens_the_rule_of_the_question(
    app: App, hand: Hand, battle: BattleScene
) -> None:
    battle.seat.forecast.clear()
    hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    assert read(app.scene) == "CON-18"
    hand.key("escape")
    assert isinstance(app.scene, BattleScene)


def test_rule_pressed_in_the_log_opens(app: App, hand: Hand, battle: BattleScene) -> None:
    log = battle.seat.log
    log.toggle(next(n for n, _ in log.shown() if log.expanded(n)))
    battle.resized(app.size)
    battle.draw(app.window)
    hot = [one for one in log._hot if one.what == "rule"]
    assert hot
    hand.click(hot[-1].rect)
    assert isinstance(app.scene, CodexScene)
    assert read(app.scene) == hot[-1].rule


def test_f1_opens_the_rule_of_the_refusal_shown(app: App, hand: Hand, battle: BattleScene) -> None:
    battle.seat.forecast.show_text("Strike", "It is not to be.", "CON-07")
    hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    assert read(app.scene) == "CON-07"


def card_shown(hand: Hand, battle: BattleScene) -> str:
    """Show the card of the last unit in the queue, and return its kind."""
    _, id, rect = battle.seat.queue.cards()[-1]
    hand.click(rect)
    hand.tick(3)
    token = battle.seat.picture.token(id)
    assert token is not None
    return token.kind


def test_link_on_a_card_opens_its_page(app: App, hand: Hand, battle: BattleScene) -> None:
    card_shown(hand, battle)
    page = battle.seat.forecast._page
    assert page.sheet is not None
    link = next(one for one in page.sheet.pieces if "/arms/" in one.link)
    page.scroll(link.rect.y - 20)
    hand.click(link.rect.move(page.rect.x, page.rect.y - page.offset))
    assert isinstance(app.scene, CodexScene)
    assert app.scene.at == link.link


def test_f1_opens_the_page_of_the_unit_shown(app: App, hand: Hand, battle: BattleScene) -> None:
    kind = card_shown(hand, battle)
    hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    assert app.scene.at == f"contest/bestiary/{kind}"


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
def test_help_on_a_button_opens_the_page_of_its_thing(
    app: App, hand: Hand, battle: BattleScene, device: str
) -> None:
    battle.flow.turn_hand(is_up=True)
    bar = battle.seat.bar
    buttons = bar._buttons.all
    n = next(n for n, button in enumerate(buttons) if button.id.startswith(("lay:", "use:")))
    if device == "mouse":
        hand.move(dict(bar.places())[n])
    else:
        battle.seat.focus, battle.seat.button = "bar", n
        bar.focus(n)
    if device == "pad":
        hand.pad("back")
    else:
        hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    assert app.scene.at == f"contest/items/{buttons[n].id.partition(':')[2]}"


def test_menu_of_a_battle_opens_the_codex(app: App, hand: Hand, battle: BattleScene) -> None:
    hand.key("escape")
    assert isinstance(app.scene, PauseMenu)
    button = next(one for one in app.scene.buttons if one.words == "Rules")
    hand.click(button)
    assert isinstance(app.scene, CodexScene)


def test_codex_draws_at_all_sizes(app: App, codex: Library) -> None:
    known(app, codex)
    app.look_up("ACT-12")
    assert app.scene is not None
    for size in ((540, 960), (1280, 720), (1920, 1080)):
        app.scene.resized(size)
        surface = pygame.Surface(size)
        app.scene.draw(surface)
        colours = {tuple(surface.get_at((x, size[1] // 2))) for x in range(0, size[0], 7)}
        assert len(colours) > 6


# The lens


def test_lens_shows_an_attack_in_the_other_rulebooks(app: App, hand: Hand) -> None:
    app.push(Title(app))
    app.push(
        LensScene(app, Lens(app.books).looked(LensAttack("action", "warden", "bailiff", "sword")))
    )
    hand.tick(2)
    scene = app.scene
    assert isinstance(scene, LensScene)
    assert len(scene.seen) == 5
    hand.key("page down")
    assert scene.leaf.page.offset > 0
    hand.key("escape")
    assert isinstance(app.scene, Title)


def test_lens_without_an_attack_asks_for_one(app: App, hand: Hand, battle: BattleScene) -> None:
    hand.key("o")
    assert isinstance(app.scene, BattleScene)
    assert any("Point at a foe" in text for text in app.notices.all)


def test_lens_opens_from_an_attack_pointed_at(app: App, hand: Hand, battle: BattleScene) -> None:
    seat = battle.seat
    red, blue = seat.sitting.picture(None).tokens[:2]
    attack = command("contest", f"attack {red.id} {blue.id}")
    seat.plan.planned = Choice(
        attack, ChoiceWords(seat.sitting.sheet, None), ("attack", None), (), blue.id
    )
    hand.key("o")
    assert isinstance(app.scene, LensScene)
    assert app.scene.seen[0].book == "contest"


def test_forecast_of_an_attack_links_to_the_lens(app: App, hand: Hand, battle: BattleScene) -> None:
    seat = battle.seat
    red, blue = seat.sitting.picture(None).tokens[:2]
    attack = command("contest", f"attack {red.id} {blue.id}")
    seat.plan.planned = Choice(
        attack, ChoiceWords(seat.sitting.sheet, None), ("attack", None), (), blue.id
    )
    odds = odds_told(attack, [outcome(6, {"unit": blue.id, "damage": 1})])
    seat.forecast.show("Strike", odds, seat.picture)
    assert seat.forecast.at_hand is None
    page = seat.forecast._page
    assert page.sheet is not None
    link = next(one for one in page.sheet.pieces if one.link == seat.forecast.link)
    hand.click(link.rect.move(page.rect.x, page.rect.y - page.offset))
    assert isinstance(app.scene, LensScene)


def test_rulebook_without_a_codex_opens_the_contents(hand: Hand, app: App) -> None:
    app.books = BooksOnDemand(("tests.books.tag",), lambda *_: None)
    assert app.navigation.rule_of("tag", "turn") is None
    scene = app.navigation.codex(None)
    assert isinstance(scene, CodexScene)
    assert "tag" not in scene.library.codex.chapters
    assert app.navigation.lens(LensAttack("tag", "child", "child")) is None
    app.look_up(None)
    hand.tick(2)
    assert isinstance(app.scene, CodexScene)


@pytest.mark.parametrize(("address", "is_short"), [("contest/arms/sword", True), ("ACT-17", False)])
def test_sheets_are_as_high_as_what_they_hold(
    tmp_path: Path, codex: Library, address: str, is_short: bool
) -> None:
    with window(tmp_path) as app:
        scene = opened(app, Hand(app), codex, address)
        page = scene.leaf.page
        assert page.sheet is not None
        assert (page.rect.height >= page.sheet.y) == is_short
        assert (scene.list.rect.height >= scene.list.extent) == is_short
        most = app.size[1] - app.look.px(HEAD + FOOT)
        heights = scene._sheet.height, scene._rows.height
        assert max(heights) <= most
        assert (min(heights) < most) == is_short
        assert scene._sheet.contains(scene.leaf.rect)
        assert scene._rows.contains(scene.list.rect)
