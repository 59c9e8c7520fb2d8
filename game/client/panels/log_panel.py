"""The log panel: a line for each event, with its dice, modifiers and rule."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BODY, BRASS, BRASS_LIGHT, INK, INK_FADED, PARCHMENT_DARK, SPACE
from game.client.panels.log_entries import (
    LogEntry,
    LogPicture,
    Rows,
    depth_of,
    details,
    has_more,
    rows_of,
)
from game.client.panels.panel_drawing import ground, is_press, label, slider, veil, wall_line
from game.client.panels.parchment_page import LinkFinder, LinkSpot, no_links
from game.present.shown_events import ShownEvent

if TYPE_CHECKING:
    from game.client.kit.app import App

FULL = "full"
"""Return value of `heard` when the log's full height is switched on or off."""
MENU = "menu"
HEAD, SIDE, FOOT = 30, 18, 14
"""Height of the head, and the edges beside and below the lines, at 100%."""
LEAST = 60
"""Minimum height of the part below the head, at 100%."""
WHEEL = 48
WALL = 10
"""Room for the wall of undo below its line, at 100%."""


@dataclass
class Hot:
    """A clickable part of the panel, and the visible part of its rectangle when it was drawn."""

    rect: pygame.Rect
    what: Literal["line", "rule", "full", "newest", "menu"]
    entry: int = -1
    rule: str = ""


@dataclass
class LogLayout:
    """The layouts of lines, made for one width when they are first needed."""

    width: int
    rows: dict[int, Rows] = field(default_factory=dict)


