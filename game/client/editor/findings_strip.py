"""The strip below the board: one finding at a time, the worst first."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BODY, CREAM, GOOD, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import focus_edge, panel
from game.client.kit.widgets.warning_sign import warning_sign
from game.workshop.document.level_reading import MarkedFinding

if TYPE_CHECKING:
    from game.client.kit.app import App

PAD, SIGN = 20, 20


class FindingsStrip(Widget):
    """One finding: left and right show others, a press goes to its place."""

    sound = "button"

    def __init__(self, on_go: Callable[[MarkedFinding], object], app: "App") -> None:
        super().__init__()
        self._on_go, self._app = on_go, app
        self.findings: tuple[MarkedFinding, ...] = ()
        self._place = 0

    def show(self, findings: tuple[MarkedFinding, ...]) -> None:
        """Show findings; stay at the same one if it is still there."""
        before = self.current
        self.findings = findings
        same = (
            n
            for n, one in enumerate(findings)
            if before is not None and one.finding.message == before.finding.message
        )
        self._place = next(same, 0)
        self.about = self.current.finding.message if self.current else ""

    @property
    def current(self) -> MarkedFinding | None:
        """The finding that is shown, or None."""
        return self.findings[self._place] if self._place < len(self.findings) else None

    def turn(self, by: int) -> bool:
        """Show another finding; return whether there is one."""
        if len(self.findings) < 2:
            return False
        self._place = (self._place + by) % len(self.findings)
        self.about = self.findings[self._place].finding.message
        return True

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            return self.turn(1 if event.name == "right" else -1)
        if isinstance(event, Act) and event.name == "confirm":
            return self._go()
        if isinstance(event, Pointer) and event.kind == "wheel":
            return self.turn(-event.amount)
        if isinstance(event, Pointer) and event.button == 1:
            return event.kind == "down" or (self.rect.collidepoint(event.at) and self._go())
        return False

    def _go(self) -> bool:
        if self.current is None:
            return False
        self._on_go(self.current)
        return True

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, say = app.look.px, app.words.say
        panel(app, surface, self.rect, "wood")
        inner = self.rect.inflate(-2 * px(PAD), 0)
        one = self.current
        if one is None:
            line = app.type.fit_line(say("editor", "clean"), inner.width, "sans", BODY, GOOD)
            surface.blit(line, line.get_rect(midleft=inner.midleft))
        else:
            sign = pygame.Rect(inner.x, 0, px(SIGN), px(SIGN))
            sign.centery = inner.centery
            warning_sign(surface, sign, one.finding.severity)
            tail = self._tail(one)
            mark = app.type.line(tail, "sans", SMALL, PARCHMENT_EDGE)
            surface.blit(mark, mark.get_rect(midright=inner.midright))
            room = inner.width - px(SIGN + 10) - mark.get_width() - px(16)
            self._draw_message(surface, one.finding.message, sign.right + px(10), room)
        if is_focused and one is not None:
            focus_edge(app, surface, self.rect)

    def _draw_message(self, surface: pygame.Surface, words: str, x: int, room: int) -> None:
        """Draw the message in one or two lines; the tooltip has all of it."""
        kind = self._app.type
        lines = kind.wrapped(words, max(1, room), "sans", SMALL)[:2]
        high = kind.height("sans", SMALL)
        y = self.rect.centery - high * len(lines) // 2
        for line in lines:
            surface.blit(kind.line(line, "sans", SMALL, CREAM), (x, y))
            y += high

    def _tail(self, one: MarkedFinding) -> str:
        say, finding = self._app.words.say, one.finding
        parts = [say("editor_severity", finding.severity)]
        if finding.line and one.span is not None:
            parts.append(say("editor", "line", line=finding.line))
        if len(self.findings) > 1:
            parts.append(say("editor", "of", n=self._place + 1, count=len(self.findings)))
        return " · ".join(parts)
