"""Draw a scene in parts over several ticks, so that the frame after them takes little time.

A frame can't be interrupted, but what it draws for the first time is cached. So the parts are drawn
one by one before it, into what the window doesn't show yet. Until then, it shows the last frame.
"""

from collections.abc import Iterable, Iterator

import pygame

from game.client.kit.images import Art
from game.client.kit.scene import Scene
from game.client.kit.tick_time import TickTime

PARTS = 0.008
"""Seconds after the beginning of a tick in which another part may be drawn."""
MOST_TICKS = 12
"""Maximum number of ticks for a rehearsal; then the frame is due, however slow the machine is."""


class Rehearsal:
    """The scenes to rehearse, and the parts that the topmost one still lacks."""

    def __init__(self, time: TickTime) -> None:
        self._time = time
        self._scenes: list[Scene] = []
        self._scene: Scene | None = None
        """The scene whose parts are being drawn, or all drawn, before its frame; or None."""
        self._parts: Iterator[None] = iter(())
        self._left = 0
        """Maximum number of ticks left for the parts; 0 once the frame is due."""

    @property
    def is_begun(self) -> bool:
        """Return whether a scene has drawn parts, but not its frame."""
        return self._scene is not None

    def add(self, scenes: Iterable[Scene]) -> None:
        """Rehearse scenes before their next frames. Without a limit of time, do nothing."""
        self.restart()
        if self._time.is_limited:
            self._scenes += [scene for scene in scenes if scene not in self._scenes]

    def restart(self) -> None:
        """Draw all parts again, because the layout has changed."""
        self._scene = None

    def drop(self, scene: Scene) -> None:
        """Forget a scene that is drawn, or has left the stack."""
        if scene is self._scene:
            self._scene = None
        self._scenes = [one for one in self._scenes if one is not scene]

    def is_over(self, scene: Scene, surface: pygame.Surface, art: Art) -> bool:
        """Draw parts while this tick has time; return whether the frame is due instead."""
        if scene not in self._scenes:
            self._scene = None
            return True
        if self._scene is not scene:
            self._scene, self._parts, self._left = scene, scene.rehearsal(surface), MOST_TICKS
        if not self._left:
            return True
        self._left -= 1
        with art.frame():
            for _ in self._parts:
                if not self._time.is_within(PARTS):
                    return False
        self._left = 0
        return False
