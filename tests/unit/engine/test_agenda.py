"""Items on the agenda apply when they come up, or not at all."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import agenda_machine
from game.engine.battle import Battle
from game.rules.action.book import BOOK
from game.systems.rounds import NextTurn, Ordered, TakeTurn
from game.terms.agenda import AgendaItem
from game.world import World
from game.world.system import System
from tests.rules.action.scene import level, scene
from tests.scenario import Play

PIKE: dict[str, Any] = {"weapons": ["pike"]}
RAM: dict[str, Any] = {"weapons": ["ram"], "skills": {"fighting": 20}}
SURE: dict[str, Any] = {"weapons": ["blade"], "skills": {"fighting": 20}}
"""Stats with which a unit hits with any dice."""


def reactors(play: Play, answer: str = "pass") -> list[str]:
    """Return the units asked for a reaction, in order.

    Each gives the same answer, without dice.
    """
    found = []
    while play.asked and play.asked[0] == "react":
        found.append(play.asked[1][-1])
        play.do(f"{answer} {play.asked[1]}")
    return found


@pytest.mark.parametrize(
    ("order", "asked"),
    [
        ("ap", "p"),
        ("paqr", "qrp"),
        ("apqrst", "pqrst"),
        ("wvutsarqp", "rqpwvuts"),
        ("pqrstuvwa", "pqrstuvw"),
    ],
)
def test_any_number_of_reactors_is_asked_in_turn_order_after_the_mover(
    order: str, asked: str
) -> None:
    rows = [list("........") for _ in range(5)]
    rows[2][4] = "a"
    places = [(3, 1), (3, 2), (3, 3), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4)]
    letters = [letter for letter in "pqrstuvw" if letter in order]
    for letter, (x, y) in zip(letters, places, strict=False):
        rows[y][x] = letter
    kinds: dict[str, Any] = {letter: PIKE for letter in "stuvw" if letter in order}
    play = scene("\n".join("".join(row) for row in rows), order, **kinds)
    while play.asked != ("turn", "red.a"):
        assert play.asked
        play.do(f"end {play.asked[1]}")
    play.do("move red.a 5,2")
    assert reactors(play) == list(asked)
    assert (play.asked, play.at("red.a"), play.left("red.a")) == (("turn", "red.a"), (5, 2), 5)


THREE = """
......
...p..
...qa.
...r..
......
"""


def test_reaction_comes_before_the_step() -> None:
    play = scene(THREE, "apqr", p=SURE)
    play.do("move red.a 5,2 5,3").do("react blue.p blade", 1, 1, 1, 2)
    assert (play.at("red.a"), play.left("red.a"), play.life("red.a")) == ((4, 2), 6, 8)
    assert reactors(play) == ["q", "r"]
    assert (play.at("red.a"), play.left("red.a")) == ((5, 3), 4)
    assert play.asked == ("turn", "red.a")


def test_unit_that_passed_is_asked_again_and_one_that_attacked_is_not() -> None:
    play = scene(THREE, "apqr", p=SURE)
    play.do("move red.a 5,2 hit").do("react blue.p blade", 1, 1, 1, 1)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (4, 2))
    play.do("move red.a 5,2")
    assert reactors(play) == ["q", "r"]
    assert play.at("red.a") == (5, 2)


def test_each_attack_is_finished_before_the_next() -> None:
    play = scene(THREE, "apqr", p=SURE, q=SURE, r=SURE)
    play.do("move red.a 5,2")
    for letter in "pqr":
        assert play.asked == ("react", f"blue.{letter}")
        play.do(f"react blue.{letter} blade", 1, 1, 1, 2)
    assert (play.life("red.a"), play.at("red.a"), play.left("red.a")) == (4, (5, 2), 5)
    assert [r for r in play.rolls if r[0] == "attack"] == [("attack", f"blue.{c}") for c in "pqr"]


def test_mover_that_is_no_longer_there_is_not_attacked() -> None:
    play = scene(THREE, "aqpr", q=RAM)
    play.do("move red.a 5,2").do("react blue.q ram", 1, 1, 1, 1)
    assert play.at("red.a") == (5, 2)
    assert play.asked == ("turn", "red.a")
    assert play.left("red.a") == 6


def test_dead_mover_is_attacked_no_more_and_its_path_ends() -> None:
    play = scene(THREE.replace("a.", "ab"), "apbqr", a={"life": 2}, p=SURE)
    play.do("move red.a 5,1 5,0").do("react blue.p blade", 1, 1, 1, 2)
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "blue.p")


def test_path_provokes_at_each_step_that_leaves_a_reach() -> None:
    play = scene("........\n.p...q..\na.......\n........", "apq")
    play.do("move red.a 1,2 2,2 3,2 4,2 5,2 6,2")
    assert (reactors(play), play.at("red.a")) == (["p"], (6, 2))
    play = scene("........\n.p...q..\na.......\n........", "apq", a={"speed": 40})
    play.do("move red.a 1,2 2,2 3,2 4,2 5,2 6,2 7,2")
    assert play.asked == ("react", "blue.p")
    assert play.at("red.a") == (2, 2)
    play.do("pass blue.p")
    assert play.asked == ("react", "blue.q")
    assert play.at("red.a") == (6, 2)


def test_disengaged_unit_provokes_no_one_until_the_turn_ends() -> None:
    play = scene(THREE, "apqr")
    play.do("disengage red.a").do("move red.a 5,2")
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 4,2").do("end red.a")
    for letter in "pqr":
        play.do(f"end blue.{letter}")
    play.do("move red.a 5,2")
    assert reactors(play) == ["p", "q", "r"]


def test_reaction_is_restored_at_the_start_of_the_units_turn() -> None:
    rows = "......\n.pab..\n......"
    play = scene(rows, "abp", p=SURE)
    play.do("move red.a 2,0 3,0").do("react blue.p blade", 1, 1, 1, 1)
    assert play.at("red.a") == (3, 0)
    play.do("move red.a 2,0").do("end red.a").do("end red.b").do("end blue.p")
    play.do("move red.a 3,0")
    assert play.asked == ("react", "blue.p")


def test_reactor_that_dies_before_its_reaction_comes_up_is_not_asked() -> None:
    rows = "......\n...p..\n...xa.\n...q..\n......"
    play = scene(rows, "apqx")
    play.do("move red.a 5,2")
    assert play.asked == ("react", "blue.p")
    play.do("concede")
    assert play.is_dead("blue.q")
    assert play.asked == ("react", "ochre.x")
    play.do("pass ochre.x")
    assert play.at("red.a") == (5, 2)


def test_pushed_unit_provokes_no_one() -> None:
    play = scene("......\n.pa...\n..b...\n......", "pab", p=RAM)
    play.do("attack blue.p red.a ram", 1, 1, 1, 1)
    assert play.at("red.a") == (3, 1)
    play = scene("......\n.ap...\n.bc...\n......", "apbc", a=RAM)
    play.do("attack red.a blue.p ram", 1, 1, 1, 1)
    assert (play.at("blue.p"), play.asked) == ((3, 1), ("turn", "red.a"))


# Readied attacks

GATE = """
........
a.......
......p.
......q.
"""


def ready(play: Play, *units: str) -> Play:
    """Let these units ready an attack, until a's turn in the second round."""
    while play.battle.round == 1:
        assert play.asked
        unit = play.asked[1]
        if unit[-1] in units:
            play.do(play.legal("ready")[0])
        play.do(f"end {unit}")
    return play


