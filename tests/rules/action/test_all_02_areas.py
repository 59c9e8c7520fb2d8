"""ALL-02, ACT-33 and ACT-36: lines, cones and bursts, the affected units, and the dice drawn."""

import pytest

from game.terms.level import Terrain
from tests.commands import command
from tests.rules.action.powers import BLAST, casting, power

FIRE = {"damage": "1d6", "type": "fire"}
SAVED = {"ability": "agility", "difficulty": 10, "half": True}


@pytest.mark.rule("ALL-02")
def test_area_rolls_its_damage_once_before_the_saves_in_unit_order() -> None:
    boom = power(**BLAST, save=SAVED, effect=FIRE)
    play = casting("a...qp", powers={"boom": boom})
    play.do("cast_at red.a boom 4,0", 6, 1, 1, 1, 6, 6, 6)
    assert play.rolls[-3:] == [("damage", "red.a"), ("save", "blue.p"), ("save", "blue.q")]
    assert (play.life("blue.p"), play.life("blue.q")) == (4, 7)


@pytest.mark.rule("ALL-02")
def test_area_rolls_its_damage_even_on_empty_tiles() -> None:
    play = casting("a.....p", powers={"roof_fall": {}}).do("cast_at red.a roof_fall 3,0", 1, 2, 3)
    assert play.last("rolled")["dice"] == (1, 2, 3)
    assert play.life("blue.p") == 10


@pytest.mark.rule("ALL-02")
def test_single_target_that_saves_rolls_no_damage_without_half() -> None:
    play = casting("a.p", powers={"undertow": {}}).do("cast red.a undertow blue.p", 4, 4, 4)
    assert play.told("save_made", "total", "needed") == (12, 10)
    assert (play.life("blue.p"), play.at("blue.p")) == (10, (2, 0))


@pytest.mark.rule("ALL-02")
def test_area_damages_all_at_the_same_time() -> None:
    boom = power(**BLAST, effect={"damage": "20"})
    play = casting("a.bp", powers={"boom": boom}, a={"life": 5}).do("cast_at red.a boom 2,0")
    assert play.is_dead("red.b")
    assert play.is_dead("blue.p")
    play = casting("ap", powers={"boom": boom}).do("cast_at red.a boom 1,0")
    assert play.over is not None
    assert play.over.winner is None


# Shapes


@pytest.mark.rule("ACT-36")
def test_line_extends_to_its_length_and_spares_its_user() -> None:
    ray = power(shape="line", size=20, effect={"damage": "1"})
    play = casting("apq.rs", powers={"ray": ray}).do("cast_at red.a ray 1,0")
    lives = [play.life(f"blue.{letter}") for letter in "pqrs"]
    assert lives == [9, 9, 9, 10]
    assert play.life("red.a") == 10


def test_area_shown_beforehand_has_no_walls_but_what_can_be_broken() -> None:
    boom = power(**BLAST, effect=FIRE)
    play = casting(
        """
        #####
        a..p#
        #####
    """,
        powers={"boom": boom},
    )
    shown = play.battle.area(command("action", "cast_at red.a boom 2,1"))
    assert sorted(shown) == [(1, 1), (2, 1), (3, 1)]


@pytest.mark.rule("ACT-36")
def test_line_ends_at_a_wall() -> None:
    ray = power(shape="line", size=30, effect={"damage": "1"})
    play = casting("ap#q\n....", powers={"ray": ray}).do("cast_at red.a ray 1,0")
    assert (play.life("blue.p"), play.life("blue.q")) == (9, 10)


@pytest.mark.rule("ACT-36")
def test_cone_is_as_wide_as_it_is_long() -> None:
    breath = power(shape="cone", size=15, effect={"damage": "1"})
    rows = "..t..\n..q.s\na.p..\n....r\n....."
    play = casting(rows, powers={"breath": breath}).do("cast_at red.a breath 3,2")
    assert [play.life(f"blue.{letter}") for letter in "pqrst"] == [9, 9, 10, 10, 10]


@pytest.mark.rule("ACT-36")
def test_burst_extends_to_its_radius() -> None:
    boom = power(**BLAST, effect={"damage": "1"})
    play = casting("a...pq\n....r.", powers={"boom": boom}).do("cast_at red.a boom 3,0")
    assert [play.life(f"blue.{letter}") for letter in "pqr"] == [9, 10, 9]


@pytest.mark.rule("ACT-36")
def test_allies_are_spared_only_if_stated() -> None:
    for spares, life in ((False, 9), (True, 10)):
        boom = power(**BLAST, spares=spares, effect={"damage": "1"})
        play = casting("a.bp", powers={"boom": boom}).do("cast_at red.a boom 3,0")
        assert play.life("red.b") == life


@pytest.mark.rule("ACT-36")
def test_burst_around_its_user_affects_it_only_if_beneficial() -> None:
    play = casting("bap", powers={"whirl": {}}).do("cast red.a whirl", 1, 1, 1, 1, 1)
    assert (play.life("red.a"), play.life("red.b"), play.life("blue.p")) == (10, 10, 8)
    sweep = power(shape="burst", range=0, size=5, effect={"damage": "1"})
    play = casting("bap", powers={"sweep": sweep}).do("cast red.a sweep")
    assert (play.life("red.a"), play.life("red.b"), play.life("blue.p")) == (10, 9, 9)
    play = casting("abp", powers={"blessing": {}}).do("cast red.a blessing")
    assert [event["unit"] for event in play.events("condition_gained")] == ["red.a", "red.b"]


