"""ETI-01, ETI-02, ETI-04, ETI-05, ETI-14: entering others' tiles, declaring, passing."""

import pytest

from tests.rules.etiquette.ballroom import fight, met, pressed, scene, silence
from tests.scenario import Play

# ETI-01


@pytest.mark.rule("ETI-01")
def test_character_opens_an_encounter_when_it_enters_anothers_tile() -> None:
    play = scene("ab..").do("move red.a 1,0")
    opened = play.told("encounter_opened", "rule", "unit", "target", "at")
    assert opened == ("ETI-01", "red.a", "blue.b", (1, 0))
    assert play.asked == ("talk", "red.a")


@pytest.mark.rule("ETI-01")
def test_robot_opens_encounters_with_characters_and_robots() -> None:
    play = scene("a#r.pb", p={"movement": "1"}).do("end red.a")
    assert play.asked == ("turn", "red.p")
    other = Play(play.battle.clone())
    play.do("move red.p 5,0")
    assert play.told("encounter_opened", "unit", "target") == ("red.p", "blue.b")
    other.do("end red.p").do("end blue.b").do("move blue.r 3,0 4,0")
    assert other.told("encounter_opened", "unit", "target") == ("blue.r", "red.p")


@pytest.mark.rule("ETI-01")
def test_character_opens_an_encounter_when_it_enters_a_robots_tile() -> None:
    play = scene("ar.b").do("move red.a 1,0")
    assert play.told("encounter_opened", "unit", "target") == ("red.a", "blue.r")


@pytest.mark.rule("ETI-01")
def test_allies_pass_through_each_other_without_an_encounter() -> None:
    play = scene("ap..b").do("move red.a 1,0 2,0 3,0")
    assert play.events("encounter_opened") == []
    assert play.at("red.a") == (3, 0)


@pytest.mark.rule("ETI-01")
def test_allies_never_stop_on_one_tile() -> None:
    play = scene("ap..b")
    assert play.legal("move") == [
        "move red.a 1,0 2,0",
        "move red.a 1,0 2,0 3,0",
        "move red.a 1,0 2,0 3,0 4,0",
    ]
    refusal = play.refused("move red.a 1,0")
    assert (refusal.code, refusal.rule) == ("shared-tile", "ETI-17")


@pytest.mark.rule("ETI-01")
def test_unit_stopped_on_an_allys_tile_steps_back() -> None:
    """Let a trap leave red one step, which leads onto its own robot."""
    play = scene(
        """
        abp.
        ....
        """,
        b={"hand": ["rope"]},
    )
    play.do("end red.a").do("end red.p").do("lay blue.b rope").do("move blue.b 1,1")
    play.do("end blue.b").do("move red.a 1,0 2,0 3,0", 2)
    assert play.told("put_back", "rule", "unit", "at") == ("ALL-06", "red.a", (1, 0))
    assert play.at("red.a") == (1, 0)


@pytest.mark.rule("ETI-01")
def test_unit_cannot_move_past_a_foe() -> None:
    play = scene("ab..")
    assert play.refused("move red.a 1,0 2,0").code == "no-step"
    play.do("move red.a 1,0")
    assert play.at("red.a") == (1, 0)


@pytest.mark.rule("ETI-01")
def test_unit_killed_by_a_trap_opens_no_encounter() -> None:
    play = scene("ab", a={"hand": ["pins"]}, b={"life": 1}).do("lay red.a pins").do("end red.a")
    play.do("move blue.b 0,0", 3)
    assert play.is_dead("blue.b")
    assert play.events("encounter_opened") == []


# ETI-02


@pytest.mark.rule("ETI-02")
def test_fight_follows_with_the_aggressors_turn_when_movement_ends_there() -> None:
    play = met("ab..", a={"movement": "1"}).do("decline red.a").do("decline blue.b")
    assert play.told("cornered", "rule", "unit", "target") == ("ETI-02", "red.a", "blue.b")
    assert play.told("fight_started", "rule", "fighters") == ("ETI-02", ("red.a", "blue.b"))
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("ETI-02")
def test_movement_ends_too_when_it_pays_for_no_neighbour() -> None:
    play = met("ab~~", a={"movement": "2"}, ground={"a": "~"})
    play.do("decline red.a").do("decline blue.b")
    assert (play.asked, play.left("red.a")) == (("combat", "red.a"), 1)


@pytest.mark.rule("ETI-02")
def test_movement_ends_when_only_an_allys_tile_is_left() -> None:
    play = scene("apb#", a={"movement": "3"}).do("move red.a 1,0 2,0")
    silence(play).do("decline red.a").do("decline blue.b")
    assert (play.asked, play.left("red.a")) == (("combat", "red.a"), 1)
    richer = scene("apb#", a={"movement": "4"}).do("move red.a 1,0 2,0")
    silence(richer).do("decline red.a").do("decline blue.b")
    assert richer.legal() == ["move red.a 1,0 0,0"]


@pytest.mark.rule("ETI-02")
def test_both_can_try_to_disengage_in_a_forced_fight() -> None:
    play = met("ab..", a={"movement": "1"}).do("decline red.a").do("decline blue.b")
    play.do("disengage red.a", 1, 1)
    assert play.asked == ("combat", "blue.b")
    play.do("disengage blue.b", 2, 1)
    assert play.asked == ("flee", "blue.b")


