"""The page of the triggers and lessons: one as a card, its findings, and its text."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.cards.card_notes import CardNotes
from game.client.editor.cards.card_view import CardView
from game.client.editor.cards.name_tool import NameTool, outline
from game.client.editor.cards.word_lines import APART, IN, WordLine, draw_lines, lines_of
from game.client.editor.cards.word_list import WordList
from game.client.editor.desk.editor_desk import EditorDesk, TablePath
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.overlays.overlay_colours import PLACE_COLOURS
from game.client.editor.writing.code_pane import CodePane
from game.client.kit.theme import BODY, BRASS_LIGHT, INK_FADED, PARCHMENT_EDGE
from game.client.kit.widgets.button import Button
from game.core.cells import Cell
from game.workshop.cards import card_gestures
from game.workshop.cards.card_words import (
    ARRAY,
    ARRAYS,
    CardWord,
    TriggerCard,
    cards_of,
    findings_of,
    span_of,
)
from game.workshop.cards.level_names import tiles_by_card, tiles_of
from game.workshop.cards.new_areas import with_new_area
from game.workshop.cards.word_menus import WordMenu, WordMenus, WordOption
from game.workshop.document import tables
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_reading import LevelReading

HEAD, GAP, ARROW, PLUS, WIDE = 32, 6, 34, 34, 34
"""Height of the head, gaps, and widths of its buttons, at 100%."""
LEAST_CARD, LEAST_TEXT, SHARE = 90, 76, 0.6
"""Least heights of the card and of its text at 100%, and most of the room that the card takes."""


class TriggersPage(EditorPage):
    """One trigger or lesson at a time. A press on a word opens the list of what can stand there."""

    name = "triggers"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        say = desk.app.words.say
        self.cards: tuple[TriggerCard, ...] = ()
        """The cards of the text, or of the last one that was TOML."""
        self.number = 0
        """Place of the card that is shown among all cards."""
        self.before = Button("", lambda: self._turn(-1), icon="icons/back")
        self.after = Button("", lambda: self._turn(1), icon="icons/forward")
        self.before.about, self.after.about = (
            say("editor_card", "before"),
            say("editor_card", "after"),
        )
        self.which = Button("", self._choose_trigger, about=say("editor_card", "which"))
        self.add = Button("", self._add, icon="icons/plus", about=say("editor_card", "add"))
        self.more = Button("", self._do_more, icon="icons/menu", about=say("editor_card", "more"))
        self.wide = Button("", desk.widen, icon="icons/full_screen")
        self.wide.about = say("editor_text", "wide_about")
        self.card = CardView(self._pressed, self._typed, self._looked)
        self.notes = CardNotes(desk)
        self.code = CodePane(desk)
        self.list = WordList(desk.app, self._apply, self.close, self._option_looked, self._deeper)
        self.is_listing = False
        """Whether a list is shown in place of the card."""
        self._named: dict[TablePath, frozenset[Cell]] = {}
        self._word: CardWord | None = None
        self._option: WordOption | None = None
        self._tool: NameTool | None = None
        self._cell: Cell | None = None
        self._seen: LevelReading | None = None
        self._wanted: TablePath = ()
        """Path of the card that was chosen, which may not be shown yet; () for none."""
        self._is_due = True
        """Whether the level has changed since it was shown here."""
        self._arrange()

    # The level

    def show(self) -> None:
        chosen = self.desk.chosen
        self._wanted = chosen[:2] if chosen[:1] and chosen[0] in ARRAYS else self._wanted
        self._is_due = not self.is_open
        if self.is_open:
            self._show()

    def _show(self) -> None:
        """Show the card; only while the page is open, because that takes some milliseconds."""
        reading = self.desk.reading
        if reading.is_toml and reading is not self._seen:
            self._seen = reading
            self.cards, self._named = cards_of(reading), tiles_by_card(reading)
            if self.is_listing and self.desk.tool is not self._tool and self._tool is not None:
                self._tool = None
        places = (n for n, one in enumerate(self.cards) if one.base == self._wanted)
        self.number = min(next(places, self.number), max(0, len(self.cards) - 1))
        self._wanted, card = (), self.cards[self.number] if self.cards else None
        found = findings_of(reading, card.base) if card is not None else []
        self.card.show(card, [one.keys[2:] for one in found], not reading.is_toml)
        self.notes.show(found)
        self._show_text(reading, card)
        self._show_buttons()
        self._light()
        self._arrange()
        if self.rect.height:
            self.place(self.rect)

    def _show_text(self, reading: LevelReading, card: TriggerCard | None) -> None:
        """Show the text of the trigger, or where it was while the text is not TOML."""
        region = self.code.region_after(reading.text)
        if card is None:
            region = 0, 0
        elif reading.is_toml:
            region = span_of(reading, card.base)
        self.code.show(reading, region or (0, len(reading.text)))

    def _show_buttons(self) -> None:
        say, count = self.desk.app.words.say, len(self.cards)
        none = say("editor_card", "none")
        self.before.reason = self.after.reason = "" if count > 1 else say("editor_card", "no_other")
        self.which.reason = self.more.reason = "" if count else none
        self.which.words = (
            say("editor_card", "of", n=self.number + 1, count=count) if count else none
        )
        self.wide.is_selected = self.desk.is_wide

    def _arrange(self) -> None:
        """Take the widgets that are shown now."""
        before = self.widgets
        if self.is_listing:
            self.widgets = self.list.widgets
        else:
            head = (self.before, self.which, self.after, self.add, self.more, self.wide)
            some = (self.card, *self.notes.buttons, self.code) if self.cards else ()
            self.widgets = (*some, *head)
        if before != self.widgets and before:
            self.desk.arrange()

    @property
    def menus(self) -> WordMenus:
        """The maker of the lists for the trigger that is shown."""
        return WordMenus(self.desk.reading, self.desk.editing.palette, self.base)

    @property
    def base(self) -> TablePath:
        """The path of the card that is shown; that of a new trigger if there is none."""
        return self.cards[self.number].base if self.cards else (ARRAY, 0)

    # The board

    def pointed(self, cell: Cell | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self._light()

    def _light(self) -> None:
        """Light the words that name what the board's pointer is on."""
        if self.card.card is None:
            return
        words = self.card.card.words
        lit = (n for n, word in enumerate(words) if self._cell in self._tiles(word))
        self.card.lit = frozenset(lit)

    def _tiles(self, word: CardWord | None) -> frozenset[Cell]:
        """Return the tiles that a word names."""
        reading = self.desk.reading
        is_name = word is not None and word.ref in ("area", "unit", "side")
        return tiles_of(reading, word.ref, word.text) if word and is_name else frozenset()

    def naming(self, cell: Cell | None) -> list[int]:
        """Return the places of the cards that name what is on a tile."""
        if cell is None or not self.desk.reading.is_toml:
            return []
        bases = [base for base, cells in self._named.items() if cell in cells]
        return [n for n, card in enumerate(self.cards) if card.base in bases]

    def draw_on_board(self, surface: pygame.Surface, view: BoardView) -> None:
        if self.is_listing or not self.desk.reading.is_toml:
            return
        named = self._named.get(self.base)
        if named:
            outline(surface, view, sorted(named), PLACE_COLOURS["trigger"], False)
        here = self._tiles(self._word)
        if here:
            outline(surface, view, sorted(here), BRASS_LIGHT, True)

    @property
    def lines(self) -> tuple[WordLine, ...]:
        """The lines from the card's words to the tiles that they name."""
        if self.is_listing or not self.desk.reading.is_toml:
            return ()
        return lines_of(self.card, self.desk.reading, self.desk.app.look.px(APART))

    def draw_above_board(self, surface: pygame.Surface, view: BoardView, room: pygame.Rect) -> None:
        inset, is_right = self.desk.app.look.px(IN), self.rect.x > room.x
        draw_lines(surface, view, self.lines, room, inset, is_right)

    def _looked(self, word: CardWord | None) -> None:
        self._word = word

    def _option_looked(self, option: WordOption) -> None:
        self._option = option
        if self._tool is not None:
            self._tool.current = option

    # Words

    def _pressed(self, word: CardWord) -> None:
        """Open the list of a word, or begin to type it."""
        try:
            self.desk.reading.require_toml()
        except GestureRefused as refused:
            self.desk.refuse(str(refused))
            return
        self._word = word
        if self.menus.is_typed(word):
            self.card.type_word()
            return
        menu = self.menus.menu(word)
        say = self.desk.app.words.say
        hint = say("editor_card", "pick_area") if "area" in menu.picks else ""
        hint = say("editor_card", "pick_unit") if "unit" in menu.picks else hint
        self._open(
            menu, say("editor_card_title", self._title_of(word)), hint, word.kind != "clause"
        )
        if menu.picks:
            self._lend(menu)

    def _title_of(self, word: CardWord) -> str:
        """Return the key of a list's title."""
        if word.kind == "add" and len(word.keys) == 1:
            return "effect" if word.keys[0] == "do" else "event"
        if word.kind == "clause":
            return "this_effect" if word.keys[0] == "do" else "this_condition"
        return word.ref if word.ref in ("area", "unit", "side", "terrain", "thing") else "other"

    def _open(self, menu: WordMenu, title: str, hint: str = "", is_at_current: bool = True) -> None:
        """Show a list in place of the card, from the option that is there now or from the top."""
        self.list.show(menu, title, hint, is_at_current)
        self.is_listing, self._option = True, None
        self._arrange()
        self.desk.focus(self.list.list)

    def _deeper(self, option: WordOption, menu: WordMenu) -> None:
        """Show the list that an option of a list opens."""
        if self._tool is not None and self.desk.tool is self._tool:
            self.desk.give_back()
        self._tool = None
        self._open(menu, option.title, option.about)
        self.desk.changed()

    def close(self) -> None:
        """Close the list."""
        if not self.is_listing:
            return
        self.is_listing, self._option = False, None
        if self._tool is not None and self.desk.tool is self._tool:
            self.desk.give_back()
        self._tool = None
        self._arrange()
        self.desk.changed()
        self.desk.focus(self.card)

    def _lend(self, menu: WordMenu) -> None:
        """Take a tool in hand that picks on the board."""
        self._tool = NameTool(
            self.desk,
            menu.options,
            "area" in menu.picks,
            lambda option: self._apply(option.make),
            self._new_area,
            self.close,
        )
        self._tool.current = next((one for one in menu.options if one.is_current), None)
        self.desk.lend(self._tool)

    def _new_area(self, cells: Sequence[Cell]) -> None:
        """Make an area of these tiles, and name it where the word is."""
        word, base = self._word, self.base
        if word is not None:
            self._apply(lambda: with_new_area(self.desk.reading, base, word, cells))

    def _apply(self, make: Callable[[], Gesture]) -> None:
        """Make the gesture that was chosen, and go back to the card."""
        array, number = str(self.base[0]), int(self.base[1])
        before = self._count(array)
        self.close()
        self.desk.apply(lambda _: make())
        if self._count(array) > before:
            self.desk.choose((array, number + 1))

    def _count(self, array: str) -> int:
        """Return the number of entries that an array of the text has."""
        reading = self.desk.reading
        return len(reading.toml.entries(array)) if reading.is_toml else 0

    def _typed(self, word: CardWord, text: str) -> bool:
        """Give a word what was typed; return whether it was accepted."""
        made = self.menus.typed(word, text)
        if isinstance(made, str):
            self.desk.refuse(made)
            return False
        self.card.drop()
        self.desk.apply(lambda _: made)
        return True

    def finish(self) -> bool:
        return self.card.finish()

    def drop(self) -> bool:
        return self.card.drop()

    # Triggers

    def _turn(self, by: int) -> None:
        if self.cards:
            self.desk.choose(self.cards[(self.number + by) % len(self.cards)].base)

    def _choose_trigger(self) -> None:
        """List the triggers by their sentences."""
        say = self.desk.app.words.say
        here = self.naming(self._cell)
        options = [
            WordOption(
                card.id or say("editor_card", str(card.base[0]), n=card.number + 1),
                partial(self._chosen, card.base),
                card.sentence,
                say("editor_card", "here" if place in here else f"others_{card.base[0]}"),
                is_current=place == self.number,
                problem=self._problem(card.base),
                severity=self._severity(card.base),
            )
            for place, card in sorted(enumerate(self.cards), key=lambda one: one[0] not in here)
        ]
        triggers, lessons = (self._count(array) for array in ARRAYS)
        key = "all_lessons" if lessons else "all"
        title = say("editor_card", key, triggers=triggers, lessons=lessons)
        self._open(WordMenu(tuple(options)), title)

    def _problem(self, base: TablePath) -> str:
        """Return how many of the worst kind of finding a card has; "" without findings."""
        found = [one.finding.severity for one in findings_of(self.desk.reading, base)]
        if not found:
            return ""
        return self.desk.app.words.say("editor_findings", found[0], count=found.count(found[0]))

    def _severity(self, base: TablePath) -> str:
        """Return the worst severity of a card's findings; "" without findings."""
        found = findings_of(self.desk.reading, base)
        return found[0].finding.severity if found else ""

    def _chosen(self, base: TablePath) -> Gesture:
        """Show another card; that changes nothing in the text."""
        self.desk.choose(base)
        return Gesture("", ())

    def _add(self) -> None:
        count = self._count(ARRAY)
        if self.desk.apply(lambda _: self.menus.new_trigger()) is not None:
            self.desk.choose((ARRAY, count))
            self.desk.focus(self.card)

    def _do_more(self) -> None:
        """List what can be done with the trigger or lesson as a whole."""
        say, base, reading = self.desk.app.words.say, self.base, self.desk.reading
        array, number = str(base[0]), int(base[1])
        some: dict[str, Callable[[], Gesture]] = {}
        if number:
            some["up"] = lambda: self._moved(-1)
        if number + 1 < len(reading.toml.entries(array)):
            some["down"] = lambda: self._moved(1)
        some["copy"] = lambda: card_gestures.copy_card(reading, base)
        some["remove"] = lambda: tables.delete(reading, array, number)
        head, menus = say("editor_card_head", array), self.menus
        options = [
            WordOption(say("editor_card_act", key), make, head=head, id=key)
            for key, make in some.items()
        ]
        for group in ("any", "until") if array == ARRAY else ("until",):
            for option in menus.menu(CardWord("", "add", (group,))).options:
                options.append(option._replace(head=say("editor_card_head", group)))
        self._open(WordMenu(tuple(options)), say("editor_card_title", array))

    def _moved(self, by: int) -> Gesture:
        array, number = str(self.base[0]), int(self.base[1])
        made = tables.reorder(self.desk.reading, array, number, number + by)
        self._wanted = self.desk.chosen = array, number + by
        return made

    # Window

    def back(self) -> bool:
        if self.card.drop():
            return True
        was_listing = self.is_listing
        self.close()
        return was_listing

    def go(self, line: int) -> None:
        reading = self.desk.reading
        if not reading.is_toml:
            return
        keys, _ = reading.place(reading.offset(line, 1))
        if keys[:1] and keys[0] in ARRAYS and len(keys) > 1:
            self.desk.choose(keys[:2])

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        app, px = self.desk.app, self.desk.app.look.px
        if self._is_due:
            self.show()
        if self.is_listing:
            self.list.place(rect)
            return
        high, x = px(HEAD), rect.right
        for button, wide in ((self.wide, WIDE), (self.more, PLUS), (self.add, PLUS)):
            x -= px(wide)
            button.place(pygame.Rect(x, rect.y, px(wide), high), app)
            x -= px(GAP)
        self.before.place(pygame.Rect(rect.x, rect.y, px(ARROW), high), app)
        self.after.place(pygame.Rect(x - px(ARROW), rect.y, px(ARROW), high), app)
        left = self.before.rect.right + px(GAP)
        which = pygame.Rect(left, rect.y, self.after.rect.x - px(GAP) - left, high)
        self.which.place(which, app)
        self._lay_card(pygame.Rect(rect.x, rect.y + high + px(GAP), rect.width, 0), rect.bottom)

    def _lay_card(self, room: pygame.Rect, bottom: int) -> None:
        """Lay out the card, its findings and its text, one below the other."""
        app, px = self.desk.app, self.desk.app.look.px
        whole = bottom - room.y
        notes = self.notes.height(room.width)
        rest = max(px(LEAST_CARD), whole - notes - px(LEAST_TEXT) - 2 * px(GAP))
        self.card.place(pygame.Rect(room.x, room.y, room.width, px(LEAST_CARD)), app)
        most = max(px(LEAST_CARD), round(SHARE * whole) - notes)
        high = min(rest, most, max(px(LEAST_CARD), self.card.extent))
        self.card.place(pygame.Rect(room.x, room.y, room.width, high), app)
        y = room.y + high + px(GAP)
        self.notes.place(pygame.Rect(room.x, y, room.width, notes))
        y += notes + (px(GAP) if notes else 0)
        self.code.place(pygame.Rect(room.x, y, room.width, max(px(LEAST_TEXT), bottom - y)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.desk.app, self.desk.app.look.px
        if self.is_listing:
            self.list.paint(surface)
            return
        if not self.cards:
            words = app.words.say("editor_card", "empty")
            room = self.rect.inflate(-px(20), 0)
            text = app.type.block(words, max(1, room.width), "serif", BODY, INK_FADED)
            surface.blit(text, (room.x, room.y + px(HEAD + 20)))
            return
        self.notes.paint(surface)
        y = self.code.rect.y - px(GAP) // 2
        pygame.draw.line(surface, PARCHMENT_EDGE, (self.rect.x, y), (self.rect.right, y), px(1))
