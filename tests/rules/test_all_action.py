"""Rules about sides, movement and sight that all rulebooks share, tested in Action."""

import pytest

from game.core.cells import Cell
from game.core.sight import field, sees
from game.engine.battle import Battle
from game.rules.action.book import BOOK
from game.terms.level import Terrain
from tests.rules.action.scene import level, scene
from tests.scenario import Play


def order_of(play: Play) -> list[str]:
    return [id.rpartition(".")[2] for id in play.last("round_started")["order"]]


# ALL-04: players and storyteller


def tied(**settings: str) -> Play:
    """Return a battle of two sides that tie in initiative, and again within a side."""
    made = level("ab.pq", dict(settings))
    return Play(Battle.start(BOOK, made), (3,) * 12 + (4, 4, 4, 3, 3, 3) * 2)


@pytest.mark.rule("ALL-04")
def test_players_are_the_side_named_in_the_level() -> None:
    assert order_of(tied(party="blue")) == ["p", "q", "a", "b"]
    assert order_of(tied(party="red")) == ["a", "b", "p", "q"]


@pytest.mark.rule("ALL-04")
def test_players_are_the_first_side_when_the_level_names_none() -> None:
    play = tied()
    assert order_of(play) == ["a", "b", "p", "q"]
    stats = [BOOK.card(play.battle.world, unit).stats["player"] for unit in play.battle.units()]
    assert stats == [True, True, False, False]


# ALL-06: moving


@pytest.mark.rule("ALL-06")
def test_allies_tiles_can_be_passed_but_no_move_ends_there() -> None:
    play = scene("abc..p", "abcp", a={"speed": 40})
    assert play.legal("move") == ["move red.a 1,0 2,0 3,0", "move red.a 1,0 2,0 3,0 4,0"]
    assert play.refused("move red.a 1,0").code == "taken"
    assert play.refused("move red.a 1,0 2,0").code == "taken"
    play.do("move red.a 1,0 2,0 3,0")
    assert (play.at("red.a"), play.left("red.a")) == ((3, 0), 3)


@pytest.mark.rule("ALL-06")
def test_foes_tiles_are_never_passed() -> None:
    play = scene("a.p...", "ap")
    assert play.legal("move") == ["move red.a 1,0"]
    assert play.why("move red.a 1,0 2,0 3,0") == "A foe blocks (2, 0)."


@pytest.mark.rule("ALL-06")
def test_step_costs_at_least_one() -> None:
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
def test_diagonal_is_closed_only_when_terrain_blocks_both_sides(rows: str, is_open: bool) -> None:
    assert ("move red.a 1,1" in scene(rows, "ap").legal()) == is_open


@pytest.mark.rule("ALL-06")
def test_units_close_no_diagonal() -> None:
    assert "move red.a 1,1" in scene("ap.\nq..\n...", "apq").legal()


@pytest.mark.rule("ALL-06")
def test_foe_across_a_closed_diagonal_cannot_be_attacked() -> None:
    assert scene("a#.\n#p.\n...", "ap").legal("attack") == []
    assert scene("a#.\n.p.\n...", "ap").legal("attack") == ["attack red.a blue.p blade"]


@pytest.mark.rule("ALL-06")
def test_step_across_a_closed_diagonal_leaves_and_enters_no_reach() -> None:
    play = scene("p#.\n#ab\n...", "abp").do("move red.a 1,2")
    assert play.asked == ("turn", "red.a")
    play = scene("p#.\n.ab\n...", "abp").do("move red.a 1,2")
    assert play.asked == ("react", "blue.p")


SURE = {"weapons": ["blade"], "skills": {"fighting": 20}}


@pytest.mark.rule("ALL-06")
def test_unit_stopped_on_an_allys_tile_goes_back_to_its_last_possible_stop() -> None:
    """Let a pass b and c, until p attacks as a leaves b's tile; a goes back next to b."""
    rows = "..p....\na..bc..\n......."
    play = scene(rows, "abcp", a={"speed": 40}, p=SURE)
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1 hit").do("react blue.p blade", 1, 1, 1, 1)
    assert (play.at("red.a"), play.left("red.a")) == ((2, 1), 4)
    assert play.last("put_back") == {
        **{"event": "put_back", "rule": "ALL-06", "unit": "red.a", "at": (2, 1)}
    }


