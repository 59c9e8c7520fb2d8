"""Belt and pack, pushing and stress (VER-33, VER-34)."""

from typing import Any

import pytest

from game.components.belongings import Armed
from game.rules.verdigris.lints import belts_and_packs_hold
from game.rules.verdigris.records import Stress
from tests.commands import command
from tests.rules.verdigris.scene import level, scene
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True, "wounds": 1, "life": 6}


def stress(play: Play, id: str = "red.a") -> int:
    found = play.battle.world.find(play.unit(id), Stress)
    return found.level if found else 0


def stressed(play: Play, to: int) -> Play:
    play.battle.world.put(play.unit("red.a"), Stress(to))
    return play


@pytest.mark.rule("VER-33")
def test_one_thing_per_turn_from_the_belt_is_free() -> None:
    play = scene("a.p", a={"belt": ["ointment", "ointment"], "belt_weapons": ["dirk"]})
    play.wound("red.a", 5).do("use red.a ointment")
    assert play.last("item_used")["rule"] == "VER-33"
    assert play.refused("use red.a ointment").code == "no-belt"
    assert play.refused("draw red.a dirk").rule == "VER-33"
    play.do("guard red.a 1,0").do("end red.a").do("end blue.p", 6).do("draw red.a dirk")
    assert play.battle.world.get(play.unit("red.a"), Armed).weapon == "dirk"
    assert play.legal("draw") == []


@pytest.mark.rule("VER-33")
def test_taking_something_from_the_pack_is_the_action() -> None:
    play = scene("a.p", a={"pack": ["ointment", "ointment"], "pack_weapons": ["dirk"]})
    assert play.legal("use") == []
    play.wound("red.a", 5).do("unpack red.a ointment")
    assert play.refused("unpack red.a ointment").rule == "VER-05"
    play = scene("a.p", a={"pack_weapons": ["dirk"]}).do("unpack_weapon red.a dirk")
    assert play.refused("guard red.a 1,0").code == "no-action"


def lost_and_gained(play: Play, text: str) -> list[tuple[str, Any]]:
    """Return the facts about belongings in the odds of a command."""
    one = play.battle.odds(command("verdigris", text)).outcomes[0]
    facts = (fact for change in one.changes for fact in change.facts)
    return [(one.key, one.value) for one in facts if one.key in ("loses", "gains", "weapon")]


def test_odds_name_an_item_that_is_used_up_but_no_weapon_that_changes_places() -> None:
    play = scene("a.p", a={"belt": ["ointment"], "belt_weapons": ["dirk"], "pack": ["ointment"]})
    play.wound("red.a", 5)
    assert ("loses", ("ointment",)) in lost_and_gained(play, "use red.a ointment")
    assert ("loses", ("ointment",)) in lost_and_gained(play, "unpack red.a ointment")
    assert lost_and_gained(play, "draw red.a dirk") == [("weapon", "dirk")]


@pytest.mark.rule("VER-33")
def test_belts_and_packs_have_limited_places() -> None:
    fits = level("a.p", a={"belt": ["balm"] * 4, "pack": ["balm"] * 10})
    assert list(belts_and_packs_hold(fits)) == []
    much = level("a.p", a={"belt": ["balm"] * 4, "belt_weapons": ["dirk"], "pack": ["balm"] * 11})
    assert len(list(belts_and_packs_hold(much))) == 2


@pytest.mark.rule("VER-33")
def test_gear_is_known_to_its_own_side_only() -> None:
    play = scene("a.p", a={"belt": ["balm"]})
    for side, known in (("red", ("balm",)), ("blue", ())):
        view = play.battle.view(side)
        assert view.book.card(view.world, play.unit("red.a")).items == known


@pytest.mark.rule("VER-34")
def test_push_rolls_all_dice_except_sixes_again_before_the_foe_rolls() -> None:
    play = scene("ap", a=HERO | {"strength": 3}).do("attack red.a blue.p blade", 6, 1, 2)
    assert play.asked == ("push", "red.a")
    play.do("answer red.a push", 6, 1, 6, 1, 1, 1)
    assert [why for why, _ in play.rolls[1:]] == ["attack", "push", "dodge", "withstand"]
    assert play.told("hit", "total", "needed") == (2, 1)
    assert (stress(play), play.last("pushed")["rule"]) == (1, "VER-34")


