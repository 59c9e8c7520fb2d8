"""Undo, marks, ids, clones, and worlds that are no longer used."""

import gc

import esper

from game.components.unit import Dead, Name, Position, Vitals
from game.terms.agenda import Agenda, Concession, Finish, Frame
from game.terms.events import TurnStarted
from game.world import World
from tests.unit.world.worlds import empty, peopled


def test_undo_goes_back_to_the_mark() -> None:
    world, ann, bo = peopled()
    before, mark = world.hash(), world.mark()
    world.put(ann, Vitals(1, 10))
    world.put(ann, Vitals(2, 10))
    world.drop(bo, Position)
    world.put(bo, Dead())
    world.strip(ann)
    world.undo(mark)
    assert world.hash() == before
    assert world.get(ann, Vitals) == Vitals(7, 10)
    assert world.at(Position, (2, 1)) == (bo,)


def test_marks_nest() -> None:
    world, ann, _ = peopled()
    outer = world.mark()
    world.put(ann, Vitals(5, 10))
    inner, between = world.mark(), world.hash()
    world.put(ann, Vitals(3, 10))
    world.undo(inner)
    assert world.hash() == between
    world.undo(outer)
    assert world.get(ann, Vitals) == Vitals(7, 10)


def test_undo_removes_events_and_faces() -> None:
    world, _, _ = peopled()
    world.tell(TurnStarted(unit="red.ann"))
    thrown: tuple[int, ...] = (3,)
    world.draw(world.height, thrown)
    mark = world.mark()
    world.tell(TurnStarted(unit="blue.bo"))
    world.draw(world.height, (3, 4))
    world.undo(mark)
    assert [told.event for told in world.log] == [TurnStarted(unit="red.ann")]
    assert world.faces == thrown


def test_undo_counts_as_writing() -> None:
    world, ann, _ = peopled()
    mark = world.mark()
    world.put(ann, Vitals(1, 10))
    writes = world.writes
    world.undo(mark)
    assert world.writes > writes


def test_id_of_an_undone_spawn_is_given_again() -> None:
    world, _, _ = peopled()
    mark, before = world.mark(), world.hash()
    first = world.spawn(Name("red.new", "New", "brawler"), Position((1, 0)))
    once = world.hash()
    world.undo(mark)
    assert world.hash() == before
    second = world.spawn(Name("red.new", "New", "brawler"), Position((1, 0)))
    assert second == first
    assert world.hash() == once


def test_ids_go_up_by_one() -> None:
    world = empty()
    assert [world.spawn() for _ in range(3)] == [2, 3, 4]


def test_quiet_world_logs_nothing() -> None:
    world, _, _ = peopled()
    world.quiet = True
    world.tell(TurnStarted(unit="red.ann"))
    world.reveal()
    assert world.log == []
    assert world.revealed == 0


# The agenda


def test_last_item_pushed_is_on_top() -> None:
    world = empty()
    world.push(Concession("red"), Concession("blue"))
    world.push(Finish(None, "agreed"))
    assert world.pop() == Finish(None, "agreed")
    assert world.frames() == (Frame(Concession("red")), Frame(Concession("blue")))
    world.clear_agenda()
    assert world.get(world.root, Agenda) == Agenda()


def test_agenda_is_part_of_undo_and_hash() -> None:
    world = empty()
    mark, before = world.mark(), world.hash()
    world.push(Concession("red"))
    assert world.hash() != before
    world.undo(mark)
    assert world.hash() == before


# Clones


def test_clone_is_equal_and_independent() -> None:
    world, ann, bo = peopled()
    world.draw(world.height, (6,))
    other = world.clone()
    assert other.hash() == world_hash(world)
    assert other.faces == (6,)
    other.put(ann, Vitals(1, 10))
    other.spawn(Position((1, 1)))
    other.drop(bo, Position)
    changed = other.hash()
    assert world.get(ann, Vitals) == Vitals(7, 10)
    assert world.at(Position, (2, 1)) == (bo,)
    world.put(ann, Vitals(2, 10))
    assert other.hash() == changed
    assert other.get(ann, Vitals) == Vitals(1, 10)


def test_clone_spawns_the_same_ids() -> None:
    world, _, _ = peopled()
    world.spawn()
    other = world.clone()
    taken = other.spawn()
    assert world.spawn() == taken


def test_clone_passes_components_through_hide() -> None:
    world, ann, bo = peopled()
    other = world.clone(lambda e, all: [c for c in all if (e, type(c)) != (bo, Position)])
    assert not other.has(bo, Position)
    assert other.has(ann, Position)
    assert other.at(Position, (2, 1)) == ()


def world_hash(world: World) -> str:
    return world.hash()


# Freeing


def test_unused_worlds_are_freed() -> None:
    gc.collect()
    before = set(esper.list_worlds())
    for _ in range(50):
        world, _, _ = peopled()
        world.clone()
    del world
    gc.collect()
    assert len(set(esper.list_worlds()) - before) <= 1, "only the current world can be left"
