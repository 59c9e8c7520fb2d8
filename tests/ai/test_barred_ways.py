"""Soldiers at doors that have to be broken, at levers that open them, and in haste to get there."""

import pytest
from msgspec.structs import replace

from game.ai.distance_fields import Distances, breakable, unbroken, with_doors_open
from game.ai.errands import Errand, Errands
from game.ai.lookahead import LEVER, Outlook
from game.ai.tile_worth import TileWorth
from game.ai.valuation import AIM
from game.components.script_progress import ChangedTerrain
from game.components.turns import Rounds
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.rules.action.records import Wrecks
from game.terms.agenda import BattleEnd
from game.terms.script_events import ObjectiveReached
from game.world.unit_names import unit_named
from tests.ai.playing import begun, drawn, play, seated
from tests.ai.test_players import turn_of, unit
from tests.ai.test_scenarios import SIDES, at_turn, place, sense

LEGEND = (
    'legend = { "#" = "stone_wall", "." = "floor", "D" = "locked_door", "l" = "lever",'
    ' "+" = "shut_door", "c" = "cask" }\n'
)
DOOR: Cell = (6, 2)
VAULT = (
    "############",
    "#.....#....#",
    "#.....D....#",
    "#l....#....#",
    "############",
)
LONG = tuple(row[:2] + row[2] * 20 + row[2:] for row in VAULT)
AREAS = """
[[area]]
id = "vault"
tiles = [[%d, 1]]
[[area]]
id = "door"
letter = "D"
[[area]]
id = "lever"
letter = "l"
"""
OPENED = """
[[trigger]]
when = [{ handled = { side = "red", area = "lever" } }]
do = [{ open = { area = "door", terrain = "door" } }]
"""
INTO = """
[[objective]]
id = "in"
side = "red"
title = "Into the vault"
reach = { area = "vault" }
"""
HELD = "behaviour = { hold = true }"


def text_of(rows: tuple[str, ...], *parts: str, areas: str = AREAS) -> str:
    vault = areas % (len(rows[0]) - 2) if "%d" in areas else areas
    board = "[map]\ngrid = '''\n" + "\n".join(rows) + "\n'''\n"
    return board + LEGEND + SIDES + vault + "".join(parts)


def ann(at: str) -> str:
    return unit("ann", "red", "warden", at)


def foe(at: str) -> str:
    return unit("bo", "blue", "bailiff", at, HELD)


def opened_by(battle: Battle) -> list[str]:
    """Return how the soldiers play until red has its objective: the commands that aren't moves."""
    given = play(battle, seated(battle, "soldier"), most=80)
    assert any(isinstance(e, ObjectiveReached) and e.side == "red" for e in battle.log())
    return [type(command).__name__ for command in given]


def test_soldier_breaks_the_door_that_bars_its_way() -> None:
    battle = begun(drawn(text_of(VAULT, ann("[2, 1]"), foe("[10, 3]"), INTO)))
    assert "Smash" in opened_by(battle)


def test_soldier_pulls_a_lever_that_is_nearer_than_breaking_the_door() -> None:
    battle = begun(drawn(text_of(VAULT, ann("[4, 1]"), foe("[10, 3]"), OPENED, INTO)))
    done = opened_by(battle)
    assert "Handle" in done
    assert "Smash" not in done


def test_soldier_breaks_the_door_if_the_lever_is_farther() -> None:
    battle = begun(drawn(text_of(LONG, ann("[25, 2]"), foe("[30, 3]"), OPENED, INTO)))
    done = opened_by(battle)
    assert "Smash" in done
    assert "Handle" not in done


def test_one_soldier_goes_to_the_lever_and_no_other_breaks_the_door() -> None:
    cy = unit("cy", "red", "warden", "[5, 2]")
    battle = at_turn(text_of(VAULT, ann("[2, 2]"), cy, foe("[10, 3]"), OPENED, INTO), "red.cy")
    errands = Errands(battle.world, "red")
    sent = Errand(((1, 3),), True, frozenset({0}))
    assert errands.of(unit_named(battle.world, "red.ann")) == sent
    assert sense(battle, "red.cy").barrier is None
    assert not any(done.startswith("smash") for done in turn_of(battle))


@pytest.mark.parametrize(
    ("lever", "means"), [(OPENED, "Handle"), ("", "Smash")], ids=["lever", "no lever"]
)
def test_soldiers_get_to_foes_behind_a_locked_door(lever: str, means: str) -> None:
    """Let nobody have an objective, so that the battle ends only if somebody is defeated."""
    battle = begun(drawn(text_of(VAULT, ann("[4, 2]"), foe("[8, 2]"), lever)))
    done = [type(command).__name__ for command in play(battle, seated(battle, "soldier"), most=120)]
    assert means in done
    assert "Attack" in done
    assert isinstance(battle.stop, BattleEnd)


