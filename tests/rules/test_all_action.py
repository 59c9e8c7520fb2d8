"""What all books share of sides, walking and sight, as far as Action shows it."""

import pytest

from game.core.cells import Cell
from game.core.sight import field, sees
from game.engine.battle import Battle
from game.rules.action import BOOK
from game.terms.level import Terrain
from tests.rules.action.scene import level, scene
from tests.scenario import Play


def order_of(play: Play) -> list[str]:
    return [id.rpartition(".")[2] for id in play.last("round_started")["order"]]


# ALL-04: players and storyteller


def tied(**settings: str) -> Play:
    """Two sides, blue listed second; all roll alike, and the tied of a side once more."""
    made = level("ab.pq", dict(settings))
    return Play(Battle.start(BOOK, made), (3,) * 12 + (4, 4, 4, 3, 3, 3) * 2)


@pytest.mark.rule("ALL-04")
def test_players_are_the_side_that_the_level_names() -> None:
    assert order_of(tied(party="blue")) == ["p", "q", "a", "b"]
    assert order_of(tied(party="red")) == ["a", "b", "p", "q"]


@pytest.mark.rule("ALL-04")
def test_players_are_the_first_side_listed_if_the_level_names_none() -> None:
    play = tied()
    assert order_of(play) == ["a", "b", "p", "q"]
    stats = [BOOK.card(play.battle.world, unit).stats["player"] for unit in play.battle.units()]
    assert stats == [True, True, False, False]


# ALL-06: walking


@pytest.mark.rule("ALL-06")
def test_own_tiles_may_be_passed_but_no_walk_ends_on_one() -> None:
    play = scene("abc..p", "abcp", a={"speed": 40})
    assert play.legal("move") == ["move red.a 1,0 2,0 3,0", "move red.a 1,0 2,0 3,0 4,0"]
    assert play.refused("move red.a 1,0").code == "taken"
    assert play.refused("move red.a 1,0 2,0").code == "taken"
    play.do("move red.a 1,0 2,0 3,0")
    assert (play.at("red.a"), play.left("red.a")) == ((3, 0), 3)


@pytest.mark.rule("ALL-06")
def test_the_tile_of_a_foe_is_never_passed() -> None:
    play = scene("a.p...", "ap")
    assert play.legal("move") == ["move red.a 1,0"]
    assert play.why("move red.a 1,0 2,0 3,0") == "A foe blocks (2, 0)."


@pytest.mark.rule("ALL-06")
def test_a_step_costs_at_least_one() -> None:
    more = {"0": ("glass", Terrain("Glass", cost=0))}
    play = scene("a0~.....p", "ap", {"more": more}).do("move red.a 1,0")
    assert play.left("red.a") == 5
    play.do("move red.a 2,0")
    assert play.left("red.a") == 3


@pytest.mark.rule("ALL-06")
@pytest.mark.parametrize(
    ("rows", "is_open"),
    [
        ("a..\n..p\n...", True),
        ("a#.\n..p\n...", True),
        ("a..\n#.p\n...", True),
        ("a#.\n#.p", False),
    ],
)
def test_a_diagonal_is_closed_only_when_terrain_blocks_both_sides(rows: str, is_open: bool) -> None:
    assert ("move red.a 1,1" in scene(rows, "ap").legal()) == is_open


@pytest.mark.rule("ALL-06")
def test_units_close_no_diagonal() -> None:
    assert "move red.a 1,1" in scene("ap.\nq..\n...", "apq").legal()


@pytest.mark.rule("ALL-06")
def test_across_a_closed_diagonal_nobody_can_be_struck() -> None:
    assert scene("a#.\n#p.\n...", "ap").legal("attack") == []
    assert scene("a#.\n.p.\n...", "ap").legal("attack") == ["attack red.a blue.p blade"]


@pytest.mark.rule("ALL-06")
def test_across_a_closed_diagonal_nothing_is_left_or_entered() -> None:
    play = scene("p#.\n#ab\n...", "abp").do("move red.a 1,2")
    assert play.asked == ("turn", "red.a")
    play = scene("p#.\n.ab\n...", "abp").do("move red.a 1,2")
    assert play.asked == ("react", "blue.p")


SURE = {"weapons": ["blade"], "skills": {"fighting": 20}}


@pytest.mark.rule("ALL-06")
def test_who_is_stopped_on_a_friends_tile_goes_back_to_where_it_could_stand_last() -> None:
    """a passes b and c, p strikes when it leaves b's tile: back beside b, and what is paid is."""
    rows = "..p....\na..bc..\n......."
    play = scene(rows, "abcp", a={"speed": 40}, p=SURE)
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1 hit").do("react blue.p blade", 1, 1, 1, 1)
    assert (play.at("red.a"), play.left("red.a")) == ((2, 1), 4)
    assert play.last("put_back") == {
        **{"event": "put_back", "rule": "ALL-06", "unit": "red.a", "at": (2, 1)}
    }


@pytest.mark.rule("ALL-06")
def test_being_put_back_over_several_tiles_provokes_nothing() -> None:
    """Stopped on c's tile, in the reach of q, which it leaves by going back to where it began."""
    play = scene("p......\n.......\n.......\nabc....\n......q", "abcpq", q=SURE)
    play.do("end red.a").do("end red.b").do("end red.c").do("end blue.p")
    play.do("move blue.q 5,4 4,4 3,4").do("ready blue.q blade").do("end blue.q")
    play.do("move red.a 1,3 2,3 3,2 hit")
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (2, 3))
    play.do("react blue.q blade", 1, 1, 1, 1)
    assert (play.asked, play.at("red.a"), play.left("red.a")) == (("turn", "red.a"), (0, 3), 2)
    assert play.events("moved")[-1]["to"] == (2, 3)