@pytest.mark.rule("ALL-06")
def test_unit_put_back_over_several_tiles_provokes_nothing() -> None:
    """Stop the unit on c's tile within q's reach, which it leaves by going back to its start."""
    play = scene("p......\n.......\n.......\nabc....\n......q", "abcpq", q=SURE)
    play.do("end red.a").do("end red.b").do("end red.c").do("end blue.p")
    play.do("move blue.q 5,4 4,4 3,4").do("ready blue.q blade").do("end blue.q")
    play.do("move red.a 1,3 2,3 3,2 hit")
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (2, 3))
    play.do("react blue.q blade", 1, 1, 1, 1)
    assert (play.asked, play.at("red.a"), play.left("red.a")) == (("turn", "red.a"), (0, 3), 2)
    assert play.events("moved")[-1]["to"] == (2, 3)


@pytest.mark.rule("ALL-06")
def test_hazard_does_not_act_again_on_a_unit_put_back_onto_it() -> None:
    play = scene("..p....\na.^bc..\n.......", "abcp", a={"speed": 40}, p=SURE)
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1 hit", 4).do("react blue.p blade", 1, 1, 1, 1)
    assert (play.at("red.a"), play.life("red.a")) == ((2, 1), 5)


@pytest.mark.rule("ALL-06")
def test_unit_stopped_on_a_free_tile_stays() -> None:
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
def test_unit_completely_hidden_by_terrain_cannot_be_targeted() -> None:
    play = scene("a#p\n.#.\nq..", "apq", a={"weapons": ["bow"]})
    assert play.legal("attack") == ["attack red.a blue.q bow"]
    assert play.refused("attack red.a blue.p bow").code == "total-cover"
    play = scene("a.p\n.#.\nq..", "apq", a={"weapons": ["bow"]})
    assert play.legal("attack") == ["attack red.a blue.p bow", "attack red.a blue.q bow"]


def on_the_road(*path: Cell) -> Play:
    """Return a battle in which red's hidden b has moved along this path, on blue's turn."""
    lurks = {"hides": True, "on": "*"}
    play = scene("***b****p\n********.\n***a****.", "bap", hiding=(6, 6, 6), b=lurks)
    if path:
        play.do("move red.b " + " ".join(f"{x},{y}" for x, y in path))
    return play.do("end red.b").do("end red.a")


@pytest.mark.rule("ALL-07")
def test_unit_about_to_step_onto_a_hidden_unit_stops_and_finds_it() -> None:
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
def test_unit_stopped_by_a_hidden_unit_on_an_allys_tile_is_put_back() -> None:
    lurks = {"hides": True}
    play = scene("..bp.q..a\n.........", "bpqa", hiding=(6, 6, 6), b=lurks)
    play.do("end red.b").do("end blue.p").do("move blue.q 4,0 3,0 2,0 1,0")
    assert play.last("found")["at"] == (2, 0)
    assert (play.at("blue.q"), play.left("blue.q")) == ((4, 0), 3)


@pytest.mark.rule("ALL-07")
def test_interrupted_step_leaves_no_reach() -> None:
    """Let p leave the reach of a by the very step that finds b."""
    lurks = {"hides": True}
    play = scene("....\nbpa.\n....\n....", "bap", hiding=(6, 6, 6), a=SURE, b=lurks)
    play.do("end red.b").do("end red.a").do("move blue.p 0,1")
    assert play.events("reacted") == []
    assert (play.at("blue.p"), play.asked) == ((1, 1), ("turn", "blue.p"))


@pytest.mark.rule("ALL-07")
def test_hidden_units_do_not_change_legal_commands_or_odds() -> None:
    near, far = on_the_road((4, 0), (5, 0), (6, 0)), on_the_road((4, 0))
    assert near.legal() == far.legal()
    for one, other in zip(near.battle.legal(), far.battle.legal(), strict=True):
        assert near.battle.odds(one, "always") == far.battle.odds(other, "always")
    moves = [text.split()[-1] for text in near.legal("move")]
    assert "7,0" in moves
    assert "2,0" in moves


@pytest.mark.rule("ALL-07")
def test_hidden_unit_itself_moves_on_unseen() -> None:
    play = on_the_road((4, 0), (5, 0)).do("end blue.p")
    count = len(play.events("moved", "blue"))
    play.do("move red.b 6,0")
    assert len(play.events("moved", "blue")) == count
    assert play.at("red.b") == (6, 0)
