"""What all widgets have in common."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Input

if TYPE_CHECKING:
    from game.client.kit.app import App


class Widget:
    """Something in a rectangle that can have the focus, hears, and is drawn.

    It hears actions while it has the focus, and the pointer while that is over it, or pressed on
    it.
    """

    is_focusable = True
    """Whether the focus may come to it; also where it is disabled, so that it can say why."""
    follows_pointer = True
    """Whether the focus comes to it as soon as the pointer is over it."""
    wants_letters = False
    """Whether letters are meant for it while it has the focus."""
    sound = ""
    """What is heard when it is pressed."""

    def __init__(self, about: str = "", reason: str = "") -> None:
        """`about` explains it; `reason` says why it is disabled, "" if it is not."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.about, self.reason = about, reason
        self.is_shown = True
        self.ways: dict[str, Widget] = {}
        """Where `left`, `right`, `up` and `down` lead, where that is not the nearest."""

    @property
    def is_enabled(self) -> bool:
        """Whether it does anything."""
        return not self.reason

    @property
    def tip(self) -> str:
        """What is said of it when one dwells on it."""
        return self.reason or self.about

    def place(self, rect: pygame.Rect, app: "App") -> None:
        """Lays it out in a rectangle."""
        self.rect = pygame.Rect(rect)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        """Draws it."""

    def heard(self, event: Input) -> bool:
        """Somebody did something with it; whether it was of use."""
        return False

    def update(self, seconds: float) -> bool:
        """Time passes while it has the focus; whether it looks otherwise now."""
        return False
