"""Paper standees: a token on a cardboard arch, on a stand in its side's colour and shape."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pygame
import tomli

from game.client.board import tile_shapes
from game.client.kit.images import Art, lent_piece
from game.client.kit.theme import CREAM, INK, PARCHMENT, PARCHMENT_EDGE, Colour, life_colour, rgb
from game.client.kit.typography import Type
from game.present.picture import Token
from game.record.data_folders import assets_dir
from game.terms.level import OwnLooks

STAND = 0.82
"""Width of the stand, in tiles."""
STAND_HIGH = STAND * 36 / 96
SLOT = STAND_HIGH * 23 / 40
"""Height of the arch's slot above the lower edge, in tiles."""
ARCH = 0.7, 0.97
FIGURE = 0.8, 1.06
FEET = 0.02
"""Distance of the token from the arch's foot, in tiles."""
TOP = SLOT + FEET + FIGURE[1]
"""Height of the upper edge of the token's image above the standee's lower edge, in tiles."""
TALL, WIDE = TOP + 0.02, 1.0
"""Height and width of a standee's image, in tiles; the standee touches the lower edge."""
MOUNT, RIDER = 0.88, 0.74
"""Scales of a mount and its rider."""
SADDLE = 0.33, 0.76
"""Place of the rider's feet behind the mount, as shares of the width and height."""
LYING, TURN = 0.78, 78
"""Scale of a token that is lying down, and the degrees that it is turned from upright."""
HIDDEN = 105
"""Opacity of a hidden token, of 255."""
HEAD = (18.0, 4.0, 84.0, 98.0)
"""Default part of a token's image for portraits, if the image is 120 by 160."""
HEAD_WIDE, HEAD_HIGH = 0.7, 0.66
"""Part of a portrait that shows the head alone: its width around the middle, and its height from
the top.
"""
BOXES = "portraits.toml"
EMPTY = rgb("#5b4a38")
"""Colour of the lost part of a life bar."""

Box = tuple[float, float, float, float]
"""A rectangle: left, top, width, height."""


class SideStand(NamedTuple):
    """The look of a side's stands."""

    colour: Colour
    shape: str


NO_SIDE = SideStand(PARCHMENT_EDGE, "round")
"""The look of somebody who is on no side."""


def lone_token(side: str, kind: str, title: str) -> Token:
    """Return a token that isn't in any battle, to draw it on its own."""
    return Token(title, side, kind, title, (0, 0), 1, None, None, False, False, False, ())


