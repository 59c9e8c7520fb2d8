"""Threats on the board: on each tile the number of foes that could attack it, and the damage.

Both are numbers on fields of their own, so that nobody has to tell colours apart.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import pygame

from game.client.board.camera import Camera
from game.client.kit.images import Art
from game.client.kit.theme import CREAM, HARM, INK, PARCHMENT, Colour, rgb
from game.client.kit.typography import Type
from game.core.cells import Cell

LEAST, MOST = 12, 18
"""Minimum and maximum size of the numbers, in pixels at 100%; the maximum is for large tiles."""
SHARE = 0.36
"""Size of the numbers, as a share of a tile."""
EDGE = 0.05
"""Distance of a tag from the upper left corner of its tile, in tiles."""
LOW = 0.6
"""Distance of a tag from the upper edge of a tile with a token, in tiles."""
FAINT, STEP, DEEP = 24, 10, 80
"""Opacity of a tile's red for a single foe, more for each further foe, and the maximum, of 255."""
RED = rgb("#b3261e")


class TileThreat(NamedTuple):
    """The foes that could attack a tile next turn, and the mean damage that they would do there."""

    foes: int
    damage: float


Threats = Mapping[Cell, TileThreat]


def damage_text(damage: float) -> str:
    """Return damage as a short number: whole, or with one digit if it is small."""
    if 0 < damage < 0.05:
        return "<0.1"
    return f"{damage:.1f}" if 0 < damage < 0.95 else f"{damage:.0f}"


def draw_threats(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    kind: Type,
    threats: Threats,
    taken: Collection[Cell],
) -> None:
    """Draw the tag of each threatened tile without a token."""
    seen = [cell for cell in _seen(camera, threats) if cell not in taken]
    surface.fblits([(tag(art, kind, camera, threats[c]), _at(camera, c, EDGE)) for c in seen])


def draw_tints(surface: pygame.Surface, camera: Camera, art: Art, threats: Threats) -> None:
    """Tint each threatened tile red; more foes give a deeper red."""
    seen = _seen(camera, threats)
    surface.fblits([(_tint(art, camera.tile, threats[c].foes), camera.corner(c)) for c in seen])


def _seen(camera: Camera, threats: Threats) -> list[Cell]:
    left, right, top, bottom = camera.seen()
    return [c for c in threats if left <= c[0] <= right and top <= c[1] <= bottom]


def draw_threats_above(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    kind: Type,
    threats: Threats,
    occupied: Iterable[Cell],
) -> None:
    """Draw the tags of tiles with tokens over the tokens, below their heads."""
    seen = [cell for cell in occupied if cell in threats]
    surface.fblits([(tag(art, kind, camera, threats[c]), _at(camera, c, LOW)) for c in seen])


def _at(camera: Camera, cell: Cell, down: float) -> tuple[int, int]:
    return camera.point(cell[0] + EDGE, cell[1] + down)


def _tint(art: Art, tile: int, foes: int) -> pygame.Surface:
    opacity = min(DEEP, FAINT + STEP * (foes - 1))

    def make() -> pygame.Surface:
        made = pygame.Surface((tile, tile), pygame.SRCALPHA)
        made.fill((*HARM, opacity))
        return made

    return art.once(("threat tint", tile, opacity), make)


def tag(art: Art, kind: Type, camera: Camera, threat: TileThreat) -> pygame.Surface:
    """Return the tag of a tile: the number of foes on red, the damage on dark."""
    points = max(LEAST, min(MOST, round(SHARE * camera.tile / kind.look.scale)))
    words = str(threat.foes), damage_text(threat.damage)
    key = "threat", words, points, camera.tile, kind.look.scale
    return art.once(key, lambda: _tag(kind, words, points, camera.tile))


def sample_tag(kind: Type, most: int) -> pygame.Surface:
    """Return a tag as an example in an explanation, of at most this height."""
    made = _tag(kind, ("2", "6"), LEAST, 8 * most)
    share = min(1.0, most / made.get_height())
    size = round(made.get_width() * share), round(made.get_height() * share)
    return pygame.transform.smoothscale(made, size) if share < 1 else made


def _tag(kind: Type, words: tuple[str, str], points: int, tile: int) -> pygame.Surface:
    fields = [
        _field(kind.line(text, "sans bold", points, ink), ground, kind.look.px(2))
        for text, ink, ground in ((words[0], PARCHMENT, RED), (words[1], CREAM, INK))
    ]
    gap = max(1, kind.look.px(1))
    wide, high = sum(one.get_width() for one in fields) + gap, fields[0].get_height()
    made = pygame.Surface((wide + 2, high + 2), pygame.SRCALPHA)
    pygame.draw.rect(made, INK, made.get_rect(), border_radius=kind.look.px(3))
    made.blit(fields[0], (1, 1))
    made.blit(fields[1], (1 + gap + fields[0].get_width(), 1))
    room = round(tile * (1 - 2 * EDGE))
    if made.get_width() > room:
        share = room / made.get_width()
        return pygame.transform.smoothscale(made, (room, round(made.get_height() * share)))
    return made


def _field(line: pygame.Surface, ground: Colour, pad: int) -> pygame.Surface:
    """Return a number on its ground, without the empty rows above and below the digits."""
    body = line.get_bounding_rect()
    made = pygame.Surface((body.width + 2 * pad, body.height + 2 * pad), pygame.SRCALPHA)
    pygame.draw.rect(made, ground, made.get_rect(), border_radius=pad)
    made.blit(line, (pad, pad), body)
    return made