def test_soldier_that_can_walk_around_leaves_the_door_alone() -> None:
    rows = (*VAULT[:1], "#..........#", *VAULT[2:])
    battle = begun(drawn(text_of(rows, ann("[5, 2]"), foe("[10, 3]"), INTO)))
    assert "Smash" not in opened_by(battle)


def test_soldier_breaks_a_cask_that_is_its_objective() -> None:
    rows = (*VAULT[:3], "#....c#....#", VAULT[4])
    cask = (
        '[[area]]\nid = "cask"\nletter = "c"\n'
        '[[trigger]]\nwhen = [{ broken = { side = "red", area = "cask" } }]\n'
        'do = [{ objective = "tap" }]\n'
        '[[objective]]\nid = "tap"\nside = "red"\ntitle = "Tap it"\n'
    )
    battle = begun(drawn(text_of(rows, ann("[1, 1]"), foe("[10, 3]"), cask, areas="")))
    assert "Smash" in opened_by(battle)


def test_soldier_fights_a_foe_next_to_it_before_it_breaks_a_door() -> None:
    battle = at_turn(text_of(VAULT, ann("[5, 2]"), foe("[5, 3]"), INTO), "red.ann")
    done = turn_of(battle)
    assert any(text.startswith("attack") for text in done)
    assert place(battle, "red.ann") == (5, 2)


def test_door_that_a_lever_opens_is_open_for_the_errand() -> None:
    battle = begun(drawn(text_of(VAULT, ann("[4, 1]"), foe("[10, 3]"), OPENED, INTO)))
    world, it = battle.world, unit_named(battle.world, "red.ann")
    assert Errands(world, "red").of(it) == Errand(((1, 3),), True, frozenset({0}))
    world.put(world.root, ChangedTerrain(((DOOR, "door"),)))
    assert Errands(world, "red").of(it) == Errand(((10, 1),), True)


# Distances


def test_things_to_break_are_farther_than_open_doors() -> None:
    rows = (*VAULT[:1], "#.....+....#", *VAULT[2:])
    world = begun(drawn(text_of(rows, ann("[1, 2]"), foe("[10, 3]"), areas=""))).world
    assert dict(breakable(world)) == {DOOR: 20}
    assert with_doors_open(world).cost(DOOR) == 1
    assert (unbroken(world).cost(DOOR), unbroken(world).cost((6, 1))) == (0, 1)
    ways = Distances(world, ((7, 2),))
    assert ways((5, 2)) == 2, "through the shut door"
    assert [*ways.path((5, 2))] == [(6, 1), (7, 2)]


def test_nothing_is_breakable_where_the_rules_let_nobody_break_anything() -> None:
    level = drawn(
        '[map]\ngrid = """\na.D.b\n"""\n'
        'legend = { "." = "floor", "D" = "crate", a = { terrain = "floor", unit = "ann" },'
        ' b = { terrain = "floor", unit = "bo" } }\n'
        '[[side]]\nid = "red"\n[[side]]\nid = "blue"\n'
        '[[unit]]\nid = "ann"\nside = "red"\nkind = "brawler"\n'
        '[[unit]]\nid = "bo"\nside = "blue"\nkind = "brawler"\n',
        "contest",
    )
    assert dict(breakable(begun(level).world)) == {}


def test_damage_counts_only_on_the_thing_that_bars_the_way() -> None:
    battle = begun(drawn(text_of(VAULT, ann("[5, 2]"), foe("[10, 3]"), INTO)))
    outlook = Outlook(battle.view("red"), "red")
    world, root = outlook.world, outlook.world.root
    world.put(root, Wrecks(((DOOR, 5),)))
    assert outlook.value({(root, Wrecks): None}, 0.0) == 0
    outlook.barrier = DOOR
    assert outlook.value({(root, Wrecks): None}, 0.0) == AIM * LEVER / 4
    assert outlook.value({(root, Wrecks): Wrecks(((DOOR, 3),))}, 0.0) == AIM * LEVER / 10


# Haste


@pytest.mark.parametrize(("head", "is_hasty"), [("", True), ('rounds_winner = "red"\n', False)])
def test_sent_unit_hurries_late_in_the_battle_unless_time_is_on_its_side(
    head: str, is_hasty: bool
) -> None:
    battle = at_turn(head + text_of(VAULT, ann("[4, 1]"), foe("[4, 3]"), OPENED, INTO), "red.ann")
    steps = []
    for number in (1, 11):
        rounds = replace(battle.world.get(battle.world.root, Rounds), number=number)
        battle.world.put(battle.world.root, rounds)
        places = TileWorth(sense(battle, "red.ann"), 1.0)
        steps.append(places.one(Position((2, 3))) - places.one(Position((3, 3))))
    assert (steps[1] > steps[0] + 1) == is_hasty
    assert steps[0] > 0
