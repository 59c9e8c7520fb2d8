"""The editor's tools Look and Area, and what is laid over the board."""

import pygame
import pytest

from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.core.cells import Cell
from tests.client.conftest import Hand
from tests.client.test_editor import at, opened, place
from tests.client.test_editor_parts import chosen, file, lines, page_of, scene

__all__ = ["file", "scene"]


def pixels(app: App, scene: EditorScene, cell: Cell) -> bytes:
    """Return the picture of a tile as it is drawn now."""
    app.draw()
    assert scene.board.view is not None
    return pygame.image.tobytes(
        app.window.subsurface(scene.board.view.camera.tile_rect(cell)), "RGB"
    )


def area(scene: EditorScene, id: str) -> set[Cell]:
    draft = scene.document.reading.draft
    assert draft is not None
    return set(draft.areas.get(id, ()))


def test_look_opens_the_unit_then_the_area_below_it(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    scene.board.point((22, 3))
    hand.click(scene.tools.buttons["look"])
    start = place(scene, "sergeant")
    assert start is not None
    scene.board.point(start)
    hand.click(at(scene, start))
    first = chosen(scene)
    assert first[0] == "unit"
    assert page_of(scene).part is not None
    hand.click(at(scene, start))
    assert len({first, chosen(scene)}) == (2 if chosen(scene)[:1] == ("area",) else 1)
    assert scene.document.steps == ()


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_key_opens_what_is_at_the_cursor_whatever_the_tool(
    hand: Hand, scene: EditorScene, is_pad: bool
) -> None:
    cell = place(scene, "hanne")
    assert cell is not None
    scene.ring.focus(scene.board)
    scene.board.point(cell)
    (hand.pad if is_pad else hand.key)("r3" if is_pad else "i")
    assert chosen(scene) == ("unit", 0)


def test_look_drags_units(hand: Hand, scene: EditorScene) -> None:
    cell = place(scene, "hanne")
    assert cell is not None
    scene.board.point(cell)
    hand.click(scene.tools.buttons["look"])
    hand.drag(at(scene, cell), at(scene, (cell[0] + 2, cell[1])))
    assert place(scene, "hanne") == (cell[0] + 2, cell[1])
    assert len(scene.document.steps) == 1


def test_area_is_drawn_extended_and_reduced(hand: Hand, scene: EditorScene) -> None:
    scene.board.point((6, 5))
    hand.click(scene.tools.buttons["area"])
    hand.drag(at(scene, (4, 4)), at(scene, (6, 5)))
    assert chosen(scene)[0] == "area"
    assert area(scene, "area") == {(x, y) for x in (4, 5, 6) for y in (4, 5)}
    assert [line for line in lines(scene) if line.startswith("-")] == []
    hand.drag(at(scene, (4, 6)), at(scene, (6, 6)))
    assert len(area(scene, "area")) == 9
    assert "+rect = [4, 4, 3, 3]" in lines(scene)
    hand.drag(at(scene, (6, 4)), at(scene, (6, 4)))
    hand.move(at(scene, (9, 9)))
    hand.click(scene.tools.actions["area_tiles"])
    hand.click(at(scene, (5, 5)))
    assert (5, 5) not in area(scene, "area")
    assert (4, 4) in area(scene, "area")
    hand.click(scene.tools.actions["new_area"])
    assert chosen(scene) == ()
    hand.click(at(scene, (5, 5)))
    assert area(scene, "area_2") == {(5, 5)}
    while scene.document.undo():
        pass
    assert lines(scene) == []


def test_area_is_drawn_by_keys(hand: Hand, scene: EditorScene) -> None:
    scene.desk.use("area")
    scene.ring.focus(scene.board)
    scene.board.point((4, 4))
    hand.key("return", "right", "down", "return")
    assert area(scene, "area") == {(4, 4), (5, 4), (4, 5), (5, 5)}
    hand.key("ctrl+z")
    assert area(scene, "area") == set()
    hand.tick(2)


def test_overlays_are_off_at_first_and_switched_by_buttons(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    (cell,) = area(scene, "gap")
    scene.board.point((cell[0] - 3, cell[1] - 6))
    hand.click(scene.tools.buttons["look"])
    before = pixels(app, scene, cell)
    button = scene.tools.actions["show_area"]
    hand.click(button)
    assert scene.tools.actions["show_area"].is_selected
    assert pixels(app, scene, cell) != before
    shown = pixels(app, scene, cell)
    hand.click(scene.tools.buttons["remove"])
    assert pixels(app, scene, cell) == shown
    hand.click(scene.tools.buttons["look"])
    hand.click(scene.tools.actions["show_area"])
    assert pixels(app, scene, cell) == before
    parts = page_of(scene).parts.rows
    number = next(row.value.keys for row in parts if row.value.title == "gap")
    scene.desk.choose(number)
    assert pixels(app, scene, cell) != before


@pytest.mark.parametrize("mode", ["reach", "sight", "openings"])
def test_ways_follow_the_pointer_and_say_what_they_are(
    app: App, hand: Hand, scene: EditorScene, mode: str
) -> None:
    hand.click(scene.tools.buttons["look"])
    scene.board.point((16, 8))
    before = pixels(app, scene, (15, 5))
    hand.click(scene.tools.actions[mode])
    hand.move(at(scene, (20, 7)))
    assert scene.overlays.words
    if mode == "openings":
        assert "Opening (20, 7)" in scene.overlays.words
    else:
        hand.move(at(scene, (16, 8)))
        first = scene.overlays.words
        assert mode == "sight" or pixels(app, scene, (15, 5)) != before
        hand.move(at(scene, (12, 8)))
        assert scene.overlays.words != first
    hand.click(scene.tools.actions[mode])
    assert scene.overlays.words == ""


def test_overlays_of_a_broken_text_are_empty(hand: Hand, scene: EditorScene) -> None:
    scene.desk.overlays.kinds = {"area", "deploy", "objective", "trigger", "zone"}
    scene.desk.overlays.has_lines, scene.desk.overlays.mode = True, "reach"
    scene.desk.changed()
    hand.tick()
    scene.document.path.write_text("[map", encoding="utf-8")  # type: ignore[union-attr]
    hand.tick(3, 0.1)
    hand.move(at(scene, (10, 8)))
    scene.desk.use("look")
    hand.click(at(scene, (10, 8)))
    assert chosen(scene) == ()


@pytest.mark.parametrize("size", [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)])
def test_look_has_room_at_every_size(app: App, hand: Hand, size: tuple[int, int, float]) -> None:
    app.window = pygame.display.set_mode(size[:2])
    app.change(scale=size[2])
    scene = opened(app, hand, "toll_bar")
    scene.desk.use("look")
    hand.tick()
    window = pygame.Rect((0, 0), app.size)
    rects = [widget.rect for widget in scene.ring.widgets]
    assert all(window.contains(rect) for rect in rects)
    assert not [(a, b) for n, a in enumerate(rects) for b in rects[n + 1 :] if a.colliderect(b)]
