"""The card of a unit, written on a page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import Standees
from game.client.kit.theme import BODY, INK, INK_FADED, LARGE, SMALL
from game.client.panels.panel_drawing import life
from game.client.panels.parchment_page import Sheet
from game.present.codex.keywords import Keywords
from game.present.picture import Card, CardLine, Lasting, Token

if TYPE_CHECKING:
    from game.client.kit.app import App


class UnitCard:
    """Writer of unit cards."""

    def __init__(self, app: "App", standees: Standees, keywords: Keywords) -> None:
        self._app, self._standees, self._keywords = app, standees, keywords

    def write(self, sheet: Sheet, card: Card, token: Token, unusable: Sequence[str] = ()) -> None:
        """Write the whole card; `unusable` are the reasons why it can't be attacked."""
        app, px, say = self._app, self._app.look.px, self._app.words.say
        size = px(72), px(84)
        portrait = self._standees.portrait(token.face, token.side, size)
        top = sheet.y
        sheet.put(portrait, 0, top)
        left = size[0] + px(14)
        sheet.text(card.title, "serif bold", LARGE, left=left, most=2)
        if token.life is not None and token.most:
            self._life(sheet, token, left)
        for one in token.conditions[:4]:
            icon = f"icons/conditions/{one.id}"
            if app.art.has(icon):
                image = app.art.image(icon, (px(20), px(20)), INK)
                sheet.put(image, left, sheet.y + px(4))
                left += px(24)
        sheet.y = max(sheet.y, top + size[1])
        if unusable:
            sheet.head(say("forecast", "unusable"))
            for words in unusable:
                sheet.text(words, "sans", SMALL, INK)
        if card.intent:
            sheet.head(say("forecast", "intent"))
            for words in card.intent:
                sheet.point(words)
        if card.about:
            sheet.gap(6)
            sheet.linked(card.about, self._keywords.links, "sans italic", BODY, INK_FADED)
        if card.lines:
            sheet.gap(6)
            sheet.pair([(line.label, line.value) for line in card.lines])
        if card.behaviour:
            sheet.head(say("forecast", "behaviour"))
            sheet.text(" ".join(card.behaviour), "sans", SMALL, INK)
        if card.conditions:
            sheet.head(say("forecast", "conditions"))
            for held in card.conditions:
                self._lasting(sheet, held)
        for head, things in (*card.kit, (say("forecast", "items"), card.items)):
            if things:
                self._things(sheet, head, things)

    def _things(self, sheet: Sheet, head: str, things: Sequence[CardLine]) -> None:
        """Write a section of gear, items or abilities, each with its description."""
        sheet.head(head)
        for thing in things:
            sheet.flow([(thing.label, self._keywords.page_of(thing.label) or "")], "sans bold")
            self._told(sheet, thing)

    def _life(self, sheet: Sheet, token: Token, left: int) -> None:
        assert token.life is not None
        assert token.most
        px, say = self._app.look.px, self._app.words.say
        share = token.life / token.most
        words = say("forecast", "life", life=token.life, most=token.most)
        line = self._app.type.line(words, "sans bold", BODY, INK)
        width = max(px(40), sheet.width - left - line.get_width() - px(12))
        bar = pygame.Surface((width, px(12)), pygame.SRCALPHA)
        life(self._app, bar, bar.get_rect(), share)
        at = sheet.put(line, sheet.width - line.get_width(), sheet.y)
        sheet.put(bar, left, at.centery - bar.get_height() // 2)
        sheet.y = at.bottom

    def _lasting(self, sheet: Sheet, held: Lasting) -> None:
        say, px = self._app.words.say, self._app.look.px
        left, icon = 0, f"icons/conditions/{held.id}"
        if self._app.art.has(icon):
            sheet.put(self._app.art.image(icon, (px(18), px(18)), INK), 0, sheet.y + px(1))
            left = px(24)
        turns = say("forecast", "turns", turns=held.turns) if held.turns else ""
        title = f"{held.title} · {turns}" if turns else held.title
        page = self._keywords.page_of(held.id)
        sheet.flow([(title, page or "")], "sans bold", left=left)
        self._told(sheet, held, left)
        sheet.gap(2)

    def _told(self, sheet: Sheet, thing: CardLine | Lasting, left: int = 0) -> None:
        """Write the facts line and the flavour of an item, ability or condition."""
        find = self._keywords.links
        if thing.facts:
            sheet.linked(thing.facts, find, "sans", SMALL, left=left)
        if thing.about:
            sheet.linked(thing.about, find, "sans italic", SMALL, INK_FADED, left)
