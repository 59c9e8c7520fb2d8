"""The guide's first level, made in the window as the page says, and played."""

import re

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.editor.level_shelf import LevelShelf
from game.client.editor.pages.parts_page import PartsPage
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.screens.pause_menu import PauseMenu
from game.client.setup.seat_choice import SeatChoice
from game.content.levels import read_level
from game.content.shipped_folders import levels_root
from game.core.cells import Cell
from game.rules.registry import find_books
from game.workshop.trial_battles import play_trial
from tests.client.conftest import Hand
from tests.client.test_editor_cards import at, page_of, row, sentence, word

PAGE = (levels_root() / "FIRST_LEVEL.md").read_text(encoding="utf-8")
BOOKS = find_books().books
MOST_PRESSES = 90
"""Maximum number of clicks, drags and typed words for the whole level."""


class Author:
    """Somebody who follows the page, and whose presses are counted."""

    def __init__(self, app: App, hand: Hand) -> None:
        self.app, self.hand, self.presses = app, hand, 0
        self.scene = self._opened()

    def _opened(self) -> EditorScene:
        shelf = LevelShelf(self.app)
        self.app.push(shelf)
        self.hand.tick()
        self.click(shelf.new)
        menu = self.app.scene
        assert isinstance(menu, PauseMenu)
        self.click(next(button for button in menu.buttons if button.words == "Action"))
        assert isinstance(self.app.scene, EditorScene)
        self.hand.tick()
        return self.app.scene

    def click(self, where: Widget | pygame.Rect | tuple[int, int], times: int = 1) -> None:
        self.presses += times
        self.hand.click(where, times=times)

    def drag(self, start: Cell, end: Cell) -> None:
        self.presses += 1
        self.hand.drag(at(self.scene, start), at(self.scene, end))

    def tile(self, cell: Cell, times: int = 1) -> None:
        self.click(at(self.scene, cell), times)

    def type(self, text: str) -> None:
        self.presses += 1
        self.hand.type(text)

    def take(self, words: str, title: str) -> None:
        search, wares = self.scene.palette.search, self.scene.palette.wares
        self.click(search)
        self.type(words)
        assert search.text == words
        rows = enumerate(wares.rows)
        found = next(n for n, one in rows if not one.is_head and one.title == title)
        self.click(wares.row_rect(found))

    def tool(self, name: str) -> None:
        button = self.scene.tools.buttons[name]
        self.click(button)

    def tab(self, title: str) -> None:
        tabs = self.scene.right_stack.tabs
        number = tabs.names.index(title)
        self.presses += 1
        tabs.open(number)
        self.hand.tick()

    def word(self, text: str, choice: str = "", place: int = 0) -> None:
        """Click a word of the sentence, and then an entry of its list."""
        self.click(word(self.scene, text, place))
        if choice:
            self.click(row(self.scene, choice))

    def side(self, title: str) -> None:
        while not self.scene.palette.side.words.endswith(title):
            self.click(self.scene.palette.side)


@pytest.fixture
def author(app: App, hand: Hand) -> Author:
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    return Author(app, hand)


def make(author: Author) -> str:
    """Make the level by the steps of the page; return its text."""
    scene = author.scene
    author.take("stone wall", "Stone wall")
    author.tool("line")
    author.drag((8, 1), (8, 8))
    author.take("portcullis", "Portcullis")
    author.tool("brush")
    author.tile((8, 4))
    author.take("lever", "Lever")
    author.tile((3, 5))
    author.tab("Triggers")
    author.click(page_of(scene).add)
    assert sentence(scene) == "Once, when all of: round 2 begins — show “Something happens.”"
    author.word("round ", "A unit has opened or pulled something")
    author.word("…")
    author.tile((3, 5))
    author.word("show “", "Change terrain")
    author.word("…")
    author.tile((8, 4))
    told = re.search(r"Now it says: “(.*)\.”", PAGE)
    assert told is not None
    assert sentence(scene) == told[1]
    author.take("footpad", "Footpad")
    author.side("Blue")
    author.tile((11, 2))
    author.click(page_of(scene).add)
    author.word("round ", "A unit stands in an area")
    author.word("any unit", "Red")
    author.word("…")
    author.drag((9, 3), (9, 5))
    author.word("Something happens.")
    author.type("Now! Get her!")
    author.hand.key("return")
    assert sentence(scene).endswith("show “Now! Get her!”")
    author.tool("area")
    author.drag((14, 7), (14, 8))
    buttons = {button.about: button for button in button_list(scene)}
    author.click(next(it for about, it in buttons.items() if "objective to reach" in about))
    return scene.document.text


def button_list(scene: EditorScene) -> list[Button]:
    page = next(page for page in scene.pages if isinstance(page, PartsPage))
    return list(page.actions.buttons)


def test_first_level_is_made_by_its_page_without_findings(author: Author) -> None:
    text = make(author)
    reading = author.scene.document.reading
    assert [one.finding.text() for one in reading.findings] == []
    assert author.presses <= MOST_PRESSES, author.presses
    level = read_level(text, file="first.toml", id="first", books=BOOKS)
    assert len(level.script.triggers) == 2
    (aim,) = level.script.objectives
    assert aim.side == "red"
    played = [play_trial(BOOKS["action"], level, seed, "soldier") for seed in (1, 2, 3)]
    assert any(one.counts.triggers[0] for one in played)
    assert any(one.counts.triggers[1] for one in played)


def test_first_level_is_played_and_undone(author: Author, app: App, hand: Hand) -> None:
    start = author.scene.document.text
    make(author)
    hand.key("f5")
    seats = app.scene
    assert isinstance(seats, SeatChoice)
    assert seats.done.words == "Done"
    hand.click(seats.done)
    assert isinstance(app.scene, BattleScene)
    app.pop()
    while author.scene.document.steps:
        hand.key("ctrl+z")
    assert author.scene.document.text == start


def test_words_of_the_page_are_those_of_the_window(author: Author) -> None:
    """Check that each word in italics is a text of the window, or a name of the palette."""
    say = author.app.words.say
    known = {author.scene.palette.side.words, "round", "lever", "any unit", "show", "…", "+", "Red"}
    known |= {ware.title for ware in (*author.scene.desk.editing.palette.grounds,)}
    known |= {ware.title for ware in author.scene.desk.editing.palette.kinds}
    known |= {"New units: Blue", "Action", "italics", "Something happens."}
    places = ("client/kit", "workshop/cards", "workshop/forms", "rules/action")
    texts = [levels_root().parent / "game" / place / "texts.toml" for place in places]
    catalogue = "".join(path.read_text("utf-8") for path in texts)
    shown = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", PAGE)
    assert len(shown) > 25
    assert [one for one in shown if one not in known and f'= "{one}"' not in catalogue] == []
    assert say("shelf", "new") in shown
