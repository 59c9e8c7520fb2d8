"""The unit bar's command buttons: one row of large buttons, or pages with two small rows."""

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import Standees
from game.client.kit.guide_pages import CONFIRM, SHARING
from game.client.kit.inputs import Input, Pointer
from game.client.kit.theme import BRASS_LIGHT, CREAM, PARCHMENT_EDGE, SMALL, WARNING, Colour, rgb
from game.client.kit.typography import SMALLEST
from game.client.panels.panel_drawing import draw_reason, is_press, marked_icon
from game.client.panels.pips import MOST, draw_pips, pips_width
from game.client.panels.tooltip import Tip, TipOffer
from game.present.codex.keywords import NO_KEYWORDS, Keywords
from game.present.facts_lines import Pip

if TYPE_CHECKING:
    from game.client.kit.app import App

END = "end"
"""Id of the button in the right column, which is on every page."""
GUIDES = {END: CONFIRM, "hand": SHARING}
"""Page of the guide for buttons about the window rather than the rules, by the button's id."""
LARGE_WIDTH, WIDEST, SMALL_WIDTH, PAGER = 68, 104, 89, 24
SIDE = 96
"""Width of the right column, with *Undo* above the end of the turn."""
GAP = 6
CORNER = 12
SHUT = rgb("#8a7a66")


@dataclass(frozen=True)
class CommandButton:
    """A command's button; if it is disabled, `why` has the reason."""

    id: str
    label: str
    icon: str = ""
    key: str = ""
    count: int | None = None
    is_open: bool = True
    is_selected: bool = False
    pips: tuple[Pip, ...] = ()
    """Cost of the command."""
    brief: str = ""
    """The reason in two or three words."""
    why: str = ""
    facts: str = ""
    about: str = ""
    mark: str = ""
    """Name of a second, small icon at the corner of the first, or ""."""
    face: tuple[str, str] | None = None
    """Kind and side of the unit whose portrait replaces the icon, or None."""


