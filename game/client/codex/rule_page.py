"""A page of the codex: a rule with its example."""

from fractions import Fraction
from typing import TYPE_CHECKING

import pygame

from game.client.board.side_looks import looks_of
from game.client.codex.example_board import place_picture
from game.client.kit.theme import (
    BODY,
    BRASS_DARK,
    HARM,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT_DARK,
    SMALL,
    TITLE,
)
from game.client.panels.die_faces import die, sides_of
from game.client.panels.panel_drawing import tag
from game.client.panels.parchment_page import LinkFinder, Sheet, no_links
from game.present.codex.entries import CodexEntry
from game.present.codex.example_player import Said, ShownStep, Worked
from game.present.codex.keywords import TextLink
from game.present.codex.library import Library
from game.present.forecast.numbers import percent
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App

INSET, BAR, DIE = 18, 120, 22
"""Inset of an example's lines, length of the longest bar, and size of a die, at 100%."""


def write_entry(sheet: Sheet, library: Library, entry: CodexEntry, book: str) -> None:
    """Write a rule, and its example as played by the game."""
    say, codex = sheet.app.words.say, library.codex
    keywords = library.keywords(entry.book)

    def find(words: str) -> tuple[TextLink, ...]:
        return keywords.links(words, entry.id)

    under = sheet.app.type.line(f"{entry.id} · {book}", "sans", SMALL, INK_FADED)
    sheet.text(entry.title, "serif bold", TITLE, most=2)
    sheet.put(under, 0, sheet.y)
    sheet.y += under.get_height()
    sheet.gap(12)
    sheet.linked(entry.text, find, "serif", BODY + 1)
    sheet.gap(12)
    sheet.head(say("codex", "example"))
    sheet.gap(6)
    try:
        worked = codex.example(entry.id)
    except Failure as failure:
        sheet.text(str(failure), "sans", BODY, HARM)
        return
    write_example(sheet, entry.id, codex.about(entry.id), worked, find)


def write_example(
    sheet: Sheet, id: str, about: str, worked: Worked, find: LinkFinder = no_links
) -> None:
    """Write an example: its position, and the result of each step."""
    if about:
        sheet.linked(about, find, "sans italic")
    board = place_picture(sheet.app, id, worked, sheet.width)
    sheet.put(board, (sheet.width - board.get_width()) // 2, sheet.y)
    sheet.y += board.get_height()
    _caption(sheet, worked)
    for part in worked.parts:
        _part(sheet, part)
    sheet.gap(8)


def _caption(sheet: Sheet, worked: Worked) -> None:
    """Write the name and life of each unit on the board, with its side's colour."""
    app, px = sheet.app, sheet.app.look.px
    looks = looks_of(worked.sides)
    shown = [token for token in worked.picture.tokens if token.at is not None]
    made = []
    for token in shown:
        words = token.title if token.life is None else f"{token.title} {token.life}"
        made.append((app.type.line(words, "sans", SMALL, INK), looks[token.side].colour))
    wide = sum(line.get_width() + px(34) for line, _ in made) - px(16)
    x, high = max(0, (sheet.width - wide) // 2), app.type.height("sans", SMALL)
    sheet.gap(4)
    for line, colour in made:
        dot = pygame.Surface((px(11), px(11)), pygame.SRCALPHA)
        pygame.draw.aacircle(dot, colour, (px(5), px(5)), px(5))
        sheet.put(dot, x, sheet.y + (high - px(11)) // 2)
        sheet.put(line, x + px(17), sheet.y)
        x += line.get_width() + px(34)
    sheet.y += high
    sheet.gap(4)


def _part(sheet: Sheet, part: ShownStep) -> None:
    """Write one step: its title and its result."""
    app, px = sheet.app, sheet.app.look.px
    sheet.gap(8)
    kind = part.kind if part.title or part.kind == "queue" else "begins"
    words = app.words.say("codex", kind, title=part.title)
    top = sheet.y
    sheet.text(words, "sans bold", BODY, HARM if part.kind == "refused" else INK, left=px(INSET))
    mark = pygame.Surface((px(3), sheet.y - top), pygame.SRCALPHA)
    mark.fill(HARM if part.kind == "refused" else BRASS_DARK)
    sheet.put(mark, px(4), top)
    for line in part.lines:
        if line.weight is not None:
            _likely(sheet, line, part)
        else:
            _line(sheet, line)
    if part.reasons:
        sheet.gap(4)
        sheet.text(app.words.say("codex", "reasons"), "sans", SMALL, INK_FADED, left=px(INSET))
    for line in part.reasons:
        _line(sheet, line)


def _line(sheet: Sheet, line: Said) -> None:
    """Write a line with its dice, and its rule at the right edge."""
    app, px = sheet.app, sheet.app.look.px
    edge, high = sheet.width, app.type.height("sans", BODY)
    if line.rule:
        made = tag(app, line.rule)
        edge -= made.get_width()
        sheet.put(made, edge, sheet.y + (high - made.get_height()) // 2, line.rule)
    left = px(2 * INSET)
    text = line.text
    if line.value is not None:
        text = f"{line.text[:1].upper()}{line.text[1:]}"
        if line.value:
            number = f"{line.value:+}".replace("-", "−")
            sheet.put(app.type.line(number, "sans bold", BODY, INK), left, sheet.y)
        left += px(34)
    left += _dice(sheet, line, left, high)
    sheet.text(text, "sans", BODY, left=left, right=sheet.width - edge + px(12))


def _dice(sheet: Sheet, line: Said, left: int, high: int) -> int:
    """Draw the dice of a roll; return the width they take."""
    px, size = sheet.app.look.px, sheet.app.look.px(DIE)
    if not line.roll or not line.dice:
        return 0
    x = left
    for sides, face in zip(sides_of(line.roll, line.dice), line.dice, strict=True):
        sheet.put(die(sheet.app, sides, face, size), x, sheet.y + (high - size) // 2)
        x += size + px(3)
    return x - left + px(5)


def _likely(sheet: Sheet, line: Said, part: ShownStep) -> None:
    """Write an outcome: its chance as a percentage and a bar, and its text."""
    app, px = sheet.app, sheet.app.look.px
    share = Fraction(line.weight or 0, max(1, part.of))
    left, high = px(2 * INSET), app.type.height("sans", BODY)
    number = app.type.line(f"{percent(share)}%", "sans bold", BODY, INK)
    column = left + px(58)
    sheet.put(number, column - number.get_width(), sheet.y)
    most = max((one.weight or 0) for one in part.lines)
    wide = max(px(2), px(BAR) * (line.weight or 0) // max(1, most))
    track = pygame.Surface((px(BAR), px(10)), pygame.SRCALPHA)
    pygame.draw.rect(track, PARCHMENT_DARK, track.get_rect(), border_radius=px(3))
    pygame.draw.rect(track, BRASS_DARK, (0, 0, wide, px(10)), border_radius=px(3))
    sheet.put(track, column + px(10), sheet.y + (high - px(10)) // 2)
    sheet.text(line.text, "sans", BODY, left=column + px(BAR + 22))


def empty(app: "App", width: int, words: str) -> Sheet:
    """Return a page with only a message, for a search without results."""
    sheet = Sheet(app, width)
    sheet.text(words, "serif", LARGE - 1, INK_FADED)
    return sheet
