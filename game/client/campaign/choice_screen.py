"""Choices after a battle and at ranks: one of several options, which can be chosen again."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.campaign.journey import Journey
from game.campaign.journey_file import ChosenOption
from game.campaign.screen_values import ChoiceShown, HeroShown, OptionShown
from game.client.campaign.hero_cards import gained_word
from game.client.campaign.hero_standees import PARTY, standees_of
from game.client.campaign.option_cards import OptionCard, lay_out_cards
from game.client.campaign.option_words import OptionWords
from game.client.campaign.portrait_lines import PortraitLine, PortraitLines
from game.client.campaign.road_pause_menu import tried
from game.client.campaign.story_page import rule
from game.client.kit.theme import INK, INK_FADED, SMALL, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.screens.pause_menu import MenuEntry, PauseMenu

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HEAD, HIGH, FACE = 860, 30, 62, 44, 58
"""Width, padding, and heights of the head, the buttons and the portrait, at 100%."""


class ChoiceScreen(Screen):
    """A sheet with the options of each choice in turn, and at the end with what was chosen."""

    is_over = True

    def __init__(self, app: "App", journey: Journey, on_done: Callable[[], object]) -> None:
        """Set up the sheet. `on_done` is called once all choices are made and confirmed."""
        super().__init__(app)
        self._journey, self._on_done = journey, on_done
        self._words = OptionWords(app, journey)
        self._pictures = standees_of(app, journey.campaign)
        self._choice: ChoiceShown | None = None
        self.cards: list[OptionCard] = []
        self.made = PortraitLines((), self._pictures)
        self.again = Button(self._say("again"), self._again, icon="icons/undo")
        self.on = Button(self._say("on"), self._done)
        self.on.is_main = True
        self._sheet = self._head = pygame.Rect(0, 0, 1, 1)
        self._fill()

    def _say(self, key: str, **values: object) -> str:
        return self.app.words.say("choosing", key, **values)

    def _fill(self) -> None:
        """Show the next choice, or what was chosen if none is left."""
        journey = self._journey
        choice = self._choice = journey.choice
        self.cards = [self._card(option) for option in choice.options] if choice else []
        self.made = PortraitLines(() if choice else tuple(self._told()), self._pictures)
        self.made.is_shown = choice is None
        self.again.is_shown = journey.can_choose_again
        self.on.is_shown = choice is None
        self.ring.hold((*self.cards, self.made, self.on, self.again))
        self.ring.focus(self.cards[0] if self.cards else self.on)

    def _card(self, option: OptionShown) -> OptionCard:
        press = partial(self._picked, option)
        words = self._words
        return OptionCard(
            option.title, words.facts(option), option.about, words.sign(option), press
        )

    def _told(self) -> Iterator[PortraitLine]:
        """Yield a line for each option chosen on this sheet."""
        heroes = self._journey.campaign.heroes
        record = self._journey.record
        for entry in record[self._since() :]:
            assert isinstance(entry, ChosenOption), "only choices follow the last other entry"
            if not entry.hero:
                yield PortraitLine(entry.title, self._say("made_all"), sign="icons/check")
                continue
            hero = heroes[entry.hero]
            key = "made_rank" if entry.rank else "made"
            word = gained_word(self._journey)
            words = self._say(key, hero=hero.title, what=word, rank=entry.rank)
            yield PortraitLine(entry.title, words, hero.kind, "icons/check")

    def _since(self) -> int:
        """Return the number of entries of the record before the latest choices."""
        record = self._journey.record
        others = [n for n, it in enumerate(record, 1) if not isinstance(it, ChosenOption)]
        return others[-1] if others else 0

    # Actions

    def _picked(self, option: OptionShown) -> None:
        """Choose an option; ask for the hero first if several can have it."""
        if len(option.heroes) < 2 or option.everyone:
            self._choose(option.id, "")
            return
        roster = {hero.id: hero for hero in self._journey.roster}
        items = [
            MenuEntry(
                roster[id].title, partial(self._choose, option.id, id), under=self._now(roster[id])
            )
            for id in option.heroes
            if id in roster
        ]
        items.append(MenuEntry(self._say("back"), lambda: None))
        self.app.push(PauseMenu(self.app, items, self._say("for_whom", option=option.title)))

    def _now(self, hero: HeroShown) -> str:
        """Return a hero's kind and traits."""
        traits = ", ".join(trait.title for trait in hero.traits)
        return self._say("hero_traits", kind=hero.kind, traits=traits) if traits else hero.kind

    def _choose(self, option: str, hero: str) -> None:
        if tried(self.app, lambda: self._journey.choose(option, hero)):
            self.app.sounds.ui("place")
            self._changed()

    def _again(self) -> None:
        """Withdraw the last choice."""
        if tried(self.app, self._journey.choose_again):
            self.app.sounds.ui("page")
            self._changed()

    def _changed(self) -> None:
        self._fill()
        self.layout(self.size)

    def _done(self) -> None:
        self.left()
        self._on_done()

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(24))
        pad = px(PAD) if size[1] > px(500) else px(14)
        inner = wide - 2 * pad
        foot = px(HIGH) + px(12) if self.again.is_shown or self.on.is_shown else 0
        fixed = 2 * pad + px(HEAD) + foot
        room = max(1, size[1] - px(16) - fixed)
        area = pygame.Rect(0, 0, inner, room)
        self.made.place(area, app)
        high = lay_out_cards(self.cards, area, app) if self.cards else self.made.extent
        high = min(high, room)
        self._sheet = pygame.Rect(0, 0, wide, fixed + high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, top = self._sheet.x + pad, self._sheet.y + pad + px(HEAD)
        lay_out_cards(self.cards, pygame.Rect(left, top, inner, room), app)
        self.made.place(pygame.Rect(left, top, inner, high), app)
        y = self._sheet.bottom - pad - px(HIGH)
        self.again.place(pygame.Rect(left, y, px(210), px(HIGH)), app)
        self.on.place(pygame.Rect(left + inner - px(210), y, px(210), px(HIGH)), app)
        self._head = pygame.Rect(left, self._sheet.y + pad - px(4), inner, px(HEAD))

    def paint(self, surface: pygame.Surface) -> None:
        app, px, choice, head = self.app, self.app.look.px, self._choice, self._head
        panel(app, surface, self._sheet)
        left = head.x
        if choice is not None and choice.hero:
            kind = self._journey.campaign.heroes[choice.hero].kind
            face = self._pictures.portrait(kind, PARTY, (px(FACE) * 84 // 100, px(FACE) - px(8)))
            surface.blit(face, (left, head.y))
            left += face.get_width() + px(12)
        room = head.right - left
        title, under = self._heads()
        line = app.type.fit_line(title, room, "serif bold", TITLE - 6, INK)
        surface.blit(line, (left, head.y - px(2)))
        below = app.type.fit_line(under, room, "sans", SMALL + 1, INK_FADED)
        surface.blit(below, (left, head.y + line.get_height() - px(4)))
        if not self.cards:
            rule(app, surface, pygame.Rect(head.x, head.bottom - px(10), head.width, px(8)))

    def _heads(self) -> tuple[str, str]:
        """Return the title of the sheet, and the line under it."""
        choice = self._choice
        if choice is None:
            return self._say("done"), self._say("done_under")
        left = self._say("left", count=choice.left - 1) if choice.left > 1 else ""
        if choice.hero:
            word = gained_word(self._journey)
            title = self._say("rank", hero=choice.title, what=word, rank=choice.rank)
        else:
            title = self._say("battle", stop=choice.title)
        return title, " ".join(part for part in (self._say("one"), left) if part)
