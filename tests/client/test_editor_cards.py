"""The cards of triggers: words open lists, are typed, and are picked on the board."""

import itertools
from pathlib import Path

import pygame
import pytest

from game.client.editor.pages.parts_page import PartsPage
from game.client.editor.pages.triggers_page import TriggersPage
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.content.levels import find_level
from game.content.toml_files.table_edits import table_span
from game.core.cells import Cell
from game.workshop.cards.card_words import findings_of
from tests.client.conftest import Hand

LEVEL = Path(__file__).parent.parent / "workshop" / "cards" / "yard.toml"


@pytest.fixture
def scene(app: App, hand: Hand, tmp_path: Path) -> EditorScene:
    """Return the editor of a small level, with its second trigger as a card."""
    path = tmp_path / "yard.toml"
    path.write_bytes(LEVEL.read_bytes())
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    made = opened(app, hand, str(path))
    hand.click(page_of(made).after)
    return made


def opened(app: App, hand: Hand, name: str) -> EditorScene:
    made = app.navigation.editor(name)
    assert isinstance(made, EditorScene)
    app.push(made)
    made.desk.open("triggers")
    hand.tick(2)
    return made


def page_of(scene: EditorScene) -> TriggersPage:
    return next(page for page in scene.pages if isinstance(page, TriggersPage))


def sentence(scene: EditorScene) -> str:
    card = page_of(scene).card.card
    assert card is not None
    return card.sentence


def word(scene: EditorScene, text: str, place: int = 0) -> pygame.Rect:
    """Return the rectangle of a word that can be pressed; bring it in sight first."""
    view = page_of(scene).card
    assert view.card is not None
    words = enumerate(view.card.words)
    number = [n for n, one in words if one.text == text and one.kind != "plain"][place]
    view._to(number)
    return view.word_rect(number)


def row(scene: EditorScene, id: str) -> pygame.Rect:
    """Return the rectangle of an option of the list that is open."""
    box = page_of(scene).list.list
    rows = (n for n, one in enumerate(box.rows) if not one.is_head)
    number = next(n for n in rows if id in (box.rows[n].value.id, box.rows[n].title))
    box.show(number)
    return box.row_rect(number)


def at(scene: EditorScene, cell: Cell) -> tuple[int, int]:
    assert scene.board.view is not None
    return scene.board.view.camera.tile_rect(cell).center


# Words


def test_words_of_how_often_and_which_are_lists(scene: EditorScene, hand: Hand) -> None:
    start = scene.document.text
    assert sentence(scene).startswith("Once, when all of: alarm is set")
    hand.click(word(scene, "Once"))
    hand.click(row(scene, "Each time"))
    hand.click(word(scene, "all of"))
    hand.click(row(scene, "any of"))
    assert sentence(scene).startswith("Each time, when any of: alarm is set")
    names = [step.name for step in scene.document.steps]
    assert names == [f"set {key} of [[trigger]] number 2" for key in ("once", "any")]
    hand.key("ctrl+z", "ctrl+z")
    assert scene.document.text == start
    assert sentence(scene).startswith("Once, when all of: ")


def test_escape_leaves_a_word_as_it_is(scene: EditorScene, hand: Hand) -> None:
    page, tool = page_of(scene), scene.desk.tool
    hand.click(word(scene, " is set"))
    assert page.is_listing
    hand.key("escape")
    assert not page.is_listing
    assert scene.document.steps == ()
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "enter"))
    hand.click(word(scene, "…"))
    assert scene.desk.tool is not tool
    hand.key("escape")
    assert scene.desk.tool is tool
    assert scene.ring.focused is page.card
    assert len(scene.document.steps) == 1


def test_area_is_picked_on_the_map_or_made_there(scene: EditorScene, hand: Hand) -> None:
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "enter"))
    assert "any unit stands in …" in sentence(scene)
    hand.click(word(scene, "…"))
    hand.click(at(scene, (6, 1)))
    assert "stands in door" in sentence(scene)
    assert not page_of(scene).is_listing
    steps = len(scene.document.steps)
    hand.click(word(scene, "door"))
    hand.drag(at(scene, (1, 1)), at(scene, (2, 1)))
    assert "stands in floor" in sentence(scene)
    draft = scene.document.reading.draft
    assert draft is not None
    assert set(draft.areas["floor"]) == {(1, 1), (2, 1)}
    assert len(scene.document.steps) == steps + 1
    hand.key("ctrl+z")
    assert "stands in door" in sentence(scene)


