"""Reading and writing: in order of id, through one path, with indexes kept up to date."""

from random import Random

import esper
import pytest

from game.components.belongings import Loot
from game.components.unit import Allegiance, Dead, Name, Placed, Position, Vitals
from game.terms.records import Component, Entity
from game.world import World
from tests.unit.world.worlds import empty, peopled


def test_get_find_and_has_agree() -> None:
    world, ann, bo = peopled()
    assert world.get(ann, Vitals) == Vitals(7, 10)
    assert world.find(bo, Allegiance) == Allegiance("blue")
    assert world.find(ann, Dead) is None
    assert world.has(ann, Position)
    assert not world.has(ann, Dead)
    with pytest.raises(KeyError):
        world.get(ann, Dead)


def test_worlds_answer_with_their_own_data_whichever_was_written_last() -> None:
    world, ann, _ = peopled()
    other, _, _ = peopled()
    other.put(ann, Vitals(3, 10))
    assert world.get(ann, Vitals) == Vitals(7, 10)
    world.put(ann, Dead())
    assert not other.has(ann, Dead)
    assert other.find(ann, Dead) is None
    assert dict(other.all(Vitals))[ann] == Vitals(3, 10)


def test_putting_an_equal_component_does_not_count_as_writing() -> None:
    world, ann, _ = peopled()
    before, hurt = world.writes, world.get(ann, Vitals)
    world.put(ann, hurt)
    assert world.writes == before
    world.put(ann, Vitals(1, 10))
    assert world.writes > before


def test_undo_and_clone_leave_other_worlds_alone() -> None:
    world, ann, bo = peopled()
    mark = world.mark()
    world.put(ann, Vitals(1, 10))
    copy = world.clone()
    other, _, _ = peopled()
    world.undo(mark)
    assert [w.get(ann, Vitals).life for w in (world, copy, other)] == [7, 1, 7]
    copy.strip(bo)
    assert world.has(bo, Position)
    assert other.has(bo, Position)


def test_table_for_reading_equals_the_contents_of_esper() -> None:
    world, ann, bo = peopled()
    other, _, _ = peopled()
    mark = world.mark()
    world.put(ann, Dead())
    world.drop(bo, Position)
    world.undo(mark)
    world.put(bo, Vitals(2, 10))
    esper.switch_world(world._world)
    for entity, components in world.dump():
        assert set(esper.components_for_entity(entity)) == set(components)
    assert other.get(bo, Vitals) != world.get(bo, Vitals)


def test_entities_come_in_order_of_id_whatever_the_history() -> None:
    world = empty()
    units = [world.spawn() for _ in range(6)]
    for unit in (units[4], units[0], units[5], units[2]):
        world.put(unit, Vitals(unit, 9))
    world.drop(units[4], Vitals)
    world.put(units[1], Vitals(1, 9))
    world.put(units[4], Vitals(4, 9))
    expected = (units[0], units[1], units[2], units[4], units[5])
    assert world.ids(Vitals) == expected
    assert tuple(entity for entity, _ in world.all(Vitals)) == expected


def test_all_allows_writes_while_it_is_read() -> None:
    world, ann, bo = peopled()
    for unit, position in world.all(Position):
        world.put(unit, Position((position.at[0], 0)))
        world.put(unit, Dead())
    assert world.ids(Dead) == (ann, bo)


def test_put_replaces_a_component_of_the_same_type() -> None:
    world, ann, _ = peopled()
    world.put(ann, Vitals(1, 10))
    assert world.get(ann, Vitals) == Vitals(1, 10)
    assert world.ids(Vitals).count(ann) == 1


def test_dropping_a_missing_component_writes_nothing() -> None:
    world, ann, _ = peopled()
    writes, mark = world.writes, world.mark()
    world.drop(ann, Dead)
    assert world.writes == writes
    assert world.touched(mark) == {}


def test_every_write_is_counted_and_journalled() -> None:
    world, ann, bo = peopled()
    writes, mark = world.writes, world.mark()
    world.put(ann, Vitals(6, 10))
    world.put(ann, Vitals(5, 10))
    world.drop(bo, Position)
    assert world.writes == writes + 3
    assert world.touched(mark) == {(ann, Vitals): Vitals(7, 10), (bo, Position): Position((2, 1))}


def test_strip_keeps_the_named_types() -> None:
    world, ann, bo = peopled()
    world.strip(bo, keep=(Name, Allegiance))
    assert [type(c) for c in dict(world.dump())[bo]] == [Allegiance, Name]
    assert world.at(Position, (2, 1)) == ()
    assert world.ids(Position) == (ann,)
    world.strip(ann)
    assert ann not in dict(world.dump())


# Tiles


def test_units_are_found_by_tile_in_order_of_id() -> None:
    world, ann, bo = peopled()
    assert world.at(Position, (0, 0)) == (ann,)
    assert world.at(Position, (1, 0)) == ()
    world.put(bo, Position((1, 0)))
    world.put(ann, Position((1, 0)))
    assert world.at(Position, (1, 0)) == (ann, bo)
    assert world.at(Position, (0, 0)) == ()
    assert world.at(Loot, (1, 0)) == ()


def slow_at(world: World, kind: type[Placed], cell: tuple[int, int]) -> tuple[Entity, ...]:
    """Return the same as the index, by checking every entity."""
    return tuple(
        entity
        for entity, components in world.dump()
        if any(type(c) is kind and isinstance(c, Placed) and c.at == cell for c in components)
    )


@pytest.mark.parametrize("asked", [1.0, 0.1], ids=["each time", "seldom"])
@pytest.mark.parametrize("seed", range(8))
def test_indexes_follow_every_write_and_undo(seed: int, asked: float) -> None:
    rng, (world, _, _) = Random(seed), peopled()
    marks = [world.mark()]
    for _ in range(120):
        entity = Entity(rng.choice((2, 3, 4, world.spawn() if rng.random() < 0.1 else 4)))
        cell = (rng.randrange(3), rng.randrange(2))
        match rng.randrange(5):
            case 0:
                world.put(entity, Loot(cell, ("flour",)))
            case 1:
                world.drop(entity, Position)
            case 2:
                marks.append(world.mark())
            case 3 if len(marks) > 1 and rng.random() < 0.3:
                world.undo(marks.pop())
            case _:
                world.put(entity, Position(cell))
        if rng.random() >= asked:
            continue
        indexed: tuple[type[Component], ...] = (Position, Loot)
        for kind in indexed:
            held = [e for e, components in world.dump() if kind in map(type, components)]
            assert world.ids(kind) == tuple(held)
        for at in ((x, y) for x in range(3) for y in range(2)):
            assert world.at(Position, at) == slow_at(world, Position, at)
            assert world.at(Loot, at) == slow_at(world, Loot, at)
