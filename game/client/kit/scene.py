"""The interface of a scene."""

from collections.abc import Iterator
from typing import Protocol

import pygame

from game.client.kit.inputs import Input

DOZE = 0.25
"""Seconds that an idle window sleeps at a time, if nothing has to be looked at sooner."""


class Scene(Protocol):
    """A screen that fills the window.

    The topmost scene of the stack receives input and is drawn.

    It is drawn only if `update` reports a change, or after `heard` has returned True.
    """

    is_typing: bool
    """Whether keys type letters instead of triggering actions."""
    is_writing: bool
    """Whether keys also edit a text of several lines, as the arrows and Enter do."""

    @property
    def doze(self) -> float:
        """Maximum number of seconds that the window may sleep at a time while the scene is idle."""

    @property
    def notice_room(self) -> pygame.Rect | None:
        """Rectangle at whose lower edge notices appear, or None for the top of the window."""

    def opened(self) -> None:
        """React to coming to the top of the stack, for the first time or again."""

    def resized(self, size: tuple[int, int]) -> None:
        """Lay out the scene for a new window size or scale."""

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the scene has to be redrawn."""

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the scene has to be redrawn."""

    @property
    def is_idle(self) -> bool:
        """Return whether nothing moves by itself, so that the window may sleep until input."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole scene."""

    def rehearsal(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw the parts of the scene unseen, and yield after each."""

    def closed(self) -> None:
        """Release everything, because the scene has left the stack for good."""
