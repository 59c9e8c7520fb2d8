"""The regions of a map equal those found by moving, with and without diagonals."""

from hypothesis import given
from hypothesis import strategies as st

from game.content.drafts.regions import Regions
from game.core.grid import Grid
from game.core.paths import reach

MAPS = st.integers(1, 12).flatmap(
    lambda width: st.lists(
        st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=12
    )
)


@given(MAPS, st.booleans())
def test_regions_equal_reachable_tiles(rows: list[list[bool]], diagonal: bool) -> None:
    width, tiles = len(rows[0]), [tile for row in rows for tile in row]
    grid = Grid(width, len(rows), list(map(int, tiles)), [False] * len(tiles), diagonal)
    regions = Regions("".join("01"[tile] for tile in row) for row in rows)
    for cell in grid.cells():
        if not grid.cost(cell):
            assert regions.of(cell) is None
            continue
        found = reach(grid, cell, None).costs
        same = {c for c in grid.cells() if regions.of(c) == regions.of(cell)}
        assert same == set(found)
    assert regions.of((-1, 0)) is regions.of((0, len(rows))) is regions.of((width, 0)) is None
