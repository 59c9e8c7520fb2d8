"""Continue, and the other open battles, by mouse, keys and gamepad."""

import pytest

from game.campaign.last_played import resumable
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.widgets.dialog import Dialog
from game.client.screens.handover_screen import HandoverScreen
from game.client.title.resume_list import Resume
from game.client.title.title_screen import Title
from game.play.opening import Options
from game.play.players import played
from game.present.window_battle import WindowBattle
from tests.client.conftest import LOOKED, Hand

HANDS = pytest.mark.parametrize("by", ["mouse", "keys", "pad"])


def left(app: App, *levels: str) -> None:
    """Begin battles in this order, and leave them."""
    for level in levels:
        WindowBattle.open(Options(level, seed="1"), app.books, app.folder, seats=played).close()


def at_title(app: App, hand: Hand) -> Title:
    title = Title(app)
    app.push(title)
    hand.tick(LOOKED)
    return title


def level_of(app: App) -> str:
    scene = app.below(app.scene) if isinstance(app.scene, HandoverScreen) else app.scene
    assert isinstance(scene, BattleScene)
    return scene.seat.overview.level


def pressed(hand: Hand, by: str, *names: str) -> None:
    keys = {"confirm": "return", "cancel": "escape"}
    pads = {"confirm": "a", "cancel": "b"}
    for name in names:
        if by == "pad":
            hand.pad(pads.get(name, name))
        else:
            hand.key(keys.get(name, name))


@HANDS
def test_continue_resumes_the_battle_played_last(app: App, hand: Hand, by: str) -> None:
    left(app, "yard", "taproom", "bridge")
    title = at_title(app, hand)
    if by == "mouse":
        hand.click(title.menu[0])
    else:
        pressed(hand, by, "confirm")
    assert level_of(app) == "bridge"


def test_resume_list_is_not_offered_without_open_battles(app: App, hand: Hand) -> None:
    assert not at_title(app, hand).more.is_shown
    app.pop()
    app.is_running = True
    left(app, "yard")
    title = at_title(app, hand)
    assert not title.more.is_shown
    assert title.menu[0].rect.width == title.menu[1].rect.width


@HANDS
def test_title_lists_the_other_open_battles(app: App, hand: Hand, by: str) -> None:
    left(app, "yard", "taproom", "bridge")
    title = at_title(app, hand)
    assert title.more.is_shown
    assert title.more.words == "+2"
    assert title.more.about == "Also open: Three in the taproom, Two in the yard"
    assert title.more.rect.right == title.menu[1].rect.right
    assert not title.more.rect.colliderect(title.menu[0].rect)
    if by == "mouse":
        hand.click(title.more)
    else:
        pressed(hand, by, "right", "confirm")
    sheet = app.scene
    assert isinstance(sheet, Resume)
    assert [row.title for row in sheet.list.rows] == [
        "Two at the bridge",
        "Three in the taproom",
        "Two in the yard",
    ]
    assert sheet.chosen is not None
    assert sheet.chosen.title == "Three in the taproom"
    if by == "mouse":
        hand.click(sheet.list.row_rect(2))
        hand.click(sheet.resume)
    else:
        pressed(hand, by, "down", "confirm")
    assert level_of(app) == "yard"
    app.pop()
    hand.tick()
    assert app.scene is title
    assert resumable(app.folder)[0].title == "Two in the yard", (
        "the resumed battle is not the first"
    )


@HANDS
def test_open_battle_is_deleted_after_confirmation(app: App, hand: Hand, by: str) -> None:
    left(app, "yard", "bridge")
    title = at_title(app, hand)
    title.more.press()
    hand.tick()
    sheet = app.scene
    assert isinstance(sheet, Resume)
    for is_sure in (False, True):
        if by == "mouse":
            hand.click(sheet.delete)
        else:
            sheet.ring.focus(sheet.delete)
            pressed(hand, by, "confirm")
        dialog = app.scene
        assert isinstance(dialog, Dialog)
        if by == "mouse":
            hand.click(dialog.buttons[0 if is_sure else 1])
        else:
            pressed(hand, by, "confirm" if is_sure else "cancel")
        assert (app.scene is sheet) is True
        assert [one.title for one in resumable(app.folder)] == (
            ["Two at the bridge"] if is_sure else ["Two at the bridge", "Two in the yard"]
        )
    pressed(hand, by, "cancel")
    assert (app.scene is title) is True
    assert not title.more.is_shown


def test_battle_being_played_is_not_deleted(app: App, hand: Hand) -> None:
    left(app, "yard", "bridge")
    at_title(app, hand).more.press()
    hand.tick()
    sheet = app.scene
    assert isinstance(sheet, Resume)
    assert sheet.chosen is not None
    path = sheet.chosen.path
    other = WindowBattle.open(Options(str(path)), app.books, app.folder)
    assert not path.exists(), "the resumed file still exists"
    sheet.delete.press()
    hand.tick()
    hand.key("return")
    assert [row.title for row in sheet.list.rows] == ["Two at the bridge"]
    other.close()


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_sheet_fits_into_the_window(
    app: App, hand: Hand, size: tuple[int, int], scale: float
) -> None:
    left(app, *("yard", "taproom", "bridge", "cellar", "kitchen", "market", "toll_bar", "kennel"))
    app.change(width=size[0], height=size[1], scale=scale)
    title = at_title(app, hand)
    assert title.more.rect.right == title.menu[1].rect.right
    title.more.press()
    hand.tick()
    sheet = app.scene
    assert isinstance(sheet, Resume)
    window = (0, 0), app.size
    for widget in (sheet.list, sheet.back, sheet.delete, sheet.resume):
        assert widget.rect.clip(window) == widget.rect
        assert widget.rect.height >= app.look.px(30)
    for one, other in zip((sheet.back, sheet.delete), (sheet.delete, sheet.resume), strict=True):
        assert not one.rect.colliderect(other.rect)
    assert sheet.list.rect.bottom <= sheet.back.rect.y
