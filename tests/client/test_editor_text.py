"""Typing in the text of the level: caret, selection, clipboard, undo, folding, findings."""

import random
from pathlib import Path

import pygame
import pytest

from game.client.editor.pages.text_page import TextPage
from game.client.editor.scene import EditorScene
from game.client.editor.writing.caret import Caret
from game.client.editor.writing.code_outline import coloured, outline
from game.client.editor.writing.code_pane import CodePane
from game.client.editor.writing.code_rows import CodeText, changed_part, moved
from game.client.editor.writing.typist import PAUSE
from game.client.kit.app import App
from game.client.kit.inputs import Typed
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.record.data_folders import levels_dir
from tests.client.conftest import Hand

YARD = levels_dir() / "duels" / "yard.toml"


@pytest.fixture
def scene(app: App, hand: Hand) -> EditorScene:
    """Return the editor of the yard, with the caret before the id of a unit."""
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    made = app.navigation.editor("yard")
    assert isinstance(made, EditorScene)
    app.push(made)
    made.desk.open("text")
    hand.tick(2)
    pane = pane_of(made)
    made.ring.focus(pane)
    made._mind()
    pane.to(made.document.text.index('id = "bo"'))
    hand.tick()
    return made


def page_of(scene: EditorScene) -> TextPage:
    return next(page for page in scene.pages if isinstance(page, TextPage))


def pane_of(scene: EditorScene) -> CodePane:
    return page_of(scene).text


def test_burst_of_typing_is_one_step(scene: EditorScene, hand: Hand) -> None:
    pane, start = pane_of(scene), scene.document.text
    hand.type("# his ")
    hand.key("backspace")
    hand.type("!")
    hand.key("return")
    assert scene.document.text == start.replace('id = "bo"', '# his!\nid = "bo"')
    assert len(scene.document.steps) == 1
    assert pane.caret.place == scene.document.text.index('id = "bo"')
    hand.tick(1, PAUSE)
    hand.type("a")
    assert len(scene.document.steps) == 2
    hand.key("left")
    hand.type("b")
    assert len(scene.document.steps) == 3
    hand.key("ctrl+z", "ctrl+z", "ctrl+z")
    assert scene.document.text == start
    hand.key("ctrl+y")
    assert "# his!" in scene.document.text


def test_keys_move_and_select(scene: EditorScene, hand: Hand) -> None:
    pane, text = pane_of(scene), scene.document.text
    at = text.index('id = "bo"')
    hand.key("end")
    assert pane.caret.place == at + len('id = "bo"')
    hand.key("shift+home")
    assert pane.caret.selection == (at, at + len('id = "bo"'))
    hand.key("right")
    assert pane.caret.selection == (at + 9, at + 9)
    hand.key("home", "shift+down", "shift+right")
    assert text[slice(*pane.caret.selection)] == 'id = "bo"\ns'
    hand.key("ctrl+home")
    assert pane.caret.place == 0
    hand.key("page down")
    assert pane.line > 10
    hand.key("ctrl+end")
    assert pane.caret.place == len(text)
    hand.key("ctrl+a")
    assert pane.caret.selection == (0, len(text))
    hand.key("left")
    assert pane.caret.selection == (0, 0)


def test_selection_is_copied_cut_and_pasted(scene: EditorScene, hand: Hand) -> None:
    pane, text = pane_of(scene), scene.document.text
    hand.key("shift+end", "ctrl+c", "end", "return", "ctrl+v")
    assert 'id = "bo"\nid = "bo"\n' in scene.document.text
    assert page_of(scene).message
    hand.key("ctrl+z", "ctrl+z")
    assert scene.document.text == text
    pane.to(text.index('id = "bo"'))
    hand.key("shift+end", "ctrl+x")
    assert scene.document.text == text.replace('id = "bo"', "")
    hand.key("ctrl+v")
    assert scene.document.text == text
    assert [step.name for step in scene.document.steps] == ["type", "type"]


def test_mouse_sets_the_caret_and_selects(scene: EditorScene, hand: Hand) -> None:
    pane = pane_of(scene)
    row = pane.code.row_of(pane.caret.place)
    y = pane.rect.y + row * pane.high - pane.offset + pane.high // 2
    hand.drag((pane.x_of(row, 5), y), (pane.x_of(row, 9), y))
    assert scene.document.text[slice(*pane.caret.selection)] == '"bo"'
    hand.type("x")
    assert "id = x\n" in scene.document.text
    assert len(scene.document.steps) == 1


def test_broken_text_keeps_the_board_and_says_why(scene: EditorScene, hand: Hand) -> None:
    page, board = page_of(scene), scene.board.board
    hand.type("= ")
    assert not scene.document.reading.is_toml
    assert scene.board.board is board
    assert scene.board.is_old
    hand.tick()
    assert page.message
    assert page.text.rect.bottom < page.rect.bottom
    hand.key("ctrl+home")
    assert page.message.startswith("Line ")
    hand.key("ctrl+z")
    hand.tick()
    assert not page.message
    assert not scene.board.is_old
    assert page.text.rect.bottom == page.rect.bottom


