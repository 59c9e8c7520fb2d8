"""The bar at the lower edge: the acting unit, its commands, and undo."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import Standees
from game.client.kit.guide_pages import UNDO as UNDO_PAGE
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    INK,
    LARGE,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    rgb,
)
from game.client.kit.typography import SMALLEST
from game.client.kit.widgets.key_names import key_hint
from game.client.panels.command_buttons import CommandButton, CommandButtons
from game.client.panels.panel_drawing import ground, is_at_once, is_press, life
from game.client.panels.pips import pip_image
from game.client.panels.tooltip import Tip, TipOffer
from game.present.battle_sentences import ShortStat
from game.present.codex.keywords import NO_KEYWORDS, Keywords
from game.present.facts_lines import Pip
from game.present.picture import Card, Lasting, Token

if TYPE_CHECKING:
    from game.client.kit.app import App

UNDO = "undo"
"""Return value of `heard` when the undo button is pressed, and the id of that button."""
ASK, REROLL = "ask", "reroll"
"""Ways to undo behind the wall: with the consent of the other people, or with a reroll."""
CONDITION = "condition:"
"""Beginning of the id of a condition's tooltip."""
PORTRAIT = 84
"""Maximum height of the portrait, at 100%."""
ABOUT = 226
"""Maximum width of the part about the unit, at 100%."""
LEGIBLE = 0.8
"""Minimum share of the text next to a name that must fit; otherwise the text is left out."""
MOST_SHORT = 5
MOST_UNDONE = 5
"""Maximum number of undone events in the hint of the undo button."""
SPENT = rgb("#8a7358")


def told_apart(label: str, labels: Sequence[str]) -> str:
    """Return the shortest beginning of a label that no other of the labels has."""
    others = [other for other in labels if other != label]
    starts = (label[:n] for n in range(1, len(label)))
    return next((one for one in starts if not any(o.startswith(one) for o in others)), label)


def is_walled(count: int, wall: int) -> bool:
    """Return whether the last of `count` commands is behind the wall, as `wall` of them are."""
    return 0 < count <= wall


