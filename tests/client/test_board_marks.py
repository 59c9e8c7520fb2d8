"""The contrast between marks and every ground, for everyone's eyes.

Only pixels that are at least two thirds solid count. The half of them that stands out most has a
mean luminance contrast of at least 2 to the bare ground. This holds for ordinary eyes and for each
of the three kinds of colour blindness.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from statistics import fmean

import msgspec
import pygame
import pytest

from game.client.board import tile_shapes
from game.client.board.camera import Camera
from game.client.board.objective_marks import ObjectiveMark, draw_objective_tiles
from game.client.board.overlays import Zone, border, names_of, zones_of
from game.client.board.standees import Standees
from game.client.board.tile_drawing import DARKNESS
from game.client.kit.images import Art
from game.record.data_folders import assets_dir
from tests.client.test_board import SIDES, token

FLOOR = 2.0
TILE = 40
BAR = 24, 6
"""Size of the life bar of a small token, in pixels."""
SOLID = 170
"""Minimum opacity, of 255, of a pixel that belongs to a shape and not to its tint."""

Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]
EYES: dict[str, Matrix] = {
    "ordinary": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Perceived linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""
WEIGHTS = 0.2126, 0.7152, 0.0722
LINEAR = [
    n / 255 / 12.92 if n / 255 <= 0.04045 else ((n / 255 + 0.055) / 1.055) ** 2.4
    for n in range(256)
]
SHARES = {
    eyes: tuple(
        sum(weight * row[n] for weight, row in zip(WEIGHTS, matrix, strict=True)) for n in range(3)
    )
    for eyes, matrix in EYES.items()
}
"""Weights of linear red, green and blue in the perceived light, for each kind of eyes."""

SHAPES: dict[str, Callable[[], pygame.Surface]] = {
    **{name: partial(make, TILE) for name, make in tile_shapes.STAMPS.items()},
    **{f"cover {c}": partial(tile_shapes.shield, 20, c) for c in ("half", "three-quarters")},
    "selected": partial(tile_shapes.halo, (TILE, TILE // 2)),
}


@pytest.fixture(scope="module")
def art() -> Iterator[Art]:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 480))
    missing: list[str] = []
    yield Art(assets_dir(), missing.append)
    assert not missing
    pygame.display.quit()


def light(colour: pygame.Color, eyes: str) -> float:
    red, green, blue = SHARES[eyes]
    found = red * LINEAR[colour.r] + green * LINEAR[colour.g] + blue * LINEAR[colour.b]
    return max(0.0, found)


def contrast(a: float, b: float) -> float:
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def grounds(art: Art) -> dict[str, pygame.Surface]:
    """Return every ground, lit and dark."""
    found: dict[str, pygame.Surface] = {}
    for path in sorted((assets_dir() / "terrain" / "ground").glob("*.svg")):
        bare = pygame.Surface((TILE, TILE))
        bare.blit(art.image(f"terrain/ground/{path.stem}", (TILE, TILE)), (0, 0))
        dark, over = bare.copy(), pygame.Surface((TILE, TILE), pygame.SRCALPHA)
        over.fill(DARKNESS)
        dark.blit(over, (0, 0))
        found |= {path.stem: bare, f"{path.stem} in the dark": dark}
    return found


def pixels_of(shape: pygame.Surface) -> list[tuple[int, int]]:
    width, height = min(TILE, shape.get_width()), min(TILE, shape.get_height())
    every = ((x, y) for x in range(width) for y in range(height))
    return [at for at in every if shape.get_at(at).a >= SOLID][::2]


def least(bare: pygame.Surface, shape: pygame.Surface, at: list[tuple[int, int]]) -> float:
    """Return the contrast of a shape to a ground for the eyes that see the contrast worst."""
    upon = bare.copy()
    upon.blit(shape, (0, 0))
    found = []
    for eyes in EYES:
        each = sorted(
            contrast(light(upon.get_at(p), eyes), light(bare.get_at(p), eyes)) for p in at
        )
        found.append(fmean(each[len(each) // 2 :]))
    return min(found)


@pytest.mark.parametrize("name", SHAPES)
def test_shape_stands_out_from_every_ground_for_all_eyes(art: Art, name: str) -> None:
    shape = SHAPES[name]()
    at = pixels_of(shape)
    assert len(at) >= 12
    found = {ground: least(bare, shape, at) for ground, bare in grounds(art).items()}
    worst = min(found, key=lambda ground: found[ground])
    assert found[worst] >= FLOOR, (worst, found[worst])


@pytest.mark.parametrize("life", [12, 5, 2])
def test_life_bar_stands_out_from_every_ground_for_all_eyes(art: Art, life: int) -> None:
    unit = msgspec.structs.replace(token("red.ann"), life=life, most=12)
    bar = Standees(art, "contest", SIDES).life_bar(unit, *BAR)
    assert bar is not None
    rim = [at for at in pixels_of(bar) if 0 in at or at[0] == BAR[0] - 1 or at[1] == BAR[1] - 1]
    inner = [at for at in pixels_of(bar) if at not in rim]
    for ground, bare in grounds(art).items():
        found = max(least(bare, bar, rim), least(bare, bar, inner))
        assert found >= 1.5 * FLOOR, ground


def test_no_two_shapes_are_alike_without_their_colours(art: Art) -> None:
    """Compare pixels: two shapes share at most half of the pixels that either covers."""
    solid = {name: set(pixels_of(tile_shapes.STAMPS[name](TILE))) for name in tile_shapes.STAMPS}
    for (a, first), (b, second) in combinations(solid.items(), 2):
        assert len(first & second) <= len(first | second) / 2, (a, b)


def test_shields_of_cover_differ_in_how_far_they_are_filled() -> None:
    def filled(cover: str) -> int:
        shape = tile_shapes.shield(20, cover)
        every = ((x, y) for x in range(20) for y in range(20))
        return sum(shape.get_at(at).a > SOLID and shape.get_at(at).r > 200 for at in every)

    assert filled("half") > filled("three-quarters") > filled("total")


def test_zones_are_read_from_the_letters_of_a_map() -> None:
    found = zones_of(["aab.", "a.b."], {"b": "The bridge"})
    assert [(zone.title, len(zone.cells)) for zone in found] == [("a", 3), ("The bridge", 2)]


def test_long_zone_name_loses_its_first_words_then_becomes_its_letter() -> None:
    named = Zone("the party's front", frozenset(), "f")
    assert names_of(named) == ("the party's front", "party's front", "front", "f")
    assert names_of(Zone("Wharf", frozenset())) == ("Wharf",)
    front, rear = (Zone(f"their {one} guard", frozenset(), one[0]) for one in ("front", "rear"))
    assert names_of(front, (front, rear)) == ("their front guard", "front guard", "f")
    assert names_of(rear, (front,)) == ("their rear guard", "rear guard", "r")


def test_border_of_a_zone_has_unbroken_lines() -> None:
    lines = border(Zone("a", frozenset({(0, 0), (1, 0), (0, 1)})))
    assert len(lines) == 6
    total = sum(abs(bx - ax) + abs(by - ay) for (ax, ay), (bx, by), _ in lines)
    assert total == 8
    assert ((0, 0), (2, 0), (0, 1)) in lines


def test_signs_of_objectives_on_one_tile_are_side_by_side() -> None:
    camera, art = Camera(3, 3), Art(assets_dir())
    camera.rect, camera.tile = pygame.Rect(0, 0, 300, 300), 60
    colours = (200, 10, 10), (10, 10, 200)
    marks = [ObjectiveMark("flag", colour, frozenset({(1, 1)})) for colour in colours]
    drawn = pygame.Surface((300, 300))
    draw_objective_tiles(drawn, camera, art, marks)
    seen = [pygame.mask.from_threshold(drawn, colour, (1, 1, 1)).count() for colour in colours]
    assert min(seen) > 40
    assert abs(seen[0] - seen[1]) < 5
