"""The threat display: units attacked in a foe's turn were on threatened tiles."""

from collections.abc import Callable

import pytest

from game.ai.threats import expected_harm, threatened
from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.core.paths import reach
from game.engine.battle import Battle
from game.rules.action.combat.walking import TurnWalks, way_of
from game.rules.action.units.conditions import stride_of
from game.systems.movement_dice import Allowance
from game.terms.changes import DAMAGE
from game.terms.commands import Command, Move, from_text
from game.terms.records import Entity
from game.world.unit_names import id_of, tile_of, unit_by_id, unit_named
from tests.ai.playing import begun, drawn, level, play, seated
from tests.rules.action.scene import scene as action
from tests.rules.verdigris.scene import scene as verdigris
from tests.scenario import Play

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
    play(battle, seated(battle, "soldier"), most=140, watch=witness)
    assert witness.seen > 2


@pytest.mark.parametrize("name", ["after_hours", "grey_pack", "toll_bar"])
def test_kept_threats_and_moves_equal_those_found_anew(name: str) -> None:
    """Compare each view, which keeps what changes leave true, with a copy that knows nothing."""
    battle = begun(level(name))
    compared = 0

    def watch(battle: Battle, command: Command) -> None:
        nonlocal compared
        for side in battle.world.scene.level.sides:
            view, hints = battle.view(side.id).world, battle.book.hints
            anew = view.clone()
            assert threatened(view, hints, side.id) == threatened(anew, hints, side.id)
            for unit in view.ids(Position):
                kept, plain = way_of(view, unit), way_of(anew, unit)
                assert kept.start == plain.start
                assert (kept.closed, kept.taken) == (plain.closed, plain.taken)
                for budget in (2, stride_of(view, unit)):
                    assert kept.ended(budget) == plain.ended(budget)
                    assert kept.reached(budget).costs == plain.reached(budget).costs
                    compared += 1

    play(battle, seated(battle, "random"), most=60, watch=watch)
    assert compared > 500


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


# Expected damage


def harm_of(battle: Battle, foe: str, on: dict[Cell, Entity] | None = None) -> dict[Cell, float]:
    """Return the expected damage of a blue unit to red's first unit, or to those in `on`."""
    world = battle.world
    red = unit_named(world, "red.ann")
    return expected_harm(world, battle.book.hints, unit_named(world, foe), red, on or {})


def mean_by_odds(play: Play, command: str, target: str) -> float:
    """Return the mean damage of a command to a unit, from its exact odds."""
    odds = play.battle.odds(from_text(command, play.book.commands), "never")
    dealt = 0
    for one in odds.outcomes:
        dealt += one.weight * sum(c.amount(DAMAGE) or 0 for c in one.changes if c.unit == target)
    return dealt / odds.of


TOUGH = {"life": 60}


@pytest.mark.parametrize(
    ("begin", "rows", "a", "weapon"),
    [
        (action, "a..p", {"weapons": ["bow"]}, "bow"),
        (action, "ap", {"weapons": ["blade"]}, "blade"),
        (verdigris, "ap", {"skills": {"melee": 3}}, "blade"),
    ],
)
def test_expected_damage_is_the_mean_of_the_odds(
    begin: Callable[..., Play], rows: str, a: dict[str, object], weapon: str
) -> None:
    play = begin(rows, a=a, p=TOUGH)
    command = f"attack red.a blue.p {weapon}"
    world, unit, foe = play.battle.world, play.unit("red.a"), play.unit("blue.p")
    at = world.get(foe, Position).at
    found = expected_harm(world, play.book.hints, unit, foe, {})
    assert found[at] == pytest.approx(mean_by_odds(play, command, "blue.p"))
    assert found[at] > 0


def test_long_range_is_expected_to_do_less() -> None:
    far = action("a" + "." * 30 + "p", a={"weapons": ["bow"], "speed": 5})
    world, unit, foe = far.battle.world, far.unit("red.a"), far.unit("blue.p")
    found = expected_harm(world, far.book.hints, unit, foe, {})
    assert len({round(damage, 6) for damage in found.values()}) > 1
    assert found[2, 0] == max(found.values()) > found[max(found)]


def test_damage_is_that_to_the_unit_on_the_tile() -> None:
    play = action(
        "a..\n.pq",
        a={"weapons": ["blade"], "speed": 30},
        q={"armour": None, "life": 9, "agility": -3},
    )
    world, unit = play.battle.world, play.unit("red.a")
    p, q = play.unit("blue.p"), play.unit("blue.q")
    at = world.get(q, Position).at
    assert expected_harm(world, play.book.hints, unit, p, {at: q})[at] == pytest.approx(
        expected_harm(world, play.book.hints, unit, q, {})[at]
    )


def test_every_threatened_tile_has_its_damage() -> None:
    battle = begun(drawn(HOLDER.replace("BEHAVIOUR", "{}")))
    found = harm_of(battle, "blue.bo")
    assert set(found) == threat_of("{}")
    assert all(damage > 0 for damage in found.values())


@pytest.mark.parametrize("name", ["yard", "opera_box"])
def test_foe_that_rolls_its_movement_threatens_as_far_as_it_can_roll(name: str) -> None:
    battle = begun(level(name))
    world, seen = battle.world, shown(battle, "red")
    units = [unit for unit, _ in world.all(Allowance) if id_of(world, unit) in seen]
    assert units
    for unit in units:
        closed = {c for u, p in world.all(Position) if u != unit for c in p.cells}
        most = Dice.of(world.get(unit, Allowance).dice).highest
        here = world.get(unit, Position).at
        ways = reach(world.grid, here, most, closed=frozenset(closed)).costs
        assert seen[id_of(world, unit)] == set(ways)
        assert max(ways.values()) == most


@pytest.mark.parametrize("name", ["toll_bar", "grey_pack", "under_the_mill"])
def test_ends_of_moves_are_the_ends_of_their_paths(name: str) -> None:
    world = begun(level(name)).world
    for unit, _ in world.all(Position):
        walks = TurnWalks(world, unit, stride_of(world, unit))
        assert list(walks.ends()) == [path[-1] for path in walks.paths()], id_of(world, unit)
