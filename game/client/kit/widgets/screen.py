"""A scene of widgets over one focus ring."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input
from game.client.kit.widgets.drawing import dim
from game.client.kit.widgets.focus_ring import FocusRing

if TYPE_CHECKING:
    from game.client.kit.app import App


class Screen:
    """A scene whose focus ring gets each input first, then `acted`.

    Cancel leaves it.

    Subclasses make their widgets in `layout`, and draw everything else in `paint`.
    """

    is_typing = False
    is_over = False
    """Whether the scene beneath is visible around it, darkened."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.ring = FocusRing(app)
        self.size = app.size

    # Methods of subclasses

    def layout(self, size: tuple[int, int]) -> None:
        """Lay out all widgets."""

    def paint(self, surface: pygame.Surface) -> None:
        """Draw everything beneath the widgets."""

    def acted(self, event: Input) -> bool:
        """Handle an input that no widget used; return whether it was of use."""
        return False

    def left(self) -> None:
        """Leave the scene."""
        self.app.sounds.ui("page")
        self.app.pop()

    # Scene

    def opened(self) -> None:
        """Come to the top."""
        self._mind()

    def resized(self, size: tuple[int, int]) -> None:
        """Lay everything out again."""
        self.size = size
        self.layout(size)

    def heard(self, event: Input) -> bool:
        """Hand an input to the ring, then to the scene itself."""
        is_heard = self.ring.heard(event) or self.acted(event)
        if not is_heard and isinstance(event, Act) and event.name == "cancel":
            self.left()
            is_heard = True
        self._mind()
        return is_heard

    def _mind(self) -> None:
        self.is_typing = self.ring.is_typing

    def update(self, seconds: float) -> bool:
        """Let time pass."""
        return self.ring.update(seconds)

    @property
    def is_idle(self) -> bool:
        """Return True: nothing moves that couldn't wait a moment."""
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene beneath, if it is visible, then this one."""
        below = self.app.below(self) if self.is_over else None
        if below is not None:
            below.draw(surface)
            dim(surface)
        self.paint(surface)
        self.ring.draw(surface)

    def closed(self) -> None:
        """Leave the stack."""
