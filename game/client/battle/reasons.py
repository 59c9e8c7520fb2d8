"""Why a foe can't be attacked, and why a move can't end on a tile."""

from game.client.battle.context import BattleContext
from game.core.cells import Cell
from game.present.looking_ahead.unusable import aims_at_units
from game.present.picture import Token
from game.terms.texts import titles_text


def why_not(seat: BattleContext, token: Token) -> tuple[str, ...]:
    """Return why a foe can't be attacked, here or after a move; empty if not known yet."""
    plan, question = seat.plan, seat.plan.question
    if question is None or plan.is_met or token.side == question.side or token.at is None:
        return ()
    if plan.places().get(token.at) or seat.approaches(token.id, plan.chosen) != ():
        return ()
    found = seat.ahead.unusable_on(question, token.id, plan.chosen)
    if not found and plan.may_walk and not aims_at_units(question):
        return (too_far(seat, token.at),)  # a move onto the foe's tile is the attack
    return tuple(
        seat.say("unusable", what=titles_text(list(one.labels)), why=one.text) for one in found
    )


def too_far(seat: BattleContext, cell: Cell, token: Token | None = None) -> str:
    """Return how far a tile is and the movement left, or that `token` is on it."""
    question = seat.plan.question
    told = seat.ahead.beyond_reach(question, cell) if question is not None else ""
    if not told and token is not None:
        return seat.say("taken", who=token.title)
    return told or seat.say("too_far")