def test_readied_attack_comes_after_the_step_and_the_move_continues() -> None:
    play = ready(scene(GATE, "apq", p=SURE, a={"speed": 35}), "p")
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1 6,1 7,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (5, 1))
    play.do("react blue.p blade", 1, 1, 1, 1)
    assert (play.asked, play.at("red.a"), play.left("red.a")) == (("turn", "red.a"), (7, 1), 0)


def test_readied_attack_is_for_units_entering_the_reach_and_not_moving_in_it() -> None:
    play = ready(scene(GATE, "apq"), "p")
    play.do("move red.a 1,1 2,1 3,1 4,1 5,1").do("pass blue.p").do("move red.a 5,2")
    assert play.asked == ("turn", "red.a")
    assert play.at("red.a") == (5, 2)


def test_readied_attack_ends_with_the_next_turn() -> None:
    play = ready(scene(GATE, "paq"), "p")
    assert play.asked == ("turn", "blue.p")
    play.do("end blue.p").do("move red.a 1,1 2,1 3,1 4,1 5,1")
    assert play.asked == ("turn", "red.a")


def test_second_readied_unit_is_not_asked_when_the_first_pushes_the_mover_away() -> None:
    rows = ".......\na......\n......q\n.....p.\n"
    play = ready(scene(rows, "apq", p=RAM, q=SURE), "p", "q")
    play.do("move red.a 1,1 2,1 3,1 4,1 5,2")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p ram", 1, 1, 1, 1)
    assert (play.at("red.a"), play.asked) == ((5, 1), ("turn", "red.a"))


