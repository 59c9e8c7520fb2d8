"""Two true states that look the same to a side give the same answers to everything it can ask.

The second state is made from the first. Everything that `hide` keeps from the side is removed,
replaced by another unit's record of the same type, or given to units that had none.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from game.components.motion import Footing, Path
from game.components.unit import Placed, Position
from game.engine.battle import Battle
from game.engine.book import Book
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.events import to_json
from game.terms.records import Component, Entity, encode
from game.world.unit_names import in_play
from tests.conformance.books import Case, books, cases, every_case
from tests.conformance.driver import Wild, any_of, stops

each_case = every_case()


def all_components(battle: Battle) -> Iterator[tuple[Entity, Component]]:
    for entity, components in battle.world.dump():
        for component in components:
            yield entity, component


def shown(battle: Battle, side: str, entity: Entity, record: Component) -> Component | None:
    return battle.book.hide(battle.world, side, entity, record)


def disguised(
    battle: Battle, side: str, rng: Random, kept: tuple[type[Component], ...] = ()
) -> Battle | None:
    """Return another true state behind the same view, or None if nothing is hidden.

    Records of the types in `kept` stay unchanged.
    """
    hidden = [
        (entity, record)
        for entity, record in all_components(battle)
        if not isinstance(record, kept) and shown(battle, side, entity, record) is not record
    ]
    if not hidden:
        return None
    other = battle.clone()
    for kind in dict.fromkeys(type(record) for _, record in hidden):
        for unit in battle.units():
            old = battle.world.find(unit, kind)
            if isinstance(old, Placed) and battle.world.has(unit, Path):
                continue  # The agenda refers to both ends of the step.
            if isinstance(old, Placed):
                new: Component | None = _elsewhere(battle, old, rng)
            else:
                others = [battle.world.find(one, kind) for one in in_play(battle.world)]
                new = rng.choice(others or [None])
            if new != old and _looks(battle, side, unit, old) == _looks(battle, side, unit, new):
                _give(other, unit, kind, new)
    return other if view_of(other, side) == view_of(battle, side) else None


def _give(battle: Battle, unit: Entity, kind: type[Component], record: Component | None) -> None:
    if record is None:
        battle.world.drop(unit, kind)
    else:
        battle.world.put(unit, record)


def _elsewhere(battle: Battle, old: Placed, rng: Random) -> Placed:
    """Return the record with another free, passable tile, outside the areas of the level.

    Inside one, a trigger would be due that should already have acted.
    """
    grid, areas = battle.world.grid, battle.world.scene.level.script.areas.values()
    named = {cell for tiles in areas for cell in tiles}
    cells = (cell for cell in grid.cells() if grid.cost(cell) and cell not in named)
    free = [cell for cell in cells if not battle.world.at(Position, cell)]
    return msgspec.structs.replace(old, at=rng.choice(free)) if free else old


def _looks(battle: Battle, side: str, unit: Entity, record: Component | None) -> Any:
    return None if record is None else shown(battle, side, unit, record)


def view_of(battle: Battle, side: str) -> bytes:
    """Return everything that the side knows of the state."""
    view = battle.view(side)
    return encode(view.world.dump())


def pages(battle: Battle, side: str, wild: list[Command]) -> list[bytes]:
    """Return everything that the side can ask about the battle, as bytes."""
    view = battle.view(side)
    found = [encode(view.queue())]
    for show in (view.book.card, view.book.carrier, view.book.readied, view.book.watched):
        found += [encode(show(view.world, unit)) for unit in view.units()]
    pairs = [(unit, foe) for unit in view.units() for foe in view.units() if unit != foe]
    found += [encode(view.book.cover(view.world, unit, foe)) for unit, foe in pairs]
    if battle.asked == side:
        found += [encode(battle.legal())]
        found += [encode(battle.odds(command)) for command in battle.legal()]
        found += [encode(battle.cost(command)) for command in battle.legal()]
        found += [encode(battle.why_not(command)) for command in wild]
    return found


def log_of(battle: Battle, side: str) -> list[Any]:
    return [to_json(event) for event in battle.log(side)]


@each_case
def test_hidden_facts_change_nothing_that_a_side_can_ask(case: Case) -> None:
    rng = Random(f"secret {case}")
    for battle in stops(case.start(), rng, 60, case.start):
        for side in (side.id for side in battle.world.scene.level.sides):
            other = disguised(battle, side, rng)
            if other is None:
                continue
            wild = [Wild(battle, (), rng).command() for _ in range(6)] if battle.asked else []
            assert pages(other, side, wild) == pages(battle, side, wild)


def after_commands(case: Case, rng: Random, most: int) -> Iterator[tuple[str, Battle, Battle]]:
    """Yield a side, and two true states with one view after the same command of that side."""
    for battle in stops(case.start(), rng, most, case.start):
        if not isinstance(battle.stop, Ask):
            continue
        side = battle.stop.side
        other = disguised(battle, side, rng, kept=(Path, Footing))
        if other is None:
            continue
        for command in dict.fromkeys(any_of(battle.legal(), rng) for _ in range(4)):
            here, there = battle.clone(), other.clone()
            here.apply(command)
            there.apply(command)
            yield side, here, there


@each_case
def test_hidden_facts_change_no_events_until_they_are_revealed(case: Case) -> None:
    """Keep a planned path, because moving along it reveals it.

    If a hidden unit can react, one battle may stop earlier and have logged less.
    """
    for side, here, there in after_commands(case, Random(f"events {case}"), 60):
        if not (here.world.revealed or there.world.revealed):
            logs = log_of(here, side), log_of(there, side)
            shared = min(map(len, logs)) if here.stop != there.stop else None
            assert logs[0][:shared] == logs[1][:shared]


@each_case
def test_freely_undoable_command_has_revealed_nothing(case: Case) -> None:
    """Check that the side has learned nothing beyond its view while undo is free."""
    for side, here, there in after_commands(case, Random(f"wall {case}"), 80):
        walls = [battle.wall_of(side, as_known=True) for battle in (here, there)]
        if walls == [0, 0] and here.stop == there.stop:
            assert view_of(here, side) == view_of(there, side)


def unasked(battle: Battle, side: str) -> bool:
    """Return whether a battle asks no one, or asks the side."""
    return battle.asked in (side, None)


@pytest.mark.rule("ALL-09")
@each_case
def test_refused_undo_reveals_nothing_new(case: Case) -> None:
    """Check that two battles with the same log for the side both allow undo, or both refuse it."""
    for side, here, there in after_commands(case, Random(f"refused {case}"), 80):
        if here.stop != there.stop and not (unasked(here, side) and unasked(there, side)):
            continue
        if log_of(here, side) == log_of(there, side):
            codes = [
                refusal.code if (refusal := battle.undo(view=side)) else None
                for battle in (here, there)
            ]
            assert codes[0] == codes[1]


OPEN = next(field.default for field in msgspec.structs.fields(Book) if field.name == "hide")
"""The default `hide`, which hides nothing, so that all states look different."""


@pytest.mark.parametrize("book", [id for id, book in books().items() if book.hide is not OPEN])
def test_secrets_exist_for_these_tests(book: str) -> None:
    rng, found = Random(5), 0
    for case in cases([book]):
        for battle in stops(case.start(), rng, 40, case.start):
            sides = [side.id for side in battle.world.scene.level.sides]
            for other in (disguised(battle, side, rng) for side in sides):
                found += other is not None and other.hash() != battle.hash()
        if found > 20:
            return
    raise AssertionError(f"found only {found} other states")
