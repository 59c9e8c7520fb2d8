"""The base class of scenes that consist of widgets."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input
from game.client.kit.scene import DOZE
from game.client.kit.widgets.drawing import dim
from game.client.kit.widgets.focus_ring import FocusRing

if TYPE_CHECKING:
    from game.client.kit.app import App


class Screen:
    """A scene that passes each input to its focus ring first, then to `acted`.

    Cancel leaves the scene.

    Subclasses place their widgets in `layout`, and draw everything else in `paint`.
    """

    is_typing = False
    is_writing = False
    is_over = False
    """Whether the scene below is visible around this one, darkened."""

    notice_room: pygame.Rect | None = None

    def __init__(self, app: "App") -> None:
        self.app = app
        self.ring = FocusRing(app)
        self.size = app.size

    # Methods of subclasses

    def layout(self, size: tuple[int, int]) -> None:
        """Lay out all widgets."""

    def paint(self, surface: pygame.Surface) -> None:
        """Draw everything behind the widgets."""

    def painted(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw what `paint` draws in parts, and yield after each; usually there is one."""
        self.paint(surface)
        yield

    def acted(self, event: Input) -> bool:
        """Handle an input that no widget used; return whether this method used it."""
        return False

    def left(self) -> None:
        """Leave the scene."""
        self.app.sounds.ui("page")
        self.app.pop()

    # Scene

    def opened(self) -> None:
        """React to coming to the top of the stack."""
        self._mind()

    def resized(self, size: tuple[int, int]) -> None:
        """Lay out the scene for a new window size or scale."""
        self.size = size
        self.layout(size)

    def heard(self, event: Input) -> bool:
        """Pass an input to the ring, then to the scene itself; return whether it was used."""
        is_heard = self.ring.heard(event) or self.acted(event)
        if not is_heard and isinstance(event, Act) and event.name == "cancel":
            self.left()
            is_heard = True
        self._mind()
        return is_heard

    def _mind(self) -> None:
        self.is_typing, self.is_writing = self.ring.is_typing, self.ring.is_writing

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the scene has to be redrawn."""
        return self.ring.update(seconds)

    @property
    def doze(self) -> float:
        """The time that the window may sleep: the usual one."""
        return DOZE

    @property
    def is_idle(self) -> bool:
        """Return True, because no motion here needs every frame."""
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene below, if it is visible, then this one."""
        below = self.app.below(self) if self.is_over else None
        if below is not None:
            below.draw(surface)
            dim(surface)
        self.paint(surface)
        self.ring.draw(surface)

    def rehearsal(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw the scene's parts: those of the scene below, what `paint` draws, and each widget."""
        below = self.app.below(self) if self.is_over else None
        if below is not None:
            yield from below.rehearsal(surface)
        yield from self.painted(surface)
        yield from self.ring.drawn(surface)

    def closed(self) -> None:
        """React to leaving the stack for good."""
