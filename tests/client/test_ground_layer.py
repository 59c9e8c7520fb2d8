"""The ground: the effect of neighbours on a tile's look, and redrawing after changes."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
import tomli

from game.client.board import ground_layer as module
from game.client.board.camera import Camera
from game.client.board.ground_layer import CHUNK, GroundLayer, chunk_of
from game.client.board.terrain_looks import Chart, TerrainLook, mixed, read_terrain
from game.client.board.tile_drawing import Tiles
from game.client.kit.images import Art
from game.record.data_folders import assets_dir, levels_dir

MANIFEST = assets_dir() / "terrain" / "terrain.toml"
LEGEND = {
    ".": "floor",
    ",": "grass",
    "#": "wall",
    "+": "door",
    "o": "barrel",
    "~": "water",
    "-": "low_wall",
    "=": "bridge",
    "d": "dark_floor",
    "c": "crate",
}
UNWALKABLE = {"wall", "water", "barrel", "low_wall", "crate"}


@pytest.fixture(scope="module")
def looks() -> dict[str, TerrainLook]:
    return read_terrain(MANIFEST)


def chart_of(looks: dict[str, TerrainLook], *rows: str) -> Chart:
    chart = Chart(looks)
    assert chart.show([*rows], LEGEND, UNWALKABLE) is None
    return chart


# The manifest


def test_every_terrain_has_a_look_and_every_look_its_images(
    looks: dict[str, TerrainLook],
) -> None:
    known = tomli.loads((levels_dir() / "terrain.toml").read_text(encoding="utf-8"))
    assert set(looks) == set(known)
    art = Art(assets_dir())
    for id, look in looks.items():
        names = [f"ground/{name}" for name in (*look.ground, *look.ground_turned)]
        names += [f"things/{name}" for name in (*look.thing, *look.thing_turned) if name]
        for family in (look.edges, look.edges_under):
            names += [f"edges/{family}-{part}" for part in ("side", "corner", "inner") if family]
        if look.links:
            names += [f"things/{name}-{part}" for name in look.thing for part in "cnwes"]
        for name in names:
            assert art.has(f"terrain/{name}"), (id, name)


def test_unreadable_manifest_gives_no_looks(tmp_path: Path) -> None:
    assert read_terrain(tmp_path / "none.toml") == {}
    (tmp_path / "bad.toml").write_text("[floor", encoding="utf-8")
    assert read_terrain(tmp_path / "bad.toml") == {}


def test_runs_show_what_each_tile_shows(looks: dict[str, TerrainLook]) -> None:
    chart = chart_of(looks, ",,..o##..", "o+--==oo~", "~~~~ddd.c")
    for y in range(3):
        for left, right in ((0, 9), (2, 7), (4, 5)):
            found = [
                (look, n)
                for look, x, count in chart.runs(y, left, right)
                for n in range(x, x + count)
            ]
            assert found == [(chart.source((x, y)), x) for x in range(left, right)]
    assert len([*chart.runs(2, 0, 9)]) < 9, "equal tiles aren't drawn at once"


def test_ground_is_borrowed_from_the_commonest_neighbour(looks: dict[str, TerrainLook]) -> None:
    chart = chart_of(looks, ",,.", ",o.", ",..")
    assert chart.source((1, 1)) == looks["grass"], (
        "grass at 2 sides and 2 corners has lost to 2 and 1"
    )
    chart = chart_of(looks, ",,,", ".o.", "...")
    assert chart.source((1, 1)) == looks["floor"]
    chart = chart_of(looks, "###", "#o#", "#oo")
    assert chart.source((1, 1)) == looks["barrel"], "a wall or a borrower has lent its ground"
    assert chart.source((5, 5)) is None


def test_passages_turn_with_the_blocking_tiles(looks: dict[str, TerrainLook]) -> None:
    assert chart_of(looks, ".#.", ".+.", ".#.").is_turned((1, 1))
    assert not chart_of(looks, "...", "#+#", "...").is_turned((1, 1))
    assert not chart_of(looks, "+").is_turned((0, 0)), "the edge of the map counts as blocking"
    chart = Chart(looks)
    chart.show([".#.", ".+.", ".#."], LEGEND, ())
    assert not chart.is_turned((1, 1)), "terrain that units can enter counts as blocking"


def test_families_join_and_the_edge_of_the_map_belongs_to_all(
    looks: dict[str, TerrainLook],
) -> None:
    chart = chart_of(looks, "~~.", "~o.")
    assert chart.joins((0, 0), "water")
    assert chart.joins((0, 0), "deep"), "the ground below does not join"
    assert not chart.joins((2, 0), "water")
    assert chart.joins((3, 0), "water")
    assert not chart.joins((1, 1), "water"), "water joins a tile that blocks"


def test_things_link_to_equal_things_on_four_sides(looks: dict[str, TerrainLook]) -> None:
    chart = chart_of(looks, ".-.", "---", "o..")
    assert chart.links((1, 1)) == "nwe"
    assert chart.links((1, 0)) == "s"
    assert chart.links((0, 2)) == ""


def test_tile_picks_the_same_image_each_time() -> None:
    assert mixed((3, 4)) == mixed((3, 4))
    for count in (2, 3):
        drawn = [mixed((x, y)) % count for x in range(30) for y in range(30)]
        assert all(drawn.count(n) > 900 / count * 0.8 for n in range(count))


# Drawing


@pytest.fixture
def art() -> Iterator[Art]:
    pygame.display.init()
    pygame.display.set_mode((320, 240))
    yield Art(assets_dir(), lambda words: pytest.fail(words))
    pygame.display.quit()


class Recorder(Art):
    """Art that records the images used."""

    def __init__(self) -> None:
        super().__init__(assets_dir())
        self.names: list[str] = []

    def image(
        self,
        name: str,
        size: tuple[int, int],
        tint: tuple[int, int, int] | None = None,
        flip: bool = False,
        turn: int = 0,
    ) -> pygame.Surface:
        self.names.append(f"{name.removeprefix('terrain/')}{f'@{turn}' if turn else ''}")
        return super().image(name, size, tint, flip, turn)


def drawn(looks: dict[str, TerrainLook], cell: tuple[int, int], *rows: str) -> list[str]:
    """Return the images of a tile, in the order they are drawn."""
    art = Recorder()
    tiles, surface = Tiles(art, chart_of(looks, *rows)), pygame.Surface((24, 32))
    tiles.ground(surface, cell, (0, 8), 24)
    tiles.thing(surface, cell, (0, 8), 24)
    kind = art.names[0].rsplit("-", 1)[0]
    return [kind, *art.names[1:]]


def test_edges_turn_towards_the_end_of_a_family(looks: dict[str, TerrainLook]) -> None:
    assert drawn(looks, (1, 1), "~~~", "~~~", "~~~") == ["ground/water"]
    found = drawn(looks, (1, 1), "...", ".~~", ".~~")
    assert found == [
        "ground/water",
        *("edges/deep-side", "edges/deep-side@3", "edges/deep-corner"),
        *("edges/water-side", "edges/water-side@3", "edges/water-corner"),
    ]
    found = drawn(looks, (1, 1), "~~.", "~~~", "~~~")
    assert found == ["ground/water", "edges/deep-inner@1", "edges/water-inner@1"]


def test_face_is_drawn_unturned_after_the_sides_and_without_corners(
    looks: dict[str, TerrainLook],
) -> None:
    found = drawn(looks, (1, 1), "...", ".#.", "...")
    sides = [f"edges/wall-side{turn}" for turn in ("", "@1", "@3")]
    corners = ["edges/wall-corner", "edges/wall-corner@1"]
    assert found == ["ground/wall", *sides, *corners, "edges/wall-south"]


def test_walls_cast_shadows_on_tiles_that_are_not_raised(looks: dict[str, TerrainLook]) -> None:
    rows = "##.", "#..", "..."
    assert drawn(looks, (1, 1), *rows) == [
        "ground/floor",
        "edges/shadow-south",
        "edges/shadow-east",
    ]
    assert drawn(looks, (2, 1), *rows) == ["ground/floor", "edges/shadow-southeast"]
    assert drawn(looks, (2, 2), *rows) == ["ground/floor"]


def test_things_are_drawn_turned_or_in_parts(looks: dict[str, TerrainLook]) -> None:
    assert drawn(looks, (1, 1), "#.#", "#+#", "#.#")[-1] == "things/door"
    assert drawn(looks, (1, 1), "###", ".+.", "###")[-1] == "things/door-turned"
    parts = drawn(looks, (1, 1), "...", "---", "...")[-3:]
    assert parts == ["things/low-wall-c", "things/low-wall-w", "things/low-wall-e"]
    assert drawn(looks, (1, 1), "...", ".-.", "...")[-1] == "things/low-wall"
    turned = drawn(looks, (1, 1), "###", ".=.", "###")
    assert turned[0].startswith("ground/bridge-turned")


def test_dark_ground_is_darker(art: Art, looks: dict[str, TerrainLook]) -> None:
    tones = []
    for sign in ".d":
        made = pygame.Surface((24, 24))
        Tiles(art, chart_of(looks, *[sign * 3] * 3)).ground(made, (1, 1), (0, 0), 24)
        tones.append(sum(pygame.transform.average_color(made)[:3]))
    assert tones[1] < tones[0] * 0.75


# Chunks


class Board:
    """Ground on a screen that reports the chunks it draws."""

    def __init__(self, art: Art, looks: dict[str, TerrainLook], width: int, height: int) -> None:
        self.ground = GroundLayer(art, looks)
        self.rows = ["." * width] * height
        self.ground.show(self.rows, LEGEND, UNWALKABLE)
        self.screen = pygame.Surface((320, 240))
        self.camera = Camera(width, height)
        self.camera.lay(self.screen.get_rect(), 1.0)
        self.camera.tile = 24

    def draw(self) -> set[tuple[int, int, int]]:
        """Draw the ground, and return the chunks drawn this time."""
        before = dict(self.ground._chunks)
        self.screen.fill((0, 0, 0))
        self.ground.draw(self.screen, self.camera)
        return {k for k, made in self.ground._chunks.items() if before.get(k) is not made}

    def change(self, cell: tuple[int, int], sign: str) -> None:
        x, y = cell
        row = self.rows[y]
        self.rows = [*self.rows]
        self.rows[y] = row[:x] + sign + row[x + 1 :]
        self.ground.show(self.rows, LEGEND, UNWALKABLE)


def test_visible_chunks_are_drawn_once(art: Art, looks: dict[str, TerrainLook]) -> None:
    board = Board(art, looks, 12, 9)
    assert board.draw() == {(x, y, 24) for x in (0, 1) for y in (-1, 0, 1)}
    assert not board.ground.is_behind
    assert board.draw() == set()
    assert not board.ground.show([*board.rows], dict(LEGEND), UNWALKABLE)
    assert board.draw() == set()


def test_change_redraws_only_the_chunks_it_may_affect(
    art: Art, looks: dict[str, TerrainLook]
) -> None:
    board = Board(art, looks, 12, 9)
    board.draw()
    board.change((3, 4), "#")
    assert board.draw() == {(0, 0, 24)}
    board.change((6, 4), "#")
    assert board.draw() == {(0, 0, 24), (1, 0, 24)}, "the chunk two tiles away was not redrawn"
    board.change((5, 5), "o")
    assert board.draw() == {(0, 0, 24)}


def test_changed_map_looks_like_a_new_one(art: Art, looks: dict[str, TerrainLook]) -> None:
    board = Board(art, looks, 12, 9)
    board.draw()
    for cell, sign in (((7, 7), "o"), ((8, 8), "#"), ((9, 7), ","), ((8, 6), ","), ((7, 0), "c")):
        board.change(cell, sign)
        board.draw()
    fresh = Board(art, looks, 12, 9)
    fresh.ground.show(board.rows, LEGEND, UNWALKABLE)
    fresh.draw()
    assert pygame.image.tobytes(board.screen, "RGB") == pygame.image.tobytes(fresh.screen, "RGB")


def test_panning_draws_no_more_than_time_allows_and_catches_up(
    art: Art, looks: dict[str, TerrainLook], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(art, looks, 60, 60)
    board.draw()
    monkeypatch.setattr(module, "SLICE", -1.0)
    board.camera.pan(-CHUNK * 24, 0)
    board.draw()
    assert board.ground.is_behind, "a whole chunk was drawn with no time left"
    monkeypatch.setattr(module, "SLICE", 5.0)
    assert board.draw()
    assert not board.ground.is_behind


def test_chunks_ahead_are_ready_before_they_are_visible(
    art: Art, looks: dict[str, TerrainLook], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SLICE", 5.0)
    board = Board(art, looks, 60, 60)
    board.draw()
    for _ in range(2):
        board.camera.pan(-4, 0)
        board.draw()
    right = board.camera.seen()[1] // CHUNK
    ready = {key[0] for key in board.ground._chunks}
    assert right + 1 in ready


def test_jump_draws_everything_at_once(
    art: Art, looks: dict[str, TerrainLook], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SLICE", -1.0)
    board = Board(art, looks, 100, 100)
    board.draw()
    board.camera.pan(-60 * 24, -60 * 24)
    board.draw()
    assert not board.ground.is_behind


def test_invisible_chunks_are_dropped(
    art: Art, looks: dict[str, TerrainLook], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 400_000)
    board = Board(art, looks, 100, 100)
    for _ in range(40):
        board.draw()
        board.camera.pan(-40, -30)
    kept = board.ground._chunks
    assert board.ground._bytes == sum(s.get_width() * s.get_height() * 4 for s in kept.values())
    assert len(kept) <= 2 * 12
    assert board.draw() <= set(kept)


def test_chunks_of_large_tiles_contain_fewer_tiles() -> None:
    assert [chunk_of(tile) for tile in (24, 64, 65, 128, 129, 256)] == [8, 8, 4, 4, 2, 2]
    for tile in (24, 64, 128, 256):
        assert (chunk_of(tile) * tile) ** 2 * 4 <= 1_100_000
