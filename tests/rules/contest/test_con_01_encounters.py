"""CON-01 … CON-05: entering another unit's tile, declaring, passing through."""

import pytest
from msgspec.structs import replace

from game.components.belongings import Loot
from game.rules.contest.book import BOOK
from tests.rules.contest.duel import duel, level


@pytest.mark.rule("CON-01")
def test_entering_a_tile_opens_an_encounter() -> None:
    play = duel("ab.")
    play.do("move red.a 1,0")
    assert play.told("encounter_opened", "rule", "unit", "target", "at") == (
        "CON-01",
        "red.a",
        "blue.b",
        (1, 0),
    )
    assert play.at("red.a") == play.at("blue.b") == (1, 0)
    assert play.asked is not None
    assert play.asked[0] == "engage"


@pytest.mark.rule("CON-01")
def test_no_encounter_opens_on_an_adjacent_tile() -> None:
    play = duel("a.b", b={"hand": ["knife"]}).do("move red.a 1,0")
    assert play.asked == ("turn", "red.a")
    assert play.events("encounter_opened") == []


@pytest.mark.rule("CON-01")
def test_movement_stops_at_the_first_unit() -> None:
    play = duel("ab.")
    assert play.refused("move red.a 1,0 2,0").code == "no-step"
    play.do("move red.a 1,0")
    assert play.left("red.a") == 3
    assert play.refused("move red.a 2,0").code == "wrong-command"


@pytest.mark.rule("CON-01")
def test_trap_springs_before_the_encounter() -> None:
    play = duel("ab", a={"hand": ["spikes"]}).do("lay red.a spikes").do("end red.a")
    play.do("move blue.b 0,0", 4)
    assert play.asked == ("engage", "blue.b")
    assert play.life("blue.b") == 6
    names = [event["event"] for event in play.events()]
    assert names.index("trap_sprung") < names.index("damaged") < names.index("encounter_opened")


@pytest.mark.rule("CON-01")
def test_unit_killed_by_the_trap_opens_no_encounter() -> None:
    play = duel("ab.c", a={"hand": ["spikes"]}, b={"life": 4})
    play.do("lay red.a spikes").do("end red.a").do("move blue.b 0,0", 4)
    assert play.is_dead("blue.b")
    assert play.events("encounter_opened") == []
    assert play.asked == ("turn", "ochre.c")


@pytest.mark.rule("CON-01")
def test_player_has_one_unit() -> None:
    right = level("ab")
    first, second = right.units
    wrong = replace(right, units=(first, second, replace(second, id="red.b", side="red")))
    assert [fault for lint in BOOK.lints for fault in lint(right)] == []
    assert len([fault for lint in BOOK.lints for fault in lint(wrong)]) == 1


@pytest.mark.rule("CON-02")
def test_fight_follows_when_the_movement_ends_on_a_foes_tile() -> None:
    play = duel("ab.", a={"movement": "1"})
    play.do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert play.asked == ("combat", "red.a")
    assert play.told("fight_started", "fighters", "rule") == (("red.a", "blue.b"), "CON-02")


@pytest.mark.rule("CON-02")
def test_defender_comes_second_in_a_forced_fight() -> None:
    play = duel("ab.", a={"movement": "1"})
    play.do("move red.a 1,0").do("decline red.a").do("decline blue.b").do("attack red.a blue.b", 1)
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-02")
def test_both_can_disengage_in_a_forced_fight() -> None:
    play = duel("ab.", a={"movement": "1"})
    play.do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    play.do("disengage red.a", 1, 6).do("disengage blue.b", 6, 5).do("flee blue.b 2,0")
    assert (play.at("red.a"), play.at("blue.b")) == ((1, 0), (2, 0))


@pytest.mark.rule("CON-02")
def test_movement_has_ended_when_it_pays_for_no_neighbour() -> None:
    """Leave red 1 movement, with mud all around."""
    play = duel("a~b~").do("move red.a 1,0 2,0")
    assert play.left("red.a") == 1
    play.do("decline red.a").do("decline blue.b")
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("CON-02")
def test_movement_has_not_ended_when_it_pays_for_a_neighbour() -> None:
    play = duel("a~b~", a={"movement": "5"}).do("move red.a 1,0 2,0")
    play.do("decline red.a").do("decline blue.b")
    assert play.asked == ("onward", "red.a")


