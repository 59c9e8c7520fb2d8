"""The level editor: painting, units, undo, saving, findings and changes from outside."""

from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.editor.conflict_screen import ConflictScreen
from game.client.editor.level_shelf import LevelShelf
from game.client.editor.pages.text_page import TextPage
from game.client.editor.scene import EditorScene
from game.client.editor.writing.code_pane import CodePane
from game.client.kit import tick_time
from game.client.kit.app import App
from game.client.kit.theme import HARM
from game.client.kit.widgets.dialog import Dialog
from game.client.screens.pause_menu import PauseMenu
from game.client.screens.text_prompt import TextPrompt
from game.client.setup.level_choice import LevelChoice
from game.client.setup.seat_choice import SeatChoice
from game.core.cells import Cell
from game.record.data_folders import levels_dir
from game.record.failure import Failure
from game.workshop.document.outside_change import OutsideConflict
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.workshop.document.test_gestures import LEVEL

YARD = levels_dir() / "duels" / "yard.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a copy of the yard in a file of its own."""
    path = tmp_path / "mine" / "yard.toml"
    path.parent.mkdir()
    path.write_bytes(YARD.read_bytes())
    return path


def opened(app: App, hand: Hand, name: str) -> EditorScene:
    scene = app.navigation.editor(name)
    assert isinstance(scene, EditorScene)
    app.push(scene)
    hand.tick(2)
    return scene


def at(scene: EditorScene, cell: Cell) -> tuple[int, int]:
    assert scene.board.view is not None
    return scene.board.view.camera.tile_rect(cell).center


def take(scene: EditorScene, what: str, id: str) -> None:
    ware = scene.desk.editing.palette.ware(what, id)
    assert ware is not None
    scene.desk.take(ware)


def text_of(scene: EditorScene) -> CodePane:
    return next(page.text for page in scene.pages if isinstance(page, TextPage))


def terrain(scene: EditorScene, cell: Cell) -> str | None:
    draft = scene.document.reading.draft
    assert draft is not None
    return draft.terrain_id(cell)


def place(scene: EditorScene, unit: str) -> Cell | None:
    draft = scene.document.reading.draft
    assert draft is not None
    return draft.standing.get(unit)


def changed_lines(scene: EditorScene) -> list[str]:
    before = YARD.read_text(encoding="utf-8").splitlines()
    return [line for line in scene.document.text.splitlines() if line not in before]


