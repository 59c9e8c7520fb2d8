"""Checks and options shared by the board-game books: paths, hands, disengaging."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from game.components.turns import Acting
from game.core.cells import Cell
from game.systems import hazards, items, traps
from game.systems.ask_checks import check_yours
from game.systems.breaking_away import Fleeing, tries_of
from game.systems.movement import Walker
from game.terms.agenda import Ask
from game.terms.board_commands import Flee
from game.terms.commands import Command, Lay, Use
from game.terms.events import ItemUsed
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.terms.work import Work
from game.world import World
from game.world.ask_rules import Option, WalkRisks
from game.world.unit_names import id_of, others_at, unit_named

C = TypeVar("C", bound=Command)


class BoardSeen(msgspec.Struct, frozen=True):
    """The context of asks in a board-game book: the view of the side asked, and the unit.

    `hand` lists the items that can be used now, each kind once.
    """

    view: World
    ask: Ask
    id: str
    walker: Walker
    hand: tuple[str, ...]

    def held(self, item: str, target: str, rule: str) -> Refusal | None:
        """Refuse an item that isn't in the hand, or isn't for this kind of target."""
        if item not in self.hand:
            return Refusal("not-in-hand", rule, unit=self.id, item=item)
        kind = items.spec(self.view, item).target
        if kind != target:
            return _misused(item, kind, rule)
        return None


def _misused(item: str, kind: str, rule: str) -> Refusal:
    """Return the refusal of an item whose kind of target is `kind`."""
    match kind:
        case "opponent":
            return Refusal("wrong-use", rule, variant="opponent", item=item)
        case "self":
            return Refusal("wrong-use", rule, variant="self", item=item)
        case "tile":
            return Refusal("wrong-use", rule, variant="tile", item=item)
        case "attack":
            return Refusal("wrong-use", rule, variant="attack", item=item)
        case _:  # "defence", the only other target
            return Refusal("wrong-use", rule, variant="defence", item=item)


def hand_seen(view: World, holder: Entity) -> tuple[str, ...]:
    """Return the holder's items, each kind once."""
    return tuple(dict.fromkeys(items.hand_of(view, holder)))


class UnitCommand(Protocol):
    """A command that names its unit."""

    @property
    def unit(self) -> str: ...


class PathCommand(UnitCommand, Protocol):
    """A command with a path."""

    @property
    def path(self) -> tuple[Cell, ...]: ...


class ItemCommand(Protocol):
    """A command that names an item."""

    @property
    def item(self) -> str: ...


def check_path(seen: BoardSeen, command: PathCommand, rule: str) -> Refusal | None:
    """Refuse a path that the unit can't move along."""
    return check_yours(seen, command.unit) or seen.walker.refusal(command.path, rule)


def cost(seen: BoardSeen, command: PathCommand) -> int | None:
    """Return the movement that the command's path costs, or None if it is impossible."""
    return seen.walker.cost(command.path)


def path_facts(seen: BoardSeen, command: PathCommand) -> TextFacts:
    """Return the units at the end of a path, and the hazards on it."""
    if not command.path:
        return {}
    view, end = seen.view, command.path[-1]
    upon = tuple(id_of(view, other) for other in others_at(view, end, seen.ask.unit))
    return {"upon": upon, "harms": hazards.along(view, seen.walker.start, command.path)}


def path_risks(seen: BoardSeen, command: PathCommand) -> WalkRisks:
    """Return the tiles of a path that harm the moving unit."""
    harms = hazards.along(seen.view, seen.walker.start, command.path) if command.path else ()
    return WalkRisks(tiles=tuple(harm.at for harm in harms))


def walks(kind: Callable[[str, tuple[Cell, ...]], C]) -> Callable[[BoardSeen], Iterable[C]]:
    """Return a function that proposes a command for each tile in reach, with one path to it."""
    return lambda seen: (kind(seen.id, path) for path in seen.walker.paths())


def one_step(kind: Callable[[str, tuple[Cell, ...]], C]) -> Callable[[BoardSeen], Iterable[C]]:
    """Return a function that samples a move by one step, which needs the least movement."""

    def samples(seen: BoardSeen) -> Iterable[C]:
        around = seen.view.grid.neighbours(seen.walker.start)
        return (kind(seen.id, (cell,)) for cell, _ in around[:1])

    return samples


def flights(seen: BoardSeen) -> Iterable[Flee]:
    """Propose paths to flee along, and staying."""
    yield from walks(Flee)(seen)
    yield Flee(seen.id)


