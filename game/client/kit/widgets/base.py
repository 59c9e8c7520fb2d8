"""The base class of all widgets."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Input

if TYPE_CHECKING:
    from game.client.kit.app import App


class Widget:
    """A rectangle that can have the focus, receives input, and is drawn.

    It receives actions while it has the focus, and the pointer while that is over it or pressed on
    it.
    """

    is_focusable = True
    """Whether it can have the focus; a disabled widget can, so that it says why."""
    follows_pointer = True
    """Whether it gets the focus as soon as the pointer is over it."""
    wants_letters = False
    """Whether it receives letters while it has the focus."""
    sound = ""
    """Sound of a press."""

    def __init__(self, about: str = "", reason: str = "") -> None:
        """Set the explanation `about`, and the `reason` why it is disabled ("" if it isn't)."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.about, self.reason = about, reason
        self.is_shown = True
        self.ways: dict[str, Widget] = {}
        """Targets of `left`, `right`, `up` and `down`, if they aren't the nearest widgets."""

    @property
    def is_enabled(self) -> bool:
        """Return whether it is enabled."""
        return not self.reason

    @property
    def tip(self) -> str:
        """The text of its tooltip."""
        return self.reason or self.about

    def place(self, rect: pygame.Rect, app: "App") -> None:
        """Lay it out in a rectangle."""
        self.rect = pygame.Rect(rect)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        """Draw it."""

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether it was of use."""
        return False

    def update(self, seconds: float) -> bool:
        """Let time pass while it has the focus; return whether it looks different now."""
        return False
