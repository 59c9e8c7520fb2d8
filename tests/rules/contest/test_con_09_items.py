"""CON-09: items used in a fight and outside one, and traps."""

from typing import Any

import pytest

from game.components.unit import Position
from tests.rules.contest.duel import duel
from tests.scenario import Play


def fight(rows: str = "ab...", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile and engaged."""
    return duel(rows, **given).do("move red.a 1,0").do("engage red.a")


# In a fight


@pytest.mark.rule("CON-09")
def test_item_is_used_on_the_foe_and_spent() -> None:
    play = fight(a={"hand": ["knife", "knife"]}).do("use red.a knife blue.b", 4)
    assert play.life("blue.b") == 6
    assert play.hand("red.a") == ("knife",)
    assert play.told("item_used", "rule", "unit", "item", "target") == (
        "CON-09",
        "red.a",
        "knife",
        "blue.b",
    )
    assert play.last("damaged")["rule"] == "CON-09"


@pytest.mark.rule("CON-09")
def test_item_takes_the_turn() -> None:
    play = fight(a={"hand": ["knife"]}).do("use red.a knife blue.b", 4)
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-09")
def test_item_costs_the_aggressor_one_movement() -> None:
    play = fight(a={"hand": ["knife"]}).do("use red.a knife blue.b", 1)
    assert play.left("red.a") == 2
    assert play.last("movement_spent")["rule"] == "CON-09"


@pytest.mark.rule("CON-09")
def test_item_is_free_without_movement_left() -> None:
    play = fight(a={"hand": ["knife"], "movement": "1"}).do("use red.a knife blue.b", 1)
    assert play.left("red.a") == 0
    assert play.life("blue.b") == 9
    assert play.events("movement_spent") == []


@pytest.mark.rule("CON-09")
def test_item_costs_the_defender_nothing() -> None:
    play = duel("ab.", b={"hand": ["knife"]}).do("move red.a 1,0").do("decline red.a")
    play.do("engage blue.b").do("use blue.b knife red.a", 3)
    assert play.life("red.a") == 7
    assert play.events("movement_spent") == []


@pytest.mark.rule("CON-09")
def test_only_items_for_foes_are_used_in_a_fight() -> None:
    play = fight(a={"hand": ["salve", "spikes", "knife"]})
    assert play.legal("use") == ["use red.a knife blue.b"]
    for item in ("salve", "spikes"):
        refusal = play.refused(f"use red.a {item} blue.b")
        assert (refusal.code, refusal.rule) == ("wrong-use", "CON-09")


@pytest.mark.rule("CON-09")
def test_trap_cannot_be_set_in_a_fight() -> None:
    play = fight(a={"hand": ["spikes"]})
    assert play.refused("lay red.a spikes").code == "wrong-command"


@pytest.mark.rule("CON-09")
def test_only_items_in_the_hand_can_be_used() -> None:
    refusal = fight(a={"hand": ["knife"]}).refused("use red.a bomb blue.b")
    assert (refusal.code, refusal.rule) == ("not-in-hand", "CON-09")


@pytest.mark.rule("CON-09")
def test_item_needs_a_foe_in_this_fight() -> None:
    play = fight("ab.c", a={"hand": ["knife"]})
    for command in ("use red.a knife ochre.c", "use red.a knife"):
        refusal = play.refused(command)
        assert (refusal.code, refusal.rule) == ("no-opponent", "CON-09")


@pytest.mark.rule("CON-09")
def test_armour_does_not_stop_an_item() -> None:
    play = fight(a={"hand": ["knife"]}, b={"armour": 5}).do("use red.a knife blue.b", 4)
    assert play.life("blue.b") == 6


@pytest.mark.rule("CON-09")
def test_item_with_recoil_damages_both_at_the_same_time() -> None:
    play = fight("ab.c", a={"hand": ["bomb"], "life": 2}, b={"life": 5})
    play.do("use red.a bomb blue.b", 6, 3)
    assert play.is_dead("red.a")
    assert play.is_dead("blue.b")


@pytest.mark.rule("CON-09")
def test_stolen_item_changes_hands_in_secret() -> None:
    play = fight("ab.c", a={"hand": ["claw"]}, b={"hand": ["salve", "vest", "oil"]})
    play.do("use red.a claw blue.b", 2)
    assert (play.hand("red.a"), play.hand("blue.b")) == (("vest",), ("salve", "oil"))
    assert [len(play.events("item_stolen", side)) for side in ("red", "blue")] == [1, 1]
    assert play.events("item_stolen", "ochre") == []
    assert len(play.events("theft_noticed", "ochre")) == 1


@pytest.mark.rule("CON-09")
def test_edge_adds_to_the_damage_of_attacks() -> None:
    play = duel("ab", a={"hand": ["oil"]}).do("use red.a oil").do("move red.a 1,0")
    play.do("engage red.a").do("attack red.a blue.b", 3)
    assert play.life("blue.b") == 5


@pytest.mark.rule("CON-09")
def test_armour_from_an_item_reduces_the_damage_of_attacks() -> None:
    play = duel("ab", a={"hand": ["vest"]}).do("use red.a vest").do("move red.a 1,0")
    play.do("decline red.a").do("engage blue.b").do("attack blue.b red.a", 6)
    assert play.life("red.a") == 6


def test_card_shows_armour_with_that_from_an_item() -> None:
    play = duel("ab", a={"hand": ["vest"], "armour": 1})
    unit, world = play.unit("red.a"), play.battle.world
    shown = play.book.card(world, unit).stats["armour"]
    assert shown == 1
    play.do("use red.a vest").do("move red.a 1,0").do("decline red.a").do("engage blue.b")
    shown = play.book.card(world, unit).stats["armour"]
    assert isinstance(shown, int)
    before = play.life("red.a")
    play.do("attack blue.b red.a", 6)
    assert play.life("red.a") == before - (6 - shown)


@pytest.mark.rule("CON-09")
def test_balance_from_an_item_changes_the_roll_to_disengage() -> None:
    play = fight(a={"hand": ["blanket"]}).do("use red.a blanket blue.b")
    play.do("disengage blue.b", 4, 2)
    assert play.last("flight_failed")["unit"] == "blue.b"
    play.do("disengage red.a", 2, 3)
    assert play.last("fled")["unit"] == "red.a"


@pytest.mark.rule("CON-09")
def test_condition_from_an_item_ends_after_its_turns() -> None:
    play = duel("a.b", a={"hand": ["vest"]}).do("use red.a vest")
    assert play.last("condition_gained")["turns"] == 1
    play.do("end red.a").do("end blue.b")
    assert play.last("condition_lost")["condition"] == "armour"


# Outside a fight


@pytest.mark.rule("CON-09")
def test_item_on_oneself_is_free_on_the_units_turn() -> None:
    play = duel("ab", a={"hand": ["salve"]}, b={"hand": ["spikes"]})
    play.do("end red.a").do("lay blue.b spikes").do("end blue.b").do("move red.a 1,0", 6)
    play.do("decline red.a").do("decline blue.b").do("move red.a 0,0")
    assert (play.life("red.a"), play.left("red.a")) == (4, 2)
    play.do("use red.a salve", 5)
    assert (play.life("red.a"), play.left("red.a")) == (9, 2)
    assert play.hand("red.a") == ()
    assert play.last("healed")["rule"] == "CON-09"


@pytest.mark.rule("CON-09")
def test_healing_stops_at_maximum_life() -> None:
    play = fight("ab.", b={"hand": ["salve"]}).do("attack red.a blue.b", 2)
    play.do("disengage blue.b", 2, 1).do("flee blue.b 2,0").do("stay red.a").do("end red.a")
    play.do("use blue.b salve", 6)
    assert play.life("blue.b") == 10


@pytest.mark.rule("CON-09")
def test_movement_from_an_item_counts_this_turn() -> None:
    play = duel("a.......b", a={"hand": ["draught"]}).do("use red.a draught", 3)
    assert play.left("red.a") == 7
    play.do("end red.a").do("end blue.b")
    assert play.left("red.a") == 4


@pytest.mark.rule("CON-09")
def test_item_for_a_foe_cannot_be_used_outside_a_fight() -> None:
    play = duel("ab", a={"hand": ["knife"]})
    assert play.legal("use") == []
    refusal = play.refused("use red.a knife blue.b")
    assert (refusal.code, refusal.rule) == ("wrong-use", "CON-09")


@pytest.mark.rule("CON-09")
@pytest.mark.parametrize("first", ["use red.a oil", "lay red.a pit"])
@pytest.mark.parametrize("second", ["use red.a vest", "lay red.a rope"])
def test_one_item_per_turn_can_be_used_outside_a_fight(first: str, second: str) -> None:
    play = duel("a.b", a={"hand": ["oil", "pit", "vest", "rope"]}).do(first)
    refusal = play.refused(second)
    assert (refusal.code, refusal.rule) == ("item-used", "CON-09")
    play.do("move red.a 1,0").do("end red.a").do("end blue.b").do(second)
    assert len(play.hand("red.a")) == 2


@pytest.mark.rule("CON-09")
def test_items_used_in_a_fight_do_not_count_towards_the_limit() -> None:
    play = fight(a={"hand": ["knife", "vest"]}, b={"life": 3}).do("use red.a knife blue.b", 2)
    play.do("disengage blue.b", 2, 1).do("flee blue.b 2,0").do("stay red.a")
    play.do("use red.a vest")
    assert play.hand("red.a") == ()


@pytest.mark.rule("CON-09")
def test_item_can_be_used_on_the_units_turn_only() -> None:
    play = duel("a.b", b={"hand": ["vest"]})
    assert play.refused("use blue.b vest").code == "not-asked"


@pytest.mark.rule("CON-09")
def test_item_cannot_be_used_while_declaring() -> None:
    play = duel("ab", a={"hand": ["vest", "spikes"]}).do("move red.a 1,0")
    assert play.refused("use red.a vest").code == "wrong-command"
    assert play.refused("lay red.a spikes").code == "wrong-command"


# Traps


@pytest.mark.rule("CON-09")
def test_trap_is_set_in_secret_on_the_units_tile() -> None:
    play = duel("a.b", a={"hand": ["spikes"]}).do("move red.a 1,0").do("lay red.a spikes")
    assert play.hand("red.a") == ()
    assert play.told("trap_laid", "rule", "unit", "item", "at") == (
        "CON-09",
        "red.a",
        "spikes",
        (1, 0),
    )
    assert play.events("trap_laid", "blue") == []
    assert len(play.events("trap_laid", "red")) == 1


@pytest.mark.rule("CON-09")
def test_only_tile_items_can_be_set_as_traps() -> None:
    refusal = duel("a.b", a={"hand": ["knife"]}).refused("lay red.a knife")
    assert (refusal.code, refusal.rule) == ("wrong-use", "CON-09")


@pytest.mark.rule("CON-09")
def test_trap_can_only_be_set_where_its_owner_is_alone() -> None:
    """Put blue there by hand, as no play puts two units on a tile outside a fight."""
    play = duel("a.b", a={"hand": ["spikes"]})
    play.battle.world.put(play.unit("blue.b"), Position((0, 0)))
    refusal = play.refused("lay red.a spikes")
    assert (refusal.code, refusal.rule) == ("not-alone", "CON-09")


@pytest.mark.rule("CON-09")
def test_tile_holds_one_trap() -> None:
    play = duel("a.b", a={"hand": ["spikes", "pit"]}).do("lay red.a spikes")
    play.do("end red.a").do("end blue.b")
    refusal = play.refused("lay red.a pit")
    assert (refusal.code, refusal.rule) == ("trap-there", "CON-09")
    play.do("move red.a 1,0").do("lay red.a pit")
    assert play.last("trap_laid")["at"] == (1, 0)


def trapped(rows: str, item: str = "spikes", **units: dict[str, Any]) -> Play:
    """Return a battle in which red set a trap on (0, 0), moved to (0, 1) and ended its turn."""
    units["a"] = units.get("a", {}) | {"hand": [item]}
    return duel(rows, **units).do(f"lay red.a {item}").do("move red.a 0,1").do("end red.a")


@pytest.mark.rule("CON-09")
def test_trap_springs_on_the_next_other_player_and_is_gone() -> None:
    play = trapped("ab\n.c").do("move blue.b 0,0", 4)
    assert play.life("blue.b") == 6
    assert play.told("trap_sprung", "rule", "unit", "item", "owner", "at") == (
        "CON-09",
        "blue.b",
        "spikes",
        "red.a",
        (0, 0),
    )
    play.do("move blue.b 1,0").do("move blue.b 0,0")
    assert len(play.events("trap_sprung")) == 1


@pytest.mark.rule("CON-09")
def test_trap_spares_its_owner() -> None:
    play = trapped("ab\n..").do("end blue.b").do("move red.a 0,0")
    assert play.events("trap_sprung") == []
    play.do("move red.a 0,1").do("end red.a").do("move blue.b 0,0", 3)
    assert play.life("blue.b") == 7


@pytest.mark.rule("CON-09")
def test_trap_outlives_its_owner() -> None:
    play = trapped("ab.c\n....", a={"life": 1}).do("move blue.b 1,1 0,1").do("engage blue.b")
    play.do("attack blue.b red.a", 1)
    assert play.is_dead("red.a")
    play.do("move blue.b 0,0", 2)
    assert play.life("blue.b") == 8


@pytest.mark.rule("CON-09")
def test_trap_springs_during_a_move_which_continues() -> None:
    play = duel(".a.b\n....", a={"hand": ["spikes"]}).do("lay red.a spikes")
    play.do("move red.a 1,1").do("end red.a").do("move blue.b 2,0 1,0 0,0", 4)
    assert play.last("trap_sprung")["at"] == (1, 0)
    assert (play.at("blue.b"), play.life("blue.b"), play.left("blue.b")) == ((0, 0), 6, 1)


@pytest.mark.rule("CON-09")
def test_pit_ends_the_move() -> None:
    play = duel(".a.b\n....", a={"hand": ["pit"]}).do("lay red.a pit").do("move red.a 1,1")
    play.do("end red.a").do("move blue.b 2,0 1,0 0,0")
    assert (play.at("blue.b"), play.left("blue.b")) == ((1, 0), 0)


@pytest.mark.rule("CON-09")
def test_rope_costs_movement() -> None:
    play = duel(".a.b\n....", a={"hand": ["rope"]}).do("lay red.a rope").do("move red.a 1,1")
    play.do("end red.a").do("move blue.b 2,0 1,0 0,0", 2)
    assert play.at("blue.b") == (1, 0)
    assert play.last("movement_lost")["left"] == 0


@pytest.mark.rule("CON-09")
def test_trap_springs_on_a_unit_passing_through() -> None:
    play = duel(".ac\n.b.", a={"hand": ["spikes"]}).do("lay red.a spikes").do("end red.a")
    play.do("move blue.b 1,0", 3).do("decline blue.b").do("decline red.a").do("move blue.b 0,0")
    assert (play.life("blue.b"), play.at("blue.b")) == (7, (0, 0))


@pytest.mark.rule("CON-09")
def test_trap_springs_on_a_unit_moving_on_after_passing() -> None:
    play = duel("acb.", a={"hand": ["spikes"]}).do("lay red.a spikes").do("end red.a")
    play.do("move blue.b 1,0").do("decline blue.b").do("decline ochre.c").do("move blue.b 0,0", 3)
    assert play.life("blue.b") == 7
    assert play.asked == ("engage", "blue.b")


@pytest.mark.rule("CON-09")
def test_trap_springs_on_a_fleeing_unit() -> None:
    play = duel("..a\nb..", a={"hand": ["spikes"]}).do("lay red.a spikes")
    play.do("move red.a 1,0 0,0 0,1").do("engage red.a").do("attack red.a blue.b", 1)
    play.do("disengage blue.b", 6, 2).do("flee blue.b 1,1 2,1 2,0", 4)
    assert (play.life("blue.b"), play.at("blue.b")) == (5, (2, 0))


@pytest.mark.rule("CON-09")
def test_trap_springs_on_a_chaser() -> None:
    """Put blue's trap on the tile that blue flees to, beyond the tile of the fight."""
    play = duel("..b\n.a.", a={"movement": "9"}, b={"hand": ["spikes"]}).do("end red.a")
    play.do("lay blue.b spikes").do("move blue.b 1,0").do("end blue.b").do("move red.a 1,0")
    play.do("engage red.a").do("attack red.a blue.b", 1).do("disengage blue.b", 2, 1)
    play.do("flee blue.b 2,0").do("chase red.a 2,0", 6)
    assert play.life("red.a") == 4
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("CON-09")
def test_hands_are_secret() -> None:
    play = duel("a.b", a={"hand": ["spikes", "knife"]}, b={"hand": ["salve"]})
    seen = play.battle.view("blue")
    cards = {unit: seen.book.card(seen.world, play.unit(unit)) for unit in ("red.a", "blue.b")}
    assert (cards["red.a"].items, cards["blue.b"].items) == ((), ("salve",))
