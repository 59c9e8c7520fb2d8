"""CON-13 … CON-15: chases, fights of three, and the end of a fight."""

from typing import Any

import pytest

from game.terms.commands import Use
from tests.rules.contest.duel import duel, three, visited
from tests.scenario import Play


def fight(rows: str = "ab.....", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile, (1, 0), and blue's turn comes first."""
    return duel(rows, **given).do("move red.a 1,0").do("decline red.a").do("engage blue.b")


def fled(rows: str = "ab.....", **given: Any) -> Play:
    """Return a battle in which blue has fled to (4, 0), and red, with 3 movement left, is asked."""
    return fight(rows, **given).do("disengage blue.b", 4, 1).do("flee blue.b 2,0 3,0 4,0")


@pytest.mark.rule("CON-13")
def test_aggressor_is_asked_when_the_flight_has_ended() -> None:
    play = fled()
    assert play.at("blue.b") == (4, 0)
    assert play.asked == ("chase", "red.a")
    assert play.legal("stay") == ["stay red.a"]


@pytest.mark.rule("CON-13")
def test_aggressor_is_not_asked_without_movement_left() -> None:
    play = fled(a={"movement": "1"})
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-13")
def test_defender_does_not_chase_the_aggressor() -> None:
    play = fight().do("disengage blue.b", 1, 1).do("disengage red.a", 4, 1).do("flee red.a 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-13")
def test_defender_does_not_chase_even_on_its_own_turn() -> None:
    play = visited().do("disengage red.a", 1, 1).do("disengage ochre.c", 2, 1)
    play.do("flee ochre.c 1,0")
    assert play.left("red.a") == 3
    assert play.asked == ("flee", "blue.b")
    play.do("flee blue.b")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-13")
def test_aggressor_is_not_asked_when_the_other_died_in_flight() -> None:
    play = duel("ab.c", a={"hand": ["spikes"]}, b={"life": 1}).do("lay red.a spikes")
    play.do("move red.a 1,0").do("decline red.a").do("engage blue.b").do("disengage blue.b", 2, 1)
    play.do("flee blue.b 0,0", 1)
    assert play.is_dead("blue.b")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-13")
def test_reaching_the_defender_resumes_the_fight_with_the_chasers_turn() -> None:
    play = fled(a={"hand": ["knife"]}).do("chase red.a 2,0 3,0 4,0")
    assert play.asked == ("combat", "red.a")
    assert play.legal() == ["attack red.a blue.b", "use red.a knife blue.b", "disengage red.a"]
    assert play.told("fight_started", "rule", "at", "fighters") == (
        "CON-13",
        (4, 0),
        ("red.a", "blue.b"),
    )


@pytest.mark.rule("CON-13")
def test_chase_ends_without_declarations() -> None:
    play = fled().do("chase red.a 2,0 3,0 4,0")
    assert len(play.events("encounter_opened")) == 1
    assert len(play.events("engaged")) == 1


@pytest.mark.rule("CON-13")
def test_chase_spends_the_aggressors_movement() -> None:
    play = fled(a={"movement": "5"}).do("chase red.a 2,0 3,0 4,0")
    assert play.told("moved", "left", "rule") == (1, "CON-13")


@pytest.mark.rule("CON-13")
def test_chase_is_limited_by_the_movement_left() -> None:
    play = fled()
    refusal = play.refused("chase red.a 2,0 3,0 4,0 5,0")
    assert (refusal.code, refusal.rule) == ("no-step", "CON-13")
    dear = fight("ab~..", a={"movement": "3"}).do("disengage blue.b", 4, 1)
    refusal = dear.do("flee blue.b 2,0 3,0").refused("chase red.a 2,0 3,0")
    assert (refusal.code, refusal.rule) == ("too-far", "CON-13")


@pytest.mark.rule("CON-13")
def test_chase_pays_for_terrain_like_a_move() -> None:
    play = fight("ab~..", a={"movement": "5"}).do("disengage blue.b", 4, 1)
    play.do("flee blue.b 2,0 3,0").do("chase red.a 2,0 3,0")
    assert play.left("red.a") == 1


@pytest.mark.rule("CON-13")
def test_roles_are_unchanged_after_a_chase_and_the_chaser_pays() -> None:
    play = fled(a={"movement": "5"}).do("chase red.a 2,0 3,0 4,0")
    play.do("attack red.a blue.b", 1).do("attack blue.b red.a", 1)
    assert play.left("red.a") == 0
    assert [event["unit"] for event in play.events("movement_spent")] == ["red.a"]


@pytest.mark.rule("CON-13")
def test_roles_are_unchanged_after_a_chase_and_the_chaser_flees_as_aggressor() -> None:
    play = fled(a={"movement": "5"}).do("chase red.a 2,0 3,0 4,0").do("disengage red.a", 3, 2)
    assert (play.last("fled")["spaces"], play.last("fled")["rule"]) == (2, "CON-11")


@pytest.mark.rule("CON-13")
def test_unit_that_flees_again_can_be_chased_again() -> None:
    play = fled("ab.........", a={"movement": "9"}).do("chase red.a 2,0 3,0 4,0")
    play.do("attack red.a blue.b", 1).do("disengage blue.b", 3, 1).do("flee blue.b 5,0 6,0")
    assert play.asked == ("chase", "red.a")
    play.do("chase red.a 5,0 6,0")
    assert (play.asked, play.left("red.a")) == (("combat", "red.a"), 2)


@pytest.mark.rule("CON-13")
def test_resumed_fight_continues_to_count_attacks() -> None:
    weak = {"weapon": "feather", "life": 30, "movement": "20"}
    play = fight(a=weak, b=weak).do("disengage blue.b", 1, 1)
    for _ in range(4):
        play.do("attack red.a blue.b").do("disengage blue.b", 1, 1)
    play.do("attack red.a blue.b").do("disengage blue.b", 2, 1).do("flee blue.b 2,0")
    play.do("chase red.a 2,0").do("attack red.a blue.b")
    assert play.last("damaged")["amount"] == 2


@pytest.mark.rule("CON-13")
def test_chase_is_offered_only_once() -> None:
    play = fled(a={"movement": "9"}).do("stay red.a")
    assert play.last("chase_declined")["rule"] == "CON-13"
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-13")
def test_declined_chase_leaves_an_ordinary_encounter() -> None:
    play = fled().do("stay red.a").do("move red.a 2,0 3,0 4,0")
    assert play.asked == ("engage", "red.a")
    assert play.last("encounter_opened")["at"] == (4, 0)


@pytest.mark.rule("CON-13")
def test_chase_is_offered_when_the_flight_led_into_a_fight_before_its_first_turn() -> None:
    play = fight("abc..").do("disengage blue.b", 4, 1).do("flee blue.b 2,0")
    assert play.asked == ("engage", "blue.b")
    play.do("decline blue.b").do("engage ochre.c")
    assert play.last("fight_started")["fighters"] == ("ochre.c", "blue.b")
    assert play.asked == ("chase", "red.a")
    play.do("stay red.a")
    assert play.asked == ("combat", "ochre.c")


@pytest.mark.rule("CON-13")
def test_chase_is_offered_at_the_end_of_a_flight_that_passed_a_unit() -> None:
    play = fight("abc..").do("disengage blue.b", 4, 1).do("flee blue.b 2,0")
    play.do("decline blue.b").do("decline ochre.c").do("move blue.b 3,0 4,0")
    assert play.asked == ("chase", "red.a")


@pytest.mark.rule("CON-13")
def test_chase_is_not_offered_again_when_a_flight_resumes_after_a_fight() -> None:
    play = fight("abc..", c={"life": 1}).do("disengage blue.b", 4, 1).do("flee blue.b 2,0")
    play.do("engage blue.b").do("stay red.a").do("attack blue.b ochre.c", 1)
    play.do("flee blue.b 3,0")
    assert play.asked == ("turn", "red.a")


DETOUR = "abc..\n....."
"""A map on which blue has fled below ochre to (3, 1)."""


def detour(**given: Any) -> Play:
    return fight(DETOUR, **given).do("disengage blue.b", 4, 1).do("flee blue.b 1,1 2,1 3,1")


@pytest.mark.rule("CON-13")
def test_player_on_the_path_is_an_ordinary_encounter() -> None:
    play = detour(a={"movement": "9"})
    assert play.refused("chase red.a 2,0 3,0 3,1").code == "no-step"
    play.do("chase red.a 2,0")
    assert play.last("encounter_opened")["target"] == "ochre.c"
    assert play.asked == ("engage", "red.a")
    play.do("decline red.a")
    assert play.asked == ("engage", "ochre.c")


@pytest.mark.rule("CON-13")
def test_chase_continues_after_passing_the_player_on_the_path() -> None:
    play = detour(a={"movement": "9"}).do("chase red.a 2,0").do("decline red.a")
    play.do("decline ochre.c").do("move red.a 3,0 3,1")
    assert play.asked == ("combat", "red.a")
    assert play.at("red.a") == (3, 1)


@pytest.mark.rule("CON-13")
def test_fight_on_the_path_ends_the_chase() -> None:
    play = detour(a={"movement": "9"}, c={"life": 1}).do("chase red.a 2,0").do("engage red.a")
    play.do("attack red.a ochre.c", 1)
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 3,0 3,1")
    assert play.asked == ("engage", "red.a")
    assert play.last("encounter_opened")["target"] == "blue.b"


@pytest.mark.rule("CON-13")
def test_flight_out_of_a_fight_on_the_path_is_not_a_chase() -> None:
    play = detour(a={"movement": "9"}).do("chase red.a 2,0").do("engage red.a")
    play.do("disengage red.a", 2, 1).do("flee red.a 3,0 3,1")
    assert play.asked == ("engage", "red.a")
    assert play.last("encounter_opened")["target"] == "blue.b"


@pytest.mark.rule("CON-13")
def test_chase_does_not_outlast_the_turn() -> None:
    play = fled(a={"movement": "3"}).do("chase red.a 2,0 3,0").do("end red.a").do("end blue.b")
    play.do("move red.a 4,0")
    assert play.asked == ("engage", "red.a")


@pytest.mark.rule("CON-13")
def test_fighters_sharing_a_tile_with_a_foe_do_not_chase() -> None:
    """Let ochre, the first on the tile, flee.

    Red and blue have movement left and stay together.
    """
    play = three().do("disengage ochre.c", 6, 1, 1).do("flee ochre.c 4,0")
    assert (play.left("red.a"), play.left("blue.b")) == (2, 2)
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-14")
def test_chaser_joins_as_third_in_the_turn_order() -> None:
    play = three()
    assert play.told("fight_joined", "rule", "unit", "at") == ("CON-14", "red.a", (3, 0))
    for fighter in ("ochre.c", "blue.b", "red.a", "ochre.c", "blue.b", "red.a"):
        assert play.asked == ("combat", fighter)
        play.do(f"disengage {fighter}", 1, 1, 1)


@pytest.mark.rule("CON-14")
def test_chaser_joins_without_declarations() -> None:
    play = three()
    assert [event["unit"] for event in play.events("encounter_opened")] == ["red.a", "blue.b"]


@pytest.mark.rule("CON-14")
def test_all_units_on_the_tile_are_foes() -> None:
    play = three()
    for fighter in ("ochre.c", "blue.b", "red.a"):
        others = {"red.a", "blue.b", "ochre.c"} - {fighter}
        assert set(play.legal("attack")) == {f"attack {fighter} {other}" for other in others}
        play.do(f"disengage {fighter}", 1, 1, 1)


@pytest.mark.rule("CON-14")
def test_unit_that_entered_the_tile_pays_and_the_first_on_it_does_not() -> None:
    play = three()
    for fighter, other in (("ochre.c", "blue.b"), ("blue.b", "ochre.c"), ("red.a", "ochre.c")):
        play.do(f"attack {fighter} {other}", 1)
    assert (play.left("blue.b"), play.left("red.a")) == (1, 1)
    spent = [event["unit"] for event in play.events("movement_spent")]
    assert spent == ["blue.b", "red.a"]


@pytest.mark.rule("CON-08", "CON-14")
def test_attack_costs_the_aggressor_of_that_pair_only() -> None:
    """Let blue enter ochre's tile, and red blue's: blue pays against ochre, but not against red."""
    play = three().do("disengage ochre.c", 1, 1, 1).do("attack blue.b red.a", 1)
    assert (play.left("blue.b"), play.events("movement_spent")) == (2, [])
    play.do("attack red.a blue.b", 1).do("disengage ochre.c", 1, 1, 1)
    assert play.left("red.a") == 1
    play.do("attack blue.b ochre.c", 1)
    assert play.left("blue.b") == 1


@pytest.mark.rule("CON-09", "CON-14")
def test_item_costs_the_aggressor_of_that_pair_only() -> None:
    play = three(b={"hand": ["knife", "knife"]}).do("disengage ochre.c", 1, 1, 1)
    costs = {command.target: play.battle.cost(command) for command in _uses(play)}
    assert costs == {"red.a": None, "ochre.c": 1}
    play.do("use blue.b knife red.a", 1)
    assert play.left("blue.b") == 2


def _uses(play: Play) -> list[Use]:
    return [command for command in play.battle.legal() if isinstance(command, Use)]


def chased_onto_the_dead(**units: dict[str, Any]) -> Play:
    """Return a fight to which red chased blue; ochre died there, and it is blue's turn.

    Blue has 2 tiles of its first flight left, red 2 movement.
    """
    play = three(c={"life": 1}, **units).do("disengage ochre.c", 1, 1, 1)
    return play.do("disengage blue.b", 1, 1, 1).do("use red.a knife ochre.c", 1)


@pytest.mark.rule("CON-11", "CON-14")
def test_chased_unit_flees_by_the_difference_alone_when_the_third_is_dead() -> None:
    play = chased_onto_the_dead(a={"hand": ["knife"]}).do("disengage blue.b", 3, 2)
    assert play.told("fled", "rule", "spaces") == ("CON-10", 1)
    play.do("flee blue.b 4,0")
    assert play.last("moved")["rule"] == "CON-10"


@pytest.mark.rule("CON-13", "CON-14")
def test_chaser_can_chase_again_when_the_third_is_dead() -> None:
    play = chased_onto_the_dead(a={"hand": ["knife"]}).do("disengage blue.b", 3, 2)
    play.do("flee blue.b 4,0")
    assert play.asked == ("chase", "red.a")


@pytest.mark.rule("CON-13", "CON-14")
def test_chased_unit_does_not_chase_the_chaser() -> None:
    play = chased_onto_the_dead(a={"hand": ["knife"]}).do("disengage blue.b", 1, 1)
    play.do("disengage red.a", 2, 1).do("flee red.a 2,0")
    assert play.last("fled")["rule"] == "CON-11"
    assert play.asked != ("chase", "blue.b")


@pytest.mark.rule("CON-14")
def test_card_shows_the_role_in_each_pair() -> None:
    play = three()
    cards = {id: card_of(play, id) for id in ("red.a", "blue.b", "ochre.c")}
    assert cards == {
        "red.a": {"aggressor_against": ["ochre.c", "blue.b"]},
        "blue.b": {"aggressor_against": ["ochre.c"], "defender_against": ["red.a"]},
        "ochre.c": {"defender_against": ["blue.b", "red.a"]},
    }


@pytest.mark.rule("CON-14")
def test_roles_end_when_the_two_separate() -> None:
    play = chased_onto_the_dead(a={"hand": ["knife"]})
    assert card_of(play, "blue.b") == {"defender_against": ["red.a"]}
    play.do("disengage blue.b", 3, 2)
    assert card_of(play, "blue.b") == card_of(play, "red.a") == {}


def card_of(play: Play, unit: str) -> dict[str, Any]:
    """Return the roles on a unit's card."""
    stats = play.book.card(play.battle.world, play.unit(unit)).stats
    return {key: stats[key] for key in stats if key.endswith("_against")}


@pytest.mark.rule("CON-14")
def test_unit_that_entered_flees_with_its_movement_or_flight_left() -> None:
    play = three().do("disengage ochre.c", 1, 1, 1)
    play.do("disengage blue.b", 2, 1, 1)
    assert play.last("fled")["spaces"] == 3


@pytest.mark.rule("CON-14")
def test_fight_ends_once_fewer_than_two_are_left() -> None:
    play = three(a={"life": 1}, b={"life": 1}).do("attack ochre.c red.a", 1)
    assert len(play.events("fight_ended")) == 1
    play.do("disengage blue.b", 1, 2).do("attack ochre.c blue.b", 1)
    assert len(play.events("fight_ended")) == 2


def four(**units: dict[str, Any]) -> Play:
    """Return the fight of `three`, with violet on the next tile, after ochre's first turn."""
    play = duel(".abcd.", **units)
    play.do("move red.a 2,0").do("engage red.a").do("disengage red.a", 1, 1)
    play.do("disengage blue.b", 4, 1).do("flee blue.b 3,0").do("decline blue.b")
    return play.do("engage ochre.c").do("chase red.a 3,0").do("disengage ochre.c", 1, 1, 1)


@pytest.mark.rule("CON-14")
def test_unit_fleeing_onto_the_tile_of_a_fight_joins_last_without_declarations() -> None:
    """Let blue flee to violet, who then flees to the fight of ochre and red."""
    play = four().do("disengage blue.b", 3, 1, 1).do("flee blue.b 4,0").do("decline blue.b")
    play.do("engage violet.d").do("disengage violet.d", 3, 1).do("flee violet.d 3,0")
    assert play.last("fight_joined")["unit"] == "violet.d"
    assert len(play.events("encounter_opened")) == 3
    play.do("stay blue.b").do("flee blue.b")
    for fighter in ("red.a", "violet.d", "ochre.c", "red.a"):
        assert play.asked == ("combat", fighter)
        play.do(f"disengage {fighter}", 1, 1, 1)


@pytest.mark.rule("CON-14")
def test_joining_unit_takes_no_turn_from_another() -> None:
    """Let red, last in the order, flee to violet, who flees onto the tile; ochre must be next."""
    play = four().do("disengage blue.b", 1, 1, 1).do("disengage red.a", 3, 1, 1)
    play.do("flee red.a 4,0").do("decline red.a").do("engage violet.d")
    play.do("disengage violet.d", 3, 1).do("flee violet.d 3,0").do("stay red.a").do("flee red.a")
    for fighter in ("ochre.c", "blue.b", "violet.d", "ochre.c"):
        assert play.asked == ("combat", fighter)
        play.do(f"disengage {fighter}", 1, 1, 1)


@pytest.mark.rule("CON-14")
def test_unit_joining_in_flight_is_an_aggressor_with_its_flight_left() -> None:
    """Let violet flee one tile of two; its attack must cost the other tile."""
    play = four().do("disengage blue.b", 3, 1, 1).do("flee blue.b 4,0").do("decline blue.b")
    play.do("engage violet.d").do("disengage violet.d", 3, 1).do("flee violet.d 3,0")
    play.do("stay blue.b").do("flee blue.b")
    play.do("disengage red.a", 1, 1, 1)
    assert (play.asked, play.left("violet.d")) == (("combat", "violet.d"), 1)
    play.do("attack violet.d ochre.c", 1)
    assert play.last("movement_spent")["unit"] == "violet.d"


@pytest.mark.rule("CON-14")
def test_unit_left_alone_after_joining_in_flight_continues_its_flight() -> None:
    play = four(a={"life": 1}, c={"life": 1}).do("disengage blue.b", 3, 1, 1)
    play.do("flee blue.b 4,0").do("decline blue.b").do("engage violet.d")
    play.do("disengage violet.d", 5, 1).do("flee violet.d 3,0").do("stay blue.b").do("flee blue.b")
    play.do("disengage red.a", 1, 1, 1).do("attack violet.d red.a", 1)
    play.do("disengage ochre.c", 1, 1).do("attack violet.d ochre.c", 1)
    assert (play.asked, play.left("violet.d")) == (("flee", "violet.d"), 1)


@pytest.mark.rule("CON-14")
def test_unit_that_returns_to_the_tile_joins_last() -> None:
    """Let blue flee to violet, fight, and flee back."""
    play = four().do("disengage blue.b", 3, 1, 1).do("flee blue.b 4,0").do("engage blue.b")
    play.do("disengage blue.b", 3, 1).do("flee blue.b 3,0")
    assert play.last("fight_joined")["unit"] == "blue.b"
    for fighter in ("red.a", "blue.b", "ochre.c", "red.a"):
        assert play.asked == ("combat", fighter)
        play.do(f"disengage {fighter}", 1, 1, 1)


@pytest.mark.rule("CON-14")
def test_first_on_the_tile_is_an_aggressor_when_it_returns() -> None:
    """Let ochre flee to violet, fight, and flee back with tiles left, with which it pays."""
    play = duel(".abcd.").do("move red.a 2,0").do("engage red.a").do("disengage red.a", 1, 1)
    play.do("disengage blue.b", 4, 1).do("flee blue.b 3,0").do("decline blue.b")
    play.do("engage ochre.c").do("chase red.a 3,0").do("disengage ochre.c", 3, 1, 1)
    play.do("flee ochre.c 4,0").do("engage ochre.c").do("disengage ochre.c", 3, 1)
    play.do("flee ochre.c 3,0").do("disengage blue.b", 1, 1, 1).do("disengage red.a", 1, 1, 1)
    assert (play.asked, play.left("ochre.c")) == (("combat", "ochre.c"), 2)
    play.do("attack ochre.c red.a", 1)
    assert play.left("ochre.c") == 1


@pytest.mark.rule("CON-15")
def test_fight_is_over_when_the_two_share_no_tile() -> None:
    play = fled().do("stay red.a")
    assert play.told("fight_ended", "rule", "at") == ("CON-15", (1, 0))
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-15")
def test_chaser_that_falls_short_stops_there() -> None:
    play = fled(a={"movement": "3"}).do("chase red.a 2,0 3,0")
    assert (play.at("red.a"), play.left("red.a")) == ((3, 0), 0)
    assert play.asked == ("turn", "red.a")
    assert play.legal() == ["end red.a"]


@pytest.mark.rule("CON-15")
def test_aggressor_that_does_not_chase_moves_on_with_its_movement_left() -> None:
    play = fled().do("stay red.a")
    assert play.left("red.a") == 3
    play.do("move red.a 0,0")
    assert (play.at("red.a"), play.left("red.a")) == ((0, 0), 2)
