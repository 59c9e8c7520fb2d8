"""ETI-13, ETI-16, ETI-17: robots, death, turns."""

import pytest

from game.components.belongings import Loot
from tests.rules.etiquette.ballroom import fight, met, scene, silence
from tests.scenario import Play

# ETI-13


@pytest.mark.rule("ETI-13")
def test_owner_moves_its_robots_after_its_own_move() -> None:
    play = scene("a.p..b").do("move red.a 1,0").do("end red.a")
    assert (play.asked, play.left("red.p")) == (("turn", "red.p"), 2)
    play.do("move red.p 3,0 4,0").do("end red.p")
    assert play.asked == ("turn", "blue.b")
    assert play.events("moved")[-1]["rule"] == "ETI-13"


@pytest.mark.rule("ETI-13")
def test_owner_moves_its_robots_in_any_order() -> None:
    play = scene("apq..b").do("end red.a")
    assert (play.asked, play.legal()) == (("send", "red.p"), ["send red.p", "send red.q"])
    refusal = play.refused("send blue.b")
    assert (refusal.code, refusal.rule) == ("not-asked", "ETI-13")
    play.do("send red.q").do("end red.q")
    assert play.asked == ("turn", "red.p")
    play.do("end red.p").do("end blue.b").do("end red.a")
    assert play.asked == ("send", "red.p")


@pytest.mark.rule("ETI-13")
def test_each_robot_has_its_own_movement() -> None:
    play = scene("apq..b", p={"movement": "1d6"}, q={"movement": "1"}).do("end red.a")
    play.do("send red.p", 5)
    assert play.left("red.p") == 5
    play.do("end red.p")
    assert play.left("red.q") == 1


@pytest.mark.rule("ETI-13")
def test_robot_entering_a_tile_opens_the_same_encounter() -> None:
    play = scene("a#pb.").do("end red.a").do("move red.p 3,0")
    assert play.asked == ("talk", "red.p")
    play.do("promise red.p peace")
    silence(play).do("decline red.p").do("decline blue.b")
    assert play.asked == ("onward", "red.p")
    play.do("move red.p 4,0")
    assert play.at("red.p") == (4, 0)


@pytest.mark.rule("ETI-13")
def test_robot_fights_by_itself() -> None:
    play = scene("a#pb.").do("end red.a").do("move red.p 3,0")
    silence(play).do("decline red.p").do("engage blue.b")
    play.do("attack blue.b red.p").do("one red.p", 6, 5, 1)
    assert (play.life("red.p"), play.life("red.a")) == (2, 8)
    assert play.asked == ("combat", "red.p")


@pytest.mark.rule("ETI-13")
def test_owner_plays_on_when_a_robot_dies() -> None:
    play = scene("a#pb.", p={"life": 1}).do("end red.a").do("move red.p 3,0")
    silence(play).do("decline red.p").do("engage blue.b")
    play.do("attack blue.b red.p").do("one red.p", 6, 5, 1)
    assert play.is_dead("red.p")
    assert play.asked == ("turn", "blue.b")


@pytest.mark.rule("ETI-13")
def test_robots_leave_with_their_players_character() -> None:
    play = fight("ab.c#rs", b={"life": 1}).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert [play.is_dead(id) for id in ("blue.b", "blue.r", "blue.s")] == [True, True, True]
    assert play.over is None
    play.do("end red.a")
    assert play.asked == ("turn", "ochre.c")


@pytest.mark.rule("ETI-13")
def test_other_player_wins_when_one_of_two_loses_its_character() -> None:
    play = fight("ab.#r", b={"life": 1}).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "elimination")


# ETI-16


def loot(play: Play) -> list[tuple[object, tuple[str, ...]]]:
    return [(found.at, found.items) for _, found in play.battle.world.all(Loot)]


@pytest.mark.rule("ETI-16")
def test_character_at_0_life_is_dead_and_off_the_board() -> None:
    play = fight("ab.c", b={"life": 1}).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.told("died", "rule", "unit", "at") == ("ETI-16", "blue.b", (1, 0))
    assert play.at("blue.b") is None


