"""The second command of an order: given as soon as the first has gone as hoped."""

from dataclasses import dataclass, replace

from game.client.battle.context import BattleContext
from game.client.battle.planning import PLAIN
from game.present.question import Choice, Question


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

    def due(self, question: Question) -> tuple[Choice, str] | None:
        """Return the command if its side is asked again, and why it isn't given ("" if it is).

        It is given only in the very position that it was forecast for. Either way, it no longer
        waits.
        """
        order = self._order
        if order is None or question.side != order.side:
            return None
        self._order = None
        return order.choice, order.trouble or self._hindrance(order, question)

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
