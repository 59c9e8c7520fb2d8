"""ALL-08 in every rulebook: refused uses would change nothing, and offered ones could."""

from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest

from game.core.cells import Cell
from game.engine import legality
from game.engine.battle import Battle
from game.engine.legality import rules_of
from game.systems import rounds
from game.terms.agenda import Agenda, Ask, BattleEnd, Roll
from game.terms.commands import Command, Lay, details_of, verb
from game.terms.records import Component, Entity
from game.world.battlefield import battlefield_of
from game.world.saved_state import NextId
from tests.conformance.books import Case, every_case
from tests.conformance.driver import any_faces, any_of, go_on

THINGS = ("item", "power", "spell", "ability")
"""Fields in which commands name the things that ALL-08 is about."""
KEPT = ("title", "about", "target", "targets", "shape", "range", "size", "spares", "attack", "save")
"""Fields that define the use of a thing, not its effect."""
SPENT = ("cost", "uses", "rest", "time", "kind", "ability", "reach", "concentration", "passive")
NESTED = "effect"
STOPS = 40
MOST_ASKS = 60
TRIES = 12
Faces = tuple[int, ...]
Luck = Callable[[Roll], Faces]
Place = tuple[Entity, type[Component]]

each_case = every_case()


def names_thing(kind: type[Command]) -> str | None:
    """Return the field in which a type of command names a thing, or None if it names none."""
    return next((field for field in THINGS if field in kind.__struct_fields__), None)


def played(case: Case, most: int = STOPS) -> Iterator[Battle]:
    """Yield battles at asks of random play that uses things as often as possible."""
    battle, rng = case.start(), Random(f"effects {case}")
    for _ in range(most):
        if isinstance(battle.stop, BattleEnd):
            battle = case.start()
        if isinstance(battle.stop, Ask):
            yield battle
        go_on(battle, rng)


def uses(battle: Battle, rng: Random) -> Iterator[Command]:
    """Yield commands that use a thing of the level, on any unit and anywhere, legal or not."""
    ask, level = battle.stop, battle.world.scene.level
    assert isinstance(ask, Ask)
    unit = battle.id_of(ask.unit)
    things = [id for table in level.gear.values() for id in table]
    units = [None, *(battle.id_of(one) for one in battle.units()), "front", "rear"]
    for option in rules_of(battle.book, ask).options:
        field, fields = names_thing(option.command), option.command.__struct_fields__
        if field is None:
            continue
        choices: dict[str, list[Any]] = {"unit": [unit], field: things}
        if "target" in fields:
            choices["target"] = units
        if "at" in fields:
            choices["at"] = [_tile(battle, rng) for _ in range(6)]
        hints = get_type_hints(option.command)
        needed = [name for name in fields if name in choices or not _is_optional(option, name)]
        if all(name in choices for name in needed) and hints:
            for values in product(*(choices[name] for name in needed)):
                yield option.command(**dict(zip(needed, values, strict=True)))


def _is_optional(option: Any, name: str) -> bool:
    kind = option.command
    index = kind.__struct_fields__.index(name)
    return bool(index >= len(kind.__struct_fields__) - len(kind.__struct_defaults__))


def _tile(battle: Battle, rng: Random) -> Cell:
    level = battle.world.scene.level
    return rng.randrange(level.width), rng.randrange(level.height)


# Results of a command


def state(battle: Battle) -> dict[Place, Component]:
    """Return everything in a battle, by entity and type, except the engine's own records."""
    return {
        (entity, type(component)): component
        for entity, components in battle.world.dump()
        for component in components
        if not isinstance(component, Agenda | NextId)
    }


def best(roll: Roll) -> Faces:
    """Return the highest faces."""
    return roll.dice.sides


def worst(roll: Roll) -> Faces:
    """Return the lowest faces."""
    return (1,) * len(roll.dice.sides)


def fixed(number: int) -> Luck:
    """Return a function that gives equal rolls equal random faces, whatever was rolled before."""

    def faces(roll: Roll) -> Faces:
        return any_faces(roll, Random(f"{number} {roll.why} {roll.roller} {roll.dice}"))

    return faces


def carry_out(battle: Battle, command: Command) -> None:
    """Put the effects of a command on the agenda, without processing them."""
    ask, world = battle.stop, battle.world
    assert isinstance(ask, Ask)
    world.pop()
    legality.carry_out(battle.book, world, ask, command)


def after(battle: Battle, command: Command, luck: Luck) -> Battle:
    """Return a copy of the battle after the command and all its effects, before the turn ends.

    Every ask in between gets its first answer.
    """
    copy = battle.clone()
    world, floor = copy.world, len(copy.world.frames()) - 1
    carry_out(copy, command)
    ends = [n for n, f in enumerate(world.frames(), 1) if isinstance(f.item, rounds.EndTurn)]
    floor = max([floor, *ends])
    for _ in range(MOST_ASKS):
        stop = copy.machine.advance(world, floor)
        if isinstance(stop, Roll):
            copy.machine.settle(world, luck(stop))
        elif isinstance(stop, Ask) and stop != battle.stop:
            copy.stop = stop
            carry_out(copy, copy.legal()[0])
        else:
            break
    return copy


