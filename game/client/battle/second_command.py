"""The second command of an order: given as soon as the first has gone as hoped."""

from dataclasses import dataclass, replace

from game.client.battle.context import BattleContext
from game.client.battle.planning import PLAIN
from game.present.question import Choice, Question
from game.terms.commands import verb


@dataclass(frozen=True)
class _Order:
    """A choice to give after its move, and the position that it was forecast for."""

    choice: Choice
    hoped: str | None
    side: str
    unit: str
    trouble: str = ""
    """Reason not to give the choice that has come up meanwhile, or ""."""


class SecondCommand:
    """Keeper of the second command while the first is carried out and shown."""

    def __init__(self, seat: BattleContext) -> None:
        self._seat = seat
        self._order: _Order | None = None

    @property
    def is_pending(self) -> bool:
        """Return whether a command waits."""
        return self._order is not None

    def order(self, choice: Choice) -> None:
        """Keep a choice to give after its move; the move is given next."""
        question = self._seat.plan.question
        assert choice.after is not None
        assert question is not None
        hoped = self._seat.ahead.hoped_for(choice.after.command)
        self._order = _Order(choice, hoped, question.side, question.unit)

    def interrupt(self, why: str) -> None:
        """Note a reason not to give the command, if one waits."""
        if self._order is not None and not self._order.trouble:
            self._order = replace(self._order, trouble=why)

    def drop(self) -> bool:
        """Forget the command; return whether one was waiting."""
        was, self._order = self._order, None
        return was is not None

    def given(self, question: Question) -> str | None:
        """Give the command if its side is asked again, in the very position it was forecast for.

        Return why it wasn't given, "" if it was, or None if it isn't due. Once due, it no longer
        waits.
        """
        order, seat = self._order, self._seat
        if order is None or question.side != order.side:
            return None
        self._order, choice = None, order.choice
        why = order.trouble or self._hindrance(order, question)
        if not why:
            refusal = seat.sitting.answer(choice.command)
            why = refusal.text if refusal is not None else ""
        if not why:
            seat.lessons.gave(verb(choice.command), is_early=False)
            return ""
        token = seat.picture.token(choice.unit)
        what = seat.say("on", what=choice.label, whom=token.title if token else "")
        return seat.say("hindered", what=what, why=why)

    def _hindrance(self, order: _Order, question: Question) -> str:
        """Return why the command isn't given, or "" if nothing has come between."""
        seat, plain = self._seat, order.choice.after
        assert plain is not None
        token = seat.sitting.picture(order.side).token(order.unit)
        who = token.title if token else order.unit
        if question.unit != order.unit or question.ask != PLAIN:
            return seat.say("hindered_asked", who=who)
        if token is None or token.at != plain.at:
            return seat.say("hindered_stopped", who=who)
        refusal = seat.sitting.why_not(order.choice.command)
        if refusal is not None:
            return refusal.text
        is_as_hoped = seat.ahead.fingerprint(order.side) == order.hoped
        return "" if is_as_hoped else seat.say("hindered_changed")
