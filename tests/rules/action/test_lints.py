"""Findings that only an Action level can have, each with the unit or thing that causes it."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.rules.action.book import BOOK
from game.rules.action.lints.level import LINTS
from game.terms.level import Terrain
from game.terms.level_script import Deploy, Script, Trigger
from game.terms.script.conditions import When, WhenHealth
from game.terms.script.effects import Do, Reinforcement
from tests.rules.action.scene import level

CASTER: dict[str, Any] = {"powers": ["kindle"], "focus": 1}
GROWN: dict[str, Any] = {"growth": [{"title": "More", "about": "More of it", "focus": 1}]}
"""Growths with which a unit of rank 1 has enough focus for its powers."""

UNDER_FOOT: dict[str, tuple[str, Terrain]] = {
    "j": ("burrow", Terrain("Burrow", max_size="tiny")),
}


def told(made: Any) -> list[str]:
    """Return all findings of the lints."""
    return [flaw.text(BOOK.catalogue) for lint in LINTS for flaw in lint(made)]


def of_units(rows: str = "a..p", settings: dict[str, Any] | None = None, **units: Any) -> list[str]:
    return told(level(rows, settings, **units))


def with_arms(**weapon: Any) -> list[str]:
    plain = {"title": "Thing", "about": "For tests", "damage": "1", "type": "fire"}
    return told(level("a..p", gear={"arms": {"thing": plain | weapon}}))


def of_power(**power: Any) -> list[str]:
    plain = {"title": "Trick", "about": "For tests", "kind": "ability", "effect": {"prone": True}}
    return told(level("a..p", gear={"powers": {"trick": plain | power}}))


def test_plain_level_has_no_findings() -> None:
    fallen, up = {"hero": True, "begins": "dying"}, {"hero": True}
    assert of_units("ab.p", a=fallen, b=up, p={"hides": True}) == []


# Room


def test_large_unit_needs_room_on_all_its_tiles() -> None:
    large = {"size": "large"}
    assert of_units("ab.p\n....", a=large) == ["The units 'a' and 'b' are both at [1, 0]."]
    assert of_units("a#.p\n....", a=large) == ["The unit 'a' is 'large' and has no room at [1, 0]."]
    assert of_units("...a\np...", a=large) == [
        "The unit 'a' is 'large' and leaves the map at [4, 0]."
    ]


def test_unit_does_not_begin_in_too_small_a_place() -> None:
    tight = "The unit 'a' is 'medium', but 'Burrow' at [0, 0] has room for 'tiny' at most."
    assert of_units(settings={"more": UNDER_FOOT}, a={"on": "j"}) == [tight]
    assert of_units(a={"on": "%"}) == []
    large = "The unit 'a' is 'large', but 'Gap' at [1, 1] has room for 'medium' at most."
    assert of_units("a..p\n.n..", a={"size": "large"}) == [large]


@pytest.mark.parametrize("way", ["deploy", "trigger"])
@pytest.mark.parametrize(("area", "count"), [(((2, 1),), 1), (((2, 1), (0, 0)), 0)])
def test_arriving_unit_needs_room_in_its_area(way: str, area: Any, count: int) -> None:
    coming = Do(reinforcement=Reinforcement(units=("red.a",), area="nook"))
    script = Script(
        areas={"nook": area},
        deploy=(Deploy(side="red", area="nook", units=("red.a",)),) if way == "deploy" else (),
        triggers=(Trigger(when=(When(round=2),), do=(coming,)),) if way == "trigger" else (),
    )
    found = of_units("...p\n..#.", {"script": script}, a={"size": "large", "off": True})
    text = "The unit 'a' is 'large' and takes 2×2 tiles; the area 'nook' has no such room."
    assert found == [text] * count


def test_speed_is_limited() -> None:
    assert of_units(a={"speed": 155}) == ["The unit 'a' moves 155 ft a turn; 150 is the most."]
    assert of_units(a={"fly": 155}) == ["The unit 'a' moves 155 ft a turn; 150 is the most."]
    assert of_units(a={"speed": 150}) == []


# The start of units


@pytest.mark.parametrize("begins", ["dying", "stable"])
def test_only_heroes_begin_down(begins: str) -> None:
    only = f"The unit 'p' begins {begins!r}, but only heroes can."
    assert of_units(p={"begins": begins}) == [only]


def test_standing_unit_begins_with_some_life() -> None:
    text = "The unit 'a' has lost 10 life at the start, but has 10."
    assert of_units(a={"hurt": 10}) == [text]
    assert of_units(a={"hurt": 9}) == []
    stable = {"hurt": 10, "begins": "stable", "hero": True}
    assert of_units("ab.p", a=stable, b={"hero": True}) == []


def test_side_with_heroes_has_one_standing() -> None:
    text = "All heroes of the side 'red' begin dying or stable, so it loses at once."
    fallen = {"begins": "stable", "hero": True}
    assert of_units("ab.p", a=fallen) == [text]
    assert of_units("ab.p", a=fallen, b={"hero": True, "begins": "prone"}) == []


def test_unit_that_lies_in_wait_can_act() -> None:
    text = "The unit 'a' lies in wait, but begins 'dying'."
    sly = {"hides": True, "begins": "dying", "hero": True}
    assert of_units("ab.p", a=sly, b={"hero": True}) == [text]


def test_unit_does_not_lie_in_wait_where_others_are_placed() -> None:
    deploy = Deploy(side="red", area="start", units=("red.a",))
    script = Script(areas={"start": ((0, 0), (2, 0))}, deploy=(deploy,))
    text = "The unit 'p' lies in wait in the area where 'red' is placed."
    units = {"a": {"off": True}, "p": {"hides": True}, "b": {}}
    assert of_units("..pb", {"script": script}, **units) == [text]
    assert of_units(".p.b", {"script": script}, **units) == []


def test_unit_that_lies_in_wait_has_a_foe_to_wait_for() -> None:
    text = "The unit 'a' lies in wait, but no foe is on the board at the start."
    assert of_units("a...", a={"hides": True}, p={"off": True}) == [text]
    assert of_units("...p", a={"hides": True, "off": True}) == []


def test_rank_has_its_growths() -> None:
    assert of_units(a={"rank": 1}) == ["The unit 'a' has rank 1, but 'kind_a' has 0 growths."]


# Gear


def test_armour_is_worn_and_shields_are_held() -> None:
    armour = "The unit 'a' has 'buckler' as 'armour', which is a shield; write shield = 'buckler'."
    assert of_units(a={"armour": "buckler"}) == [armour]
    shield = "The unit 'a' has 'leather' as 'shield', which is armour; write armour = 'leather'."
    assert of_units(a={"shield": "leather"}) == [shield]


def test_known_powers_can_be_paid_for() -> None:
    text = "The unit 'a' knows 'kindle', which costs 2 focus, but has 1 at most."
    assert of_units(a=CASTER) == [text]
    assert of_units(a=CASTER | GROWN | {"rank": 1}) == []


def test_spent_focus_and_used_powers_must_exist() -> None:
    assert of_units(a=CASTER | GROWN | {"rank": 1, "spent": 2, "used": ["kindle"]}) == []
    assert of_units(a={"spent": 2, "used": ["kindle"]}) == [
        "The unit 'a' has spent 2 focus at the start, but has 0 at most.",
        "The unit 'a' has used 'kindle', but has no such power.",
    ]


@pytest.mark.parametrize(
    ("weapon", "flaw"),
    [
        ({"kind": "ranged"}, "has the kind 'ranged', so it needs a range"),
        ({"kind": "thrown"}, "has the kind 'thrown', so it needs a range"),
        ({"kind": "melee", "long": 20}, "has the kind 'melee', so it can't have a range"),
        ({"kind": "melee", "loading": True}, "has the kind 'melee', so it can't need loading"),
    ],
)
def test_useless_weapons_are_reported(weapon: dict[str, Any], flaw: str) -> None:
    assert with_arms(**weapon) == [f"[thing] {flaw}."]


@pytest.mark.parametrize(
    ("power", "flaw"),
    [
        ({"guard": 2}, "needs both a guard and time = 'reaction', or neither"),
        ({"time": "reaction"}, "needs both a guard and time = 'reaction', or neither"),
        ({"shape": "line", "targets": "any"}, "has the shape 'line', so it needs a size"),
        ({"shape": "self"}, "is for its user, so its targets can't be foes"),
        (
            {"shape": "burst", "size": 5, "attack": "ranged"},
            "has an attack roll, so its shape must be 'one'",
        ),
        ({"effect": {"teleport": True}}, "teleports, so its shape must be 'place'"),
    ],
)
def test_useless_powers_are_reported(power: dict[str, Any], flaw: str) -> None:
    assert of_power(**power) == [f"[trick] {flaw}."]


@pytest.mark.parametrize("item", [{"guard": 2}, {"time": "reaction"}])
def test_items_cannot_be_reactions(item: dict[str, Any]) -> None:
    thing = {"title": "Thing", "about": "It", "effect": {"prone": True}}
    made = level("a..p", gear={"items": {"thing": {**thing, **item}}})
    assert told(made) == ["[thing] is an item, which can't be used as a reaction."]


@pytest.mark.parametrize(
    ("table", "id", "text"),
    [
        ("arms", "unarmed", "There is no 'unarmed' in arms.toml, which every unit needs."),
        ("conditions", "prone", "There is no 'prone' in conditions.toml, which the rules need."),
    ],
)
def test_entries_needed_by_the_rules_must_stay(table: str, id: str, text: str) -> None:
    made = level("a..p")
    left = {key: thing for key, thing in made.gear[table].items() if key != id}
    assert told(replace(made, gear={**made.gear, table: left})) == [text]


def test_breakable_things_leave_a_wreck() -> None:
    urn = {"j": ("urn", Terrain("Urn", walk=False, life=3))}
    assert of_units("a.jp", {"more": urn}) == ["[urn] can be broken, but has no wreck."]


def test_level_can_remove_armour() -> None:
    assert of_units(a={"armour": "", "shield": ""}) == []


# The whole level


def test_checks_and_ties_are_sensible() -> None:
    assert of_units(settings={"check": "100d1000"}) == [
        "'check' can reach 100000; 1000 is the most."
    ]
    assert of_units(settings={"dying_needed": 19}) == [
        "The dying need 19, but their check comes to 18 at most."
    ]
    assert of_units(settings={"ties": ["agility", "agility"]}) == ["'agility' is in 'ties' twice."]


@pytest.mark.parametrize(
    ("most", "who", "count"), [(9, {}, 0), (10, {}, 1), (10, {"unit": "red.a"}, 1)]
)
def test_trigger_on_life_that_holds_at_once_is_reported(
    most: int, who: dict[str, Any], count: int
) -> None:
    when = When(health=WhenHealth(at_most=most, **who))
    script = Script(triggers=(Trigger(when=(when,), do=(Do(message="Ow."),)),))
    text = "The unit 'a' starts with 10 life, so this is true at once."
    assert of_units(settings={"script": script}) == [text] * count


@pytest.mark.parametrize(
    ("unit", "count"), [({}, 0), ({"hurt": 4}, 1), ({"hero": True, "begins": "dying"}, 1)]
)
def test_trigger_on_life_counts_wounds_and_dying_at_the_start(
    unit: dict[str, Any], count: int
) -> None:
    when = When(health=WhenHealth(unit="red.a", at_most=6))
    script = Script(triggers=(Trigger(when=(when,), do=(Do(message="Ow."),)),))
    found = of_units("ab.p", settings={"script": script}, a=unit, b={"hero": True})
    assert len(found) == count


def test_finding_states_its_place() -> None:
    made = level("a..p", a={"speed": 155, "rank": 1})
    found = [(flaw.at, flaw.severity) for lint in LINTS for flaw in lint(made)]
    assert found == [(("unit", "red.a", "speed"), "error"), (("unit", "red.a", "rank"), "error")]
