"""Forecasts on one line: damage, healing, movement, other changes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from game.client.panels.forecast_page import OddsWords, plain
from game.client.panels.odds_numbers import OddsSummary, whole
from game.present.forecast.numbers import decimal, percent
from game.present.picture import Picture
from game.terms.battlefield_commands import Pass
from game.terms.changes import AT, MOVEMENT, ChangeFact, TilesFact, singles_of
from game.terms.commands import words_of
from game.terms.odds import Odds, OddsOutcome, told_changes

if TYPE_CHECKING:
    from game.client.kit.app import App

MOST = 4
"""Maximum number of outcomes listed, the likeliest first."""
Parts = dict[str, str]
"""Possible effects in words, each with its chance in words, or "" if it is certain."""
Way = tuple[Odds, OddsSummary]
NEVER, ALWAYS = "0%", "100%"


def joined(parts: Parts) -> str:
    """Return all effects on one line."""
    return " · ".join(f"{words} {share}".strip() for words, share in parts.items())


def compared(told: Sequence[Parts]) -> list[Parts]:
    """Return the forecasts so that all have the same effects, with 0% for missing effects.

    A forecast without any chance stays as it is, unless it averts what is sure with another answer,
    such as a reaction that turns a hit whose damage is on the table.
    """
    words = dict.fromkeys(words for one in told for words, share in one.items() if share)
    sure = dict.fromkeys(words for one in told for words, share in one.items() if share == ALWAYS)
    return [dict.fromkeys(words if any(one.values()) else sure, NEVER) | one for one in told]


class Briefs:
    """Maker of forecasts on one line."""

    def __init__(self, app: "App", words: OddsWords) -> None:
        self._app, self._words = app, words

    def parts(self, ways: Sequence[Way], picture: Picture, named: str | None) -> Parts:
        """Return the effects, each with the range of its chance over all answers.

        Leave out the name of the unit `named`, because the line is next to that name.
        """
        (odds, found), *_ = ways
        if found.kind == "list":
            return self._listed(odds)
        if found.kind == "stride" and found.chance == 1:
            mean = decimal(found.mean)
            return {self._app.words.say("forecast", "brief_stride", value=mean): ""}
        told = [dict(self._done(*way, picture, named)) for way in ways]
        words = dict.fromkeys(words for one in told for words in one)
        return {one: _span([way.get(one, Fraction(0)) for way in told]) for one in words}

    def _done(
        self, odds: Odds, found: OddsSummary, picture: Picture, named: str | None
    ) -> Iterator[tuple[str, Fraction]]:
        """Yield the effects on units in words, with their chances."""
        if found.kind == "stride":
            ask = found.stops[0][0]
            yield odds.then(ask) or self._words.then(ask), found.chance
            return
        say = self._app.words.say
        if found.kind == "mount":
            yield say("forecast", "brief_mount"), found.chance
        for one in whole(found):
            token = picture.token(one.unit)
            key = "healed" if one.is_heal else "hurt"
            key = f"brief_{key}" if one.unit == named else f"other_{key}"
            yield say("forecast", key, who=token.title if token else plain(one.unit)), one.share
            if one.fells:
                yield say("forecast", "brief_falls"), one.fells

    def _listed(self, odds: Odds) -> Parts:
        """Return outcomes in words.

        If there is only one, leave out the effects that the command's name implies.
        """
        if len(odds.outcomes) == 1:
            return dict.fromkeys(self._certain(odds), "")
        rows: dict[str, Fraction] = {}
        for one in odds.outcomes:
            words = self._outcome(one, odds)
            rows[words] = rows.get(words, Fraction(0)) + Fraction(one.weight, max(1, odds.of))
        ranked = sorted(rows.items(), key=lambda row: -row[1])[:MOST]
        return {words: f"{percent(share)}%" for words, share in ranked}

    def _outcome(self, one: OddsOutcome, odds: Odds) -> str:
        """Return an outcome in just enough words to tell it from the others."""
        said = [
            self._words.change(change.unit, fact)
            for change in told_changes(one)
            for fact in change.facts
            if _is_told(fact)
        ]
        if not said and one.then:
            return odds.then(one.then) or self._words.then(one.then)
        return "; ".join(dict.fromkeys(said)) or self._app.words.say("forecast", "nothing")

    def _certain(self, odds: Odds) -> Iterator[str]:
        said = words_of(odds.command)
        (one,) = odds.outcomes
        if not one.changes and not one.then:
            key = "goes_on" if isinstance(odds.command, Pass) else "nothing"
            yield self._app.words.say("forecast", key)
        for change in told_changes(one):
            for fact in change.facts:
                many = singles_of(fact)
                is_said = any(str(one.value) in said for one in many)
                if _is_told(fact) and not is_said:
                    yield from (self._words.change(change.unit, one) for one in many)


HIDDEN = frozenset({AT, MOVEMENT})
"""Keys of changes that the board or another text shows."""


def _is_told(fact: ChangeFact) -> bool:
    """Return whether a fact fits into a few words and isn't shown elsewhere."""
    return fact.key not in HIDDEN and not isinstance(fact, TilesFact)


def _span(shares: Sequence[Fraction]) -> str:
    """Return the range of several chances as percentages, or one percentage if they are equal."""
    least, most = percent(min(shares)), percent(max(shares))
    return f"{least}%" if least == most else f"{least}–{most}%"
