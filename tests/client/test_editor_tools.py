"""The tools of the editor: selections, the size of the map, and Esc."""

from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.editor.scene import EditorScene
from game.client.editor.tools.resize_tool import ResizeTool
from game.client.editor.tools.select_tool import SelectTool
from game.client.kit.app import App
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.screens.pause_menu import PauseMenu
from game.client.setup.seat_choice import SeatChoice
from game.core.cells import Cell
from game.workshop.document import selection
from game.workshop.document.selection import Selection
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.client.test_editor import YARD, at, opened, place, take, terrain

TEXT = YARD.read_text(encoding="utf-8")
CONFIRM = {False: "return", True: "a"}
CANCEL = {False: "escape", True: "b"}


def selecting(scene: EditorScene) -> SelectTool:
    tool = scene.desk.tool
    assert isinstance(tool, SelectTool)
    return tool


def resizing(scene: EditorScene) -> ResizeTool:
    tool = scene.desk.tool
    assert isinstance(tool, ResizeTool)
    return tool


def grounds(scene: EditorScene, some: Selection) -> list[str | None]:
    return [terrain(scene, cell) for cell in some.cells]


def to(scene: EditorScene, cell: Cell) -> None:
    """Put the board's cursor on a tile."""
    scene.ring.focus(scene.board)
    scene.board.point(cell)


def size(scene: EditorScene) -> tuple[int, int]:
    return scene.document.reading.width, scene.document.reading.height


