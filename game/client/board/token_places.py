"""The places of a token's parts on the screen: its head, its stand, its life bar.

Life bars and stands never cover the head of another token. A token juts out over the tile behind
it, unless another token stands there: then it is drawn smaller, within its own tiles.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

from game.client.board.camera import Camera
from game.client.board.standees import LYING, STAND, STAND_HIGH, TALL, TOP, TURN, Box
from game.client.board.token_motion import Actor
from game.present.picture import Token

FOOT = 0.03
"""Distance of a token's foot from the lower edge of its tile, in tiles."""
STEPS = 16
"""Steps in which a token's scale changes, so that few sizes of its image are ever made."""
BAR_WIDE, BAR_MOST = 0.56, 1.0
"""Width of a life bar, as a share of the token's size, and its maximum in tiles."""
BAR_BELOW = 0.01
"""Distance of a life bar below the token's tiles, in tiles."""
GAP = 0.015
"""Minimum distance between a life bar and the next head, in tiles."""
BAR_THIN, BAR_THICK = 6, 8
"""Minimum height of a life bar in pixels, and its maximum as a part of a tile."""
LYING_UP = 0.53
"""Distance of the middle of a lying token from its foot, as a share of its size."""


class TokenPlace(NamedTuple):
    """The place of a token on the screen: its foot, and the size of tile that it is drawn for."""

    x: int
    y: int
    size: int
    is_left: bool
    is_lying: bool

    @property
    def foot(self) -> tuple[int, int]:
        """The point on which the token stands."""
        return self.x, self.y


def place_of(token: Token, actor: Actor, camera: Camera) -> TokenPlace:
    """Return the place of a token on the screen, without the height of a hop."""
    span, tile = token.span, camera.tile
    x, y = camera.point(actor.x + actor.aside + span / 2, actor.y + span)
    is_lying = token.is_down and not actor.motions
    is_still = actor.size == actor.room[1]
    scale = actor.size if is_still else round(actor.size * STEPS) / STEPS
    size = round(tile * size_of(span) * scale)
    return TokenPlace(x, y - round(tile * FOOT), size, actor.is_left, is_lying)


def size_of(span: int) -> float:
    """Return the size of a token, in tiles: a large one juts as far out as a small one."""
    return (span - 1) / TOP + 1


def within(span: int) -> float:
    """Return the scale of a token that doesn't jut out over the tiles behind it."""
    return (span - FOOT - BAR_BELOW - GAP) / (size_of(span) * TOP)


def bar_rect(place: TokenPlace, tile: int) -> pygame.Rect:
    """Return the rectangle of a token's life bar, at the front of its stand."""
    wide = round(min(place.size * BAR_WIDE, tile * BAR_MOST))
    rect = pygame.Rect(0, 0, wide, max(BAR_THIN, min(place.size, tile) // BAR_THICK))
    rect.midbottom = place.x, place.y + round(tile * (FOOT + BAR_BELOW))
    return rect


def stand_rect(place: TokenPlace) -> pygame.Rect:
    """Return the rectangle of a token's stand; it has no area if the token is lying."""
    rect = pygame.Rect(0, 0, round(place.size * STAND), round(place.size * STAND_HIGH))
    rect.midbottom = place.foot
    return pygame.Rect(place.foot, (0, 0)) if place.is_lying else rect


def head_rect(place: TokenPlace, head: Box) -> pygame.Rect:
    """Return the rectangle of a token's head. `head` is its place on a standing token's image.

    It is given for a size of 1, from the token's foot, for a token that looks right.
    """
    left, top, wide, high = head
    if place.is_left:
        left = -left - wide
    rect = pygame.FRect(left, top, wide, high)
    if place.is_lying:
        rect = _turned(rect, place.is_left)
    x, y, size = place.x, place.y, place.size
    return pygame.Rect(
        round(x + rect.x * size),
        round(y + rect.y * size),
        round(rect.width * size),
        round(rect.height * size),
    )


def heads_of(
    tokens: Mapping[str, Token],
    actors: Mapping[str, Actor],
    camera: Camera,
    head_box: Callable[[Token], Box],
) -> list[pygame.Rect]:
    """Return the rectangles of the heads of all tokens on the board."""
    return [
        head_rect(place_of(token, actors[id], camera), head_box(token))
        for id, token in tokens.items()
        if id in actors
    ]


def _turned(rect: pygame.FRect, is_left: bool) -> pygame.FRect:
    """Return the bounds of a part of a token that is lying down."""
    middle = pygame.Vector2(0, -TALL / 2)
    corners = rect.topleft, rect.topright, rect.bottomleft, rect.bottomright
    turned = [
        (pygame.Vector2(corner) - middle).rotate(-TURN if is_left else TURN) * LYING
        for corner in corners
    ]
    left, top = min(v.x for v in turned), min(v.y for v in turned)
    right, bottom = max(v.x for v in turned), max(v.y for v in turned)
    return pygame.FRect(left, top - LYING_UP, right - left, bottom - top)
