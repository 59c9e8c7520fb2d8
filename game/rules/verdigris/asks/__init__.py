"""What can be answered to each ask of Verdigris."""

from game.engine.book import AskRules
from game.rules.verdigris.asks import deeds, moves, reacting, strikes
from game.rules.verdigris.asks.seen import seen_by
from game.rules.verdigris.commands import Break, Pass
from game.rules.verdigris.records import FreeAsk, FreedAsk, LeaveAsk, OrderAsk, TurnAsk

ASKS = (
    AskRules(
        TurnAsk,
        seen_by,
        (*moves.OPTIONS, *strikes.OPTIONS, *deeds.OPTIONS, moves.CREEP, deeds.END),
    ),
    AskRules(OrderAsk, seen_by, (reacting.GO,)),
    AskRules(LeaveAsk, seen_by, reacting.FREE, never=Pass),
    AskRules(FreeAsk, seen_by, reacting.FREE, never=Pass, facts=reacting.spent),
    AskRules(FreedAsk, seen_by, reacting.FREED, never=Break),
)
