"""The page with the meter: who wins between soldiers, and what happens in their battles."""

from collections.abc import Iterator, Sequence

import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import SideStand
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.desk.told_wins import ToldShare, ToldWins
from game.client.editor.pages.meter_sheet import Interval, MeterRow, MeterSheet
from game.client.kit.theme import BODY, INK, INK_FADED, SMALL
from game.client.kit.widgets.toggle import Toggle
from game.workshop.edited_board import BoardSide
from game.workshop.lab.meter import Meter
from game.workshop.lab.statistics import LabReport

HEAD, HIGH, GAP = 30, 36, 8
"""Heights of the head and of the switch, and a gap, at 100%."""
QUIET = 0.8
"""Seconds without a change before battles begin."""


class MeterPage(EditorPage):
    """The meter. It plays while the editor has been quiet for a moment, whatever page is open."""

    name = "meter"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        say, app = desk.app.words.say, desk.app
        self.meter = Meter(app.books)
        self.sheet = MeterSheet()
        words = say("settings", "off"), say("settings", "on")
        self.switch = Toggle(say("meter", "switch"), app.settings.meter, self._switched, words)
        self.switch.about = say("meter", "switch_about")
        self.widgets = (self.switch, self.sheet)
        self._read: object = None
        """The reading that was shown last."""
        self._left: float | None = None
        """Seconds until battles begin; None if they have begun, or can't."""
        self._looks: dict[str, SideStand] = {}
        self._tell()

    # Time

    def show(self) -> None:
        """Stop at a change of the text; begin again after a moment."""
        if self._read is not self.desk.reading:
            self._read = self.desk.reading
            self._restart()

    def dress(self, sides: Sequence[BoardSide]) -> None:
        self._looks = looks_of(sides)

    def _restart(self) -> None:
        self.meter.stop()
        is_able = self.desk.app.settings.meter and self.desk.reading.level is not None
        self._left = QUIET if is_able else None
        self._tell()

    def _switched(self, is_on: bool) -> None:
        self.desk.app.change(meter=is_on)
        self._restart()

    def rest(self) -> None:
        """Stop while the editor isn't shown; `show` begins again."""
        self.meter.stop()
        self._read = None

    def closed(self) -> None:
        self.meter.close()

    def update(self, seconds: float) -> bool:
        is_changed = self.meter.poll()
        if self._read is not self.desk.reading:
            self.show()
            is_changed = True
        if self._left is not None:
            self._left -= seconds
            level = self.desk.reading.level
            if self._left <= 0 and level is not None:
                self._left, is_changed = None, True
                self.meter.begin(level)
        if is_changed:
            self._tell()
        return is_changed

    # What is told

    @property
    def state(self) -> str:
        """The state of the meter, as a key of the catalogue."""
        if not self.desk.app.settings.meter:
            return "off"
        if self.desk.reading.level is None:
            return "errors"
        if self._left is not None:
            return "waits"
        if self.meter.is_playing:
            return "plays"
        return "failed" if self.meter.trouble else "rests"

    def _tell(self) -> None:
        """List all rows again."""
        say, results = self.desk.app.words.say, self.meter.results
        report = results.report if results is not None else None
        rows: list[MeterRow] = []
        if self.meter.trouble:
            rows.append(MeterRow(self.meter.trouble, is_warning=True))
        elif self.state != "plays" and self.state != "rests":
            rows.append(MeterRow(say("meter", self.state)))
        elif report is None:
            rows.append(MeterRow(say("meter", "first" if self.state == "plays" else "none")))
        self.sheet.is_old = self.state in ("off", "errors", "waits")
        self.sheet.show((*rows, *(self._rows(report) if report is not None else ())))
        self.desk.wins = self._told(report)

    def _told(self, report: LabReport | None) -> ToldWins:
        """Return what is shown beside the findings."""
        say, is_old = self.desk.app.words.say, self.sheet.is_old
        if report is None or is_old or self.state == "failed":
            words = say("meter_sign", self.state)
        else:
            words = self._battles
        shares = () if report is None else tuple(self._shares(report))
        return ToldWins(shares, words, is_old)

    def _shares(self, report: LabReport) -> Iterator[ToldShare]:
        say = self.desk.app.words.say
        for side in report.sides:
            span, look = side.span, self._looks.get(side.name)
            wins = say("meter", "wins", side=report.level.side_title(side.name))
            words = say("meter", "told", wins=wins, number=self._interval(side.span))
            colour = look.colour if look else INK_FADED
            yield ToldShare(words, span.share, span.low, span.high, colour)

    def _interval(self, span: Interval) -> str:
        low, high = round(100 * span.low), round(100 * span.high)
        share = round(100 * span.share)
        return self.desk.app.words.say("meter", "interval", share=share, low=low, high=high)

    @property
    def _battles(self) -> str:
        """The number of battles that are over."""
        results = self.meter.results
        count, most = (len(results.found), len(results.plan)) if results else (0, 0)
        key = "played" if count == most else "playing"
        return self.desk.app.words.say("meter", key, count=count, most=most)

    def _rows(self, report: LabReport) -> list[MeterRow]:
        """Return the rows of the battles so far."""
        say, level = self.desk.app.words.say, report.level
        rows = []
        for side in report.sides:
            span, look = side.span, self._looks.get(side.name)
            rows.append(
                MeterRow(
                    say("meter", "wins", side=level.side_title(side.name)),
                    self._interval(span),
                    span=span,
                    colour=look.colour if look else INK_FADED,
                )
            )
        none = report.sides[0].draws if report.sides else 0
        if none:
            rows.append(MeterRow(say("meter", "draws"), self._of(none, report)))
        if report.troubles:
            number = self._of(len(report.troubles), report)
            rows.append(MeterRow(say("meter", "endless"), number, is_warning=True))
        median, most = report.rounds
        told = say("meter", "median", median=f"{median:g}", most=most)
        rows.append(MeterRow(say("meter", "rounds"), told))
        counts, titles = report.counts, {it.id: it.title for it in level.script.objectives}
        if counts.objectives:
            rows.append(MeterRow(say("meter", "objectives"), is_head=True))
        for aim in counts.objectives:
            is_rare = not aim.reached.battles and not aim.failed.battles
            number = self._of(aim.reached.battles, report)
            rows.append(MeterRow(titles[aim.id], number, is_warning=is_rare))
        if counts.triggers:
            rows.append(MeterRow(say("meter", "triggers"), is_head=True))
        for one in counts.triggers:
            fired = one.fired.battles
            rows.append(MeterRow(one.name, self._of(fired, report), is_warning=not fired))
        return rows

    def _of(self, count: int, report: LabReport) -> str:
        return self.desk.app.words.say("meter", "of", count=count, battles=report.battles)

    # Layout and drawing

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        app, px = self.desk.app, self.desk.app.look.px
        top = rect.y + px(HEAD + GAP)
        foot = rect.bottom - px(HIGH)
        self.switch.place(pygame.Rect(rect.x, foot, rect.width, px(HIGH)), app)
        self.sheet.place(pygame.Rect(rect.x, top, rect.width, foot - px(GAP) - top), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.desk.app, self.desk.app.look.px, self.desk.app.words.say
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, px(HEAD - 4))
        name = app.type.line(say("meter", "head"), "serif bold", BODY, INK)
        surface.blit(name, name.get_rect(midleft=head.midleft))
        line = app.type.fit_line(self._battles, head.width // 2, "sans", SMALL, INK_FADED)
        surface.blit(line, line.get_rect(midright=head.midright))
