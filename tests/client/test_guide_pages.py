"""The guide to the window: its pages, their keys, and the places that lead to them."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.codex.codex_screen import CodexScene
from game.client.codex.guide import guide_page
from game.client.codex.guide_writing import KINDS, PLATES, SIGNS, write_guide
from game.client.kit.app import App
from game.client.kit.guide_pages import (
    APPROACH,
    CONFIRM,
    EDITOR,
    GUIDE,
    OBJECTIVES,
    SEE,
    THINGS,
    THREATS,
    UNDO,
)
from game.client.panels.parchment_page import Sheet
from game.client.screens.pause_menu import PauseMenu
from tests.client.conftest import Hand
from tests.client.shots import battle, window


def opened(app: App, address: str | None) -> CodexScene:
    app.look_up(address)
    assert isinstance(app.scene, CodexScene)
    return app.scene


@pytest.mark.parametrize("address", SEE)
def test_page_is_whole_and_leads_on(app: App, address: str) -> None:
    page = guide_page(app, address)
    assert page is not None
    id = address.partition("/")[2]
    assert id in app.words.keys("guide_title")
    assert id in app.words.keys(GUIDE)
    assert "{" not in page.text
    assert app.words.say("battle", "no_key") not in page.text
    assert len(page.text.split()) < 170
    scene = opened(app, address)
    assert scene.guide == page
    assert scene.list.current is not None
    assert scene.list.current.value == address
    assert len(scene.links) == len(page.see)


def test_catalogue_has_no_other_pages_or_signs(app: App) -> None:
    ids = {address.partition("/")[2] for address in SEE}
    assert set(app.words.keys(GUIDE)) == set(app.words.keys("guide_title")) == ids
    signs = {key for make in SIGNS.values() for key in make(app)}
    assert signs == set(app.words.keys("guide_sign"))
    assert {*PLATES, *KINDS} < signs


def test_pages_name_the_keys_that_are_bound(app: App) -> None:
    def text(address: str) -> str:
        page = guide_page(app, address)
        assert page is not None
        return page.text

    assert text(THREATS).startswith("T shows")
    assert "Hold G " in text(THINGS)
    app.change(bindings={"threats": ("j",), "things": ("ctrl+h",), "left": ("f9",)})
    assert text(THREATS).startswith("J shows")
    assert "Hold Ctrl H " in text(THINGS)
    assert "with F9 → " in text(APPROACH)


def test_editors_page_names_all_keys_of_undo(app: App) -> None:
    page = guide_page(app, EDITOR)
    assert page is not None
    assert "Undo: Backspace, Ctrl Z, U." in page.text


def test_page_names_the_buttons_of_a_gamepad_in_use(app: App, hand: Hand) -> None:
    scene = opened(app, THINGS)
    assert scene.guide is not None
    assert "Hold G " in scene.guide.text
    before = scene.leaf.page.sheet
    hand.pad("r3")
    hand.tick(2)
    assert scene.guide is not None
    assert "Hold Guide " in scene.guide.text
    assert scene.leaf.page.sheet is not before


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("address", SEE)
def test_page_fits(app: App, address: str, scale: float) -> None:
    app.change(scale=scale)
    page, width = guide_page(app, address), app.look.px(380)
    assert page is not None
    sheet = Sheet(app, width)
    write_guide(sheet, page, "How to play")
    assert [one.rect for one in sheet.pieces if one.rect.right > width + 1 or one.rect.x < 0] == []
    rows = sorted((one.rect.y, one.rect.bottom) for one in sheet.pieces if one.rect.x == 0)
    assert all(above[1] <= below[0] + 4 for above, below in pairwise(rows))


def test_guide_is_listed_and_found_in_every_tab(app: App, hand: Hand) -> None:
    scene = opened(app, None)
    hand.click(scene.shelf)
    titles = [guide_page(app, address) for address in SEE]
    rows = [row.title for row in scene.list.rows if not row.is_head]
    assert rows == [page.title for page in titles if page]
    assert scene.at == CONFIRM
    hand.click(scene.links[0])
    assert scene.at == UNDO
    hand.click(scene.links[0])
    assert scene.at == "ALL-09"
    hand.click(scene.previous)
    assert scene.at == UNDO
    hand.click(scene.search)
    for words, is_found in (("wall is where", True), ("wall of cheese", False)):
        scene.search.set(words)
        scene._sought(words)
        assert (UNDO in [row.value for row in scene.list.rows]) == is_found


# Places that lead to the guide


def help_at(app: App, hand: Hand, scene: BattleScene, at: pygame.Rect | None) -> str | None:
    """Return the address that `help` opens, with the pointer in a rectangle if there is one."""
    if at is not None:
        hand.move(at)
    hand.key("f1")
    codex = app.scene
    assert isinstance(codex, CodexScene)
    hand.key("escape")
    assert app.scene is scene
    return codex.at


def test_help_on_a_part_of_the_battle_opens_its_page(tmp_path: Path) -> None:
    with window(tmp_path) as app:
        hand, scene = Hand(app), battle(app, "yard")
        scene.passing.announced = None
        bar = scene.seat.bar
        assert help_at(app, hand, scene, bar.undo) == UNDO
        end = next(n for n, button in enumerate(bar._buttons.all) if button.id == "end")
        assert help_at(app, hand, scene, dict(bar.places())[end]) == CONFIRM
        hand.move((2, 2))
        hand.key("escape")
        menu = app.scene
        assert isinstance(menu, PauseMenu)
        hand.click(next(one for one in menu.buttons if one.words == "Objectives"))
        assert app.scene is scene
        assert help_at(app, hand, scene, None) == OBJECTIVES


def test_pause_menu_of_a_battle_opens_the_guide(tmp_path: Path) -> None:
    with window(tmp_path) as app:
        hand, scene = Hand(app), battle(app, "yard")
        scene.passing.announced = None
        hand.key("escape")
        menu = app.scene
        assert isinstance(menu, PauseMenu)
        hand.click(next(one for one in menu.buttons if one.words == "How to play"))
        assert isinstance(app.scene, CodexScene)
        assert app.scene.at == CONFIRM
        assert scene.seat is not None