def test_only_the_unit_encountered_attacks_when_both_have_readied() -> None:
    play = ready(scene(GATE, "apq", p=SURE), "p")
    play.do("ready red.a blade").do("move red.a 1,1 2,1 3,1 4,1 5,1")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 1, 1, 1, 1)
    assert play.asked == ("turn", "red.a")
    play.do("end red.a").do("move blue.p 7,2")
    assert play.asked == ("react", "red.a")
    assert play.at("blue.p") == (6, 2)


def test_one_reaction_serves_opportunity_or_readied_attack() -> None:
    rows = "......\n.pa...\n......"
    play = ready(scene(rows, "ap", p=SURE), "p")
    play.do("move red.a 3,1").do("react blue.p blade", 1, 1, 1, 1)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (3, 1))
    play.do("move red.a 2,1")
    assert play.asked == ("turn", "red.a")


def test_hazard_comes_between_leaving_and_readied_attacks() -> None:
    rows = "......\n.pa^..\n....q.\n"
    play = ready(scene(rows, "apq", p=SURE, q=SURE, a={"life": 4}), "q")
    play.do("move red.a 3,1").do("pass blue.p", 2)
    assert play.asked == ("react", "blue.q")
    assert (play.at("red.a"), play.life("red.a")) == ((3, 1), 2)
    names = [event["event"] for event in play.events()]
    assert names[-3:] == ["moved", "rolled", "damaged"]


def test_mover_that_dies_on_its_path_goes_no_further() -> None:
    rows = "......\na.^...\n......\n.....p"
    play = scene(rows.replace("......\na", "...b..\na"), "apb", a={"life": 3})
    play.do("move red.a 1,1 2,1 3,1", 4)
    assert play.is_dead("red.a")
    assert (play.asked, play.last("died")["at"]) == (("turn", "blue.p"), (2, 1))


def test_unit_that_dies_of_a_hazard_at_the_start_has_no_turn() -> None:
    play = scene("..b..\na^..p", "apb", a={"life": 3})
    play.do("move red.a 1,1", 1).do("end red.a").do("end blue.p").do("end red.b", 4)
    assert play.is_dead("red.a")
    assert (play.asked, play.battle.round) == (("turn", "blue.p"), 2)


class Forever(System[TakeTurn]):
    """System with an error: it takes the same turn again and again."""

    def process(self, world: World, item: TakeTurn) -> None:
        world.push(item)


def test_rulebook_that_never_stops_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agenda_machine, "RUNAWAY", 500)
    kept = tuple(s for s in BOOK.systems if type(s).__name__ != "TakingTurns")
    book = replace(BOOK, systems=(*kept, Forever()))
    battle = Battle.start(book, level("a.p"))
    battle.settle((1, 1, 1))
    with pytest.raises(RuntimeError, match=r"no stop after 500 items.*TakeTurn"):
        battle.settle((1, 1, 2))


class Silent(System[Ordered | NextTurn]):
    """System with an error: it knows the turn order, but gives no unit a turn."""

    def process(self, world: World, item: AgendaItem) -> None:
        """Do nothing."""


def test_rulebook_that_empties_the_agenda_raises_an_error() -> None:
    kept = tuple(s for s in BOOK.systems if type(s).__name__ != "TurnOrder")
    book = replace(BOOK, systems=(*kept, Silent()))
    battle = Battle.start(book, level("a.p"))
    battle.settle((1, 1, 1))
    with pytest.raises(AssertionError, match="keeps something on the agenda"):
        battle.settle((1, 1, 2))
