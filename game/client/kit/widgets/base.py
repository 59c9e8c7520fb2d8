"""The base class of all widgets."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Input

if TYPE_CHECKING:
    from game.client.kit.app import App


class Widget:
    """A rectangle that can have the focus, receives input, and is drawn.

    It receives actions while it has the focus. It receives pointer input while the pointer is over
    it, or was pressed on it.
    """

    is_focusable = True
    """Whether the widget can have the focus. Disabled widgets can, so that they show why."""
    follows_pointer = True
    """Whether the widget gets the focus as soon as the pointer is over it."""
    wants_lines = False
    """Whether the widget also receives the keys that edit a text of several lines."""
    sound = ""
    """Sound played when the widget is pressed; "" for none."""

    def __init__(self, about: str = "", reason: str = "") -> None:
        """Set the explanation `about`, and the `reason` for being disabled ("" if enabled)."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.about, self.reason = about, reason
        self.is_shown = True
        self.ways: dict[str, Widget] = {}
        """Widgets that `left`, `right`, `up` or `down` lead to, if not the nearest widgets."""

    @property
    def is_enabled(self) -> bool:
        """Return whether the widget is enabled."""
        return not self.reason

    @property
    def wants_letters(self) -> bool:
        """Return whether the widget receives letters while it has the focus."""
        return False

    @property
    def tip(self) -> str:
        """The text of the tooltip, or ""."""
        return self.reason or self.about

    def place(self, rect: pygame.Rect, app: "App") -> None:
        """Lay out the widget in a rectangle."""
        self.rect = pygame.Rect(rect)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        """Draw the widget."""

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the widget used it."""
        return False

    def entered(self) -> None:
        """React to getting the focus."""

    def update(self, seconds: float) -> bool:
        """Let time pass while the widget has the focus; return whether to redraw it."""
        return False
