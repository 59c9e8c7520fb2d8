"""Verdigris's asks, and the possible answers to each."""

from game.rules.verdigris.asks import attacks, belt_help_and_end, free_attacks, moves
from game.rules.verdigris.asks.seen import seen_by
from game.rules.verdigris.commands import Break
from game.rules.verdigris.records import FreeAsk, FreedAsk, LeaveAsk
from game.systems.ask_checks import END
from game.terms.asks import OrderAsk, TurnAsk
from game.terms.battlefield_commands import Pass
from game.world.ask_rules import AskRules

ASKS = (
    AskRules(
        TurnAsk,
        seen_by,
        (
            *moves.OPTIONS,
            *attacks.OPTIONS,
            *belt_help_and_end.OPTIONS,
            moves.CREEP,
            END,
        ),
    ),
    AskRules(OrderAsk, seen_by, (free_attacks.GO,)),
    AskRules(LeaveAsk, seen_by, free_attacks.FREE, never=Pass, later=free_attacks.leaving),
    AskRules(FreeAsk, seen_by, free_attacks.FREE, never=Pass, facts=free_attacks.spent),
    AskRules(FreedAsk, seen_by, free_attacks.FREED, never=Break),
)
