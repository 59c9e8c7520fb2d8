"""Cached results hold for equal states, and come back when a trial is undone."""

from random import Random

import pytest

from game.components.unit import Position, Vitals
from game.terms.agenda import Agenda
from game.world import World
from tests.unit.world.worlds import peopled


class Counted:
    """A result that counts how often it is found."""

    def __init__(self, world: World) -> None:
        self.world, self.count = world, 0

    def life(self) -> dict[int, int]:
        self.count += 1
        return {unit: vitals.life for unit, vitals in self.world.all(Vitals)}

    def known(self) -> dict[int, int]:
        return self.world.once("life", self.life, (Vitals,))


def test_result_holds_until_a_component_that_it_reads_is_written() -> None:
    world, ann, bo = peopled()
    life = Counted(world)
    assert life.known()[ann] == 7
    world.put(bo, Position((1, 1)))
    life.known()
    assert life.count == 1
    world.put(ann, Vitals(4, 10))
    assert life.known()[ann] == 4
    assert life.count == 2


def test_result_from_before_a_trial_holds_again_after_it() -> None:
    world, ann, _ = peopled()
    life = Counted(world)
    life.known()
    mark = world.mark()
    world.put(ann, Vitals(1, 10))
    assert life.known()[ann] == 1
    world.undo(mark)
    assert life.known()[ann] == 7
    assert life.count == 2
    world.put(ann, Vitals(1, 10))
    assert life.known()[ann] == 1
    assert life.count == 3


def test_result_of_a_trial_never_outlives_it() -> None:
    world, ann, _ = peopled()
    life, mark = Counted(world), world.mark()
    world.put(ann, Vitals(1, 10))
    world.put(ann, world.get(ann, Vitals))
    life.known()
    world.undo(mark)
    assert life.known()[ann] == 7


def test_result_without_types_holds_for_one_state_only() -> None:
    world, ann, _ = peopled()
    found = [0]

    def find() -> int:
        found[0] += 1
        return world.get(ann, Vitals).life

    mark = world.mark()
    assert world.once("any", find) == 7
    world.set_agenda(Agenda())
    assert world.once("any", find) == 7
    assert found[0] == 2
    world.put(ann, Vitals(2, 10))
    assert world.once("any", find) == 2
    world.undo(mark)
    assert world.once("any", find) == 7
    assert found[0] == 3


@pytest.mark.parametrize("seed", range(12))
def test_cached_results_equal_fresh_ones_whatever_is_written_and_undone(seed: int) -> None:
    rng, (world, ann, bo) = Random(seed), peopled()
    marks = [world.mark()]

    def life() -> dict[int, int]:
        return {unit: vitals.life for unit, vitals in world.all(Vitals)}

    def places() -> dict[int, tuple[int, int]]:
        return {unit: stand.at for unit, stand in world.all(Position)}

    for _ in range(300):
        unit = rng.choice((ann, bo))
        match rng.randrange(6):
            case 0:
                world.put(unit, Vitals(rng.randrange(3), 10))
            case 1:
                world.drop(unit, Vitals)
            case 2:
                world.put(unit, Position((rng.randrange(3), rng.randrange(2))))
            case 3:
                marks.append(world.mark())
            case 4 if len(marks) > 1:
                world.undo(marks.pop())
            case _:
                world.set_agenda(Agenda())
        both = life(), places()
        assert world.once("life", life, (Vitals,)) == both[0]
        assert world.once("places", places, (Position,)) == both[1]
        assert world.once("both", lambda: (life(), places()), (Position, Vitals)) == both
        assert world.once("all", lambda: (life(), places())) == both
