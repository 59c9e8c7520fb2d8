"""The threat display: units attacked in a foe's turn were on threatened tiles."""

import pytest

from game.ai.threats import threatened
from game.core.cells import Cell
from game.engine.battle import Battle
from game.terms.commands import Command, Move
from game.world.unit_names import id_of, tile_of, unit_by_id, unit_named
from tests.ai.playing import begun, drawn, level, play, seated

Threats = dict[str, frozenset[Cell]]


def shown(battle: Battle, side: str) -> Threats:
    view = battle.view(side)
    return threatened(view.world, view.book.hints, side)


class Witness:
    """Observer that records the threats when a turn starts, and checks every attack in it."""

    def __init__(self) -> None:
        self.turn: str | None = None
        self.by_side: dict[str, Threats] = {}
        self.seen = 0

    def __call__(self, battle: Battle, command: Command) -> None:
        ask = battle.stop
        unit = getattr(command, "unit", None)
        if getattr(ask, "name", "") != "turn" or unit is None:
            return
        sides = [side.id for side in battle.world.scene.level.sides]
        if unit != self.turn:
            self.turn = unit
            self.by_side = {side: shown(battle, side) for side in sides}
        target = getattr(command, "target", None)
        if type(command).__name__ != "Attack" or target is None:
            return
        victim = unit_by_id(battle.world, target)
        assert victim is not None
        side, at = battle.side_of(victim), tile_of(battle.world, victim)
        known = self.by_side[side]
        if side != battle.side_of(unit_named(battle.world, unit)) and unit in known:
            self.seen += 1
            assert at in known[unit], (unit, target, at)


@pytest.mark.parametrize("name", ["after_hours", "grey_pack"])
def test_attacked_unit_was_on_a_threatened_tile(name: str) -> None:
    battle, witness = begun(level(name)), Witness()
    play(battle, seated(battle, "soldier"), most=70, watch=witness)
    assert witness.seen > 2


HOLDER = """
[map]
grid = '''
..........
..........
..........
'''
legend = { "." = "floor" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "warden"
at = [0, 1]
[[unit]]
id = "bo"
side = "blue"
kind = "bailiff"
at = [6, 1]
behaviour = BEHAVIOUR
[[area]]
id = "post"
rect = [5, 0, 3, 3]
"""


def threat_of(behaviour: str) -> frozenset[Cell]:
    battle = begun(drawn(HOLDER.replace("BEHAVIOUR", behaviour)))
    return threatened(battle.world, battle.book.hints, "red")["blue.bo"]


def test_holding_unit_threatens_from_its_own_tile_only() -> None:
    assert threat_of("{ hold = true }") == {(x, y) for x in (5, 6, 7) for y in (0, 1, 2)}


def test_guarding_unit_threatens_from_its_area_only() -> None:
    assert threat_of('{ guard = "post" }') == {(x, y) for x in (4, 5, 6, 7, 8) for y in (0, 1, 2)}


def test_free_unit_threatens_as_far_as_it_can_move_and_reach() -> None:
    assert threat_of("{}") == {(x, y) for x in range(10) for y in range(3)}


@pytest.mark.parametrize("behaviour", ["{ hold = true }", '{ guard = "post" }'])
def test_behaviour_is_followed_in_play(behaviour: str) -> None:
    """Let red approach; blue must never leave its allowed tiles."""
    battle = begun(drawn(HOLDER.replace("BEHAVIOUR", behaviour)))
    allowed = {(x, y) for x in (5, 6, 7) for y in (0, 1, 2)}

    def watch(battle: Battle, command: Command) -> None:
        if isinstance(command, Move) and command.unit == "blue.bo":
            assert "hold" not in behaviour
            assert command.path[-1] in allowed

    play(battle, seated(battle, "soldier"), watch=watch)
    assert id_of(battle.world, battle.units()[1]) == "blue.bo"
