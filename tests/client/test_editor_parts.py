"""The editor's page of parts: forms of all tables, uses, renaming; by mouse, keys and gamepad."""

from difflib import unified_diff
from pathlib import Path

import pygame
import pytest

from game.client.editor.forms.value_picker import ValuePicker
from game.client.editor.pages.parts_page import PartsPage
from game.client.editor.pages.triggers_page import TriggersPage
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.kit.theme import HARM, WARNING_INK
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.client.kit.widgets.text_field import Field
from game.client.screens.text_prompt import TextPrompt
from game.core.cells import Cell
from game.record.data_folders import levels_dir
from game.workshop.document import areas
from tests.client.conftest import Hand
from tests.client.test_editor import at, opened, place

TOLL_BAR = levels_dir() / "skirmishes" / "toll_bar.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a copy of the toll bar in a file of its own."""
    path = tmp_path / "mine" / "toll_bar.toml"
    path.parent.mkdir()
    path.write_bytes(TOLL_BAR.read_bytes())
    return path


@pytest.fixture
def scene(app: App, hand: Hand, file: Path) -> EditorScene:
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    made = opened(app, hand, str(file))
    made.desk.open("parts")
    hand.tick()
    return made


def page_of(scene: EditorScene) -> PartsPage:
    return next(page for page in scene.pages if isinstance(page, PartsPage))


def row_of(page: PartsPage, key: str) -> pygame.Rect:
    """Return the rectangle of a field's row, scrolled into view."""
    n = next(n for n, row in enumerate(page.form.rows) if row.value.keys[-1] == key)
    page.form.show(n)
    return page.form.row_rect(n)


def value_of(page: PartsPage, key: str) -> pygame.Rect:
    """Return the middle of a field's value, between its arrows."""
    row_of(page, key)
    n = next(n for n, row in enumerate(page.form.rows) if row.value.keys[-1] == key)
    return page.form.value_rect(n)


def typed(page: PartsPage) -> Field:
    """Return what is being typed in a row."""
    assert page.form.typed.field is not None
    return page.form.typed.field


def chosen(scene: EditorScene) -> tuple[str | int, ...]:
    return scene.desk.chosen


def lines(scene: EditorScene) -> list[str]:
    """Return the lines that are gone and new."""
    before = TOLL_BAR.read_text(encoding="utf-8").splitlines()
    rows = unified_diff(before, scene.document.text.splitlines(), n=0, lineterm="")
    return [row for row in rows if not row.startswith(("---", "+++", "@@"))]


