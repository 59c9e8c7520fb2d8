"""The interface of a scene."""

from typing import Protocol

import pygame

from game.client.kit.inputs import Input


class Scene(Protocol):
    """A scene that fills the window.

    The topmost of the stack receives input and is drawn.

    It is drawn only if `update` reports a change, or after `heard` has returned True.
    """

    is_typing: bool
    """Whether it wants letters instead of the actions of their keys."""

    def opened(self) -> None:
        """Come to the top, for the first time or again."""

    def resized(self, size: tuple[int, int]) -> None:
        """Lay everything out again for another size or scale."""

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the scene looks different now."""

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the scene looks different now."""

    @property
    def is_idle(self) -> bool:
        """Return whether nothing moves by itself, so that the window may sleep until input."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole scene."""

    def closed(self) -> None:
        """Leave the stack for good."""
