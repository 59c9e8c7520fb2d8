"""The forecast panel: the exact odds of a command, or the facts about a unit or tile."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import Standees
from game.client.kit.guide_pages import OBJECTIVES
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BODY, BRASS, INK_FADED, LARGE, SMALL
from game.client.panels.forecast_by_answer import AnswerForecast, ForecastByAnswer
from game.client.panels.forecast_from_tile import TileRow, write_from_tile
from game.client.panels.forecast_line import Briefs, Parts
from game.client.panels.forecast_page import OddsWords, Outcomes, head, link_of
from game.client.panels.objectives_page import ObjectiveLine, write_objectives
from game.client.panels.odds_numbers import ATTACK, OddsSummary, lacking_life, summary
from game.client.panels.panel_drawing import ground
from game.client.panels.parchment_page import LinkSpot, ParchmentPage, Sheet
from game.client.panels.unit_card import UnitCard
from game.present.codex.keywords import NO_KEYWORDS, Keywords
from game.present.picture import Card, Picture, TileCard, Token
from game.terms.commands import Command, verb
from game.terms.odds import Odds

if TYPE_CHECKING:
    from game.client.kit.app import App

SIDE, EDGE = 20, 15
"""Edges beside the page, and above and below it, at 100%."""
LEAST, STEP = 48, 6
"""Minimum height of the page, and the unit in which the panel grows, at 100%."""
SMALLER = 0.85, 0.7, 0.6, 0.55
"""Sizes of a forecast's letters if it is higher than the column; never smaller than at 100%."""
READABLE = (0.85,)
"""Those of a list of choices: who enlarges the letters must still be able to read it."""


def summed(odds: Odds, picture: Picture, actor: str | None, is_own: bool = False) -> OddsSummary:
    """Return a summary of odds, using the life, places and movement of units in a picture."""
    left = {token.id: token.life for token in picture.tokens if token.life is not None}
    token = picture.token(actor)
    stands = {token.id: token.at for token in picture.tokens if token.at is not None}
    lacking = {one.id: lacking_life(one) for one in picture.tokens}
    stride = token.movement if token else 0
    return summary(odds, left, actor, is_own, stride, stands, lacking)


