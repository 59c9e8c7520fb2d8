"""The page of the objectives: an icon, a title and the progress of each, and the rounds left."""

from collections.abc import Sequence
from typing import NamedTuple

from game.client.kit.theme import BODY, INK, INK_FADED, LARGE, PARCHMENT_EDGE, SMALL, Colour
from game.client.panels.parchment_page import Sheet


class ObjectiveLine(NamedTuple):
    """One objective, or one way to win, in words."""

    icon: str
    colour: Colour
    """Colour of its side."""
    words: str
    progress: str = ""
    is_over: bool = False
    """Whether it is completed or failed."""


def write_objectives(
    sheet: Sheet, title: str, left: str, objectives: Sequence[ObjectiveLine]
) -> None:
    """Write the title with the rounds left beside it, then a line for each objective."""
    app, px = sheet.app, sheet.app.look.px
    rounds = app.type.line(left, "sans bold", SMALL, INK_FADED)
    head = app.type.line(title, "serif bold", LARGE + 4, INK)
    top = sheet.y
    sheet.put(head, 0, top)
    if head.get_width() + rounds.get_width() + px(8) <= sheet.width:
        sheet.put(
            rounds,
            sheet.width - rounds.get_width(),
            top + head.get_height() - rounds.get_height() - px(3),
        )
        sheet.y = top + head.get_height()
    else:
        sheet.put(rounds, 0, top + head.get_height())
        sheet.y = top + head.get_height() + rounds.get_height()
    sheet.gap(6)
    for one in objectives:
        _line(sheet, one)
        sheet.gap(4)


def _line(sheet: Sheet, one: ObjectiveLine) -> None:
    """Write an objective: its icon, its words, and at the right its progress."""
    app, px = sheet.app, sheet.app.look.px
    size, colour = px(18), INK_FADED if one.is_over else INK
    icon = app.art.image(
        f"icons/{one.icon}", (size, size), PARCHMENT_EDGE if one.is_over else one.colour
    )
    top = sheet.y
    sheet.put(icon, 0, top + px(2))
    progress = app.type.line(one.progress, "sans bold", SMALL, INK_FADED) if one.progress else None
    indent = size + px(8)
    room = sheet.width - indent - (progress.get_width() + px(10) if progress else 0)
    if room < sheet.width // 3:
        room = sheet.width - indent
    for line in app.type.wrapped(one.words, room, "sans", BODY):
        sheet.put(app.type.line(line, "sans", BODY, colour), indent, sheet.y)
        sheet.y += app.type.height("sans", BODY)
    if progress is not None:
        beside = room < sheet.width - indent
        y = top + px(2) if beside else sheet.y
        sheet.put(progress, sheet.width - progress.get_width(), y)
        if not beside:
            sheet.y += progress.get_height()
