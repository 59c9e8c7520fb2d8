"""The threat display shows exactly the tiles that can be attacked."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ai.threats import hurt_from
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.hints import Hints
from game.rules.action.book import BOOK as ACTION
from game.rules.action.combat import aiming
from game.rules.verdigris import attacks, figures
from game.rules.verdigris.book import BOOK as VERDIGRIS
from game.world import World
from tests.rules.action.scene import scene as action
from tests.rules.verdigris.scene import scene as verdigris
from tests.scenario import Play

SIGNS = "........###+o="
"""Signs on random maps: floor, walls, impassable terrain, and partial cover."""


@st.composite
def rows(draw: st.DrawFn) -> str:
    """Draw a map with red's a and blue's p in opposite corners."""
    width, height = draw(st.integers(3, 8)), draw(st.integers(3, 8))
    area = width * height
    sparse = draw(st.booleans())
    signs = "." * 7 + "#" if sparse else SIGNS
    tiles = draw(st.lists(st.sampled_from(signs), min_size=area, max_size=area))
    tiles[0], tiles[-1] = "a", "p"
    return "\n".join("".join(tiles[at : at + width]) for at in range(0, area, width))


def free(world: World) -> list[Cell]:
    return [cell for cell in world.grid.cells() if world.grid.cost(cell)]


def shown(play: Play, hints: Hints, at: Cell) -> frozenset[Cell]:
    """Return the tiles that red's unit threatens from a tile."""
    world, unit = play.battle.world, play.unit("red.a")
    world.put(unit, Position(at))
    return hurt_from(world, hints, unit, (at,))


@pytest.mark.rule("ALL-07")
@pytest.mark.parametrize("weapon", ["bow", "blade"])
@settings(max_examples=40, deadline=None)
@given(drawn=rows(), data=st.data())
def test_threats_in_action_are_exact(weapon: str, drawn: str, data: st.DataObject) -> None:
    play = action(drawn, a={"weapons": [weapon]})
    world, unit = play.battle.world, play.unit("red.a")
    for at in data.draw(st.lists(st.sampled_from(free(world)), min_size=1, max_size=4)):
        found = shown(play, ACTION.hints, at)
        for cell in set(free(world)) - {at}:
            can = aiming.obstacle(world, unit, Position(cell), weapon) is None
            assert (cell in found) == can, (at, cell)


@pytest.mark.rule("ALL-07")
@settings(max_examples=60, deadline=None)
@given(drawn=rows(), data=st.data())
def test_threats_in_verdigris_are_exact(drawn: str, data: st.DataObject) -> None:
    play = verdigris(drawn, a={"weapon": "bow", "skills": {"bows": 3}})
    world = play.battle.world
    arms = figures.weapon(world, "bow")
    for at in data.draw(st.lists(st.sampled_from(free(world)), min_size=1, max_size=4)):
        found = shown(play, VERDIGRIS.hints, at)
        for cell in set(free(world)) - {at}:
            assert (cell in found) == (attacks.unseen(world, at, cell, arms, 0) is None)


@pytest.mark.rule("ALL-07")
@settings(max_examples=40, deadline=None)
@given(drawn=rows())
def test_unit_that_can_be_attacked_can_attack(drawn: str) -> None:
    play = action(drawn, a={"weapons": ["bow"]})
    world, unit = play.battle.world, play.unit("red.a")
    for at, cell in product(free(world), repeat=2):
        world.put(unit, Position(at))
        there = aiming.obstacle(world, unit, Position(cell), "bow")
        world.put(unit, Position(cell))
        assert there == aiming.obstacle(world, unit, Position(at), "bow")


@pytest.mark.rule("ALL-07")
def test_tiles_behind_glass_are_not_threatened() -> None:
    play = verdigris("a.+p", a={"weapon": "bow", "skills": {"bows": 3}})
    assert shown(play, VERDIGRIS.hints, (0, 0)) == {(0, 0), (1, 0)}
