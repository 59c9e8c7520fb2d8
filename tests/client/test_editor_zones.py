"""The editor's tool for zones."""

import pygame
import pytest

from game.client.editor.scene import EditorScene
from game.client.editor.tools.zone_tool import ZoneTool
from game.client.kit.app import App
from game.client.screens.text_prompt import TextPrompt
from game.core.cells import Cell
from game.workshop.document.zones import zone_at, zone_letters, zone_title
from tests.client.conftest import Hand
from tests.client.test_editor import at, opened
from tests.client.test_editor_tools import to

CONFIRM = {"keys": "return", "pad": "a"}


def zone(scene: EditorScene, cell: Cell) -> str:
    return zone_at(scene.document.reading, cell)


def zoning(scene: EditorScene) -> ZoneTool:
    tool = scene.desk.tool
    assert isinstance(tool, ZoneTool)
    return tool


def test_stroke_puts_its_tiles_in_the_zone_in_hand(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "kennel")
    before = scene.document.text
    hand.click(scene.tools.buttons["zone"])
    while zoning(scene).zone != "r":
        hand.click(scene.tools.actions["next_zone"])
    assert zoning(scene).title == "Zone: the party's rear guard"
    assert [zone(scene, (x, 1)) for x in (7, 8, 9)] == ["f", "", "F"]
    hand.drag(at(scene, (7, 1)), at(scene, (9, 1)))
    assert [zone(scene, (x, 1)) for x in (7, 8, 9)] == ["r", "r", "r"]
    assert len(scene.document.steps) == 1
    rows = before.splitlines(), scene.document.text.splitlines()
    assert sum(old != new for old, new in zip(*rows, strict=True)) == 1
    assert len(scene.document.text) == len(before)
    hand.click(scene.tools.actions["no_zone"])
    hand.click(at(scene, (8, 1)))
    assert zone(scene, (8, 1)) == ""
    hand.key("ctrl+z", "ctrl+z")
    assert scene.document.text == before


@pytest.mark.parametrize("way", ["mouse", "keys", "pad"])
def test_first_zone_of_a_level_is_painted_and_named(app: App, hand: Hand, way: str) -> None:
    press = hand.pad if way == "pad" else hand.key
    scene = opened(app, hand, "yard")
    before = scene.document.text
    assert zone_letters(scene.document.reading) == ()
    scene.desk.use("zone")
    hand.tick()
    assert not scene.tools.actions["next_zone"].is_enabled
    if way == "mouse":
        hand.click(scene.tools.actions["area_tiles"])
        hand.drag(at(scene, (3, 3)), at(scene, (5, 4)))
    else:
        scene.ring.focus(scene.tools.actions["area_tiles"])
        press(CONFIRM[way])
        to(scene, (3, 3))
        press(CONFIRM[way], "right", "right", "down", CONFIRM[way])
    assert all(zone(scene, (x, y)) == "a" for x in (3, 4, 5) for y in (3, 4))
    assert zone_title(scene.document.reading, "a") == "Zone a"
    assert len(scene.document.steps) == 1
    assert not set(before.splitlines()) - set(scene.document.text.splitlines())
    scene.ring.focus(scene.tools.actions["name_zone"])
    press(CONFIRM.get(way, "return"))
    prompt = app.scene
    assert isinstance(prompt, TextPrompt)
    assert prompt.field.text == "Zone a"
    prompt.field.text = "The ford"
    scene_before = scene.document.text
    hand.click(prompt.give)
    assert app.scene is scene
    assert zone_title(scene.document.reading, "a") == "The ford"
    assert len(scene.document.steps) == 2
    press("x" if way == "pad" else "ctrl+z")
    assert scene.document.text == scene_before
    press("x" if way == "pad" else "ctrl+z")
    assert scene.document.text == before


def test_new_zone_is_named_before_its_first_stroke(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "kennel")
    scene.desk.use("zone")
    hand.tick()
    hand.click(scene.tools.actions["new_zone"])
    new = zoning(scene).zone
    assert new not in zone_letters(scene.document.reading)
    hand.click(scene.tools.actions["name_zone"])
    prompt = app.scene
    assert isinstance(prompt, TextPrompt)
    prompt.field.text = "the gallery"
    hand.click(prompt.give)
    assert scene.document.steps == ()
    hand.move(at(scene, (8, 2)))
    assert scene.board.slip is not None
    assert scene.board.slip.words == "(8, 2): no zone → the gallery"
    hand.click(at(scene, (8, 2)))
    assert zone_title(scene.document.reading, new) == "the gallery"
    assert zone(scene, (8, 2)) == new
    assert len(scene.document.steps) == 1


def test_press_with_alt_picks_a_zone(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "kennel")
    scene.desk.use("zone")
    pygame.key.set_mods(pygame.KMOD_ALT)
    hand.click(at(scene, (13, 3)))
    assert zoning(scene).zone == "R"
    hand.click(at(scene, (8, 1)))
    assert zoning(scene).zone == ""
    pygame.key.set_mods(0)
    assert scene.document.steps == ()


def test_zones_are_shown_while_their_tool_is_in_hand(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "kennel")
    assert scene.overlays._kinds == frozenset()
    scene.desk.use("zone")
    assert scene.overlays._kinds == {"zone"}
    scene.desk.use("brush")
    assert scene.overlays._kinds == frozenset()


def test_letter_of_a_zone_changes_in_all_places(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "first_verdigris")
    hand.click(scene.tools.buttons["zone"])
    tool = zoning(scene)
    letters = zone_letters(scene.document.reading)
    old, before = tool.zone, scene.document.text
    taken = next(letter for letter in letters if letter != old)
    tiles = scene.document.reading.draft.zones[old] if scene.document.reading.draft else ()
    hand.click(scene.tools.actions["zone_letter"])
    assert isinstance(app.scene, TextPrompt)
    hand.type(taken)
    hand.key("return")
    assert isinstance(app.scene, TextPrompt)
    assert taken in app.scene.trouble
    hand.key("end", "backspace")
    hand.type("Q")
    hand.key("return")
    assert tool.zone == "Q"
    draft = scene.document.reading.draft
    assert draft is not None
    assert draft.zones["Q"] == tiles
    assert old not in zone_letters(scene.document.reading)
    assert scene.document.reading.level is not None
    hand.key("ctrl+z")
    assert scene.document.text == before