def test_unit_is_picked_on_the_board(scene: EditorScene, hand: Hand) -> None:
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "sees"))
    assert "any unit sees …" in sentence(scene)
    hand.click(word(scene, "…"))
    hand.click(at(scene, (4, 1)))
    assert "any unit sees bo" in sentence(scene)
    hand.click(word(scene, "any unit"))
    hand.click(at(scene, (3, 1)))
    assert page_of(scene).is_listing
    hand.click(at(scene, (1, 1)))
    assert "ann sees bo" in sentence(scene)


def test_numbers_and_texts_are_typed_in_their_place(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    hand.click(word(scene, "1"))
    assert page.card.field is not None
    hand.type("25")
    hand.key("return")
    assert "bells is at least 25" in sentence(scene)
    hand.click(word(scene, "Hm."))
    hand.key("end", "backspace")
    hand.type(", he said")
    hand.key("escape")
    assert "show “Hm.”" in sentence(scene)
    hand.click(word(scene, "Hm."))
    hand.key("end", "backspace")
    hand.type(" 'quiet'")
    hand.key("return")
    assert "show “Hm 'quiet'”" in sentence(scene)
    hand.click(word(scene, "Hm 'quiet'"))
    hand.type("Quiet")
    hand.key("return")
    assert "show “Quiet”" in sentence(scene), "an opened word isn't selected as a whole"
    assert len(scene.document.steps) == 3
    hand.click(word(scene, "25"))
    hand.type("x")
    hand.key("return")
    assert page.card.field is not None
    assert any("Type a whole number" in notice for notice in scene.app.notices.all)
    hand.key("escape")
    assert "bells is at least 25" in sentence(scene)


def test_new_flag_is_typed_in_the_search(scene: EditorScene, hand: Hand) -> None:
    hand.click(page_of(scene).before)
    hand.click(word(scene, "alarm"))
    hand.click(page_of(scene).list.search)
    hand.type("fire")
    hand.click(row(scene, "fire"))
    assert "set fire" in sentence(scene)


def test_keys_alone_change_a_card(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    scene.ring.focus(page.card)
    hand.key("right", "right", "right")
    assert page.card.word is not None
    assert page.card.word.kind == "clause"
    hand.key("left", "left", "return")
    assert page.is_listing
    assert scene.ring.focused is page.list.list
    hand.key("down", "return")
    assert ", when any of: " in sentence(scene)
    hand.key("down", "down")
    assert scene.ring.is_typing is False


def test_pad_alone_changes_a_card(scene: EditorScene, app: App, hand: Hand) -> None:
    page = page_of(scene)
    scene.ring.focus(page.card)
    hand.pad("a", "down", "a")
    assert sentence(scene).startswith("Each time")
    page.card._to(next(n for n, one in enumerate(page.card.card.words) if one.text == "Hm."))  # type: ignore[union-attr]
    hand.pad("a", "a")
    keyboard = app.scene
    assert isinstance(keyboard, Keyboard)
    hand.pad("x")
    hand.spell("m")
    hand.pad("start")
    assert app.scene is scene
    assert "show “Hmm”" in sentence(scene)
    hand.click(word(scene, " is set"))
    hand.pad("b")
    assert not page.is_listing


@pytest.mark.parametrize("is_pad", [False, True], ids=["keys", "pad"])
def test_area_is_picked_on_the_map_without_a_mouse(
    scene: EditorScene, hand: Hand, is_pad: bool
) -> None:
    press = hand.pad if is_pad else hand.key
    confirm, cancel = ("a", "b") if is_pad else ("return", "escape")
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "enter"))
    word(scene, "…")
    press(confirm)
    scene.ring.focus(scene.board)
    scene.desk.point((6, 1))
    press(confirm)
    assert "stands in door" in sentence(scene)
    word(scene, "door")
    press(confirm)
    scene.ring.focus(scene.board)
    scene.desk.point((4, 1))
    press(confirm)
    assert scene.desk.tool.is_begun
    press(cancel)
    assert page_of(scene).is_listing
    press(confirm, "right", confirm)
    draft = scene.document.reading.draft
    assert draft is not None
    assert set(draft.areas["floor"]) == {(4, 1), (5, 1)}
    assert "stands in floor" in sentence(scene)