class Standees:
    """Maker of images of tokens, each cached by its size."""

    def __init__(
        self,
        art: Art,
        book: str,
        sides: Mapping[str, SideStand],
        looks: OwnLooks | None = None,
    ) -> None:
        """Show units of a rulebook; `looks` are those of a pack, by default of the one shown."""
        self._art, self._book, self._sides = art, book, sides
        self._looks = looks if looks is not None else art.looks
        self._names: dict[str, str] = {}
        self._folder = assets_dir() / "pieces"
        self._boxes = {
            "": _boxes(self._folder / BOXES),
            book: _boxes(self._folder / book / BOXES),
        }

    def image_name(self, token_kind: str) -> str:
        """Return the name of a kind's image."""
        found = self._names.get(token_kind)
        if found is None and token_kind in self._looks.pieces and self._looks.book == self._book:
            found = self._names[token_kind] = lent_piece(self._looks, token_kind)
        if found is None:
            names = f"pieces/{self._book}/{token_kind}", f"pieces/{token_kind}"
            found = next((name for name in names if self._art.has(name)), "pieces/unknown")
            self._names[token_kind] = found
        return found

    def side(self, id: str) -> SideStand:
        """Return the look of a side."""
        return self._sides[id]

    # Board

    def standee(self, token: Token, size: int, is_left: bool) -> pygame.Surface:
        """Return a standing token for tiles of this size, facing left or right."""
        side = self._sides[token.side]
        face = self.image_name(token.face)
        key = "standee", face, side, size, is_left, token.is_hidden, token.carrier
        return self._art.once(key, lambda: self._made(token, side, size, is_left))

    def _made(self, token: Token, side: SideStand, size: int, is_left: bool) -> pygame.Surface:
        width, height = round(size * WIDE), round(size * TALL)
        made = pygame.Surface((width, height), pygame.SRCALPHA)
        stand = self._art.image(
            f"table/stand-{side.shape}",
            (round(size * STAND), round(size * STAND_HIGH)),
            tint=side.colour,
        )
        slot = height - round(size * SLOT)
        made.blit(stand, stand.get_rect(midbottom=(width // 2, height)))
        arch = self._art.image("table/arch", (round(size * ARCH[0]), round(size * ARCH[1])))
        place = arch.get_rect(midbottom=(width // 2, slot + max(1, size // 40)))
        made.blit(arch, place)
        room = round(size * FIGURE[0]), round(size * FIGURE[1])
        bare, image = self._art.bare, self._image(token, room, is_left)
        if self._art.bare != bare:
            image = tile_shapes.pawn(room, side.colour)
        made.blit(image, image.get_rect(midbottom=(width // 2, slot - round(size * FEET))))
        if token.is_hidden:
            made.fill((255, 255, 255, HIDDEN), special_flags=pygame.BLEND_RGBA_MULT)
            made.blit(_dashes(made.get_size(), place), (0, 0))
        return made

    def _image(self, token: Token, room: tuple[int, int], is_left: bool) -> pygame.Surface:
        """Return the token's image, in the saddle if a mount carries the unit."""
        if token.carrier is None:
            return self._art.image(self.image_name(token.face), room, flip=is_left)
        across = 1 - SADDLE[0] if is_left else SADDLE[0]
        made = pygame.Surface(room, pygame.SRCALPHA)
        for kind, share, x, y in (
            (token.face, RIDER, across, SADDLE[1]),
            (token.carrier, MOUNT, 0.5, 1.0),
        ):
            small = round(room[0] * share), round(room[1] * share)
            image = self._art.image(self.image_name(kind), small, flip=is_left)
            made.blit(image, image.get_rect(midbottom=(round(room[0] * x), round(room[1] * y))))
        return made

    def lying(self, token: Token, size: int, is_left: bool) -> pygame.Surface:
        """Return the image of a token that is lying down."""
        look = self.image_name(token.face), token.carrier, token.is_hidden
        key = "lying", look, self._sides[token.side], size, is_left

        def make() -> pygame.Surface:
            image = self.standee(token, size, is_left)
            return pygame.transform.rotozoom(image, TURN if is_left else -TURN, LYING)

        return self._art.once(key, make)

    def white(self, token: Token, size: int, is_left: bool) -> pygame.Surface:
        """Return the image of a token lit up by a hit."""
        look = self.image_name(token.face), token.carrier, token.is_hidden
        key = "white", look, self._sides[token.side], size, is_left

        def make() -> pygame.Surface:
            image = self.standee(token, size, is_left).copy()
            image.fill((110, 46, 36, 0), special_flags=pygame.BLEND_RGBA_ADD)
            return image

        return self._art.once(key, make)

    def fallen(self, size: int) -> pygame.Surface:
        """Return the gravestone of a dead unit."""
        return self._art.image("pieces/fallen", (round(size * 0.56), round(size * 0.74)))

    def shadow(self, size: int, lift: float) -> pygame.Surface:
        """Return the shadow of a token, smaller the higher the token is lifted."""
        step = min(4, round(abs(lift) * 12))
        part = 1 - 0.08 * step
        return self._art.image(
            "table/shadow", (round(size * 1.04 * part), round(size * 0.52 * part))
        )

    def ring(self, size: int) -> pygame.Surface:
        """Return the ring around the stand of a selected token."""
        whole = round(size * 1.02), round(size * 0.5)
        return self._art.once(("ring", whole), lambda: tile_shapes.halo(whole))

    def life_bar(self, token: Token, width: int, height: int) -> pygame.Surface | None:
        """Return the life bar, or None if the life is unknown."""
        if token.life is None or not token.most:
            return None
        share = max(0.0, min(1.0, token.life / token.most))
        full = round(share * (width - 4))
        full = max(2, full) if share > 0 else 0
        key = "life", full, width, height
        return self._art.once(key, lambda: _bar(full, share, width, height))

    def badge(self, id: str, size: int) -> pygame.Surface:
        """Return a condition's icon on a disc."""
        return self._art.once(("badge", id, size), lambda: self._badge(id, size))

    def _badge(self, id: str, size: int) -> pygame.Surface:
        made = _disc(size, CREAM)
        name = f"icons/conditions/{id}"
        if not self._art.has(name):
            name = "icons/star"
        inner = max(8, round(size * 0.8))
        icon = self._art.image(name, (inner, inner), tint=INK)
        made.blit(icon, icon.get_rect(center=made.get_rect().center))
        return made

    def more(self, count: int, size: int, kind: Type) -> pygame.Surface:
        """Return a sign with the number of conditions that there is no room for."""
        return self.number(f"+{count}", size, kind)

    def trap(self, size: int) -> pygame.Surface:
        """Return the counter for a known trap."""

        def make() -> pygame.Surface:
            made = pygame.Surface((size, size), pygame.SRCALPHA)
            rim = max(1, size // 14)
            for grown, colour in ((0, INK), (rim, PARCHMENT), (3 * rim, PARCHMENT_EDGE)):
                pygame.draw.circle(made, colour, (size // 2, size // 2), size // 2 - grown)
            pygame.draw.circle(made, PARCHMENT, (size // 2, size // 2), size // 2 - 4 * rim)
            sign = self._art.image("icons/trap", (size * 3 // 5, size * 3 // 5), INK)
            made.blit(sign, sign.get_rect(center=(size // 2, size // 2)))
            return made

        return self._art.once(("trap", size), make)

    def number(self, words: str, size: int, kind: Type) -> pygame.Surface:
        """Return a round sign with a number."""

        def make() -> pygame.Surface:
            made = _disc(size, CREAM)
            points = max(8, round(size * 0.66 / kind.look.scale))
            line = kind.line(words, "sans bold", points, INK)
            made.blit(line, line.get_rect(center=made.get_rect().center))
            return made

        return self._art.once(("number", words, size), make)

    # Queue

    def portrait(self, kind: str, side_id: str, size: tuple[int, int]) -> pygame.Surface:
        """Return a card with a token's head, and a strip in its side's colour."""
        side = self._sides.get(side_id, NO_SIDE)
        key = "portrait", self._book, self.image_name(kind), side, size
        return self._art.once(key, lambda: self._card(kind, side, size))

    def _card(self, kind: str, side: SideStand, size: tuple[int, int]) -> pygame.Surface:
        width, height = size
        made = pygame.Surface(size, pygame.SRCALPHA)
        card = self._art.image("table/card", (width, round(width * 98 / 84)))
        made.blit(pygame.transform.smoothscale(card, size), (0, 0))
        rim = max(1, round(width * 3.5 / 84))
        strip = max(4, round(height * 0.15))
        inner = pygame.Rect(rim, rim, width - 2 * rim, round(height * 0.93) - strip - rim)
        bare, head = self._art.bare, self._head(kind, inner.size)
        if self._art.bare != bare:
            head = tile_shapes.pawn(inner.size, side.colour)
        made.blit(head, inner)
        foot = pygame.Rect(inner.x, inner.bottom, inner.width, strip)
        pygame.draw.rect(
            made,
            side.colour,
            foot,
            border_bottom_left_radius=rim * 2,
            border_bottom_right_radius=rim * 2,
        )
        pygame.draw.line(made, INK, foot.topleft, (foot.right - 1, foot.top), max(1, width // 60))
        mark = max(6, round(strip * 0.74))
        sign = self._art.image(f"icons/sides/{side.shape}", (mark, mark), tint=CREAM)
        made.blit(sign, sign.get_rect(midleft=(foot.x + strip // 3, foot.centery)))
        return made

    def _head(self, kind: str, size: tuple[int, int]) -> pygame.Surface:
        """Return the part of a token's image that portraits show, scaled to fill a size."""
        name = self.image_name(kind)
        canvas, (x, y, wide, high) = self._canvas(name), self._box(name)
        scale = max(size[0] / wide, size[1] / high)
        whole = self._art.image(name, (round(canvas[0] * scale), round(canvas[1] * scale)))
        left = (x + wide / 2) * scale - size[0] / 2
        made = pygame.Surface(size, pygame.SRCALPHA)
        made.blit(whole, (-round(left), -round(y * scale)))
        return made

    def head_box(self, token: Token) -> Box:
        """Return the place of a standing token's head, in tiles from its foot, looking right."""
        name = self.image_name(token.face)
        (width, height), (x, y, wide, high) = self._canvas(name), self._box(name)
        scale = min(FIGURE[0] / width, FIGURE[1] / height)
        grown, left, foot = 1.0, 0.0, SLOT + FEET
        if token.carrier is not None:
            grown, left = RIDER, (SADDLE[0] - 0.5) * FIGURE[0]
            foot += (1 - SADDLE[1]) * FIGURE[1]
        scale *= grown
        across = (x + wide * (1 - HEAD_WIDE) / 2 - width / 2) * scale + left
        return (
            across,
            (y - height) * scale - foot,
            wide * HEAD_WIDE * scale,
            high * HEAD_HIGH * scale,
        )

    def _box(self, name: str) -> Box:
        """Return the rectangle for portraits in an image, in the image's own units."""
        *folders, kind = name.split("/")[1:]
        folder = "/".join(folders)
        if folder not in self._boxes:
            self._boxes[folder] = _boxes(self._folder / folder / BOXES)
        said = self._boxes[folder].get(kind)
        if said is not None:
            return said
        width, height = self._canvas(name)
        x, y, wide, high = HEAD
        return x * width / 120, y * height / 160, wide * width / 120, high * height / 160

    def _canvas(self, name: str) -> tuple[int, int]:
        """Return the size of an image in its own units."""
        return self._art.box(name) or (120, 160)


def _boxes(path: Path) -> dict[str, Box]:
    """Read the rectangles for portraits from a file, by kind; none if it can't be read."""
    try:
        raw = tomli.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    found = {}
    for kind, entry in raw.items():
        box = entry.get("portrait") if isinstance(entry, dict) else None
        if isinstance(box, list) and len(box) == 4 and all(isinstance(n, int | float) for n in box):
            found[kind] = float(box[0]), float(box[1]), float(box[2]), float(box[3])
    return found


def _bar(full: int, share: float, width: int, height: int) -> pygame.Surface:
    """Return a life bar: a light rim around a dark one, so that it stands out on any ground."""
    made = pygame.Surface((width, height), pygame.SRCALPHA)
    rect = made.get_rect()
    pygame.draw.rect(made, CREAM, rect, border_radius=height // 2)
    pygame.draw.rect(made, INK, rect.inflate(-2, -2), border_radius=height // 2)
    inner = rect.inflate(-4, -4)
    pygame.draw.rect(made, EMPTY, inner, border_radius=max(1, inner.height // 2))
    colour = life_colour(share)
    if full:
        left = pygame.Rect(inner.x, inner.y, min(full, inner.width), inner.height)
        pygame.draw.rect(made, colour, left, border_radius=max(1, inner.height // 2))
        if inner.height > 3:
            shine = tuple(min(255, n + 46) for n in colour)
            top = pygame.Rect(left.x + 1, left.y, max(1, left.width - 2), max(1, inner.height // 3))
            pygame.draw.rect(made, shine, top)
    return made


def _disc(size: int, colour: Colour) -> pygame.Surface:
    """Return a round sign with a rim in ink colour."""

    def draw(made: pygame.Surface) -> None:
        whole = made.get_width()
        pygame.draw.circle(made, INK, (whole / 2, whole / 2), whole / 2)
        rim = max(tile_shapes.FINE, whole // 14)
        pygame.draw.circle(made, colour, (whole / 2, whole / 2), whole / 2 - rim)

    return tile_shapes.smooth((size, size), draw)


def _dashes(size: tuple[int, int], arch: pygame.Rect) -> pygame.Surface:
    """Return a dashed line along the rim of an arch."""

    def draw(made: pygame.Surface) -> None:
        fine = tile_shapes.FINE
        rect = pygame.Rect(*(n * fine for n in (arch.x, arch.y, arch.width, arch.height)))
        wide = max(2, arch.width // 22) * fine
        points = tile_shapes.spaced(_arch(rect.inflate(-2 * fine, -2 * fine)), wide)
        for shade, thick in ((INK, wide + 2 * fine), (CREAM, wide)):
            for n in range(0, len(points) - 2, 4):
                pygame.draw.lines(made, shade, False, points[n : n + 3], thick)

    return tile_shapes.smooth(size, draw)


def _arch(rect: pygame.Rect) -> list[tuple[float, float]]:
    """Return the outline of an arch, from its left foot to its right foot."""
    radius = rect.width / 2
    rim = [pygame.Vector2(-radius, 0).rotate(turn) for turn in range(0, 181, 6)]
    round_ = [(rect.centerx + v.x, rect.top + radius + v.y) for v in rim]
    left, right = (float(rect.left), float(rect.bottom)), (float(rect.right), float(rect.bottom))
    return [left, *round_, right]
