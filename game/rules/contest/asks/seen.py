"""What every ask of Contest is judged by, and what several of them share."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.contest import fights
from game.rules.contest.commands import Chase
from game.rules.contest.records import ChaseAsk, EngageAsk, Fleeing
from game.systems import items
from game.systems.movement import Walker, stride_left
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.world import World
from game.world.names import id_of, named, others_at


class Seen(msgspec.Struct, frozen=True):
    """What every ask of Contest is judged by: the view of the side asked, and who is asked."""

    view: World
    ask: Ask
    id: str
    walker: Walker
    hand: tuple[str, ...]

    def for_unit(self, unit: str) -> Refusal | None:
        """Refuses a command for another unit than the one that is asked."""
        if unit == self.id:
            return None
        if named(self.view, unit) is None:
            return Refusal("unknown-unit", f"There is no unit {unit!r}; {self.id!r} is asked.")
        return Refusal("not-asked", f"{self.id!r} is asked, not {unit!r}.")

    def held(self, item: str, target: str, rule: str) -> Refusal | None:
        """Refuses an item that is not in the hand, or not for this target."""
        if item not in self.hand:
            return Refusal("not-in-hand", f"{self.id!r} has no item {item!r} in hand.", rule)
        kind = items.spec(self.view, item).target
        if kind != target:
            meant = _MEANT[kind]
            return Refusal("wrong-use", f"{item!r} {meant}.", rule, {"target": kind})
        return None


_MEANT = {
    "opponent": "can only be used on an opponent, in a fight",
    "self": "can only be used on oneself, on one's own turn, outside a fight",
    "tile": "can only be laid as a trap, on one's own turn, outside a fight",
}


def seen_by(view: World, ask: Ask) -> Seen:
    """The context of an ask, made once for each state."""
    return Seen(view, ask, id_of(view, ask.unit), _walker(view, ask.unit), _hand(view, ask.unit))


def _hand(view: World, unit: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items.hand_of(view, unit)))


def _walker(view: World, unit: int) -> Walker:
    """Walks stop at the first figure; a flight never returns to the tile it began on."""
    fleeing = view.find(unit, Fleeing)
    others = frozenset(p.at for other, p in view.all(Position) if other != unit)
    shunned = frozenset({fleeing.origin}) if fleeing else frozenset()
    start, left = view.get(unit, Position).at, stride_left(view, unit)
    return Walker(view.grid, start, left, closed=shunned, final=others, why_closed=_SHUNNED)


_SHUNNED = "Nobody flees back to {at}, where the flight began."


def targets(seen: Seen) -> tuple[str, ...]:
    """The ids of the opponents in the fight."""
    return tuple(id_of(seen.view, unit) for unit in fights.opponents(seen.view, seen.ask.unit))


def check_target(seen: Seen, target: str | None, rule: str) -> Refusal | None:
    """Refuses a target that is no opponent in the fight."""
    known = targets(seen)
    if target in known:
        return None
    names = ", ".join(repr(name) for name in known)
    flaw = "The target is missing" if target is None else f"{target!r} is no opponent in this fight"
    return Refusal("no-opponent", f"{flaw}; the opponents are {names}.", rule)


def unit_named(world: World, id: str) -> int:
    """The unit of an id that has been checked."""
    found = named(world, id)
    assert found is not None
    return found


def check_unit(seen: Seen, command: Any) -> Refusal | None:
    """The check of a command that says nothing but who does it."""
    return seen.for_unit(command.unit)


def check_path(seen: Seen, command: Any, rule: str) -> Refusal | None:
    """The check of a command with a path to walk."""
    return seen.for_unit(command.unit) or seen.walker.refusal(command.path, rule)


def cost(seen: Seen, command: Any) -> int | None:
    """The movement a path costs."""
    return seen.walker.cost(command.path)


def path_facts(seen: Seen, command: Any) -> dict[str, Any]:
    """What lies or stands at the end of a path, as far as it matters to the walker."""
    if not command.path:
        return {}
    view, end = seen.view, command.path[-1]
    upon = tuple(id_of(view, other) for other in others_at(view, end, seen.ask.unit))
    return {"upon": upon, "hazard": view.tile(end) if view.terrain_at(end).hazard else None}


def walks(kind: Callable[[str, tuple[Cell, ...]], Command]) -> Callable[[Seen], Iterable[Command]]:
    """Proposes one path to every tile in reach."""
    return lambda seen: (kind(seen.id, path) for path in seen.walker.paths())


def no_more_flight(world: World, unit: int) -> None:
    """A flight goes on after the coming steps only if an encounter interrupts them."""
    fleeing = world.find(unit, Fleeing)
    if fleeing:
        world.put(unit, replace(fleeing, open=False))


def item_facts(seen: Seen, command: Any) -> dict[str, Any]:
    """What the item does."""
    return {"about": items.spec(seen.view, command.item).about}


def foe_facts(seen: Seen, command: Any) -> dict[str, Any]:
    """Whom the ask is about; for a chase also where it leads."""
    assert isinstance(seen.ask, EngageAsk | ChaseAsk)
    facts = {"foe": id_of(seen.view, seen.ask.foe)}
    return facts | path_facts(seen, command) if isinstance(command, Chase) else facts
