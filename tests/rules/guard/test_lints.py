"""Findings of `check` about levels and things of Guard."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from game.rules.guard import lints
from game.rules.guard.book import BOOK
from game.terms.book_schema import Flaw
from game.terms.level import Level, Terrain
from game.terms.level_script import Deploy, Expect, Hold, Objective, Script, Trigger
from game.terms.script.conditions import When, WhenEntered
from game.terms.script.effects import ChoiceAnswer, ChoicePut, Do, GivenItem
from tests.rules.guard.crawl import level


def said(found: Iterable[Flaw]) -> list[str]:
    return [flaw.text(BOOK.catalogue) for flaw in found]


def all_said(made: Level) -> list[str]:
    return [text for lint in lints.LINTS for text in said(lint(made))]


def test_sound_level_has_no_findings() -> None:
    assert all_said(level("c.|ab.|p.|q", q={"fights": "ranged"})) == []


def test_party_units_have_a_class_and_life() -> None:
    found = said(lints.characters_and_groups(level(".|abc|p|.", a={"calling": ""}, b={"life": 0})))
    assert found == [
        "The unit 'a' is in the party but has no class ('calling').",
        "The unit 'b' has no life.",
    ]


def test_other_units_are_groups_with_a_number() -> None:
    made = level(".|a|pq|.", p={"number": 0}, q={"calling": "plain"})
    assert said(lints.characters_and_groups(made)) == [
        "The group 'p' has no number.",
        "The unit 'q' is a character, but not on the party's side.",
    ]


def test_ranks_are_painted() -> None:
    made = msgspec.structs.replace(level(".|a|p|."), zones=("",) * 7)
    assert said(lints.ranks_painted(made)) == [
        "The map has no 'zones'; paint the ranks with the letters given in [guard]."
    ]
    twice = level(".|a|p|.", {"rear": "f"})
    assert "Two ranks have the same letter." in said(lints.ranks_painted(twice))


def test_ranks_have_room() -> None:
    assert said(lints.room_for_all(level(".|ab|p|.", c={}))) == [
        "The front guard has 2 tiles for a party of 3."
    ]
    assert said(lints.room_for_all(level(".|a|p|.", q={}, r={}))) == [
        "The monsters' ranks have 2 tiles for 3 groups."
    ]


def test_placed_unit_goes_to_a_rank_of_its_side() -> None:
    script = Script(areas={"spot": ((4, 0),)}, deploy=(Deploy(side="red", area="spot"),))
    found = said(lints.ranks_painted(level(".|a|p|.", {"script": script})))
    assert found == [
        "The area 'spot', where units of 'red' arrive, isn't inside the ranks of that side."
    ]


def test_rank_has_no_hazards() -> None:
    made = level(".|a|p|.")
    burning = {"floor": Terrain("Fire", hazard="1d4"), "wall": made.terrain["wall"]}
    hot = msgspec.structs.replace(made, terrain=burning)
    assert len(said(lints.no_hazards(hot))) == 1
    assert said(lints.no_hazards(made)) == []


def test_bounds_of_moods_are_in_order() -> None:
    assert len(said(lints.moods_in_order(level(".|a|p|.", {"passes_to": 7})))) == 1


def test_level_has_two_sides() -> None:
    made = level(".|a|p|.")
    three = msgspec.structs.replace(made, sides=(*made.sides, made.sides[0]))
    assert len(said(lints.two_sides(three))) == 1


@pytest.mark.parametrize(
    ("thing", "flaw"),
    [
        ({"effect": {"attack": "mind"}}, "has an attack roll, so it must target"),
        ({"effect": {"kills": "1"}}, "kills, so it must target monsters"),
        ({"target": "group", "effect": {"heal": "1"}}, "heals, so it can't target monsters"),
        ({"target": "rank", "effect": {"move": "rear"}}, "moves a whole rank, but can move only"),
        ({}, "has no effect"),
    ],
)
def test_spell_with_useless_keys_is_reported(thing: dict[str, object], flaw: str) -> None:
    made = level(".|a|p|.", gear={"spells": {"odd": thing}})
    assert any(flaw in text for text in said(lints.things_that_work(made)))


def test_passive_ability_costs_nothing() -> None:
    odd = {"passive": True, "uses": 2, "effect": {"guard": 1}}
    made = level(".|a|p|.", gear={"abilities": {"odd": odd}})
    assert any("can't have a cost" in text for text in said(lints.things_that_work(made)))


def test_key_for_the_wrong_kind_of_unit_is_reported() -> None:
    made = level(".|a|pq|.", a={"number": 3}, p={"life": 4}, q={"items": ("salve",)})
    assert said(lints.keys_of_its_own(made)) == [
        "The character 'a' has 'number', which only groups use.",
        "The group 'p' has 'life', which only characters use.",
        "The group 'q' has 'items', which only characters use.",
    ]


def test_unaffordable_spell_is_reported() -> None:
    poor = {"spells": ("spark",), "focus": 0}
    assert said(lints.spells_affordable(level(".|a|p|.", a=poor))) == [
        "The unit 'a' knows 'spark', which costs 1 focus, but has 0."
    ]
    assert said(lints.spells_affordable(level(".|a|p|.", a=poor | {"focus": 1}))) == []


def test_only_groups_stand_aside() -> None:
    made = level(".|a|p|.", {"aside": ("blue.p", "red.a")})
    assert said(lints.aside_are_groups(made)) == [
        "'a' is in the party; only groups can stand aside."
    ]


def test_help_is_reported_when_no_one_can_talk() -> None:
    numbers = {"talk": False, "aside": ("blue.p",), "help": "They yawn"}
    assert said(lints.talk_that_is_held(level(".|a|p|.", numbers))) == [
        "No one can talk to these monsters (talk = false), so 'aside' has no effect.",
        "No one can talk to these monsters (talk = false), so 'help' has no effect.",
    ]
    assert said(lints.talk_that_is_held(level(".|a|p|.", numbers | {"talk": True}))) == []


AREAS = {"own": ((0, 0), (2, 0)), "theirs": ((4, 0),)}


def told_of(**parts: Any) -> list[str]:
    made = level(".|a|p|.", {"script": Script(areas=AREAS, **parts)})
    return said([*lints.areas_that_are_entered(made), *lints.ways_that_are_expected(made)])


def test_area_that_a_unit_enters_is_in_its_ranks() -> None:
    def aims(area: str) -> tuple[Objective, ...]:
        reach = Objective(id="a", side="red", title="A", reach=WhenEntered(area=area))
        hold = Objective(id="b", side="red", title="B", hold=Hold(area=area, rounds=2))
        return reach, hold

    text = "No unit of 'red' is ever in the area 'theirs': its ranks are elsewhere."
    assert told_of(objectives=aims("theirs")) == [text, text]
    assert told_of(objectives=aims("own")) == []


@pytest.mark.parametrize(
    ("who", "area", "count"),
    [
        ({"side": "red"}, "theirs", 1),
        ({"unit": "red.a"}, "theirs", 1),
        ({"side": "blue"}, "own", 1),
        ({"side": "red"}, "own", 0),
        ({"unit": "blue.p"}, "theirs", 0),
        ({}, "own", 0),
        ({}, "theirs", 0),
    ],
)
def test_area_in_which_a_trigger_waits_for_a_unit_is_in_its_ranks(
    who: dict[str, str], area: str, count: int
) -> None:
    when = When(enter=WhenEntered(area=area, **who))
    text = (
        f"No unit that could trigger this is ever in the area {area!r}: their ranks are elsewhere."
    )
    triggers = (Trigger(when=(when,), do=(Do(message="Oh."),)),)
    assert told_of(triggers=triggers) == [text] * count


def test_expected_move_is_reported() -> None:
    expects = (Expect(reachable=WhenEntered(unit="red.a", area="own")),)
    assert told_of(expects=expects) == ["No one moves in this rulebook, so no area is reachable."]


def test_monsters_get_no_items_and_make_no_choices() -> None:
    answers = (ChoiceAnswer(id="no", text="No"), ChoiceAnswer(id="yes", text="Yes"))
    puts = [ChoicePut(id=s, side=s, question="Well?", answers=answers) for s in ("red", "blue")]
    gifts = [GivenItem(unit=id, item="salve") for id in ("red.a", "blue.p")]
    deeds = (*(Do(choice=put) for put in puts), *(Do(give=gift) for gift in gifts))
    script = Script(triggers=(Trigger(when=(When(round=1),), do=deeds),))
    made = msgspec.structs.replace(level(".|a|p|."), script=script)
    assert all_said(made) == [
        "The unit 'p' has no hand for items, so it gets nothing.",
        "Only the party makes choices, so the side 'blue' is never asked.",
    ]
