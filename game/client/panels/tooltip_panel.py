"""Hints at the pointer: a title, a facts line and flavour, with keywords marked."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import INK_FADED, PARCHMENT_DARK, PARCHMENT_EDGE, SMALL, SPACE
from game.client.kit.widgets.key_names import key_hint
from game.client.panels.panel_drawing import shadow
from game.client.panels.parchment_page import LinkFinder, Sheet, no_links

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDEST = 440
"""Maximum width of a hint, at 100%: wide enough for a facts line to fit on two lines."""


def help_told(app: "App") -> str:
    """Return a line that says how to open the codex page of what is shown; "" without a key."""
    cap = key_hint(app, "help")
    return app.words.say("bar", "help", cap=cap) if cap else ""


def hint(
    app: "App",
    surface: pygame.Surface,
    anchor: pygame.Rect,
    title: str,
    words: str = "",
    is_above: bool = False,
    flavour: str = "",
    find: LinkFinder = no_links,
    foot: str = "",
) -> None:
    """Draw a hint above or below a rectangle, always inside the window.

    `words` come below the title, then `flavour`, then `foot`, which says how to open a page. Links
    found by `find` are marked.
    """
    px, most = app.look.px, app.look.px(WIDEST)
    sheet = Sheet(app, most)
    sheet.text(title, "sans bold")
    for line in words.split("\n") if words else ():
        sheet.linked(line, find, "sans", SMALL)
    if flavour:
        sheet.linked(flavour, find, "sans italic", SMALL, INK_FADED)
    if foot:
        sheet.text(foot, "sans", SMALL, INK_FADED)
    width = max((piece.rect.right for piece in sheet.pieces), default=0) + px(3 * SPACE)
    rect, whole = pygame.Rect(0, 0, width, sheet.y + px(1.5 * SPACE)), surface.get_rect()
    rect.midtop = anchor.centerx, anchor.bottom + px(SPACE)
    if is_above or rect.bottom > whole.bottom - px(4):
        rect.bottom = anchor.top - px(SPACE)
    rect.clamp_ip(whole.inflate(-px(8), -px(8)))
    shadow(app, surface, rect)
    pygame.draw.rect(surface, PARCHMENT_DARK, rect, border_radius=px(6))
    pygame.draw.rect(surface, PARCHMENT_EDGE, rect, px(1), px(6))
    left, top = rect.x + px(1.5 * SPACE), rect.y + px(0.75 * SPACE)
    for piece in sheet.pieces:
        surface.blit(piece.image, piece.rect.move(left, top))
