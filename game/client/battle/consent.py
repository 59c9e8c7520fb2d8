"""Consent of all other people who share the machine. They are asked one at a time."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.battle.context import BattleContext
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.drawing import backdrop
from game.client.panels.unit_bar import ASK, REROLL
from game.client.screens.handover_screen import HandoverScreen

if TYPE_CHECKING:
    from game.client.kit.app import App


def beyond_wall(seat: BattleContext) -> str:
    """Return how this view can undo behind the wall: `ASK`, `REROLL`, or "" for not at all."""
    if seat.is_shared:
        return ASK if seat.is_asked else ""
    return REROLL if seat.sitting.rerolls else ""


class Verdict(Dialog):
    """A dialog for people who must not see the asking side's board."""

    is_over = False

    def paint(self, surface: pygame.Surface) -> None:
        backdrop(self.app, surface)
        super().paint(surface)


class Request(NamedTuple):
    """A request for the other people's consent, in words for each side."""

    head: str
    """Heading of the first dialog, which offers to ask the others."""
    why: str
    question: Callable[[str], str]
    """Function that returns the question for a side."""
    words: Callable[[str], str]
    """Function that returns the facts, in words, that a side must know to answer."""


def hand_over(
    app: "App",
    seat: BattleContext,
    side: str,
    then: Callable[[], object],
    is_alone: bool = False,
) -> None:
    """Hand the machine over to the people of a side; call `then` when they have sat down.

    If everybody may look at the screen, they needn't change seats.
    """
    if (seat.is_open and not is_alone) or not app.settings.curtain:
        then()
        return
    app.notices.hush()
    look = seat.sides[side]

    def leave() -> None:
        app.pop()  # the handover screen
        app.pop()  # the battle

    app.push(HandoverScreen(app, seat.title(side), look.colour, look.shape, then, leave))


class Consent:
    """A request to all other people who share the machine, carried out if all agree."""

    def __init__(
        self, app: "App", seat: BattleContext, request: Request, then: Callable[[], object]
    ) -> None:
        self._app, self._seat, self._request, self._then = app, seat, request, then
        self._asker = seat.view or ""

    def ask(self, people: Sequence[str]) -> None:
        """Offer to ask these sides, except the asking side itself."""
        seat = self._seat
        others = [side for side in people if side != self._asker]
        answers = (
            DialogButton(seat.say("ask_them"), lambda: self._ask(others)),
            DialogButton(seat.say("go_back")),
        )
        self._app.push(Dialog(self._app, self._request.head, self._request.why, answers))

    def _ask(self, waiting: Sequence[str]) -> None:
        """Ask the sides in `waiting` one at a time; once all agree, carry out the request."""
        if waiting:
            side, rest = waiting[0], waiting[1:]
            hand_over(self._app, self._seat, side, lambda: self._put(side, rest))
        else:
            self._back(self._then)

    def _put(self, side: str, rest: Sequence[str]) -> None:
        seat, app, request = self._seat, self._app, self._request
        answers = (
            DialogButton(seat.say("agree"), lambda: self._ask(rest)),
            DialogButton(seat.say("refuse"), lambda: self._refused(side)),
        )
        app.push(Verdict(app, request.question(side), request.words(side), answers))

    def _refused(self, side: str) -> None:
        words = self._seat.say("takeback_refused", who=self._seat.title(side))
        self._back(lambda: self._app.notices.add(words))

    def _back(self, then: Callable[[], object]) -> None:
        """Hand the machine back to the asking side, then call `then`."""
        hand_over(self._app, self._seat, self._asker, then)


def to_go_back(seat: BattleContext, number: int) -> Request:
    """Return the request to go back to a turn in round `number`."""
    who = seat.title(seat.view or "")
    return Request(
        seat.say("rewind_head"),
        seat.say("rewind_why"),
        lambda side: seat.say("rewind_asked", who=who, whom=seat.title(side), round=number),
        lambda _: seat.say("rewind_words"),
    )
