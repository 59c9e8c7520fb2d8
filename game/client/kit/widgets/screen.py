"""A scene made of widgets over one ring of focus."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input
from game.client.kit.widgets.drawing import dim
from game.client.kit.widgets.focus_ring import FocusRing

if TYPE_CHECKING:
    from game.client.kit.app import App


class Screen:
    """Hears with its ring first; what that has no use for, `acted` may have. Cancel leaves.

    Subclasses make their widgets in `layout` and draw what is not a widget in `paint`.
    """

    is_typing = False
    is_over = False
    """Whether the scene beneath is seen around it, darkened."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.ring = FocusRing(app)
        self.size = app.size

    # What subclasses say

    def layout(self, size: tuple[int, int]) -> None:
        """Lays everything out."""

    def paint(self, surface: pygame.Surface) -> None:
        """Draws what lies beneath the widgets."""

    def acted(self, event: Input) -> bool:
        """What no widget had a use for."""
        return False

    def left(self) -> None:
        """Somebody wants to leave."""
        self.app.sounds.ui("page")
        self.app.pop()

    # What a scene is

    def opened(self) -> None:
        """Come to the top."""
        self._mind()

    def resized(self, size: tuple[int, int]) -> None:
        """Lays everything out anew."""
        self.size = size
        self.layout(size)

    def heard(self, event: Input) -> bool:
        """Hands it to the ring, then to the scene itself."""
        is_heard = self.ring.heard(event) or self.acted(event)
        if not is_heard and isinstance(event, Act) and event.name == "cancel":
            self.left()
            is_heard = True
        self._mind()
        return is_heard

    def _mind(self) -> None:
        self.is_typing = self.ring.is_typing

    def update(self, seconds: float) -> bool:
        """Time passes."""
        return self.ring.update(seconds)

    @property
    def is_idle(self) -> bool:
        """Nothing moves that could not wait a moment."""
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the scene beneath, if that is seen, then this one."""
        below = self.app.below(self) if self.is_over else None
        if below is not None:
            below.draw(surface)
            dim(surface)
        self.paint(surface)
        self.ring.draw(surface)

    def closed(self) -> None:
        """It leaves the stack."""
