"""The hash is equal for equal states, and only for these."""

from collections.abc import Iterator

import pytest

from game.components.belongings import LaidTrap, Loot, Traps
from game.components.conditions import Condition, Conditions
from game.components.unit import Allegiance, Dead, Name, Position, Vitals
from game.terms.agenda import AgendaItem, Concession, Finish
from game.terms.events import TurnStarted
from game.terms.records import Component, Entity
from game.world import World
from tests.unit.world.worlds import empty, peopled


def test_different_histories_of_one_state_have_one_hash() -> None:
    plain, ann, bo = peopled()
    expected = plain.hash()
    world, _, _ = peopled()
    mark = world.mark()
    world.spawn(Dead())
    world.undo(mark)
    world.drop(bo, Vitals)
    world.put(ann, Position((2, 1)))
    world.put(bo, Vitals(9, 9))
    world.put(ann, Position((0, 0)))
    world.put(ann, Dead())
    world.drop(ann, Dead)
    assert world.hash() == expected


def test_hash_ignores_events_and_faces() -> None:
    world, _, _ = peopled()
    before = world.hash()
    world.tell(TurnStarted(unit="red.ann"))
    world.draw(world.height, (1, 2))
    world.reveal()
    assert world.hash() == before


CHANGES: tuple[tuple[int, Component], ...] = (
    (2, Vitals(7, 11)),
    (2, Vitals(6, 10)),
    (2, Position((0, 1))),
    (2, Dead()),
    (2, Name("red.ann", "Ann", "knight")),
    (3, Allegiance("red")),
    (3, Conditions()),
    (3, Conditions((Condition("edge", 2, 2, None, "CON-09"),))),
    (3, Conditions((Condition("edge", 2, 3),))),
    (3, Traps((LaidTrap((1, 0), "caltrops"),))),
    (4, Loot((1, 1), ("flour", "flour"))),
    (4, Vitals(7, 10)),
    (5, Vitals(7, 10)),
)


@pytest.mark.parametrize(("entity", "component"), CHANGES)
def test_any_component_changes_the_hash(entity: Entity, component: Component) -> None:
    world, _, _ = peopled()
    world.spawn()
    before = world.hash()
    world.put(entity, component)
    assert world.hash() != before


def all_components(world: World) -> Iterator[tuple[Entity, Component]]:
    for entity, components in world.dump():
        for component in components:
            yield entity, component


def test_every_missing_component_changes_the_hash() -> None:
    world, _, _ = peopled()
    before, root = world.hash(), world.root
    for entity, component in list(all_components(world)):
        if entity != root:
            mark = world.mark()
            world.drop(entity, type(component))
            assert world.hash() != before, component
            world.undo(mark)
    assert world.hash() == before


def test_agenda_and_next_id_change_the_hash() -> None:
    agendas: tuple[tuple[AgendaItem, ...], ...] = (
        (),
        (Concession("red"),),
        (Concession("blue"),),
        (Finish("red", "concede"),),
        (Concession("red"), Concession("red")),
    )
    hashes = set()
    for items in agendas:
        world, _, _ = peopled()
        world.push(*items)
        hashes.add(world.hash())
        world.spawn()
        hashes.add(world.hash())
    assert len(hashes) == 2 * len(agendas)


def test_hash_never_changes_between_versions() -> None:
    world = empty()
    world.spawn(Name("red.ann", "Ann", "brawler"), Allegiance("red"), Position((0, 0)))
    world.push(Concession("red"))
    assert world.hash() == "cbb4d7a491f7bef59ebf32ac"
