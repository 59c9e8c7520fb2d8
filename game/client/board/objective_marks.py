"""Signs on tiles and beside units: of objectives, and of tiles that units watch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.client.board.camera import Camera
from game.client.board.overlays import Zone, border
from game.client.kit.images import Art
from game.client.kit.theme import BRASS_LIGHT, INK, Colour
from game.core.cells import Cell, reading
from game.present.objectives import OPEN, ShownObjective
from game.present.picture import Picture

ICONS = {
    "reach": "flag",
    "hold": "flag",
    "trigger": "flag",
    "survive": "hourglass",
    "defeat": "crown",
    "protect": "shield",
}
"""The icon of each kind of objective, on the board and in the panel."""
DEFEAT = "crown"
"""Icon of a unit whose death completes an objective."""
WATCHED = "ready"
"""Icon of a tile that a unit watches."""
DASH = 5
"""Number of dashes and gaps per side of a tile; odd, so that corners are closed."""


@dataclass(frozen=True)
class ObjectiveMark:
    """An open objective on the board, or a tile that a unit watches."""

    icon: str
    colour: Colour
    cells: frozenset[Cell] = frozenset()
    units: tuple[str, ...] = ()
    is_watched: bool = False
    """Whether it is a tile that a unit guards, or is ready to shoot at."""


def icon_of(row: ShownObjective) -> str:
    """Return the icon of an objective."""
    if row.kind == "trigger" and row.units and not row.tiles:
        return DEFEAT
    return ICONS.get(row.kind, "flag")


def marks_of(picture: Picture, colours: Mapping[str, Colour]) -> tuple[ObjectiveMark, ...]:
    """Return the marks of all open objectives that have a place, and of all watched tiles."""
    goals = (
        ObjectiveMark(
            icon_of(row), colours.get(row.side, BRASS_LIGHT), frozenset(row.tiles), row.units
        )
        for row in picture.objectives
        if row.state == OPEN and (row.tiles or row.units)
    )
    watched = (
        ObjectiveMark(
            *(WATCHED, colours.get(one.side, BRASS_LIGHT), frozenset((one.watched,))),
            is_watched=True,
        )
        for one in picture.tokens
        if one.watched is not None
    )
    return *goals, *watched


def draw_objective_tiles(
    surface: pygame.Surface, camera: Camera, art: Art, marks: Sequence[ObjectiveMark]
) -> None:
    """Draw a dashed border around the tiles of each mark, and its sign on one of them.

    Signs on the same tile are beside each other.
    """
    left, right, top, bottom = camera.seen()
    inset, thick = max(2, camera.tile // 14), max(2, camera.tile // 20)
    taken: dict[Cell, int] = {}
    for mark in marks:
        for (ax, ay), (bx, by), (sx, sy) in border(Zone("", mark.cells)) if mark.cells else ():
            (x, y), (to_x, to_y) = camera.corner((ax, ay)), camera.corner((bx, by))
            count = DASH * max(abs(bx - ax), abs(by - ay))
            step = (to_x - x) / count, (to_y - y) / count
            x, y = x + sx * inset, y + sy * inset
            for n in range(0, count, 2):
                start = round(x + step[0] * n), round(y + step[1] * n)
                end = round(x + step[0] * (n + 1)), round(y + step[1] * (n + 1))
                pygame.draw.line(surface, INK, start, end, thick + 2)
                colour = mark.colour if mark.is_watched else BRASS_LIGHT
                pygame.draw.line(surface, colour, start, end, thick)
        seen = [c for c in mark.cells if left <= c[0] <= right and top <= c[1] <= bottom]
        if seen:
            cell = min(seen, key=reading)
            (x, y), size = camera.corner(cell), max(12, camera.tile * 2 // 5)
            x += taken.get(cell, 0)
            taken[cell] = taken.get(cell, 0) + size
            surface.blit(sign(art, mark, size), (x + inset, y + inset))


def draw_objective_units(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    marks: Sequence[ObjectiveMark],
    places: Mapping[str, tuple[float, float]],
) -> None:
    """Draw a sign at the upper left of each unit that an objective names.

    `places` has the upper left corners of units, in tiles.
    """
    size = max(14, camera.tile * 2 // 5)
    for mark in marks:
        for id in mark.units:
            if id in places:
                image = sign(art, mark, size)
                x, y = camera.point(places[id][0] + 0.08, places[id][1] + 0.02)
                surface.blit(image, image.get_rect(center=(x, y)).clamp(camera.rect))


def sign(art: Art, mark: ObjectiveMark, size: int) -> pygame.Surface:
    """Return the sign of an objective: its icon on a disc in the colour of its side."""

    def make() -> pygame.Surface:
        made = pygame.Surface((size, size), pygame.SRCALPHA)
        middle = size // 2
        pygame.draw.circle(made, INK, (middle, middle), middle)
        pygame.draw.circle(made, mark.colour, (middle, middle), middle - 1)
        icon = art.image(f"icons/{mark.icon}", (size * 3 // 5, size * 3 // 5), BRASS_LIGHT)
        made.blit(icon, icon.get_rect(center=(middle, middle)))
        return made

    return art.once(("objective", mark.icon, mark.colour, size), make)
