"""Images already drawn from SVG files, kept in the data folder for the next start.

A file is named by the SVG's content and the image's size, so a changed SVG gets another file. What
can't be read, is damaged, or can't be written only costs the time to draw the image again.
"""

import os
import struct
import time
import zlib
from contextlib import suppress
from pathlib import Path

import pygame

from game.core.hashing import blake2b
from game.record.safe_files import read_plain, write_whole

Size = tuple[int, int]
MOST_BYTES = 32_000_000
"""Maximum size of all files together; the least recently used are deleted first."""
ROOM = 0.75
"""Share of `MOST_BYTES` that remains after files are deleted."""
STALE = 86_400
"""Seconds after which reading a file marks it as used."""
ENDING = ".raster"
OURS = ENDING, ".tmp"
"""Suffixes of files that may be deleted: rasters, and files that a killed program left unfinished.
"""
FORMAT = b"FTR1"
HEAD = struct.Struct("<4sHH16s")
"""The start of a file: format, width, height, and the hash of the rest."""
MOST_SIDE = 8192
"""Maximum width and height of a kept image."""


class RasterFiles:
    """The folder of drawn images."""

    def __init__(self, folder: Path, most: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most
        self._bytes: int | None = None
        """Size of all files, or None while they haven't been counted."""

    def path(self, svg: bytes, size: Size) -> Path:
        """Return the path of the file for an SVG's content and an image's size."""
        reader = pygame.image.get_sdl_image_version()
        key = blake2b(svg, digest_size=16, person=bytes(reader or ())[:16]).hexdigest()
        return self._folder / f"{key}-{size[0]}x{size[1]}{ENDING}"

    def read(self, svg: bytes, size: Size) -> pygame.Surface | None:
        """Return the image, or None if there is no valid file."""
        path = self.path(svg, size)
        try:
            found = read_plain(path, self._most + HEAD.size)
        except OSError:
            return None
        image = _opened(found, size)
        if image is not None:
            self._touch(path)
        return image

    @staticmethod
    def _touch(path: Path) -> None:
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > STALE:
                os.utime(path)

    def write(self, svg: bytes, size: Size, image: pygame.Surface) -> None:
        """Keep an image; raise OSError if that fails. Make room if there are too many."""
        if max(image.get_size()) > MOST_SIDE:
            return
        path, content = self.path(svg, size), _packed(image)
        if len(content) > self._most:
            return
        write_whole(path, content, lambda _: False)
        if self._bytes is None:
            self._bytes = sum(weight for _, weight, _ in self._found())
        else:
            self._bytes += len(content)
        if self._bytes > self._most:
            self._make_room()

    def _found(self) -> list[tuple[int, int, Path]]:
        """Return time, size and path of each file, the least recently used first."""
        found = []
        with os.scandir(self._folder) as entries:
            for entry in entries:
                if entry.name.endswith(OURS) and entry.is_file(follow_symlinks=False):
                    facts = entry.stat(follow_symlinks=False)
                    found.append((facts.st_mtime_ns, facts.st_size, Path(entry.path)))
        return sorted(found)

    def _make_room(self) -> None:
        """Delete the least recently used files."""
        found = self._found()
        left = sum(weight for _, weight, _ in found)
        for _, weight, path in found:
            if left <= self._most * ROOM:
                break
            with suppress(OSError):
                path.unlink()
                left -= weight
        self._bytes = left


def _packed(image: pygame.Surface) -> bytes:
    """Return the content of an image's file."""
    pixels = zlib.compress(pygame.image.tobytes(image, "RGBA"), 1)
    digest = blake2b(pixels, digest_size=16).digest()
    return HEAD.pack(FORMAT, *image.get_size(), digest) + pixels


def _opened(content: bytes, most: Size) -> pygame.Surface | None:
    """Return the image in a file's content, or None if it is damaged or larger than `most`."""
    if len(content) < HEAD.size:
        return None
    form, width, height, digest = HEAD.unpack_from(content)
    pixels = memoryview(content)[HEAD.size :]
    if form != FORMAT or blake2b(pixels, digest_size=16).digest() != digest:
        return None
    if not (0 < width <= most[0] and 0 < height <= most[1]):
        return None
    try:
        plain = zlib.decompressobj().decompress(pixels, 4 * width * height + 1)
        return pygame.image.frombytes(plain, (width, height), "RGBA")
    except (zlib.error, ValueError, pygame.error):
        return None
