"""Triggers, objectives, arrivals and changing terrain, during play."""

from typing import Any

import pytest

from game.components.script_progress import Deeds
from game.world.script_conditions import deeds, progress
from tests.scenario import Play
from tests.unit.systems.scripted import says, scripted


def told(play: Play) -> int:
    """Return the number of times that the message was shown."""
    return len(play.events("message"))


def test_round_is_true_from_its_start_on() -> None:
    play = scripted("a..b", triggers=[says({"round": 2})])
    play.do("end red.a")
    assert told(play) == 0
    play.do("end blue.b")
    assert (told(play), play.asked) == (1, ("turn", "red.a"))


def test_first_round_is_true_before_the_first_turn() -> None:
    play = scripted("a..b", triggers=[says({"round": 1})])
    names = [event["event"] for event in play.events()]
    assert names.index("message") < names.index("turn_started")


def test_turn_is_true_while_it_lasts() -> None:
    play = scripted("a..b", triggers=[says({"turn": "blue.b"})])
    assert told(play) == 0
    play.do("end red.a")
    assert told(play) == 1


@pytest.mark.parametrize(
    ("who", "count"),
    [({"unit": "red.a"}, 1), ({"side": "red"}, 1), ({}, 1), ({"side": "blue"}, 0)],
)
def test_enter_is_true_while_a_unit_is_in_the_area(who: dict[str, Any], count: int) -> None:
    trigger = says({"enter": {**who, "area": "mid"}})
    play = scripted("a...b", areas={"mid": [(2, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0")
    assert told(play) == 0
    play.do("move red.a 2,0 3,0")
    assert told(play) == count


def test_trigger_happens_once_by_default() -> None:
    for once, count in ((True, 1), (False, 2)):
        trigger = says({"enter": {"area": "mid"}}, once=once)
        play = scripted("a...b", areas={"mid": [(1, 0)]}, triggers=[trigger])
        play.do("move red.a 1,0").do("move red.a 0,0").do("move red.a 1,0")
        assert told(play) == count


def test_repeating_trigger_waits_until_it_becomes_true_again() -> None:
    trigger = says({"enter": {"area": "mid"}}, once=False)
    play = scripted("a...b", areas={"mid": [(1, 0), (2, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0 2,0").do("end red.a").do("end blue.b")
    assert told(play) == 1


def test_all_conditions_must_be_true_at_once() -> None:
    conditions = ({"enter": {"area": "mid"}}, {"round": 2})
    play = scripted("a...b", areas={"mid": [(1, 0)]}, triggers=[says(*conditions)])
    play.do("move red.a 1,0").do("move red.a 2,0").do("end red.a").do("end blue.b")
    assert told(play) == 0
    play.do("move red.a 1,0")
    assert told(play) == 1


def fallen(condition: dict[str, Any]) -> Play:
    """Return a battle in which red kills blue, and ochre stands by."""
    play = scripted("ab.c", triggers=[says(condition)], b={"life": 3})
    return play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 3)


@pytest.mark.parametrize(
    ("who", "count"),
    [({"unit": "blue.b"}, 1), ({"side": "blue"}, 1), ({"unit": "ochre.c"}, 0), ({}, 1)],
)
def test_death_is_true_once_the_unit_has_died(who: dict[str, Any], count: int) -> None:
    assert told(fallen({"death": who})) == count


def test_low_life_counts_only_for_standing_units() -> None:
    condition = {"health": {"unit": "blue.b", "at_most": 7}}
    play = scripted("ab.c", triggers=[says(condition)])
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 2)
    assert told(play) == 0
    play.do("attack blue.b red.a", 1).do("attack red.a blue.b", 1)
    assert told(play) == 1
    assert told(fallen({"health": {"unit": "blue.b", "at_most": 2}})) == 0


def test_count_of_standing_units_is_a_condition() -> None:
    assert told(fallen({"count": {"at_most": 2}})) == 1
    assert told(fallen({"count": {"side": "blue", "at_most": 0}})) == 1
    assert told(fallen({"count": {"at_least": 4}})) == 0


def test_count_of_units_in_an_area_is_a_condition() -> None:
    condition = {"count": {"area": "mid", "side": "red", "at_least": 1}}
    play = scripted("a...b", areas={"mid": [(1, 0)]}, triggers=[says(condition)])
    play.do("move red.a 1,0")
    assert told(play) == 1


def test_used_item_is_a_condition() -> None:
    condition = {"used": {"unit": "red.a", "item": "salve"}}
    play = scripted("a..b", triggers=[says(condition)], a={"hand": ["salve", "vest"]})
    assert told(play) == 0
    play.do("use red.a salve", 1)
    assert told(play) == 1


def test_another_item_or_user_does_not_count() -> None:
    conditions = [{"used": {"item": "vest"}}, {"used": {"side": "blue"}}]
    play = scripted("a..b", triggers=[says(c) for c in conditions], a={"hand": ["salve"]})
    play.wound("red.a", 5).do("use red.a salve", 1)
    assert told(play) == 0


def test_reinforcements_take_free_tiles_and_act_from_the_next_round_on() -> None:
    arrival = {
        "when": [{"turn": "blue.b"}],
        "do": [{"reinforcement": {"units": ["ochre.c"], "area": "gate"}}],
    }
    play = scripted("abc..", areas={"gate": [(0, 0), (4, 0)]}, triggers=[arrival], absent="c")
    assert play.at("ochre.c") is None
    play.do("end red.a")
    assert play.at("ochre.c") == (4, 0)
    play.do("end blue.b")
    assert (play.asked, play.battle.round) == (("turn", "red.a"), 2)
    play.do("end red.a").do("end blue.b")
    assert play.asked == ("turn", "ochre.c")


def test_unit_without_a_free_tile_arrives_when_there_is_one() -> None:
    arrival = {
        "when": [{"round": 1}],
        "do": [{"reinforcement": {"units": ["ochre.c"], "area": "gate"}}],
    }
    play = scripted("abc..", areas={"gate": [(1, 0)]}, triggers=[arrival], absent="c")
    play.do("end red.a").do("move blue.b 2,0").do("end blue.b")
    assert play.at("ochre.c") == (1, 0)


def test_arriving_on_a_hazard_does_damage() -> None:
    arrival = {
        "when": [{"turn": "blue.b"}],
        "do": [{"reinforcement": {"units": ["ochre.c"], "area": "gate"}}],
    }
    play = scripted("ab^c", areas={"gate": [(2, 0)]}, triggers=[arrival], absent="c")
    play.do("end red.a", 4)
    assert play.life("ochre.c") == 6


def test_opened_door_can_be_passed_and_closed_again() -> None:
    opening = {"when": [{"round": 2}], "do": [{"open": {"area": "door", "terrain": "floor"}}]}
    closing = {"when": [{"round": 3}], "do": [{"open": {"area": "door", "terrain": "wall"}}]}
    play = scripted("a#b", areas={"door": [(1, 0)]}, triggers=[opening, closing])
    assert play.refused("move red.a 1,0").code == "no-step"
    before = play.battle.hash()
    play.do("end red.a").do("end blue.b").do("move red.a 1,0").do("move red.a 0,0")
    play.do("end red.a").do("end blue.b")
    assert play.refused("move red.a 1,0").code == "no-step"
    while play.battle.history:
        play.battle.undo(agreed=True)
    assert play.battle.hash() == before
    assert play.refused("move red.a 1,0").code == "no-step"


def test_changed_terrain_is_part_of_a_saved_state() -> None:
    opening = {"when": [{"round": 1}], "do": [{"open": {"area": "door", "terrain": "thorns"}}]}
    play = scripted("a#b", areas={"door": [(1, 0)]}, triggers=[opening])
    level = play.battle.world.scene.level
    again = type(play.battle).restored(play.book, level, play.battle.snapshot())
    assert again.legal() == play.battle.legal()
    Play(again).do("move red.a 1,0", 2)
    assert Play(again).life("red.a") == 8


@pytest.mark.parametrize(
    ("deed", "winner"),
    [({"win": "red"}, "red"), ({"lose": "red"}, "blue"), ({"win": "blue"}, "blue")],
)
def test_trigger_can_decide_the_battle(deed: dict[str, Any], winner: str) -> None:
    trigger = {"when": [{"enter": {"area": "mid"}}], "do": [deed]}
    play = scripted("a..b", areas={"mid": [(1, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0")
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == (winner, "objective")


def test_side_that_loses_among_three_leaves_alone() -> None:
    trigger = {"when": [{"enter": {"area": "mid"}}], "do": [{"lose": "red"}]}
    play = scripted("a..bc", areas={"mid": [(1, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0")
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "blue.b")


# Objectives


def aims(*objectives: dict[str, Any], rows: str = "a..b", **more: Any) -> Play:
    """Return a battle with these objectives; the area `mid` is (1, 0)."""
    return scripted(rows, areas={"mid": [(1, 0)]}, objectives=list(objectives), **more)


def outcome(play: Play) -> tuple[str | None, str]:
    assert play.over is not None
    return play.over.winner, play.over.reason


def test_reaching_an_area_wins() -> None:
    play = aims({"id": "go", "side": "red", "reach": {"area": "mid"}}).do("move red.a 1,0")
    assert outcome(play) == ("red", "objective")


def test_only_its_own_side_can_complete_an_objective() -> None:
    play = aims({"id": "go", "side": "blue", "reach": {"area": "mid"}}).do("move red.a 1,0")
    assert play.over is None


def test_all_required_objectives_are_needed() -> None:
    play = aims(
        {"id": "go", "side": "red", "reach": {"area": "mid"}},
        {"id": "stay", "side": "red", "survive": 1},
        {"id": "more", "side": "red", "defeat": {"unit": "blue.b"}, "optional": True},
    )
    play.do("move red.a 1,0")
    assert play.over is None
    play.do("end red.a").do("end blue.b")
    assert outcome(play) == ("red", "objective")


def test_defeating_a_unit_wins() -> None:
    aim = {"id": "kill", "side": "red", "defeat": {"unit": "blue.b"}}
    play = aims(aim, rows="ab.c", b={"life": 1})
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 1)
    assert outcome(play) == ("red", "objective")


def test_surviving_the_last_round_wins() -> None:
    play = aims({"id": "hold", "side": "blue", "survive": 2}, settings={"rounds": 2})
    for _ in range(2):
        play.do("end red.a").do("end blue.b")
    assert outcome(play) == ("blue", "objective")


def test_holding_an_area_counts_consecutive_rounds() -> None:
    aim = {"id": "hold", "side": "red", "hold": {"area": "mid", "rounds": 2}}
    play = aims(aim).do("move red.a 1,0").do("end red.a").do("end blue.b")
    play.do("move red.a 0,0").do("end red.a").do("end blue.b")
    play.do("move red.a 1,0").do("end red.a").do("end blue.b")
    assert play.over is None
    play.do("end red.a").do("end blue.b")
    assert outcome(play) == ("red", "objective")


def test_area_with_a_foe_in_it_is_not_held() -> None:
    aim = {"id": "hold", "side": "red", "hold": {"area": "mid", "rounds": 1}}
    play = scripted("ab..", areas={"mid": [(0, 0), (1, 0)]}, objectives=[aim])
    play.do("end red.a").do("end blue.b")
    assert play.over is None
    play.do("end red.a").do("move blue.b 2,0").do("end blue.b")
    assert outcome(play) == ("red", "objective")


def test_side_loses_when_its_protected_unit_dies() -> None:
    aim = {"id": "guard", "side": "blue", "protect": "blue.b"}
    play = aims(aim, rows="ab.c", b={"life": 1})
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 1)
    assert play.events("objective_failed")[0]["objective"] == "guard"
    assert play.over is None


def test_objective_fails_when_the_unit_that_must_reach_an_area_dies() -> None:
    aim = {"id": "go", "side": "blue", "reach": {"unit": "blue.b", "area": "mid"}}
    play = scripted("ab.c", areas={"mid": [(2, 0)]}, objectives=[aim], b={"life": 1})
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 1)
    assert [event["objective"] for event in play.events("objective_failed")] == ["go"]
    kept = progress(play.battle.world)
    assert (kept.failed, kept.reached, kept.lost) == (("go",), (), ())


def test_trigger_can_complete_an_objective() -> None:
    trigger = {"when": [{"round": 2}], "do": [{"objective": "wait"}]}
    play = scripted("a..b", triggers=[trigger], objectives=[{"id": "wait", "side": "blue"}])
    play.do("end red.a").do("end blue.b")
    assert outcome(play) == ("blue", "objective")


# Defeat, and the order of events


def four_sides(**more: Any) -> Play:
    return scripted("a.b.c.d", areas={"gate": [(1, 0)]}, **more)


def test_side_that_conceded_cannot_win() -> None:
    aim = {"id": "kill", "side": "red", "defeat": {"unit": "blue.b"}}
    play = four_sides(objectives=[aim]).do("concede").do("concede")
    assert play.is_dead("blue.b")
    assert play.over is None


def test_side_that_has_lost_gets_no_reinforcements() -> None:
    arrival = {
        "when": [{"round": 2}],
        "do": [{"reinforcement": {"units": ["violet.d"], "area": "gate"}}],
    }
    losing = {"when": [{"round": 1}], "do": [{"lose": "violet"}]}
    play = four_sides(triggers=[losing, arrival], absent="d")
    play.do("end red.a").do("end blue.b").do("end ochre.c")
    assert play.battle.round == 2
    assert play.at("violet.d") is None


def test_losing_a_protected_unit_comes_before_winning() -> None:
    play = aims(
        {"id": "guard", "side": "red", "protect": "blue.b"},
        {"id": "kill", "side": "red", "defeat": {"unit": "blue.b"}},
        rows="ab.c",
        b={"life": 1},
    )
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 1)
    assert outcome(play) == ("ochre", "objective")


def test_first_effect_that_decides_the_battle_ends_it() -> None:
    both = {"when": [{"enter": {"area": "mid"}}]}
    triggers = [
        both | {"do": [{"win": "red"}]},
        both | {"do": [{"win": "blue"}, {"message": "too late"}]},
    ]
    aim = {"id": "go", "side": "blue", "defeat": {"unit": "blue.b"}}
    play = aims(aim, triggers=triggers).do("move red.a 1,0")
    assert outcome(play) == ("red", "objective")
    assert told(play) == 0


def test_first_listed_side_wins_when_two_complete_their_objectives_at_once() -> None:
    play = aims(
        {"id": "blue_stays", "side": "blue", "survive": 1},
        {"id": "red_stays", "side": "red", "survive": 1},
    )
    play.do("end red.a").do("end blue.b")
    assert outcome(play) == ("blue", "objective")


def test_entering_a_tile_comes_before_an_encounter_there() -> None:
    play = aims({"id": "go", "side": "red", "reach": {"area": "mid"}}, rows="ab..")
    play.do("move red.a 1,0")
    assert outcome(play) == ("red", "objective")


def test_unit_is_not_walled_in_on_its_tile() -> None:
    closing = {"when": [{"round": 2}], "do": [{"open": {"area": "mid", "terrain": "wall"}}]}
    play = scripted("ab..", areas={"mid": [(1, 0), (2, 0)]}, triggers=[closing])
    play.do("end red.a").do("end blue.b")
    assert play.last("terrain_changed")["tiles"] == ((2, 0),)
    play.do("move red.a 1,0")


def test_unchanged_terrain_is_not_logged() -> None:
    opening = {"when": [{"round": 2}], "do": [{"open": {"area": "mid", "terrain": "floor"}}]}
    play = scripted("a..b", areas={"mid": [(1, 0)]}, triggers=[opening])
    play.do("end red.a").do("end blue.b")
    assert play.events("terrain_changed") == []


def test_unit_waiting_for_a_tile_arrives_only_once() -> None:
    arrival = {
        "when": [{"turn": "red.a"}],
        "do": [{"reinforcement": {"units": ["ochre.c"], "area": "gate"}}],
        "once": False,
    }
    play = scripted("abc..", areas={"gate": [(1, 0)]}, triggers=[arrival], absent="c")
    for _ in range(3):
        play.do("end red.a").do("end blue.b")
    assert len(progress(play.battle.world).waiting) == 1


# Deeds, and triggers withdrawn


def fought(condition: dict[str, Any], **more: Any) -> Play:
    """Return a battle in which red moves onto blue's tile and attacks."""
    play = scripted("ab.c", triggers=[{**says(condition), **more}])
    play.do("move red.a 1,0").do("engage red.a")
    assert told(play) == 0
    return play.do("attack red.a blue.b", 2)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ({"unit": "red.a"}, 1),
        ({"target": "blue.b"}, 1),
        ({"side": "red", "target": "ochre.c"}, 0),
        ({"unit": "blue.b"}, 0),
        ({}, 1),
    ],
)
def test_attack_made_is_a_condition(what: dict[str, Any], count: int) -> None:
    assert told(fought({"attacked": what})) == count


def test_message_after_an_attack_follows_its_result() -> None:
    names = [event["event"] for event in fought({"attacked": {}}).events()]
    assert names.index("attacked") < names.index("damaged") < names.index("message")


@pytest.mark.parametrize(("who", "count"), [({"unit": "red.a"}, 1), ({"unit": "blue.b"}, 0)])
def test_ended_turn_is_a_condition(who: dict[str, Any], count: int) -> None:
    play = scripted("a..b", triggers=[says({"ended": who})])
    assert told(play) == 0
    play.do("end red.a")
    assert told(play) == count


def test_trigger_never_acts_once_its_until_has_been_true() -> None:
    trigger = {**says({"round": 2}), "until": [{"enter": {"unit": "red.a", "area": "mid"}}]}
    areas = {"mid": [(1, 0)]}
    play = scripted("a...b", areas=areas, triggers=[trigger])
    play.do("move red.a 1,0").do("move red.a 2,0").do("end red.a").do("end blue.b")
    assert told(play) == 0, "the condition need not last"
    play = scripted("a...b", areas=areas, triggers=[trigger])
    play.do("end red.a").do("end blue.b")
    assert told(play) == 1


def test_one_of_several_untils_withdraws_a_trigger() -> None:
    trigger = {**says({"round": 2}), "until": [{"round": 9}, {"ended": {"unit": "blue.b"}}]}
    play = scripted("a...b", triggers=[trigger])
    play.do("end red.a").do("end blue.b")
    assert told(play) == 0


def test_until_that_is_true_at_the_same_moment_comes_first() -> None:
    assert told(fought({"attacked": {}}, until=[{"attacked": {"unit": "red.a"}}])) == 0


def test_repeating_trigger_is_withdrawn_for_good() -> None:
    trigger = {**says({"enter": {"area": "mid"}}, once=False), "until": [{"round": 2}]}
    play = scripted("a...b", areas={"mid": [(1, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0").do("move red.a 0,0").do("end red.a").do("end blue.b")
    assert told(play) == 1
    play.do("move red.a 1,0")
    assert told(play) == 1


def test_undo_restores_a_withdrawn_trigger() -> None:
    trigger = {**says({"ended": {"unit": "red.a"}}), "until": [{"enter": {"area": "mid"}}]}
    play = scripted("a...b", areas={"mid": [(1, 0)]}, triggers=[trigger])
    before = play.battle.hash()
    play.do("move red.a 1,0")
    assert play.battle.undo() is None
    assert play.battle.hash() == before
    play.do("end red.a")
    assert told(play) == 1


def test_level_without_such_conditions_keeps_no_deeds() -> None:
    play = scripted("ab.c", triggers=[says({"round": 1})])
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 2)
    assert deeds(play.battle.world) == Deeds()
    assert play.battle.world.find(play.battle.world.root, Deeds) is None