def test_quotes_stay_with_their_words(scene: EditorScene, app: App) -> None:
    view = page_of(scene).card
    for width in range(120, 400, 7):
        view.place(pygame.Rect(0, 0, width, 400), app)
        assert view.flow is not None
        for one, after in itertools.pairwise(view.flow.pieces):
            if one.text.endswith("“"):
                assert one.y == after.y
            assert after.x + after.width <= view.room.right or after.x <= app.look.px(30)


# Triggers


def test_triggers_are_added_copied_moved_and_removed(scene: EditorScene, hand: Hand) -> None:
    page, start = page_of(scene), scene.document.text
    hand.click(page.add)
    assert (page.number, len(page.cards)) == (2, 3)
    assert "Something happens." in sentence(scene)
    hand.click(page.more)
    hand.click(row(scene, "copy"))
    assert (page.number, len(page.cards)) == (3, 4)
    hand.click(page.more)
    hand.click(row(scene, "up"))
    assert page.number == 2
    hand.click(page.more)
    hand.click(row(scene, "remove"))
    assert len(page.cards) == 3
    for _ in range(4):
        hand.key("ctrl+z")
    assert scene.document.text == start
    hand.click(page.which)
    hand.click(row(scene, "Trigger 1"))
    assert page.number == 0


def test_conditions_that_withdraw_are_added(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    hand.click(page.more)
    box = page.list.list
    heads = [one.title for one in box.rows if one.is_head]
    assert heads == ["This trigger", "Add to “any of”", "Withdraw it when"]
    number = max(n for n, one in enumerate(box.rows) if one.value.id == "round")
    box.show(number)
    hand.click(box.row_rect(number))
    assert ", until any of: round 2 begins — " in sentence(scene)


def test_level_without_triggers_gets_the_first_one(app: App, hand: Hand) -> None:
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    scene = opened(app, hand, "yard")
    page = page_of(scene)
    assert page.card not in scene.ring.widgets
    hand.click(page.add)
    assert page.card in scene.ring.widgets
    assert scene.document.reading.level is not None
    hand.key("ctrl+z")
    assert page.card not in scene.ring.widgets
    assert scene.document.text == find_level("yard").read_text(encoding="utf-8")


# Findings


def test_findings_are_on_their_card_with_their_cures(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    text = scene.document.text.replace('{ flag = "alarm" }', '{ flag = "alrm" }')
    scene.document.path.write_text(text, encoding="utf-8")  # type: ignore[union-attr]
    hand.tick(3, 0.1)
    assert page.notes.height(page.rect.width) > 0
    assert [button.words for button in page.notes.buttons] == ["Change to alarm"]
    assert page.notes.buttons[0] in scene.ring.widgets
    hand.click(page.notes.buttons[0])
    assert sentence(scene).startswith("Once, when all of: alarm is set")
    assert page.notes.height(page.rect.width) == 0
    hand.click(page.before)
    assert not page.notes.buttons


def test_condition_that_can_never_be_true_says_so(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "round"))
    hand.click(word(scene, "2"))
    hand.type("9000")
    hand.key("return")
    assert "can never be true" in page.notes.words
    last = scene.document.reading.level
    assert last is not None
    hand.click(page.notes.buttons[0])
    assert f"round {last.rounds} begins" in sentence(scene)
    assert page.notes.words == ""


# Text


def test_card_and_its_text_follow_each_other(scene: EditorScene, hand: Hand) -> None:
    page, code = page_of(scene), page_of(scene).code
    reading = scene.document.reading
    span = table_span(reading.toml, ("trigger", 1))
    assert span is not None
    assert code.region == (span.start, span.end)
    shown = {row.line for row in code.code.rows}
    assert shown == set(range(code.code.line_of(span.start), code.code.line_of(span.end - 1) + 1))
    scene.ring.focus(code)
    scene._mind()
    code.to(reading.text.index("Hm."))
    hand.type("Ha, ")
    assert "show “Ha, Hm.”" in sentence(scene)
    before = sentence(scene)
    hand.type('"')
    assert not scene.document.reading.is_toml
    assert sentence(scene) == before
    hand.tick(2)
    assert page.card.is_old
    assert page.notes.words.startswith("Line ")
    assert code.region is not None
    assert scene.document.text[slice(*code.region)].startswith("# The second one.")
    hand.click(word(scene, "Once"))
    assert not page.is_listing
    scene.ring.focus(code)
    scene._mind()
    hand.key("backspace")
    assert sentence(scene) == before
    assert not page.notes.words


def test_text_of_a_card_is_left_alone_outside_it(scene: EditorScene, hand: Hand) -> None:
    code, start = page_of(scene).code, scene.document.text
    assert code.region is not None
    first, last = code.region
    scene.ring.focus(code)
    scene._mind()
    code.to(first)
    hand.key("backspace", "up", "left", "backspace")
    assert scene.document.text == start
    hand.key("ctrl+end")
    hand.type("z")
    hand.key("ctrl+a", "delete")
    assert scene.document.text == start[:first] + start[last:]


# The board


def test_card_and_board_light_each_other(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    hand.click(page.before)
    hand.move(at(scene, (2, 1)))
    assert page.card.card is not None
    lit = {page.card.card.words[n].text for n in page.card.lit}
    assert lit == {"middle"}
    assert page.naming((2, 1)) == [0]
    assert page.naming((6, 1)) == []
    hand.move(at(scene, (6, 1)))
    assert not page.card.lit
    surface = pygame.Surface(scene.app.size)
    assert scene.board.view is not None
    page.draw_on_board(surface, scene.board.view)
    assert surface.get_at(scene.board.view.camera.tile_rect((2, 1)).midtop)[:3] != (0, 0, 0)


def test_lines_lead_from_words_to_what_they_name(scene: EditorScene, hand: Hand) -> None:
    page = page_of(scene)
    while not page.lines:
        hand.click(page.after)
    assert page.card.card is not None
    words = [word for word in page.card.card.words if word.ref in ("area", "unit")]
    named = {cell for word in words for cell in page._tiles(word)}
    assert {line.cell for line in page.lines} <= named
    assert len({line.y for line in page.lines}) == len(page.lines)
    assert all(page.card.rect.top <= line.y for line in page.lines)
    before, surface = page.lines, scene.app.window
    scene.app.draw()
    with_lines = pygame.image.tobytes(surface.subsurface(scene.board.rect), "RGB")
    page.is_listing = True
    assert page.lines == ()
    scene.app.draw()
    assert pygame.image.tobytes(surface.subsurface(scene.board.rect), "RGB") != with_lines
    page.is_listing = False
    assert page.lines == before


@pytest.mark.parametrize("size", [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)])
def test_card_has_room_at_every_size(app: App, hand: Hand, size: tuple[int, int, float]) -> None:
    app.window = pygame.display.set_mode(size[:2])
    app.change(scale=size[2])
    scene = opened(app, hand, "toll_bar")
    page = page_of(scene)
    for _ in range(2):
        rects = [widget.rect for widget in page.widgets]
        assert all(page.rect.inflate(2, 2).contains(rect) for rect in rects)
        assert not [(a, b) for n, a in enumerate(rects) for b in rects[n + 1 :] if a.colliderect(b)]
        assert page.card.rect.height >= app.look.px(90)
        assert page.code.rect.height >= app.look.px(76)
        hand.click(page.wide)


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_use_in_a_trigger_opens_its_card_and_leaves_the_uses(
    scene: EditorScene, hand: Hand, how: str
) -> None:
    parts = next(page for page in scene.pages if isinstance(page, PartsPage))
    scene.desk.choose(("unit", 2))
    scene.desk.open("parts")
    hand.click(next(b for b in parts.actions.buttons if b.words == "Uses (1)"))
    if how == "mouse":
        hand.click(parts.uses.row_rect(0))
    else:
        scene.ring.focus(parts.uses)
        (hand.key if how == "keys" else hand.pad)("return" if how == "keys" else "a")
    page = page_of(scene)
    assert page.is_open
    assert page.number == 0
    assert "late" in sentence(scene)
    assert scene.ring.focused is page.card
    scene.desk.open("parts")
    hand.tick()
    assert parts.is_on_uses
    assert [row.value.keys[:2] for row in parts.uses.rows] == [("trigger", 0)]
    hand.click(parts.close)
    assert parts.keys == ("unit", 2)
    assert parts.form in parts.widgets


def test_list_of_triggers_marks_those_with_findings(scene: EditorScene, hand: Hand) -> None:
    text = scene.document.text.replace('flag = "alarm"', 'flag = "alarum"')
    scene.document.path.write_text(text, encoding="utf-8")  # type: ignore[union-attr]
    hand.tick(3, 0.1)
    hand.click(page_of(scene).which)
    rows = [one for one in page_of(scene).list.list.rows if not one.is_head]
    found = [findings_of(scene.document.reading, ("trigger", n)) for n in range(2)]
    assert [len(some) for some in found] == [0, 1]
    assert [one.tail for one in rows] == ["", "1 error · now"]


def test_finding_goes_to_the_trigger_while_the_page_is_closed(
    scene: EditorScene, hand: Hand
) -> None:
    scene.desk.open("text")
    scene.desk.choose(("unit", 0))
    line = scene.document.text[: scene.document.text.index('"Hm."')].count("\n") + 1
    scene.desk.go(None, line)
    assert scene.desk.chosen == ("trigger", 1)


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_one_click_makes_an_area_of_one_tile(scene: EditorScene, hand: Hand, how: str) -> None:
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "enter"))
    steps = len(scene.document.steps)
    hand.click(word(scene, "…"))
    if how == "mouse":
        hand.click(at(scene, (5, 1)))
    else:
        scene.ring.focus(scene.board)
        scene.desk.point((5, 1))
        press = hand.key if how == "keys" else hand.pad
        yes = "return" if how == "keys" else "a"
        press(yes)
        assert page_of(scene).is_listing  # a key's second press can be on another tile
        assert scene.board.slip is not None
        assert scene.board.slip.words == "(5, 1): a new area, 1 tile"
        press(yes)
    assert not page_of(scene).is_listing
    assert "stands in floor" in sentence(scene)
    draft = scene.document.reading.draft
    assert draft is not None
    assert set(draft.areas["floor"]) == {(5, 1)}
    assert len(scene.document.steps) == steps + 1
    hand.key("ctrl+z")
    assert "stands in …" in sentence(scene)


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_new_unit_is_made_for_those_that_arrive(scene: EditorScene, hand: Hand, how: str) -> None:
    page, tool = page_of(scene), scene.desk.tool
    hand.click(page.before)
    hand.click(word(scene, "late"))
    assert scene.desk.tool is not tool
    if how == "mouse":
        hand.click(row(scene, "New unit of Red"))
        assert page.list.title == "New unit of Red"
        kind = page.list.menu.options[2].id
        hand.click(row(scene, kind))
    else:
        hand.key("up", "return")
        kind = page.list.menu.options[0].id
        hand.key("return")
    assert not page.is_listing
    assert scene.desk.tool is tool
    assert scene.document.reading.toml.entries("unit")[-1]["kind"] == kind
    assert kind in sentence(scene)
    assert kind in [one.id for one in scene.waiting.units]
    hand.key("ctrl+z")
    assert scene.document.steps == ()


@pytest.mark.parametrize("how", ["keys", "pad"])
def test_cursor_goes_to_what_a_new_condition_leaves_to_choose(
    scene: EditorScene, hand: Hand, how: str
) -> None:
    press = hand.key if how == "keys" else hand.pad
    yes = "return" if how == "keys" else "a"
    page = page_of(scene)
    hand.click(word(scene, " is set"))
    hand.click(row(scene, "enter"))
    assert page.card.word is not None
    assert page.card.word.is_blank
    press(yes)
    assert page.list.title == "Which area"
    press("down", yes)
    assert "stands in door" in sentence(scene)
