"""The main screens at 1280×720, compared with stored screenshots.

After an intended change, `python -m pytest tests/client --regenerate` writes them again; look at
them before committing.
"""

from pathlib import Path

import pygame
import pytest

from tests.client.shots import SCREENS, SIZE, png, shot, shrunk

SHOTS = Path(__file__).with_name("shots")
STORED = 640, 360
CELLS = 64, 36
"""Number of cells, across and down, whose mean colours are compared."""
BLOCK = 4
"""Number of cells, across and down, in a block."""
MOST_BLOCK, MOST_WHOLE = 14.0, 2.5
"""Maximum colour difference, of 255: mean of a block, and mean of the whole screenshot.

Letters smoothed in another way stay far below; a missing panel or overlay doesn't.
"""
MOST_BYTES = 150_000

Cells = list[list[tuple[int, int, int]]]


def cells(surface: pygame.Surface) -> Cells:
    """Return the mean colours of the cells, row by row."""
    small = shrunk(surface, CELLS)
    found = []
    for y in range(CELLS[1]):
        found.append([tuple(small.get_at((x, y)))[:3] for x in range(CELLS[0])])
    return [[(r, g, b) for r, g, b in row] for row in found]


def blocks(one: Cells, other: Cells) -> dict[tuple[int, int], float]:
    """Return the average difference of two screenshots in each block."""
    found: dict[tuple[int, int], float] = {}
    for y, (row, near) in enumerate(zip(one, other, strict=True)):
        for x, (a, b) in enumerate(zip(row, near, strict=True)):
            far = sum(abs(m - n) for m, n in zip(a, b, strict=True)) / 3
            key = x // BLOCK, y // BLOCK
            found[key] = found.get(key, 0.0) + far / BLOCK**2
    return found


def difference(one: pygame.Surface, other: pygame.Surface) -> str:
    """Return a sentence about where two screenshots differ too much, or "" if they don't."""
    found = blocks(cells(one), cells(other))
    whole = sum(found.values()) / len(found)
    worst, far = max(found.items(), key=lambda item: item[1])
    if far <= MOST_BLOCK and whole <= MOST_WHOLE:
        return ""
    step = SIZE[0] * BLOCK // CELLS[0]
    place = f"{worst[0] * step}, {worst[1] * step}"
    return f"they are {whole:.1f} apart on average, and {far:.1f} at {place}"


@pytest.mark.parametrize("name", SCREENS)
def test_screen_equals_its_stored_screenshot(
    name: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = SHOTS / f"{name}.png"
    now = shot(SCREENS[name], tmp_path)
    was = pygame.image.load(path) if path.exists() else None
    changed = difference(was, now) if was else "there was none"
    if request.config.getoption("--regenerate"):
        if changed:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(png(shrunk(now, STORED)))
        with capsys.disabled():
            print(f"\n{path.name} {f'is written again: {changed}' if changed else 'is unchanged'}")
        return
    assert was, f"{path.name} is missing; make it with `python -m pytest tests/client --regenerate`"
    assert was.get_size() == STORED
    if changed:
        pygame.image.save(now, str(tmp_path / path.name))
    assert not changed, f"{changed}; {tmp_path / path.name} shows the new state"


@pytest.mark.parametrize("path", sorted(SHOTS.glob("*.png")), ids=lambda path: path.name)
def test_stored_screenshots_are_small_and_known(path: Path) -> None:
    assert path.stat().st_size < MOST_BYTES
    assert path.stem in SCREENS


# The comparison itself


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> pygame.Surface:
    return shot(SCREENS["yard"], tmp_path_factory.mktemp("yard"))


def test_differently_smoothed_letters_do_not_matter(yard: pygame.Surface) -> None:
    soft = pygame.transform.smoothscale(shrunk(yard, STORED), SIZE)
    assert difference(yard, soft) == ""
    moved = yard.copy()
    moved.scroll(1, 0)
    assert difference(yard, moved) == ""


@pytest.mark.parametrize(
    "rect", [(14, 14, 700, 84), (904, 14, 360, 160), (14, 598, 600, 108), (300, 250, 130, 130)]
)
def test_missing_part_matters(yard: pygame.Surface, rect: tuple[int, int, int, int]) -> None:
    without = yard.copy()
    without.fill(without.get_at((5, 5)), rect)
    assert "apart" in difference(yard, without)


def test_reduced_colours_do_not_matter(yard: pygame.Surface, tmp_path: Path) -> None:
    path = tmp_path / "few.png"
    path.write_bytes(png(shrunk(yard, STORED)))
    assert difference(yard, pygame.image.load(path)) == ""