class ForecastPanel:
    """The parchment panel at the upper right, which shows odds, cards and texts."""

    def __init__(
        self,
        app: "App",
        standees: Standees,
        words: OddsWords,
        keywords: Keywords = NO_KEYWORDS,
    ) -> None:
        self._app, self._keywords = app, keywords
        self._outcomes, self._figures = Outcomes(app, words), UnitCard(app, standees, keywords)
        self._briefs, self._ways = Briefs(app, words), ForecastByAnswer(app, words)
        self.room = pygame.Rect(0, 0, 1, 1)
        """The room on the screen; the panel is at its upper edge, as high as its page."""
        self._reach = 0
        """The height that the forecast of a command may take, beyond the room."""
        self._sizes: Sequence[float] | None = None
        """Smaller sizes for the letters of the page of a command, or None for other pages."""
        self.rect = self.room
        self._page = ParchmentPage(app)
        self._write: Callable[[Sheet], None] | None = None
        self._what: object = None
        self._sheet: Sheet | None = None
        """The page as it was written."""
        self._look = app.look
        self._has_foot = False
        """Whether the page has hints at its foot, which need room."""
        self._page_shown: str | None = None
        """The page of the unit, the tile or the objectives that are shown, or None."""
        self.summary: OddsSummary | None = None
        self.command: Command | None = None
        """The command whose odds are shown; None if there is none, or if several are compared."""
        self.is_kept = False
        """Whether the page stays whatever is pointed at, as people asked for that."""

    def lay(self, room: pygame.Rect, reach: int = 0) -> None:
        """Set the room on the screen; what is written stays, unless it depends on the room.

        The forecast of a command may be as high as `reach` if it has no room otherwise.
        """
        is_same = room.width == self.room.width and self._look == self._app.look
        is_same = is_same and reach == self._reach
        self.room, self._reach = room.copy(), reach
        if is_same and self._sheet is not None and not self._has_foot:
            self._fit(self._sheet.y)
            self._page.take(self._sheet, False)
        else:
            self._rewrite(False)

    @property
    def _most(self) -> pygame.Rect:
        """The page's rectangle if the panel takes all of its room, or a forecast all it may."""
        px, room = self._app.look.px, self.room.copy()
        if self._sizes is not None:
            room.height = max(room.height, self._reach)
        inner = room.inflate(-2 * px(SIDE), -2 * px(EDGE))
        return pygame.Rect(inner.x, inner.y, max(1, inner.width), max(1, inner.height))

    def _fit(self, high: int) -> None:
        """Make the panel as high as a page of height `high`, but not higher than its room."""
        px, page = self._app.look.px, self._most
        steps = -(-max(px(LEAST), high) // px(STEP))
        page.height = min(page.height, steps * px(STEP))
        self._page.rect = page
        self.rect = pygame.Rect(self.room.x, self.room.y, self.room.width, 0)
        self.rect.height = page.height + 2 * px(EDGE)
        if self._sizes is None:
            self.rect.height = min(self.room.height, self.rect.height)

    # Contents

    def show(
        self,
        title: str,
        odds: Odds,
        picture: Picture,
        actor: str | None = None,
        goal: TileCard | None = None,
        is_own: bool = False,
        assumed: Sequence[str] = (),
        notes: Sequence[str] = (),
        there: tuple[tuple[TileRow, ...], bool] | None = None,
        points: Sequence[str] = (),
    ) -> None:
        """Show the odds of a command, and for a move also its destination, `goal`.

        With `is_own`, the effect on the actor comes first. `assumed` has the assumptions in words,
        and `notes` sentences to read first. `there` has the foes to list for the move's end, and
        whether these are all. `points` are sentences to read last.
        """
        found = summed(odds, picture, actor, is_own)

        def write(sheet: Sheet) -> None:
            self._outcomes.write(sheet, title, odds, found, picture, assumed, notes, bool(points))
            if goal is not None and goal.lines:
                sheet.head(goal.title)
                for line in goal.lines:
                    sheet.point(line)
            if there is not None:
                write_from_tile(sheet, self._app, *there)
            for point in points:
                sheet.point(point)

        what = "odds", title, odds, goal, tuple(notes), there, tuple(points)
        self._take(write, what, sizes=SMALLER)
        self.summary, self.command = found, odds.command

    def show_ways(
        self,
        title: str,
        ways: Sequence[tuple[str, Odds]],
        picture: Picture,
        actor: str,
        assumed: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> None:
        """Show the odds for each answer in `ways`: a foe's answer to an ask, or the unit's own.

        `assumed` has the other assumptions in words, and `notes` sentences to read first.
        """
        found = [AnswerForecast(words, odds, summed(odds, picture, actor)) for words, odds in ways]

        def write(sheet: Sheet) -> None:
            head(sheet, title, notes)
            self._ways.write(sheet, found, picture)
            self._outcomes.modifiers_by_answer(sheet, ways)
            self._outcomes.assumed(sheet, assumed)
            if all(verb(odds.command) == ATTACK for _, odds in ways):
                sheet.gap(8)
                sheet.row("", rule=self.link)

        self._take(write, ("ways", title, tuple(ways), tuple(notes)), sizes=SMALLER)
        self.summary = found[0].found
        commands = {odds.command for _, odds in ways}
        self.command = commands.pop() if len(commands) == 1 else None

    def show_card(self, card: Card, token: Token, unusable: Sequence[str] = ()) -> None:
        """Show the card of a unit; `unusable` are the reasons why it can't be attacked."""
        what = "card", card, token, tuple(unusable)
        self._take(lambda sheet: self._figures.write(sheet, card, token, unusable), what)
        self._page_shown = self._keywords.kind(token.kind)

    def show_tile(
        self, tile: TileCard, there: tuple[tuple[TileRow, ...], bool] | None = None
    ) -> None:
        """Show the card of a tile; `there` has its foes, and whether these are all."""
        page = self._keywords.page_of(tile.title)

        def write(sheet: Sheet) -> None:
            sheet.flow([(tile.title, page or "")], "serif bold", LARGE + 4)
            x, y = tile.at
            where = self._app.words.say("forecast", "tile", x=x, y=y)
            sheet.text(where, "sans", SMALL, INK_FADED)
            sheet.gap(6)
            for line in tile.lines:
                sheet.point(line, self._keywords.links)
            if there is not None:
                write_from_tile(sheet, self._app, *there)

        self._take(write, ("tile", tile, there))
        self._page_shown = page

    def show_text(self, title: str, text: str, rule: str | None = None, facts: str = "") -> None:
        """Show a text, such as a refusal, with its rule, below the facts line of its button."""

        def write(sheet: Sheet) -> None:
            sheet.title(title, LARGE + 4, most=3)
            if facts and facts != text.rstrip("."):  # the facts may be the reason
                sheet.linked(facts, self._keywords.links)
            sheet.gap(6)
            sheet.text(text, "sans", BODY)
            if rule:
                sheet.gap(8)
                sheet.row("", rule=rule)

        self._take(write, ("text", title, text, rule, facts))

    def show_objectives(
        self,
        title: str,
        left: str,
        objectives: Sequence[ObjectiveLine],
        points: Sequence[str] = (),
        foot: Sequence[str] = (),
    ) -> None:
        """Show the objectives with their progress, and the rounds left, under a title."""

        def write(sheet: Sheet) -> None:
            write_objectives(sheet, title, left, objectives)
            for point in points:
                sheet.point(point)
                sheet.gap(3)
            self._foot(sheet, foot)

        self._take(
            write, ("objectives", title, left, tuple(objectives), tuple(points), tuple(foot))
        )
        self._page_shown = OBJECTIVES

    def show_points(self, title: str, points: Sequence[str], foot: Sequence[str] = ()) -> None:
        """Show several points under a title, and hints at the foot of the page."""

        def write(sheet: Sheet) -> None:
            sheet.title(title, LARGE + 4, most=3)
            sheet.gap(6)
            for point in points:
                sheet.point(point)
                sheet.gap(3)
            self._foot(sheet, foot)

        self._take(write, ("points", title, tuple(points), tuple(foot)))

    def _foot(self, sheet: Sheet, foot: Sequence[str]) -> None:
        """Add hints at the foot of the page, if there is room."""
        self._has_foot = bool(foot)
        lines = Sheet(self._app, sheet.width)
        for words in foot:
            lines.text(words, "sans", SMALL, INK_FADED)
        top = sheet.y + self._app.look.px(SIDE)
        if foot and top + lines.y <= self._most.height:
            for piece in lines.pieces:
                sheet.put(piece.image, piece.rect.x, piece.rect.y + top)
            sheet.y = top + lines.y

    def show_choices(
        self,
        title: str,
        rows: Sequence[tuple[str, str]],
        facts: str = "",
        about: str = "",
        news: Sequence[str] = (),
    ) -> None:
        """Show choices, each with its effects, below the facts line and flavour of their button.

        On a tight page, choices with the same effects share them. `news` says at the end what
        happened meanwhile.
        """

        def write(sheet: Sheet) -> None:
            sheet.title(title, LARGE + 4, most=3)
            if facts:
                sheet.linked(facts, self._keywords.links)
            if about:
                sheet.linked(about, self._keywords.links, "sans italic", BODY, INK_FADED)
            sheet.gap(6)
            for words, brief in _sharing(rows) if sheet.is_tight else [([a], b) for a, b in rows]:
                for one in words:
                    sheet.point(one)
                if brief:
                    sheet.text(brief, "sans bold", SMALL, INK_FADED, left=self._app.look.px(16))
                sheet.gap(3)
            if news:
                sheet.head(self._app.words.say("battle", "meanwhile"))
            for one in news:
                sheet.point(one)

        what = "choices", title, tuple(rows), facts, about, tuple(news)
        self._take(write, what, sizes=READABLE)

    def brief(
        self,
        ways: Sequence[Odds],
        picture: Picture,
        actor: str,
        is_own: bool = False,
        named: str | None = None,
    ) -> Parts:
        """Return the effects of odds for one line; `named` is the unit named next to the line."""
        found = [(odds, summed(odds, picture, actor, is_own)) for odds in ways]
        return self._briefs.parts(found, picture, named)

    def clear(self) -> None:
        """Show an empty page."""
        self._write, self._what, self.summary, self._page_shown = None, None, None, None
        self.command, self._sizes = None, None
        self._rewrite(True)

    def _take(
        self,
        write: Callable[[Sheet], None],
        what: object,
        sizes: Sequence[float] | None = None,
    ) -> None:
        if self.is_kept or (what is not None and what == self._what):
            return
        self._sizes = sizes
        self._write, self._what, self.summary, self._page_shown = write, what, None, None
        self.command = None
        self._rewrite(True)

    def _rewrite(self, is_new: bool) -> None:
        self._has_foot, self._look = False, self._app.look
        most, scale = self._most, self._app.look.scale
        sheet = self._written(most.width, 1.0)
        for size in (1.0, *self._sizes) if self._sizes is not None else ():
            if sheet.y <= most.height or scale * size < 1:
                break
            sheet = self._written(most.width, size, is_tight=True)
        self._sheet = sheet
        self._fit(sheet.y)
        self._page.take(sheet, is_new)

    def _written(self, width: int, size: float, *, is_tight: bool = False) -> Sheet:
        """Return the page, written with letters of a size (1: the usual size)."""
        app, usual = self._app, self._app.look
        sheet = Sheet(app, width, is_tight=is_tight)
        app.look = app.type.look = usual._replace(scale=usual.scale * size)
        try:
            if self._write:
                self._write(sheet)
        finally:
            app.look = app.type.look = usual
        return sheet

    # Time and input

    @property
    def is_moving(self) -> bool:
        """Return False, because the panel never moves by itself."""
        return False

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the panel has to be drawn again."""
        moved, self._page.is_dirty = self._page.is_dirty, False
        return moved

    def heard(self, event: Input) -> str | None:
        """Handle an input; return the link that was pressed, or None."""
        if isinstance(event, Act) and event.name in ("page_up", "page_down"):
            way = 1 if event.name == "page_down" else -1
            self._page.scroll(way * round(self._page.rect.height * 0.8))
            return None
        return self._page.heard(event)

    @property
    def link(self) -> str:
        """The words of the link to the lens; you press it like a rule's id."""
        return link_of(self._app)

    @property
    def spots(self) -> Sequence[LinkSpot]:
        """The visible keywords."""
        return self._page.spots

    @property
    def under(self) -> str | None:
        """The rule or page under the pointer, or None."""
        return self._page.pointed if self._page.pointed != self.link else None

    @property
    def at_hand(self) -> str | None:
        """The first rule shown, or else the page of what is shown, or None."""
        rules = (one for one in self._page.links if "/" not in one and one != self.link)
        return next(rules, self._page_shown)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel, unless it is empty."""
        if self._write is not None:
            app, px = self._app, self._app.look.px
            ground(app, surface, self.rect, "parchment")
            if self.is_kept:
                pygame.draw.rect(surface, BRASS, self.rect, px(3), px(6))
            self._page.draw(surface)


def _sharing(rows: Sequence[tuple[str, str]]) -> list[tuple[list[str], str]]:
    """Return choices by their effects, in the order of the first with each; others are alone."""
    found: list[tuple[list[str], str]] = []
    for words, brief in rows:
        same = next((names for names, one in found if brief and one == brief), None)
        if same is not None:
            same.append(words)
        else:
            found.append(([words], brief))
    return found