@pytest.mark.rule("VER-34")
def test_test_is_pushed_once_and_never_without_a_die_to_reroll() -> None:
    play = scene("ap", a=HERO).do("attack red.a blue.p blade", 6, 6, 1, 1, 1, 1)
    assert not play.events("pushed")
    play = scene("ap", a=HERO).do("attack red.a blue.p blade", 1, 1)
    play.do("answer red.a push", 1, 1, 1, 1)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("VER-34")
def test_foes_and_allies_do_not_push() -> None:
    play = scene("ap").do("attack red.a blue.p blade", 1, 1, 1, 1)
    assert play.asked == ("turn", "red.a")
    play = scene("ap", first="blue", p=HERO).do("attack blue.p red.a blade", 1, 1, 1, 1)
    assert play.asked == ("turn", "blue.p")


@pytest.mark.rule("VER-34")
def test_stress_dice_are_rolled_with_tests_and_ones_cost_life_afterwards() -> None:
    play = stressed(scene("ap", a=HERO), 2)
    play.do("attack red.a blue.p blade", 1, 1, 6, 1).do("answer red.a keep", 1, 1, 1, 1)
    assert play.told("hit", "total") == (1,)
    assert play.life("red.a") == 5
    events = [e["event"] for e in play.events()]
    hurt = [e for e in play.events("damaged") if e["unit"] == "red.a"]
    assert (hurt[0]["cause"], hurt[0]["rule"]) == ("stress", "VER-34")
    assert events.index("hit") < len(events) - events[::-1].index("damaged") - 1


@pytest.mark.rule("VER-34")
def test_pushed_one_is_rolled_again() -> None:
    play = stressed(scene("ap", a=HERO), 1)
    play.do("attack red.a blue.p blade", 1, 1, 1).do("answer red.a push", 1, 1, 2, 1, 1)
    assert (play.life("red.a"), stress(play)) == (6, 2)


@pytest.mark.rule("VER-34")
def test_saves_have_no_stress_dice() -> None:
    play = stressed(scene("ap", first="blue", a=HERO), 3)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    assert [len(e["dice"]) for e in play.events("rolled")[-2:]] == [2, 2]


@pytest.mark.rule("VER-34")
def test_characters_cannot_push_at_5_stress() -> None:
    play = stressed(scene("ap", a=HERO), 5)
    play.do("attack red.a blue.p blade", 1, 1, 2, 2, 2, 2, 2, 1, 1)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("VER-34")
def test_stress_falls_at_the_end_of_a_round_without_a_push() -> None:
    play = scene("ap", a=HERO).do("attack red.a blue.p blade", 1, 1)
    play.do("answer red.a push", 1, 1, 1, 1).do("end red.a").do("end blue.p", 6)
    assert stress(play) == 1
    play.do("end red.a").do("end blue.p", 6)
    assert stress(play) == 0
    assert play.last("calmed")["rule"] == "VER-34"


@pytest.mark.rule("VER-34")
def test_other_tests_can_be_pushed_and_saves_cannot() -> None:
    play = scene("pa...", a=HERO).do("move red.a 2,0 3,0").do("pass blue.p", 1, 1)
    assert play.asked == ("push", "red.a")
    play.do("answer red.a push", 6, 1)
    assert play.at("red.a") == (3, 0)


@pytest.mark.rule("ALL-09")
def test_weapon_from_the_ground_reveals_nothing_but_one_from_the_belt_does() -> None:
    play = scene("a.p", a={"belt_weapons": ["dirk"]})
    assert not play.battle.is_undoable(command("verdigris", "draw red.a dirk"))
    play.do("drop red.a")
    assert play.battle.is_undoable(command("verdigris", "take red.a blade"))
    play.do("take red.a blade")
    assert play.battle.world.get(play.unit("red.a"), Armed).weapon == "blade"
