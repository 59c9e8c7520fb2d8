"""ETI-03: talking before the declarations, and promises kept and broken."""

from typing import Any

import pytest

from game.rules.etiquette.records import Repute
from tests.rules.etiquette.ballroom import scene, silence
from tests.scenario import Play

PROMISES = ["promise red.a peace", "promise red.a leave", "promise red.a gift", "silent red.a"]


def talk(rows: str = "ab....", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile and can talk."""
    return scene(rows, **given).do("move red.a 1,0")


def repute(play: Play, id: str) -> tuple[int, int]:
    found = play.battle.world.get(play.unit(id), Repute)
    return found.kept, found.broken


@pytest.mark.rule("ETI-03")
def test_aggressor_talks_first_and_then_the_other() -> None:
    play = talk()
    assert (play.asked, play.legal()) == (("talk", "red.a"), PROMISES)
    play.do("promise red.a peace")
    assert play.asked == ("talk", "blue.b")


@pytest.mark.rule("ETI-03")
def test_each_side_talks_twice_at_most() -> None:
    play = talk().do("promise red.a peace").do("silent blue.b").do("silent red.a")
    assert play.asked == ("talk", "blue.b")
    play.do("promise blue.b gift")
    assert play.asked == ("engage", "red.a")


@pytest.mark.rule("ETI-03")
def test_talk_ends_when_both_are_silent() -> None:
    play = talk().do("silent red.a").do("silent blue.b")
    assert play.asked == ("engage", "red.a")


@pytest.mark.rule("ETI-03")
def test_level_can_allow_more_talk_or_none() -> None:
    assert talk(settings={"promises": 0}).asked == ("engage", "red.a")
    play = talk(settings={"promises": 1}).do("promise red.a peace").do("silent blue.b")
    assert play.asked == ("engage", "red.a")


@pytest.mark.rule("ETI-03")
def test_everyone_hears_promises() -> None:
    play = talk("ab..c").do("promise red.a leave")
    for side in ("red", "blue", "ochre"):
        (told,) = play.events("promised", side)
        assert (told["unit"], told["target"], told["promise"]) == ("red.a", "blue.b", "leave")
        assert told["rule"] == "ETI-03"


@pytest.mark.rule("ETI-03")
def test_same_promise_cannot_be_made_twice() -> None:
    play = talk().do("promise red.a peace").do("silent blue.b")
    assert play.refused("promise red.a peace").code == "promised-already"
    assert "promise red.a leave" in play.legal()


@pytest.mark.rule("ETI-03")
def test_free_text_can_be_added_and_is_not_judged() -> None:
    play = talk().do('promise red.a peace "I never liked this tune, my dear."')
    assert play.last("promised")["words"] == "I never liked this tune, my dear."
    assert talk().refused(f"promise red.a peace {'x' * 201}").code == "too-many-words"


@pytest.mark.rule("ETI-03")
@pytest.mark.parametrize(("word", "kept"), [("decline", True), ("engage", False)])
def test_promise_not_to_fight_is_judged_by_the_declaration(word: str, kept: bool) -> None:
    play = silence(talk().do("promise red.a peace")).do(f"{word} red.a")
    told = play.told("promise_kept" if kept else "promise_broken", "rule", "unit", "promise")
    assert told == ("ETI-03", "red.a", "peace")
    assert repute(play, "red.a") == ((1, 0) if kept else (0, 1))
    play.do("decline blue.b")
    assert repute(play, "blue.b") == (0, 0)


@pytest.mark.rule("ETI-03")
def test_forced_fight_breaks_no_promise() -> None:
    play = silence(talk(a={"movement": "1"}).do("promise red.a peace"))
    play.do("decline red.a").do("decline blue.b")
    assert play.asked == ("combat", "red.a")
    assert repute(play, "red.a") == (1, 0)


# Leaving the other alone


@pytest.mark.rule("ETI-03")
def test_promise_to_leave_alone_lasts_to_the_end_of_the_promisers_next_turn() -> None:
    """Let red promise on its own turn; this turn and the next count."""
    play = silence(talk().do("promise red.a leave")).do("decline red.a").do("decline blue.b")
    play.do("move red.a 2,0").do("end red.a").do("end blue.b")
    assert play.events("promise_kept") == []
    play.do("end red.a")
    assert play.told("promise_kept", "unit", "target") == ("red.a", "blue.b")
    assert repute(play, "red.a") == (1, 0)


@pytest.mark.rule("ETI-03")
def test_promise_on_the_foes_turn_lasts_for_the_promisers_next_turn() -> None:
    play = talk().do("silent red.a").do("promise blue.b leave")
    silence(play).do("decline red.a").do("decline blue.b").do("move red.a 2,0").do("end red.a")
    assert play.events("promise_kept") == []
    play.do("end blue.b")
    assert play.told("promise_kept", "unit", "promise") == ("blue.b", "leave")


@pytest.mark.rule("ETI-03")
def test_promise_ends_only_after_the_robots_have_moved() -> None:
    play = talk("ab...r").do("silent red.a").do("promise blue.b leave")
    silence(play).do("decline red.a").do("decline blue.b").do("move red.a 2,0").do("end red.a")
    play.do("end blue.b")
    assert play.events("promise_kept") == []
    play.do("end blue.r")
    assert len(play.events("promise_kept")) == 1


@pytest.mark.rule("ETI-03")
def test_engaging_a_robot_of_the_foe_breaks_the_promise() -> None:
    play = (
        silence(talk("abr...").do("promise red.a leave")).do("decline red.a").do("decline blue.b")
    )
    play.do("move red.a 2,0")
    silence(play).do("engage red.a")
    assert play.told("promise_broken", "unit", "target", "promise") == ("red.a", "blue.b", "leave")
    assert repute(play, "red.a") == (0, 1)


@pytest.mark.rule("ETI-03")
def test_engaging_by_a_robot_of_the_promiser_breaks_the_promise() -> None:
    play = silence(talk("abp.").do("promise red.a leave")).do("decline red.a").do("decline blue.b")
    play.do("move red.a 0,0").do("end red.a").do("move red.p 1,0")
    silence(play).do("engage red.p")
    assert play.last("promise_broken")["promise"] == "leave"


@pytest.mark.rule("ETI-03")
def test_third_player_can_be_fought() -> None:
    play = (
        silence(talk("abc...").do("promise red.a leave")).do("decline red.a").do("decline blue.b")
    )
    silence(play.do("move red.a 2,0")).do("engage red.a")
    assert play.events("promise_broken") == []


# Giving an item


@pytest.mark.rule("ETI-03")
def test_gift_is_due_at_once_if_neither_fights() -> None:
    play = silence(talk(a={"hand": ["wax", "salve"]}).do("promise red.a gift"))
    play.do("decline red.a").do("decline blue.b")
    assert (play.asked, play.legal()) == (
        ("give", "red.a"),
        ["give red.a wax", "give red.a salve", "keep red.a"],
    )
    play.do("give red.a salve")
    assert (play.hand("red.a"), play.hand("blue.b")) == (("wax",), ("salve",))
    assert play.last("promise_kept")["promise"] == "gift"
    assert play.asked == ("onward", "red.a")


@pytest.mark.rule("ETI-03")
def test_only_the_two_know_which_item_is_given() -> None:
    play = silence(talk("ab.c", a={"hand": ["wax"]}).do("promise red.a gift"))
    play.do("decline red.a").do("decline blue.b").do("give red.a wax")
    assert [e["item"] for e in play.events("item_given", "blue")] == ["wax"]
    assert play.events("item_given", "ochre") == []
    assert len(play.events("gift_noticed", "ochre")) == 1


@pytest.mark.rule("ETI-03")
def test_gift_can_be_refused() -> None:
    play = silence(talk(a={"hand": ["wax"]}).do("promise red.a gift"))
    play.do("decline red.a").do("decline blue.b").do("keep red.a")
    assert play.hand("red.a") == ("wax",)
    assert play.last("promise_broken")["promise"] == "gift"
    assert repute(play, "red.a") == (0, 1)


@pytest.mark.rule("ETI-03")
@pytest.mark.parametrize("words", [("engage", "decline"), ("decline", "engage")])
def test_gift_is_void_if_either_fights(words: tuple[str, str]) -> None:
    play = silence(talk(a={"hand": ["wax"]}).do("promise red.a gift"))
    play.do(f"{words[0]} red.a").do(f"{words[1]} blue.b")
    assert play.told("promise_voided", "rule", "unit") == ("ETI-03", "red.a")
    assert play.asked is not None
    assert play.asked[0] == "combat"
    assert repute(play, "red.a") == (0, 0)


@pytest.mark.rule("ETI-03")
def test_both_gifts_are_due_the_aggressors_first() -> None:
    play = talk(a={"hand": ["wax"]}, b={"hand": ["salve"]})
    silence(play.do("promise red.a gift").do("promise blue.b gift"))
    play.do("decline red.a").do("decline blue.b").do("give red.a wax")
    assert play.asked == ("give", "blue.b")


@pytest.mark.rule("ETI-03")
def test_promises_do_not_restrict_declarations() -> None:
    play = talk().do("promise red.a peace").do("silent blue.b").do("promise red.a leave")
    silence(play)
    assert play.legal() == ["engage red.a", "decline red.a"]
