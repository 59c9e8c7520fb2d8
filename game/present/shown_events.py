"""Events for people to read, with the parts of their sentences that are shown separately."""

from collections.abc import Sequence

import msgspec

from game.present.battle_sentences import BattleSentences
from game.terms.events import (
    Attacked,
    DiceRolled,
    Event,
    LoggedEvent,
    fields_of,
    name_of,
)
from game.terms.odds import Modifier, summed

THINGS = ("power", "spell", "ability", "item")
"""Fields of events with the thing that a unit uses."""


class ShownEvent(msgspec.Struct, frozen=True):
    """An event with its number and its sentence."""

    n: int
    event: Event
    text: str
    heading: str
    """Heading above the event's dice or lines; for most events the sentence itself."""
    outcome: str = ""
    """Result, if it is shown apart from the heading."""
    modifiers: tuple[Modifier, ...] = ()
    """Modifiers of a roll, in words."""
    is_deed: bool = False
    """Whether the event is a command's own, and not a consequence, although others of its kind are.
    """

    @property
    def name(self) -> str:
        """The name of the event in catalogues and lists."""
        return name_of(self.event)

    @property
    def rule(self) -> str | None:
        """The rule that caused the event."""
        return self.event.rule

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces that led to the event."""
        return self.event.dice

    @property
    def total(self) -> int | None:
        """The sum of a roll with all modifiers; None for other events."""
        event = self.event
        return event.value + summed(event.modifiers) if isinstance(event, DiceRolled) else None


def shown(words: BattleSentences, n: int, event: Event) -> ShownEvent:
    """Return an event for people to read."""
    text, heading, outcome = words.parts(event)
    added = event.modifiers if isinstance(event, DiceRolled) else ()
    is_deed = words.is_deed(event)
    return ShownEvent(n, event, text, heading, outcome, words.modifiers(added), is_deed)


def is_said_again(event: Event, later: Event) -> bool:
    """Return whether the next event says the same again: a power's use, and then its attack."""
    if not isinstance(later, Attacked) or isinstance(event, Attacked):
        return False
    used, fields = fields_of(event), (later.unit, later.target)
    things = (used.get(field) for field in THINGS)
    return (used.get("unit"), used.get("target")) == fields and later.weapon in things


Viewers = tuple[str, ...]
"""The sides that look at a log together, sorted; nobody sees everything."""


class ShownLog:
    """The events that all viewers know, each put into words once."""

    def __init__(self, words: BattleSentences, viewers: Viewers) -> None:
        self._words, self._viewers = words, viewers
        self._logged: list[LoggedEvent] = []
        self._known: list[int] = []
        """For each logged event, the number of events that the viewers know up to there."""
        self._shown: list[ShownEvent] = []

    def of(self, log: Sequence[LoggedEvent], since: int = 0) -> list[ShownEvent]:
        """Return the events of a log that the viewers know, after number `since`."""
        # A log only grows or is cut at its end, so the events before a shared event are shared too.
        logged = self._logged
        while logged and (len(logged) > len(log) or logged[-1] is not log[len(logged) - 1]):
            logged.pop()
            self._known.pop()
        del self._shown[self._known[-1] if self._known else 0 :]
        for told in log[len(logged) :]:
            event = told.to_all(self._viewers)
            if event is not None:
                self._shown.append(shown(self._words, len(self._shown) + 1, event))
            logged.append(told)
            self._known.append(len(self._shown))
        return self._shown[since:]

    def known(self, log: Sequence[LoggedEvent], count: int) -> int:
        """Return how many of the first `count` events of a log the viewers know."""
        self.of(log)
        return self._known[min(count, len(log)) - 1] if count and log else 0