@pytest.mark.rule("ETI-02")
def test_fight_continues_until_one_is_gone() -> None:
    play = fight(b={"life": 2})
    play.do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.asked == ("combat", "blue.b")
    play.do("disengage blue.b", 1, 1).do("attack red.a blue.b").do("one blue.b", 6, 5, 1)
    assert play.is_dead("blue.b")


# ETI-04


@pytest.mark.rule("ETI-04")
def test_aggressor_declares_first() -> None:
    play = met()
    assert play.asked == ("engage", "red.a")
    assert play.legal() == ["engage red.a", "decline red.a"]
    play.do("engage red.a")
    assert play.told("engaged", "rule", "unit") == ("ETI-04", "red.a")
    assert play.asked == ("engage", "blue.b")


@pytest.mark.rule("ETI-04")
def test_aggressor_who_engages_attacks_first() -> None:
    play = met().do("engage red.a").do("decline blue.b")
    assert play.asked == ("combat", "red.a")
    assert play.told("fight_started", "rule", "fighters") == ("ETI-04", ("red.a", "blue.b"))


# ETI-05


@pytest.mark.rule("ETI-05")
@pytest.mark.parametrize("word", ["engage", "decline"])
def test_nonbelligerent_always_declares(word: str) -> None:
    play = met().do(f"{word} red.a")
    assert play.asked == ("engage", "blue.b")
    assert play.legal() == ["engage blue.b", "decline blue.b"]


@pytest.mark.rule("ETI-05")
@pytest.mark.parametrize("word", ["engage", "decline"])
def test_nonbelligerent_who_engages_attacks_first(word: str) -> None:
    play = met().do(f"{word} red.a").do("engage blue.b")
    assert play.asked == ("combat", "blue.b")
    assert play.told("fight_started", "rule", "fighters") == ("ETI-05", ("blue.b", "red.a"))


@pytest.mark.rule("ETI-05")
def test_level_can_leave_the_first_turn_to_an_aggressor_who_engaged() -> None:
    settings = {"nonbelligerent_first": "unless_engaged"}
    play = met(settings=settings).do("engage red.a").do("engage blue.b")
    assert play.asked == ("combat", "red.a")
    other = met(settings=settings).do("decline red.a").do("engage blue.b")
    assert other.asked == ("combat", "blue.b")


@pytest.mark.rule("ETI-05")
def test_nonbelligerent_is_free_of_its_promises() -> None:
    play = scene("ab..").do("move red.a 1,0").do("silent red.a").do("promise blue.b peace")
    silence(play).do("decline red.a")
    assert play.legal() == ["engage blue.b", "decline blue.b"]


# ETI-14


@pytest.mark.rule("ETI-14")
def test_aggressor_passes_and_must_move_on_when_both_decline() -> None:
    play = met().do("decline red.a").do("decline blue.b")
    assert play.told("passed_through", "rule", "unit", "target") == ("ETI-14", "red.a", "blue.b")
    assert play.asked == ("onward", "red.a")
    assert {text.split()[0] for text in play.legal()} == {"move"}
    play.do("move red.a 2,0 3,0")
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (3, 0))


@pytest.mark.rule("ETI-14")
def test_passing_unit_cannot_stop_there() -> None:
    play = met().do("decline red.a").do("decline blue.b")
    refusal = play.refused("end red.a")
    assert refusal.code == "wrong-command"


@pytest.mark.rule("ETI-14")
def test_passing_unit_cannot_use_an_item_there() -> None:
    play = met(a={"hand": ["salve", "pins"]}).do("decline red.a").do("decline blue.b")
    assert play.refused("use red.a salve").code == "wrong-command"
    assert play.refused("lay red.a pins").code == "wrong-command"


@pytest.mark.rule("ETI-14")
def test_passing_unit_cannot_pick_up_an_item_there() -> None:
    """Let ochre die next to blue's robot, which takes nothing, so that red passes the items."""
    play = scene(
        """
        ar.c
        ##b#
        """,
        c={"hand": ["salve"], "life": 1},
    )
    play.do("end red.a").do("end blue.b").do("end blue.r").do("move ochre.c 2,0 1,0")
    silence(play).do("decline ochre.c").do("engage blue.r")
    play.do("attack blue.r ochre.c").do("one ochre.c", 6, 1)
    assert play.last("loot_dropped")["at"] == (1, 0)
    silence(play.do("move red.a 1,0")).do("decline red.a").do("decline blue.r")
    play.do("move red.a 2,0")
    assert play.events("loot_taken") == []


@pytest.mark.rule("ETI-14")
def test_passing_unit_can_go_back() -> None:
    play = met().do("decline red.a").do("decline blue.b").do("move red.a 0,0")
    assert play.at("red.a") == (0, 0)


@pytest.mark.rule("ETI-14")
def test_fight_takes_no_movement() -> None:
    play = pressed(b={"life": 2})
    assert play.left("red.a") == 3
    play.do("attack blue.b red.a").do("one red.a", 1, 1, 6)
    play.do("attack red.a blue.b").do("one blue.b", 6, 1, 1)
    assert play.left("red.a") == 3
