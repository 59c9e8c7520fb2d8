"""The interface of a scene."""

from typing import Protocol

import pygame

from game.client.kit.inputs import Input


class Scene(Protocol):
    """Something that fills the window. The topmost of the stack hears and is drawn.

    It is drawn only when `update` says that something changed, or after `heard` returned True.
    """

    is_typing: bool
    """Whether letters are wanted, and not the actions that their keys mean."""

    def opened(self) -> None:
        """Come to the top, for the first time or again."""

    def resized(self, size: tuple[int, int]) -> None:
        """The window, or the scale, has another size: lay everything out anew."""

    def heard(self, event: Input) -> bool:
        """Somebody did something; whether it changes what is seen."""

    def update(self, seconds: float) -> bool:
        """Time passes; whether what is seen changes."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing moves by itself now, so that the window may sleep until it hears."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws all of it."""

    def closed(self) -> None:
        """It leaves the stack for good."""
