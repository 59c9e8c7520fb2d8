"""Cards for the heroes of a campaign, and buttons for items."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.campaign.journey import Journey
from game.campaign.screen_values import HeroShown
from game.client.board.standees import Standees
from game.client.campaign.hero_standees import PARTY, standees_of
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, shadow
from game.client.panels.panel_drawing import life

if TYPE_CHECKING:
    from game.client.kit.app import App

MOST, LEAST, GAP = 92, 30, 6
"""Maximum and minimum height of a card, and the gap between cards, at 100%."""
LEAST_BAR = 16
"""Minimum width of a life bar beside its numbers, at 100%."""
FULL, SLIM = 85, 44
"""Minimum height of a card that shows everything, and of a card with more than one line."""


def state(app: "App", hero: HeroShown) -> str:
    """Return the state of a hero in a word, or "" if the hero is unhurt."""
    if hero.is_down:
        return app.words.say("road", "down")
    return app.words.say("road", "hurt") if hero.is_hurt else ""


class HeroCard(Button):
    """A card for a hero: portrait, name, state and items."""

    sound = "select"

    def __init__(
        self,
        hero: HeroShown,
        kind: str,
        things: str,
        pictures: Standees,
        on_press: Callable[[], object],
        gained: str,
    ) -> None:
        """Set up the card.

        `kind` is the id of the hero's kind in the bestiary, and `things` a list of items in words.
        `gained` is the word for a rank.
        """
        super().__init__(hero.title, on_press, about=hero.about)
        self.hero, self._kind, self._things = hero, kind, things
        self.is_ticked: bool | None = None
        """Whether the hero is chosen for the battle; None outside the muster."""
        self._pictures, self._gained = pictures, gained

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, is_lit = app.look.px, is_focused or is_hovered
        rect = self.rect.move(0, px(1)) if self._is_down and is_hovered else self.rect
        shadow(app, surface, rect)
        edge = BRASS_LIGHT if is_lit else BRASS if self.is_ticked else PARCHMENT_EDGE
        fill = PARCHMENT_DARK if self.is_ticked is False else PARCHMENT
        box(app, surface, rect, fill, edge, 2 if is_lit or self.is_ticked else 1, 6)
        edges = px(10 if rect.height >= px(SLIM) else 6)
        high = rect.height - edges
        portrait = self._pictures.portrait(self._kind, PARTY, (round(high * 0.84), high))
        at = rect.x + px(6), rect.y + edges // 2
        surface.blit(portrait, at)
        if self.hero.is_down or self.is_ticked is False:
            _fade(surface, pygame.Rect(at, portrait.get_size()), fill)
        left = at[0] + portrait.get_width() + px(10)
        room = pygame.Rect(left, rect.y, rect.right - px(10) - left, rect.height)
        self._write(surface, app, room)
        if self.is_ticked:
            seal(app, surface, (left - px(14), rect.bottom - px(13)))

    def _write(self, surface: pygame.Surface, app: "App", room: pygame.Rect) -> None:
        """Draw the name, rank and life; if there is room, also the items."""
        px, hero, is_full = app.look.px, self.hero, room.height >= app.look.px(FULL)
        if room.height < px(SLIM):
            self._write_slim(surface, app, room)
            return
        pips = rank_pips(app, hero.rank)
        line = self._name(app, room.width - pips.get_width() - px(6))
        high = line.get_height() + app.type.height("sans", SMALL)
        y = room.y + px(5) if is_full else room.centery - high // 2
        surface.blit(line, (room.x, y))
        surface.blit(pips, pips.get_rect(midright=(room.right, y + line.get_height() // 2)))
        y += line.get_height() - px(1)
        if is_full:
            said = hero.growth or app.words.say("road", "untried", what=self._gained)
            self._small(surface, app, said, pygame.Rect(room.x, y, room.width, 1), "sans")
            y += app.type.height("sans", SMALL) + px(3)
        y = self._life(surface, app, pygame.Rect(room.x, y, room.width, px(14)))
        if is_full:
            said = self._things or app.words.say("road", "empty_handed")
            self._small(surface, app, said, pygame.Rect(room.x, y, room.width, 1), "sans italic")

    def _name(self, app: "App", wide: int) -> pygame.Surface:
        colour = HARM if self.hero.is_down else INK
        return app.type.fit_line(self.hero.title, wide, "serif bold", BODY, colour)

    def _write_slim(self, surface: pygame.Surface, app: "App", room: pygame.Rect) -> None:
        """Draw the name with the life next to it: its numbers, and if there is room its bar."""
        hero, half = self.hero, room.width // 2
        line = self._name(app, half)
        surface.blit(line, line.get_rect(midleft=(room.x, room.centery)))
        px, said = app.look.px, app.words.say("road", "life", life=hero.life, most=hero.most)
        figures = app.type.fit_line(said, half, "sans", SMALL, HARM if hero.is_down else INK)
        surface.blit(figures, figures.get_rect(midright=(room.right, room.centery)))
        bar = pygame.Rect(room.right - half + px(8), 0, half - figures.get_width() - px(14), px(8))
        bar.centery = room.centery
        if bar.width >= px(LEAST_BAR):
            life(app, surface, bar, hero.life / max(1, hero.most))

    def _small(
        self, surface: pygame.Surface, app: "App", said: str, room: pygame.Rect, face: Face
    ) -> None:
        surface.blit(app.type.fit_line(said, room.width, face, SMALL, INK_FADED), room.topleft)

    def _life(self, surface: pygame.Surface, app: "App", room: pygame.Rect) -> int:
        """Draw the life bar, its numbers and the state; return the y below them."""
        px, hero = app.look.px, self.hero
        figures = app.words.say("road", "life", life=hero.life, most=hero.most)
        said = state(app, hero)
        if said:
            figures = f"{figures} · {said}"
        colour = HARM if hero.is_down else INK
        line = app.type.line(figures, "sans", SMALL, colour)
        long = max(px(40), room.width - line.get_width() - px(8))
        bar = pygame.Rect(room.x, 0, long, px(8))
        bar.centery = room.y + line.get_height() // 2
        life(app, surface, bar, hero.life / max(1, hero.most))
        surface.blit(line, line.get_rect(midright=(room.right, bar.centery)))
        return room.y + line.get_height() + px(1)


def gained_word(journey: Journey, key: str = "one") -> str:
    """Return the rulebook's word for a rank; with the key `head`, as a sentence begins with it."""
    return journey.book.catalogue.say("gained", key, {})


