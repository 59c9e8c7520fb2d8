"""New levels from the list of levels to edit: a room of each rulebook, which has no errors."""

import pytest

from game.client.editor.level_shelf import LevelShelf
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.screens.pause_menu import PauseMenu
from game.client.screens.text_prompt import TextPrompt
from game.rules.registry import find_books
from game.workshop.document.level_document import LevelDocument
from game.workshop.editable_levels import NEW, file_name
from tests.client.conftest import Hand

BOOKS = find_books().books


@pytest.mark.parametrize("number", range(len(BOOKS)), ids=list(BOOKS))
@pytest.mark.parametrize("is_pad", [False, True], ids=["mouse", "pad"])
def test_new_level_of_each_rulebook_has_no_findings(
    app: App, hand: Hand, number: int, is_pad: bool
) -> None:
    shelf = LevelShelf(app)
    app.push(shelf)
    hand.tick()
    if is_pad:
        shelf.ring.focus(shelf.new)
        hand.pad("a")
    else:
        hand.click(shelf.new)
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    assert [button.words for button in menu.buttons[:-1]] == [it.title for it in app.books.values()]
    if is_pad:
        menu.ring.focus(menu.buttons[number])
        hand.pad("a")
    else:
        hand.click(menu.buttons[number])
    scene = app.scene
    assert isinstance(scene, EditorScene)
    assert scene.document.reading.findings == ()
    assert scene.document.path is None
    book = scene.document.reading.book
    assert book is not None
    assert book.id == list(app.books)[number]
    hand.key("ctrl+s")
    prompt = app.scene
    assert isinstance(prompt, TextPrompt)
    hand.click(prompt.give)
    assert (app.folder / "levels" / "a_new_level.toml").exists()


def test_path_of_no_file_leads_to_a_new_level(app: App, hand: Hand) -> None:
    shelf = LevelShelf(app)
    app.push(shelf)
    hand.click(shelf.other)
    prompt = app.scene
    assert isinstance(prompt, TextPrompt)
    prompt.field.set("mine/ambush.toml")
    hand.click(prompt.give)
    assert app.scene is prompt
    why = "There is no file 'mine/ambush.toml'. Make a new level with “New level”."
    assert prompt.trouble == why


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The salt cellar", "the_salt_cellar.toml"),
        ("Bo's café: 2 doors", "bos_cafe_2_doors.toml"),
        ("…", "new_level.toml"),
    ],
)
def test_new_level_is_saved_under_its_title(app: App, title: str, name: str) -> None:
    scene = app.navigation.new_level("action")
    assert isinstance(scene, EditorScene)
    changed = scene.document.text.replace('title = "A new level"', f'title = "{title}"')
    document = LevelDocument(changed, BOOKS, name=NEW, tell=str)
    assert file_name(document) == name