def test_stroke_of_the_mouse_is_one_step_and_changes_its_tiles_only(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    take(scene, "ground", "rubble")
    hand.move(at(scene, (4, 4)))
    assert scene.board.slip is not None
    assert scene.board.slip.words.startswith("(4, 4): ")
    hand.down()
    hand.move(at(scene, (6, 4)))
    assert scene.document.steps == ()
    hand.up()
    assert [terrain(scene, (x, 4)) for x in (4, 5, 6)] == ["rubble"] * 3
    assert len(scene.document.steps) == 1
    assert len([line for line in changed_lines(scene) if line.startswith("#")]) == 1
    view = scene.board.view
    assert view is not None
    assert view.ground.terrain((5, 4)) == "rubble"
    hand.key("ctrl+z")
    assert scene.document.text == YARD.read_text(encoding="utf-8")
    assert view.ground.terrain((5, 4)) != "rubble"
    hand.key("ctrl+y")
    assert terrain(scene, (5, 4)) == "rubble"


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_keys_and_pad_paint_walk_and_undo(app: App, hand: Hand, is_pad: bool) -> None:
    press = hand.pad if is_pad else hand.key
    scene = opened(app, hand, "yard")
    take(scene, "ground", "rubble")
    hand.key("tab", "shift+tab")
    press("right")
    cell = scene.board.cell
    assert cell is not None
    press("a" if is_pad else "return")
    assert terrain(scene, cell) == "rubble"
    press("right")
    assert scene.board.cell == (cell[0] + 1, cell[1])
    press("x" if is_pad else "ctrl+z")
    assert terrain(scene, cell) != "rubble"
    press("r1" if is_pad else "tab")
    assert scene.ring.focused is scene.tools.buttons["brush"]
    press("right")
    press("a" if is_pad else "return")
    assert scene.desk.tool.name == "line"
    scene.ring.focus(scene.board)
    press("a" if is_pad else "return")
    press("right", "right")
    assert scene.desk.tool.is_begun
    press("b" if is_pad else "escape")
    assert not scene.desk.tool.is_begun
    assert app.scene is scene
    press("a" if is_pad else "return", "left", "left", "a" if is_pad else "return")
    x, y = cell[0] + 1, cell[1]
    assert [terrain(scene, (x + n, y)) for n in range(3)] == ["rubble"] * 3


def test_shapes_fill_and_pick(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    take(scene, "ground", "mud")
    hand.click(scene.tools.buttons["rectangle"])
    hand.drag(at(scene, (4, 4)), at(scene, (6, 6)))
    assert all(terrain(scene, (x, y)) == "mud" for x in (4, 5, 6) for y in (4, 5, 6))
    hand.click(scene.tools.buttons["pick"])
    hand.click(at(scene, (1, 0)))
    wall = terrain(scene, (1, 0))
    assert scene.desk.editing.ware is not None
    assert (scene.desk.editing.ware.id, scene.desk.tool.name) == (wall, "brush")
    hand.click(scene.tools.buttons["fill"])
    hand.click(at(scene, (5, 5)))
    assert {terrain(scene, (x, y)) for x in (4, 5, 6) for y in (4, 5, 6)} == {wall}
    hand.key("1")
    assert scene.desk.editing.ware is not None
    assert scene.desk.editing.ware.id == "mud"


def test_units_are_placed_dragged_and_removed(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    start = place(scene, "ann")
    assert start is not None
    hand.click(scene.tools.buttons["move"])
    hand.drag(at(scene, start), at(scene, (4, 4)))
    assert place(scene, "ann") == (4, 4)
    hand.click(scene.palette.side)
    assert scene.desk.editing.side == "blue"
    take(scene, "kind", "brawler")
    hand.click(at(scene, (6, 4)))
    assert place(scene, "brawler") == (6, 4)
    hand.drag(at(scene, (6, 4)), at(scene, (6, 5)))
    assert place(scene, "brawler") == (6, 5)
    hand.key("delete")
    assert place(scene, "brawler") is None
    hand.click(scene.tools.buttons["remove"])
    hand.click(at(scene, (4, 4)))
    assert place(scene, "ann") is None
    for _ in range(5):
        hand.click(scene.undo)
    assert scene.document.text == YARD.read_text(encoding="utf-8")


def test_a_unit_is_never_put_on_another(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    ann, bo = place(scene, "ann"), place(scene, "bo")
    assert ann is not None
    assert bo is not None
    hand.click(scene.tools.buttons["move"])
    hand.drag(at(scene, ann), at(scene, bo))
    assert place(scene, "ann") == ann
    assert any("bo is on tile" in notice for notice in app.notices.all)


def test_palette_is_searched_and_remembers_what_was_used(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    hand.click(scene.palette.search)
    hand.type("rubble")
    titles = [row.title for row in scene.palette.wares.rows if not row.is_head]
    assert "Rubble" in titles
    assert len(titles) < 5
    hand.click(scene.palette.wares.row_rect(1))
    assert scene.desk.editing.ware is not None
    assert scene.desk.editing.ware.id == "rubble"
    hand.click(at(scene, (4, 4)))
    assert [ware.id for ware in scene.desk.editing.used] == ["rubble"]


def test_pictures_of_the_palette_are_drawn_over_several_ticks(
    app: App, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = app.navigation.editor(str(file))
    assert isinstance(scene, EditorScene)
    app.push(scene)
    wares = scene.palette.wares

    def pixels() -> bytes:
        app.draw()
        return pygame.image.tobytes(app.window.subsurface(wares.rect), "RGB")

    whole = pixels()
    wares.place(wares.rect, app)
    monkeypatch.setattr(tick_time, "WORK", 0.0)
    app.time.is_limited = True
    assert pixels() != whole
    for _ in range(200):
        app.tick(0.016)
        if wares.is_ready:
            break
        assert app._is_dirty or pixels() == whole
    assert pixels() == whole


def test_palette_lists_names_before_texts(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "toll_bar")
    hand.click(scene.palette.search)
    hand.type("rat")
    rows = scene.palette.wares.rows
    assert rows[0].is_head
    first = rows[1].value
    assert first.what == "kind"
    assert " rat" in f" {first.title.casefold()}"
    hand.key("ctrl+a")
    hand.type("rubble")
    assert scene.palette.search.text == "rubble"
    assert scene.palette.wares.rows[1].value.id == "rubble"


def test_level_of_the_game_is_saved_in_a_file_of_its_own(app: App, hand: Hand) -> None:
    before, scene = YARD.read_bytes(), opened(app, hand, "yard")
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 4)))
    hand.key("ctrl+s")
    prompt = app.scene
    assert isinstance(prompt, TextPrompt)
    path = app.folder / "levels" / "yard.toml"
    assert prompt.field.text == str(path)
    hand.click(prompt.give)
    assert app.scene is scene
    assert path.read_text(encoding="utf-8") == scene.document.text
    assert YARD.read_bytes() == before
    assert not scene.save.is_enabled
    hand.click(at(scene, (5, 4)))
    assert scene.save.is_enabled
    hand.key("ctrl+s")
    assert app.scene is scene
    assert path.read_text(encoding="utf-8") == scene.document.text


def test_steps_outlive_the_editor(app: App, hand: Hand, file: Path) -> None:
    scene = opened(app, hand, str(file))
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 4)))
    hand.key("escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    app.push(LevelShelf(app))
    app.pop()
    hand.click(menu.buttons[-1])
    assert app.scene is not scene
    assert file.read_bytes() == YARD.read_bytes()
    again = opened(app, hand, str(file))
    assert terrain(again, (4, 4)) == "rubble"
    hand.key("ctrl+z")
    assert again.document.text.encode() == YARD.read_bytes()


def test_top_bar_says_what_the_text_is(app: App, hand: Hand, file: Path) -> None:
    assert opened(app, hand, "yard").bar.state == "a copy, not saved"
    scene = opened(app, hand, str(file))
    assert scene.bar.state == "saved"
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 4)))
    assert scene.bar.state == "not saved"
    new = app.navigation.new_level("action")
    assert isinstance(new, EditorScene)
    assert new.bar.state == "new, not saved"