@pytest.mark.rule("ALL-06")
def test_a_hazard_does_not_act_again_on_who_is_put_back_onto_it() -> None:
    play = scene("..p....\na.^bc..\n.......", "abcp", a={"speed": 40}, p=SURE)
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1 hit", 4).do("react blue.p blade", 1, 1, 1, 1)
    assert (play.at("red.a"), play.life("red.a")) == ((2, 1), 5)


@pytest.mark.rule("ALL-06")
def test_who_is_stopped_where_it_may_stand_stays() -> None:
    play = scene("..p....\na..bc..\n.......", "abcp", p=SURE)
    play.do("move red.a 0,0 1,0 1,1 1,2 hit").do("react blue.p blade", 1, 1, 1, 1)
    assert play.at("red.a") == (1, 1)
    assert play.events("put_back") == []


# ALL-07: sight


ROOMS = """
a....#...
.##..#.#.
...#....p
.#...##..
....#...b
"""


@pytest.mark.rule("ALL-07")
def test_sight_is_symmetric() -> None:
    grid = scene(ROOMS, "abp").battle.world.grid
    cells = list(grid.cells())
    seen = {(a, b) for a in cells for b in cells if sees(grid, a, 1, b, 1)}
    assert seen == {(b, a) for a, b in seen}
    assert len(cells) < len(seen) < len(cells) ** 2
    assert seen == {(a, b) for a in cells for b in grid.cells_of(field(grid, a))}


@pytest.mark.rule("ALL-07")
def test_whom_terrain_hides_wholly_cannot_be_targeted() -> None:
    play = scene("a#p\n.#.\nq..", "apq", a={"weapons": ["bow"]})
    assert play.legal("attack") == ["attack red.a blue.q bow"]
    assert play.refused("attack red.a blue.p bow").code == "total-cover"
    play = scene("a.p\n.#.\nq..", "apq", a={"weapons": ["bow"]})
    assert play.legal("attack") == ["attack red.a blue.p bow", "attack red.a blue.q bow"]


def on_the_road(*path: Cell) -> Play:
    """Red's b is hidden and has gone this way; it is blue's turn."""
    lurks = {"hides": True, "on": "*"}
    play = scene("***b****p\n********.\n***a****.", "bap", hiding=(6, 6, 6), b=lurks)
    if path:
        play.do("move red.b " + " ".join(f"{x},{y}" for x, y in path))
    return play.do("end red.b").do("end red.a")


@pytest.mark.rule("ALL-07")
def test_who_would_step_onto_an_unseen_unit_is_stopped_before_it_unpaid_and_finds_it() -> None:
    play = on_the_road((4, 0), (5, 0))
    assert "move blue.p 7,0 6,0 5,0 4,0" in play.legal()
    play.do("move blue.p 7,0 6,0 5,0 4,0")
    assert (play.at("blue.p"), play.left("blue.p")) == ((6, 0), 4)
    assert play.last("found") == {
        **{"event": "found", "rule": "ALL-07", "unit": "red.b", "side": "blue", "at": (5, 0)}
    }
    assert play.asked == ("turn", "blue.p")
    assert play.why("move blue.p 5,0") == "A foe blocks (5, 0)."
    assert play.legal("attack") == ["attack blue.p red.b blade"]


@pytest.mark.rule("ALL-07")
def test_who_is_stopped_so_on_a_friends_tile_is_put_back() -> None:
    lurks = {"hides": True}
    play = scene("..bp.q..a\n.........", "bpqa", hiding=(6, 6, 6), b=lurks)
    play.do("end red.b").do("end blue.p").do("move blue.q 4,0 3,0 2,0 1,0")
    assert play.last("found")["at"] == (2, 0)
    assert (play.at("blue.q"), play.left("blue.q")) == ((4, 0), 3)


@pytest.mark.rule("ALL-07")
def test_a_step_that_is_not_made_leaves_no_reach() -> None:
    """p would leave the reach of a by the very step that finds b."""
    lurks = {"hides": True}
    play = scene("....\nbpa.\n....\n....", "bap", hiding=(6, 6, 6), a=SURE, b=lurks)
    play.do("end red.b").do("end red.a").do("move blue.p 0,1")
    assert play.events("reacted") == []
    assert (play.at("blue.p"), play.asked) == ((1, 1), ("turn", "blue.p"))


@pytest.mark.rule("ALL-07")
def test_unseen_units_do_not_change_what_is_offered_or_its_odds() -> None:
    near, far = on_the_road((4, 0), (5, 0), (6, 0)), on_the_road((4, 0))
    assert near.legal() == far.legal()
    for one, other in zip(near.battle.legal(), far.battle.legal(), strict=True):
        assert near.battle.odds(one, "always") == far.battle.odds(other, "always")
    moves = [text.split()[-1] for text in near.legal("move")]
    assert "7,0" in moves
    assert "2,0" in moves


@pytest.mark.rule("ALL-07")
def test_the_unseen_one_itself_walks_on_unseen() -> None:
    play = on_the_road((4, 0), (5, 0)).do("end blue.p")
    count = len(play.events("moved", "blue"))
    play.do("move red.b 6,0")
    assert len(play.events("moved", "blue")) == count
    assert play.at("red.b") == (6, 0)
