"""How much of a target is covered: lines between the corners of tiles, exact in integers.

A footprint is a square of tiles: its upper left one and its span. From each corner of the
attacker's tiles lines go to every corner of the target's. A line is blocked by a tile whose
interior it passes. Where it runs along an edge, both tiles beside that edge must block; where it
passes exactly through a corner, both tiles beside that corner which it does not enter. Tiles of
the two footprints never block; those off the map do.

Two footprints that touch only at a corner face each other across it: the two other tiles at that
corner close it together, for every line that meets it, even one that begins, ends or is there.

The lines between two footprints are numbered bits, so that what blocks is a few ORs of masks.
"""

from collections.abc import Container, Iterator
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from game.core.cells import Cell
from game.core.grid import TOTAL, Grid
from game.core.sight import sees

NONE, HALF, MOST = 0, 1, 2
"""Levels of cover below total."""

Obstacle = tuple[Cell, ...]
"""One tile that blocks a line, or two that do so together."""


class Lines(NamedTuple):
    """All lines between the corners of two footprints.

    A tile is a bit of the grid's screens, shifted right by `shift` more than the index of the
    attacker's cell without its margin. `area` has the bits of all tiles that matter, `tiles` also
    where they lie from the attacker. `blocks` holds for each bit of `inner` the lines that its tile
    blocks alone, and those it blocks together with the tile of another bit (kept at one of the
    two). What is in `area` only lies around both footprints, perhaps off the map, and blocks only
    together with a tile within. `corners` are the lines from each of the attacker's corners,
    `needs` how many of them must be blocked for half, three-quarters and total cover.
    """

    shift: int
    area: int
    inner: int
    tiles: tuple[tuple[int, int, int], ...]
    blocks: dict[int, tuple[int, tuple[tuple[int, int], ...]]]
    corners: tuple[int, ...]
    needs: tuple[int, int, int]


def cover(
    grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int, bodies: Container[Cell] = ()
) -> int:
    """Cover that b has from a's best corner: 0 none, 1 half, 2 three-quarters, 3 total.

    Both footprints lie on the map. `bodies` are the tiles of creatures; they give half at most,
    and those on the two footprints nothing. Who is seen from centre to centre is not wholly
    covered, unless something other than an opaque tile is why.
    """
    x, y = a
    lines = _lines(b[0] - x, b[1] - y, a_span, b_span, grid.stride)
    half, most, total, _ = grid.screens
    at = y * grid.stride + x + lines.shift
    near = half >> at & lines.area
    if bodies:
        for dx, dy, bit in lines.tiles:
            if (x + dx, y + dy) in bodies:
                near |= bit
    if not near & lines.inner or not _holds(lines, near, HALF):
        return NONE
    if not _holds(lines, most >> at & lines.area, MOST):
        return HALF
    if not _holds(lines, total >> at & lines.area, TOTAL):
        return MOST
    return MOST if _peeps(grid, a, a_span, b, b_span) else TOTAL


