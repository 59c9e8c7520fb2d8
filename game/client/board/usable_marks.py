"""Marks on the things that can be used: doors, levers, items, with what using them does."""

from collections.abc import Iterable, Sequence
from functools import partial

import pygame

from game.client.board import tile_shapes
from game.client.board.camera import Camera
from game.client.kit.images import Art
from game.client.kit.theme import BRASS_LIGHT, INK, PARCHMENT, PARCHMENT_EDGE, SMALL
from game.client.kit.typography import Face, Type
from game.core.cells import Cell
from game.present.picture import UsableThing

PAD, GAP, WIDE = 6, 3, 270
"""Margin in a label, its distance from its tile, and its maximum width, at 100%."""


def draw_usable(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    kind: Type,
    things: Sequence[UsableThing],
    taken: Iterable[Cell],
) -> None:
    """Draw a frame around each thing in view, with a label on free ground if there is any.

    `taken` are the tiles with tokens.
    """
    left, right, top, bottom = camera.seen()
    seen = [one for one in things if left <= one.at[0] <= right and top <= one.at[1] <= bottom]
    frame = art.once(("usable", camera.tile), lambda: tile_shapes.brackets(camera.tile))
    tint = art.once(("usable tint", camera.tile), lambda: _tint(camera.tile))
    for one in seen:
        surface.blit(tint, camera.corner(one.at))
        surface.blit(frame, camera.corner(one.at))
    full = [camera.tile_rect(cell) for cell in (*(one.at for one in seen), *taken)]
    for one in seen:
        key = "usable label", one.title, one.uses, kind.look.scale
        label = art.once(key, partial(_label, kind, one))
        place = _place(label.get_rect(), camera, one, full, kind.look.px(GAP))
        full.append(place)
        surface.blit(label, place)


def _tint(tile: int) -> pygame.Surface:
    made = pygame.Surface((tile, tile), pygame.SRCALPHA)
    made.fill((*BRASS_LIGHT, 60))
    return made


def _place(
    label: pygame.Rect, camera: Camera, thing: UsableThing, taken: list[pygame.Rect], gap: int
) -> pygame.Rect:
    """Return the first place next to a thing that is free and in view; else the one above it."""
    tile = camera.tile_rect(thing.at)
    above = label.copy()
    above.midbottom = tile.centerx, tile.top - gap
    below, right, left = label.copy(), label.copy(), label.copy()
    below.midtop = tile.centerx, tile.bottom + gap
    right.midleft = tile.right + gap, tile.centery
    left.midright = tile.left - gap, tile.centery
    places = [place.clamp(camera.rect) for place in (above, below, right, left)]
    return next((one for one in places if one.collidelist(taken) < 0), places[0])


def _label(kind: Type, thing: UsableThing) -> pygame.Surface:
    """Return a parchment tag with the name of a thing, and what using it does."""
    px = kind.look.px
    texts: list[tuple[str, Face]] = [(thing.title, "sans bold"), *((u, "sans") for u in thing.uses)]
    fitted = [(kind.fitted(text, px(WIDE), face, SMALL), face) for text, face in texts]
    lines = [kind.line(text, face, SMALL, INK) for text, face in fitted]
    wide = max(line.get_width() for line in lines) + 2 * px(PAD)
    high = sum(line.get_height() for line in lines) + px(PAD)
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    for inset, colour in ((0, INK), (1, PARCHMENT_EDGE), (2, PARCHMENT)):
        rect = made.get_rect().inflate(-2 * inset, -2 * inset)
        pygame.draw.rect(made, colour, rect, border_radius=px(5))
    y = px(PAD) // 2
    for line in lines:
        made.blit(line, line.get_rect(midtop=(wide // 2, y)))
        y += line.get_height()
    return made