def test_leaving_a_copy_asks_first(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 4)))
    hand.key("escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    hand.click(menu.buttons[-1])
    ask = app.scene
    assert isinstance(ask, Dialog)
    hand.click(ask.buttons[2])
    assert app.scene is scene


def test_findings_lead_to_their_tiles_and_are_mended(app: App, hand: Hand, file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace('kind = "duelist"', 'kind = "duelis"', 1)
    file.write_text(text, encoding="utf-8")
    scene = opened(app, hand, str(file))
    one = scene.findings.strip.current
    assert one is not None
    assert one.finding.severity == "error"
    assert scene.document.reading.level is None
    assert scene.board.view is not None
    hand.click(scene.findings.strip)
    assert scene.board.cell == place(scene, "ann")
    assert scene.ring.focused is scene.board
    assert scene.findings.cure.is_shown
    hand.click(scene.findings.cure)
    assert scene.document.reading.level is not None
    assert scene.findings.strip.current is None


def test_file_saved_outside_shows_and_a_broken_one_keeps_the_board(
    app: App, hand: Hand, file: Path
) -> None:
    scene = opened(app, hand, str(file))
    text = file.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if set(line) == {"#"}]
    broken = text.replace("[map]", "[map", 1)
    file.write_text(broken, encoding="utf-8")
    hand.tick(3, 0.1)
    assert scene.document.text == broken
    assert scene.board.is_old
    assert scene.board.view is not None
    assert scene.findings.strip.current is not None
    hand.click(at(scene, (4, 4)))
    assert scene.document.text == broken
    assert any("Mend it first" in notice for notice in app.notices.all)
    other = text.replace(rows[0], "=" + rows[0][1:], 1) if rows else text.replace("#", "=", 1)
    file.write_text(other, encoding="utf-8")
    hand.tick(3, 0.1)
    assert scene.document.text == other
    assert not scene.board.is_old


@pytest.mark.parametrize("how", ["theirs", "ours", "cancel"])
def test_conflict_shows_both_texts_side_by_side(app: App, hand: Hand, file: Path, how: str) -> None:
    scene = opened(app, hand, str(file))
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 4)))
    ours = scene.document.text
    lines = YARD.read_text(encoding="utf-8").splitlines(keepends=True)
    row = next(
        n for n, (a, b) in enumerate(zip(lines, ours.splitlines(True), strict=False)) if a != b
    )
    lines[row] = "#" * 11 + "\n"
    theirs = "".join(lines)
    file.write_text(theirs, encoding="utf-8")
    hand.tick(3, 0.1)
    ask = app.scene
    assert isinstance(ask, ConflictScreen)
    assert scene.document.text == ours
    changed = next(one for one in ask.list.rows if one.is_changed)
    assert changed.ours == ours.splitlines()[row]
    assert (changed.theirs, changed.their_number) == ("#" * 11, row + 1)
    app.draw()
    if how == "theirs":
        hand.click(ask.take)
    elif how == "ours":
        hand.click(ask.keep)
    else:
        hand.key("escape")
    assert scene.document.text == (theirs if how == "theirs" else ours)
    if how == "theirs":
        hand.key("ctrl+z")
        assert scene.document.text == ours