class LogPanel:
    """The log on parchment; a line is laid out only when it becomes visible."""

    def __init__(self, app: "App", find: LinkFinder = no_links) -> None:
        """Set up the log; keywords found by `find` are links."""
        self._app, self._find = app, find
        self._whole = self._room = pygame.Rect(0, 0, 1, 1)
        self._fitted: pygame.Rect | None = None
        """The rectangle for the current lines, or None if it must be measured again."""
        self.is_full = False
        """Whether the log has its full height."""
        self.has_menu = False
        """Whether the panel's head shows the menu icon."""
        self.is_focused = False
        self._entries: list[LogEntry] = []
        self._open: set[int] = set()
        self._laid = LogLayout(1)
        self._last, self._hidden = -1, 0
        """Index of the line at the lower edge, and the number of its pixels below that edge."""
        self._cursor = -1
        self._wall = 0
        """Number of the last event that can't be undone; 0 for none."""
        self._hot: list[Hot] = []
        self._under: tuple[int, int] | None = None
        self._is_dirty = True

    # Contents

    def lay(self, room: pygame.Rect) -> None:
        """Set the room on the screen; the panel is at its lower edge, as high as its lines."""
        self._whole, self._room, self._is_dirty = room.copy(), room.copy(), True
        self._laid = LogLayout(max(1, room.width - 2 * self._app.look.px(SIDE)))
        self._hidden, self._fitted = 0, None
        self._clamp()

    def give_way(self, top: int) -> bool:
        """Leave the screen above `top` to the panel there, but keep room for the newest lines.

        Return whether that changes the log's room.
        """
        room = self._whole.copy()
        room.height = max(self.least, room.bottom - max(top, room.y))
        room.bottom = self._whole.bottom
        if room == self._room:
            return False
        was_at_end, self._room = self.is_at_end, room
        self._fitted, self._is_dirty = None, True
        self._hot.clear()
        if was_at_end:
            self.to_end()
        self._clamp()
        return True

    @property
    def least(self) -> int:
        """The height that the log keeps, whatever the panel above needs."""
        return min(self._whole.height, self._app.look.px(HEAD + LEAST))

    @property
    def unused(self) -> int:
        """The height of the room that was laid for the log and isn't needed for its lines."""
        return self._whole.height - self._high_of(self._whole.height)

    def _high_of(self, most: int) -> int:
        """Return the panel's height in a room of height `most`."""
        px = self._app.look.px
        if self.is_full:
            return most
        high = self._filled(most) + px(HEAD + 6 + FOOT)
        return max(min(most, self.least), min(most, high))

    @property
    def rect(self) -> pygame.Rect:
        """The panel's rectangle: the whole room if the log has its full height."""
        if self._fitted is None:
            fitted = self._fitted = self._room.copy()
            fitted.height = self._high_of(self._room.height)
            fitted.bottom = self._room.bottom
        return self._fitted

    def _filled(self, most: int) -> int:
        """Return the height of all lines, or of the newest ones if they are higher than `most`."""
        high, index = 0, len(self._entries) - 1
        while index >= 0 and high < most:
            high += self._height(index)
            index -= 1
        return high

    def add(self, told: ShownEvent, depth: int | None = None) -> None:
        """Add a line; `depth` is its indent (default: the event's)."""
        is_at_end, self._fitted = self.is_at_end, None
        self._entries.append(LogEntry(told, depth_of(told) if depth is None else depth))
        if is_at_end:
            self.to_end()
        self._is_dirty = True

    def show(self, told: Sequence[ShownEvent]) -> None:
        """Replace all lines with the lines of these events."""
        self._entries = [LogEntry(one, depth_of(one)) for one in told]
        self._open.clear()
        self._laid = LogLayout(self._laid.width)
        self._cursor, self._fitted = -1, None
        self.to_end()

    def show_wall(self, n: int) -> None:
        """Draw the wall of undo below the line of event number `n` (0: nowhere)."""
        if n != self._wall:
            self._wall, self._fitted, self._is_dirty = n, None, True

    def truncate(self, n: int) -> None:
        """Remove the lines of all events after number `n`."""
        keep = len(self._entries)
        while keep and self._entries[keep - 1].told.n > n:
            keep -= 1
        was_at_end = self.is_at_end
        del self._entries[keep:]
        self._open = {index for index in self._open if index < keep}
        for index in [index for index in self._laid.rows if index >= keep]:
            del self._laid.rows[index]
        self._cursor, self._fitted = min(self._cursor, keep - 1), None
        if was_at_end or self._last >= keep:
            self.to_end()
        self._is_dirty = True

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def laid_out(self) -> int:
        """The number of lines laid out for this width."""
        return len(self._laid.rows)

    @property
    def is_at_end(self) -> bool:
        """Return whether the newest line is visible."""
        return self._last >= len(self._entries) - 1 and self._hidden <= 0

    def to_end(self) -> None:
        """Scroll to the newest line."""
        self._last, self._hidden, self._is_dirty = len(self._entries) - 1, 0, True

    # Places of lines

    @property
    def _page(self) -> pygame.Rect:
        px, rect = self._app.look.px, self.rect
        top, side = px(HEAD + 6), px(SIDE)
        return pygame.Rect(
            rect.x + side,
            rect.y + top,
            max(1, rect.width - 2 * side),
            max(1, rect.height - top - px(FOOT)),
        )

    def _rows(self, index: int) -> Rows:
        found = self._laid.rows.get(index)
        if found is None:
            entry, is_open = self._entries[index], index in self._open
            found = rows_of(self._app, entry, self._laid.width, is_open, self._find)
            self._laid.rows[index] = found
        return found

    def _height(self, index: int) -> int:
        """Return the height of a line, with room for the wall of undo if that is below it."""
        room = self._app.look.px(WALL) if self._is_at_wall(index) else 0
        return self._rows(index).height + room

    def scroll(self, pixels: int) -> None:
        """Scroll to older lines, or to newer ones if `pixels` is negative."""
        self._hidden += pixels
        while self._last >= 0 and self._hidden >= self._height(self._last) and self._last > 0:
            self._hidden -= self._height(self._last)
            self._last -= 1
        while self._hidden < 0 and self._last < len(self._entries) - 1:
            self._last += 1
            self._hidden += self._height(self._last)
        self._clamp()
        self._is_dirty = True

    def _clamp(self) -> None:
        """Limit scrolling to the newest line at the bottom and the oldest at the top."""
        if self._last >= len(self._entries) - 1:
            self._last, self._hidden = len(self._entries) - 1, max(0, self._hidden)
        room, index = self._page.height, self._last
        height = -self._hidden
        while index >= 0 and height < room:
            height += self._height(index)
            index -= 1
        if index < 0 and height < room:
            short = room - height
            while short > 0 and not self.is_at_end:
                step = min(short, self._hidden) if self._hidden else 0
                self._hidden -= step
                short -= step
                if short > 0 and self._last < len(self._entries) - 1:
                    self._last += 1
                    self._hidden = self._height(self._last)

    def toggle(self, index: int) -> None:
        """Open or close a line; an open line shows its dice and modifiers."""
        if not 0 <= index < len(self._entries) or not has_more(self._entries[index]):
            return
        was_at_end, self._fitted = self.is_at_end, None
        self._open ^= {index}
        self._laid.rows.pop(index, None)
        if was_at_end and index == len(self._entries) - 1:
            self.to_end()
        self._clamp()
        self._is_dirty = True

    def focus(self, index: int) -> None:
        """Move the keyboard's cursor to a line, and scroll to the line."""
        if not self._entries:
            return
        self._cursor = max(0, min(len(self._entries) - 1, index))
        if self._cursor > self._last or (self._cursor == self._last and self._hidden > 0):
            self._last, self._hidden = self._cursor, 0
        above = sum(self._height(n) for n in range(self._cursor, self._last + 1))
        while above - self._hidden > self._page.height and self._last > self._cursor:
            above -= self._height(self._last)
            self._last, self._hidden = self._last - 1, 0
        self._is_dirty = True

    # Time and input

    @property
    def is_moving(self) -> bool:
        """Return False, because the panel never moves by itself."""
        return False

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the log has to be drawn again."""
        moved, self._is_dirty = self._is_dirty, False
        return moved

    def heard(self, event: Input) -> str | None:
        """Handle an input; return the id of a rule that was pressed, or `full`, or None."""
        if isinstance(event, Act):
            return self._act(event)
        if not isinstance(event, Pointer):
            return None
        if event.kind == "move":
            before = self._hot_at(self._under)
            self._under = event.at if self.rect.collidepoint(event.at) else None
            self._is_dirty = self._is_dirty or self._hot_at(self._under) != before
        if event.kind == "wheel" and self.rect.collidepoint(event.at):
            self.scroll(event.amount * self._app.look.px(WHEEL))
        if is_press(event, self.rect):
            return self._pressed(event.at)
        return None

    def calls_menu(self, event: Input) -> bool:
        """Return whether an input presses the menu icon."""
        if not (isinstance(event, Pointer) and is_press(event, self.rect)):
            return False
        hot = self._hot_at(event.at)
        return hot is not None and hot.what == MENU

    def _pressed(self, at: tuple[int, int]) -> str | None:
        hot = self._hot_at(at)
        if hot is None:
            return None
        if hot.what == "rule":
            return hot.rule
        if hot.what == FULL:
            self.is_full, self._is_dirty = not self.is_full, True
            return FULL
        if hot.what == MENU:
            return None
        if hot.what == "newest":
            self.to_end()
        else:
            self._cursor = hot.entry
            self.toggle(hot.entry)
        return None

    def _hot_at(self, at: tuple[int, int] | None) -> Hot | None:
        """Return the clickable part last drawn at a point, or None."""
        if at is None:
            return None
        return next((one for one in reversed(self._hot) if one.rect.collidepoint(at)), None)

    @property
    def spots(self) -> Sequence[LinkSpot]:
        """The visible keywords and ids of rules."""
        hot = (one for one in self._hot if one.what == "rule" and one.rect)
        return [LinkSpot(one.rect, one.rule, n) for n, one in enumerate(hot, 1)]

    @property
    def rule_under(self) -> str | None:
        """The rule of the line under the pointer, or None."""
        hot = self._hot_at(self._under)
        if hot is None or hot.what not in ("line", "rule"):
            return None
        return hot.rule or self._entries[hot.entry].told.rule

    def _act(self, act: Act) -> str | None:
        page = self._page.height - self._app.look.px(24)
        if act.name in ("page_up", "page_down"):
            self.scroll(page if act.name == "page_up" else -page)
        elif self.is_focused and act.name in ("up", "down"):
            here = self._cursor if self._cursor >= 0 else len(self._entries)
            self.focus(here + (-1 if act.name == "up" else 1))
        elif self.is_focused and act.name == "confirm":
            self.toggle(self._cursor)
        elif self.is_focused and act.name == "help" and 0 <= self._cursor < len(self._entries):
            return self._entries[self._cursor].told.rule
        return None

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the log into its rectangle."""
        ground(self._app, surface, self.rect, "parchment")
        self._hot.clear()
        clip, page = surface.get_clip(), self._page
        surface.set_clip(page.inflate(self._app.look.px(16), 0).clip(clip))
        shown = self.shown()
        for index, top in shown:
            self._line(surface, index, top)
        if shown and (shown[0][0] > 0 or shown[0][1] < page.top):
            veil(self._app, surface, page, False)
        surface.set_clip(clip)
        self._head(surface)
        if shown and (shown[0][0] > 0 or not self.is_at_end):
            share = max(1, len(shown)) / max(1, len(self._entries))
            start = shown[0][0] / max(1, len(self._entries) - len(shown))
            slider(self._app, surface, page.move(self._app.look.px(10), 0), start, share)
        if not self.is_at_end:
            self._newer(surface)

    def shown(self) -> list[tuple[int, int]]:
        """Return the indexes of the visible lines with their upper edges, from the top."""
        page, index, found = self._page, self._last, []
        y = page.bottom + self._hidden
        while index >= 0 and y > page.top:
            y -= self._height(index)
            found.append((index, y))
            index -= 1
        spare = y - page.top if index < 0 and y > page.top else 0
        return [(n, top - spare) for n, top in reversed(found)]

    def _line(self, surface: pygame.Surface, index: int, top: int) -> None:
        px, page, rows = self._app.look.px, self._page, self._rows(index)
        rect = pygame.Rect(page.x, top, page.width, self._height(index))
        inside = rect.clip(page)
        is_hot = self._under is not None and inside.collidepoint(self._under)
        if has_more(self._entries[index]):
            self._hot.append(Hot(inside, "line", index))
            if is_hot or index in self._open:
                pygame.draw.rect(surface, PARCHMENT_DARK, rect.inflate(px(10), 0), 0, px(4))
        if self.is_focused and index == self._cursor:
            pygame.draw.rect(surface, BRASS, rect.inflate(px(10), 0), px(2), px(4))
        for piece in rows.pieces:
            self._piece(surface, piece, rect)
        if self._is_at_wall(index):
            bricks = wall_line(self._app, page.width)
            surface.blit(bricks, bricks.get_rect(midbottom=(rect.centerx, rect.bottom - px(2))))

    def _is_at_wall(self, index: int) -> bool:
        """Return whether the wall of undo is below a line."""
        after = self._entries[index + 1].told.n if index + 1 < len(self._entries) else None
        is_before = self._entries[index].told.n <= self._wall
        return is_before and (after is None or after > self._wall)

    def _piece(self, surface: pygame.Surface, piece: LogPicture, rect: pygame.Rect) -> None:
        at = piece.image.get_rect(topleft=(rect.x + piece.x, rect.y + piece.y))
        is_hot = self._under is not None and at.collidepoint(self._under)
        surface.blit(piece.hot if is_hot and piece.hot is not None else piece.image, at)
        if piece.rule:
            wide = at if piece.hot is not None else at.inflate(self._app.look.px(8), 0)
            self._hot.append(Hot(wide.clip(self._page), "rule", rule=piece.rule))
            if is_hot and piece.hot is None:
                line = at.left, at.bottom - 1
                pygame.draw.line(surface, INK_FADED, line, (at.right, at.bottom - 1))

    def _head(self, surface: pygame.Surface) -> None:
        app, px, rect = self._app, self._app.look.px, self.rect
        title = app.type.line(app.words.say("log", "title"), "serif bold", BODY, INK)
        bar = pygame.Rect(rect.x + px(18), rect.y + px(8), rect.width - px(36), px(HEAD - 4))
        surface.blit(title, title.get_rect(midleft=(bar.x, bar.centery)))
        right = bar.right
        if self.has_menu:
            right = self._icon(surface, "icons/menu", "menu", (right, bar.centery)) - px(14)
        icon = "icons/close" if self.is_full else "icons/log"
        self._icon(surface, icon, "full", (right, bar.centery))
        edge = bar.bottom - 1
        pygame.draw.line(surface, PARCHMENT_DARK, (bar.x, edge), (bar.right, edge), px(1))

    def _icon(
        self,
        surface: pygame.Surface,
        name: str,
        what: Literal["full", "menu"],
        at: tuple[int, int],
    ) -> int:
        """Draw a clickable icon in the head, with its right edge at `at`; return its left edge."""
        px = self._app.look.px
        icon = self._app.art.image(name, (px(SPACE * 2), px(SPACE * 2)), INK)
        place = icon.get_rect(midright=at)
        hot = place.inflate(px(12), px(10))
        if self._under is not None and hot.collidepoint(self._under):
            pygame.draw.rect(surface, PARCHMENT_DARK, hot, border_radius=px(4))
        surface.blit(icon, place)
        self._hot.append(Hot(hot, what))
        return place.left

    def _newer(self, surface: pygame.Surface) -> None:
        """Draw a clickable note that there are newer lines below."""
        plate = label(self._app, self._app.words.say("log", "newer") + "  ↓", BRASS_LIGHT)
        bottom = self.rect.bottom - self._app.look.px(3)
        place = plate.get_rect(midbottom=(self.rect.centerx, bottom))
        surface.blit(plate, place)
        self._hot.append(Hot(place, "newest"))

    def expanded(self, index: int) -> tuple[str, ...]:
        """Return the contents of an open line in words."""
        return details(self._app, self._entries[index])
