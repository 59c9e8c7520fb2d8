"""What can be answered in the sketch."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from game.components.hiding import Hidden
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.book import AskRules, Option
from game.systems import footing, unseen
from game.systems.movement import Walker, stride_left
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.commands import Command, End, Move
from game.terms.field_events import Hid
from game.terms.refusals import Refusal
from game.world import World
from game.world.names import id_of, named, side_of, tile_of
from tests.books.sketch import attacks, reactions
from tests.books.sketch.commands import Attack, Disengage, Hide, Pass, Probe, React, Ready
from tests.books.sketch.records import Disengaged, ReactAsk, Readied, Spent, TurnAsk


@dataclass(frozen=True)
class Seen:
    """The view of the side asked, and who is asked."""

    view: World
    ask: Ask
    id: str

    def for_unit(self, unit: str) -> Refusal | None:
        """Refuses a command for another unit than the one that is asked."""
        if unit == self.id:
            return None
        return Refusal("not-asked", f"{self.id!r} is asked, not {unit!r}.")

    def with_action(self, unit: str) -> Refusal | None:
        """Refuses what takes an action, when there is none left."""
        if self.view.get(self.ask.unit, Spent).action:
            return Refusal("no-action", f"{self.id!r} has used its action.", "ACT-06")
        return self.for_unit(unit)

    def walker(self) -> Walker:
        """Own tiles are passed, those of foes that are seen are closed (ALL-06)."""
        view, unit = self.view, self.ask.unit
        own, foes = set[Cell](), set[Cell]()
        for other, position in view.all(Position):
            if other != unit:
                mine = side_of(view, other) == self.ask.side
                (own if mine else foes).add(position.at)
        start, left = view.get(unit, Position).at, stride_left(view, unit)
        return Walker(view.grid, start, left, closed=frozenset(foes), passing=frozenset(own))


def _seen(view: World, ask: Ask) -> Seen:
    return Seen(view, ask, id_of(view, ask.unit))


def _just(seen: Seen, command: End | React | Pass) -> Refusal | None:
    return seen.for_unit(command.unit)


def _action(world: World, unit: int) -> None:
    world.put(unit, replace(world.get(unit, Spent), action=True))


# Moving


def _moves(seen: Seen) -> Iterable[Command]:
    return (Move(seen.id, path) for path in seen.walker().paths())


def _check_move(seen: Seen, command: Move) -> Refusal | None:
    return seen.for_unit(command.unit) or seen.walker().refusal(command.path, "ALL-06")


def _move(world: World, ask: Ask, command: Move) -> None:
    footing.begin(world, ask.unit, command.path)


# Attacking


def _attacks(seen: Seen) -> Iterable[Command]:
    view, side = seen.view, seen.ask.side
    foes = (unit for unit, _ in view.all(Position) if side_of(view, unit) != side)
    return (Attack(seen.id, id_of(view, foe)) for foe in foes)


def _check_attack(seen: Seen, command: Attack) -> Refusal | None:
    view, target = seen.view, named(seen.view, command.target)
    if refusal := seen.with_action(command.unit):
        return refusal
    if target is None or side_of(view, target) == seen.ask.side:
        return Refusal("no-foe", f"{command.target!r} is no foe.", "ACT-13")
    at = tile_of(view, target)
    if at is None:
        return Refusal("not-seen", f"Nobody knows where {command.target!r} is.", "ACT-20")
    return None if attacks.can_hit(view, seen.ask.unit, at) else _out_of_reach(at)


def _out_of_reach(at: Cell) -> Refusal:
    return Refusal("out-of-reach", f"({at[0]}, {at[1]}) cannot be hit from here.", "ALL-07")


def _attack(world: World, ask: Ask, command: Attack) -> None:
    _action(world, ask.unit)
    target = named(world, command.target)
    assert target is not None
    attacks.declare(world, ask.unit, target)


def _probes(seen: Seen) -> Iterable[Command]:
    at = tile_of(seen.view, seen.ask.unit)
    return (Probe(seen.id, cell) for cell in seen.view.grid.cells() if cell != at)


def _check_probe(seen: Seen, command: Probe) -> Refusal | None:
    view, at = seen.view, command.at
    if refusal := seen.with_action(command.unit):
        return refusal
    if not any(unseen.is_unseen(view, unit, seen.ask.side) for unit, _ in view.all(Hidden)):
        return Refusal("nobody-hides", "All foes are seen.", "ACT-20")
    if not view.grid.cost(at) or view.at(Position, at):
        return Refusal("no-hideout", f"Nobody hides at ({at[0]}, {at[1]}).", "ACT-20")
    return None if attacks.can_hit(view, seen.ask.unit, at) else _out_of_reach(at)


def _probe(world: World, ask: Ask, command: Probe) -> None:
    _action(world, ask.unit)
    attacks.probe(world, ask.unit, command.at)


# The other actions


def _check_action(seen: Seen, command: Disengage) -> Refusal | None:
    return seen.with_action(command.unit)


def _disengage(world: World, ask: Ask, command: Disengage) -> None:
    _action(world, ask.unit)
    world.put(ask.unit, Disengaged())


def _check_ready(seen: Seen, command: Ready) -> Refusal | None:
    if not attacks.weapon_of(seen.view, seen.ask.unit).reach:
        return Refusal("no-reach", f"{seen.id!r} has nothing to strike with.", "ACT-11")
    return seen.with_action(command.unit)


def _ready(world: World, ask: Ask, command: Ready) -> None:
    _action(world, ask.unit)
    world.put(ask.unit, Readied())


def _check_hide(seen: Seen, command: Hide) -> Refusal | None:
    if seen.view.has(seen.ask.unit, Hidden):
        return Refusal("hidden", f"{seen.id!r} is hidden already.", "ACT-11")
    return seen.with_action(command.unit)


def _hide(world: World, ask: Ask, command: Hide) -> None:
    _action(world, ask.unit)
    sides = (side.id for side in world.scene.level.sides)
    world.put(ask.unit, Hidden(tuple(side for side in sides if side != ask.side)))
    world.tell(Hid(unit=command.unit, rule="ACT-11"))


def _end(world: World, ask: Ask, command: End) -> None:
    world.push(EndTurn(ask.unit))


def _react(world: World, ask: ReactAsk, command: React) -> None:
    reactions.react(world, ask)


def _pass(world: World, ask: ReactAsk, command: Pass) -> None:
    """Nothing happens."""


ASKS = (
    AskRules(
        TurnAsk,
        _seen,
        (
            Option(Move, _moves, _check_move, _move, lambda s, c: s.walker().cost(c.path)),
            Option(Attack, _attacks, _check_attack, _attack),
            Option(Probe, _probes, _check_probe, _probe),
            Option(Disengage, lambda s: (Disengage(s.id),), _check_action, _disengage),
            Option(Ready, lambda s: (Ready(s.id),), _check_ready, _ready),
            Option(Hide, lambda s: (Hide(s.id),), _check_hide, _hide),
            Option(End, lambda s: (End(s.id),), _just, _end),
        ),
    ),
    AskRules(
        ReactAsk,
        _seen,
        (
            Option(React, lambda s: (React(s.id),), _just, _react),
            Option(Pass, lambda s: (Pass(s.id),), _just, _pass),
        ),
        never=Pass,
    ),
)