@pytest.mark.parametrize("size", [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)])
def test_two_texts_have_room_side_by_side_at_every_size(
    app: App, hand: Hand, size: tuple[int, int, float]
) -> None:
    app.window = pygame.display.set_mode(size[:2])
    app.change(scale=size[2])
    app.resized()
    base = YARD.read_text(encoding="utf-8")
    ours, theirs = base.replace("#", "+"), base.replace("id", "a long key")
    screen = ConflictScreen(app, "Both changed.", OutsideConflict(base, ours, theirs), print)
    app.push(screen)
    hand.tick()
    assert screen.list.is_long
    left, right = screen.list.column(0), screen.list.column(1)
    assert left.right < right.x
    assert screen.list.rect.bottom < screen.keep.rect.y
    assert screen.keep.rect.bottom < app.size[1]
    hand.wheel(screen.list, -3)
    assert screen.list.offset > 0


@pytest.mark.parametrize("size", [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)])
def test_parts_lie_beside_each_other_at_every_size(
    app: App, hand: Hand, size: tuple[int, int, float]
) -> None:
    app.window = pygame.display.set_mode(size[:2])
    app.change(scale=size[2])
    scene = opened(app, hand, "toll_bar")
    window = pygame.Rect((0, 0), app.size)
    rects = [widget.rect for widget in scene.ring.widgets]
    assert all(window.contains(rect) for rect in rects)
    assert not [(a, b) for n, a in enumerate(rects) for b in rects[n + 1 :] if a.colliderect(b)]
    assert scene.board.rect.width > window.width // 2
    assert scene.palette.wares.rect.height > app.look.px(120)


