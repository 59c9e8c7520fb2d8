"""ACT-32, ACT-33: cover."""

from itertools import product
from random import Random
from typing import Any

import pytest

from game.components.unit import Position
from game.core.cover import cover
from game.core.grid import TOTAL, Grid
from game.core.sight import sees
from game.rules.action.field import sight_and_cover
from game.terms.level import Terrain
from tests.rules.action.scene import scene
from tests.rules.action.test_act_12_attacks import odds
from tests.scenario import Play

BOW: dict[str, Any] = {"weapons": ["bow"]}


def covered(play: Play, weapon: str = "bow") -> list[tuple[str, int, str | None]]:
    """Return the modifier of cover to red's attack on blue."""
    found = odds(play, f"attack red.a blue.p {weapon}").modifiers
    return [(m.text, m.value, m.rule) for m in found if "cover" in m.text]


@pytest.mark.rule("ACT-32")
def test_half_cover_counts_2() -> None:
    play = scene("a.o.p", a=BOW)
    assert covered(play) == [("half cover", -2, "ACT-32")]
    play.do("attack red.a blue.p bow", 4, 4, 3)
    assert play.told("missed", "total", "needed") == (9, 10)


@pytest.mark.rule("ACT-32")
def test_three_quarters_cover_counts_5() -> None:
    play = scene("a.=.p", a=BOW)
    assert covered(play) == [("three-quarters cover", -5, "ACT-32")]
    play.do("attack red.a blue.p bow", 5, 5, 5, 1)
    assert play.told("hit", "total", "needed") == (10, 10)


@pytest.mark.rule("ACT-32")
def test_target_with_total_cover_is_refused() -> None:
    play = scene("..#..\na.#.p\n..#..", a=BOW)
    refusal = play.refused("attack red.a blue.p bow")
    assert (refusal.code, refusal.rule) == ("total-cover", "ACT-32")


@pytest.mark.rule("ACT-32")
def test_transparent_terrain_can_give_total_cover() -> None:
    glass = {"|": ("pane", Terrain("Pane", walk=False, cover="total"))}
    play = scene("..|..\na.|.p\n..|..", settings={"more": glass}, a=BOW)
    assert play.refused("attack red.a blue.p bow").code == "total-cover"
    play = scene("#|#\na|p\n#|#", settings={"more": glass}, a={"weapons": ["pike"]})
    assert play.refused("attack red.a blue.p pike").code == "out-of-reach"


@pytest.mark.rule("ACT-32")
def test_values_of_cover_are_settings() -> None:
    play = scene("a.o.p", settings={"half_cover": 4}, a=BOW)
    assert covered(play) == [("half cover", -4, "ACT-32")]


@pytest.mark.rule("ACT-32")
def test_cover_counts_in_melee_too() -> None:
    play = scene("aop", a={"weapons": ["pike"]})
    assert covered(play, "pike") == [("half cover", -2, "ACT-32")]


@pytest.mark.rule("ACT-32")
@pytest.mark.parametrize(
    ("ignores", "rows", "cover"),
    [("half", "a.o.p", []), ("half", "a.=.p", [-5]), ("three-quarters", "a.=.p", [])],
)
def test_some_weapons_ignore_cover(ignores: str, rows: str, cover: list[int]) -> None:
    arms = {"lob": {"title": "Lob", "about": "x", "kind": "ranged", "damage": "1", "range": 60,
                    "type": "piercing", "ignores": ignores}}  # fmt: skip
    play = scene(rows, gear={"arms": arms}, a={"weapons": ["lob"]})
    assert [value for _, value, _ in covered(play, "lob")] == cover


@pytest.mark.rule("ACT-33")
def test_only_things_in_between_give_cover() -> None:
    for rows in ("oa..p", "a..po", "o...o\na...p\no...o"):
        assert covered(scene(rows, a=BOW)) == []


@pytest.mark.rule("ACT-33")
def test_only_the_best_cover_counts() -> None:
    assert covered(scene("a.o=.p", a=BOW)) == [("three-quarters cover", -5, "ACT-32")]
    assert covered(scene("a.oo.p", a=BOW)) == [("half cover", -2, "ACT-32")]


@pytest.mark.rule("ACT-33")
def test_creature_in_between_gives_half_at_most() -> None:
    assert covered(scene("a.b.p", a=BOW)) == [("half cover", -2, "ACT-32")]
    assert covered(scene("a.q.p", a=BOW)) == [("half cover", -2, "ACT-32")]
    assert covered(scene("abqrp", a=BOW)) == [("half cover", -2, "ACT-32")]


@pytest.mark.rule("ACT-33")
def test_large_creature_gives_cover_with_all_its_tiles() -> None:
    play = scene("..b..\na...p", a=BOW, b={"size": "large"})
    assert covered(play) == [("half cover", -2, "ACT-32")]


@pytest.mark.rule("ACT-33")
def test_attacker_and_target_do_not_give_cover_themselves() -> None:
    play = scene("a.....p.\n........", a=BOW | {"size": "large"}, p={"size": "large"})
    assert covered(play) == []
    perched = {"fly": 30, "on": "o"}
    assert covered(scene("a..p", a=BOW | perched, p=perched)) == []