def idle(battle: Battle, thing: str) -> Battle:
    """Return the battle in a world in which a thing has no effect at all."""
    level = battle.world.scene.level
    gear = {
        table: {id: _emptied(one) if id == thing else one for id, one in things.items()}
        for table, things in level.gear.items()
    }
    scene = battlefield_of(msgspec.structs.replace(level, gear=gear), battle.book.schema.diagonal)
    return Battle.restored(battle.book, scene, battle.snapshot())


def _emptied(thing: Any) -> Any:
    """Return a thing with its cost but without any effect."""
    fields = {field.name: field for field in msgspec.structs.fields(thing)}
    nested = fields.get(NESTED)
    if nested is not None:
        changes: dict[str, Any] = {NESTED: type(getattr(thing, NESTED))()}
        if "own" in fields:
            changes["own"] = None
        return msgspec.structs.replace(thing, **changes)
    plain = {
        name: field.default
        for name, field in fields.items()
        if name not in KEPT + SPENT and field.default is not msgspec.NODEFAULT
    }
    return msgspec.structs.replace(thing, **plain)


def differs(battle: Battle, command: Command, thing: str, luck: Luck) -> set[Place]:
    """Return the differences from using the thing without its effect."""
    done, idled = (
        state(after(battle, command, luck)),
        state(after(idle(battle, thing), command, luck)),
    )
    return {place for place in done.keys() | idled.keys() if done.get(place) != idled.get(place)}


def changed(battle: Battle, command: Command, thing: str, luck: Luck) -> set[Place]:
    """Return the differences that aren't merely a refund of the cost."""
    done, before = state(after(battle, command, luck)), state(battle)
    found = differs(battle, command, thing, luck)
    return {place for place in found if done.get(place) != before.get(place)}


# The tests


@pytest.mark.rule("ALL-08")
@each_case
def test_refused_uses_would_change_nothing_but_their_cost(case: Case) -> None:
    rng = Random(f"refused {case}")
    for battle in played(case):
        every = list(uses(battle, rng))
        rng.shuffle(every)
        refused = (
            command
            for command in every
            if (refusal := battle.why_not(command)) is not None and refusal.code == "no-effect"
        )
        for command in islice(refused, 3):
            thing = getattr(command, names_thing(type(command)) or "")
            for luck in (best, worst):
                assert changed(battle.view(_side(battle)), command, thing, luck) == set(), command


@pytest.mark.rule("ALL-08")
@each_case
def test_offered_uses_could_change_something(case: Case) -> None:
    rng = Random(f"offered {case}")
    for battle in played(case):
        used = [c for c in battle.legal() if _thing(c) and not _is_never_refused(battle, c)]
        if not used:
            continue
        command = any_of(tuple(used), rng)
        thing = _thing(command)
        assert thing is not None
        lucks = best, worst, *map(fixed, range(TRIES))
        may_reveal = _reveals(battle, command, thing)
        assert may_reveal or any(differs(battle, command, thing, luck) for luck in lucks), command


@pytest.mark.rule("ALL-08")
@each_case
def test_useless_things_are_not_listed(case: Case) -> None:
    for battle in played(case):
        for command in battle.legal():
            assert battle.why_not(command) is None, command
        for command, refusal in battle.refused():
            own = battle.why_not(command)
            assert own is not None, command
            assert own.code == refusal.code or refusal.code == "no-effect", command
            assert not own.is_moot


@pytest.mark.rule("ALL-08")
@each_case
def test_unavailable_buttons_differ_from_available_ones(case: Case) -> None:
    def button(command: Command) -> tuple[str, tuple[str, ...]]:
        return verb(command), details_of(command)

    for battle in played(case):
        available = {button(command) for command in battle.legal()}
        refused = [button(command) for command, _ in battle.refused()]
        assert available.isdisjoint(refused)
        assert len(refused) == len(set(refused)), "one command per button"


def _side(battle: Battle) -> str:
    assert isinstance(battle.stop, Ask)
    return battle.stop.side


def _thing(command: Command) -> str | None:
    field = names_thing(type(command))
    return getattr(command, field) if field else None


def _is_never_refused(battle: Battle, command: Command) -> bool:
    """Return whether a command sets a trap, or makes an attack roll, which can fail."""
    if isinstance(command, Lay):  # A trap is a change by itself.
        return True
    gear = battle.world.scene.level.gear.values()
    thing = next(table[id] for table in gear if (id := _thing(command) or "") in table)
    effect = getattr(thing, NESTED, None)
    return bool(getattr(thing, "attack", None) or getattr(effect, "attack", None))


def _reveals(view: Battle, command: Command, thing: str) -> bool:
    """Return whether the thing reveals something hidden."""
    plain = after(idle(view, thing), command, best).world.revealed
    return after(view, command, best).world.revealed > plain