class UnitBar:
    """The unit bar: portrait, life, stats and conditions on the left, buttons on the right."""

    def __init__(self, app: "App", standees: Standees, keywords: Keywords = NO_KEYWORDS) -> None:
        self._app, self._standees, self._keywords = app, standees, keywords
        self.rect = pygame.Rect(0, 0, 1, 1)
        self._buttons = CommandButtons(app, standees, keywords)
        self._card: Card | None = None
        self._token: Token | None = None
        self._shorts: tuple[ShortStat, ...] = ()
        self._kind = ""
        self._count = self._wall = 0
        self._is_correctable = self._is_undo_focused = False
        self._beyond = ""
        """How commands behind the wall can be undone, or ""."""
        self._undone: tuple[str, ...] = ()
        """The effect of pressing *Undo*, in words."""
        self._planned: tuple[Pip, ...] = ()
        self._life = 1.0
        """Share of life that the bar shows, while it moves towards the real share."""
        self._signs: list[tuple[pygame.Rect, Lasting]] = []
        self._under: tuple[int, int] | None = None
        self._is_dirty = True

    # Contents

    def lay(self, rect: pygame.Rect) -> None:
        """Set the rectangle on the screen."""
        px, self.rect, self._is_dirty = self._app.look.px, rect.copy(), True
        inner = rect.inflate(-2 * px(14), -2 * px(9))
        left = min(px(ABOUT), round(inner.width * 0.38))
        self._buttons.lay(pygame.Rect(inner.x + left, inner.y, inner.width - left, inner.height))

    def show_unit(
        self,
        card: Card | None,
        token: Token | None,
        shorts: Iterable[ShortStat] | None = None,
        kind: str = "",
    ) -> None:
        """Show the acting unit, up to five of its stats, and its kind.

        The stats are the card's short stats, unless `shorts` has others.
        """
        is_other = token is None or self._token is None or token.id != self._token.id
        self._card, self._token, self._kind = card, token, kind
        found = shorts if shorts is not None else card.shorts if card else ()
        self._shorts = tuple(found)[:MOST_SHORT]
        self._is_dirty = True
        if is_other:
            self._buttons.begin()
        if is_other or is_at_once(self._app):
            self._life = self._share

    def show(self, buttons: tuple[CommandButton, ...]) -> None:
        """Show the unit's buttons; the button with the id `end` is at the right end."""
        self._buttons.show(buttons)

    def show_undo(
        self, count: int, wall: int, is_correctable: bool = False, beyond: str = ""
    ) -> None:
        """Show the number of commands given, and the number of these that are behind the wall.

        `is_correctable` says that dice typed after the last command can be corrected, `beyond` how
        commands behind the wall can be undone: `ASK`, `REROLL` or "".
        """
        now = count, wall, is_correctable, beyond
        if now != (self._count, self._wall, self._is_correctable, self._beyond):
            self._count, self._wall, self._is_correctable, self._beyond = now
            self._is_dirty = True

    def show_undone(self, lines: Sequence[str]) -> None:
        """Set the effect of pressing *Undo*, for its hint."""
        self._undone, self._is_dirty = tuple(lines), True

    def show_cost(self, pips: tuple[Pip, ...]) -> None:
        """Set the cost of the planned command, which the unit's stats show as well."""
        if pips != self._planned:
            self._planned, self._is_dirty = pips, True

    @property
    def undo(self) -> pygame.Rect:
        """The rectangle of the undo button."""
        return self._buttons.undo

    def focus(self, n: int | None) -> None:
        """Move the keyboard's focus to a button by its index, and show its page.

        The undo button comes after all others.
        """
        self._is_undo_focused = n == len(self._buttons.all)
        self._buttons.focus(n)

    def forget_pointer(self) -> None:
        """Ignore the pointer until it moves again."""
        self._under, self._is_dirty = None, True
        self._buttons.forget_pointer()

    def turn(self, pages: int) -> None:
        """Turn a number of pages of buttons forwards."""
        self._buttons.turn(pages)

    @property
    def seen(self) -> tuple[int, ...]:
        """The indexes of the visible buttons, in order."""
        return tuple(n for n, _ in self.places())

    def places(self) -> list[tuple[int, pygame.Rect]]:
        """Return the indexes of the visible buttons, each with its rectangle."""
        return self._buttons.places()

    @property
    def pointed(self) -> str | None:
        """The id of the enabled button under the pointer, or None."""
        if self._hot(self._under) is UNDO:
            return UNDO if self.can_undo else None
        return self._buttons.pointed

    @property
    def is_at_undo(self) -> bool:
        """Return whether the enabled undo button is under the pointer, or else has the focus."""
        found = self.pointed
        return self.can_undo and (found == UNDO or (found is None and self._is_undo_focused))

    @property
    def _share(self) -> float:
        token = self._token
        return token.life / token.most if token and token.life is not None and token.most else 0.0

    # Time and input

    @property
    def is_moving(self) -> bool:
        """Return whether the life bar is moving."""
        return abs(self._life - self._share) > 0.001

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the bar has to be drawn again."""
        moved = self._is_dirty or self._buttons.is_dirty or self.is_moving
        if self.is_moving:
            step = seconds * 1.2 * (self._app.look.speed or 1e6)
            gap = self._share - self._life
            self._life = self._share if abs(gap) <= step else self._life + step * (gap > 0 or -1)
        self._is_dirty = self._buttons.is_dirty = False
        return moved

    def heard(self, event: Input) -> str | None:
        """Handle an input; return the id of the button that was pressed, or `undo`, or None."""
        if isinstance(event, Act) and event.name in ("page_up", "page_down"):
            self._buttons.turn(1 if event.name == "page_down" else -1)
            return None
        if not isinstance(event, Pointer):
            return None
        if event.kind == "move":
            before, self._under = self._under, event.at
            self._is_dirty = self._is_dirty or self._buttons.rect.collidepoint(event.at)
            self._is_dirty = self._is_dirty or self._hot(before) is not self._hot(event.at)
        if is_press(event, self.undo) and self.can_undo:
            return UNDO
        return self._buttons.heard(event)

    @property
    def can_undo(self) -> bool:
        """Return whether the undo button is enabled."""
        is_open = self._count > (0 if self._beyond else self._wall)
        return self._is_correctable or is_open

    @property
    def _undo_label(self) -> str:
        if self._is_correctable:
            return "correct"
        is_reroll = self._beyond == REROLL and is_walled(self._count, self._wall)
        return "reroll" if is_reroll else "undo"

    def _hot(self, at: tuple[int, int] | None) -> object:
        if at is None:
            return None
        if self.undo.collidepoint(at):
            return UNDO
        return next((held for rect, held in self._signs if rect.collidepoint(at)), None)

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar into its rectangle."""
        ground(self._app, surface, self.rect, "wood-panel")
        self._signs.clear()
        if self._token is not None:
            self._unit(surface, self._token)
        self._buttons.draw(surface)
        self._undo(surface)

    def _undo(self, surface: pygame.Surface) -> None:
        """Draw the undo button: the wall as bricks, and a diamond for each step before it."""
        app, rect = self._app, self.undo
        label = app.words.say("bar", self._undo_label)
        steps = max(0, self._count - self._wall)
        pips = [Pip("wall")] if self._wall else []
        pips += [Pip("step", steps)] if steps else []
        key = key_hint(app, "undo")
        button = CommandButton(UNDO, label, "undo", key, is_open=self.can_undo, pips=tuple(pips))
        is_hot = self._under is not None and rect.collidepoint(self._under)
        self._buttons.ground(surface, button, rect, is_hot, False)
        if self._is_undo_focused:
            self._buttons.frame(surface, rect)
        self._buttons.small(surface, button, rect)

    def _unit(self, surface: pygame.Surface, token: Token) -> None:
        px, rect = self._app.look.px, self.rect
        high = max(px(30), min(px(PORTRAIT), rect.height - 2 * px(12)))
        portrait = self._standees.portrait(token.face, token.side, (round(high * 84 / 98), high))
        place = portrait.get_rect(midleft=(rect.x + px(14), rect.centery))
        surface.blit(portrait, place)
        has_buttons = bool(self._buttons.all)
        end = self._buttons.rect.x if has_buttons else self.undo.x
        left, right = place.right + px(14), end - px(14)
        y = rect.y + px(10)
        y = self._name(surface, token.title, (left, y), right - left) + px(1)
        y = self._bar(surface, token, left, right, y)
        y = self._figures(surface, left, right, y)
        self._conditions(surface, token, left, right, y)

    def _name(self, surface: pygame.Surface, name: str, at: tuple[int, int], width: int) -> int:
        """Draw a name, smaller and then on two lines if it is long; return the y below it.

        What the unit is asked, or who thinks, is beside it, or else on a line of its own.
        """
        kind, px, (left, y) = self._app.type, self._app.look.px, at
        smallest = round(SMALLEST * LARGE)
        is_long = kind.width(name, "serif bold", smallest) > width
        lines, size = [name], smallest
        if is_long:
            lines, size = kind.fit_lines(name, width, 2, "serif bold", smallest)
        else:
            size = kind.fit(name, width, "serif bold", LARGE)[1]
        last = pygame.Rect(at, (0, 0))
        for line in lines:
            last = surface.blit(kind.line(line, "serif bold", size, PARCHMENT), (left, y))
            y += kind.height("serif bold", size)
        words, least = self._kind, LEGIBLE * kind.width(self._kind, "sans", SMALL + 1)
        beside = left + width - last.right - px(6)
        if words and max(beside, width) > least:
            is_beside = beside > least
            shown, size = kind.fit(words, beside if is_beside else width, "sans", SMALL + 1)
            image = kind.line(shown, "sans", size, PARCHMENT_EDGE)
            if is_beside:
                surface.blit(image, (last.right + px(6), last.bottom - image.get_height() - px(3)))
            else:
                y = surface.blit(image, (left, y)).bottom
        return y

    def _bar(self, surface: pygame.Surface, token: Token, left: int, right: int, y: int) -> int:
        """Draw the life bar with its numbers; return the y below them."""
        if token.life is None or not token.most:
            return y
        px, kind = self._app.look.px, self._app.type
        words = self._app.words.say("bar", "life", life=token.life, most=token.most)
        line = kind.line(words, "sans bold", SMALL + 1, CREAM)
        width = max(px(30), min(px(170), right - left - line.get_width() - px(8)))
        bar = pygame.Rect(left, y + (line.get_height() - px(12)) // 2, width, px(12))
        life(self._app, surface, bar, self._life)
        surface.blit(line, (bar.right + px(8), y))
        return y + line.get_height() + px(2)

    def _figures(self, surface: pygame.Surface, left: int, right: int, y: int) -> int:
        """Draw pips and other stats; return the y below them."""
        px, step = self._app.look.px, self._app.type.height("sans", SMALL + 1)
        most = max(1, (self.rect.bottom - px(9) - y) // step)
        placed = self._flow(left, right, False)
        is_brief = bool(placed) and placed[-1][2] >= most
        placed = self._flow(left, right, True) if is_brief else placed
        spent = {pip.key for pip in self._buttons.cost or self._planned}
        for short, x, row in placed:
            if row >= most:
                break
            line, top = self._short_line(short, is_brief), y + row * step
            is_cost = short.key in spent
            if isinstance(short.value, bool):
                self._pip(surface, (x + px(6), top + step // 2), short, is_cost)
                x += px(16)
            place = surface.blit(line, (x, top))
            if is_cost and not isinstance(short.value, bool):
                y_under = place.bottom - px(1)
                pygame.draw.line(surface, BRASS_LIGHT, (x, y_under), (place.right, y_under), px(2))
        rows = placed[-1][2] + 1 if placed else 0
        return y + rows * step + px(1)

    def _short_line(self, short: ShortStat, is_brief: bool) -> pygame.Surface:
        """Return an image of a stat's words, value first; if brief, a pip has only a few letters.

        Those are as many as tell it from all other pips.
        """
        kind, px = self._app.type, self._app.look.px
        if isinstance(short.value, bool):
            others = [one.label for one in self._shorts if isinstance(one.value, bool)]
            words = told_apart(short.label, others) if is_brief else short.label
            return kind.line(words, "sans", SMALL + 1, CREAM if short.value else SPENT)
        value = kind.line(short.value, "sans bold", SMALL + 1, CREAM)
        name = kind.line(short.label, "sans", SMALL + 1, PARCHMENT_EDGE)
        size = value.get_width() + px(4) + name.get_width(), name.get_height()

        def make() -> pygame.Surface:
            made = pygame.Surface(size, pygame.SRCALPHA)
            made.blit(value, (0, 0))
            made.blit(name, (value.get_width() + px(4), 0))
            return made

        return self._app.art.once(("short", short, self._app.look.scale), make)

    def _flow(self, left: int, right: int, is_brief: bool) -> list[tuple[ShortStat, int, int]]:
        """Return each stat with its x and its row."""
        px, x, row, found = self._app.look.px, left, 0, []
        for short in self._shorts:
            width = self._short_line(short, is_brief).get_width()
            width += px(16) if isinstance(short.value, bool) else 0
            if x > left and x + width > right:
                x, row = left, row + 1
            found.append((short, x, row))
            x += width + px(8)
        return found

    def _pip(
        self, surface: pygame.Surface, at: tuple[int, int], short: ShortStat, is_cost: bool
    ) -> None:
        """Draw the symbol of a stat that is on or off, with a ring if it is about to be spent."""
        px = self._app.look.px
        image = pip_image(self._app, short.key, px(12), None if short.value else BRASS_DARK)
        surface.blit(image, image.get_rect(center=at))
        if is_cost:
            pygame.draw.circle(surface, BRASS_LIGHT, at, px(9), px(2))

    def _conditions(
        self, surface: pygame.Surface, token: Token, left: int, right: int, y: int
    ) -> None:
        """Draw the unit's conditions as icons; a hint explains each."""
        app, px, size = self._app, self._app.look.px, self._app.look.px(20)
        if y + size > self.rect.bottom - px(6):  # no room there; use the room of the portrait
            left, y = self.rect.x + px(16), self.rect.y + px(12)
            right = left + px(60)
        for held in token.conditions:
            if left + size > right:
                break
            rect = pygame.Rect(left, y, size, size)
            pygame.draw.circle(surface, INK, rect.center, size // 2)
            pygame.draw.circle(surface, CREAM, rect.center, size // 2 - 1)
            name = f"icons/conditions/{held.id}"
            if app.art.has(name):
                icon = app.art.image(name, (size - px(5), size - px(5)), INK)
            else:
                icon = app.type.line(held.title[:1], "sans bold", SMALL, INK)
            surface.blit(icon, icon.get_rect(center=rect.center))
            self._signs.append((rect, held))
            left += size + px(4)

    # Tooltips

    def offered(self) -> TipOffer | None:
        """Return the tooltip of the condition or the button pointed at, or else focused."""
        found, of = self._hot(self._under), self._buttons.hinted
        if isinstance(found, Lasting):
            of = CONDITION + found.id
        elif found is UNDO or (self.pointed is None and self._is_undo_focused):
            of = UNDO
        return self.offer(f"{self.owner}:{of}") if of is not None else None

    def offer(self, of: str) -> TipOffer | None:
        """Return the tooltip of a condition or a button of the unit, or None if there is none."""
        owner, _, id = of.partition(":")
        if owner != self.owner:
            return None
        if id == UNDO:
            is_pointed = self._hot(self._under) is UNDO
            told = of, self._undo_told(), self.undo
            return TipOffer(*told, is_above=True, is_pointed=is_pointed)
        for rect, held in self._signs:
            if id == CONDITION + held.id:
                return TipOffer(of, self._explained(held), rect.copy(), is_above=True)
        offer = self._buttons.offer(id)
        return replace(offer, of=of) if offer is not None else None

    @property
    def owner(self) -> str:
        """The id of the unit shown, with which the ids of its tooltips begin."""
        return self._token.id if self._token is not None else ""

    def _explained(self, held: Lasting) -> Tip:
        """Return the text about a condition."""
        lines = (held.facts,) if held.facts else ()
        page = self._keywords.page_of(held.id) or ""
        return Tip(held.title, lines=lines, flavour=held.about, page=page)

    def _undo_told(self) -> Tip:
        """Return the text of the undo button's tooltip."""
        say, free = self._app.words.say, self._count - self._wall
        title, about = say("bar", "undo_none"), "undo_about"
        lines: tuple[str, ...] = ()
        if self._is_correctable:
            title, about = say("bar", "correct"), "correct_about"
        elif free > 0 or (self._beyond and self._count):
            way = f"undo_{self._beyond}"
            title = say("bar", "undo_count", count=free) if free > 0 else say("bar", way)
            about = "undo_about" if free > 0 else f"{way}_about"
            lines = tuple(f"· {line}" for line in self._undone[-MOST_UNDONE:])
        return Tip(title, lines=(*lines, say("bar", about)), page=UNDO_PAGE)