def test_selection_is_copied_turned_and_pasted_as_one_step_each(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    take(scene, "ground", "mud")
    hand.drag(at(scene, (3, 3)), at(scene, (5, 3)))
    hand.click(scene.tools.buttons["select"])
    assert not scene.tools.actions["copy"].is_enabled
    hand.drag(at(scene, (3, 3)), at(scene, (5, 3)))
    assert selecting(scene).selection == Selection(3, 3, 3, 1)
    hand.click(scene.tools.actions["copy"])
    hand.click(scene.tools.actions["paste"])
    hand.click(scene.tools.actions["turn"])
    steps = len(scene.document.steps)
    hand.click(at(scene, (7, 6)))
    assert grounds(scene, Selection(7, 5, 1, 3)) == ["mud"] * 3
    assert len(scene.document.steps) == steps + 1
    hand.click(at(scene, (5, 6)))
    assert grounds(scene, Selection(5, 5, 1, 3)) == ["mud"] * 3
    hand.key("ctrl+z", "ctrl+z")
    assert len(scene.document.steps) == steps


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_selection_is_moved_by_keys_and_pad(app: App, hand: Hand, is_pad: bool) -> None:
    press, confirm = hand.pad if is_pad else hand.key, CONFIRM[is_pad]
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    scene.desk.use("select")
    to(scene, start)
    press(confirm, "right", confirm)
    assert selecting(scene).selection == Selection(*start, 2, 1)
    before = grounds(scene, Selection(*start, 2, 1))
    press(confirm, "down", "down", confirm)
    moved = place(scene, "ann")
    assert moved is not None
    assert moved[1] == start[1] + 2
    assert grounds(scene, Selection(*selecting(scene).selection or (0, 0, 1, 1))) == before
    assert len(scene.document.steps) == 1
    press("x" if is_pad else "ctrl+z")
    assert scene.document.text == TEXT


@pytest.mark.parametrize("way", ["mouse", "keys", "pad"])
def test_slip_says_beforehand_what_pasting_does_besides(app: App, hand: Hand, way: str) -> None:
    press = hand.pad if way == "pad" else hand.key
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    width, height = size(scene)
    scene.desk.use("select")
    tool = selecting(scene)
    tool.selection = Selection(*start, 1, 1)
    scene.desk.changed()
    hand.tick()
    for name in ("copy", "paste"):
        if way == "mouse":
            hand.click(scene.tools.actions[name])
        else:
            scene.ring.focus(scene.tools.actions[name])
            press(CONFIRM[way == "pad"])
    to(scene, (5, 6))
    assert scene.board.slip is not None
    assert list(scene.board.slip.notes) == ["ann becomes ann_2, because that id is taken."]
    scene.board.point(start)
    assert list(scene.board.slip.notes) == ["ann is left out, because ann is on its tile."]
    tool.clip = selection.copied(scene.document.reading, Selection(start[0], start[1], 2, 1))
    scene.board.point((0, 0))
    assert list(scene.board.slip.notes[:2]) == [
        "1 tile is beyond the edge and left out.",
        "ann would be beyond the edge and is left out.",
    ]
    assert scene.document.text == TEXT
    tool.clip = selection.copied(scene.document.reading, Selection(*start, 1, 1))
    to(scene, (5, 6))
    press(CONFIRM[way == "pad"])
    assert place(scene, "ann_2") == (5, 6)
    assert len(scene.document.steps) == 1
    assert (width, height) == size(scene)


def test_cut_clears_the_ground_and_takes_units_along(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    scene.desk.use("select")
    hand.click(at(scene, start))
    hand.click(at(scene, start))
    hand.key("ctrl+x")
    assert place(scene, "ann") is None
    hand.key("ctrl+v")
    hand.click(at(scene, (5, 5)))
    assert place(scene, "ann") == (5, 5)
    assert [step.name for step in scene.document.steps] == ["cut", "paste"]
    hand.key("ctrl+z", "ctrl+z")
    assert scene.document.text == TEXT


def test_keys_select_all_mirror_flip_and_clear(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    ann = place(scene, "ann")
    assert ann is not None
    width, height = size(scene)
    hand.key("ctrl+a")
    assert selecting(scene).selection == Selection(0, 0, width, height)
    hand.key("m")
    assert place(scene, "ann") == (width - 1 - ann[0], ann[1])
    hand.key("v")
    assert place(scene, "ann") == (width - 1 - ann[0], height - 1 - ann[1])
    hand.key("m", "v")
    assert scene.document.text == TEXT
    hand.key("delete")
    assert len(set(grounds(scene, Selection(0, 0, width, height)))) == 1
    assert place(scene, "ann") is None
    hand.key("ctrl+z")
    assert place(scene, "ann") == ann


@pytest.mark.parametrize("way", ["mouse", "keys", "pad"])
def test_button_selects_the_whole_map(app: App, hand: Hand, way: str) -> None:
    scene = opened(app, hand, "yard")
    scene.desk.use("select")
    hand.tick()
    if way == "mouse":
        hand.click(scene.tools.actions["select_all"])
    else:
        scene.ring.focus(scene.tools.actions["select_all"])
        (hand.pad if way == "pad" else hand.key)(CONFIRM[way == "pad"])
    assert selecting(scene).selection == Selection(0, 0, *size(scene))
    assert scene.document.text == TEXT


def test_press_with_alt_picks_what_is_on_the_tile(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    take(scene, "ground", "mud")
    scene.desk.use("line")
    ground = terrain(scene, start)
    pygame.key.set_mods(pygame.KMOD_ALT)
    hand.move(at(scene, start))
    assert scene.board.slip is not None
    assert "pick" in scene.board.slip.words
    hand.click(at(scene, start))
    assert scene.desk.tool.name == "line"
    assert scene.desk.editing.ware is not None
    assert scene.desk.editing.ware.id == ground
    scene.desk.use("brush")
    hand.click(at(scene, start))
    assert scene.desk.editing.ware.what == "kind"
    assert scene.desk.tool.name == "brush"
    assert scene.document.text == TEXT
    pygame.key.set_mods(0)
    take(scene, "ground", "mud")
    hand.click(at(scene, (3, 3)))
    assert terrain(scene, (3, 3)) == "mud"


def test_what_cannot_be_done_with_a_selection_is_a_sentence(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    hand.key("ctrl+v")
    assert app.notices.all[-1] == "Copy tiles first."
    hand.key("ctrl+c")
    assert app.notices.all[-1] == "Select tiles first."
    hand.drag(at(scene, (1, 1)), at(scene, (3, 3)))
    hand.drag(at(scene, (2, 2)), at(scene, (0, 0)))
    assert "not on the map" in app.notices.all[-1]
    assert scene.document.text == TEXT


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_esc_goes_back_step_by_step_before_the_menu(app: App, hand: Hand, is_pad: bool) -> None:
    press, cancel = hand.pad if is_pad else hand.key, CANCEL[is_pad]
    scene = opened(app, hand, "yard")
    hand.key("ctrl+a", "ctrl+c", "ctrl+v")
    assert selecting(scene).is_pasting
    press(cancel)
    assert not selecting(scene).is_pasting
    assert selecting(scene).selection is not None
    press(cancel)
    assert selecting(scene).selection is None
    assert app.scene is scene
    press(cancel)
    assert isinstance(app.scene, PauseMenu)


def test_right_button_gives_up_a_shape(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    hand.click(scene.tools.buttons["line"])
    hand.click(at(scene, (3, 3)))
    assert scene.desk.tool.is_begun
    hand.down(3)
    hand.up(3)
    assert not scene.desk.tool.is_begun
    assert app.scene is scene


@pytest.mark.parametrize("edge", ["left", "top", "right", "bottom"])
def test_handles_make_the_map_larger_and_smaller(app: App, hand: Hand, edge: str) -> None:
    scene = opened(app, hand, "yard")
    hand.click(scene.tools.buttons["resize"])
    before, view = size(scene), scene.board.view
    assert view is not None
    ways = {"left": (-1, 0), "top": (0, -1), "right": (1, 0), "bottom": (0, 1)}
    way, tile = ways[edge], view.camera.tile
    handle = next(one for one in ways if one == edge)
    x, y = resizing(scene)._handle(handle, view).center  # type: ignore[arg-type]
    hand.drag((x, y), (x - 2 * tile * way[0], y - 2 * tile * way[1]))
    smaller = before[0] - 2 * abs(way[0]), before[1] - 2 * abs(way[1])
    assert size(scene) == smaller
    assert len(scene.document.steps) == 1
    hand.key("ctrl+z")
    assert scene.document.text == TEXT


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_keys_and_pad_say_what_is_lost_and_resize(app: App, hand: Hand, is_pad: bool) -> None:
    press, confirm = hand.pad if is_pad else hand.key, CONFIRM[is_pad]
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    scene.desk.use("resize")
    scene.ring.focus(scene.board)
    width, height = size(scene)
    press("up", confirm, *["down"] * (start[1] + 1))
    slip = scene.board.slip
    assert slip is not None
    assert any("ann" in note for note in slip.notes)
    assert scene.document.text == TEXT
    press(CANCEL[is_pad])
    assert scene.document.text == TEXT
    press("left", confirm, "left", "left", "left", confirm)
    assert size(scene) == (width + 3, height)
    assert place(scene, "ann") == (start[0] + 3, start[1])
    assert len(scene.document.steps) == 1


def test_zoom_is_kept_when_the_map_gets_another_size(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    view = scene.board.view
    assert view is not None
    view.camera.zoom(1)
    tile = view.camera.tile
    scene.desk.use("resize")
    scene.ring.focus(scene.board)
    hand.key("right", "return", "right", "return")
    assert scene.board.view is not view
    assert scene.board.view is not None
    assert scene.board.view.camera.tile == tile


@pytest.mark.parametrize("edge", ["left", "up", "right", "down"])
@pytest.mark.parametrize("by", [1, -1])
def test_tiles_stay_in_place_when_the_map_gets_another_size(
    app: App, hand: Hand, edge: str, by: int
) -> None:
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    where = at(scene, start)
    back = {"left": "right", "right": "left", "up": "down", "down": "up"}
    scene.desk.use("resize")
    to(scene, start)
    way = edge if by > 0 else back[edge]
    hand.key(edge, "return", way, "return")
    moved = place(scene, "ann")
    assert moved == (start[0] + by * (edge == "left"), start[1] + by * (edge == "up"))
    assert at(scene, moved) == where
    assert scene.board.cell == moved
    hand.key("ctrl+z")
    assert at(scene, start) == where
    hand.key("ctrl+y")
    assert at(scene, moved) == where


def test_selection_stays_on_its_tiles_when_the_map_grows(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    scene.desk.use("select")
    hand.drag(at(scene, (2, 2)), at(scene, (4, 3)))
    tool = selecting(scene)
    scene.desk.use("resize")
    to(scene, (3, 3))
    hand.key("left", "return", "left", "left", "return")
    assert tool.selection == Selection(4, 2, 3, 2)
    hand.key("ctrl+z")
    assert tool.selection == Selection(2, 2, 3, 2)


def test_page_can_ask_for_a_tile(app: App, hand: Hand) -> None:
    scene, given = opened(app, hand, "yard"), list[Cell]()
    scene.desk.use("line")
    scene.desk.ask_for_tile("Choose a tile.", given.append)
    hand.move(at(scene, (4, 4)))
    assert scene.board.slip is not None
    assert scene.board.slip.words == "Choose a tile."
    hand.key("escape")
    assert scene.desk.tool.name == "line"
    scene.desk.ask_for_tile("Choose a tile.", given.append)
    hand.click(at(scene, (5, 4)))
    assert given == [(5, 4)]
    assert scene.desk.tool.name == "line"
    assert scene.document.text == TEXT


def test_selection_outlives_another_screen(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    hand.key("ctrl+a", "ctrl+c", "ctrl+v")
    app.push(app.navigation.settings())
    hand.tick()
    app.pop()
    hand.tick()
    assert selecting(scene).is_pasting


def test_change_is_shown_in_later_ticks_if_there_is_no_time(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app, hand, "yard")
    monkeypatch.setattr(app.time, "is_within", lambda _: False)
    app.time.is_limited = True
    hand.move(at(scene, (4, 4)))
    take(scene, "ground", "rubble")
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=hand.at, button=1))
    app.tick(0.02)
    app.draw()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=hand.at, button=1))
    assert not app.tick(0.02)
    assert terrain(scene, (4, 4)) == "rubble"
    assert [app.tick(0.02) for _ in range(5)].index(True) == 3
    assert scene.undo.is_enabled
    take(scene, "ground", "mud")
    hand.key("ctrl+z")
    assert terrain(scene, (4, 4)) != "rubble"


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_units_are_placed_moved_and_removed_by_keys_and_pad(
    app: App, hand: Hand, is_pad: bool
) -> None:
    press, confirm = hand.pad if is_pad else hand.key, CONFIRM[is_pad]
    scene = opened(app, hand, "yard")
    take(scene, "kind", "brawler")
    to(scene, (5, 4))
    press(confirm)
    assert place(scene, "brawler") == (5, 4)
    press(confirm, "down", confirm)
    assert place(scene, "brawler") == (5, 5)
    press("y" if is_pad else "delete")
    assert place(scene, "brawler") is None
    press(*["x" if is_pad else "ctrl+z"] * 3)
    assert scene.document.text == TEXT


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_level_is_saved_and_played_by_keys_and_pad(
    app: App, hand: Hand, tmp_path: Path, is_pad: bool
) -> None:
    press, confirm = hand.pad if is_pad else hand.key, CONFIRM[is_pad]
    file = tmp_path / "yard.toml"
    file.write_text(TEXT, encoding="utf-8")
    scene = opened(app, hand, str(file))
    take(scene, "ground", "rubble")
    to(scene, (4, 4))
    press(confirm)

    def walk_to(button: Button) -> None:
        for _ in range(40):
            if scene.ring.focused is button:
                return
            press("l1" if is_pad else "shift+tab")
        raise AssertionError("the button isn't reached")

    walk_to(scene.save)
    press(confirm)
    assert file.read_text(encoding="utf-8") == scene.document.text != TEXT
    walk_to(scene.play)
    press(confirm)
    seats = app.scene
    assert isinstance(seats, SeatChoice)
    seats.ring.focus(seats.done)
    press(confirm)
    battle = app.scene
    assert isinstance(battle, BattleScene)
    settle(app)
    while battle.flow.slip.words:
        press(confirm)
    press(CANCEL[is_pad])
    assert app.scene is scene
    assert scene.board.cell == (4, 4)


@pytest.mark.parametrize("way", ["mouse", "keys", "pad"])
def test_units_without_a_place_get_one_on_the_board(app: App, hand: Hand, way: str) -> None:
    is_pad = way == "pad"
    press, confirm = hand.pad if is_pad else hand.key, CONFIRM[is_pad]
    scene = opened(app, hand, "kennel")
    before, row = scene.document.text, scene.waiting
    assert [one.id for one in row.units][:2] == ["ned", "bess"]
    assert not row.rect.colliderect(scene.board.rect)
    if way == "mouse":
        hand.click(row.cell_rect(1))
        hand.click(at(scene, (5, 2)))
    else:
        scene.ring.focus(row)
        press("right", confirm)
        assert scene.ring.focused is scene.board
        press(CANCEL[is_pad])
        assert scene.document.text == before
        scene.ring.focus(row)
        press(confirm)
        scene.board.point((5, 2))
        press(confirm)
    assert place(scene, "bess") == (5, 2)
    assert scene.desk.tool.name == "brush"
    assert "bess" not in [one.id for one in row.units]
    assert len(scene.document.steps) == 1
    press("x" if is_pad else "ctrl+z")
    assert scene.document.text == before


def test_unit_without_a_place_is_dragged_to_the_board(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "kennel")
    before, row = scene.document.text, scene.waiting
    hand.drag(row.cell_rect(1).center, row.cell_rect(6).center)
    assert (scene.document.text, scene.desk.tool.name) == (before, "brush")
    hand.move(row.cell_rect(1))
    hand.down()
    hand.move(at(scene, (8, 2)))
    assert scene.board.slip is not None
    assert scene.board.slip.words == "(8, 2): Bess would be in no zone"
    hand.move(at(scene, (5, 2)))
    assert scene.board.slip is not None
    assert scene.board.slip.words == "(5, 2): Bess begins in the party's front guard"
    assert scene.document.text == before
    hand.up()
    assert place(scene, "bess") == (5, 2)
    assert "bess" not in [one.id for one in row.units]
    assert scene.desk.tool.name == "brush"
    assert [step.name for step in scene.document.steps] == ["move bess"]
    hand.drag(row.cell_rect(0).center, at(scene, (5, 2)))
    assert place(scene, "ned") is None
    assert scene.desk.tool.name == "brush"
    hand.key("ctrl+z")
    assert scene.document.text == before


def test_drag_from_the_row_is_given_up_by_escape(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "kennel")
    before = scene.document.text
    hand.move(scene.waiting.cell_rect(0))
    hand.down()
    hand.move(at(scene, (5, 2)))
    hand.key("escape")
    hand.up()
    assert scene.desk.tool.name == "brush"
    assert scene.document.text == before


def test_level_whose_units_all_stand_has_no_row_for_them(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    assert scene.waiting not in scene.ring.widgets


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_search_of_the_palette_ends_with_another_tool_or_page(
    app: App, hand: Hand, how: str
) -> None:
    scene = opened(app, hand, "yard")
    palette = scene.palette
    count = len(palette.wares.rows)

    def press(button: Widget) -> None:
        if how == "mouse":
            hand.click(button)
            return
        scene.ring.focus(button)
        (hand.key if how == "keys" else hand.pad)("return" if how == "keys" else "a")

    palette.search.set("rubble")
    assert len(palette.wares.rows) < count
    hand.click(palette.wares.row_rect(1))
    hand.click(at(scene, (4, 4)))
    assert palette.search.text == "rubble"
    press(scene.tools.buttons["line"])
    assert scene.desk.tool.name == "line"
    assert palette.search.text == ""
    assert len(palette.wares.rows) == count
    palette.search.set("rubble")
    tabs = scene.left_stack.tabs if scene.left_stack.tabs.is_shown else scene.right_stack.tabs
    if how == "mouse":
        hand.click(tabs.tab_rect(1))
    else:
        scene.ring.focus(tabs)
        (hand.key if how == "keys" else hand.pad)("right")
    assert palette.search.text == ""


@pytest.mark.parametrize("tool", ["move", "look", "brush"])
def test_unit_that_is_dragged_off_the_board_has_no_tile(app: App, hand: Hand, tool: str) -> None:
    scene = opened(app, hand, "yard")
    draft = scene.document.reading.draft
    assert draft is not None
    id, cell = next(iter(draft.standing.items()))
    if tool == "brush":
        scene.desk.take(scene.desk.editing.palette.kinds[0])
    else:
        scene.desk.use(tool)
    hand.tick()
    hand.move(at(scene, cell))
    hand.down()
    beside = scene.board.rect.x + 3, scene.board.rect.bottom - 3
    hand.move(beside)
    assert scene.board.slip is not None
    assert scene.board.slip.words == f"Let go: take {id} off the map"
    hand.up()
    assert scene.document.steps[-1].name == f"take {id} off the map"
    assert id in [one.id for one in scene.waiting.units]
    hand.key("ctrl+z")
    assert scene.document.steps == ()
    hand.move(at(scene, cell))
    hand.down()
    hand.move(beside)
    hand.move(at(scene, cell))
    hand.up()
    assert scene.document.steps == ()