def test_unit_is_opened_and_a_number_typed_and_set_back(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    page = page_of(scene)
    rows = page.parts.rows
    n = next(n for n, row in enumerate(rows) if row.value.title == "Hanne" and not row.is_head)
    page.parts.show(n)
    hand.click(page.parts.row_rect(n))
    assert chosen(scene) == ("unit", 0)
    hand.click(value_of(page, "life"))
    assert app.scene is scene
    assert typed(page).text == "20"
    hand.type("many")
    hand.key("return")
    assert "Life: 'many' isn't a whole number." in app.notices.all
    assert typed(page).text == "many"
    hand.key(*["backspace"] * 4)
    hand.type("12")
    hand.key("return")
    assert page.form.typed.field is None
    assert lines(scene) == ["+life = 12"]
    rect = row_of(page, "life")
    hand.click((rect.right - 10, rect.centery))
    assert lines(scene) == []
    assert len(scene.document.steps) == 2
    hand.key("ctrl+z")
    assert lines(scene) == ["+life = 12"]


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_keys_and_pad_turn_pick_and_set_back(
    app: App, hand: Hand, scene: EditorScene, is_pad: bool
) -> None:
    press = hand.pad if is_pad else hand.key
    yes, no = ("a", "b") if is_pad else ("return", "escape")
    page = page_of(scene)
    scene.ring.focus(page.parts)
    while page.parts.current is not None and page.parts.current.value.keys != ("unit", 0):
        press("down")
    press(yes)
    assert chosen(scene) == ("unit", 0)
    scene.ring.focus(page.form)
    while page.form.current is not None and page.form.current.value.key != "size":
        press("down")
    press("right")
    assert lines(scene) == ['+size = "small"']
    press("y" if is_pad else "delete")
    assert lines(scene) == []
    while page.form.current is not None and page.form.current.value.key != "items":
        press("down")
    press(yes)
    picker = app.scene
    assert isinstance(picker, ValuePicker)
    assert picker.chosen == ["red_draught"]
    press(*["down"] * 2, yes)
    assert len(picker.chosen) == 2
    scene_before = lines(scene)
    press("r1" if is_pad else "tab", *["r1" if is_pad else "tab"])
    picker.ring.focus(picker.done)
    press(yes)
    assert app.scene is scene
    assert scene_before == []
    assert len(lines(scene)) == 1
    assert len(scene.document.steps) == 3
    press(no)
    assert chosen(scene) == ()


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_number_and_title_are_typed_in_their_rows(
    app: App, hand: Hand, scene: EditorScene, is_pad: bool
) -> None:
    press = hand.pad if is_pad else hand.key
    yes, no = ("a", "b") if is_pad else ("return", "escape")

    def write(text: str) -> None:
        if not is_pad:
            hand.type(text)
            hand.key("return")
            return
        hand.pad("a")
        assert isinstance(app.scene, Keyboard)
        app.scene.field.set("")
        hand.spell(text)
        hand.pad("start")

    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    scene.ring.focus(page.form)
    for key, text, line in (("title", "Anna", '+title = "Anna"'), ("life", "7", "+life = 7")):
        while page.form.current is not None and page.form.current.value.key != key:
            press("down")
        press(yes)
        assert typed(page).is_fresh
        if not is_pad:
            hand.key("end", *["backspace"] * 20)
        write(text)
        assert page.form.typed.field is None
        assert app.scene is scene
        assert line in lines(scene)
        assert scene.ring.focused is page.form
    assert len(scene.document.steps) == 2
    press(yes)
    assert typed(page).text == "7"
    if not is_pad:
        hand.type("99")
    press(no)
    assert page.form.typed.field is None
    assert chosen(scene) == ("unit", 0)
    assert len(scene.document.steps) == 2
    press("x" if is_pad else "ctrl+z")
    assert "+life = 7" not in lines(scene)


def test_things_to_pick_have_facts_lines_that_are_searched(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.click(value_of(page, "armour"))
    picker = app.scene
    assert isinstance(picker, ValuePicker)
    palette = scene.desk.editing.palette
    rows = [row for row in picker.list.rows if row.tail]
    assert len(rows) > 3
    assert [row.under for row in rows] == [palette.facts("armour", row.tail) for row in rows]
    words = next(row.under for row in rows if row.under)
    hand.click(picker.search)
    hand.type(words)
    assert words in {row.under for row in picker.list.rows}
    hand.key("escape", "escape")
    scene.desk.choose(("unit", 0))
    hand.click(value_of(page, "kind"))
    picker = app.scene
    assert isinstance(picker, ValuePicker)
    kinds = {one.id: one.facts for one in palette.kinds}
    assert {row.tail: row.under for row in picker.list.rows if row.tail} == kinds
    assert palette.facts("unit", next(iter(kinds))) == ""


def test_choice_is_picked_from_a_list_that_is_searched(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.click(value_of(page, "armour"))
    picker = app.scene
    assert isinstance(picker, ValuePicker)
    hand.click(picker.search)
    hand.type("leather")
    assert len(picker.list.rows) < 4
    hand.click(picker.list.row_rect(0))
    assert app.scene is scene
    assert lines(scene) == ['+armour = "leather"']
    hand.click(value_of(page, "armour"))
    picker = app.scene
    assert isinstance(picker, ValuePicker)
    assert picker.list.rows[0].title.startswith("Inherited: ")
    hand.click(picker.list.row_rect(0))
    assert lines(scene) == []


def test_id_is_renamed_in_all_places(app: App, hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    area = next(p for p in page.parts.rows if p.value.title == "windlass").value
    scene.desk.choose(area.keys)
    hand.click(row_of(page, "id"))
    typed(page).set("bar")
    hand.key("return")
    assert any("taken" in notice for notice in app.notices.all)
    typed(page).set("wheel")
    hand.key("return")
    assert len(lines(scene)) == 4
    assert len(scene.document.steps) == 1


def test_uses_lead_to_the_board_and_the_text(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    uses = page.actions.buttons[0]
    assert uses.words == "Uses (1)"
    hand.click(uses)
    assert page.is_on_uses
    row = page.uses.rows[0]
    assert "hanne" in row.under
    hand.click(page.uses.row_rect(0))
    assert scene.board.cell == place(scene, "hanne")
    text = next(one for one in scene.pages if one.name == "text")
    assert f"line {text.text.line + 1}" in row.tail  # type: ignore[attr-defined]
    scene.ring.focus(page.uses)
    hand.key("escape")
    assert not page.is_on_uses
    hand.key("escape")
    assert chosen(scene) == ()


def test_parts_are_added_and_deleted(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    area = next(p for p in page.parts.rows if p.value.title == "gap").value
    scene.desk.choose(area.keys)
    hand.tick()
    hand.click(next(b for b in page.actions.buttons if b.words == "Reach here"))
    assert scene.desk.chosen[0] == "objective"
    assert 'reach = { area = "gap" }' in scene.document.text
    assert scene.document.reading.level is not None
    hand.click(next(b for b in page.actions.buttons if b.words == "Delete"))
    assert chosen(scene) == ()
    assert lines(scene) == []


def test_form_of_the_level_has_texts_and_settings(app: App, hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    scene.desk.choose(("level",))
    hand.click(row_of(page, "title"))
    typed(page).set("At the other bar")
    hand.key("return")
    assert lines(scene) == ['-title = "At the toll bar"', '+title = "At the other bar"']
    labels = [row.title for row in page.form.rows]
    assert {"Intro", "Half cover", "Rounds"} <= set(labels)
    hand.click(row_of(page, "intro"))
    prompt = app.scene
    assert isinstance(prompt, TextPrompt)  # a text of several lines has no room in a row
    prompt.field.set("A bar.")
    hand.click(prompt.give)
    assert '+intro = "A bar."' in lines(scene)
    hand.click(page.search)
    hand.type("cover")
    assert all("cover" in row.title.lower() for row in page.form.rows)


def test_findings_are_shown_at_their_fields(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    text = scene.document.text.replace('kind = "warden"', 'kind = "wardn"', 1)
    scene.document.path.write_text(text, encoding="utf-8")  # type: ignore[union-attr]
    hand.tick(3, 0.1)
    scene.desk.choose(("unit", 0))
    row = next(row for row in page.form.rows if row.value.key == "kind")
    assert row.is_bad
    assert not row.is_warning
    assert row.under_colour == HARM
    assert "wardn" in row.under
    scene.document.path.write_text("[map", encoding="utf-8")  # type: ignore[union-attr]
    hand.tick(3, 0.1)
    assert page.part is None
    hand.tick(2)


def test_warning_has_another_colour_than_an_error(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    text = scene.document.text + '\n[[area]]\nid = "nowhere"\ntiles = [[1, 1]]\n'
    scene.document.path.write_text(text, encoding="utf-8")  # type: ignore[union-attr]
    hand.tick(3, 0.1)
    scene.desk.choose(("area", len(scene.document.reading.toml.entries("area")) - 1))
    row = next(row for row in page.form.rows if row.value.key == "id")
    assert "nowhere" in row.under
    assert row.is_bad
    assert row.under_colour == WARNING_INK


@pytest.mark.parametrize("size", [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)])
def test_form_has_room_at_every_size(
    app: App, hand: Hand, file: Path, size: tuple[int, int, float]
) -> None:
    app.window = pygame.display.set_mode(size[:2])
    app.change(scale=size[2])
    scene = opened(app, hand, str(file))
    scene.desk.open("parts")
    scene.desk.choose(("unit", 0))
    hand.tick()
    page = page_of(scene)
    window = pygame.Rect((0, 0), app.size)
    shown = [widget for widget in scene.ring.widgets if widget in page.widgets]
    assert page.form in shown
    rects = [widget.rect for widget in scene.ring.widgets]
    assert all(window.contains(rect) for rect in rects)
    assert not [(a, b) for n, a in enumerate(rects) for b in rects[n + 1 :] if a.colliderect(b)]
    assert page.form.rect.height > app.look.px(120)


def test_keys_on_buttons_have_room_as_soon_as_the_editor_opens(app: App, hand: Hand) -> None:
    app.window = pygame.display.set_mode((1920, 1080))
    app.change(scale=2.0)
    hand.tick(2)
    scene = opened(app, hand, "toll_bar")
    assert scene.replay.hint
    assert scene.replay.rect.width > 2 * scene.menu.rect.width
    assert not scene.replay.rect.colliderect(scene.play.rect)


def test_form_has_the_room_of_the_tools_in_a_low_window(app: App, hand: Hand) -> None:
    app.window = pygame.display.set_mode((1920, 1080))
    app.change(scale=2.0)
    scene = opened(app, hand, "toll_bar")
    scene.desk.open("parts")
    hand.tick()
    before = scene.tools.rect.height
    assert scene.tools.buttons["brush"] in scene.ring.widgets
    scene.desk.choose(("unit", 0))
    hand.tick()
    page = page_of(scene)
    assert not scene.tools.widgets
    row = app.look.px(34)
    assert page.form.rect.height > 6 * row
    scene.desk.use("look")
    hand.tick()
    assert scene.tools.widgets == tuple(scene.tools.actions.values())
    assert scene.tools.rect.height < before
    assert page.form.rect.height > 5 * row
    hand.key("escape")
    assert page.part is None
    assert scene.tools.buttons["brush"] in scene.ring.widgets


def test_objective_and_area_begin_in_the_list(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    hand.click(next(b for b in page.actions.buttons if b.words == "New objective"))
    assert chosen(scene)[0] == "objective"
    hand.click(value_of(page, "survive"))
    hand.type("9")
    hand.click(value_of(page, "title"))
    assert "+survive = 9" in lines(scene)
    typed(page).set("Hold out")
    hand.click(page.close)
    assert '+title = "Hold out"' in lines(scene)
    hand.click(next(b for b in page.actions.buttons if b.words == "New area"))
    assert scene.desk.tool.name == "area"


@pytest.mark.parametrize("how", ["button", "cross", "key"])
def test_unit_is_taken_off_the_map_in_its_form(hand: Hand, scene: EditorScene, how: str) -> None:
    page, start = page_of(scene), scene.document.text
    scene.desk.choose(("unit", 0))
    hand.tick()
    if how == "button":
        hand.click(next(one.rect for one in page.actions.buttons if one.words == "Off the map"))
    elif how == "cross":
        rect = row_of(page, "at")
        hand.click((rect.right - 10, rect.centery))
    else:
        hand.click(value_of(page, "at"))
        hand.key(*["backspace"] * 8)
        hand.key("return")
    assert [step.name for step in scene.document.steps] == ["take hanne off the map"]
    assert "hanne" in [unit.id for unit in scene.waiting.units]
    hand.key("ctrl+z")
    assert scene.document.text == start


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_lesson_is_added_written_and_deleted(
    app: App, hand: Hand, scene: EditorScene, how: str
) -> None:
    def press(button: Widget) -> None:
        if how == "mouse":
            hand.click(button)
            return
        scene.ring.focus(button)
        (hand.key if how == "keys" else hand.pad)("return" if how == "keys" else "a")

    page = page_of(scene)
    press(next(b for b in page.actions.buttons if b.words == "New lesson"))
    assert chosen(scene) == ("lesson", 0)
    assert len(scene.document.steps) == 1
    assert scene.document.reading.level is not None
    cards = next(one for one in scene.pages if isinstance(one, TriggersPage))
    assert cards.is_open
    assert cards.base == ("lesson", 0)
    shown = cards.card.card
    assert shown is not None
    words = [one.text for one in shown.words]
    cards.card.cursor = next(n for n, one in enumerate(shown.words) if one.keys == ("message",))
    press(cards.card) if how != "mouse" else hand.click(cards.card.word_rect(cards.card.cursor))
    hand.type("Think again")
    hand.key("return")
    hand.click(cards.card.word_rect(words.index("round ")))
    row = next(n for n, one in enumerate(cards.list.list.rows) if one.value.id == "can")
    cards.list.list.show(row)
    hand.click(cards.list.list.row_rect(row))
    shown = cards.card.card
    assert shown is not None
    blank = next(n for n, one in enumerate(shown.words) if one.is_blank)
    hand.click(cards.card.word_rect(blank))
    row = next(n for n, one in enumerate(cards.list.list.rows) if one.value.id == "undo")
    cards.list.list.show(row)
    hand.click(cards.list.list.row_rect(row))
    level = scene.document.reading.level
    assert level is not None
    (lesson,) = level.script.lessons
    assert lesson.message == "Think again"
    assert [one.can for one in lesson.when] == ["undo"]
    assert len(scene.document.steps) == 4
    scene.desk.open("parts")
    scene.desk.choose(())
    hand.tick()
    n = next(
        n for n, r in enumerate(page.parts.rows) if r.value.keys == ("lesson", 0) and not r.is_head
    )
    assert (page.parts.rows[n].title, page.parts.rows[n].under) == ("lesson 1", "Think again")
    page.parts.show(n)
    hand.click(page.parts.row_rect(n))
    assert cards.is_open
    press(cards.more)
    row = next(n for n, one in enumerate(cards.list.list.rows) if one.value.id == "remove")
    hand.click(cards.list.list.row_rect(row))
    assert lines(scene) == []
    hand.key(*["ctrl+z"] * 5)
    assert scene.document.steps == ()


def test_new_objective_is_the_partys_whatever_side_is_painted(
    hand: Hand, scene: EditorScene
) -> None:
    page, sides = page_of(scene), scene.desk.editing.sides
    scene.desk.editing.side = sides[1]
    hand.click(next(one.rect for one in page.actions.buttons if one.words == "New objective"))
    keys = chosen(scene)
    assert scene.document.reading.toml.get((*keys, "side")) == sides[0]
    hand.click(value_of(page, "defeat"))
    found = scene.document.reading.toml.get((*keys, "defeat"))
    assert found == sides[1] or found == {"side": sides[1]}


def test_look_begins_with_the_unit_again_after_another_tool(hand: Hand, scene: EditorScene) -> None:
    made = areas.add_area(scene.desk.reading, "spot", [place_of_hanne(scene)])
    scene.desk.apply(lambda _: made)
    scene.desk.use("look")
    tile = place_of_hanne(scene)
    scene.desk.look_at(tile)
    assert chosen(scene) == ("unit", 0)
    scene.desk.look_at(tile)
    assert chosen(scene)[0] == "area"
    scene.desk.use("brush")
    scene.desk.use("look")
    scene.desk.look_at(tile)
    assert chosen(scene) == ("unit", 0)


def place_of_hanne(scene: EditorScene) -> Cell:
    draft = scene.desk.reading.draft
    assert draft is not None
    return draft.standing["hanne"]


def test_stray_letter_of_an_area_says_what_it_replaced(app: App, scene: EditorScene) -> None:
    made = areas.add_area(scene.desk.reading, "spot", [place_of_hanne(scene)])
    scene.desk.apply(lambda _: made)
    number = len(scene.desk.reading.toml.entries("area")) - 1
    scene.desk.choose(("area", number))
    editing = page_of(scene).editing
    form = editing.form
    assert form is not None
    field = form.field(("area", number, "letter"))
    assert field is not None
    editing.give(field, ".")
    assert "Letter replaces Tiles. Undo brings it back." in app.notices.all


@pytest.mark.parametrize("way", ["tile", "tab", "tool", "save"])
def test_typed_value_is_taken_before_something_else_is_chosen(
    app: App, hand: Hand, scene: EditorScene, file: Path, way: str
) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.tick()
    hand.click(value_of(page, "life"))
    hand.type("12")
    if way == "tile":
        scene.desk.use("look")
        hand.tick()
        hand.click(at(scene, (16, 2)))
    elif way == "tab":
        tabs = scene.right_stack.tabs
        hand.click((tabs.rect.x + 20, tabs.rect.centery))
    elif way == "tool":
        hand.click(scene.tools.buttons["line"])
    else:
        hand.key("ctrl+s")
        assert "life = 12" in file.read_text(encoding="utf-8")
    assert lines(scene) == ["+life = 12"]


def test_typed_value_that_does_not_fit_is_kept(app: App, hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.tick()
    hand.click(value_of(page, "life"))
    hand.type("many")
    hand.click(scene.tools.buttons["line"])
    assert "Life: 'many' isn't a whole number." in app.notices.all
    assert typed(page).text == "many"
    assert scene.desk.tool.name == "brush"
    hand.key("ctrl+z")
    assert page.form.typed.field is None
    assert lines(scene) == []
    hand.click(scene.tools.buttons["line"])
    assert scene.desk.tool.name == "line"


def test_letters_in_a_list_to_pick_from_go_to_its_search(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.click(value_of(page, "armour"))
    picker = app.scene
    assert isinstance(picker, ValuePicker)
    assert picker.ring.focused is picker.list
    hand.type("leather")
    assert picker.search.text == "leather"
    hand.key("return")
    assert lines(scene) == ['+armour = "leather"']


def test_tip_of_a_field_is_away_after_enter(
    app: App, hand: Hand, scene: EditorScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def drawn(_: object, __: object, tip: str, *___: object) -> None:
        shown.append(tip)

    monkeypatch.setattr("game.client.kit.widgets.focus_ring.draw_tip", drawn)
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.tick()
    hand.click(value_of(page, "life"))
    hand.type("7")
    hand.key("return")
    assert "+life = 7" in lines(scene)
    hand.tick(60)
    app.draw()
    assert shown == []
    hand.key("down")
    hand.tick(60)
    app.draw()
    assert shown
    assert "`" not in shown[-1]


def test_empty_list_says_whether_something_was_searched_for(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    given: list[object] = []
    picker = ValuePicker(app, "Area", "", (), given.append, [], is_list=True)
    assert picker.list.empty == "Nothing to choose from."
    app.push(picker)
    hand.tick()
    hand.type("zzz")
    assert picker.list.empty == "Nothing found."


def test_search_of_a_form_that_finds_nothing_says_so(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.tick()
    hand.click(page.search)
    hand.type("zzz")
    assert page.form.rows == ()
    assert page.form.empty == "Nothing found."
    app.draw()
    inside = app.window.subsurface(page.form.rect)
    shades = {tuple(inside.get_at((x, y)))[:3] for x in range(inside.width) for y in range(60)}
    assert len(shades) > 1


def test_buttons_of_an_area_say_for_which_side_they_are(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    scene.desk.editing.side = "blue"
    scene.desk.apply(lambda reading: areas.add_area(reading, "hall", [(5, 5), (6, 5)]))
    number = len(scene.document.reading.toml.entries("area")) - 1
    scene.desk.choose(("area", number))
    hand.tick()
    deploy = next(b for b in page.actions.buttons if b.words.startswith("Deploy"))
    assert deploy.words == f"Deploy {side_name(scene, 'blue')}"
    hand.click(scene.palette.side)
    other = scene.desk.editing.side
    deploy = next(b for b in page.actions.buttons if b.words.startswith("Deploy"))
    assert deploy.words == f"Deploy {side_name(scene, other)}"
    hand.click(deploy)
    assert scene.document.reading.toml.entries("deploy")[-1] == {"side": other, "area": "hall"}


def side_name(scene: EditorScene, id: str) -> str:
    assert scene.board.board is not None
    title = next(side.title for side in scene.board.board.sides if side.id == id)
    return title.replace("The ", "the ")


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_entry_of_a_list_has_a_form_of_its_own(hand: Hand, scene: EditorScene, how: str) -> None:
    page = page_of(scene)
    scene.desk.choose(("unit", 0))
    hand.tick()

    def press(number: int) -> None:
        page.form.show(number)
        if how == "mouse":
            hand.click(page.form.value_rect(number))
            return
        scene.ring.focus(page.form)
        page.form.cursor = number
        (hand.key if how == "keys" else hand.pad)("return" if how == "keys" else "a")

    keys = [row.value.keys for row in page.form.rows]
    number = keys.index(("unit", 0, "growth", 1))
    assert page.form.rows[number].last == "open"
    title = page.form.rows[number].title
    press(number)
    assert chosen(scene) == ("unit", 0, "growth", 1)
    assert page.form.rows[0].last == page._title == title
    life = next(n for n, row in enumerate(page.form.rows) if row.value.key == "life")
    scene.ring.focus(page.form)
    page.form.cursor = life
    hand.key("right")
    changed = scene.document.reading.toml.get(("unit", 0, "growth"))
    assert isinstance(changed, list)
    assert len(scene.document.steps) == 1
    hand.key("escape")
    assert chosen(scene) == ("unit", 0)
    whole = [row.value.keys for row in page.form.rows].index(("unit", 0, "growth"))
    press(whole)
    assert chosen(scene) == ("unit", 0, "growth", len(changed))
    hand.click(page.close)
    assert chosen(scene) == ("unit", 0)
    hand.key("ctrl+z", "ctrl+z")
    assert lines(scene) == []
