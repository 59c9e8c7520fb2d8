"""How hard a journey is: the battles, the road, and the assists, to be changed at any time."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import RoadDifficulty
from game.campaign.hardness import ASSISTS, Hardness
from game.campaign.journey_file import Assist
from game.client.kit.theme import BODY, INK, SMALL, TITLE
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.client.kit.widgets.toggle import Toggle
from game.play.aftermath import title_of
from game.terms.texts import titles_text

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, TALLEST, PAD, HEAD, ROW, HIGH, GAP = 700, 640, 30, 48, 40, 46, 4
BETWEEN = " · "
WHOLE = 100
"""All of something, in percent."""


class HardnessScreen(Screen):
    """A sheet over another scene, with a row for each part of the difficulty."""

    is_over = True

    def __init__(
        self,
        app: "App",
        campaign: Campaign,
        now: Hardness,
        confirm: str,
        on_done: Callable[[Hardness], object],
    ) -> None:
        """Set up the sheet. `confirm` is the label of the button that calls `on_done`."""
        super().__init__(app)
        self._campaign, self._on_done = campaign, on_done
        self.chosen = replace(now, road=now.road or campaign.road_for(now.difficulty).id)
        self.rows = list(self._rows())
        self.text = ScrollText([])
        self.done = Button(confirm, self._finish)
        self.done.is_main = True
        self.back = Button(app.words.say("hardness", "back"), self.left, icon="icons/back")
        self.rows[-1].ways = {"down": self.done}
        self.ring.hold((*self.rows, self.text, self.done, self.back))
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._tell()

    def _rows(self) -> Iterator[Widget]:
        """Yield a row for the battles, the road and each assist."""
        say, campaign, now = self.app.words.say, self._campaign, self.chosen
        battles = [(one.id, one.title) for one in campaign.difficulties]
        yield ChoiceRow(say("hardness", "battles"), battles, now.difficulty, self._fight)
        if campaign.roads:
            roads = [(one.id, one.title) for one in campaign.roads]
            yield ChoiceRow(say("hardness", "road"), roads, now.road, self._travel)
        words = say("settings", "off"), say("settings", "on")
        for name in ASSISTS:
            yield Toggle(say("assist", name), name in now.assists, self._aid(name), words)

    def _fight(self, id: str) -> None:
        self.chosen = replace(self.chosen, difficulty=id)
        self._tell()

    def _travel(self, id: str) -> None:
        self.chosen = replace(self.chosen, road=id)
        self._tell()

    def _aid(self, name: Assist) -> Callable[[bool], None]:
        """Return the function that turns an assist on or off."""

        def turned(is_on: bool) -> None:
            others = tuple(one for one in self.chosen.assists if one != name)
            self.chosen = replace(self.chosen, assists=(*others, name) if is_on else others)
            self._tell()

        return turned

    def _finish(self) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._on_done(self.chosen)

    # Text

    def _tell(self) -> None:
        """Describe what is chosen."""
        self.text.tell(list(self._passages()))
        self.layout(self.size)

    def _passages(self) -> Iterator[Passage]:
        say, campaign, now = self.app.words.say, self._campaign, self.chosen
        fights = campaign.difficulty(now.difficulty)
        yield _title(say("hardness", "battles_at", title=fights.title))
        yield Passage(fights.about, "sans", BODY, after=0)
        player = say("player", fights.player)
        yield Passage(say("hardness", "player", player=player), "sans", BODY, after=0)
        yield Passage(say("player_about", fights.player), "sans", BODY, after=10)
        if campaign.roads:
            road = campaign.road(now.road)
            yield _title(say("hardness", "road_at", title=road.title))
            yield Passage(road.about, "sans", BODY, after=0)
            yield Passage(BETWEEN.join(self._facts(road)), "sans", BODY, after=10)
        strength = campaign.assist
        shares = {"rerolls": strength.rerolls, "wounds": strength.wounds}
        for name in now.assists:
            yield _title(say("assist", name))
            yield Passage(say("assist", f"{name}_about", **shares), "sans", BODY, after=10)
        yield Passage(say("hardness", "dice"), "sans italic", SMALL + 1, after=0)

    def _facts(self, road: RoadDifficulty) -> Iterator[str]:
        """Yield the effects of a road."""
        say, book = self.app.words.say, self.app.books[self._campaign.book.id]
        yield say("hardness", "wounds", share=road.wounds)
        yield say("hardness", "rest", share=road.rest)
        for key, items in (("finds", road.finds), ("without", road.without)):
            if items:
                named = titles_text(tuple(title_of(book, id) for id in items))
                yield say("hardness", key, items=named)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(40))
        inner = wide - 2 * px(PAD)
        step = px(ROW + GAP)
        fixed = 2 * px(PAD) + px(HEAD) + len(self.rows) * step + px(HIGH) + 2 * px(12)
        self.text.place(pygame.Rect(0, 0, inner, 1), app)
        most = min(px(TALLEST), size[1] - px(24))
        room = max(px(40), min(self.text.extent, most - fixed))
        self._sheet = pygame.Rect(0, 0, wide, fixed + room)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + px(HEAD)
        for row in self.rows:
            row.place(pygame.Rect(left, y, inner, px(ROW)), app)
            y += step
        self.text.place(pygame.Rect(left, y + px(12), inner, room), app)
        foot = self._sheet.bottom - px(PAD) - px(HIGH)
        done = pygame.Rect(0, foot, px(210), px(HIGH))
        done.right = left + inner
        self.done.place(done, app)
        self.back.place(pygame.Rect(left, foot, px(150), px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        words, room = app.words.say("hardness", "head"), self._sheet.width - 2 * px(PAD)
        head = app.type.fit_line(words, room, "serif bold", TITLE - 4, INK)
        surface.blit(head, (self._sheet.x + px(PAD), self._sheet.y + px(PAD) - px(8)))


def _title(words: str) -> Passage:
    return Passage(words, "sans bold", SMALL + 1, after=0)


def hardness_words(app: "App", campaign: Campaign, now: Hardness) -> str:
    """Return a choice in words: the battles' difficulty, and the road's if it is another."""
    fights = campaign.difficulty(now.difficulty).title
    road, say = campaign.road(now.road).title, app.words.say
    words = (
        say("hardness", "both", battles=fights, road=road) if road not in ("", fights) else fights
    )
    aids = titles_text(tuple(say("assist", name) for name in now.assists))
    return say("hardness", "aided", words=words, assists=aids) if aids else words
