"""The muster before a battle: a description of the level, and the choice of heroes."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from game.campaign.campaign_tables import Stake
from game.campaign.journey import Journey
from game.campaign.screen_values import BattleShown
from game.client.board.map_thumbnail import map_picture
from game.client.board.side_looks import looks_of
from game.client.campaign.hero_cards import cards_of, gained_word, stacked
from game.client.campaign.story_page import WIDEST, StoryPage
from game.client.kit.theme import BODY, CREAM, PARCHMENT_EDGE, SMALL, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.play.level_list import first_game
from game.play.opening import Options
from game.present.facts_lines import BETWEEN
from game.terms.texts import titles_text

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, SIDE, PAD = 32, 70, 72, 400, 30
MOST_MAP, LEAST_MAP = 46, 28
"""Height of the map, in percent of the room below the title: the most, and beside a long text."""


class MusterScreen(Screen):
    """A sheet about the level, with the roster to choose heroes from next to it."""

    def __init__(
        self, app: "App", journey: Journey, on_start: Callable[[Sequence[str]], object]
    ) -> None:
        super().__init__(app)
        self._journey, self._on_start = journey, on_start
        battle = journey.battle
        assert battle is not None, "a muster needs a battle"
        self.battle: BattleShown = battle
        self.picked = list(self._first(battle))
        say = app.words.say
        self.page = StoryPage(app.books[battle.book].title, battle.title, ())
        self.text = ScrollText(self._passages())
        self.cards = cards_of(app, journey, self._turn) if battle.heroes is not None else []
        self.start = Button(say("muster", "start"), self._started, icon="icons/dice")
        self.start.is_main = True
        self.back = Button(say("muster", "back"), self.left, icon="icons/back")
        self.lesson = self._lesson(battle.book)
        self._sheet = self._board = self._map = pygame.Rect(0, 0, 1, 1)
        self._mark()
        self.ring.hold((*self.cards, self.text, self.start, self.lesson, self.back))
        self.ring.focus(self.start)

    def _lesson(self, book: str) -> Button:
        """Return the button for a tutorial, shown if the battle's book isn't the campaign's."""
        say, app = self.app.words.say, self.app
        is_other = book != self._journey.campaign.book.id
        level = first_game(book) if is_other else None

        def learn() -> None:
            scene = app.navigation.battle(Options(level=level))
            if scene is not None:
                app.push(scene)

        title = app.books[book].title
        words, about = say("muster", "lesson", book=title), say("muster", "lesson_about")
        button = Button(words, learn, about=about)
        button.is_shown = level is not None
        return button

    def _first(self, battle: BattleShown) -> list[str]:
        """Return the default party; badly wounded heroes are chosen last."""
        able = sorted(
            self._journey.roster, key=lambda hero: (hero.is_down, hero.life * 2 < hero.most)
        )
        return [hero.id for hero in able[: battle.heroes or 0]]

    def _turn(self, id: str) -> None:
        """Choose or drop a hero; if the party is full, drop the hero chosen first."""
        if id in self.picked:
            self.picked.remove(id)
        else:
            self.picked.append(id)
            if len(self.picked) > (self.battle.heroes or 0):
                self.picked.pop(0)
        self._mark()

    def _mark(self) -> None:
        for card in self.cards:
            card.is_ticked = card.hero.id in self.picked
        is_nobody = self.battle.heroes is not None and not self.picked
        self.start.reason = self.app.words.say("muster", "nobody") if is_nobody else ""

    def _started(self) -> None:
        order = [hero.id for hero in self._journey.roster if hero.id in self.picked]
        self._on_start(order)

    def _passages(self) -> list[Passage]:
        """Return the text: intro, objectives, sides, rewards, changes, and cost of a defeat."""
        say, battle = self.app.words.say, self.battle
        found = [Passage(battle.intro, "serif", BODY, after=16)] if battle.intro else []
        found += self._aims()
        for side in battle.sides:
            if side.is_party and battle.heroes is not None and not side.units:
                continue
            units = titles_text(_counted(side.units))
            found.append(Passage(side.title, "sans bold", SMALL + 1, after=0))
            key = "yours" if side.is_party else "theirs" if side.player else "theirs_alone"
            player = say("player", side.player) if side.player else ""
            said = say("muster", key, units=units, player=player)
            found.append(Passage(said, "sans", BODY, after=10))
        found += self._evening()
        word = gained_word(self._journey)
        rules = [say("muster", "grows", what=word)] if battle.grows else []
        rules.append(say("muster", "may_lose" if battle.can_lose else "must_win"))
        found.append(Passage(" ".join(rules), "sans", BODY, after=14))
        if battle.heroes is not None and self._journey.stores and not battle.plays:
            found.append(Passage(self._kept(), "sans", BODY, after=14))
        changed = battle.changed
        lines = [
            say("muster", key, units=titles_text(_counted(units)))
            for key, units in (
                ("without", changed.without),
                ("more", changed.more),
                ("other", changed.other),
            )
            if units
        ]
        if lines:
            hard = self._journey.campaign.difficulty(self._journey.difficulty)
            head = say("muster", "difficulty", difficulty=hard.title)
            found.append(Passage(head, "sans bold", SMALL + 1, after=2))
            found += [Passage(line, "sans", BODY, after=2) for line in lines]
        return found

    def _kept(self) -> str:
        """Return a line about the number of items that stay in the stores."""
        return self.app.words.say("muster", "stores", count=len(self._journey.stores))

    def _evening(self) -> Iterator[Passage]:
        """Yield the kinds that heroes play at another table, and what is at stake."""
        say, battle = self.app.words.say, self.battle
        plays = [
            say("muster", "plays", hero=hero.title, kind=battle.plays[hero.id])
            for hero in self._journey.roster
            if hero.id in battle.plays
        ]
        if plays:
            yield Passage(say("muster", "plays_head"), "sans bold", SMALL + 1, after=0)
            yield Passage(BETWEEN.join(plays), "sans", BODY, after=10)
        for stake in battle.stakes:
            effects = ", ".join(self._effects(stake))
            if effects:
                said = say("muster", f"stake_{stake.after}", effects=effects)
                yield Passage(said, "sans", BODY, after=10)

    def _effects(self, stake: Stake) -> Iterator[str]:
        """Yield the effects of a stake in words."""
        say = self.app.words.say
        for key, items in (("finds", stake.finds), ("loses", stake.loses)):
            things = titles_text(_counted([self._journey.title(id) for id in items]))
            if things:
                yield say("muster", f"stake_{key}", things=things)
        for key, count in (("hurt", stake.hurt), ("heal", stake.heal)):
            if count:
                yield say("muster", f"stake_{key}", life=count)

    def _aims(self) -> Iterator[Passage]:
        """Yield the objectives of each side."""
        for n, aim in enumerate(self.battle.aims, 1 - len(self.battle.aims)):
            key = "aim_optional" if aim.is_optional else "aim"
            words = self.app.words.say("choose", key, side=aim.side, title=aim.title)
            yield Passage(words, "sans", BODY, after=0 if n else 10)
        for goal in self.battle.goals:
            things = titles_text(_counted([self._journey.title(id) for id in goal.finds]))
            if things:
                words = self.app.words.say("muster", "goal", title=goal.title, things=things)
                yield Passage(words, "sans", BODY, after=10)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        margin, top, bottom = px(MARGIN), px(HEAD), size[1] - px(FOOT)
        wide = min(px(SIDE), size[0] * 36 // 100) if self.cards else -px(16)
        right = size[0] - margin
        self._board = pygame.Rect(right - wide, top, max(1, wide), bottom - top)
        self._sheet = pygame.Rect(margin, top, right - wide - px(16) - margin, bottom - top)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        column = min(inner.width, px(WIDEST + 16))
        inner = pygame.Rect(inner.centerx - column // 2, inner.y, column, inner.height)
        self.page.place(inner, app)
        self.page.place(pygame.Rect(inner.topleft, (inner.width, self.page.extent)), app)
        below = self.page.rect.bottom + px(6)
        self.text.place(pygame.Rect(inner.x, below, inner.width, 1), app)
        self._lay_map(pygame.Rect(inner.x, below, inner.width - px(16), inner.bottom - below))
        below = self._map.bottom + px(20) if self._map.height else below
        text = pygame.Rect(inner.x, below, inner.width, max(px(40), inner.bottom - below))
        self.text.place(text, app)
        cards = self._board.inflate(-2 * px(14), -2 * px(14))
        cards.y, cards.height = cards.y + px(30), cards.height - px(30)
        stacked(self.cards, cards, app)
        foot = bottom + px(13)
        self.back.place(pygame.Rect(margin, foot, px(150), px(46)), app)
        start = pygame.Rect(0, foot, px(230), px(46))
        start.right = right
        self.start.place(start, app)
        wide = min(px(290), start.x - self.back.rect.right - 2 * px(16))
        lesson = pygame.Rect(start.x - px(16) - wide, foot, wide, px(46))
        self.lesson.place(lesson, app)

    def _lay_map(self, room: pygame.Rect) -> None:
        """Lay out the map, at most as wide as the text, or hide it if there is no room.

        It is smaller if the text needs the room.
        """
        ground, px = self.battle.ground, self.app.look.px
        free = room.height - self.text.extent - px(20)
        free = max(px(64), room.height * LEAST_MAP // 100, free)
        most = min(px(230), room.height * MOST_MAP // 100, free)
        self._map = pygame.Rect(room.topleft, (room.width, 0))
        if ground is not None and most >= px(64):
            share = min(room.width / ground.width, most / ground.height)
            self._map.size = round(ground.width * share), round(ground.height * share)
            self._map.centerx = room.centerx

    def _draw_map(self, surface: pygame.Surface) -> None:
        ground, px = self.battle.ground, self.app.look.px
        if ground is None or not self._map.height:
            return
        colours = {id: side.colour for id, side in looks_of(self.battle.sides).items()}
        name = f"muster {self.battle.level} {self._journey.difficulty}"
        picture = map_picture(self.app, name, ground, colours, self._map.size)
        surface.blit(picture, self._map)
        pygame.draw.rect(surface, PARCHMENT_EDGE, self._map.inflate(px(4), px(4)), px(2), px(3))

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = app.type.line(say("muster", "head"), "serif bold", TITLE, CREAM)
        surface.blit(head, (px(MARGIN), px(11)))
        panel(app, surface, self._sheet)
        self.page.draw(surface, app, is_focused=False, is_hovered=False)
        self._draw_map(surface)
        if self.cards:
            panel(app, surface, self._board, "wood")
            words = say("muster", "who", picked=len(self.picked), most=self.battle.heroes)
            line = app.type.line(words, "serif bold", BODY, CREAM)
            surface.blit(line, (self._board.x + px(16), self._board.y + px(13)))


def _counted(units: Sequence[str]) -> list[str]:
    """Return the titles without duplicates, each with its number if there are several."""
    counts = {unit: units.count(unit) for unit in units}
    return [unit if count == 1 else f"{unit} ×{count}" for unit, count in counts.items()]
