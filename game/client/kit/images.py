"""Images from SVG files, rasterised once for each size needed."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame

from game.client.kit.theme import HARM, INK, PARCHMENT_DARK, Colour
from game.client.kit.window_texts import said

Size = tuple[int, int]
MOST_BYTES = 64_000_000
"""Maximum size of the image cache, in bytes; the images drawn longest ago are dropped first."""
EDGE = 3
"""Number of columns and rows of a nine-patch."""


class Art:
    """The images of a folder, by path without suffix: `icons/move`.

    A missing or broken image is drawn as a plain card and reported once.
    """

    def __init__(self, root: Path, tell: Callable[[str], object] = lambda _: None) -> None:
        self._root = root
        self._tell = tell
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._told: set[str] = set()

    def has(self, name: str) -> bool:
        """Return whether the image exists."""
        return (self._root / f"{name}.svg").is_file()

    def image(
        self, name: str, size: Size, tint: Colour | None = None, flip: bool = False, turn: int = 0
    ) -> pygame.Surface:
        """Return an image of a size, multiplied by `tint` and turned by `turn` quarter turns."""
        key = name, size, tint, flip, turn % 4
        return self.once(key, lambda: self._made(name, size, tint, flip, turn % 4))

    def once(self, key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return a surface that is made once and stays cached while there is room."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = self._kept[key] = make()
        self._bytes += _weight(made)
        while self._bytes > MOST_BYTES and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= _weight(gone)
        return made

    def nine(self, name: str, size: Size, corner: int, source: int) -> pygame.Surface:
        """Return an image stretched to a size, except its corners.

        `corner` is the corners' size on the screen. `source` is their size in the image, which is
        192 units wide.
        """
        key = "nine", name, size, corner, source
        return self.once(key, lambda: self._stretched(name, size, corner, source))

    def clear(self) -> None:
        """Drop all cached images, because the scale has changed."""
        self._kept.clear()
        self._bytes = 0

    def _made(
        self, name: str, size: Size, tint: Colour | None, flip: bool, turn: int
    ) -> pygame.Surface:
        image = self._loaded(name, size)
        if turn:
            image = pygame.transform.rotate(image, -90 * turn)
        if flip:
            image = pygame.transform.flip(image, True, False)
        if tint is not None:
            image = image.copy()
            image.fill((*tint, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return image

    def _loaded(self, name: str, size: Size) -> pygame.Surface:
        width, height = max(1, size[0]), max(1, size[1])
        try:
            image = pygame.image.load_sized_svg(self._root / f"{name}.svg", (width, height))
        except (OSError, pygame.error, ValueError) as fault:
            self._missing(name, fault)
            return _card((width, height))
        return image.convert_alpha() if pygame.display.get_surface() else image

    def _missing(self, name: str, fault: BaseException) -> None:
        if name not in self._told:
            self._told.add(name)
            key = "no_image" if isinstance(fault, FileNotFoundError) else "bad_image"
            self._tell(said("app", key, name=name))

    def _stretched(self, name: str, size: Size, corner: int, source: int) -> pygame.Surface:
        whole = max(EDGE * corner, 2 * corner + 2)
        unit = round(192 * corner / source)
        sheet = self._loaded(name, (max(whole, unit), max(whole, unit)))
        made = pygame.Surface(size, pygame.SRCALPHA)
        cut_x, cut_y = _cuts(sheet.get_width(), corner), _cuts(sheet.get_height(), corner)
        for_x, for_y = _cuts(size[0], corner), _cuts(size[1], corner)
        for (x, w), (to_x, to_w) in zip(cut_x, for_x, strict=True):
            for (y, h), (to_y, to_h) in zip(cut_y, for_y, strict=True):
                if min(w, h, to_w, to_h) > 0:
                    part = sheet.subsurface((x, y, w, h))
                    if (w, h) != (to_w, to_h):
                        part = pygame.transform.smoothscale(part, (to_w, to_h))
                    made.blit(part, (to_x, to_y))
        return made


def _cuts(length: int, corner: int) -> list[tuple[int, int]]:
    """Return start and length of the three parts of a nine-patch's side."""
    edge = min(corner, length // 2)
    return [(0, edge), (edge, length - 2 * edge), (length - edge, edge)]


def _card(size: Size) -> pygame.Surface:
    """Return the replacement for an image that can't be drawn."""
    made = pygame.Surface(size, pygame.SRCALPHA)
    rect = made.get_rect()
    with suppress(pygame.error):
        pygame.draw.rect(made, PARCHMENT_DARK, rect, border_radius=max(1, min(size) // 8))
        pygame.draw.rect(made, INK, rect, max(1, min(size) // 24), max(1, min(size) // 8))
        pygame.draw.line(made, HARM, rect.topleft, rect.bottomright, max(1, min(size) // 16))
    return made


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()
