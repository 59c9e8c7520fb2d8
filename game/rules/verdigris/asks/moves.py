"""Moving, standing up, mounting (VER-05, VER-06, VER-18, VER-25, VER-35)."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from game.core.cells import Cell
from game.rules.verdigris import attacks, events, figures, mounts, moves
from game.rules.verdigris.asks.seen import Seen
from game.rules.verdigris.commands import Creep, GetDown, GetUp
from game.rules.verdigris.records import Mounted
from game.systems import hazards
from game.terms.agenda import Ask
from game.terms.battlefield_commands import Stand
from game.terms.commands import Move
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option, WalkRisks
from game.world.unit_names import ids_of

Walk = TypeVar("Walk", Move, Creep)


def _walks(seen: Seen, kind: type[Walk]) -> Iterable[Walk]:
    if seen.with_move(seen.id) or seen.on_feet():
        return
    for path in moves.paths(seen.view, seen.unit, kind is Creep).values():
        yield kind(seen.id, path)


def _one_step(seen: Seen, kind: type[Walk]) -> Iterable[Walk]:
    """Sample a move by one step."""
    around = seen.view.grid.neighbours(seen.at)
    return (kind(seen.id, (cell,)) for cell, _ in around[:1])


def _check(seen: Seen, command: Move | Creep) -> Refusal | None:
    flaw = seen.with_move(command.unit) or seen.on_feet()
    careful = isinstance(command, Creep)
    return flaw or moves.refusal(seen.view, seen.unit, command.path, careful)


def _struck(seen: Seen, command: Move | Creep) -> dict[Entity, Cell]:
    """Return the foes that can attack on the path, or on leaving a melee, each with the tile."""
    if moves.is_leaving(seen.view, seen.unit, command.path[-1]):
        return dict.fromkeys(moves.hinderers(seen.view, seen.unit), seen.at)
    return moves.strikers(seen.view, seen.unit, command.path, isinstance(command, Creep))


def _facts(seen: Seen, command: Move | Creep) -> TextFacts:
    is_leaving = moves.is_leaving(seen.view, seen.unit, command.path[-1])
    strikers = ids_of(seen.view, _struck(seen, command))
    leaving = "leaving_one" if len(strikers) == 1 else "leaving"
    return {
        "leaving": leaving if is_leaving else None,
        "strikers": strikers,
        "harms": hazards.along(seen.view, seen.at, command.path),
    }


def _risks(seen: Seen, command: Move | Creep) -> WalkRisks:
    struck, harms = _struck(seen, command), hazards.along(seen.view, seen.at, command.path)
    tiles = dict.fromkeys((*struck.values(), *(harm.at for harm in harms)))
    return WalkRisks(ids_of(seen.view, struck), tuple(tiles))


def _go(world: World, ask: Ask, command: Move | Creep) -> None:
    moves.spend_move(world, ask.unit)
    moves.set_out(world, ask.unit, command.path, isinstance(command, Creep))


# Standing up, mounting and dismounting


def _check_stand(seen: Seen, command: Stand) -> Refusal | None:
    if not figures.has(seen.view, seen.unit, "prone"):
        return Refusal("not-prone", "VER-18", is_moot=True, unit=seen.id)
    return seen.with_move(command.unit)


def _stand(world: World, ask: Ask, command: Stand) -> None:
    moves.spend_move(world, ask.unit)
    world.tell(events.GotToFeet(unit=command.unit, rule="VER-18"))
    attacks.lift(world, ask.unit, "prone", "VER-18")


def _check_up(seen: Seen, command: GetUp) -> Refusal | None:
    mounted = seen.view.find(seen.unit, Mounted)
    if mounted is None or mounted.ridden:
        return Refusal("no-mount", "VER-35", variant="none", is_moot=True, unit=seen.id)
    return seen.with_move(command.unit) or seen.on_feet()


def _get_up(world: World, ask: Ask, command: GetUp) -> None:
    moves.spend_move(world, ask.unit)
    world.put(ask.unit, replace(world.get(ask.unit, Mounted), ridden=True))
    world.tell(events.GotUp(unit=command.unit, rule="VER-35"))


def _check_down(seen: Seen, command: GetDown) -> Refusal | None:
    if not figures.rides(seen.view, seen.unit):
        return Refusal("no-mount", "VER-35", is_moot=True, unit=seen.id)
    return seen.with_move(command.unit)


def _get_down(world: World, ask: Ask, command: GetDown) -> None:
    moves.spend_move(world, ask.unit)
    world.tell(events.GotDown(unit=command.unit, rule="VER-35"))
    mounts.leave(world, ask.unit)


OPTIONS = (
    Option(
        *(Move, lambda seen: _walks(seen, Move), _check, _go),
        facts=_facts,
        samples=lambda seen: _one_step(seen, Move),
        is_sound=True,
        risks=_risks,
    ),
    Option(Stand, lambda seen: (Stand(seen.id),), _check_stand, _stand),
    Option(GetUp, lambda seen: (GetUp(seen.id),), _check_up, _get_up),
    Option(GetDown, lambda seen: (GetDown(seen.id),), _check_down, _get_down),
)
CREEP = Option(
    *(Creep, lambda seen: _walks(seen, Creep), _check, _go),
    facts=_facts,
    samples=lambda seen: _one_step(seen, Creep),
    is_sound=True,
    risks=_risks,
)