def test_line_of_a_finding_says_it_when_pointed_at(scene: EditorScene, hand: Hand) -> None:
    pane = pane_of(scene)
    hand.key("end", "left")
    hand.type("?")
    line = pane.line
    assert line in pane.marked
    y = pane.rect.y + pane.code.row_of(pane.caret.place) * pane.high - pane.offset
    hand.move((pane.left + 20, y + pane.high // 2))
    assert pane.tip == pane.said_of(line)
    assert pane.tip
    hand.move((pane.left + 20, y - 3 * pane.high))
    assert pane.tip != pane.said_of(line)


def test_tables_are_folded(scene: EditorScene, hand: Hand) -> None:
    pane, page = pane_of(scene), page_of(scene)
    header = pane.code.header_of(pane.line)
    assert header is not None
    row = pane.code.row_of(pane.code.starts[header])
    y = pane.rect.y + row * pane.high - pane.offset + pane.high // 2
    hand.click((pane.rect.x + 20, y))
    assert pane.folded_lines == {header}
    assert pane.line == header
    shown = {one.line for one in pane.code.rows}
    assert header in shown
    assert header + 1 not in shown
    hand.key("down")
    assert pane.line > header + 1
    page.go(header + 2)
    assert not pane.folded_lines
    hand.click(page.fold)
    assert len(pane.folded_lines) == len(pane.code.outline.tables)
    hand.click(page.fold)
    assert not pane.folded_lines


def test_folded_tables_stay_folded_while_lines_are_added(scene: EditorScene, hand: Hand) -> None:
    pane = pane_of(scene)
    pane.fold()
    header = pane.line
    hand.key("ctrl+home")
    hand.type("# ")
    hand.key("return")
    assert pane.folded_lines == {header + 1}


def test_long_lines_are_wrapped_and_lose_nothing(scene: EditorScene, hand: Hand) -> None:
    pane = pane_of(scene)
    line = "# " + " ".join(f"word{n}" for n in range(60)) + "x" * 200
    hand.type("#")
    pane._write(pane.caret.place, pane.caret.place, line[1:])
    rows = [row for row in pane.code.rows if row.line == pane.line]
    assert len(rows) > 3
    words = pane.code.lines[pane.line]
    assert "".join(words[row.start : row.end] for row in rows) == words
    for n, row in enumerate(pane.code.rows):
        if row.line == pane.line:
            assert pane.x_of(n, row.end) <= pane.room.right + pane.high
    hand.key("home", "up")
    assert pane.line == pane.code.line_of(pane.caret.place)


def test_board_follows_what_is_typed_in_the_map(scene: EditorScene, hand: Hand) -> None:
    pane, draft = pane_of(scene), scene.document.reading.draft
    assert draft is not None
    pane.to(scene.document.reading.tile_offset((4, 4)) or 0)
    hand.key("delete")
    hand.type("#")
    reading = scene.document.reading.draft
    assert reading is not None
    assert reading.terrain_id((4, 4)) == reading.terrain_id((0, 0))
    view = scene.board.view
    assert view is not None
    assert view.ground.terrain((4, 4)) == reading.terrain_id((0, 0))


def test_pad_writes_a_line_with_the_keyboard(scene: EditorScene, app: App, hand: Hand) -> None:
    text = scene.document.text
    hand.pad("a")
    keyboard = app.scene
    assert isinstance(keyboard, Keyboard)
    assert keyboard.field.text == 'id = "bo"'
    for _ in range(len('bo"')):
        hand.pad("x")
    hand.type('ob"')
    hand.pad("start")
    assert app.scene is scene
    assert scene.document.text == text.replace('id = "bo"', 'id = "ob"')
    assert len(scene.document.steps) == 1


def test_wide_page_has_the_room_of_the_board(scene: EditorScene, app: App, hand: Hand) -> None:
    page, width = page_of(scene), pane_of(scene).rect.width
    hand.click(page.wide)
    assert pane_of(scene).rect.width > 2 * width
    assert scene.board not in scene.ring.widgets
    hand.click(page.wide)
    assert pane_of(scene).rect.width == width
    assert scene.board in scene.ring.widgets


def test_text_is_typed_in_a_narrow_window_at_200_percent(app: App, hand: Hand) -> None:
    app.window = pygame.display.set_mode((1920, 1080))
    app.change(scale=2.0)
    scene = app.navigation.editor("yard")
    assert isinstance(scene, EditorScene)
    app.push(scene)
    hand.tick(2)
    stack = scene.left_stack
    hand.click(stack.tabs.tab_rect(stack.pages.index(page_of(scene))))
    page, pane = page_of(scene), pane_of(scene)
    assert pane in scene.ring.widgets
    assert pane.rect.height > 5 * pane.high
    hand.click(page.wide)
    assert pane.rect.width > app.size[0] * 3 // 4
    scene.ring.focus(pane)
    scene._mind()
    hand.type("#")
    assert scene.document.text.startswith("#")


# Bytes


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_random_typing_changes_only_what_is_typed(
    app: App, hand: Hand, tmp_path: Path, newline: str
) -> None:
    path = tmp_path / "yard.toml"
    path.write_bytes(YARD.read_bytes().replace(b"\n", newline.encode()))
    scene = app.navigation.editor(str(path))
    assert isinstance(scene, EditorScene)
    app.push(scene)
    hand.tick(2)
    scene.ring.focus(scene.tools.widgets[0])
    pane, dice = pane_of(scene), random.Random(newline)
    pane.place(pygame.Rect(0, 0, 300, 400), app)
    start = scene.document.text
    keys = ("backspace", "delete", "enter", "word_left", "word_right", "home", "up", "down", "end")
    for _ in range(150):
        if dice.random() < 0.3:
            pane.caret.put(dice.choice(pane.code.starts))
        before, low, high = scene.document.text, *pane.caret.selection
        pane._typed(typed(dice, keys))
        after = scene.document.text
        assert after.startswith(before[: max(0, low - 2)])
        assert after.endswith(before[high + 2 :])
        assert newline == "\n" or "\n" not in after.replace("\r\n", "")
    while scene.document.undo():
        pass
    assert scene.document.text == start
    scene.document.close()


def typed(dice: random.Random, keys: tuple[str, ...]) -> Typed:
    if dice.random() < 0.5:
        return Typed(dice.choice("ab# ='\"[]"))
    return Typed(key=dice.choice(keys), is_selecting=dice.random() < 0.3)


def test_change_of_a_text_is_found() -> None:
    dice = random.Random(1)
    for _ in range(200):
        old = "".join(dice.choice("ab") for _ in range(dice.randrange(12)))
        new = "".join(dice.choice("ab") for _ in range(dice.randrange(12)))
        start, old_end, new_end = changed_part(old, new)
        assert old[:start] + new[start:new_end] + old[old_end:] == new
        assert moved(0, (start, old_end, new_end)) == 0 or start == 0
        assert 0 <= moved(len(old), (start, old_end, new_end)) <= len(new)


def test_outline_knows_long_texts_and_comments() -> None:
    lines = ["a = 1", "[map]", "grid = '''", "[x]", "'''", "", "# about", "[[unit]]", "id = 1", ""]
    found = outline(lines)
    assert found.tables == {1: 4, 7: 8}
    assert found.inside == {3, 4}


@pytest.mark.parametrize("line", ['a = "x # y" # z', "[[unit]]", "b = [1, -2, true]", "", "  # q"])
def test_colours_leave_no_gaps(line: str) -> None:
    assert "".join(line[part.start : part.end] for part in coloured(line, False)) == line


def test_caret_keeps_its_column_over_short_lines() -> None:
    code, caret = CodeText("longer line\nx\nanother line"), Caret()
    code.lay(lambda _: ())
    caret.put(9)
    assert caret.move(code, "down", 10, False)
    assert caret.place == len("longer line\nx")
    assert caret.move(code, "down", 10, False)
    assert code.column_of(caret.place) == 9


def spot(pane: CodePane, offset: int) -> tuple[int, int]:
    """Return the point just right of the left edge of a letter."""
    pane.to(offset)
    number = pane.code.row_of(offset)
    y = pane.rect.y + number * pane.high - pane.offset + pane.high // 2
    return pane.x_of(number, pane.code.column_of(offset)) + 1, y


def selected(pane: CodePane) -> str:
    start, end = pane.caret.selection
    return pane.code.text[start:end]


def test_shift_click_and_shift_drag_extend_the_selection(scene: EditorScene, hand: Hand) -> None:
    pane = pane_of(scene)
    start = scene.document.text.index('id = "bo"')
    target, further = spot(pane, start + 4), spot(pane, start + 9)
    hand.click(spot(pane, start))
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    try:
        hand.click(target)
        assert selected(pane) == "id ="
        hand.drag(target, further)
        assert selected(pane) == 'id = "bo"'
    finally:
        pygame.key.set_mods(0)
    hand.key("shift+left")
    assert selected(pane) == 'id = "bo'
    hand.type("x")
    assert scene.document.text[start : start + 2] == 'x"'
    assert len(scene.document.steps) == 1
    hand.key("ctrl+z")
    assert scene.document.text[start : start + 9] == 'id = "bo"'


def test_double_click_selects_a_word_or_signs(
    scene: EditorScene, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [10_000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: clock[0])
    pane, start = pane_of(scene), scene.document.text.index('id = "bo"')
    for place, found in ((start, "id"), (start + 7, "bo"), (start + 3, "=")):
        clock[0] += 10_000
        hand.click(spot(pane, place), times=2)
        assert selected(pane) == found
    clock[0] += 10_000
    hand.click(spot(pane, start + 1))
    clock[0] += 1000
    hand.click(spot(pane, start + 1))
    assert selected(pane) == ""  # two single clicks
    clock[0] += 10_000
    hand.click(spot(pane, start + 7), times=2)
    hand.type("ann")
    assert scene.document.text[start : start + 10] == 'id = "ann"'
    hand.key("ctrl+z")
    assert len(scene.document.steps) == 0
    assert scene.document.text[start : start + 9] == 'id = "bo"'