def cards_of(app: "App", journey: Journey, on_press: Callable[[str], object]) -> list[HeroCard]:
    """Return a card for each hero of the roster; `on_press` gets the id of the hero pressed."""
    pictures, heroes = standees_of(app, journey.campaign), journey.campaign.heroes
    found = []
    for hero in journey.roster:
        things = ", ".join(journey.title(item) for item in hero.items)
        press, gained = partial(on_press, hero.id), gained_word(journey)
        found.append(HeroCard(hero, heroes[hero.id].kind, things, pictures, press, gained))
    return found


def _fade(surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
    veil = pygame.Surface(rect.size, pygame.SRCALPHA)
    veil.fill((*colour, 120))
    surface.blit(veil, rect)


def rank_pips(app: "App", rank: int) -> pygame.Surface:
    """Return an image with a brass lozenge for each rank."""

    def make() -> pygame.Surface:
        px = app.look.px
        step, half = px(11), px(4)
        made = pygame.Surface((max(1, step * rank), px(12)), pygame.SRCALPHA)
        for n in range(rank):
            x, y = step * n + step // 2, px(6)
            for size, colour in ((half + px(1), BRASS_DARK), (half - px(1), BRASS)):
                points = [(x - size, y), (x, y - size), (x + size, y), (x, y + size)]
                pygame.draw.polygon(made, colour, points)
        return made

    return app.art.once(("pips", rank, app.look.scale), make)


def seal(app: "App", surface: pygame.Surface, at: tuple[int, int]) -> None:
    """Draw a round seal with a tick, for a hero chosen for the battle."""
    px = app.look.px
    pygame.draw.aacircle(surface, BRASS_DARK, at, px(10))
    pygame.draw.aacircle(surface, BRASS, at, px(8))
    x, y = at
    points = [(x - px(4), y), (x - px(1), y + px(3)), (x + px(4), y - px(4))]
    pygame.draw.lines(surface, INK, False, points, px(2))


def stacked(cards: Sequence[HeroCard], area: pygame.Rect, app: "App") -> int:
    """Lay out cards in a column, or in several if there are many.

    Return the y below them.
    """
    px, count = app.look.px, max(1, len(cards))
    across = 1
    while across < 3 and -(-count // across) * px(LEAST + GAP) > area.height + px(GAP):
        across += 1
    rows = -(-count // across)
    high = max(px(LEAST - 4), min(px(MOST), (area.height + px(GAP)) // rows - px(GAP)))
    wide = (area.width - px(GAP) * (across - 1)) // across
    for n, card in enumerate(cards):
        row, column = divmod(n, across)
        x, y = area.x + column * (wide + px(GAP)), area.y + row * (high + px(GAP))
        card.place(pygame.Rect(x, y, wide, high), app)
    return area.y + rows * (high + px(GAP)) - px(GAP)


class ItemButton(Button):
    """A button for an item in the stores, or carried by a hero."""

    def __init__(
        self, words: str, on_press: Callable[[], object], about: str = "", reason: str = ""
    ) -> None:
        super().__init__(words, on_press, about=about, reason=reason)

    def wide(self, app: "App") -> int:
        """Return the width that the button needs."""
        return app.type.width(self.words, "sans", SMALL + 1) + app.look.px(24)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        is_lit = is_focused or is_hovered
        edge = BRASS_LIGHT if is_lit else PARCHMENT_EDGE
        fill = CREAM if is_lit else PARCHMENT
        if not self.is_enabled:
            fill = PARCHMENT_DARK
        box(app, surface, self.rect, fill, edge, 2 if is_lit else 1, 12)
        room = self.rect.width - app.look.px(16)
        colour = INK if self.is_enabled else INK_FADED
        line = app.type.fit_line(self.words, room, "sans", SMALL + 1, colour)
        surface.blit(line, line.get_rect(center=self.rect.center))


ITEM_HEIGHT = 28
"""Height of a button, at 100%."""


def flowed(buttons: Sequence[ItemButton], area: pygame.Rect, app: "App") -> int:
    """Lay out buttons in lines, from left to right; return the height of all lines."""
    px = app.look.px
    x, y, gap = area.x, area.y, px(6)
    for button in buttons:
        wide = min(area.width, button.wide(app))
        if x > area.x and x + wide > area.right:
            x, y = area.x, y + px(ITEM_HEIGHT) + gap
        button.place(pygame.Rect(x, y, wide, px(ITEM_HEIGHT)), app)
        x += wide + gap
    return y + px(ITEM_HEIGHT) - area.y if buttons else 0