def in_sight(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Whether two footprints on the map see each other: by a line of corners or of centres."""
    x, y = a
    lines = _lines(b[0] - x, b[1] - y, a_span, b_span, grid.stride)
    near = grid.screens[-1] >> y * grid.stride + x + lines.shift & lines.area
    return not _holds(lines, near, TOTAL) or _centres(grid, a, a_span, b, b_span)


def _holds(lines: Lines, near: int, level: int) -> bool:
    """Whether the tiles `near` block enough lines from every corner for a level of cover."""
    blocks, blocked, rest = lines.blocks, 0, near & lines.inner
    while rest:
        bit = rest & -rest
        rest ^= bit
        alone, pairs = blocks[bit]
        blocked |= alone
        for other, both in pairs:
            if near & other:
                blocked |= both
    need = lines.needs[level - 1]
    return all((blocked & corner).bit_count() >= need for corner in lines.corners)


def _centres(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Whether a tile of one footprint sees a tile of the other."""
    return any(sees(grid, p, q) for p, q in product(_square(a, a_span), _square(b, b_span)))


def _peeps(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Whether a line of centres is free of all that gives total cover, opaque or not."""
    if not _centres(grid, a, a_span, b, b_span):
        return False
    if grid.screens[-1] == grid.screens[TOTAL - 1]:
        return True
    walls = [cap == TOTAL for cap in grid.covers]
    solid = Grid(grid.width, grid.height, [1] * len(walls), walls, grid.diagonal)
    return _centres(solid, a, a_span, b, b_span)


@lru_cache(maxsize=4096)
def _lines(dx: int, dy: int, a_span: int, b_span: int, stride: int) -> Lines:
    """The lines between a footprint at (0, 0) and one at (dx, dy), for screens of a stride."""
    per_corner = (b_span + 1) ** 2
    ones = (1 << per_corner) - 1
    corners = tuple(ones << i * per_corner for i in range((a_span + 1) ** 2))
    needs = (per_corner + 1) // 2, (3 * per_corner + 3) // 4, per_corner
    masks = _masks((dx, dy), a_span, b_span)
    worst = reduce(or_, masks.values(), 0)
    if any((worst & corner).bit_count() < needs[0] for corner in corners):
        masks = {}
    left, top = min(0, dx) - 1, min(0, dy) - 1
    bits = {
        (x, y): 1 << (y - top) * stride + x - left
        for x, y in sorted({tile for obstacle in masks for tile in obstacle})
    }
    blocks = _blocks(masks, bits, (dx, dy), a_span, b_span)
    return Lines(
        shift=(top + 1) * stride + left + 1,
        area=sum(bits.values()),
        inner=sum(blocks),
        tiles=tuple((x, y, bit) for (x, y), bit in bits.items()),
        blocks=blocks,
        corners=corners,
        needs=needs,
    )


def _blocks(
    masks: dict[Obstacle, int], bits: dict[Cell, int], b: Cell, a_span: int, b_span: int
) -> dict[int, tuple[int, tuple[tuple[int, int], ...]]]:
    """What each tile blocks; pairs are kept at a tile within the least rectangle of both."""
    across = range(min(0, b[0]), max(a_span, b[0] + b_span))
    down = range(min(0, b[1]), max(a_span, b[1] + b_span))
    alone: dict[int, int] = {}
    pairs: dict[int, list[tuple[int, int]]] = {}
    for (tile, *others), mask in masks.items():
        if not others:
            alone[bits[tile]] = mask
            continue
        other = others[0]
        if tile[0] not in across or tile[1] not in down:
            tile, other = other, tile
        pairs.setdefault(bits[tile], []).append((bits[other], mask))
    return {bit: (alone.get(bit, 0), tuple(pairs.get(bit, ()))) for bit in alone | pairs}


def _masks(b: Cell, a_span: int, b_span: int) -> dict[Obstacle, int]:
    """The lines that each obstacle blocks, by their bits."""
    own = {*_square((0, 0), a_span), *_square(b, b_span)}
    ends = list(product(_square((0, 0), a_span + 1), _square(b, b_span + 1)))
    masks: dict[Obstacle, int] = {}
    for i, ((x, y), (to_x, to_y)) in enumerate(ends):
        for obstacle in _path(to_x - x, to_y - y):
            tiles = tuple((x + tile_x, y + tile_y) for tile_x, tile_y in obstacle)
            if own.isdisjoint(tiles):
                masks[tiles] = masks.get(tiles, 0) | 1 << i
    if b[0] in (a_span, -b_span) and b[1] in (a_span, -b_span):
        x, y = max(0, b[0]), max(0, b[1])
        beside = tuple(sorted({(x - 1, y - 1), (x - 1, y), (x, y - 1), (x, y)} - own))
        masks[beside] = sum(1 << i for i, (p, q) in enumerate(ends) if _aligned(p, (x, y), q))
    return masks


def _aligned(p: Cell, corner: Cell, q: Cell) -> bool:
    return (corner[0] - p[0]) * (q[1] - corner[1]) == (corner[1] - p[1]) * (q[0] - corner[0])


def _square(cell: Cell, span: int) -> list[Cell]:
    return [(cell[0] + x, cell[1] + y) for y in range(span) for x in range(span)]


@lru_cache(maxsize=4096)
def _path(dx: int, dy: int) -> tuple[Obstacle, ...]:
    """What can block the line from the corner at the upper left of tile (0, 0)."""
    if dx and dy:
        return tuple(_slanted(dx, dy))
    if dx:
        return tuple(((x, -1), (x, 0)) for x in range(min(0, dx), max(0, dx)))
    return tuple(((-1, y), (0, y)) for y in range(min(0, dy), max(0, dy)))


def _slanted(dx: int, dy: int) -> Iterator[Obstacle]:
    """Tiles in walking order, and the pairs beside the corners between the ends."""
    nx, ny = abs(dx), abs(dy)
    across = range(nx) if dx > 0 else range(-1, -nx - 1, -1)
    down = range(ny) if dy > 0 else range(-1, -ny - 1, -1)
    x = y = 0
    while x < nx and y < ny:
        yield ((across[x], down[y]),)
        ahead = (x + 1) * ny - (y + 1) * nx
        if ahead == 0 and x + 1 < nx:
            yield (across[x + 1], down[y]), (across[x], down[y + 1])
        x, y = x + (ahead <= 0), y + (ahead >= 0)
