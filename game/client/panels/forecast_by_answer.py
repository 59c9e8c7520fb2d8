"""The odds of a command for each assumed answer to an ask, side by side."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from game.client.kit.theme import BODY, HARM, INK, INK_FADED, SMALL
from game.client.panels.damage_chart import chart, swatch
from game.client.panels.forecast_page import OddsWords, is_harmless, told_of
from game.client.panels.odds_numbers import Besides, OddsSummary, falls_first, spread_of, twins
from game.client.panels.parchment_page import Sheet
from game.present.forecast.numbers import decimal, percent
from game.present.picture import Picture
from game.terms.changes import AT, TileFact
from game.terms.commands import unit_of
from game.terms.odds import Odds

if TYPE_CHECKING:
    from game.client.kit.app import App
    from game.client.kit.typography import Face

NUMBER = 40
GAP = 18
CHART = 72
MOST_ROWS = 4


class AnswerForecast(NamedTuple):
    """An assumed answer in words, the odds with that answer, and their summary."""

    words: str
    odds: Odds
    found: OddsSummary


class ForecastByAnswer:
    """Writer of the forecasts for several answers, in columns."""

    def __init__(self, app: "App", words: OddsWords) -> None:
        self._app, self._words = app, words
        self._is_about_damage = False
        """Whether any of the answers leads to damage."""

    def write(self, sheet: Sheet, ways: Sequence[AnswerForecast], picture: Picture) -> None:
        """Write all answers; if there are two about the same damage, add their chart below."""
        sheet.gap(6)
        gap, top = self._app.look.px(GAP), sheet.y
        width = (sheet.width - gap * (len(ways) - 1)) // max(1, len(ways))
        has_chart = len(ways) == 2 and _is_charted(ways)
        self._is_about_damage = any(way.found.kind == "hurt" for way in ways)
        for n, way in enumerate(ways):
            column = Sheet(self._app, width)
            self._column(column, way, picture, (n == 0) if has_chart else None)
            for piece in column.pieces:
                sheet.put(piece.image, piece.rect.x + n * (width + gap), piece.rect.y + top)
            sheet.y = max(sheet.y, top + column.y)
        if has_chart:
            self._chart(sheet, ways, picture)

    # One answer

    def _column(
        self, sheet: Sheet, way: AnswerForecast, picture: Picture, is_pale: bool | None
    ) -> None:
        """Write a column: the answer, the main number, and other effects."""
        app, px, found = self._app, self._app.look.px, way.found
        left, words = 0, way.words[:1].upper() + way.words[1:]
        if is_pale is not None:
            sheet.put(swatch(app, is_pale), 0, sheet.y + px(4))
            left = px(16)
        sheet.text(words, "sans bold", SMALL, INK_FADED, left, most=2)
        is_sure = found.kind == "list" and (is_harmless(way.odds) or self._spares(found))
        if found.kind in ("list", "stride") and not is_sure:
            sheet.gap(2)
            self._facts(sheet, way, picture, _moves(way.odds))
            return
        kind = "hurt" if is_sure else found.kind
        chance = Fraction(0) if is_sure else found.chance
        number = decimal(chance) if kind == "heal" else f"{percent(chance)}%"
        line = app.type.line(number, "serif bold", NUMBER, INK)
        sheet.put(line, 0, sheet.y - px(5))
        sheet.y += line.get_height() - px(12)
        sheet.text(app.words.say("forecast", kind), "sans", BODY, INK_FADED, most=2)
        if not is_sure:
            self._said(sheet, found)
        self._facts(sheet, way, picture, (), is_told=True)

    def _spares(self, found: OddsSummary) -> bool:
        """Return whether an answer prevents damage that another one allows."""
        return self._is_about_damage and not (found.stops or found.others)

    def _said(self, sheet: Sheet, found: OddsSummary) -> None:
        """Write the explanation of the main number: mean, and chance to defeat or to arrive."""
        say = self._app.words.say
        if found.kind != "heal":
            sheet.text(say("forecast", "mean", value=decimal(found.mean)), "sans", SMALL, INK)
        if found.fells:
            key = "fells_self" if found.kind == "struck" else "fells"
            words = f"{say('forecast', key)} {percent(found.fells)}%"
            sheet.text(words, "sans bold", SMALL, HARM, most=2)
        if found.kind == "struck" and found.arrives < 1:
            words = say("forecast", "arrives", share=percent(found.arrives))
            sheet.text(words, "sans bold", SMALL, INK, most=2)

    def _facts(
        self,
        sheet: Sheet,
        way: AnswerForecast,
        picture: Picture,
        moves: Sequence[Besides],
        *,
        is_told: bool = False,
    ) -> None:
        """Write falls, moves, other effects and the asks that follow, with their chances.

        If there are none and nothing `is_told` yet, say that nothing changes.
        """
        found, odds = way.found, way.odds
        falls, besides = falls_first(found.besides)
        grave = [(self._words.change(one.unit, one.fact), _share(one.share)) for one in falls]
        rows = [told_of(self._app, one, picture, odds.causes(one.unit)) for one in found.others]
        changed = ((self._words.change(b.unit, b.fact), b.share) for b in (*moves, *besides))
        stops = ((odds.then(ask) or self._words.then(ask), share) for ask, share in found.stops)
        rows += [(words, _share(one)) for words, one in (*changed, *stops) if words]
        if not (rows or grave or is_told):
            rows = [(self._app.words.say("forecast", "nothing"), "")]
        for n, (words, share) in enumerate([*grave, *rows][:MOST_ROWS]):
            said = f"{words}: {share}" if share else words
            face: Face = "sans bold" if n < len(grave) else "sans"
            colour = HARM if n < len(grave) else INK
            sheet.text(said[:1].upper() + said[1:], face, SMALL, colour, most=2)

    # Chart of both answers

    def _chart(self, sheet: Sheet, ways: Sequence[AnswerForecast], picture: Picture) -> None:
        say = self._app.words.say
        token = picture.token(next(way.found.main for way in ways if way.found.bars))
        left = token.life if token else None
        caption = say("forecast", "damage")
        if token is not None and left is not None:
            caption = f"{caption} · {say('forecast', 'has', unit=token.title, life=left)}"
        spreads = [spread_of(way.odds, way.found) for way in ways]
        sheet.gap(2)
        size = sheet.width, self._app.look.px(CHART)
        sheet.put(chart(self._app, twins(spreads, left), size, caption, left), 0, sheet.y)
        sheet.y += size[1]


def _share(share: Fraction) -> str:
    """Return a chance in words, or "" if it is certain."""
    return "" if share == 1 else f"{percent(share)}%"


def _moves(odds: Odds) -> Sequence[Besides]:
    """Return the tiles that the unit that answers moves to: the board shows only one answer."""
    own, found = unit_of(odds.command), dict[TileFact, int]()
    for one in odds.outcomes:
        facts = [fact for change in one.changes if change.unit == own for fact in change.facts]
        for fact in facts:
            if isinstance(fact, TileFact) and fact.key == AT:
                found[fact] = found.get(fact, 0) + one.weight
    of = max(1, odds.of)
    return [Besides(own, fact, Fraction(weight, of)) for fact, weight in found.items()]


def _is_charted(ways: Sequence[AnswerForecast]) -> bool:
    """Return whether all answers are about damage to the same unit."""
    mains = {way.found.main for way in ways if way.found.bars}
    return all(way.found.kind in ("hurt", "struck") for way in ways) and len(mains) == 1
