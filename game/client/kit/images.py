"""Images from SVG files, rasterised once for each size needed.

Slow images aren't drawn within a frame: a thread draws them, and frames show stand-ins meanwhile.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from math import ceil
from pathlib import Path
from struct import Struct
from time import perf_counter
from typing import NamedTuple

import pygame

from game.client.kit.raster_worker import RasterWorker, Svg
from game.client.kit.theme import HARM, INK, PARCHMENT_DARK, Colour
from game.client.kit.window_texts import said
from game.terms.level import OwnLooks

Size = tuple[int, int]
MOST_BYTES = 64_000_000
"""Maximum size of the image cache, in bytes; the images drawn longest ago are dropped first."""
EDGE = 3
"""Number of columns and rows of a nine-patch."""
SLICE = 0.004
"""Seconds per frame for drawing images; the thread draws all others."""
TINY, LARGE = 8 * 8, 200 * 200
"""Numbers of pixels up to which an image is always drawn at once, and above which it never is."""
PATIENCE = 0.1
"""Maximum seconds until images that are ready replace their stand-ins, if others aren't ready."""
COARSE = 16
"""Width or height of the image that is enlarged as a stand-in."""
AT_ONCE = "icons/", "dice/"
"""Prefixes of the names of small images, which are drawn at once and not kept in files."""
PLAIN = "pieces/", "terrain/"
"""Prefixes of the names of images that take as long to draw coarsely as in full."""
SVG = "svg"
"""First part of the keys of images drawn straight from files."""
SINGLE = Struct("f")
BOX = re.compile(rb'viewBox="0 0 (\d+) (\d+)"')


def lent_piece(looks: OwnLooks, kind: str) -> str:
    """Return the name of the image of a kind that didn't come with the game."""
    return f"pieces/{looks.book}/{looks.pack}:{kind}"


def lent_ground(looks: OwnLooks, ground: str) -> str:
    """Return the name, in `terrain/ground/`, of the image of a ground that isn't the game's."""
    return f"{looks.pack}:{ground}"


