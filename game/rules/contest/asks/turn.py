"""The own turn, and walking on after passing: move, lay, use, end (CON-05, CON-09, CON-18)."""

from game.engine.book import AskRules, Option
from game.rules.contest.asks.seen import seen_by
from game.rules.contest.schema import Settings
from game.systems.ask_checks import (
    BoardSeen,
    check_count,
    check_path,
    check_self,
    check_tile,
    check_unit,
    cost,
    item_facts,
    item_work,
    lay_on_tile,
    own_items,
    path_facts,
    use_on_self,
    walks,
)
from game.systems.breaking_away import no_more_flight
from game.systems.movement import start_walk
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.commands import End, Lay, Move, Use
from game.terms.refusals import Refusal
from game.world import World


def _check_move(seen: BoardSeen, command: Move) -> Refusal | None:
    return check_path(seen, command, "CON-05" if isinstance(seen.ask, OnwardAsk) else "CON-18")


def _move(world: World, ask: Ask, command: Move) -> None:
    if isinstance(ask, OnwardAsk):
        no_more_flight(world, ask.unit)
    start_walk(world, ask.unit, command.path)


def _check_once(seen: BoardSeen) -> Refusal | None:
    return check_count(seen, seen.view.scene.settings(Settings).items_a_turn, "CON-09")


def _check_use(seen: BoardSeen, command: Use) -> Refusal | None:
    return (
        seen.for_unit(command.unit)
        or seen.held(command.item, "self", "CON-09")
        or _check_once(seen)
        or check_self(seen, command, "CON-09")
    )


def _use(world: World, ask: Ask, command: Use) -> None:
    use_on_self(world, ask, command, "CON-09")


def _check_lay(seen: BoardSeen, command: Lay) -> Refusal | None:
    return (
        seen.for_unit(command.unit)
        or seen.held(command.item, "tile", "CON-09")
        or _check_once(seen)
        or check_tile(seen, "CON-09")
    )


def _lay(world: World, ask: Ask, command: Lay) -> None:
    lay_on_tile(world, ask, command, "CON-09")


def _end(world: World, ask: Ask, command: End) -> None:
    world.push(EndTurn(ask.unit))


_STOP = Option(End, lambda seen: (End(seen.id),), check_unit, _end)
_WALK = Option(Move, walks(Move), _check_move, _move, cost, path_facts)
_LAY = Option(
    Lay,
    lambda seen: (Lay(seen.id, item) for item in own_items(seen, "tile")),
    _check_lay,
    _lay,
    facts=item_facts,
)
_USE = Option(
    Use,
    lambda seen: (Use(seen.id, item) for item in own_items(seen, "self")),
    _check_use,
    _use,
    facts=item_facts,
    work=item_work("CON-09"),
)


TURN = AskRules(
    TurnAsk,
    seen_by,
    (_WALK, _LAY, _USE, _STOP),
)


ONWARD = AskRules(OnwardAsk, seen_by, (_WALK,))
