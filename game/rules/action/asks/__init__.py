"""Action's asks, and the possible answers to each."""

from game.rules.action.asks import (
    attacks,
    hands_and_crossing,
    hiding,
    moves,
    powers_and_items,
    reacting,
    resting,
    turn_order,
)
from game.rules.action.asks.seen import seen_by
from game.rules.action.records import ReactAsk, TieAsk
from game.systems.ask_checks import END
from game.terms.asks import OrderAsk, TurnAsk
from game.terms.battlefield_commands import Pass
from game.world.ask_rules import AskRules

ASKS = (
    AskRules(
        TurnAsk,
        seen_by,
        (
            *(*moves.OPTIONS, *attacks.OPTIONS, *powers_and_items.OPTIONS, *hiding.OPTIONS),
            *(*hands_and_crossing.OPTIONS, resting.RALLY, END),
        ),
    ),
    AskRules(OrderAsk, seen_by, (turn_order.GO,)),
    AskRules(TieAsk, seen_by, (turn_order.FIRST,)),
    AskRules(ReactAsk, seen_by, reacting.OPTIONS, never=Pass, facts=reacting.spent),
)
