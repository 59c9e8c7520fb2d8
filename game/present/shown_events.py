"""Events for people to read, with the parts of their sentences that are shown separately."""

import msgspec

from game.present.battle_sentences import BattleSentences
from game.terms.events import DiceRolled, Event, name_of
from game.terms.odds import Modifier, summed


class ShownEvent(msgspec.Struct, frozen=True):
    """An event with its number and its sentence."""

    n: int
    event: Event
    text: str
    heading: str
    """Heading above its dice or the lines that belong to it; for most events the sentence."""
    outcome: str = ""
    """Result, if it is shown apart from the heading."""
    modifiers: tuple[Modifier, ...] = ()
    """Modifiers of a roll, in words."""

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
    return ShownEvent(n, event, text, heading, outcome, words.modifiers(added))