@pytest.mark.rule("ACT-36")
def test_large_creature_is_affected_once_by_any_of_its_tiles() -> None:
    boom = power(**BLAST, effect={"damage": "1"})
    play = casting("a....p.\n.......", powers={"boom": boom}, p={"size": "large"})
    play.do("cast_at red.a boom 4,0")
    assert play.life("blue.p") == 9


# Obstacles


@pytest.mark.rule("ACT-33")
def test_area_passes_no_wall_and_counts_from_its_centre() -> None:
    boom = power(shape="burst", range=60, size=15, effect={"damage": "1"})
    rows = "a..#p\n...#.\n...#.\n...#.\n..q.."
    play = casting(rows, powers={"boom": boom}).do("cast_at red.a boom 2,1")
    assert (play.life("blue.p"), play.life("blue.q")) == (10, 9)


@pytest.mark.rule("ACT-33")
@pytest.mark.parametrize("sign", ["#", "+"])
def test_burst_does_not_start_in_a_wall_or_a_closed_door(sign: str) -> None:
    """Aim at walls and closed doors, from which the burst would reach units on the other side."""
    boom = power(**BLAST, effect={"damage": "1"})
    play = casting(f"a..{sign}p.\n...#..\n", powers={"boom": boom})
    refusal = play.refused("cast_at red.a boom 3,0")
    assert (refusal.code, refusal.rule) == ("in-the-wall", "ACT-33")
    assert play.legal("cast_at") == []
    barrel = casting("a..op.", powers={"boom": boom})
    assert barrel.do("cast_at red.a boom 3,0").life("blue.p") == 9


@pytest.mark.rule("ACT-33")
def test_burst_can_start_in_passable_fog() -> None:
    fog = {"more": {"&": ("fog", Terrain("Fog", see=False, cover="total"))}}
    boom = power(**BLAST, effect={"damage": "1"})
    play = casting("a..&p.\n...#..\n", fog, powers={"boom": boom})
    assert play.do("cast_at red.a boom 3,0").life("blue.p") == 9


@pytest.mark.rule("ACT-32")
def test_area_that_starts_elsewhere_reaches_behind_total_cover() -> None:
    boom = power(shape="burst", range=60, size=10, effect={"damage": "1"})
    rows = "a.##\n..#p\n...."
    play = casting(rows, powers={"boom": boom, "needle": power(range=60)})
    assert play.refused("cast red.a needle blue.p").code == "not-seen"
    play.do("cast_at red.a boom 2,2")
    assert play.life("blue.p") == 9


@pytest.mark.rule("ACT-33")
@pytest.mark.parametrize(("rows", "total"), [("p.a.....", 11), ("p...a...", 9)])
def test_user_gives_cover_as_a_creature_in_between(rows: str, total: int) -> None:
    """Start the burst in the fifth column, where the second user is."""
    saved = {"ability": "agility", "difficulty": 9}
    boom = power(shape="burst", range=60, size=20, spares=True, save=saved, effect={"damage": "1"})
    play = casting(rows, powers={"boom": boom}).do("cast_at red.a boom 4,0", 3, 3, 3)
    assert play.told("save_made", "total") == (total,)


# Legal targets


@pytest.mark.rule("ACT-36")
def test_area_must_affect_at_least_one_valid_target() -> None:
    boom = power(**BLAST, effect={"damage": "1"})
    play = casting("a.b....p", powers={"boom": boom})
    refusal = play.refused("cast_at red.a boom 2,0")
    assert (refusal.code, refusal.rule) == ("catches-nobody", "ACT-36")
    assert play.legal("cast_at") == ["cast_at red.a boom 6,0", "cast_at red.a boom 7,0"]


@pytest.mark.rule("ALL-07")
def test_hidden_foes_are_affected_but_change_nothing_that_is_offered() -> None:
    boom = power(**BLAST, effect={"damage": "1"})
    shown = casting("a...p.", powers={"boom": boom})
    rows = "a...pq"
    sly = {"hides": True, "skills": {"stealth": 20}}
    play = casting(rows, powers={"boom": boom}, hiding=(6, 6, 6), q=sly)
    assert play.legal("cast_at") == shown.legal("cast_at")
    play.do("cast_at red.a boom 4,0")
    assert play.life("blue.q") == 9
    assert [event["unit"] for event in play.events("damaged", "red")] == ["blue.p"]


@pytest.mark.rule("ACT-36")
def test_tiles_out_of_range_or_sight_cannot_be_centres() -> None:
    boom = power(shape="burst", range=15, size=30, effect={"damage": "1"})
    play = casting("a..#.p", powers={"boom": boom})
    assert play.refused("cast_at red.a boom 4,0").code == "out-of-range"
    play = casting("a#..p", powers={"boom": boom})
    assert play.refused("cast_at red.a boom 2,0").code == "total-cover"
    assert play.refused("cast_at red.a boom 9,9").code == "off-the-map"
