"""CON-18 and CON-19: the order of turns, movement, rounds, sudden death."""

import pytest

from tests.rules.contest.duel import duel
from tests.scenario import Play


def round_of(play: Play) -> int:
    return int(play.last("round_started")["round"])


@pytest.mark.rule("CON-18")
def test_players_take_whole_turns_in_the_levels_order() -> None:
    play = duel("c.b.a")
    for unit in ("red.a", "blue.b", "ochre.c", "red.a", "blue.b", "ochre.c"):
        assert play.asked == ("turn", unit)
        play.do(f"end {unit}")
    assert [e["unit"] for e in play.events("turn_started")][:3] == ["red.a", "blue.b", "ochre.c"]
    assert play.last("turn_started")["rule"] == "CON-18"


@pytest.mark.rule("CON-18")
def test_turn_lasts_until_the_player_ends_it() -> None:
    play = duel("a..b", a={"hand": ["vest"]}).do("move red.a 1,0").do("use red.a vest")
    play.do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")
    play.do("end red.a")
    assert play.asked == ("turn", "blue.b")


@pytest.mark.rule("CON-18")
def test_highest_roll_goes_first_and_each_rolls_in_unit_order() -> None:
    play = duel("a.b.c", 2, 6, 4, settings={"order": "roll"})
    assert play.rolls == [(("initiative"), who) for who in ("red.a", "blue.b", "ochre.c")]
    assert play.last("round_started")["order"] == ("blue.b", "ochre.c", "red.a")
    assert play.asked == ("turn", "blue.b")
    play.do("end blue.b").do("end ochre.c").do("end red.a")
    assert play.asked == ("turn", "blue.b")


@pytest.mark.rule("CON-18")
def test_tied_units_roll_again() -> None:
    play = duel("a.b.c", 5, 3, 5, 1, 6, settings={"order": "roll"})
    assert [who for _, who in play.rolls[3:]] == ["red.a", "ochre.c"]
    assert play.last("round_started")["order"] == ("ochre.c", "red.a", "blue.b")


@pytest.mark.rule("CON-18")
def test_second_roll_settles_only_the_tie() -> None:
    """Let red and ochre tie twice below blue, which stays first whatever they roll."""
    play = duel("a.b.c", 2, 3, 2, 6, 6, 5, 4, settings={"order": "roll"})
    assert play.last("round_started")["order"] == ("blue.b", "red.a", "ochre.c")


@pytest.mark.rule("CON-18")
def test_movement_is_rolled_at_the_start_of_the_turn() -> None:
    play = duel("a..b", 3, a={"movement": "1d6"}, b={"movement": "2d4"})
    assert play.asked == ("turn", "red.a")
    assert play.left("red.a") == 3
    assert play.told("movement_gained", "rule", "dice", "unit", "amount", "left") == (
        "CON-18",
        (3,),
        "red.a",
        3,
        3,
    )
    play.do("end red.a", 1, 4)
    assert (play.asked, play.left("blue.b")) == (("turn", "blue.b"), 5)


@pytest.mark.rule("CON-18")
def test_movement_is_limited_to_the_roll() -> None:
    play = duel("a.....b", 3, a={"movement": "1d6"})
    refusal = play.refused("move red.a 1,0 2,0 3,0 4,0")
    assert (refusal.code, refusal.rule) == ("too-far", "CON-18")
    play.do("move red.a 1,0 2,0").do("move red.a 3,0")
    assert play.left("red.a") == 0
    assert play.legal() == ["end red.a"]


@pytest.mark.rule("CON-18")
def test_movement_can_be_a_number() -> None:
    play = duel("a..b", a={"movement": "3"})
    assert play.left("red.a") == 3
    assert play.rolls == []


@pytest.mark.rule("CON-18")
def test_unused_movement_is_lost() -> None:
    play = duel("a.....b").do("move red.a 1,0").do("end red.a")
    assert play.left("red.a") == 0
    play.do("end blue.b")
    assert play.left("red.a") == 4


@pytest.mark.rule("CON-18")
def test_round_is_over_when_every_living_player_has_had_a_turn() -> None:
    play = duel("a.b.c").do("end red.a").do("end blue.b")
    assert round_of(play) == 1
    play.do("end ochre.c")
    assert round_of(play) == 2


@pytest.mark.rule("CON-18")
def test_round_does_not_wait_for_the_dead() -> None:
    play = duel("abc", c={"life": 1}).do("end red.a").do("move blue.b 2,0").do("engage blue.b")
    play.do("attack blue.b ochre.c", 1).do("end blue.b")
    assert round_of(play) == 2
    assert play.last("round_started")["order"] == ("red.a", "blue.b")
    assert play.asked == ("turn", "red.a")


def test_tiles_have_four_neighbours() -> None:
    play = duel("a..\n..b", a={"movement": "1"})
    assert play.legal("move") == ["move red.a 1,0", "move red.a 0,1"]


def play_rounds(play: Play, count: int) -> None:
    """End every turn for `count` rounds."""
    for _ in range(count):
        for unit in ("red.a", "blue.b"):
            if play.over is None:
                play.do(f"end {unit}")


@pytest.mark.rule("CON-19")
def test_sudden_death_begins_with_round_20() -> None:
    play = duel("a.b")
    play_rounds(play, 19)
    assert round_of(play) == 20
    assert (play.life("red.a"), play.life("blue.b")) == (10, 10)
    play_rounds(play, 1)
    assert (play.life("red.a"), play.life("blue.b")) == (9, 9)
    play_rounds(play, 2)
    assert (play.life("red.a"), play.life("blue.b")) == (7, 7)


@pytest.mark.rule("CON-19")
def test_sudden_death_takes_life_at_the_end_of_the_units_turn() -> None:
    play = duel("a.b", settings={"sudden_death": 1})
    assert (play.life("red.a"), play.life("blue.b")) == (10, 10)
    play.do("end red.a")
    assert (play.life("red.a"), play.life("blue.b")) == (9, 10)
    assert play.told("damaged", "rule", "unit", "amount", "left", "cause") == (
        "CON-19",
        "red.a",
        1,
        9,
        "sudden_death",
    )
    play.do("end blue.b")
    assert (play.life("red.a"), play.life("blue.b")) == (9, 9)


@pytest.mark.rule("CON-19")
def test_level_sets_when_sudden_death_begins() -> None:
    play = duel("a.b", settings={"sudden_death": 3})
    play_rounds(play, 3)
    assert (play.life("red.a"), play.life("blue.b")) == (9, 9)


@pytest.mark.rule("CON-19")
def test_sudden_death_kills() -> None:
    play = duel("a.b", settings={"sudden_death": 1}, a={"life": 2}, b={"life": 2})
    play.do("end red.a").do("end blue.b").do("end red.a")
    assert play.is_dead("red.a")
    assert play.over is not None
    assert play.over.winner == "blue"


@pytest.mark.rule("CON-19")
def test_armour_does_not_stop_sudden_death() -> None:
    play = duel("a.b", settings={"sudden_death": 1}, a={"armour": 3}).do("end red.a")
    assert play.life("red.a") == 9
