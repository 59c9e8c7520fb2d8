"""The end of a campaign: its last text, the journey as it was, and the party."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame

from game.campaign.chronicle import chronicle
from game.campaign.hardness import ASSISTS
from game.campaign.journey import Journey
from game.campaign.journey_file import FoughtBattle
from game.client.board.standees import TALL as STANDEE_TALL
from game.client.campaign.hero_standees import hero_token, standees_of
from game.client.campaign.story_page import WIDEST, StoryPage, rule
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BODY, INK, INK_FADED, SMALL
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.screen import Screen
from game.terms.texts import titles_text

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, PAD, WIDTH, HIGHEST = 20, 40, 900, 760
TALL, LEAST = 112, 60
"""Maximum and minimum height of the heroes' tokens, at 100%."""


class EndingScene(Screen):
    """A sheet with the last text, and the party in a row below it."""

    def __init__(self, app: "App", journey: Journey, on_close: Callable[[], object]) -> None:
        super().__init__(app)
        self._journey, self._on_close = journey, on_close
        self._is_told = False
        """Whether the page tells the journey, instead of the ending."""
        self.page = self._ending()
        self.tale = Button("", self._turn, icon="icons/scroll")
        self.close = Button(app.words.say("ending", "close"), self.left, icon="icons/back")
        self.close.is_main = True
        self._sheet = self._row = pygame.Rect(0, 0, 1, 1)
        self._hold()

    def _ending(self) -> StoryPage:
        stop = self._journey.stop
        return StoryPage(self._journey.campaign.title, stop.title, stop.text)

    def _chronicle(self) -> StoryPage:
        """Return the page that tells the journey."""
        journey = self._journey
        told = chronicle(journey.campaign, journey.record)
        return StoryPage(journey.campaign.title, self.app.words.say("ending", "chronicle"), told)

    def _hold(self) -> None:
        key = "to_ending" if self._is_told else "to_chronicle"
        self.tale.words = self.app.words.say("ending", key)
        self.ring.hold((self.close, self.tale, self.page))

    def _turn(self) -> None:
        """Turn to the other page."""
        self._is_told = not self._is_told
        self.page = self._chronicle() if self._is_told else self._ending()
        self._hold()
        self.ring.focus(self.tale)
        self.app.sounds.ui("page")
        self.layout(self.size)

    def opened(self) -> None:
        self.app.sounds.ambience("inn_quiet")
        super().opened()

    def acted(self, event: Input) -> bool:
        """Scroll the page with the page keys, wherever the focus is."""
        is_page = isinstance(event, Act) and event.name in ("page_up", "page_down")
        return is_page and self.page.heard(event)

    def left(self) -> None:
        self.app.pop()
        self._on_close()

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - 2 * px(MARGIN))
        tall = min(px(HIGHEST), size[1] - 2 * px(MARGIN))
        self._sheet = pygame.Rect(0, 0, wide, tall)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        each = min(px(240), (inner.width - px(16)) // 2)
        close = pygame.Rect(inner.centerx + px(8), inner.bottom - px(34), each, px(46))
        self.close.place(close, app)
        self.tale.place(close.move(-each - px(16), 0), app)
        column = min(inner.width, px(WIDEST + 16))
        left = inner.centerx - column // 2
        room = close.y - px(16) - inner.y
        self.page.place(pygame.Rect(left, inner.y, column, room), app)
        high = min(px(210), max(px(118), room - px(20) - self.page.extent))
        high = min(high, room * 45 // 100)
        self._row = pygame.Rect(inner.x, close.y - px(16) - high, inner.width, high)
        self.page.place(pygame.Rect(left, inner.y, column, self._row.y - px(14) - inner.y), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        backdrop(app, surface)
        panel(app, surface, self._sheet)
        rule(app, surface, pygame.Rect(self._row.x, self._row.y, self._row.width, px(8)))
        self._draw_company(surface)

    def _tally(self) -> str:
        """Return the difficulty, and the numbers of battles won and lost, as a sentence."""
        journey = self._journey
        hard, tally = journey.campaign.difficulty(journey.difficulty).title, journey.tally
        counts = {"won": tally.won, "lost": tally.lost, "begun": tally.begun}
        told = self.app.words.say("ending", "tally", difficulty=hard, **counts)
        return " ".join((told, *self._assists()))

    def _assists(self) -> Iterator[str]:
        """Yield a sentence about the assists used, if there are any."""
        say, used = self.app.words.say, Counter[str]()
        for entry in self._journey.record:
            used.update(entry.assists if isinstance(entry, FoughtBattle) else ())
        told = tuple(
            say("ending", "assist", assist=say("assist", name), count=used[name])
            for name in ASSISTS
            if used[name]
        )
        if told:
            yield say("ending", "assists", assists=titles_text(told))

    def _draw_company(self, surface: pygame.Surface) -> None:
        """Draw the party in a row with names, and the names of the dead."""
        app, px, journey = self.app, self.app.look.px, self._journey
        pictures = standees_of(app, journey.campaign)
        fallen = ", ".join(journey.fallen)
        key = "fallen" if fallen else "all_here"
        said = f"{app.words.say('ending', key, who=fallen)} {self._tally()}"
        foot = app.type.fit_line(said, self._row.width, "sans italic", SMALL + 1, INK_FADED)
        surface.blit(foot, foot.get_rect(midbottom=(self._row.centerx, self._row.bottom)))
        heroes = journey.roster
        room = self._row.height - foot.get_height() - px(44)
        tall = min(px(TALL), round(room / STANDEE_TALL))
        step = min(px(132), self._row.width // max(1, len(heroes)))
        tall = max(px(LEAST) // 2, min(tall, round(step / 1.1)))
        left = self._row.centerx - step * len(heroes) // 2
        for n, hero in enumerate(heroes):
            kind = journey.campaign.heroes[hero.id].kind
            image = pictures.standee(hero_token(kind, hero.title), tall, n >= len(heroes) / 2)
            middle = left + step * n + step // 2
            ground = self._row.bottom - foot.get_height() - px(26)
            surface.blit(image, image.get_rect(midbottom=(middle, ground)))
            line = app.type.fit_line(hero.title, step - px(6), "serif", BODY, INK)
            surface.blit(line, line.get_rect(midtop=(middle, ground)))
