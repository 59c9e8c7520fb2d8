"""What can be answered to each ask of Action."""

from game.engine.book import AskRules
from game.rules.action.asks import deeds, hands, hiding, moves, order, reacting, resting, strikes
from game.rules.action.asks.seen import seen_by
from game.rules.action.commands import Pass
from game.rules.action.records import OrderAsk, ReactAsk, TieAsk, TurnAsk

ASKS = (
    AskRules(
        TurnAsk,
        seen_by,
        (
            *(*moves.OPTIONS, *strikes.OPTIONS, *deeds.OPTIONS, *hiding.OPTIONS),
            *(*hands.OPTIONS, resting.RALLY, resting.END),
        ),
    ),
    AskRules(OrderAsk, seen_by, (order.GO,)),
    AskRules(TieAsk, seen_by, (order.FIRST,)),
    AskRules(ReactAsk, seen_by, reacting.OPTIONS, never=Pass, facts=reacting.spent),
)
