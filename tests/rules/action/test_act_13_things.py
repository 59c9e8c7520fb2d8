"""ACT-13: doors and barrels as targets, with their own armour rating and life."""

from typing import Any

import pytest

from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When, WhenBroken
from game.terms.script.effects import Do
from tests.odds_rows import rows_of
from tests.rules.action.scene import scene
from tests.rules.action.states import lay
from tests.scenario import Play

# A barrel has rating 8 and 5 life, and leaves floor.


def cellar(**given: Any) -> Play:
    """Return a battle with red next to a barrel, and blue behind a wall."""
    return scene("ao.#p", "ap", **given)


def tile(play: Play, x: int, y: int) -> str:
    return play.battle.world.tile((x, y))


@pytest.mark.rule("ACT-13")
def test_thing_is_hit_at_its_own_rating() -> None:
    play = cellar().do("smash red.a 1,0 blade", 3, 3, 1)
    assert play.last("smash_missed")["rule"] == "ACT-13"
    play = cellar().do("smash red.a 1,0 blade", 3, 3, 2, 4)
    assert play.told("thing_damaged", "thing", "amount", "at") == ("barrel", 4, (1, 0))


@pytest.mark.rule("ACT-13")
def test_thing_is_seen_whatever_its_attackers_conditions() -> None:
    play = cellar()
    lay(play, "red.a", "muddled", rule="ACT-20")
    play.do("smash red.a 1,0 blade", 3, 3, 3, 3, 4)
    assert play.events("rolled")[-2]["roll"] == "4d6kl3"
    assert [m["text"] for m in play.events("rolled")[-2]["modifiers"]] == ["muddled"]


@pytest.mark.rule("ACT-13")
def test_thing_breaks_at_0_and_its_wreck_can_be_entered() -> None:
    play = cellar().do("smash red.a 1,0 blade", 4, 4, 4, 5)
    assert play.last("thing_broken")["rule"] == "ACT-13"
    assert tile(play, 1, 0) == "floor"
    assert "move red.a 1,0" in play.legal("move")


@pytest.mark.rule("ACT-13")
def test_damage_adds_up_until_the_thing_breaks() -> None:
    play = cellar(a={"attacks": 3}).do("smash red.a 1,0 blade", 4, 4, 4, 2)
    play.do("smash red.a 1,0 blade", 4, 4, 4, 2)
    assert tile(play, 1, 0) == "barrel"
    play.do("smash red.a 1,0 blade", 4, 4, 4, 1)
    assert tile(play, 1, 0) == "floor"


@pytest.mark.rule("ACT-13")
def test_each_thing_has_its_own_damage() -> None:
    play = scene("oao#p", "ap", a={"attacks": 2})
    play.do("smash red.a 0,0 blade", 4, 4, 4, 4).do("smash red.a 2,0 blade", 4, 4, 4, 4)
    assert (tile(play, 0, 0), tile(play, 2, 0)) == ("barrel", "barrel")


@pytest.mark.rule("ACT-13")
def test_unbreakable_terrain_is_not_offered() -> None:
    play = scene("a_.#p", "ap")
    assert play.legal("smash") == []
    assert play.refused("smash red.a 1,0 blade").code == "nothing-there"


@pytest.mark.rule("ACT-13")
def test_odds_show_the_damage_and_the_breaking() -> None:
    play = cellar()
    smash = next(c for c in play.battle.legal() if play.text(c) == "smash red.a 1,0 blade")
    changes = [rows_of(chance) for chance in play.battle.odds(smash).outcomes]
    things = [c["things"] for some in changes for c in some if "things" in c]
    assert sorted(thing[0]["damage"] for thing in things) == [1, 2, 3, 4]
    broken = [c["ground"] for some in changes for c in some if "ground" in c]
    assert broken == [[{"at": [1, 0], "terrain": "floor"}]]


@pytest.mark.rule("ACT-13")
@pytest.mark.parametrize(("who", "count"), [({}, 1), ({"unit": "red.a"}, 1), ({"side": "blue"}, 0)])
def test_trigger_can_wait_for_a_broken_thing(who: dict[str, Any], count: int) -> None:
    when = When(broken=WhenBroken(area="barrel", **who))
    told = Trigger(when=(when,), do=(Do(message="It bursts."),))
    plot = Script(areas={"barrel": ((1, 0),)}, triggers=(told,))
    play = cellar(a={"attacks": 2}, settings={"script": plot})
    play.do("smash red.a 1,0 blade", 4, 4, 4, 2)
    assert play.events("message") == []
    play.do("smash red.a 1,0 blade", 4, 4, 4, 5)
    assert len(play.events("message")) == count
