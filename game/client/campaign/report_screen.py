"""The report after a campaign battle: ranks, wounds, deaths, items found."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import pygame

from game.campaign.journey import Journey
from game.campaign.journey_file import BattleReport, FoughtBattle
from game.campaign.screen_values import HeroShown
from game.client.campaign.hero_cards import gained_word
from game.client.campaign.hero_standees import standees_of
from game.client.campaign.portrait_lines import PortraitLine, PortraitLines
from game.client.campaign.story_page import rule
from game.client.kit.theme import HARM, INK, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.present.facts_lines import FactsLines

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HEAD, HIGH = 640, 34, 70, 46
Roster = Mapping[str, HeroShown]


class ReportScene(Screen):
    """A sheet over the road with the results of the battle."""

    is_over = True

    def __init__(
        self,
        app: "App",
        journey: Journey,
        report: BattleReport,
        level: str,
        before: Roster,
        on_retry: Callable[[], object] | None = None,
        to_choice: Callable[[], object] | None = None,
        on_analysis: Callable[[], object] | None = None,
    ) -> None:
        """Set up the report.

        `before` is the roster before the battle. `on_retry` asks for a turn to retry from; it is
        None if that isn't possible. `to_choice` opens the choices that the journey waits for, if
        there are any, and `on_analysis` the analysis of luck and choices.
        """
        super().__init__(app)
        self._journey, self._report, self._before = journey, report, before
        self._title = app.words.say("report", "won" if report.won else "lost", level=level)
        pictures = standees_of(app, journey.campaign)
        self.tales = PortraitLines(tuple(self._told()), pictures)
        self._to_choice = to_choice
        self.on = Button("", self._continue)
        self.on.is_main = True
        say = app.words.say
        retry = on_retry or self.left
        self.retry = Button(
            say("report", "retry"), retry, icon="icons/undo", about=say("report", "retry_about")
        )
        self.retry.is_shown = on_retry is not None
        self.analysis = Button(say("analysis", "open"), on_analysis or self.left)
        self.analysis.is_shown = on_analysis is not None
        self.ring.hold((self.on, self.retry, self.tales, self.analysis))
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def opened(self) -> None:
        is_owed = self._to_choice is not None and self._journey.choice is not None
        self.on.words = self.app.words.say("report", "choose" if is_owed else "on")
        super().opened()

    def _continue(self) -> None:
        """Open the choices that the journey waits for, or close the report."""
        if self._to_choice is not None and self._journey.choice is not None:
            self._to_choice()
        else:
            self.left()

    def _told(self) -> Iterator[PortraitLine]:
        """Yield a line for each hero whose state has changed, and for the other results."""
        say, report = self.app.words.say, self._report
        after = {hero.id: hero for hero in self._journey.roster}
        heroes = self._journey.campaign.heroes
        for id in report.lost:
            who = heroes[id]
            yield PortraitLine(who.title, say("report", "dead"), who.kind, "icons/skull", HARM)
        for grown in report.grown:
            who, now = heroes[grown.hero], after.get(grown.hero)
            about = now.growths[-1].about if now and now.growths else ""
            what = gained_word(self._journey, "head")
            words = say(
                "report", "grown", what=what, rank=grown.rank, title=grown.title, about=about
            )
            gains = self._gained(grown.hero, now) if now else ""
            gained = say("report", "gains", gains=gains) if gains else ""
            hurt = self._hurt(now) if now and grown.hero in report.hurt else ""
            said = " ".join(part for part in (words, gained, hurt) if part)
            yield PortraitLine(who.title, said, who.kind, "icons/star", INK)
        for id in report.hurt:
            now = after.get(id)
            if now is not None and all(grown.hero != id for grown in report.grown):
                yield PortraitLine(now.title, self._hurt(now), heroes[id].kind, "icons/heart", INK)
        yield from self._goals()
        if report.found:
            lines = FactsLines.of_book(self._journey.book)
            found = "\n".join(
                say("report", "thing", thing=self._journey.title(id), facts=lines.thing(id))
                for id in dict.fromkeys(report.found)
            )
            yield PortraitLine(say("report", "found"), found, sign="icons/take")
        if report.told or report.gone:
            gone = ", ".join(map(self._journey.title, report.gone))
            lost = [say("report", "gone", things=gone)] if gone else []
            told = "\n".join((*report.told, *lost))
            yield PortraitLine(say("report", "stake"), told, sign="icons/dice")
        if report.again:
            yield PortraitLine(
                say("report", "again"), say("report", "again_words"), sign="icons/undo"
            )
        elif not any(
            (report.lost, report.grown, report.hurt, report.found, report.goals, report.told)
        ):
            yield PortraitLine(
                say("report", "quiet"), say("report", "quiet_words"), sign="icons/pass"
            )

    def _goals(self) -> Iterator[PortraitLine]:
        """Yield a line for each optional objective that was completed, in the author's words."""
        journey = self._journey
        fought = [it for it in journey.record if isinstance(it, FoughtBattle)]
        battle = journey.campaign.stops[fought[-1].stop].battle if fought else None
        for goal in battle.goal if battle else ():
            if goal.objective in self._report.goals:
                title = self.app.words.say("report", "goal")
                yield PortraitLine(title, goal.told, sign="icons/flag")

    def _hurt(self, hero: HeroShown) -> str:
        key = "down" if hero.is_down else "hurt"
        return self.app.words.say("report", key, life=hero.life, most=hero.most)

    def _gained(self, id: str, now: HeroShown) -> str:
        """Return a hero's gains in words, with the facts of the rank if nothing else tells them."""
        found = ", ".join(self._gains(id, now))
        if found or not now.growths:
            return found
        return FactsLines.of_book(self._journey.book).text(now.growths[-1].facts)

    def _gains(self, id: str, now: HeroShown) -> Iterator[str]:
        """Yield a hero's gains in words: life, gear, powers and items."""
        before = self._before.get(id)
        if before is None:
            return
        if now.most > before.most:
            yield self.app.words.say("report", "life", life=now.most - before.most)
        had = {*before.gear, *before.powers, *before.items}
        new = (it for it in (*now.gear, *now.powers, *now.items) if it not in had)
        yield from map(self._journey.title, new)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(40))
        inner = wide - 2 * px(PAD)
        self.tales.place(pygame.Rect(0, 0, inner, 1), app)
        fixed = 2 * px(PAD) + px(HEAD) + px(HIGH) + px(12)
        room = min(self.tales.extent, size[1] - px(40) - fixed)
        self._sheet = pygame.Rect(0, 0, wide, fixed + room)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, top = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + px(HEAD)
        self.tales.place(pygame.Rect(left, top, inner, room), app)
        on = pygame.Rect(0, self._sheet.bottom - px(PAD) - px(HIGH), px(210), px(HIGH))
        on.right = left + inner
        self.on.place(on, app)
        self.retry.place(pygame.Rect(left, on.y, px(210), px(HIGH)), app)
        corner = pygame.Rect(0, self._sheet.y + px(PAD) - px(12), px(180), px(38))
        corner.right = left + inner
        self.analysis.place(corner, app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        left, wide = self._sheet.x + px(PAD), self._sheet.width - 2 * px(PAD)
        room = wide - px(200) if self.analysis.is_shown else wide
        line = app.type.fit_line(self._title, room, "serif bold", TITLE - 4, INK)
        surface.blit(line, (left, self._sheet.y + px(PAD) - px(8)))
        rule(app, surface, pygame.Rect(left, self._sheet.y + px(PAD) + px(42), wide, px(8)))