@pytest.mark.rule("ETI-16")
def test_dropped_hand_is_taken_by_a_character_alone_there() -> None:
    play = fight("ab.c", b={"life": 1, "hand": ["salve", "wax"]})
    play.do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.hand("red.a") == ("salve", "wax")
    assert play.last("loot_taken")["rule"] == "ETI-16"


@pytest.mark.rule("ETI-16")
def test_robot_takes_nothing() -> None:
    play = scene("a#pb.c", b={"life": 1, "hand": ["salve"]}).do("end red.a").do("move red.p 3,0")
    silence(play).do("engage red.p").do("decline blue.b")
    play.do("attack red.p blue.b").do("one blue.b", 6, 1)
    assert loot(play) == [((3, 0), ("salve",))]
    assert play.hand("red.a") == ()


@pytest.mark.rule("ETI-16")
def test_aggressor_left_alone_moves_on_with_its_movement_left() -> None:
    play = fight("ab..c", b={"life": 1}).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert (play.asked, play.left("red.a")) == (("turn", "red.a"), 3)
    play.do("move red.a 2,0")


@pytest.mark.rule("ETI-16")
def test_entering_the_tile_of_a_unit_that_fled_is_a_new_encounter() -> None:
    play = met().do("decline red.a").do("engage blue.b").do("disengage blue.b", 3, 1)
    play.do("flee blue.b 2,0").do("move red.a 2,0")
    assert len(play.events("encounter_opened")) == 2
    assert play.asked == ("talk", "red.a")


@pytest.mark.rule("ETI-16")
def test_last_player_standing_wins() -> None:
    play = fight(b={"life": 1}).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.over is not None
    assert play.over.winner == "red"


@pytest.mark.rule("ETI-16")
def test_battle_is_a_draw_when_none_is_left() -> None:
    play = fight("ab.#r#p", a={"life": 1, "hand": ["bomb"]}, b={"life": 1})
    play.do("use red.a bomb blue.b", 1, 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == (None, "elimination")


# ETI-17


@pytest.mark.rule("ETI-17")
def test_players_take_whole_turns_in_the_levels_order() -> None:
    play = scene("a.pb.rc")
    order = []
    for _ in range(6):
        assert play.asked is not None
        order.append(play.asked[1])
        play.do(f"end {play.asked[1]}")
    assert order == ["red.a", "red.p", "blue.b", "blue.r", "ochre.c", "red.a"]
    assert play.told("round_started", "round", "rule") == (2, "ETI-17")


@pytest.mark.rule("ETI-17")
def test_characters_roll_for_the_order_and_tied_ones_again() -> None:
    play = scene("a.pb.rc", 3, 5, 5, 2, 6, settings={"order": "roll"})
    assert play.rolls == [
        *(("initiative", who) for who in ("red.a", "blue.b", "ochre.c", "blue.b", "ochre.c")),
    ]
    order = play.last("round_started")["order"]
    assert order == ("ochre.c", "blue.b", "blue.r", "red.a", "red.p")


@pytest.mark.rule("ETI-17")
def test_movement_is_rolled_at_the_start_of_the_turn() -> None:
    play = scene("a..b", 5, a={"movement": "1d6"})
    assert (play.rolls, play.left("red.a")) == ([("movement", "red.a")], 5)
    assert play.last("movement_gained")["rule"] == "ETI-17"


@pytest.mark.rule("ETI-17")
def test_sudden_death_takes_life_from_characters_and_not_from_robots() -> None:
    play = scene("ap.b", settings={"sudden_death": 2}).do("end red.a").do("end red.p")
    play.do("end blue.b")
    assert play.life("red.a") == 8
    play.do("end red.a")
    assert play.told("damaged", "rule", "unit", "amount") == ("ETI-17", "red.a", 1)
    play.do("end red.p")
    assert (play.life("red.a"), play.life("red.p")) == (7, 3)


@pytest.mark.rule("ETI-17")
def test_sudden_death_begins_in_round_20_unless_the_level_sets_another() -> None:
    play = scene("a#b")
    for _ in range(19):
        play.do("end red.a").do("end blue.b")
    assert (play.life("red.a"), play.last("round_started")["round"]) == (8, 20)
    play.do("end red.a")
    assert play.life("red.a") == 7
