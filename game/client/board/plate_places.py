"""Places for the plates of a forecast, where they cover no head and no other plate."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pygame

NEAR, FAR = 0.36, 0.6
"""Distances of a plate from the middle of its tile, in tiles: beside a token, and beyond it."""


class PlateSpot(NamedTuple):
    """A plate's size, and the point and size in pixels of the tile or token it belongs to."""

    size: tuple[int, int]
    foot: tuple[int, int]
    tile: int


def places_for(
    spots: Iterable[PlateSpot], taken: Sequence[pygame.Rect], within: pygame.Rect
) -> list[pygame.Rect]:
    """Return the rectangle of each plate.

    Each takes the first of its possible places that touches nothing in `taken` and no earlier
    plate. If there is none, it takes the place where it covers least.
    """
    blocked, found = list(taken), list[pygame.Rect]()
    for spot in spots:
        places = [place.clamp(within) for place in _places(spot)]
        free = next((place for place in places if place.collidelist(blocked) < 0), None)
        chosen = free or min(places, key=lambda place: _covered(place, blocked))
        blocked.append(chosen)
        found.append(chosen)
    return found


def _places(spot: PlateSpot) -> Iterator[pygame.Rect]:
    """Yield possible places for a plate, the best first: at the foot, beside it, further off."""
    rect, (x, y), tile = pygame.Rect((0, 0), spot.size), spot.foot, spot.tile
    low, side = y + tile // 10, round(tile * NEAR)
    yield rect.move_to(midtop=(x, low))
    for up in (0, tile // 3):
        yield rect.move_to(bottomleft=(x + side, y - up))
        yield rect.move_to(bottomright=(x - side, y - up))
    for far in (side // 2, side):
        yield rect.move_to(topleft=(x + far - side, low))
        yield rect.move_to(topright=(x - far + side, low))
    beyond = round(tile * FAR)
    for down in (0, tile // 2, tile):
        yield rect.move_to(midtop=(x, low + down))
        yield rect.move_to(midleft=(x + beyond, y - tile // 2 + down))
        yield rect.move_to(midright=(x - beyond, y - tile // 2 + down))
    for high in (1.45, 1.8, 2.2):
        yield rect.move_to(midbottom=(x, y - round(tile * high)))


def _covered(place: pygame.Rect, blocked: Iterable[pygame.Rect]) -> int:
    """Return the number of pixels that a place covers."""
    parts = (place.clip(one) for one in blocked)
    return sum(part.width * part.height for part in parts)