class Rough(NamedTuple):
    """A surface with stand-ins; `is_bare` if one of them doesn't look like its image."""

    surface: pygame.Surface
    is_bare: bool


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
        self.worker: RasterWorker | None = None
        """Thread that draws what doesn't fit into a frame; None draws everything at once."""
        self.version = 0
        """Number of times that images have replaced their stand-ins."""
        self.lacking = 0
        """Number of stand-ins used so far. If it grows while something is drawn, then that has to
        be drawn again after the next change of `version`."""
        self.bare = 0
        """Number of stand-ins so far that don't look like their images."""
        self._until: float | None = None
        """Time until which this frame draws images, or None to draw them all."""
        self._awaited: set[tuple[str, Size]] = set()
        self._since = 0.0
        """Time since which stand-ins are shown."""
        self._rough: dict[tuple[object, ...], Rough] = {}
        """Surfaces with stand-ins, until these are replaced."""
        self._by_name: dict[str, dict[tuple[object, ...], pygame.Surface]] = {}
        """The cached sizes of each image, by key."""
        self._boxes: dict[str, Size | None] = {}
        self._lent: dict[str, bytes] = {}
        """Images that aren't in the folder, by name."""
        self.looks = OwnLooks()
        """The looks lent last: those of the level or campaign that is shown."""

    def lend(self, looks: OwnLooks) -> None:
        """Take the looks of kinds and grounds that didn't come with the game.

        Their images have names of their own, so none of the game's is ever replaced.
        """
        if looks._replace(book="") != self.looks._replace(book=""):
            self.clear()
        self.looks = looks
        images = {lent_piece(looks, kind): text for kind, text in looks.pieces.items()}
        for ground, text in looks.ground_images.items():
            images[f"terrain/ground/{lent_ground(looks, ground)}"] = text
        for name, text in images.items():
            svg = text.encode()
            if self._lent.get(name, svg) != svg:
                self._forget(name)
            self._lent[name] = svg

    def _forget(self, name: str) -> None:
        """Drop an image, and everything that may be made of it."""
        self.clear()
        self._boxes.pop(name, None)
        for key in self._by_name.pop(name, {}):
            self._bytes -= _weight(self._kept.pop(key))

    def _svg(self, name: str) -> Svg:
        """Return where an image is: its own bytes if it is lent, else its file."""
        return self._lent.get(name) or self._root / f"{name}.svg"

    def has(self, name: str) -> bool:
        """Return whether the image exists."""
        return name in self._lent or (self._root / f"{name}.svg").is_file()

    def icon(self, names: Iterable[str]) -> str:
        """Return the first of several names for which there is an icon, or ""."""
        return next((name for name in names if self.has(f"icons/{name}")), "")

    def box(self, name: str) -> Size | None:
        """Return the size of an image in its own units, or None if its file doesn't give any."""
        if name not in self._boxes:
            self._boxes[name] = _box_of(self._svg(name))
        return self._boxes[name]

    def image(
        self, name: str, size: Size, tint: Colour | None = None, flip: bool = False, turn: int = 0
    ) -> pygame.Surface:
        """Return an image of a size, multiplied by `tint` and turned by `turn` quarter turns."""
        if tint is None and not flip and not turn % 4:
            return self._raster(name, size)
        key = name, size, tint, flip, turn % 4
        return self.once(key, lambda: self._made(name, size, tint, flip, turn % 4))

    def once(self, key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return a surface that is made once and stays cached while there is room.

        If it is made of stand-ins, it is made again once the images are ready.
        """
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        rough = self._rough_one(key)
        if rough is not None:
            return rough
        lacking, bare, made = self.lacking, self.bare, make()
        if self.lacking == lacking:
            self._keep(key, made)
        else:
            self._rough[key] = Rough(made, self.bare != bare)
        return made

    def _rough_one(self, key: tuple[object, ...]) -> pygame.Surface | None:
        """Return a cached surface with stand-ins, or None."""
        rough = self._rough.get(key) if self._until is not None else None
        if rough is None:
            return None
        self.lacking += 1
        self.bare += rough.is_bare
        return rough.surface

    def _keep(self, key: tuple[object, ...], made: pygame.Surface) -> None:
        """Cache a surface, and make room for it."""
        self._kept[key] = made
        self._bytes += _weight(made)
        while self._bytes > MOST_BYTES and len(self._kept) > 1:
            gone, surface = self._kept.popitem(last=False)
            self._bytes -= _weight(surface)
            if gone[0] == SVG:
                del self._by_name[str(gone[1])][gone]

    def opaque(self, name: str, size: Size) -> pygame.Surface:
        """Return an image without transparent parts in a form that is drawn faster."""
        key = "opaque", name, size
        return self.once(key, lambda: self._raster(name, size).convert())

    def nine(self, name: str, size: Size, corner: int, source: int) -> pygame.Surface:
        """Return an image stretched to a size, except its corners.

        `corner` is the corners' size on the screen. `source` is their size in the image, which is
        192 units wide.
        """
        key = "nine", name, size, corner, source
        return self.once(key, lambda: self._stretched(name, size, corner, source))

    def clear(self) -> None:
        """Drop what is made of images, because the scale has changed.

        The images themselves serve as stand-ins for those of other sizes.
        """
        for key in [key for key in self._kept if key[0] != SVG]:
            self._bytes -= _weight(self._kept.pop(key))
        self._rough.clear()

    def close(self) -> None:
        """End the thread that draws images."""
        if self.worker is not None:
            self.worker.close()

    # Images that come later

    @property
    def is_behind(self) -> bool:
        """Return whether stand-ins are shown for images that aren't ready."""
        return bool(self._awaited)

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Within this context, draw images for `SLICE` seconds and use stand-ins for the rest."""
        self._until = perf_counter() + SLICE if self.worker is not None else None
        try:
            yield
        finally:
            self._until = None

    def update(self) -> bool:
        """Take the images that are ready; return whether they replace their stand-ins now."""
        if self.worker is None or not self._awaited:
            return False
        until = perf_counter() + SLICE
        while (drawn := self.worker.taken()) is not None:
            self._awaited.discard((drawn.name, drawn.size))
            if drawn.image is not None:
                self._take(drawn.name, drawn.size, drawn.image)
            else:
                self._raster(drawn.name, drawn.size)
            if perf_counter() > until:
                break
        if self._awaited and perf_counter() < self._since + PATIENCE:
            return False
        self._since = perf_counter()
        self._rough.clear()
        self.version += 1
        return True

    def _take(self, name: str, size: Size, image: pygame.Surface) -> pygame.Surface:
        """Cache an image drawn from its file."""
        key, made = (SVG, name, size), image
        if pygame.display.get_surface():
            made = image.convert_alpha()
        self._by_name.setdefault(name, {})[key] = made
        self._keep(key, made)
        return made

    def _raster(self, name: str, size: Size) -> pygame.Surface:
        """Return an image from its file, or its stand-in if this frame has no time for it."""
        size = max(1, size[0]), max(1, size[1])
        key = SVG, name, size
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        rough = self._rough_one(key)
        if rough is not None:
            return rough
        if not (self._is_for_later(name, size) and self._is_awaited(name, size)):
            return self._loaded(name, size)
        bare, made = self.bare, self._stand_in(name, self._fitted(name, size))
        self.lacking += 1
        self._rough[key] = Rough(made, self.bare != bare)
        return made

    def _is_for_later(self, name: str, size: Size) -> bool:
        pixels = size[0] * size[1]
        if self._until is None or pixels <= TINY or name.startswith(AT_ONCE):
            return False
        return pixels > LARGE or perf_counter() > self._until

    def _is_awaited(self, name: str, size: Size) -> bool:
        """Ask for an image if that hasn't happened yet; return whether it will come."""
        if (name, size) in self._awaited:
            return True
        if self.worker is None or not self.worker.ask(name, self._svg(name), size):
            return False
        if not self._awaited:
            self._since = perf_counter()
        self._awaited.add((name, size))
        return True

    def _stand_in(self, name: str, size: Size) -> pygame.Surface:
        """Return the image scaled from another size, or else a plain shape."""
        known = self._by_name.get(name)
        if known:
            nearest = min(known.values(), key=lambda other: abs(other.get_width() - size[0]))
            return pygame.transform.smoothscale(nearest, size)
        if name.startswith(PLAIN):
            self.bare += 1
            return _blot(size)
        share = COARSE / max(COARSE, *size)
        small = ceil(size[0] * share), ceil(size[1] * share)
        return pygame.transform.smoothscale(self._loaded(name, small, is_coarse=True), size)

    def _fitted(self, name: str, most: Size) -> Size:
        """Return the size that SDL gives an image drawn to fit `most`."""
        box = self.box(name)
        if box is None:
            return most
        scale = min(_rounded(most[0] / box[0]), _rounded(most[1] / box[1]))
        width, height = (ceil(_rounded(side * scale)) for side in box)
        return max(1, width), max(1, height)

    def _made(
        self, name: str, size: Size, tint: Colour | None, flip: bool, turn: int
    ) -> pygame.Surface:
        image = self._raster(name, size)
        if turn:
            image = pygame.transform.rotate(image, -90 * turn)
        if flip:
            image = pygame.transform.flip(image, True, False)
        if tint is not None:
            image = image.copy()
            image.fill((*tint, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return image

    def _loaded(self, name: str, size: Size, is_coarse: bool = False) -> pygame.Surface:
        """Draw an image from its file at once."""
        svg = self._svg(name)
        try:
            if self.worker is None or is_coarse or name.startswith(AT_ONCE):
                file = BytesIO(svg) if isinstance(svg, bytes) else svg
                image = pygame.image.load_sized_svg(file, size)
            else:
                image = self.worker.draw(svg, size)
        except (OSError, pygame.error, ValueError) as fault:
            self._missing(name, fault)
            image = _card(size)
        return self._take(name, size, image)

    def _missing(self, name: str, fault: BaseException) -> None:
        if name not in self._told:
            self._told.add(name)
            key = "no_image" if isinstance(fault, FileNotFoundError) else "bad_image"
            self._tell(said("app", key, name=name))

    def _stretched(self, name: str, size: Size, corner: int, source: int) -> pygame.Surface:
        whole = max(EDGE * corner, 2 * corner + 2)
        unit = round(192 * corner / source)
        sheet = self._raster(name, (max(whole, unit), max(whole, unit)))
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


def _rounded(number: float) -> float:
    """Return a number in single precision, in which SDL calculates."""
    single: float = SINGLE.unpack(SINGLE.pack(number))[0]
    return single


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


def _blot(size: Size) -> pygame.Surface:
    """Return a plain shape instead of an image that isn't ready."""
    made = pygame.Surface(size, pygame.SRCALPHA)
    inner = made.get_rect().inflate(-size[0] // 3, -size[1] // 3)
    pygame.draw.ellipse(made, PARCHMENT_DARK, inner)
    return made


def _box_of(svg: Svg) -> Size | None:
    """Return the width and height in an SVG, or None."""
    try:
        with BytesIO(svg) if isinstance(svg, bytes) else svg.open("rb") as file:
            found = BOX.search(file.read(400))
    except OSError:
        return None
    box = (int(found[1]), int(found[2])) if found else (0, 0)
    return box if min(box) > 0 else None


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()
