"""CON-06 … CON-08 and CON-17: turns of a fight, attacks and their cost, fights of three."""

from typing import Any

import msgspec
import pytest

from game.rules.contest.schema import Weapon
from tests.rules.contest.duel import duel, three, visited
from tests.scenario import Play


def fight(rows: str = "ab...", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile and engaged."""
    return duel(rows, **given).do("move red.a 1,0").do("engage red.a")


@pytest.mark.rule("CON-06")
def test_fighters_alternate() -> None:
    play = fight()
    for fighter, other in (("red.a", "blue.b"), ("blue.b", "red.a")) * 2:
        assert play.asked == ("combat", fighter)
        play.do(f"attack {fighter} {other}", 1)
    assert (play.life("red.a"), play.life("blue.b")) == (8, 8)


@pytest.mark.rule("CON-06")
def test_failed_flight_is_a_turn_too() -> None:
    play = fight().do("disengage red.a", 1, 1)
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-06")
def test_fight_continues_until_one_dies() -> None:
    play = fight("ab..c", b={"life": 3})
    play.do("attack red.a blue.b", 2).do("attack blue.b red.a", 1).do("attack red.a blue.b", 1)
    assert play.is_dead("blue.b")
    assert play.events("fight_ended") != []
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-06")
def test_fight_continues_until_one_disengages() -> None:
    play = fight(a={"movement": "1"})
    play.do("attack red.a blue.b", 1).do("disengage blue.b", 3, 2).do("flee blue.b 2,0")
    assert play.events("fight_ended") != []
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-07")
def test_attack_rolls_only_the_weapons_damage() -> None:
    play = fight().do("attack red.a blue.b", 4)
    assert play.rolls == [("damage", "red.a")]
    assert play.last("attacked")["rule"] == "CON-07"
    assert play.told("damaged", "rule", "dice", "unit", "amount", "left", "cause") == (
        "CON-07",
        (4,),
        "blue.b",
        4,
        6,
        "sword",
    )


@pytest.mark.rule("CON-07")
def test_attack_uses_the_attackers_own_weapon() -> None:
    play = fight(a={"weapon": "feather"})
    play.do("attack red.a blue.b").do("attack blue.b red.a", 6)
    assert (play.life("red.a"), play.life("blue.b")) == (4, 9)


@pytest.mark.rule("CON-07")
def test_armour_reduces_damage() -> None:
    play = fight(b={"armour": 2}).do("attack red.a blue.b", 5)
    assert play.life("blue.b") == 7
    play.do("attack blue.b red.a", 5)
    assert play.life("red.a") == 5


@pytest.mark.rule("CON-07")
def test_armour_never_heals() -> None:
    play = fight(b={"armour": 3}).do("attack red.a blue.b", 1)
    assert play.life("blue.b") == 10
    assert play.last("damaged")["amount"] == 0


@pytest.mark.rule("CON-07")
def test_weapons_have_no_reach() -> None:
    sword = {"title": "Sword", "damage": "1d6"}
    assert msgspec.convert(sword, Weapon).damage == "1d6"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(sword | {"reach": 1}, Weapon)


@pytest.mark.rule("CON-07")
def test_only_units_on_the_tile_can_be_attacked() -> None:
    play = fight("abc")
    assert play.legal("attack") == ["attack red.a blue.b"]
    refusal = play.refused("attack red.a ochre.c")
    assert (refusal.code, refusal.rule) == ("no-opponent", "CON-07")


@pytest.mark.rule("CON-07")
def test_sixth_attack_deals_one_more_and_the_seventh_two() -> None:
    weak = {"weapon": "feather", "life": 30}
    play = fight(a=weak, b=weak)
    lost = []
    for _ in range(8):
        before = play.life("blue.b")
        play.do("attack red.a blue.b").do("attack blue.b red.a")
        lost.append(before - play.life("blue.b"))
    assert lost == [1, 1, 1, 1, 1, 2, 3, 4]
    assert play.life("red.a") == play.life("blue.b")


@pytest.mark.rule("CON-07")
def test_armour_does_not_stop_the_extra_damage_of_the_sixth_attack() -> None:
    play = fight(a={"weapon": "feather"}, b={"weapon": "feather", "armour": 5})
    for _ in range(5):
        play.do("attack red.a blue.b").do("attack blue.b red.a")
    assert play.life("blue.b") == 10
    play.do("attack red.a blue.b")
    assert play.life("blue.b") == 9


@pytest.mark.rule("CON-07")
def test_attacks_are_counted_for_each_fighter() -> None:
    weak = {"weapon": "feather", "life": 30}
    play = fight(a=weak, b=weak)
    for _ in range(5):
        play.do("attack red.a blue.b").do("disengage blue.b", 1, 1)
    play.do("attack red.a blue.b").do("attack blue.b red.a")
    assert play.last("damaged")["amount"] == 1


@pytest.mark.rule("CON-07")
def test_count_of_attacks_restarts_in_the_next_fight() -> None:
    weak = {"weapon": "feather", "life": 30, "movement": "20"}
    play = fight(a=weak, b=weak)
    for _ in range(5):
        play.do("attack red.a blue.b").do("disengage blue.b", 1, 1)
    play.do("attack red.a blue.b").do("disengage blue.b", 2, 1).do("flee blue.b 2,0")
    play.do("stay red.a").do("move red.a 2,0").do("engage red.a").do("attack red.a blue.b")
    assert play.last("damaged")["amount"] == 1


@pytest.mark.rule("CON-08")
def test_attack_costs_the_aggressor_one_movement() -> None:
    play = fight()
    assert play.left("red.a") == 3
    play.do("attack red.a blue.b", 1)
    assert play.left("red.a") == 2
    assert play.told("movement_spent", "rule", "unit", "left") == ("CON-08", "red.a", 2)


@pytest.mark.rule("CON-08")
def test_attacks_are_free_once_no_movement_is_left() -> None:
    play = fight(a={"movement": "2"}, b={"life": 30})
    left = []
    for _ in range(3):
        play.do("attack red.a blue.b", 1).do("attack blue.b red.a", 1)
        left.append(play.left("red.a"))
    assert left == [0, 0, 0]
    assert play.life("blue.b") == 27
    assert len(play.events("movement_spent")) == 1


@pytest.mark.rule("CON-08")
def test_defender_who_engages_pays_nothing() -> None:
    play = duel("ab.").do("move red.a 1,0").do("decline red.a").do("engage blue.b")
    play.do("attack blue.b red.a", 1)
    assert play.events("movement_spent") == []
    assert play.left("red.a") == 3


@pytest.mark.rule("CON-08")
def test_defender_pays_nothing_even_on_its_own_turn() -> None:
    play = visited()
    assert (play.left("red.a"), play.left("ochre.c")) == (3, 4)
    play.do("attack red.a ochre.c", 1)
    assert play.left("red.a") == 3
    play.do("attack ochre.c red.a", 1)
    assert play.left("ochre.c") == 3


@pytest.mark.rule("CON-17")
def test_turns_name_their_target_in_a_fight_of_three() -> None:
    play = three(c={"hand": ["knife"]})
    assert sorted(play.legal("attack")) == ["attack ochre.c blue.b", "attack ochre.c red.a"]
    assert sorted(play.legal("use")) == ["use ochre.c knife blue.b", "use ochre.c knife red.a"]
    play.do("attack ochre.c red.a", 3)
    assert (play.life("red.a"), play.life("blue.b")) == (7, 10)
    assert sorted(play.legal("attack")) == ["attack blue.b ochre.c", "attack blue.b red.a"]


@pytest.mark.rule("CON-17")
def test_unit_cannot_target_itself() -> None:
    refusal = three().refused("attack ochre.c ochre.c")
    assert (refusal.code, refusal.rule) == ("no-opponent", "CON-07")


@pytest.mark.rule("CON-17")
def test_disengaging_unit_rolls_first_and_then_the_others_in_turn_order() -> None:
    play = three()
    before = len(play.rolls)
    play.do("disengage ochre.c", 6, 3, 5)
    assert [who for _, who in play.rolls[before:]] == ["ochre.c", "blue.b", "red.a"]
    assert play.last("fled")["spaces"] == 1


@pytest.mark.rule("CON-17")
@pytest.mark.parametrize("rolls", [(4, 3, 4), (4, 4, 3), (3, 2, 6), (3, 6, 2)])
def test_disengaging_unit_must_beat_the_highest_of_the_others(rolls: tuple[int, ...]) -> None:
    play = three().do("disengage ochre.c", *rolls)
    assert play.last("flight_failed")["unit"] == "ochre.c"
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-17")
@pytest.mark.parametrize("rolls", [(5, 1, 3), (5, 3, 1)])
def test_flight_is_as_long_as_the_margin_over_the_highest(rolls: tuple[int, ...]) -> None:
    play = three().do("disengage ochre.c", *rolls)
    assert play.last("fled")["spaces"] == 2


@pytest.mark.rule("CON-17")
def test_others_continue_the_fight_when_one_has_fled() -> None:
    play = three().do("disengage ochre.c", 6, 5, 5).do("flee ochre.c 4,0")
    assert play.asked == ("combat", "blue.b")
    assert play.legal("attack") == ["attack blue.b red.a"]
    play.do("attack blue.b red.a", 1)
    assert play.asked == ("combat", "red.a")
    play.do("attack red.a blue.b", 1)
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-17")
def test_others_continue_the_fight_when_one_has_died() -> None:
    play = three(a={"life": 2}).do("attack ochre.c red.a", 2)
    assert play.is_dead("red.a")
    assert play.asked == ("combat", "blue.b")
    play.do("attack blue.b ochre.c", 1)
    assert play.asked == ("combat", "ochre.c")


@pytest.mark.rule("CON-17")
def test_no_fighter_loses_a_turn_when_an_earlier_one_dies() -> None:
    play = three(c={"life": 2}).do("attack ochre.c red.a", 1).do("attack blue.b ochre.c", 2)
    assert play.is_dead("ochre.c")
    assert play.asked == ("combat", "red.a")
