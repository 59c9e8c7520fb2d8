"""The page with all parts of the level: their list, the form of one, and its uses."""

from dataclasses import replace

import pygame

from game.client.editor.desk.editor_desk import EditorDesk, TablePath
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.forms.form_editing import FormEditing
from game.client.editor.forms.form_list import FormList
from game.client.editor.forms.part_actions import PartActions
from game.client.editor.forms.part_list_box import PartList, icon_of
from game.client.kit.theme import BODY, INK, INK_FADED, SMALL
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.search_field import SearchField
from game.workshop.cards.card_words import ARRAYS as CARDS
from game.workshop.edited_board import BoardSide
from game.workshop.forms.entry_forms import FormField
from game.workshop.forms.field_words import words_of
from game.workshop.forms.part_list import LevelPart, around, part_of, parts_of
from game.workshop.forms.use_list import UseRow, place_of, use_rows

HEAD, SEARCH, HIGH, GAP, BACK = 44, 36, 34, 6, 40
"""Heights of the head, the search and a button, a gap, and the width of the button that goes back,
at 100%.
"""
ACROSS = 2
"""Number of buttons in a row, where there is room for their words."""
LOW = 330
"""Height of a page that is too low for a search and for words on buttons, at 100%."""


class PartsPage(EditorPage):
    """The list of parts; if one is chosen, its form or the list of its uses."""

    name = "parts"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        say = desk.app.words.say
        self.search = SearchField(say("editor", "search"), self.show)
        self.parts = PartList(self._opened)
        self.uses = ListBox[UseRow](on_press=self._went, is_pressed_by_click=True)
        self.editing = editing = FormEditing(desk, lambda: self.keys, self._type)
        self.form = FormList(editing.edit, editing.turn, editing.reset, editing.typed)
        self.close = Button("", self._close, icon="icons/back", about=say("editor_form", "close"))
        self.actions = PartActions(desk, lambda: self.keys, self._toggle_uses)
        self.is_on_uses = False
        """Whether the uses are shown instead of the form."""
        self._before: TablePath = ()
        """Path of the part that was chosen before a trigger was."""
        self._shown: tuple[object, ...] = ()
        self._title = self._facts = ""
        self._is_stale = True
        """Whether the rows are those of an older text or choice."""

    @property
    def keys(self) -> TablePath:
        """The path of the part whose form is open; () for none. A card closes no form."""
        chosen = self.desk.chosen
        return self._before if chosen and chosen[0] in CARDS else chosen

    @property
    def part(self) -> LevelPart | None:
        """The part that is chosen, if it is one of the list."""
        if not self.keys or not self.desk.reading.is_toml:
            return None
        return part_of(self.desk.reading, self.keys)

    @property
    def is_tall(self) -> bool:
        return self.part is not None

    # Contents

    def dress(self, sides: tuple[BoardSide, ...]) -> None:
        self.parts.dress(sides, self.desk.book)

    def show(self) -> None:
        self._before = self.keys
        part = self.part
        now = self._now
        if now == self._shown:
            return
        if self._shown[1:2] != (self.keys,):
            self.is_on_uses = part is not None and isinstance(self.keys[1:2] and self.keys[-1], str)
            self.search.set("")
        self._shown = self._now
        self._title, self._facts = (part.title, part.facts) if part is not None else ("", "")
        self._is_stale = True
        before = self.widgets
        self.actions.show(part, self.is_on_uses)
        self.widgets = tuple(self._widgets(part))
        if before != self.widgets:
            self.desk.arrange()

    @property
    def _now(self) -> tuple[object, ...]:
        """All that decides what is shown; the second is the path of the part."""
        desk = self.desk
        return desk.reading, self.keys, self.search.text, self.is_on_uses, desk.editing.side

    def _fill(self) -> None:
        """Make the rows, once the page is open."""
        if not self._is_stale or not self.desk.reading.is_toml:
            return
        self._is_stale, part = False, self.part
        entry = "nothing_found" if self.search.text.strip() else "nothing_listed"
        self.parts.empty = self.form.empty = self.desk.app.words.say("editor", entry)
        self.actions.count_uses()
        if part is None:
            self._fill_parts()
        elif self.is_on_uses:
            self._fill_uses()
        else:
            self._fill_form()

    def _widgets(self, part: LevelPart | None) -> list[Widget]:
        found: list[Widget] = [self.search] if not self.is_on_uses or part is None else []
        if part is not None:
            found.insert(0, self.close)
        found.append(self.parts if part is None else self.uses if self.is_on_uses else self.form)
        return [*found, *self.actions.buttons]

    def _is_wanted(self, *texts: str) -> bool:
        whole = " ".join(texts).casefold()
        return all(word in whole for word in self.search.text.casefold().split())

    def _fill_parts(self) -> None:
        say, rows = self.desk.app.words.say, list[ListRow[LevelPart]]()
        head = ""
        found = [
            one for one in parts_of(self.desk.reading) if self._is_wanted(one.title, one.facts)
        ]
        for one in found:
            if one.array != head:
                head = one.array
                count = sum(other.array == head for other in found)
                words = say("editor_parts", head)
                rows.append(ListRow(one, words, is_head=True, tail=str(count)))
            rows.append(ListRow(one, one.title, one.facts, icon=icon_of(one)))
        here = self.parts.current
        same = (r.value for r in rows if here is not None and r.value.keys == here.value.keys)
        rolled = self.parts.offset
        self.parts.fill(rows, next(same, None))
        self.parts.offset = rolled
        self.parts.roll(0)

    def _fill_uses(self) -> None:
        say = self.desk.app.words.say
        rows = [
            ListRow(one, one.title, one.text, tail=say("editor", "line", line=one.line))
            for one in use_rows(self.desk.reading, self.keys)
        ]
        here = self.uses.current
        same = (r.value for r in rows if here is not None and r.value.keys == here.value.keys)
        self.uses.fill(rows, next(same, None))

    def _fill_form(self) -> None:
        forms, form = self.editing.forms, self.editing.form
        if form is None:
            self.form.show_rows(())
            return
        if form.around is not None:
            self._title = form.title
        marked = {one.keys: one.finding for one in reversed(self.desk.reading.findings)}
        rows: list[ListRow[FormField]] = []
        tables = {one.keys[:-1] for one in form.fields if one.shape.kind != "entry"}
        for field in form.fields:
            words = "" if field.keys in tables else words_of(forms, field)
            if not self._is_wanted(field.label, field.key, words):
                continue
            problem = marked.get(field.keys)
            origin = field.inherited.origin if field.inherited and not field.is_written else ""
            under = problem.message if problem else origin if ":" in origin else ""
            row = ListRow(field, field.label, under, tail=words, last=words)
            is_warning = problem is not None and problem.severity != "error"
            rows.append(replace(row, is_bad=problem is not None, is_warning=is_warning))
        self.form.show_rows(rows)

    # Choices

    def _opened(self, part: LevelPart) -> None:
        if part.array in CARDS:
            self._open_card(part.keys)
            return
        self.desk.choose(part.keys)
        cell = place_of(self.desk.reading, part.keys)
        if cell is not None:
            self.desk.point(cell)
        self.desk.app.sounds.ui("button")

    def _went(self, row: UseRow) -> None:
        """Go to a use, on the board and in the text; open the card of one inside a trigger."""
        self.desk.go(row.cell, row.line)
        if row.keys[0] in CARDS:
            self._open_card(row.keys[:2])

    def _open_card(self, keys: TablePath) -> None:
        self.desk.choose(keys)
        self.desk.open("triggers", is_focused=True)

    def _type(self, field: FormField, text: str) -> None:
        self.form.type_value(field, text)

    def _close(self) -> None:
        """Take what is typed, and close the form or the list of uses."""
        if self.finish():
            self.back()

    def finish(self) -> bool:
        return self.form.typed.finish()

    def drop(self) -> bool:
        return self.form.typed.drop()

    def _toggle_uses(self) -> None:
        self.is_on_uses = not self.is_on_uses
        self.show()

    def back(self) -> bool:
        if self.form.typed.drop():
            return True
        if self.part is None:
            return False
        is_named_only = isinstance(self.keys[-1], str) and len(self.keys) > 1
        if self.is_on_uses and not is_named_only:
            self._toggle_uses()
        else:
            self.desk.choose(around(self.keys))
        return True

    # Layout and drawing

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._fill()
        app, px = self.desk.app, self.desk.app.look.px
        gap, high = px(GAP), px(HIGH)
        y, is_open = rect.y, self.part is not None
        if is_open:
            self.close.place(pygame.Rect(rect.x, y, px(BACK), px(BACK)), app)
            y += px(HEAD) + gap
        is_low = rect.height < px(LOW)
        self.search.is_shown = not is_low
        self.actions.shorten(is_low)
        if self.search in self.widgets and not is_low:
            self.search.place(pygame.Rect(rect.x, y, rect.width, px(SEARCH)), app)
            y = self.search.rect.bottom + gap
        buttons = self.actions.buttons
        across = max(1, len(buttons)) if is_low else ACROSS
        rows = -(-len(buttons) // across)
        bottom = rect.bottom - rows * (high + gap)
        self._lay_buttons(buttons, rect, bottom + gap, across)
        for box in (self.parts, self.uses, self.form):
            if box in self.widgets:
                box.place(pygame.Rect(rect.x, y, rect.width, bottom - y), app)

    def _lay_buttons(
        self, buttons: tuple[Button, ...], rect: pygame.Rect, top: int, across: int
    ) -> None:
        app, gap = self.desk.app, self.desk.app.look.px(GAP)
        high, wide = app.look.px(HIGH), (rect.width - (across - 1) * gap) // across
        for n, button in enumerate(buttons):
            is_alone = n % across == 0 and n + 1 == len(buttons)
            x, y = rect.x + n % across * (wide + gap), top + n // across * (high + gap)
            own = pygame.Rect(x, y, rect.width if is_alone else wide, high)
            button.place(own, app)

    def paint(self, surface: pygame.Surface) -> None:
        self._fill()
        app, px = self.desk.app, self.desk.app.look.px
        if self.part is None:
            if not self.desk.reading.is_toml:
                words = app.words.say("editor_form", "not_toml")
                text = app.type.block(words, self.rect.width, "sans", BODY, INK_FADED)
                surface.blit(text, self.rect)
            return
        x = self.close.rect.right + px(10)
        room = self.rect.right - x
        key = "uses_of" if self.is_on_uses else "form_of"
        words = app.words.say("editor_form", key, title=self._title)
        title = app.type.fit_line(words, room, "serif bold", 18, INK)
        facts = app.type.fit_line(self._facts, room, "sans", SMALL, INK_FADED)
        middle = self.close.rect.centery
        if not self._facts:
            surface.blit(title, title.get_rect(midleft=(x, middle)))
            return
        surface.blit(title, title.get_rect(bottomleft=(x, middle + px(4))))
        surface.blit(facts, facts.get_rect(topleft=(x, middle + px(3))))