def test_shelf_has_own_levels_and_those_of_the_game(app: App, hand: Hand) -> None:
    own = app.folder / "levels" / "mine.toml"
    own.parent.mkdir()
    own.write_bytes(YARD.read_bytes())
    shelf = LevelShelf(app, "toll_bar")
    app.push(shelf)
    hand.tick()
    assert shelf.list.current is not None
    assert shelf.list.current.value == "toll_bar"
    assert next(row.value for row in shelf.list.rows if not row.is_head) == str(own)
    hand.click(shelf.edit)
    assert isinstance(app.scene, EditorScene)
    assert app.scene.document.path is None


@pytest.mark.parametrize("name", ["no_such_level", "./none.toml", "fifth_table"])
def test_level_that_cannot_be_edited_is_a_sentence(app: App, name: str) -> None:
    with pytest.raises(Failure) as failure:
        app.navigation.editor(name)
    assert "\n" not in str(failure.value)


def test_edit_button_of_the_level_list_leads_to_the_shelf(app: App, hand: Hand) -> None:
    choice = LevelChoice(app)
    app.push(choice)
    hand.tick()
    level = choice.written
    assert level is not None
    hand.click(choice.edit)
    assert isinstance(app.scene, LevelShelf)
    assert app.scene.list.current is not None
    assert app.scene.list.current.value == level.id


def test_level_is_played_unsaved_and_left_as_it_was(app: App, hand: Hand, file: Path) -> None:
    scene = opened(app, hand, str(file))
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 1)))
    view = scene.board.view
    assert view is not None
    view.camera.zoom(1)
    before = view.camera.tile, scene.board.cell, scene.document.steps
    hand.key("f5")
    seats = app.scene
    assert isinstance(seats, SeatChoice)
    hand.click(seats.done)
    battle = app.scene
    assert isinstance(battle, BattleScene)
    assert battle.seat.board.ground.terrain((4, 1)) == "rubble"
    assert file.read_bytes() == YARD.read_bytes()
    settle(app)
    while battle.flow.slip.words:
        hand.key("return")
    battle._menu()
    hand.tick()
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    assert menu.buttons[0].words == "Back to the editor"
    hand.key("escape")
    assert [app.scene] == [battle]
    hand.key("escape")
    assert app.scene is scene
    assert (view.camera.tile, scene.board.cell, scene.document.steps) == before
    assert not list(app.folder.glob("running/*"))
    hand.key("f5")
    assert isinstance(app.scene, BattleScene)


