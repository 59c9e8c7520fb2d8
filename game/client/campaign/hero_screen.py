"""The sheet of a hero: story, abilities, items."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.campaign.journey import Journey
from game.campaign.screen_values import HeroShown
from game.client.campaign.hero_cards import ItemButton, flowed, gained_word, rank_pips, state
from game.client.campaign.hero_standees import PARTY, standees_of
from game.client.campaign.story_page import rule
from game.client.codex.leaf import Leaf
from game.client.kit.inputs import Input
from game.client.kit.theme import BODY, INK, INK_FADED, SMALL, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage
from game.client.panels.panel_drawing import life
from game.client.panels.parchment_page import Sheet
from game.client.panels.tooltip_offers import TipOffers
from game.client.panels.tooltip_stack import TooltipStack
from game.present.codex.glossary import Glossary
from game.present.facts_lines import BETWEEN, FactsLines
from game.present.kind_stats import kind_figures
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, HIGH, PAD, FIGURE = 740, 600, 30, 190
FIGURES = 5
"""Number of stats on a line."""


class HeroSheet(Screen):
    """A hero's sheet over the road, on which you can put items back into the stores."""

    is_over = True

    def __init__(self, app: "App", journey: Journey, id: str) -> None:
        super().__init__(app)
        self._journey, self._id = journey, id
        self._pictures = standees_of(app, journey.campaign)
        self.text = Leaf(app, app.look_up)
        self.passages: tuple[Passage, ...] = ()
        glossary = Glossary(journey.book)
        self._find = glossary.keywords.links
        self.tips = TooltipStack(app, TipOffers(glossary, (), (self.text.page,)), app.look_up)
        self.things: list[ItemButton] = []
        self.back = Button(app.words.say("road", "close"), self.left, icon="icons/back")
        self._sheet = self._hands = pygame.Rect(0, 0, 1, 1)
        self._fill()
        self.ring.focus(self.back)

    @property
    def hero(self) -> HeroShown:
        """The hero shown, in the current state."""
        return next(it for it in self._journey.roster if it.id == self._id)

    def _fill(self) -> None:
        """Fill the sheet with the current state."""
        say, hero = self.app.words.say, self.hero
        lines = FactsLines.of_book(self._journey.book).held_by(hero.stats)
        passages = [Passage(hero.about, "serif", BODY, after=14)]
        for rank, gain in enumerate(hero.growths, 1):
            facts = lines.text(gain.facts)
            word = gained_word(self._journey, "head")
            grown = say("road", "growth", what=word, rank=rank, growth=gain.title, facts=facts)
            passages.append(Passage(grown, "sans", SMALL + 1, after=2))
        for trait in hero.traits:
            told = say("road", "trait", trait=trait.title, facts=lines.text(trait.facts))
            passages.append(Passage(told, "sans", SMALL + 1, after=2))
        if hero.next is not None:
            facts = lines.text(hero.next.facts)
            head = say("road", "growth_next", growth=hero.next.title, facts=facts)
            passages.append(Passage(head, "sans italic", SMALL + 1, INK_FADED, after=2))
        if passages[1:]:
            passages[-1] = passages[-1]._replace(after=12)
        for figures in self._figures(lines):
            passages.append(Passage(figures, "sans", SMALL + 1, after=2))
        passages[-1] = passages[-1]._replace(after=12)
        for things in filter(None, (hero.gear, hero.powers)):
            for thing in things:
                title = self._journey.title(thing)
                told = say("road", "thing", thing=title, facts=lines.thing(thing))
                passages.append(Passage(told, "sans", SMALL + 1, after=2))
            passages[-1] = passages[-1]._replace(after=12)
        self.passages = tuple(passages)
        self.things = [
            ItemButton(
                self._journey.title(item),
                partial(self._keep, item),
                about=say("road", "lay_back", told=lines.told(item)),
            )
            for item in hero.items
        ]
        self.ring.hold((*self.things, self.text, self.back))
        self.layout(self.size)

    def _write(self) -> None:
        """Write the text, with links to the pages of what it names."""
        sheet = Sheet(self.app, self.text.rect.width)
        for one in self.passages:
            sheet.linked(one.words, self._find, one.face, one.size, one.colour)
            sheet.gap(one.after)
        self.text.page.take(sheet, False)

    def _figures(self, lines: FactsLines) -> Iterator[str]:
        """Yield the stats in words, a few on each line."""
        book, say = self._journey.book, self.app.words.say
        final = book.schema.final
        stats = final(self.hero.stats) if final else self.hero.stats
        found = [
            say("road", "figure", name=one.name, value=one.value)
            for one in kind_figures(book, lines.words, stats)
            if one.name != lines.words.figure("life")
        ]
        for n in range(0, len(found), FIGURES):
            yield BETWEEN.join(found[n : n + FIGURES])

    def _keep(self, item: str) -> None:
        try:
            self._journey.keep(item, self._id)
        except Failure as failure:
            self.app.notices.add(str(failure))
        else:
            self.app.sounds.ui("place")
            self._fill()

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        self._sheet = pygame.Rect(
            0, 0, min(px(WIDTH), size[0] - px(40)), min(px(HIGH), size[1] - px(40))
        )
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        left = inner.x + px(FIGURE) + px(20)
        foot = inner.bottom - px(44)
        self.back.place(pygame.Rect(inner.right - px(150), foot, px(150), px(44)), app)
        wide = inner.right - left
        hands = flowed(self.things, pygame.Rect(0, 0, wide, 1), app)
        self._hands = pygame.Rect(left, foot - px(14) - hands, wide, hands)
        flowed(self.things, self._hands, app)
        top = inner.y + px(102)
        bottom = self._hands.y - px(34)
        self.text.place(pygame.Rect(left, top, wide - px(14), max(px(40), bottom - top)), app)
        self._write()
        self.tips.lay()

    def heard(self, event: Input) -> bool:
        """Pass an input to the tooltips first."""
        return self.tips.heard(event) or super().heard(event)

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the sheet has to be redrawn."""
        is_changed = super().update(seconds)
        return self.tips.update(seconds) or is_changed

    @property
    def is_idle(self) -> bool:
        """Return whether no tooltip changes with time."""
        return not self.tips.is_moving

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.tips.draw(surface)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say, hero = self.app, self.app.look.px, self.app.words.say, self.hero
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        left = inner.x + px(FIGURE) + px(20)
        kind = self._journey.campaign.heroes[hero.id].kind
        portrait = self._pictures.portrait(kind, PARTY, (px(FIGURE), px(FIGURE * 7 / 6)))
        surface.blit(portrait, inner.topleft)
        wide = inner.right - left
        pips = rank_pips(app, hero.rank)
        line = app.type.fit_line(hero.title, wide - pips.get_width(), "serif bold", TITLE - 4, INK)
        surface.blit(line, (left, inner.y - px(8)))
        surface.blit(pips, pips.get_rect(midright=(inner.right, inner.y + px(14))))
        figures = say("road", "life_long", life=hero.life, most=hero.most)
        said = state(app, hero)
        words = app.type.line(f"{figures} · {said}" if said else figures, "sans", SMALL + 1, INK)
        bar = pygame.Rect(left, inner.y + px(48), wide - words.get_width() - px(12), px(10))
        life(app, surface, bar, hero.life / max(1, hero.most))
        surface.blit(words, words.get_rect(midright=(inner.right, bar.centery)))
        rule(app, surface, pygame.Rect(left, inner.y + px(74), wide, px(8)))
        key = "carries" if self.things else "empty_handed"
        head = app.type.line(say("road", key), "sans bold", SMALL, INK_FADED)
        surface.blit(head, (left, self._hands.y - px(24)))
