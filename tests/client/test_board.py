"""The board: tokens on their tiles, their motions, and passing effects."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pygame
import pytest

from game.client.board.board_view import BoardView
from game.client.board.camera import BANNER, MARGIN, Camera
from game.client.board.floating_effects import RISE
from game.client.board.overlays import TINTS, BoardMarks, Danger, Zone, draw_ground, hides_names
from game.client.board.rim_numbers import draw_numbers
from game.client.board.standees import HEAD, SideStand, Standees
from game.client.board.terrain_looks import read_terrain
from game.client.board.threat_marks import TileThreat
from game.client.board.token_places import heads_of
from game.client.kit.images import Art
from game.client.kit.theme import BRASS_LIGHT, HARM, SIDE_COLOURS, Look
from game.client.kit.typography import Type
from game.core.cells import Cell
from game.present.picture import Lasting, Picture, Token
from game.record.data_folders import assets_dir
from game.record.map_rows import MapRows

WIDTH, HEIGHT = 10, 8
SIDES = {
    "red": SideStand(SIDE_COLOURS["red"], "wedge"),
    "blue": SideStand(SIDE_COLOURS["blue"], "round"),
}
PLAIN = Look()
RECT = pygame.Rect(20, 30, 560, 440)


def token(id: str, at: Cell | None = (1, 1), kind: str = "warden", span: int = 1) -> Token:
    side = id.split(".")[0]
    return Token(id, side, kind, id, at, span, 6, 8, False, False, False, ())


def pictured(*tokens: Token, zones: tuple[str, ...] = ()) -> Picture:
    rows = ["." * WIDTH] * HEIGHT
    return Picture(
        1, None, tokens, MapRows(WIDTH, HEIGHT, rows, {".": "floor"}, [*zones]), (), (), ()
    )


def dead(one: Token) -> Token:
    return msgspec.structs.replace(one, at=None, is_dead=True, life=0)


@pytest.fixture
def screen() -> Iterator[pygame.Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((640, 500))
    pygame.display.quit()


def board_of(look: Look = PLAIN) -> BoardView:
    art = Art(assets_dir(), lambda words: pytest.fail(words))
    looks = read_terrain(assets_dir() / "terrain" / "terrain.toml")
    board = BoardView(art, Type(look), looks, "action", SIDES, (WIDTH, HEIGHT))
    board.camera.lay(RECT, 1.0)
    return board


@pytest.fixture
def board(screen: pygame.Surface) -> BoardView:
    return board_of()


def passes(board: BoardView, seconds: float) -> None:
    for _ in range(round(seconds * 50)):
        board.update(0.02)


def looks_of(board: BoardView, screen: pygame.Surface) -> bytes:
    screen.fill((0, 0, 0))
    board.draw(screen)
    return pygame.image.tobytes(screen, "RGB")


# Tokens


def test_token_hops_to_a_tile_and_stays_there(board: BoardView) -> None:
    board.show(pictured(token("red.a")))
    actor = board.actors["red.a"]
    actor.hop((2, 1), 0.2)
    assert board.is_moving
    passes(board, 0.1)
    assert 1 < actor.x < 2
    assert actor.lift > 0
    passes(board, 0.2)
    board.show(pictured(token("red.a", (2, 1))))
    assert (actor.x, actor.y, actor.lift) == (2, 1, 0)
    assert not board.is_alive
    assert not board.update(0.02), "the board was drawn again though nothing moved"


def test_motions_follow_one_another_from_tile_to_tile(board: BoardView) -> None:
    board.show(pictured(token("red.a")))
    actor = board.actors["red.a"]
    for cell in ((2, 1), (3, 1)):
        actor.hop(cell, 0.2)
    passes(board, 0.3)
    assert 2 < actor.x < 3
    passes(board, 0.3)
    assert actor.x == 3


def test_two_tokens_on_a_tile_are_smaller_and_side_by_side(board: BoardView) -> None:
    board.show(pictured(token("red.a"), token("blue.b"), token("red.c", (4, 4))))
    passes(board, 1)
    left, right, alone = (board.actors[id] for id in ("blue.b", "red.a", "red.c"))
    assert left.aside < 0 < right.aside
    assert left.size == right.size < 1 == alone.size
    assert right.is_left
    assert not left.is_left
    board.show(pictured(token("red.a"), token("blue.b", (2, 1))))
    passes(board, 1)
    assert (right.aside, right.size) == (0, 1), (
        "a token that is alone again doesn't fill the whole tile"
    )


def test_dead_unit_leaves_a_gravestone_until_undo(board: BoardView) -> None:
    a, b = token("red.a"), token("blue.b", (3, 3))
    board.show(pictured(a, b))
    board.show(pictured(a, dead(b)))
    assert board.fallen["blue.b"].at == (3, 3)
    assert "blue.b" not in board.actors
    board.show(pictured(a, dead(b)))
    assert "blue.b" in board.fallen, "the gravestone is gone"
    board.show(pictured(a, b))
    assert not board.fallen


def test_fall_of_a_dying_unit_is_shown_before_its_gravestone(
    board: BoardView, screen: pygame.Surface
) -> None:
    a = token("red.a")
    board.show(pictured(a))
    board.actors["red.a"].fall(0.3)
    board.show(pictured(dead(a)))
    assert board.is_moving
    falling = looks_of(board, screen)
    passes(board, 0.5)
    assert looks_of(board, screen) != falling
    assert not board.is_alive


def test_marks_of_a_token_are_visible(board: BoardView, screen: pygame.Surface) -> None:
    plain = token("red.a", (4, 4))
    held = Lasting("poisoned", "Poisoned", "", 1)
    changes: dict[str, dict[str, object]] = {
        "plain": {},
        "hurt": {"life": 1},
        "unknown": {"life": None},
        "hidden": {"is_hidden": True},
        "down": {"is_down": True},
        "poisoned": {"conditions": (held,)},
        "much": {"conditions": (held,) * 5},
        "other side": {"side": "blue"},
        "other kind": {"kind": "fencer"},
        "no such kind": {"kind": "nobody"},
        "large": {"span": 2},
    }
    found = {}
    for name, change in changes.items():
        board.show(pictured(msgspec.structs.replace(plain, **change)))
        found[name] = looks_of(board, screen)
    assert len(set(found.values())) == len(changes)


def test_large_token_covers_all_its_tiles(board: BoardView) -> None:
    board.show(pictured(token("red.a", (2, 2), "toll_ogre", 2)))
    for cell in ((2, 2), (3, 2), (2, 3), (3, 3)):
        found = board.token_at(cell)
        assert found is not None
        assert found.id == "red.a"
    assert board.token_at((4, 2)) is None


# Motion


def test_nothing_is_animated_at_speed_0(screen: pygame.Surface) -> None:
    board = board_of(Look(speed=0))
    board.show(pictured(token("red.a")))
    board.actors["red.a"].hop((5, 5), 0.5)
    board.tell("−3", (1, 1), HARM)
    assert board.fly((0, 0), (5, 5), "arrow") == 0
    board.flash((1, 1))
    board.quake = 7
    assert board.update(0.001)
    assert (board.actors["red.a"].x, board.actors["red.a"].y) == (5, 5)
    assert not board.is_alive


@pytest.mark.parametrize("kind", ["arrow", "bolt", "knife", "stone", "spell"])
def test_projectile_is_visible_until_it_arrives(
    board: BoardView, screen: pygame.Surface, kind: str
) -> None:
    board.show(pictured())
    bare = looks_of(board, screen)
    seconds = board.fly((1, 1), (7, 5), kind)
    assert seconds > 0
    board.update(seconds / 2)
    assert looks_of(board, screen) != bare
    board.update(seconds)
    assert not board.is_alive
    assert looks_of(board, screen) == bare


def test_numbers_rise_inside_the_board_without_overlap(
    board: BoardView, screen: pygame.Surface
) -> None:
    board.show(pictured())
    bare = screen.copy()
    board.draw(bare)
    for at in ((0, 0), (0, 0), (WIDTH - 1, 0), (0, HEIGHT - 1)):
        board.tell("Poisoned", at, HARM)
    assert [words.place for words in board.rising] == [0, 1, 0, 0]
    passes(board, RISE * 0.5)
    board.draw(screen)
    for x in range(screen.get_width()):
        for y in range(screen.get_height()):
            if not RECT.collidepoint(x, y):
                assert screen.get_at((x, y)) == bare.get_at((x, y))
    passes(board, RISE)
    assert not board.rising


def test_table_shakes_unless_motion_is_reduced(screen: pygame.Surface) -> None:
    for is_calm in (False, True):
        board = board_of(Look(is_calm=is_calm))
        board.show(pictured(token("red.a", (4, 4))))
        still = looks_of(board, screen)
        board.quake = 6
        board.update(0.02)
        assert (looks_of(board, screen) == still) == is_calm
        passes(board, 1)
        assert not board.is_alive
        assert looks_of(board, screen) == still


def test_drawing_leaves_camera_and_clip_unchanged(board: BoardView, screen: pygame.Surface) -> None:
    board.show(pictured(token("red.a")))
    board.quake = 5
    board.update(0.02)
    board.draw(screen)
    assert board.camera.rect == RECT
    assert screen.get_clip() == screen.get_rect()


# Marks


def test_each_mark_changes_the_image(board: BoardView, screen: pygame.Surface) -> None:
    board.show(pictured(token("red.a", (1, 1)), token("blue.b", (6, 5), "toll_ogre", 2)))
    cells = frozenset({(3, 3), (4, 3)})
    every = [
        BoardMarks(),
        BoardMarks(reach=cells),
        BoardMarks(threats=dict.fromkeys(cells, TileThreat(2, 5.5))),
        BoardMarks(area=cells),
        BoardMarks(targets=cells),
        BoardMarks(targets=frozenset({(6, 5)})),
        BoardMarks(cursor=(3, 3)),
        BoardMarks(path=((3, 3), (4, 3))),
        BoardMarks(path=((2, 1), (3, 1)), start=(1, 1)),
        BoardMarks(aim=((1, 1), (6, 5))),
        BoardMarks(dangers=(Danger((3, 3), "38%"),)),
        BoardMarks(covers=(((3, 3), "half"),)),
        BoardMarks(covers=(((3, 3), "three-quarters"),)),
        BoardMarks(covers=(((3, 3), "total"),)),
        BoardMarks(zones=(Zone("A", cells),)),
    ]
    found = []
    for marks in every:
        board.marks = marks
        found.append(looks_of(board, screen))
    assert len(set(found)) == len(every)
    board.marks = BoardMarks()
    board.highlighted = "blue.b"
    assert looks_of(board, screen) not in found


def test_zones_of_a_map_are_shown_by_default(board: BoardView, screen: pygame.Surface) -> None:
    board.show(pictured())
    bare = looks_of(board, screen)
    painted = ("aaa..bb...",) * HEIGHT
    board.show(pictured(zones=painted))
    assert [(zone.title, len(zone.cells)) for zone in board.zones] == [("a", 24), ("b", 16)]
    own = looks_of(board, screen)
    board.marks = BoardMarks(zones=(Zone("The bridge", frozenset({(0, 0)})),))
    assert len({bare, own, looks_of(board, screen)}) == 3


def test_zone_has_its_name_if_there_is_room(board: BoardView, screen: pygame.Surface) -> None:
    painted, looks = ("aaa..bb...",) * HEIGHT, []
    for name in (None, "yard", "yard-behind-the-mill-and-the-mill", "the mill and the great yard"):
        picture = pictured(zones=painted)
        names = {"a": name} if name else {}
        named = msgspec.structs.replace(picture.map, zone_names=names)
        board._painted = []
        board.show(msgspec.structs.replace(picture, map=named))
        looks.append(looks_of(board, screen))
    assert [zone.letter for zone in board.zones] == ["a", "b"]
    letter, plain, in_a_word, last_words = looks
    assert letter == in_a_word
    assert len({letter, plain, last_words}) == 3


def test_name_of_a_zone_without_room_below_avoids_tokens(board: BoardView) -> None:
    zone = Zone("mill", frozenset((x, y) for x in range(6) for y in range(HEIGHT)))
    assert hides_names(board.camera, (zone,))

    def tinted(taken: set[tuple[int, int]], cell: tuple[int, int]) -> int:
        surface = pygame.Surface(RECT.bottomright)
        marks = BoardMarks(zones=(zone,))
        draw_ground(surface, board.camera, board.art, board.type, marks, taken)
        tile = surface.subsurface(board.camera.tile_rect(cell))
        return int(pygame.mask.from_threshold(tile, TINTS[0], (9, 9, 9, 255)).count())

    bare = tinted({(0, 0)}, (0, 0))
    assert tinted(set(), (0, 0)) > 2 * bare, "the name is on the first tile"
    row = {(x, 0) for x in range(6)}
    assert tinted(row, (0, 1)) > 2 * tinted(row, (0, 2)), "the name is in the next row"


# Camera


def test_camera_glides_to_a_tile_and_arrives(board: BoardView) -> None:
    board.show(pictured())
    camera = board.camera
    camera.zoom(3)
    assert not camera.show((WIDTH // 2, HEIGHT // 2))
    assert camera.show((0, 0))
    assert board.is_alive
    before = camera.corner((0, 0))
    board.update(0.05)
    between = camera.corner((0, 0))
    assert before[0] < between[0]
    passes(board, 2)
    assert not board.is_alive
    assert camera.rect.collidepoint(camera.tile_rect((0, 0)).center)
    assert not camera.show((0, 0)), "the camera glides though it has already arrived"


def test_camera_shows_a_tile_below_the_banner(board: BoardView) -> None:
    board.show(pictured())
    camera = board.camera
    camera.zoom(8)
    middle = WIDTH // 2, HEIGHT // 2
    camera.show(middle)
    camera.arrive()
    seen = camera.rect.height // camera.tile
    above = middle[0], middle[1] - (seen - 1) // 2
    camera.show(above)
    camera.arrive()
    assert camera.tile_rect(above).top >= camera.rect.top + BANNER * camera.scale


def test_panning_stops_a_gliding_camera(board: BoardView) -> None:
    board.show(pictured())
    board.camera.zoom(3)
    assert board.camera.show((0, 0))
    board.camera.pan(-5, 0)
    assert not board.camera.is_gliding


def test_tiles_meet_without_gaps_wherever_the_camera_is() -> None:
    camera = Camera(30, 30)
    camera.lay(pygame.Rect(0, 0, 301, 203), 1.0)
    camera.zoom(1)
    for n in range(60):
        camera.pan(-0.37, -0.5)
        corners = [camera.corner((x, 3))[0] for x in range(30)]
        steps = {b - a for a, b in pairwise(corners)}
        assert steps == {camera.tile}, n


def test_point_and_tile_agree(board: BoardView) -> None:
    camera = board.camera
    for cell in ((0, 0), (WIDTH - 1, HEIGHT - 1), (4, 3)):
        assert camera.cell(camera.tile_rect(cell).center) == cell
    assert camera.cell((RECT.left - 1, RECT.top - 1)) is None
    assert camera.tile * (WIDTH + 2 * MARGIN) <= RECT.width


# Portraits


def test_portrait_shows_the_part_that_a_file_gives(screen: pygame.Surface) -> None:
    standees = Standees(Art(assets_dir()), "action", SIDES)
    for name, box in (
        ("pieces/action/cellar_rat", (47, 66, 66, 77)),
        ("pieces/hero", (36, 4, 66, 77)),
        ("pieces/action/warden", HEAD),
    ):
        assert standees._box(name) == box


def test_portraits_have_the_given_size_and_differ_by_kind_and_side(
    screen: pygame.Surface,
) -> None:
    standees = Standees(Art(assets_dir()), "action", SIDES)
    found = set()
    for kind in ("warden", "toll_ogre", "weir_wyrm", "nobody"):
        for side in SIDES:
            image = standees.portrait(kind, side, (66, 77))
            assert image.get_size() == (66, 77)
            found.add(pygame.image.tobytes(image, "RGB"))
    assert len(found) == 8


def test_every_portrait_file_names_kinds_with_an_image(screen: pygame.Surface) -> None:
    folder: Path = assets_dir() / "pieces"
    for path in folder.rglob("portraits.toml"):
        standees = Standees(Art(assets_dir()), path.parent.name, SIDES)
        for kind in standees._boxes[path.parent.name if path.parent != folder else ""]:
            assert (path.parent / f"{kind}.svg").is_file(), kind


def test_flash_widens_and_disappears(board: BoardView, screen: pygame.Surface) -> None:
    board.show(pictured())
    bare = looks_of(board, screen)
    board.flash((3, 3), BRASS_LIGHT, 2)
    first = looks_of(board, screen)
    board.update(0.2)
    assert len({bare, first, looks_of(board, screen)}) == 3
    passes(board, 1)
    assert looks_of(board, screen) == bare


def test_numbers_of_a_scrolled_board_cover_no_head(board: BoardView) -> None:
    board.show(pictured(*(token(f"red.n{x}", (x, 3)) for x in range(WIDTH))))
    board.settle()
    board.camera.zoom(4)
    board.camera.pan(0, 1000)
    heads = heads_of(board.tokens, board.actors, board.camera, board.standees.head_box)
    drawn = list[pygame.Rect]()
    for top in range(board.camera.rect.y, board.camera.rect.y + 40):
        moved = [head.move(0, top - heads[0].y) for head in heads]
        plain, spared = (pygame.Surface(RECT.bottomright) for _ in range(2))
        draw_numbers(plain, board.camera, board.type, 4, None)
        draw_numbers(spared, board.camera, board.type, 4, None, moved)
        drawn += [head for head in moved if not _is_black(plain, head)]
        assert all(_is_black(spared, head) for head in moved)
    assert drawn, "the numbers would cover heads"


def _is_black(surface: pygame.Surface, rect: pygame.Rect) -> bool:
    image = pygame.Surface(rect.size)
    image.blit(surface, (0, 0), rect)
    return not any(pygame.image.tobytes(image, "RGB"))