def test_level_with_errors_is_not_played(app: App, hand: Hand, file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace('kind = "duelist"', 'kind = "duelis"', 1)
    file.write_text(text, encoding="utf-8")
    scene = opened(app, hand, str(file))
    hand.click(scene.play)
    assert app.scene is scene
    assert any("can't be played yet" in notice for notice in app.notices.all)


def test_text_and_board_are_the_cursor_of_each_other(app: App, hand: Hand) -> None:
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    scene = opened(app, hand, "yard")
    pane = text_of(scene)
    assert pane in scene.ring.widgets
    hand.move(at(scene, (4, 4)))
    line, column = pane.line, pane.column
    row = scene.document.text.split("\n")[line]
    assert row[column] == scene.document.reading.letter((4, 4))
    assert pane.map_rows[line] == (4, column - 4)
    scene.ring.focus(pane)
    hand.key("down", "right")
    assert scene.board.cell == (5, 5)
    lines = scene.document.text.split("\n")
    unit = next(n for n, one in enumerate(lines) if one == 'id = "bo"')
    pane.to(pane.code.offset(unit - 1, 0))
    hand.key("down")
    assert pane.line == unit
    assert scene.board.cell == place(scene, "bo")
    take(scene, "ground", "rubble")
    hand.click(at(scene, (4, 4)))
    assert scene.document.text.split("\n")[line] in pane.code.lines


def test_narrow_window_has_all_pages_at_the_left(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    pane, stack = text_of(scene), scene.left_stack
    assert pane not in scene.ring.widgets
    assert scene.palette.wares in scene.ring.widgets
    names = [page.name for page in stack.pages]
    hand.click(stack.tabs.tab_rect(names.index("text")))
    assert pane in scene.ring.widgets
    assert scene.palette.wares not in scene.ring.widgets
    hand.click(at(scene, (4, 4)))
    assert scene.document.text.split("\n")[pane.line] in pane.code.lines


def test_stroke_says_which_area_grows_with_it(app: App, hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(LEVEL, encoding="utf-8")
    scene = opened(app, hand, str(path))
    ware = scene.desk.editing.palette.ware("ground", "mud")
    assert ware is not None
    scene.desk.take(ware)
    hand.click(at(scene, (2, 2)))
    assert "Area 'mire' uses the letter ',': it grows by 1 tile." in app.notices.all


def test_search_that_finds_nothing_says_so(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    hand.click(scene.palette.search)
    hand.type("qqqq")
    wares = scene.palette.wares
    assert wares.rows == ()
    assert wares.empty == "Nothing found."
    drawn = [pygame.Surface(app.size) for _ in range(2)]
    wares.draw(drawn[0], app, False, False)
    wares.empty = ""
    wares.draw(drawn[1], app, False, False)
    assert drawn[0].get_buffer().raw != drawn[1].get_buffer().raw


def test_slip_is_away_while_another_part_is_used(app: App, hand: Hand) -> None:
    scene = opened(app, hand, "yard")
    scene.board.point((3, 3))
    assert scene.board.slip is not None

    def drawn(is_focused: bool, is_hovered: bool) -> list[str]:
        found: list[str] = []
        scene.board._draw_slip = lambda *_: found.append("slip")  # type: ignore[method-assign]
        scene.board.draw(pygame.Surface(app.size), app, is_focused, is_hovered)
        return found

    assert drawn(True, False) == drawn(False, True) == ["slip"]
    assert drawn(False, False) == []
    hand.move(at(scene, (3, 3)))
    assert drawn(False, True) == ["slip"]
    hand.move(scene.palette.search)
    assert drawn(True, False) == []


def test_tooltip_is_away_after_a_press_until_the_pointer_comes_back(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def drawn(_: object, __: object, tip: str, *___: object) -> None:
        shown.append(tip)

    monkeypatch.setattr("game.client.kit.widgets.focus_ring.draw_tip", drawn)
    scene = opened(app, hand, "yard")
    button = scene.tools.buttons["line"]
    hand.move(button)
    hand.tick(40)
    app.draw()
    assert shown[-1] == button.tip
    shown.clear()
    hand.click(button)
    hand.tick(60)
    app.draw()
    assert shown == []
    hand.move(scene.board)
    hand.move(button)
    hand.tick(40)
    app.draw()
    assert shown[-1] == button.tip


def test_findings_of_units_and_areas_are_marked_on_their_tiles(
    app: App, hand: Hand, file: Path
) -> None:
    text = file.read_text(encoding="utf-8")
    extra = '\n[[area]]\nid = "spare"\ntiles = [[2, 1], [3, 1], [4, 1]]\n'
    file.write_text(text.replace('id = "bo"', 'id = "bo"\nluck = 3', 1) + extra, encoding="utf-8")
    scene = opened(app, hand, str(file))
    draft = scene.document.reading.draft
    assert draft is not None
    severities = {one.finding.severity for one in scene.document.reading.findings}
    assert severities == {"error", "warning"}
    assert scene.board.marked == {draft.standing["bo"]: "error", (3, 1): "warning"}
    app.draw()
    tile = scene.board.view.camera.tile_rect(draft.standing["bo"]) if scene.board.view else None
    assert tile is not None
    colours = {
        tuple(app.window.get_at((x, y)))[:3]
        for x in range(tile.x, tile.right)
        for y in range(tile.y, tile.centery)
    }
    assert tuple(HARM)[:3] in colours
