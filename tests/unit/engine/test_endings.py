"""Endings of battles: the last side standing, concession, agreement, the last round."""

from random import Random

import pytest

from game.terms.agenda import BattleEnd
from tests.rules.action.scene import scene
from tests.scenario import Play
from tests.unit.engine.search import play_on

SURE = {"weapons": ["blade"], "skills": {"fighting": 20}}
THREE = "......\n.apx..\n.b.q..\n......"


def three() -> Play:
    return scene(THREE, "apxbq", a=SURE, p={"weapons": ["foil"], "life": 1})


def ending(play: Play) -> tuple[str | None, str]:
    assert play.over
    return play.over.winner, play.over.reason


def test_last_side_standing_wins_and_nothing_more_is_asked() -> None:
    play = scene(".ap.\n....", "ap", a=SURE, p={"life": 1})
    play.do("attack red.a blue.p blade", 1, 1, 1, 1)
    assert play.over == BattleEnd("red", "elimination", 1)
    assert play.legal() == []
    assert play.last("over") == {
        **{"event": "over", "winner": "red", "reason": "elimination", "rounds": 1}
    }


def test_side_with_a_unit_left_continues() -> None:
    play = three().do("attack red.a blue.p blade", 1, 1, 1).do("answer blue.p no", 1)
    assert play.is_dead("blue.p")
    assert play.over is None
    play.do("end red.a")
    assert play.asked == ("turn", "ochre.x")


def test_other_side_of_two_wins_when_one_concedes() -> None:
    play = scene(".ap.\n.b..", "apb").do("end red.a").do("concede")
    assert ending(play) == ("red", "concede")
    assert play.last("conceded")["side"] == "blue"


def test_other_sides_of_three_continue_until_one_is_left() -> None:
    play = three().do("concede")
    assert play.is_dead("red.a")
    assert play.is_dead("red.b")
    assert play.asked == ("turn", "blue.p")
    play.do("concede")
    assert ending(play) == ("ochre", "concede")


def test_concession_is_possible_when_asked_to_react() -> None:
    play = scene("......\n.pax..\n......", "apx").do("move red.a 3,0")
    assert play.asked == ("react", "blue.p")
    play.do("concede")
    assert (play.at("red.a"), play.asked) == ((3, 0), ("turn", "red.a"))


def test_concession_ends_a_chain() -> None:
    play = three().do("attack red.a blue.p blade", 1, 1, 1)
    assert play.asked == ("guard", "blue.p")
    play.do("concede")
    assert play.is_dead("blue.p")
    assert play.asked == ("turn", "red.a")
    assert [why for why, _ in play.rolls].count("damage") == 0


def test_mover_whose_side_concedes_in_a_chain_goes_no_further() -> None:
    play = scene("......\n.pax..\n...q..\n......", "axpq", a={"weapons": ["foil"]}, p=SURE)
    play.do("move red.a 3,0 4,0").do("react blue.p blade", 1, 1, 1)
    assert play.asked == ("guard", "red.a")
    play.do("concede")
    assert play.asked == ("turn", "ochre.x")
    assert play.events("moved") == []


def test_draw_can_be_agreed() -> None:
    play = scene(".a.p\n....", "ap").do("offer_draw")
    assert play.asked == ("draw", "blue.p")
    assert play.legal() == ["answer blue.p yes", "answer blue.p no"]
    assert play.refused("offer_draw").code == "draw-open"
    play.do("answer blue.p yes")
    assert ending(play) == (None, "agreed")


def test_declined_draw_cannot_be_offered_again_in_the_round() -> None:
    play = scene(".a.p\n....", "ap").do("offer_draw").do("answer blue.p no")
    assert play.asked == ("turn", "red.a")
    assert play.refused("offer_draw").code == "draw-offered"
    play.do("end red.a").do("offer_draw").do("answer red.a no").do("end blue.p")
    assert play.battle.round == 2
    play.do("offer_draw")
    assert play.asked == ("draw", "blue.p")


def test_draw_offered_during_a_reaction_leaves_the_reaction_open() -> None:
    play = scene("pa..\n....", "ap").do("move red.a 2,0").do("offer_draw")
    assert play.asked == ("draw", "red.a")
    play.do("answer red.a no")
    assert play.asked == ("react", "blue.p")
    play.do("pass blue.p")
    assert play.at("red.a") == (2, 0)


def test_draw_offered_in_a_chain_leaves_its_dice() -> None:
    play = scene("ap..\n....", "ap", p={"weapons": ["foil"]}).do(
        "attack red.a blue.p blade", 5, 5, 5
    )
    play.do("offer_draw").do("answer red.a no").do("answer blue.p no", 4)
    assert play.last("damaged")["dice"] == (5, 5, 5, 4)


def test_draw_is_not_offered_among_three() -> None:
    assert three().refused("offer_draw").code == "no-duel"


@pytest.mark.parametrize("winner", [None, "blue"])
def test_last_round_ends_in_a_draw_unless_the_level_names_a_winner(winner: str | None) -> None:
    play = scene(".a.p", "ap", {"rounds": 2, "rounds_winner": winner})
    for _ in range(2):
        play.do("end red.a").do("end blue.p")
    assert play.over == BattleEnd(winner, "round_limit", 2)


@pytest.mark.parametrize("seed", range(5))
def test_random_play_ends(seed: int) -> None:
    play = scene(THREE, "apxbq", {"rounds": 12}, b={"weapons": ["bow"]}, q={"weapons": ["ram"]})
    for _ in play_on(play.battle, Random(seed), 4000):
        pass
    assert play.over