@pytest.mark.rule("CON-02")
def test_unit_cannot_move_out_of_a_fight() -> None:
    play = duel("ab.").do("move red.a 1,0").do("engage red.a")
    assert play.legal() == ["attack red.a blue.b", "disengage red.a"]
    assert play.refused("end red.a").code == "wrong-command"
    assert play.refused("move red.a 2,0").code == "wrong-command"


@pytest.mark.rule("CON-03")
def test_aggressor_is_asked_first() -> None:
    play = duel("ab.").do("move red.a 1,0")
    assert play.asked == ("engage", "red.a")
    assert play.legal() == ["engage red.a", "decline red.a"]
    assert play.refused("engage blue.b").code == "not-asked"


@pytest.mark.rule("CON-03")
def test_aggressor_who_engages_has_the_first_turn() -> None:
    play = duel("ab.").do("move red.a 1,0").do("engage red.a")
    assert play.asked == ("combat", "red.a")
    assert play.told("engaged", "rule", "unit") == ("CON-03", "red.a")


@pytest.mark.rule("CON-03")
def test_aggressor_is_the_one_who_enters_and_not_the_first_listed() -> None:
    play = duel("ab.").do("end red.a").do("move blue.b 0,0")
    assert play.asked == ("engage", "blue.b")


@pytest.mark.rule("CON-04")
def test_defender_is_asked_when_the_aggressor_declines() -> None:
    play = duel("ab.").do("move red.a 1,0").do("decline red.a")
    assert play.told("declined", "rule", "unit") == ("CON-03", "red.a")
    assert play.asked == ("engage", "blue.b")


@pytest.mark.rule("CON-04")
def test_defender_who_engages_has_the_first_turn() -> None:
    play = duel("ab.").do("move red.a 1,0").do("decline red.a").do("engage blue.b")
    assert play.asked == ("combat", "blue.b")
    assert play.told("engaged", "rule", "unit") == ("CON-04", "blue.b")
    play.do("attack blue.b red.a", 2)
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("CON-05")
def test_aggressor_moves_on_when_both_decline() -> None:
    play = duel("ab..").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert play.asked == ("onward", "red.a")
    assert play.last("passed_through")["rule"] == "CON-05"
    play.do("move red.a 2,0 3,0")
    assert (play.at("red.a"), play.left("red.a")) == ((3, 0), 1)
    assert play.asked == ("turn", "red.a")
    assert play.events("fight_started") == []


@pytest.mark.rule("CON-05")
def test_passing_unit_cannot_stop_there() -> None:
    play = duel("ab..").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert {text.split()[0] for text in play.legal()} == {"move"}
    assert play.refused("end red.a").code == "wrong-command"
    refusal = play.refused("move red.a")
    assert (refusal.code, refusal.rule) == ("no-path", "CON-05")


@pytest.mark.rule("CON-05")
def test_passing_unit_can_go_back() -> None:
    play = duel("ab.").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert play.legal("move") == ["move red.a 0,0", "move red.a 2,0"]
    play.do("move red.a 0,0")
    assert (play.at("red.a"), play.left("red.a")) == ((0, 0), 2)


@pytest.mark.rule("CON-05")
def test_passing_unit_can_go_back_out_of_a_dead_end() -> None:
    play = duel("ab", a={"movement": "2"})
    play.do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert play.asked == ("onward", "red.a")
    assert play.legal() == ["move red.a 0,0"]


@pytest.mark.rule("CON-05")
def test_passing_unit_can_meet_the_next_unit() -> None:
    play = duel("abc").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    play.do("move red.a 2,0")
    assert play.last("encounter_opened")["target"] == "ochre.c"
    assert play.asked == ("engage", "red.a")


@pytest.mark.rule("CON-05")
def test_passing_unit_uses_no_item() -> None:
    play = duel("ab.", a={"hand": ["salve", "spikes", "knife"]})
    play.do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert play.refused("use red.a salve").code == "wrong-command"
    assert play.refused("lay red.a spikes").code == "wrong-command"
    assert play.refused("use red.a knife blue.b").code == "wrong-command"


@pytest.mark.rule("CON-05")
def test_passing_unit_picks_nothing_up() -> None:
    play = duel("ab..")
    play.battle.world.spawn(Loot((1, 0), ("salve",)))
    play.do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    assert play.events("loot_taken") == []
    play.do("move red.a 2,0")
    assert (play.hand("red.a"), play.hand("blue.b")) == ((), ("salve",))
