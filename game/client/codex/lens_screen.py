"""The rulebook lens: one attack, as each rulebook resolves it, in a column."""

from typing import TYPE_CHECKING

import pygame

from game.client.codex.leaf import Leaf
from game.client.codex.rule_page import write_example
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import (
    BODY,
    CREAM,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.screen import Screen
from game.client.panels.odds_numbers import summary
from game.client.panels.parchment_page import Sheet
from game.present.codex.rulebook_lens import LensResult
from game.present.forecast.numbers import decimal, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.kit.app import App

WIDEST, MARGIN, HEAD, FOOT, PAD = 900, 32, 84, 76, 30


class LensScene(Screen):
    """The results of the lens, with the attack's own rulebook first."""

    def __init__(self, app: "App", seen: tuple[LensResult, ...]) -> None:
        super().__init__(app)
        self.seen = seen
        self.leaf = Leaf(app, app.look_up)
        self.back = Button(app.words.say("lens", "back"), self.left, icon="icons/back")
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self.ring.hold((self.leaf, self.back))
        self.ring.focus(self.back)

    def resized(self, size: tuple[int, int]) -> None:
        super().resized(size)
        self._write()

    def _write(self) -> None:
        sheet, say = Sheet(self.app, self.leaf.rect.width), self.app.words.say
        write_summary(sheet, self.seen)
        for n, one in enumerate(self.seen):
            sheet.gap(16)
            sheet.text(one.title, "serif bold", LARGE + 4)
            key = "own" if n == 0 else "other"
            words = say("lens", key, attacker=one.attacker, target=one.target)
            sheet.text(words, "sans italic", BODY, INK_FADED)
            write_example(sheet, f"lens {one.book} {one.attacker} {one.target}", "", one.worked)
        if len(self.seen) == 1:
            sheet.text(say("lens", "alone"), "serif", BODY + 1)
        self.leaf.page.take(sheet, is_new=False)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDEST), size[0] - 2 * px(MARGIN))
        top, bottom = px(HEAD), size[1] - px(FOOT)
        self._sheet = pygame.Rect((size[0] - wide) // 2, top, wide, bottom - top)
        self.leaf.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD - 6)), app)
        foot = pygame.Rect(self._sheet.x, bottom + px(13), px(170), px(50))
        self.back.place(foot, app)

    def acted(self, event: Input) -> bool:
        """Scroll the page wherever the focus is."""
        is_roll = isinstance(event, Act) and event.name in ("page_up", "page_down", "up", "down")
        return is_roll and self.leaf.heard(event)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = app.type.line(say("lens", "head"), "serif bold", TITLE, CREAM)
        surface.blit(head, (self._sheet.x, px(8)))
        under = app.type.line(say("lens", "under"), "sans", BODY, PARCHMENT_EDGE)
        surface.blit(under, (self._sheet.x, px(10) + head.get_height()))
        panel(app, surface, self._sheet)


def write_summary(sheet: Sheet, seen: tuple[LensResult, ...]) -> None:
    """Write a table of all rulebooks: chance to do damage, mean damage, chance to defeat."""
    app, px, say = sheet.app, sheet.app.look.px, sheet.app.words.say
    heads = "", *(say("lens", key) for key in ("hurt", "mean", "fells"))
    rows = [heads, *(row for one in seen for row in _rows(app, one))]
    column, high = px(116), app.type.height("sans", BODY)
    for n, row in enumerate(rows):
        face: Face = "sans bold" if n else "sans"
        colour, size = (INK, BODY) if n else (INK_FADED, SMALL)
        room = sheet.width - 3 * column
        sheet.put(app.type.fit_line(row[0], room - px(8), "sans", BODY, INK), 0, sheet.y)
        for place, words in enumerate(row[1:]):
            line = app.type.line(words, face, size, colour)
            right = room + (place + 1) * column
            sheet.put(line, right - line.get_width(), sheet.y + (high - line.get_height()) // 2)
        sheet.y += high
        edge = pygame.Surface((sheet.width, 1))
        edge.fill(PARCHMENT_DARK)
        sheet.put(edge, 0, sheet.y)
        sheet.gap(3)


def _rows(app: "App", one: LensResult) -> "Iterator[tuple[str, ...]]":
    """Yield a row for the attack, or one for each assumed reaction to it."""
    life = {token.id: token.life for token in one.worked.picture.tokens if token.life is not None}
    for part in one.worked.parts:
        if part.told is None:
            continue
        found = summary(part.told, life)
        name = app.words.say("lens", "row", book=one.title, how=part.note)
        if not part.note:
            name = one.title
        fells = f"{percent(found.fells)}%"
        yield name, f"{percent(found.chance)}%", decimal(found.mean), fells
