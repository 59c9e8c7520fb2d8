"""The clipboard of the system, or one of the window's own if there is none."""

import pygame

_own = [""]


def copied(text: str) -> None:
    """Put a text on the clipboard."""
    _own[0] = text
    try:
        pygame.scrap.put_text(text)
    except pygame.error:  # the system has no clipboard: the window's own has the text
        return


def pasted() -> str:
    """Return the text on the clipboard; "" if there is none."""
    try:
        return pygame.scrap.get_text() or _own[0]
    except pygame.error:
        return _own[0]
