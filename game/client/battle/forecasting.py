"""Forecasts of choices: their odds, and the odds for each answer to an ask on the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from game.client.battle.bar_buttons import is_held_up, stops_of
from game.client.battle.context import BattleContext
from game.present.question import Choice
from game.terms.odds import Odds

Way = tuple[str, Odds]
"""An assumed answer, and the odds with it."""
HOWS: tuple[Literal["never", "always"], ...] = ("never", "always")
"""The two assumed answers to an ask, when odds for both are shown."""
MOST_ASKS = 4
"""Maximum number of asks in a row that get assumed answers."""
SELDOM = 0.1
"""Chance of an ask below which only the declining answer is shown."""


@dataclass(frozen=True)
class Forecast:
    """The odds of a choice. `ways` has the odds for each answer to an ask on the way, if any."""

    odds: Odds
    ways: tuple[Way, ...] = ()
    assumed: tuple[str, ...] = ()
    """Assumed answers to other asks, in words."""

    @property
    def shown(self) -> Odds:
        """The odds that the board shows: with the first answer, if there are several."""
        return self.ways[0][1] if self.ways else self.odds


class Forecaster:
    """Maker of forecasts for the battle screen."""

    def __init__(self, seat: BattleContext) -> None:
        self._seat = seat

    def of(self, choice: Choice) -> Forecast | None:
        """Return the forecast of a choice, or None if there is none or it isn't ready.

        For a move, assume that every foe that may attack does so.
        """
        found = self._found(choice)
        # until the search finishes, some odds are missing, and the forecast would be wrong
        return None if self._seat.is_reckoning else found

    def _found(self, choice: Choice) -> Forecast | None:
        first = odds = self._seat.odds(choice)
        if first is None or odds is None:
            return None
        taken: dict[str, str] = {}
        for _ in range(MOST_ASKS):
            ways, stops = self._ways(choice, odds, taken), stops_of(odds)
            if len(ways) > 1 and all(told.outcomes == ways[0][1].outcomes for _, told in ways):
                whatever = replace(ways[0][1], assume="stop")  # the answer changes nothing
                return Forecast(whatever, (), self._words(taken))
            if ways or not stops:
                return Forecast(odds, ways, self._words(taken))
            is_rare = all(self._is_rare(ask, odds) for ask in stops)
            if not (choice.path or is_rare) or stops[0] in taken:
                break
            taken |= {ask: "never" if self._is_rare(ask, odds) else "always" for ask in stops}
            odds = self._seat.odds(choice, dict(taken)) or first
        is_held = bool(choice.path) and is_held_up(first)
        return Forecast((self._seat.odds(choice, "always") if is_held else None) or first)

    def each(self, choices: Sequence[Choice]) -> tuple[Way, ...]:
        """Return the odds of several choices for comparison, if any choice depends on luck.

        Assume that later options are declined.
        """
        found = []
        for choice in choices:
            foreseen = self.of(choice)
            if foreseen is None:
                return ()
            words, odds = foreseen.ways[0] if foreseen.ways else ("", foreseen.odds)
            found.append((f"{choice.label}, {words}" if words else choice.label, odds))
        is_luck = any(len(odds.outcomes) > 1 for _, odds in found)
        return tuple(found) if is_luck else ()

    def _ways(self, choice: Choice, odds: Odds, taken: dict[str, str]) -> tuple[Way, ...]:
        """Return the odds for both answers to a later ask, if the book has words for them."""
        seat = self._seat
        for ask in stops_of(odds):
            if self._is_rare(ask, odds):
                continue
            words = [seat.sitting.assumed(ask, how) for how in HOWS]
            if all(words):
                found = [seat.odds(choice, {**taken, ask: h} if taken else h) for h in HOWS]
                return tuple(
                    (said or "", told)
                    for said, told in zip(words, found, strict=True)
                    if told is not None and not is_held_up(told)
                )
        return ()

    def _is_rare(self, ask: str, odds: Odds) -> bool:
        """Return whether an ask with words for both its answers is very unlikely."""
        weight = sum(one.weight for one in odds.outcomes if one.then == ask)
        told = all(self._seat.sitting.assumed(ask, how) for how in HOWS)
        return told and weight < SELDOM * odds.of

    def _words(self, taken: dict[str, str]) -> tuple[str, ...]:
        found = (self._seat.sitting.assumed(ask, how) for ask, how in taken.items())
        return tuple(words for words in found if words)