class CommandButtons:
    """The command buttons of a question, one page of which is visible."""

    def __init__(self, app: "App", standees: Standees, keywords: Keywords = NO_KEYWORDS) -> None:
        self._app, self._standees, self._keywords = app, standees, keywords
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.all: tuple[CommandButton, ...] = ()
        self.focused: int | None = None
        self.page, self.is_dirty = 0, True
        self._last: frozenset[str] = frozenset()
        """The buttons of the last question; between two questions there are none."""
        self._under: tuple[int, int] | None = None
        self._held: int | None = None
        self._fresh: frozenset[str] = frozenset()
        """Buttons on other pages that have become available in this turn, as after a move."""
        self._known: frozenset[str] | None = None
        """The unit's available buttons when last shown in this turn; None before."""

    def show(self, buttons: tuple[CommandButton, ...]) -> None:
        """Set the buttons; keep the page unless they belong to another question."""
        if buttons == self.all:
            return
        self.all, self.is_dirty = buttons, True
        if buttons:
            before, self._last = self._last, frozenset(one.id for one in buttons)
            # A unit can get more buttons during its turn, but never loses one.
            if not before <= self._last:
                self.page = 0
            self.page = min(self.page, self.pages - 1)
        if self.focused is not None and self.focused >= len(buttons):
            self.focused = None
        opened = frozenset(one.id for one in buttons if one.is_open)
        if buttons:
            known = opened if self._known is None else self._known
            self._known, self._fresh = opened, self._fresh & opened | opened - known
            self._see()

    def begin(self) -> None:
        """Begin with another unit, on the first page: nothing has become available yet."""
        self._known, self._fresh = None, frozenset()
        self.page, self.is_dirty = 0, True

    def _see(self) -> None:
        """Note that the buttons of the page have been seen."""
        self._fresh -= {self.all[n].id for n, _ in self.places()}

    def lay(self, rect: pygame.Rect) -> None:
        """Set the rectangle on the screen."""
        self.rect, self.is_dirty = rect.copy(), True
        if self.all:
            self.page = min(self.page, self.pages - 1)
        if self.focused is not None:
            self.page = self._page_of(self.focused)

    def focus(self, n: int | None) -> None:
        """Move the keyboard's focus to a button, and show its page."""
        inside = n is not None and 0 <= n < len(self.all)
        self.focused, self.is_dirty = n if inside else None, True
        if self.focused is not None and self.all[self.focused].id != END:
            self.page = self._page_of(self.focused)
            self._see()

    def forget_pointer(self) -> None:
        """Ignore the pointer until it moves again."""
        self._under, self.is_dirty = None, True

    def turn(self, pages: int) -> None:
        """Turn a number of pages forwards; after the last page comes the first."""
        if self.pages > 1:
            self.page, self.is_dirty = (self.page + pages) % self.pages, True
            self._see()

    # Places

    @property
    def _usual(self) -> list[int]:
        """The indexes of all buttons except the button at the right end."""
        return [n for n, button in enumerate(self.all) if button.id != END]

    @property
    def _end(self) -> int | None:
        return next((n for n, button in enumerate(self.all) if button.id == END), None)

    @property
    def _room(self) -> int:
        """The width for all buttons except the button at the right end."""
        return self.rect.width - self._app.look.px(SIDE + GAP)

    @property
    def _is_small(self) -> bool:
        px = self._app.look.px
        return len(self._usual) > max(1, (self._room + px(GAP)) // px(LARGE_WIDTH + GAP))

    @property
    def _columns(self) -> int:
        px = self._app.look.px
        return max(1, (self._room - px(PAGER) + px(GAP)) // px(SMALL_WIDTH + GAP))

    @property
    def pages(self) -> int:
        """The number of pages of buttons."""
        each = 2 * self._columns
        return max(1, -(-len(self._usual) // each)) if self._is_small else 1

    def _page_of(self, n: int) -> int:
        usual = self._usual
        return usual.index(n) // (2 * self._columns) if self._is_small and n in usual else 0

    def places(self) -> list[tuple[int, pygame.Rect]]:
        """Return the indexes of the visible buttons, each with its rectangle."""
        px, rect, found = self._app.look.px, self.rect, []
        usual, end = self._usual, self._end
        if self._is_small:
            each, columns = 2 * self._columns, self._columns
            room = self._room - (px(PAGER) if self.pages > 1 else 0)
            width = (room - (columns - 1) * px(GAP)) // columns
            high = (rect.height - px(GAP)) // 2
            for place, n in enumerate(usual[self.page * each : (self.page + 1) * each]):
                row, column = divmod(place, columns)
                x = rect.x + column * (width + px(GAP))
                found.append((n, pygame.Rect(x, rect.y + row * (high + px(GAP)), width, high)))
        else:
            each = (self._room + px(GAP)) // max(1, len(usual)) - px(GAP)
            width = max(px(LARGE_WIDTH), min(px(WIDEST), each))
            for place, n in enumerate(usual):
                x = rect.x + place * (width + px(GAP))
                found.append((n, pygame.Rect(x, rect.y, width, rect.height)))
        if end is not None:
            found.append((end, self._side(1)))
        return found

    def _side(self, row: int) -> pygame.Rect:
        """Return the upper (0) or lower (1) half of the right column."""
        px, rect = self._app.look.px, self.rect
        high = (rect.height - px(GAP)) // 2
        y = rect.y if row == 0 else rect.bottom - high
        return pygame.Rect(rect.right - px(SIDE), y, px(SIDE), high)

    @property
    def undo(self) -> pygame.Rect:
        """The rectangle of the undo button, which the unit bar draws."""
        return self._side(0)

    def _pager(self) -> tuple[pygame.Rect, pygame.Rect] | None:
        """Return the rectangles of the arrows that turn pages, or None if there is one page."""
        if self.pages < 2:
            return None
        px = self._app.look.px
        left = self.rect.x + self._room - px(PAGER) + px(GAP)
        high = self.rect.height * 3 // 10
        up = pygame.Rect(left, self.rect.y, px(PAGER - GAP), high)
        return up, pygame.Rect(left, self.rect.bottom - high, px(PAGER - GAP), high)

    def _at(self, at: tuple[int, int] | None) -> int | None:
        if at is None:
            return None
        return next((n for n, rect in self.places() if rect.collidepoint(at)), None)

    @property
    def pointed(self) -> str | None:
        """The id of the button under the pointer, enabled or not, or None."""
        n = self._at(self._under)
        return None if n is None else self.all[n].id

    @property
    def has_more(self) -> bool:
        """Return whether another page has an available button."""
        seen = {n for n, _ in self.places()}
        return any(one.is_open for n, one in enumerate(self.all) if n not in seen)

    # Input

    def heard(self, event: Input) -> str | None:
        """Handle an input; return the id of the pressed button, available or not, or None."""
        if not isinstance(event, Pointer):
            return None
        if event.kind == "move":
            before, self._under = self._under, event.at
            if self._at(before) != self._at(event.at) or self._is_at_pager(before, event.at):
                self.is_dirty = True
        elif event.kind == "wheel" and self.rect.collidepoint(event.at):
            self.turn(-1 if event.amount > 0 else 1)
        elif event.kind == "up" and self._held is not None:
            self._held, self.is_dirty = None, True
        elif is_press(event, self.rect):
            return self._pressed(event.at)
        return None

    def _is_at_pager(self, *points: tuple[int, int] | None) -> bool:
        found = self._pager() or ()
        return any(rect.collidepoint(at) for rect in found for at in points if at)

    def _pressed(self, at: tuple[int, int]) -> str | None:
        for way, rect in zip((-1, 1), self._pager() or (), strict=False):
            if rect.collidepoint(at):
                self.turn(way)
                self._app.sounds.ui("page")
                return None
        n = self._at(at)
        if n is None:
            return None
        self._held, self.is_dirty = n, True
        button = self.all[n]
        if button.is_open:
            self._app.sounds.ui("button")
        return button.id

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the buttons of the visible page."""
        hot = self._at(self._under)
        for n, rect in self.places():
            is_large = self.all[n].id != END and not self._is_small
            self._button(surface, n, rect, hot == n, is_large)
        self._draw_pager(surface)

    def _button(
        self, surface: pygame.Surface, n: int, rect: pygame.Rect, is_hot: bool, is_large: bool
    ) -> None:
        button = self.all[n]
        self.ground(surface, button, rect, is_hot, n == self._held)
        if n == self.focused:
            self.frame(surface, rect)
        draw = self._large if is_large else self.small
        draw(surface, button, rect)

    def frame(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the frame of the keyboard's focus around a button."""
        px = self._app.look.px
        pygame.draw.rect(surface, CREAM, rect.inflate(px(2), px(2)), px(2), px(11))

    def ground(
        self,
        surface: pygame.Surface,
        button: CommandButton,
        rect: pygame.Rect,
        is_hot: bool,
        is_held: bool,
    ) -> None:
        """Draw the plate of a button."""
        name = "button"
        if not button.is_open:
            name = "button-disabled"
        elif button.is_selected:
            name = "button-selected"
        elif is_held:
            name = "button-pressed"
        elif is_hot:
            name = "button-hover"
        app, corner = self._app, self._app.look.px(CORNER)
        surface.blit(app.art.nine(f"table/{name}", rect.size, corner, 2 * CORNER), rect)

    def _large(self, surface: pygame.Surface, button: CommandButton, rect: pygame.Rect) -> None:
        """Draw a large button: its icon above its label, and its cost at the top."""
        app, px, colour = self._app, self._app.look.px, CREAM if button.is_open else SHUT
        most = rect.width - px(8)
        fits = (app.type.fit_lines(button.label, most, n, "sans", SMALL + 1) for n in (2, 3))
        lines, small = max(fits, key=itemgetter(1))
        step = app.type.height("sans", small) - px(2)
        y = rect.bottom - px(7) - step * len(lines)
        if button.brief and not button.is_open:
            foot = rect.centerx, rect.bottom - px(5)
            y = draw_reason(app, surface, button.brief, foot, most, SHUT)
            y += px(2) - step * len(lines)
        size, above = min(px(34), max(px(16), y - rect.y - px(12))), px(8)
        if app.settings.hints and app.type.width(button.key, "sans", SMALL) > rect.width // 3:
            above = app.type.height("sans", SMALL)  # a long key goes above the icon
            size = min(size, max(px(16), y - rect.y - above - px(2)))
        icon = self._sign(button, size, colour)
        surface.blit(icon, icon.get_rect(center=(rect.centerx, (rect.y + above + y) // 2)))
        for line in lines:
            words = app.type.line(line, "sans", small, colour)
            surface.blit(words, words.get_rect(midtop=(rect.centerx, y)))
            y += step
        self._corner(surface, button, rect)
        middle = rect.y + px(4) + app.type.height("sans", SMALL) // 2
        draw_pips(app, surface, (rect.x + px(7), middle), button.pips, self._faded(button))

    @staticmethod
    def _faded(button: CommandButton) -> Colour | None:
        """Return the colour of a disabled button's pips, or None for each pip's own colour."""
        return None if button.is_open else SHUT

    def _sign(self, button: CommandButton, size: int, colour: Colour) -> pygame.Surface:
        """Return the command's icon, or the portrait of its unit."""
        if button.face is not None:
            high = size + self._app.look.px(3)
            return self._standees.portrait(*button.face, (round(high * 84 / 98), high))
        return marked_icon(self._app, button.icon or button.id, button.mark, size, colour)

    def small(self, surface: pygame.Surface, button: CommandButton, rect: pygame.Rect) -> None:
        """Draw a small button: icon and label, and below them key, cost, and why it is disabled."""
        app, px, colour = self._app, self._app.look.px, CREAM if button.is_open else SHUT
        row = app.type.height("sans", SMALL)
        inner = rect.inflate(-px(12), -px(6))
        lower = pygame.Rect(inner.x, inner.bottom - row, inner.width, row)
        upper = pygame.Rect(inner.x, inner.y, inner.width, lower.y - inner.y)
        icon = self._sign(button, max(1, min(px(18), upper.height)), colour)
        beside = pygame.Rect(upper.x + icon.get_width() + px(4), upper.y, 0, upper.height)
        beside.width = upper.right - beside.x
        words, step = button.label, max(1, row - px(4))
        widest = [
            max((app.type.width(word, "sans", size) for word in words.split()), default=0)
            for size in (SMALL, SMALL + 1)
        ]
        size = SMALL + 1 if widest[1] <= beside.width else SMALL
        most = max(1, min(2, upper.height // step))
        fit = app.type.fit_lines(words, beside.width, most, "sans", size)[1]
        is_tight = widest[0] > beside.width or fit < SMALL
        if is_tight and button.brief and not button.is_open:
            beside = upper  # the reason needs the whole second line
        elif is_tight:
            # A long name gets the whole width, and the icon the end of the last line.
            surface.blit(icon, icon.get_rect(midright=lower.midright))
            beside, lower.width = upper, lower.width - icon.get_width() - px(4)
        else:
            surface.blit(icon, icon.get_rect(midleft=upper.midleft))
        lines, size = app.type.fit_lines(words, beside.width, most, "sans", size)
        y = upper.centery - step * (len(lines) - 1) // 2
        for line in lines:
            shown = app.type.line(line, "sans", size, colour)
            surface.blit(shown, shown.get_rect(midleft=(beside.x, y)))
            y += step
        self._lower(surface, button, lower)

    def _lower(self, surface: pygame.Surface, button: CommandButton, row: pygame.Rect) -> None:
        """Draw the last line of a small button: key, cost, and count or reason, as far as they fit.

        If the reason doesn't fit beside the cost, it replaces the cost. A key without room for the
        cost isn't shown, nor one that leaves no room for words which would fit without it. A
        disabled button has its reason in smaller letters if need be, and its key beside it unless
        the reason would be cut off.
        """
        app, px = self._app, self._app.look.px
        x, right = row.x, row.right
        is_grey = bool(button.brief) and not button.is_open
        if button.count is not None:
            right = self._count(surface, button, row.midright).left - px(3)
        if button.key and app.settings.hints:
            colour = BRASS_LIGHT if button.is_selected else PARCHMENT_EDGE
            key = app.type.line(button.key, "sans", SMALL, colour if button.is_open else SHUT)
            width = max(key.get_width(), px(9)) + px(5)
            small = round(SMALLEST * SMALL)
            least = app.type.width(button.brief, "sans", small) if button.brief else 0
            is_told = x + width + least <= right or (not is_grey and x + least > right)
            if is_told and (is_grey or x + width + pips_width(app, button.pips, 1) <= right):
                surface.blit(key, key.get_rect(midleft=(x, row.centery)))
                x += width
        words, cost = button.brief, pips_width(app, button.pips)
        size = SMALL if is_grey else round(SMALLEST * SMALL)
        width = app.type.width(words, "sans", size) if words else 0
        if x + cost + width <= right or not words or (x + width > right and not is_grey):
            most = MOST if x + cost <= right else 1
            at = x, row.centery
            x = draw_pips(app, surface, at, button.pips, self._faded(button), most)
        if words and (is_grey or x + width <= right):
            colour = WARNING if button.is_open else SHUT
            line = app.type.fit_line(words, max(1, right - x), "sans", SMALL, colour)
            surface.blit(line, line.get_rect(midleft=(x, row.centery)))

    def _count(
        self, surface: pygame.Surface, button: CommandButton, midright: tuple[int, int]
    ) -> pygame.Rect:
        """Draw a button's count; return its place."""
        app, colour = self._app, BRASS_LIGHT if button.is_open else SHUT
        words = app.words.say("queue", "group", count=button.count)
        count = app.type.line(words, "sans bold", SMALL, colour)
        return surface.blit(count, count.get_rect(midright=midright))

    def _corner(self, surface: pygame.Surface, button: CommandButton, rect: pygame.Rect) -> None:
        """Draw the key in the upper right corner, and the count in the lower right one."""
        app, px = self._app, self._app.look.px
        right = rect.right - px(7)
        if button.key and app.settings.hints:
            colour = BRASS_LIGHT if button.is_selected else PARCHMENT_EDGE
            key = app.type.line(button.key, "sans", SMALL, colour if button.is_open else SHUT)
            surface.blit(key, key.get_rect(topright=(right, rect.y + px(3))))
        if button.count is not None:
            self._count(surface, button, (right, rect.bottom - px(12)))

    def _draw_pager(self, surface: pygame.Surface) -> None:
        """Draw the arrows to other pages: pale without a command there, dotted with a new one."""
        found, px = self._pager(), self._app.look.px
        if found is None:
            return
        for way, rect in zip((-1, 1), found, strict=True):
            is_hot = self._under is not None and rect.collidepoint(self._under)
            colour = BRASS_LIGHT if is_hot else PARCHMENT_EDGE if self.has_more else SHUT
            x, y, size = rect.centerx, rect.centery, px(6)
            points = [(x - size, y - way * size // 2), (x, y + way * size // 2)]
            points.append((x + size, y - way * size // 2))
            pygame.draw.lines(surface, colour, False, points, px(3))
        for rect in found if self._fresh else ():
            pygame.draw.circle(surface, BRASS_LIGHT, (rect.right - px(3), rect.y + px(5)), px(4))
        words = f"{self.page + 1}/{self.pages}"
        line = self._app.type.line(words, "sans", SMALL, PARCHMENT_EDGE)
        surface.blit(line, line.get_rect(center=(found[0].centerx, self.rect.centery)))

    @property
    def hinted(self) -> str | None:
        """The id of the button under the pointer, or else of the focused button, or None."""
        n = self._hinted
        return self.all[n].id if n is not None else None

    def offer(self, id: str) -> TipOffer | None:
        """Return the tooltip of a visible button, or None if there is none."""
        places = ((self.all[n], rect) for n, rect in self.places())
        button, rect = next((one for one in places if one[0].id == id), (None, None))
        if button is None or rect is None:
            return None
        warning = button.brief[:1].upper() + button.brief[1:]
        told = (button.facts, warning) if button.is_open else (button.why, button.facts)
        lines = tuple(filter(None, told))
        if not (lines or button.about or self._is_small):
            return None
        tip = Tip(
            button.label,
            lines=lines,
            flavour=button.about if button.is_open else "",
            page=GUIDES.get(id) or self._keywords.page_of(id.partition(":")[2]) or "",
        )
        beside = pygame.Rect(rect.x, self.rect.y, rect.width, self.rect.height)
        is_pointed = self._at(self._under) is not None
        return TipOffer(id, tip, beside, is_above=True, is_pointed=is_pointed)

    @property
    def cost(self) -> tuple[Pip, ...]:
        """The cost of the button with the tooltip, if it is enabled."""
        n = self._hinted
        return self.all[n].pips if n is not None and self.all[n].is_open else ()

    @property
    def _hinted(self) -> int | None:
        """The index of the button under the pointer, else of the focused button, or None."""
        n = self._at(self._under)
        return self.focused if n is None else n
