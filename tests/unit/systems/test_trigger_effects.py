"""Flags, counters, choices and effects on units, during play, undone, saved and seen by a side."""

from typing import Any

import pytest

from game.components.hiding import Hidden
from game.components.script_progress import NewBehaviour
from game.engine.battle import Battle
from game.engine.snapshots import snapshot_of, world_of
from game.rules.contest.book import BOOK
from game.world.script_conditions import memory
from tests.scenario import Play
from tests.unit.systems.scripted import says, scripted


def told(play: Play) -> int:
    """Return the number of times that the message was shown."""
    return len(play.events("message"))


def does(*deeds: dict[str, Any], when: dict[str, Any] | None = None, **keys: Any) -> dict[str, Any]:
    """Return a trigger with these effects, by default in round 2."""
    return {"when": [when or {"round": 2}], "do": list(deeds), **keys}


def next_round(play: Play) -> Play:
    """End the turns of red and blue."""
    return play.do("end red.a").do("end blue.b")


def test_one_condition_of_any_is_enough() -> None:
    trigger = says({"round": 2}) | {"any": [{"turn": "blue.b"}, {"enter": {"area": "mid"}}]}
    play = scripted("a..b", areas={"mid": [(1, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0").do("end red.a")
    assert told(play) == 0
    play.do("end blue.b")
    assert told(play) == 1


def test_any_alone_sets_a_trigger_off() -> None:
    trigger = {"any": [{"turn": "blue.b"}, {"round": 9}], "do": [{"message": "now"}]}
    play = scripted("a..b", triggers=[trigger])
    assert told(play) == 0
    play.do("end red.a")
    assert told(play) == 1


def test_flag_is_true_while_it_is_set() -> None:
    triggers = [
        says({"flag": "alarm"}, once=False),
        says({"no_flag": "alarm"}, {"round": 3}),
        does({"set": "alarm"}, when={"turn": "blue.b"}),
        does({"clear": "alarm"}, when={"round": 2}),
    ]
    play = scripted("a..b", triggers=triggers)
    play.do("end red.a")
    assert (told(play), memory(play.battle.world).flags) == (1, ("alarm",))
    play.do("end blue.b")
    assert (told(play), memory(play.battle.world).flags) == (1, ())
    next_round(play)
    assert told(play) == 2


def test_flag_sets_off_earlier_triggers_at_the_same_moment() -> None:
    triggers = [
        says({"flag": "third"}),
        does({"set": "third"}, when={"flag": "second"}),
        does({"set": "second"}, when={"turn": "blue.b"}),
    ]
    assert told(scripted("a..b", triggers=triggers).do("end red.a")) == 1


def test_flags_that_undo_each_other_do_not_hang_the_battle() -> None:
    triggers = [
        does({"set": "on"}, {"message": "on"}, when={"no_flag": "on"}, once=False),
        does({"clear": "on"}, {"message": "off"}, when={"flag": "on"}, once=False),
    ]
    play = scripted("a..b", triggers=triggers).do("end red.a")
    assert messages(play) == ["on", "off"]


def test_counter_is_true_within_its_limits() -> None:
    steps = does({"add": {"counter": "steps"}}, when={"enter": {"area": "mid"}}, once=False)
    triggers = [steps, says({"counter": {"id": "steps", "at_least": 2}})]
    play = scripted("a...b", areas={"mid": [(1, 0)]}, triggers=triggers)
    play.do("move red.a 1,0")
    assert (told(play), memory(play.battle.world).counters) == (0, (("steps", 1),))
    play.do("move red.a 0,0").do("move red.a 1,0")
    assert told(play) == 1


def test_counter_can_fall_and_returns_to_nothing() -> None:
    triggers = [
        does({"add": {"counter": "heat", "by": 3}}, when={"turn": "blue.b"}),
        does({"add": {"counter": "heat", "by": -3}}, when={"round": 2}),
        says({"counter": {"id": "heat", "at_most": 0}}, {"round": 2}),
    ]
    play = scripted("a..b", triggers=triggers).do("end red.a")
    assert memory(play.battle.world).counters == (("heat", 3),)
    play.do("end blue.b")
    assert (told(play), memory(play.battle.world).counters) == (1, ())


def test_end_of_round_comes_before_the_next_one() -> None:
    play = scripted("a..b", triggers=[says({"round_end": 1})])
    play.do("end red.a")
    assert told(play) == 0
    play.do("end blue.b")
    names = [event["event"] for event in play.events()]
    assert names.index("message") < len(names) - 1 - names[::-1].index("round_started")


def test_end_of_the_last_round_can_decide_the_battle() -> None:
    trigger = does({"win": "blue"}, when={"round_end": 2})
    play = scripted("a..b", triggers=[trigger], settings={"rounds": 2})
    next_round(next_round(play))
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("blue", "objective")


def test_wounded_is_true_at_a_share_of_full_life() -> None:
    condition = {"wounded": {"unit": "blue.b", "at_most": 0.5}}
    play = scripted("ab.c", triggers=[says(condition)], b={"life": 8})
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 2)
    assert told(play) == 0
    play.do("attack blue.b red.a", 1).do("attack red.a blue.b", 2)
    assert told(play) == 1


@pytest.mark.parametrize(("rows", "count"), [("a#b", 0), ("a.b", 1)])
def test_sight_is_blocked_by_terrain(rows: str, count: int) -> None:
    trigger = says({"sees": {"side": "red", "target": "blue.b"}})
    assert told(scripted(rows, triggers=[trigger])) == count


def test_nobody_sees_a_hidden_unit() -> None:
    trigger = says({"sees": {"side": "red", "target": "blue.b"}}, {"round": 2})
    play = scripted("a..b", triggers=[trigger])
    play.battle.world.put(play.unit("blue.b"), Hidden(("red",)))
    next_round(play)
    assert told(play) == 0
    play.battle.world.drop(play.unit("blue.b"), Hidden)
    play.do("end red.a")
    assert told(play) == 1


@pytest.mark.parametrize(
    ("condition", "count"),
    [
        ({"side": "red", "item": "salve"}, 1),
        ({"side": "blue", "item": "salve"}, 0),
        ({"unit": "red.a", "item": "vest"}, 0),
        ({"item": "salve", "area": "far"}, 0),
    ],
)
def test_carried_item_is_a_condition(condition: dict[str, Any], count: int) -> None:
    play = scripted(
        "a..b",
        areas={"far": [(2, 0)]},
        triggers=[says({"carries": condition})],
        a={"hand": ["salve"]},
    )
    play.do("end red.a")
    assert told(play) == count


def test_unit_enters_with_an_item() -> None:
    condition = {"carries": {"side": "red", "item": "salve", "area": "mid"}}
    play = scripted(
        "a..b", areas={"mid": [(1, 0)]}, triggers=[says(condition)], a={"hand": ["salve"]}
    )
    assert told(play) == 0
    play.do("move red.a 1,0")
    assert told(play) == 1


# Effects on units


def test_item_is_given_and_taken() -> None:
    triggers = [
        does({"give": {"unit": "red.a", "item": "salve"}}),
        does({"take": {"unit": "red.a", "item": "vest"}}),
        does({"take": {"unit": "red.a", "item": "potion"}}),
    ]
    play = scripted("a..b", triggers=triggers, a={"hand": ["vest"]})
    next_round(play)
    assert play.hand("red.a") == ("salve",)
    assert play.told("item_gained", "unit", "item") == ("red.a", "salve")
    # Another side learns nothing of what is in a hand.
    assert play.events("item_gained", "blue") == play.events("item_removed", "blue") == []


def test_unit_is_moved_and_its_tile_is_entered() -> None:
    triggers = [
        does({"move": {"unit": "red.a", "area": "far"}}),
        says({"enter": {"unit": "red.a", "area": "far"}}),
    ]
    play = scripted("a...b", areas={"far": [(2, 0), (3, 0)]}, triggers=triggers)
    next_round(play)
    assert (play.at("red.a"), told(play)) == ((2, 0), 1)
    assert play.told("relocated", "unit", "to") == ("red.a", (2, 0))


def test_effects_after_a_move_wait_until_the_tile_was_entered() -> None:
    triggers = [
        does({"move": {"unit": "red.a", "area": "far"}}, {"message": "second"}),
        does({"message": "first"}, when={"enter": {"unit": "red.a", "area": "far"}}),
    ]
    play = next_round(scripted("a...b", areas={"far": [(2, 0)]}, triggers=triggers))
    assert [event["message"] for event in play.events("message")] == ["first", "second"]


def test_unit_without_a_free_tile_stays() -> None:
    trigger = does({"move": {"unit": "red.a", "area": "far"}})
    play = next_round(scripted("a...b", areas={"far": [(4, 0)]}, triggers=[trigger]))
    assert play.at("red.a") == (0, 0)


def test_unit_in_a_fight_is_not_moved() -> None:
    trigger = does({"move": {"unit": "red.a", "area": "far"}}, when={"attacked": {"unit": "red.a"}})
    play = scripted("ab..", areas={"far": [(3, 0)]}, triggers=[trigger])
    play.do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 2)
    assert play.at("red.a") == (1, 0)


def test_behaviour_changes() -> None:
    trigger = does({"behaviour": {"unit": "blue.b", "hunt": True}})
    play = next_round(scripted("a..b", triggers=[trigger]))
    assert play.battle.world.get(play.unit("blue.b"), NewBehaviour) == NewBehaviour(0, 0)


# Choices


CHOICE = {
    "id": "mercy",
    "side": "blue",
    "unit": "red.a",
    "question": "Peace?",
    "answers": [{"id": "yes", "text": "Peace"}, {"id": "no", "text": "War"}],
}


def chosen() -> Play:
    """Return a battle in which blue has been put a choice in round 2."""
    triggers = [
        does({"choice": CHOICE}, {"message": "after"}),
        does({"message": "peace"}, when={"chosen": {"choice": "mercy", "answer": "yes"}}),
        does({"message": "war"}, when={"chosen": {"choice": "mercy", "answer": "no"}}),
        does({"message": "any"}, when={"chosen": {"choice": "mercy"}}),
    ]
    return next_round(scripted("a..b", triggers=triggers))


def messages(play: Play) -> list[str]:
    return [event["message"] for event in play.events("message")]


def test_choice_is_put_to_its_side() -> None:
    play = chosen()
    assert play.asked == ("choice", "blue.b")
    assert play.legal() == ["answer blue.b yes", "answer blue.b no"]
    assert play.told("message", "message", "speaker", "unit") == ("Peace?", "A", "red.a")
    assert play.refused("answer blue.b maybe").code == "no-answer"
    assert play.refused("answer red.a yes").code == "not-asked"


def test_answer_sets_triggers_off_before_the_rest_of_the_effects() -> None:
    play = chosen().do("answer blue.b no")
    assert messages(play) == ["Peace?", "war", "any", "after"]
    assert play.told("choice_answered", "side", "choice", "answer", "reply") == (
        *("blue", "mercy", "no", "War"),
    )
    assert play.asked == ("turn", "red.a")


def test_choice_can_be_undone_saved_and_resumed() -> None:
    play = chosen()
    asked = play.battle.hash()
    saved = snapshot_of(play.battle.world)
    play.do("answer blue.b yes")
    answered = play.battle.hash()
    assert answered != asked
    play.battle.undo(agreed=True)
    assert (play.battle.hash(), play.asked) == (asked, ("choice", "blue.b"))
    again = Play(Battle(BOOK, world_of(saved, play.battle.world.scene, BOOK)))
    assert (again.battle.hash(), again.asked) == (asked, ("choice", "blue.b"))
    assert again.do("answer blue.b yes").battle.hash() == answered


def test_choice_is_not_put_to_a_side_without_units() -> None:
    choice = CHOICE | {"side": "ochre"}
    triggers = [does({"choice": choice}, {"message": "after"})]
    play = scripted("abc.", triggers=triggers, absent="c")
    next_round(play)
    assert (messages(play), play.asked) == (["after"], ("turn", "red.a"))


def test_other_sides_wait_for_an_answer() -> None:
    play = chosen()
    stop = play.battle.view("red").stop
    assert type(stop).__name__ == "Elsewhere"


def test_hidden_speaker_stays_unknown_to_other_sides() -> None:
    trigger = does({"say": {"unit": "blue.b", "message": "Boo"}})
    play = scripted("a..b", triggers=[trigger])
    play.battle.world.put(play.unit("blue.b"), Hidden(("red",)))
    next_round(play)
    assert play.events("message", "red")[0].get("speaker") is None
    assert play.events("message", "red")[0]["message"] == "Boo"
    assert play.events("message", "blue")[0]["unit"] == "blue.b"


@pytest.mark.parametrize(
    "deeds",
    [
        [{"set": "alarm"}],
        [{"add": {"counter": "heat", "by": 2}}],
        [{"give": {"unit": "red.a", "item": "salve"}}],
        [{"take": {"unit": "red.a", "item": "vest"}}],
        [{"move": {"unit": "red.a", "area": "far"}}],
        [{"behaviour": {"unit": "blue.b", "hold": True}}],
        [{"choice": CHOICE}, {"message": "after"}],
    ],
)
def test_effect_is_in_the_hash_undone_and_saved(deeds: list[dict[str, Any]]) -> None:
    """Every effect changes the state's hash, is undone with its command, and is saved."""
    area = {"far": [(2, 0)]}

    def fresh(*more: dict[str, Any]) -> Play:
        trigger = {"when": [{"turn": "blue.b"}], "do": [*more]}
        return scripted("a...b", areas=area, triggers=[trigger], a={"hand": ["vest"]})

    plain = fresh({"message": "now"}).do("end red.a").battle.hash()
    play = fresh(*deeds)
    before = play.battle.hash()
    play.do("end red.a")
    after = play.battle.hash()
    assert after not in (plain, before)
    saved = snapshot_of(play.battle.world)
    play.battle.undo(agreed=True)
    assert play.battle.hash() == before
    again = Battle(BOOK, world_of(saved, play.battle.world.scene, BOOK))
    assert again.hash() == after
