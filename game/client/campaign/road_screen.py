"""The road: the story of the current stop, the paths on, and the party."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.campaign.journey import Journey
from game.campaign.screen_values import BattleShown
from game.client.campaign.exit_buttons import WayButton, lay_out_exits
from game.client.campaign.hero_cards import HeroCard, ItemButton, cards_of, flowed, stacked
from game.client.campaign.hero_screen import HeroSheet
from game.client.campaign.road_pause_menu import pause, tried
from game.client.campaign.story_page import StoryPage, rule
from game.client.campaign.travel_map import MapStop, TravelMap
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BODY, BRASS_DARK, CREAM
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.screen import Screen
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.present.facts_lines import FactsLines
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, SIDE, PAD = 22, 316, 30
"""Margin, width of the party's board, and padding of the pages, at 100%."""
WIDEST, HIGHEST = 1480, 900
"""Maximum width and height of book and board together, at 100%."""
TEXT = 0.57
"""Share of the book's width that the left page takes."""


class RoadScreen(Screen):
    """An open book, with the travelling party next to it."""

    def __init__(
        self,
        app: "App",
        journey: Journey,
        to_battle: Callable[[], object],
        to_ending: Callable[[], object],
        to_choice: Callable[[], object],
    ) -> None:
        super().__init__(app)
        self.journey, self._lines = journey, FactsLines.of_book(journey.book)
        self._to_battle, self._to_ending, self._to_choice = to_battle, to_ending, to_choice
        self.page = StoryPage("", "", ())
        self.map = TravelMap("", (), False)
        self.ways: list[WayButton] = []
        self.cards: list[HeroCard] = []
        self.stores: list[ItemButton] = []
        self.chest = ItemButton("", self._open_chest)
        self.menu = Button("", self.left, icon="icons/menu", about=self.say("menu"))
        self._book = self._right = self._board = pygame.Rect(0, 0, 1, 1)
        self._stores = self._rule = pygame.Rect(0, 0, 1, 1)
        self._head = 0
        self._stop = ""
        self._is_ended = False
        """Whether the ending has been shown."""

    def opened(self) -> None:
        self.app.sounds.ambience("inn_quiet")
        self.arrive()
        super().opened()
        self._end()

    def _end(self) -> None:
        """Show the ending if the road leads no further, unless it has been shown."""
        if self.journey.stop.kind == "ending" and not self._is_ended:
            self._is_ended = True
            self._to_ending()

    def arrive(self) -> None:
        """Show the current stop; if it is the same as before, keep the scroll position."""
        journey, stop = self.journey, self.journey.stop
        is_here, was, rolled = stop.id == self._stop, self._focused(), self.page.offset
        self._stop = stop.id
        self.page = StoryPage(stop.chapter, stop.title, stop.text)
        marks = [MapStop(it.title, it.kind, it.is_lost) for it in journey.passed]
        self.map = TravelMap(journey.campaign.title, marks, stop.kind == "ending")
        self.cards = cards_of(self.app, journey, self._sheet_of)
        self.stores = [
            self._item_button(id, count) for id, count in Counter(journey.stores).items()
        ]
        words = self.say("all_stores", count=len(journey.stores))
        self.chest = ItemButton(words, self._open_chest, about=self.say("give_about"))
        self.ways = list(self._onward())
        held = (*self.ways, *self.cards, *self.stores, self.chest, self.menu, self.page, self.map)
        self.ring.hold(held)
        self.ring.focus(next((way for way in self.ways if way.is_enabled), None))
        self.layout(self.size)
        if is_here:
            known = (*self.cards, *self.stores)
            self.ring.focus(next((it for it in known if was and it.words == was), None))
            self.page.roll(rolled)

    def _focused(self) -> str:
        """Return the text of the card or button that has the focus."""
        focused = self.ring.focused
        return focused.words if isinstance(focused, HeroCard | ItemButton) else ""

    def _onward(self) -> Iterator[WayButton]:
        """Yield buttons for the possible actions: a choice, or else battle, rest and paths on."""
        journey, say, choice = self.journey, self.say, self.journey.choice
        if choice is not None:
            under = say("choose_under", title=choice.title, count=len(choice.options))
            yield WayButton(say("choose"), self._to_choice, under, icon="icons/gift")
            return
        yield from self._on_from_here()
        if journey.can_choose_again:
            words, under = say("choose_again"), say("choose_again_under")
            yield WayButton(words, self._choose_again, under, icon="icons/undo")

    def _choose_again(self) -> None:
        if tried(self.app, self.journey.choose_again):
            self._to_choice()

    def _on_from_here(self) -> Iterator[WayButton]:
        """Yield buttons for the battle, the rest and the paths on."""
        journey, say = self.journey, self.say
        battle = self._battle()
        if battle is not None and journey.running is not None:
            under = say("resume_under", level=battle.title)
            yield WayButton(say("resume"), self._to_battle, under, icon="icons/dice")
            return
        if battle is not None:
            under = say("battle_under", book=self.app.books[battle.book].title)
            words = say("battle", level=battle.title)
            yield WayButton(words, self._to_battle, under, icon="icons/dice")
        if journey.stop.kind == "camp" and not journey.stop.is_rested:
            yield WayButton(say("rest"), self._rest, say("rest_under"), icon="icons/heart")
        for n, way in enumerate(journey.ways):
            yield WayButton(way.text, partial(self._take, n), reason=way.why)

    def _battle(self) -> BattleShown | None:
        """Return the battle at this stop, or None; show a notice if its level has errors."""
        try:
            return self.journey.battle
        except Failure as failure:
            self.app.notices.add(str(failure))
            return None

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of the road."""
        return self.app.words.say("road", key, **values)

    # Actions

    def _take(self, n: int) -> None:
        if tried(self.app, lambda: self.journey.take(n)):
            self.arrive()
            self._end()

    def _rest(self) -> None:
        before = {hero.id: hero for hero in self.journey.roster}
        if not tried(self.app, self.journey.rest):
            return
        self.app.sounds.ui("curtain")
        lines = [
            self.say("rested_hero", hero=hero.title, before=before[hero.id].life, life=hero.life)
            for hero in self.journey.roster
            if hero.id in before and hero.life != before[hero.id].life
        ]
        lines = lines or [self.say("rested_nobody")]
        self.arrive()
        answers = (DialogButton(self.say("rested_on")),)
        self.app.push(Dialog(self.app, self.say("rested"), "\n".join(lines), answers))

    def _sheet_of(self, id: str) -> None:
        self.app.push(HeroSheet(self.app, self.journey, id))

    def _item_button(self, id: str, count: int) -> ItemButton:
        """Return a button for an item in the stores; pressing it gives the item to a hero."""
        title = self.journey.title(id)
        words = title if count < 2 else self.say("several", item=title, count=count)
        about = self.say("give_thing", told=self._lines.told(id))
        return ItemButton(words, partial(self._give, id), about=about)

    def _open_chest(self) -> None:
        """Open the stores as a list, because the board has no room for them."""
        items = [
            MenuEntry(button.words, button.press, under=self._lines.thing(id))
            for button, id in zip(self.stores, Counter(self.journey.stores), strict=True)
        ]
        items.append(MenuEntry(self.say("go_back"), lambda: None))
        self.app.push(PauseMenu(self.app, items, self.say("stores")))

    def _give(self, id: str) -> None:
        """Ask which hero gets an item."""
        journey = self.journey
        items = []
        for hero in journey.roster:
            carried = ", ".join(journey.title(item) for item in hero.items)
            under = carried or self.say("empty_handed")
            items.append(MenuEntry(hero.title, partial(self._given, id, hero.id), under=under))
        items.append(MenuEntry(self.say("keep"), lambda: None))
        head = self.say("give", item=journey.title(id))
        self.app.push(PauseMenu(self.app, items, head, self._lines.told(id)))

    def _given(self, item: str, hero: str) -> None:
        if tried(self.app, lambda: self.journey.give(item, hero)):
            self.app.sounds.ui("place")
            self.arrive()

    def left(self) -> None:
        pause(self.app, self.journey)

    def closed(self) -> None:
        """Release the journey, so that another window can open it."""
        self.journey.close()

    def acted(self, event: Input) -> bool:
        """Scroll the page with the page keys, wherever the focus is."""
        is_page = isinstance(event, Act) and event.name in ("page_up", "page_down")
        return is_page and self.page.heard(event)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        px = self.app.look.px
        margin = px(MARGIN)
        whole = pygame.Rect(0, 0, min(size[0], px(WIDEST)), min(size[1], px(HIGHEST)))
        whole.center = size[0] // 2, size[1] // 2
        whole.inflate_ip(-2 * margin, -2 * margin)
        wide = min(px(SIDE), size[0] * 27 // 100)
        self._board = pygame.Rect(whole.right - wide, whole.y, wide, whole.height)
        self._book = pygame.Rect(whole.x, whole.y, whole.width - wide - margin, whole.height)
        left, right = self._pages()
        self.page.place(left, self.app)
        high = lay_out_exits(self.ways, right, self.app)
        least = px(96)
        share = max(least, right.height - high - px(24))
        share = min(share, round(right.height * 0.62))
        self.map.place(pygame.Rect(right.x, right.y, right.width, share), self.app)
        below = pygame.Rect(right.x, right.y + share + px(24), right.width, 1)
        below.y = max(below.y, min(right.bottom - high, below.y))
        lay_out_exits(self.ways, below, self.app)
        self._rule = pygame.Rect(right.x, right.y + share + px(8), right.width, px(8))
        inner = self._board.inflate(-2 * px(14), -2 * px(14))
        self._head = px(26)
        self.menu.place(
            pygame.Rect(inner.right - px(30), inner.y - px(6), px(30), px(26)), self.app
        )
        shown = self._stores_shown(inner)
        stores = flowed(shown, pygame.Rect(0, 0, inner.width, 1), self.app)
        foot = inner.bottom - (stores + self._head + px(8) if shown else 0)
        top = inner.y + self._head
        area = pygame.Rect(inner.x, top, inner.width, foot - top - px(6))
        stacked(self.cards, area, self.app)
        self._stores = pygame.Rect(inner.x, foot, inner.width, inner.bottom - foot)
        flowed(shown, self._stores.move(0, self._head + px(6)), self.app)

    def _stores_shown(self, inner: pygame.Rect) -> list[ItemButton]:
        """Return buttons for all items, or a single button for the stores if there isn't room."""
        high = flowed(self.stores, pygame.Rect(0, 0, inner.width, 1), self.app)
        is_much = high > inner.height * 24 // 100
        for button in self.stores:
            button.is_shown = not is_much
        self.chest.is_shown = is_much and bool(self.stores)
        return [self.chest] if self.chest.is_shown else self.stores

    def _pages(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the areas for text to the left and right of the fold."""
        px, book, pad = self.app.look.px, self._book, self.app.look.px(PAD)
        middle = book.x + round(book.width * TEXT)
        left = pygame.Rect(book.x + pad, book.y + pad, middle - px(20) - book.x - pad, 1)
        left.height = book.height - 2 * pad
        start = middle + px(24)
        right = pygame.Rect(start, left.y, book.right - pad - start, left.height)
        return left, right

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        backdrop(app, surface)
        panel(app, surface, self._book)
        fold(app, surface, self._book, self._book.x + round(self._book.width * TEXT))
        rule(app, surface, self._rule)
        panel(app, surface, self._board, "wood")
        heads = [("company", self._board.y + px(12))]
        if self.stores:
            heads.append(("stores", self._stores.y))
        for key, y in heads:
            line = app.type.line(self.say(key), "serif bold", BODY, CREAM)
            surface.blit(line, (self._board.x + px(16), y))


def fold(app: "App", surface: pygame.Surface, book: pygame.Rect, x: int) -> None:
    """Draw the shadow of the fold between two pages."""
    half, high = app.look.px(26), book.height - app.look.px(10)

    def make() -> pygame.Surface:
        made = pygame.Surface((2 * half, high), pygame.SRCALPHA)
        for n in range(2 * half):
            near = 1 - abs(n - half) / half
            made.fill((*BRASS_DARK, round(90 * near**2.2)), (n, 0, 1, high))
        made.fill((*BRASS_DARK, 150), (half, 0, max(1, app.look.px(1)), high))
        return made

    surface.blit(app.art.once(("fold", half, high), make), (x - half, book.y + app.look.px(5)))
