"""The possible answers to the asks of Tag."""

from collections.abc import Iterable
from dataclasses import dataclass

from game.components.unit import Dead, Position
from game.systems.ask_checks import END, check_yours
from game.systems.movement import Walker, start_walk, stride_left
from game.terms.agenda import Ask
from game.terms.commands import Move
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import id_of, side_of, unit_by_id, units_on_board
from tests.books.tag.commands import Tag
from tests.books.tag.records import Den, Tagged, TurnAsk
from tests.books.tag.systems import is_home, reach_out


@dataclass(frozen=True)
class Seen:
    """The view of the side that is asked, and the unit."""

    view: World
    ask: Ask
    id: str

    def walker(self) -> Walker:
        """Return the paths open to the unit; it can't enter another unit's tile (TAG-02)."""
        view, unit = self.view, self.ask.unit
        taken = (view.get(one, Position).at for one in units_on_board(view) if one != unit)
        start, left = view.get(unit, Position).at, stride_left(view, unit)
        return Walker(view.grid, start, left, closed=frozenset(taken))


def _seen(view: World, ask: Ask) -> Seen:
    return Seen(view, ask, id_of(view, ask.unit))


def _moves(seen: Seen) -> Iterable[Move]:
    return (Move(seen.id, path) for path in seen.walker().paths())


def _check_move(seen: Seen, command: Move) -> Refusal | None:
    return check_yours(seen, command.unit) or seen.walker().refusal(command.path, "TAG-02")


def _move(world: World, ask: Ask, command: Move) -> None:
    start_walk(world, ask.unit, command.path)


def _tags(seen: Seen) -> Iterable[Tag]:
    return (Tag(seen.id, id_of(seen.view, unit)) for unit in units_on_board(seen.view))


def _check_tag(seen: Seen, command: Tag) -> Refusal | None:
    view, target = seen.view, unit_by_id(seen.view, command.target)
    if refusal := check_yours(seen, command.unit):
        return refusal
    if view.has(seen.ask.unit, Tagged):
        return Refusal("no-touch", "TAG-03", unit=seen.id)
    if target is None or view.has(target, Dead) or side_of(view, target) == seen.ask.side:
        return Refusal("no-foe", "TAG-03", unit=command.target)
    its, own = view.get(target, Position).at, view.get(seen.ask.unit, Position).at
    if not view.grid.adjacent(own, its):
        return Refusal("out-of-reach", "TAG-03", unit=seen.id, target=command.target)
    if is_home(view, target) and view.get(target, Den).known:
        return Refusal("at-home", "TAG-04", unit=command.target)
    return None


def _tag(world: World, ask: Ask, command: Tag) -> None:
    target = unit_by_id(world, command.target)
    assert target is not None
    reach_out(world, ask.unit, target)


ASKS = (
    AskRules(
        TurnAsk,
        _seen,
        (
            Option(Move, _moves, _check_move, _move, lambda s, c: s.walker().cost(c.path)),
            Option(Tag, _tags, _check_tag, _tag),
            END,
        ),
    ),
)
