"""Taking a turn, and moving on past another unit.

On its turn, the unit moves, sets a trap, uses an item or ends the turn (CON-05, CON-09, CON-18).
"""

from game.rules.contest.asks.seen import seen_by
from game.rules.contest.schema import Settings
from game.systems.ask_checks import END
from game.systems.board_asks import (
    BoardSeen,
    check_count,
    check_path,
    cost,
    lay_option,
    one_step,
    path_facts,
    path_risks,
    use_option,
    walks,
)
from game.systems.breaking_away import no_more_flight
from game.systems.movement import start_walk
from game.terms.agenda import Ask
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.commands import Move
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import AskRules, Option


def _check_move(seen: BoardSeen, command: Move) -> Refusal | None:
    return check_path(seen, command, "CON-05" if isinstance(seen.ask, OnwardAsk) else "CON-18")


def _move(world: World, ask: Ask, command: Move) -> None:
    if isinstance(ask, OnwardAsk):
        no_more_flight(world, ask.unit)
    start_walk(world, ask.unit, command.path)


def _check_hand(seen: BoardSeen, item: str, target: str) -> Refusal | None:
    most = seen.view.scene.settings(Settings).items_a_turn
    return seen.held(item, target, "CON-09") or check_count(seen, most, "CON-09")


_WALK = Option(
    *(Move, walks(Move), _check_move, _move, cost, path_facts),
    samples=one_step(Move),
    risks=path_risks,
)

TURN = AskRules(
    TurnAsk,
    seen_by,
    (_WALK, lay_option("CON-09", _check_hand), use_option("CON-09", _check_hand), END),
)
ONWARD = AskRules(OnwardAsk, seen_by, (_WALK,))
