"""Placing units before the first turn, unseen by other sides."""

import json
from typing import Any

from game.components.unit import Position
from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.rules.registry import find_books
from game.terms.agenda import DeployAsk, Roll
from game.terms.commands import Concede, OfferDraw, Place, to_json
from game.world.unit_names import unit_named
from tests.odds_rows import rows_of
from tests.scenario import Play
from tests.unit.systems.scripted import scripted

DEPLOY = [
    {"side": "red", "area": "west", "units": ["red.a"]},
    {"side": "blue", "area": "east", "units": ["blue.b"]},
]
AREAS = {"west": [(0, 0), (1, 0)], "east": [(3, 0), (4, 0)]}


def both(**more: Any) -> Play:
    """Return a battle in which red places on (0, 0) and (1, 0), then blue on (3, 0) and (4, 0)."""
    return scripted("a...b", areas=AREAS, deploy=DEPLOY, absent="ab", **more)


def test_all_units_have_tiles_at_once_and_sides_place_in_order() -> None:
    play = both()
    assert (play.at("red.a"), play.at("blue.b")) == ((0, 0), (3, 0))
    assert play.asked == ("deploy", "red.a")
    assert play.legal() == ["place red.a 1,0", "done"]
    play.do("place red.a 1,0").do("done")
    assert (play.asked, play.at("red.a")) == (("deploy", "blue.b"), (1, 0))
    play.do("done")
    assert play.asked == ("turn", "red.a")


def test_every_free_tile_for_a_unit_is_offered() -> None:
    """Leave swaps of two units out: they are legal, but a click on a unit chooses that unit."""
    books = find_books().books
    battle = Battle.start(books["action"], load_level(find_level("even_money"), books))
    while isinstance(battle.stop, Roll):
        battle.settle((4,) * len(battle.stop.dice.sides))
    assert isinstance(battle.stop, DeployAsk)
    offered = {command for command in battle.legal() if isinstance(command, Place)}
    units = {command.unit for command in offered}
    tiles = {command.to for command in offered}
    held = {battle.world.get(unit_named(battle.world, unit), Position).at for unit in units}
    assert not held & tiles
    placed = {Place(unit, tile) for unit in units for tile in tiles}
    assert {command for command in placed if battle.why_not(command) is None} == offered
    swaps = {Place(unit, tile) for unit in units for tile in held}
    assert any(battle.why_not(command) is None for command in swaps)


def test_tiles_are_hidden_from_other_sides_until_all_are_ready() -> None:
    play = both().do("place red.a 1,0").do("done")
    blue = play.battle.view("blue").world
    assert not blue.has(play.unit("red.a"), Position)
    play.do("done")
    blue = play.battle.view("blue").world
    assert blue.get(play.unit("red.a"), Position).at == (1, 0)


def test_two_placements_look_the_same_to_the_next_side() -> None:
    first, second = both().do("done"), both().do("place red.a 1,0").do("done")
    seen = [
        json.dumps([play.battle.view("blue").hash(), play.events(side="blue"), play.legal()])
        for play in (first, second)
    ]
    assert seen[0] == seen[1]


def test_side_places_only_its_own_units_on_its_own_tiles() -> None:
    play = both()
    assert play.refused("place red.a 2,0").code == "not-there"
    assert play.refused("place red.a 99,0").code == "not-there"
    assert play.refused("place blue.b 4,0").code == "not-placed"
    assert play.refused("place nobody 1,0").code == "not-placed"


def test_unit_that_is_not_placed_keeps_its_tile() -> None:
    play = scripted(
        "a..b.c", areas={"any": [(0, 0), (3, 0), (4, 0)]}, deploy=[{**DEPLOY[0], "area": "any"}]
    )
    assert play.refused("place red.a 3,0").code == "taken"


def test_placement_can_be_undone_until_all_is_revealed() -> None:
    play = both().do("place red.a 1,0")
    assert play.battle.undo() is None
    assert play.at("red.a") == (0, 0)
    play.do("done").do("done")
    refusal = play.battle.undo()
    assert refusal is not None
    assert refusal.code == "behind-the-wall"


def test_number_of_placements_is_limited() -> None:
    play = both()
    for turn in range(200):
        play.do(f"place red.a {(turn + 1) % 2},0")
    assert play.refused("place red.a 1,0").code == "placed-enough"
    assert play.legal() == ["done"]


def test_side_that_concedes_while_placing_has_lost() -> None:
    play = both().do("concede")
    assert play.over is not None
    assert play.over.winner == "blue"


def test_json_form_names_the_tile() -> None:
    assert to_json(Place("red.a", (1, 0))) == {"do": "place", "unit": "red.a", "to": (1, 0)}


def test_number_of_a_sides_placements_is_hidden() -> None:
    play = both()
    before = play.battle.view("blue").hash()
    play.do("place red.a 1,0")
    assert play.battle.view("blue").hash() == before


def test_units_of_other_sides_are_not_moved_where_areas_overlap() -> None:
    areas = {"west": [(0, 0), (1, 0)], "east": [(1, 0), (4, 0)]}
    play = scripted("a...b", areas=areas, deploy=DEPLOY, absent="ab")
    assert (play.at("red.a"), play.at("blue.b")) == ((0, 0), (1, 0))
    play.do("place red.a 1,0")
    assert play.at("blue.b") == (1, 0)


def test_odds_while_placing_include_the_others() -> None:
    play = scripted(
        "a..b..c",
        areas={"west": [(0, 0)], "east": [(3, 0)], "far": [(6, 0)]},
        deploy=[*DEPLOY, {"side": "ochre", "area": "far", "units": ["ochre.c"]}],
        absent="abc",
    )
    found = play.battle.odds(Concede())
    assert [rows_of(chance) for chance in found.outcomes] == [({"unit": "red.a", "dies": True},)]


def test_draw_can_be_offered_while_placing() -> None:
    assert both().battle.why_not(OfferDraw()) is None


def test_turn_order_is_set_when_all_are_placed() -> None:
    play = scripted("a..b..c", areas=AREAS, deploy=DEPLOY, absent="ab", settings={"order": "roll"})
    play.do("concede").do("done", 3, 5)
    assert play.asked == ("turn", "ochre.c")


def test_triggers_do_not_happen_while_placing() -> None:
    trigger = {"when": [{"count": {"at_most": 2}}], "do": [{"message": "now"}]}
    play = scripted("a..b..c", areas=AREAS, deploy=DEPLOY, absent="ab", triggers=[trigger])
    play.do("concede")
    assert play.events("message") == []
    play.do("done")
    assert len(play.events("message")) == 1
