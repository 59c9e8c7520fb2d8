"""A thread that draws images from SVG files while the window goes on."""

from collections import deque
from io import BytesIO
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple

import pygame

from game.client.kit.raster_files import RasterFiles

Size = tuple[int, int]
Svg = Path | bytes
"""An SVG image: its file, or its content."""
CALM = 1.0
"""Seconds without anything to draw, after which images are written to files."""
GAP = 0.02
"""Seconds between two files, because the battle's own files come first."""
PARTING = 2.0
"""Maximum seconds to wait for the thread at the end."""


class Unwritten(NamedTuple):
    """An image that isn't in a file yet."""

    svg: bytes
    size: Size
    image: pygame.Surface


class Raster(NamedTuple):
    """An image that was asked for; None if it couldn't be drawn."""

    name: str
    size: Size
    image: pygame.Surface | None


class RasterWorker:
    """A worker that draws images one at a time in its own thread, and keeps them in files.

    SDL draws without Python's lock, so frames go on meanwhile.
    """

    def __init__(self, files: RasterFiles | None = None) -> None:
        """Keep images in `files`; if None, only draw them."""
        self._files = files
        self._wanted: deque[tuple[str, Svg, Size]] = deque()
        self._unwritten: deque[Unwritten] = deque()
        self._drawn: deque[Raster] = deque()
        self._changed = Condition()
        self._thread: Thread | None = None
        self._is_closed = False
        self._pause = CALM
        """Seconds to wait for something to draw before the next image is written."""

    def ask(self, name: str, svg: Svg, size: Size) -> bool:
        """Ask for an image; return False if no thread can be started."""
        if not self._is_started():
            return False
        with self._changed:
            self._wanted.append((name, svg, size))
            self._changed.notify()
        return True

    def _is_started(self) -> bool:
        """Start the thread if necessary; return whether it runs."""
        if self._thread is not None:
            return True
        thread = Thread(target=self._work, name="rasters", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system allows no more threads
            return False
        self._thread = thread
        return True

    def taken(self) -> Raster | None:
        """Return the next image that is ready, or None."""
        return self._drawn.popleft() if self._drawn else None

    def draw(self, svg: Svg, size: Size) -> pygame.Surface:
        """Return an image at once: from its raster file, or else drawn and kept for writing.

        Raise OSError, pygame.error or ValueError if it can't be drawn.
        """
        svg = svg if isinstance(svg, bytes) else svg.read_bytes()
        found = self._files.read(svg, size) if self._files is not None else None
        if found is not None:
            return found
        image = pygame.image.load_sized_svg(BytesIO(svg), size)
        if self._files is not None and self._is_started():
            with self._changed:
                self._unwritten.append(Unwritten(svg, size, image))
                self._changed.notify()
        return image

    def close(self) -> None:
        """End the thread. Images that aren't in files yet are drawn again next time."""
        with self._changed:
            self._is_closed = True
            self._wanted.clear()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(PARTING)

    # In the thread

    def _work(self) -> None:
        while not self._is_closed:
            wish = self._next()
            if wish is not None:
                self._drawn.append(Raster(wish[0], wish[2], self._tried(wish[1], wish[2])))
            elif self._unwritten:
                self._write(self._unwritten.popleft())

    def _next(self) -> tuple[str, Svg, Size] | None:
        """Wait for the next image to draw; return None if it is time to write or to end."""
        with self._changed:
            while not self._wanted and not self._is_closed:
                is_calm = not self._changed.wait(self._pause if self._unwritten else None)
                if is_calm:
                    self._pause = GAP
                    return None
            self._pause = CALM
            return self._wanted.popleft() if self._wanted else None

    def _tried(self, svg: Svg, size: Size) -> pygame.Surface | None:
        try:
            return self.draw(svg, size)
        except (OSError, pygame.error, ValueError, MemoryError):
            return None

    def _write(self, one: Unwritten) -> None:
        """Write an image; if that fails, write no more."""
        try:
            assert self._files is not None
            self._files.write(one.svg, one.size, one.image)
        except OSError:
            self._files = None
            self._unwritten.clear()