def levels(far: int, width: int = 1) -> list[str]:
    """Return red's view of blue behind a wall, by rows below the wall and columns before it.

    Blue is `far` tiles behind the wall. The signs are `.` for no cover, `h` half, `q`
    three-quarters, `T` total.
    """
    signs = {(): ".", (-2,): "h", (-5,): "q"}
    target, size = "p" + "." * (width - 1), {"size": "large"} if width > 1 else {}

    def level(row: int, column: int) -> str:
        rows = ["." * column + "#" + "." * (far - 1) + target]
        rows += ["." * len(rows[0])] * max(row, width - 1)
        rows[row] = "a" + rows[row][1:]
        play = scene("\n".join(rows), a=BOW, p=size)
        if "attack red.a blue.p bow" not in play.legal("attack"):
            assert play.refused("attack red.a blue.p bow").code == "total-cover"
            return "T"
        return signs[tuple(value for _, value, _ in covered(play))]

    return ["".join(level(row, column) for column in (1, 2, 3, 4, 7)) for row in range(4)]


@pytest.mark.rule("ACT-33")
def test_cover_directly_behind_a_wall_is_total_in_line_and_falls_off_steeply() -> None:
    assert levels(1) == ["TTTTT", "qqqqq", ".qqqq", "..qqq"]


@pytest.mark.rule("ACT-33")
def test_cover_two_tiles_behind_a_wall_is_total_in_line_and_half_off_it() -> None:
    assert levels(2) == ["TTTTT", ".hhhh", "...hh", "....h"]


@pytest.mark.rule("ACT-33")
def test_more_than_half_of_the_lines_is_three_quarters_for_large_targets_too() -> None:
    """Count five of nine lines as more than half; exactly half is impossible."""
    assert levels(1, 2) == ["qqqqq", ".....", ".....", "....."]


@pytest.mark.rule("ACT-33")
@pytest.mark.parametrize(("sign", "cover"), [("o", -2), ("=", -5)])
@pytest.mark.parametrize("rows", ["a.{}.p", "a{}.p", "a..{}.p", "..{}.p\na....", "..{}p\na..."])
def test_single_obstacle_gives_cover_up_to_its_kind_and_lines(
    sign: str, cover: int, rows: str
) -> None:
    blocked = {"..{}.p\na....": -2, "..{}p\na...": -5}.get(rows, -5)
    found = covered(scene(rows.format(sign), a=BOW))
    assert [value for _, value, _ in found] == [max(cover, blocked)]


@pytest.mark.rule("ACT-33")
def test_cover_is_counted_from_the_best_point() -> None:
    """Count two lines that pass below the wall from the lower left point, and none from others."""
    assert covered(scene("a...\no...\n...p", a=BOW)) == []
    assert covered(scene("a#.\n..p", a=BOW)) == [("half cover", -2, "ACT-32")]
    assert covered(scene("p..\n.#a", a=BOW)) == [("half cover", -2, "ACT-32")]
    assert covered(scene("p#.\n..a", a=BOW)) == [("three-quarters cover", -5, "ACT-32")]


@pytest.mark.rule("ACT-33")
def test_tile_beside_a_line_does_not_block_it() -> None:
    for rows in ("##..\na..p\n....", ".##.\na..p\n.##.", "a.p\n#.#"):
        assert covered(scene(rows, a=BOW)) == []


@pytest.mark.rule("ACT-33")
@pytest.mark.parametrize("rows", ["a.#p.\n..#..", "a.#.p.\n...#..", "a.\n..\n#.\n.#\np.\n.."])
def test_line_along_an_edge_passes_no_wall_on_either_side(rows: str) -> None:
    """Run such a line between the centres of two large footprints."""
    large = {"size": "large"}
    play = scene(rows, a=BOW | large, p=large)
    assert play.refused("attack red.a blue.p bow").code == "total-cover"


@pytest.mark.rule("ACT-33")
def test_other_half_of_a_large_unit_is_seen_past_a_wall_as_wide_as_one_half() -> None:
    large = {"size": "large"}
    assert covered(scene("a.#p.\n.....", a=BOW | large, p=large)) == []


@pytest.mark.rule("ACT-33")
def test_corner_passed_exactly_is_blocked_only_from_both_sides() -> None:
    assert covered(scene("a#\n.p", a=BOW)) == []
    assert scene("a#\n#p", a=BOW).refused("attack red.a blue.p bow").code == "total-cover"
    assert covered(scene("ao\nop", a=BOW)) == [("half cover", -2, "ACT-32")]


@pytest.mark.rule("ACT-33")
def test_dead_units_give_no_cover() -> None:
    play = scene("aq.p", a=BOW, q={"life": 1})
    play.do("attack red.a blue.q bow", 6, 6, 6, 6, 1)
    play.do("end red.a").do("end blue.p")
    assert covered(play) == []


@pytest.mark.rule("ACT-32")
@pytest.mark.parametrize("seed", range(20))
def test_unit_out_of_sight_has_total_cover(seed: int) -> None:
    rng = Random(f"outlook {seed}")
    tiles, opaque = range(36), [rng.random() < 0.2 for _ in range(36)]
    covers = [rng.choice((0, 0, 0, 1, 2, 3)) for _ in tiles]
    grid = Grid(6, 6, [1] * 36, opaque, True, covers=covers)
    stands = [Position((x, y), rng.choice((1, 1, 2))) for x in range(5) for y in range(5)]
    for a, b in product(stands, stands):
        outlook = sight_and_cover.outlook(grid, a, b)
        assert (outlook >= TOTAL) == (cover(grid, a.at, a.span, b.at, b.span) == TOTAL)
        assert (outlook < sight_and_cover.OUT_OF_SIGHT) == sees(grid, a.at, a.span, b.at, b.span)