def check_flight(seen: BoardSeen, command: Flee, rule: str) -> Refusal | None:
    """Refuse an impossible path, or a stay on the tile that the unit must leave."""
    is_at_start = seen.view.get(seen.ask.unit, Fleeing).origin == seen.walker.start
    if command.path or is_at_start:
        return check_path(seen, command, rule)
    return check_yours(seen, command.unit)


def check_breaking_away(
    seen: BoardSeen, command: UnitCommand, breath: int, rule: str
) -> Refusal | None:
    """Refuse to disengage without a tile to flee to, or after `breath` attempts this turn."""
    refusal = check_yours(seen, command.unit)
    if refusal:
        return refusal
    if not seen.view.grid.neighbours(seen.walker.start):
        return Refusal("no-way-out", rule)
    tries = tries_of(seen.view)
    if tries >= breath:
        return Refusal("out-of-breath", rule, tries=tries, most=breath)
    return None


def item_work(rule: str) -> Callable[[BoardSeen, Use], Work]:
    """Return the `work` function for using an item. Without a target, the user is the target."""

    def work(seen: BoardSeen, command: Use) -> Work:
        view, unit = seen.view, seen.ask.unit
        target = unit if command.target is None else unit_named(view, command.target)
        acts = items.ItemEffect(unit, target, command.item, rule)
        return Work(command.item, (acts,), (target,))

    return work


def own_items(seen: BoardSeen, target: str) -> tuple[str, ...]:
    """Return the usable items that are for this kind of target."""
    return tuple(i for i in seen.hand if items.spec(seen.view, i).target == target)


# Items from the hand on the holder's turn, outside a fight


def check_count(seen: BoardSeen, most: int, rule: str) -> Refusal | None:
    """Refuse an item after `most` items this turn."""
    used = seen.view.get(seen.view.root, Acting).items_used
    return None if used < most else Refusal("item-used", rule, used=used, most=most)


def _count_item(world: World) -> None:
    """Count an item used or set this turn."""
    acting = world.get(world.root, Acting)
    world.put(world.root, replace(acting, items_used=acting.items_used + 1))


HandCheck = Callable[[BoardSeen, str, str], Refusal | None]
"""A function that refuses an item during a turn, from the item and the kind of target. Some books
check the hand first, others the number of uses.
"""


def use_option(rule: str, check_hand: HandCheck) -> Option[Ask, BoardSeen, Use]:
    """Return the option by which a unit uses an item from its hand on itself."""

    def check(seen: BoardSeen, command: Use) -> Refusal | None:
        refusal = check_yours(seen, command.unit) or check_hand(seen, command.item, "self")
        if refusal or command.target is None or command.target == seen.id:
            return refusal
        wrong = command.target
        return Refusal("wrong-target", rule, item=command.item, unit=seen.id, target=wrong)

    def effect(world: World, ask: Ask, command: Use) -> None:
        _count_item(world)
        items.take_from_hand(world, ask.unit, command.item)
        world.tell(ItemUsed(unit=command.unit, item=command.item, rule=rule))
        world.push(items.ItemEffect(ask.unit, ask.unit, command.item, rule))

    return Option(
        *(Use, lambda seen: (Use(seen.id, item) for item in own_items(seen, "self"))),
        *(check, effect),
        work=item_work(rule),
    )


def lay_option(rule: str, check_hand: HandCheck) -> Option[Ask, BoardSeen, Lay]:
    """Return the option to set an item from the hand as a trap on a free tile."""

    def check(seen: BoardSeen, command: Lay) -> Refusal | None:
        return (
            check_yours(seen, command.unit)
            or check_hand(seen, command.item, "tile")
            or _check_tile(seen, rule)
        )

    def effect(world: World, ask: Ask, command: Lay) -> None:
        _count_item(world)
        traps.lay_trap(world, ask.unit, command.item, rule)

    return Option(
        *(Lay, lambda seen: (Lay(seen.id, item) for item in own_items(seen, "tile"))),
        *(check, effect),
    )


def _check_tile(seen: BoardSeen, rule: str) -> Refusal | None:
    """Refuse to set a trap on a tile with another unit or trap."""
    at = seen.walker.start
    if others_at(seen.view, at, seen.ask.unit):
        return Refusal("not-alone", rule, at=at)
    if traps.trap_at(seen.view, at):
        return Refusal("trap-there", rule, at=at)
    return None
