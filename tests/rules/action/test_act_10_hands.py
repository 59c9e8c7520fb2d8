"""ACT-10: one object interaction per turn: a door, drawing or loading a weapon, picking up."""

from typing import Any

import pytest

from game.components.hiding import Hidden
from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When, WhenHandled
from game.terms.script.effects import Do
from tests.rules.action.scene import scene
from tests.scenario import Play

FALLEN = {"life": 1, "items": ["red_draught"]}


def hall(rows: str = "a+p", **given: Any) -> Play:
    return scene(rows, "ap", **given)


def tile(play: Play, x: int, y: int) -> str:
    return play.battle.world.tile((x, y))


# Doors and levers


@pytest.mark.rule("ACT-10")
def test_door_is_opened_and_shut_for_free() -> None:
    play = hall().do("handle red.a 1,0")
    assert tile(play, 1, 0) == "door"
    assert play.told("handled", "rule", "thing") == ("ACT-10", "shut_door")
    play.do("end red.a").do("handle blue.p 1,0")
    assert tile(play, 1, 0) == "shut_door"


@pytest.mark.rule("ACT-10")
def test_only_one_interaction_is_allowed_per_turn() -> None:
    play = hall(a={"weapons": ["blade", "pike"]}).do("handle red.a 1,0")
    assert play.refused("handle red.a 1,0").rule == "ACT-10"
    assert play.refused("draw red.a pike").code == "no-hand"
    play.do("end red.a").do("end blue.p").do("draw red.a pike")


@pytest.mark.rule("ACT-10")
def test_interaction_takes_no_action() -> None:
    play = hall().do("handle red.a 1,0")
    assert "dash red.a" in play.legal()


@pytest.mark.rule("ACT-10")
def test_only_adjacent_things_and_those_underneath_are_in_reach() -> None:
    play = hall("a.+p")
    assert play.legal("handle") == []
    assert play.refused("handle red.a 2,0").code == "out-of-reach"
    assert play.refused("handle red.a 1,0").code == "no-handle"


@pytest.mark.rule("ACT-10")
def test_door_cannot_be_shut_on_a_unit() -> None:
    play = hall("a.p", p={"on": "/"}, a={"on": "/"})
    assert play.legal("handle") == []
    play.do("move red.a 1,0")
    assert play.refused("handle red.a 2,0").code == "taken"
    assert play.legal("handle") == ["handle red.a 0,0"]


@pytest.mark.rule("ACT-10")
def test_pulled_lever_stays_pulled() -> None:
    play = hall("a!p").do("handle red.a 1,0")
    assert tile(play, 1, 0) == "pulled"
    play.do("end red.a")
    assert play.legal("handle") == []


@pytest.mark.rule("ACT-10")
def test_trigger_can_wait_for_an_interaction() -> None:
    when = When(handled=WhenHandled(area="lever", side="blue"))
    told = Trigger(when=(when,), do=(Do(message="It clanks."),))
    plot = Script(areas={"lever": ((1, 0),)}, triggers=(told,))
    play = hall("a+p", settings={"script": plot}).do("handle red.a 1,0")
    assert play.events("message") == []
    play.do("end red.a").do("handle blue.p 1,0")
    assert play.last("message")["message"] == "It clanks."


@pytest.mark.rule("ACT-10")
def test_hidden_unit_in_the_doorway_is_found_and_keeps_it_open() -> None:
    play = hall("ap.", p={"on": "/"})
    play.battle.world.put(play.unit("blue.p"), Hidden(("red",)))
    assert play.legal("handle") == ["handle red.a 1,0"]
    play.do("handle red.a 1,0")
    assert tile(play, 1, 0) == "door"
    assert play.last("found")["unit"] == "blue.p"


# Weapons


@pytest.mark.rule("ACT-10")
def test_drawn_weapon_replaces_the_one_in_hand() -> None:
    play = hall("a.p", a={"weapons": ["blade", "pike"]})
    assert play.legal("draw") == ["draw red.a pike"]
    play.do("draw red.a pike").do("attack red.a blue.p pike", 1, 1, 1)
    assert play.told("drawn", "rule", "weapon") == ("ACT-10", "pike")


@pytest.mark.rule("ACT-10")
def test_weapon_in_hand_or_not_carried_cannot_be_drawn() -> None:
    play = hall("a.p", a={"weapons": ["blade", "pike"]})
    assert play.refused("draw red.a blade").code == "in-hand"
    assert play.refused("draw red.a bow").code == "not-carried"


@pytest.mark.rule("ACT-10")
def test_crossbow_is_loaded_between_two_shots() -> None:
    play = hall("a...p", a={"weapons": ["crossbow"], "attacks": 3})
    assert play.refused("load red.a crossbow").code == "loaded"
    play.do("attack red.a blue.p crossbow", 1, 1, 1)
    assert play.refused("attack red.a blue.p crossbow").code == "unloaded"
    play.do("load red.a crossbow").do("attack red.a blue.p crossbow", 1, 1, 1)
    assert play.refused("load red.a crossbow").code == "no-hand"


# Things on the ground


def strewn() -> Play:
    """Return a battle in which blue's q has died and left its items on (1, 0)."""
    play = scene("aqp", "aqp", q=FALLEN).do("attack red.a blue.q blade", 4, 4, 4, 6)
    assert play.told("loot_dropped", "rule", "items", "at") == (
        "ACT-10",
        ("red_draught",),
        (1, 0),
    )
    return play


@pytest.mark.rule("ACT-10")
def test_dropped_items_are_picked_up_from_adjacent_tiles_or_underneath() -> None:
    play = strewn()
    assert play.legal("take") == ["take red.a 1,0"]
    play.do("take red.a 1,0")
    assert play.hand("red.a") == ("red_draught",)
    assert play.last("loot_taken")["rule"] == "ACT-10"
    assert play.legal("take") == []
    below = strewn().do("move red.a 1,0").do("take red.a 1,0")
    assert below.hand("red.a") == ("red_draught",)


@pytest.mark.rule("ACT-10")
def test_items_that_are_gone_cannot_be_picked_up() -> None:
    play = strewn().do("take red.a 1,0").do("end red.a")
    refusal = play.refused("take blue.p 1,0")
    assert refusal.code == "no-loot"
    assert refusal.text(play.battle.book.catalogue) == "There is nothing to pick up."
