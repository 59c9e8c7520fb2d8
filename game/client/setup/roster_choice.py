"""The choice of a side's units: kinds on a sheet, chosen units on a tray."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import CREAM, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.tabs import Tabs
from game.client.kit.widgets.toggle import Toggle
from game.client.setup.chosen_units import ChosenUnits
from game.client.setup.kind_page import KindPage
from game.client.setup.price_list import PriceList
from game.client.setup.roster_basket import RosterBasket
from game.play.level_list import ChoosableLevel
from game.play.opening import random_seed
from game.play.rosters import draws
from game.play.seating import Seating, seated
from game.present.codex.pages import KINDS, address_of
from game.present.kind_cards import KindCard, KindCards
from game.terms.rosters import Offer

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, PAD, GAP, HIGH, ROW = 32, 104, 76, 22, 16, 46, 40
TRAY, TALLEST = 168, 360
"""Minimum and maximum height of the tray, at 100%."""
SHARE = 0.54
"""Share of the width for the sheet of kinds."""


class RosterScene(Screen):
    """A screen with a page for each side that may choose its units."""

    def __init__(
        self,
        app: "App",
        level: ChoosableLevel,
        seating: Seating,
        on_done: Callable[[Seating], object],
        side: str | None = None,
    ) -> None:
        """Set up the pages.

        `level` is the level as written in its file. `on_done` gets the choice after the screen has
        closed. `side` is the side whose page is open first (default: the first side).
        """
        super().__init__(app)
        self._level, self._seating, self._on_done = level, seating, on_done
        say, seats = app.words.say, seated(level, seating, app.books).seats or level.seats
        self._titles = {seat.id: seat.title for seat in seats}
        self._pictures = Standees(app.art, level.book, looks_of(seats))
        self._cards = KindCards.of(level, app.books)
        self.baskets = {offer.side: self._basket(offer) for offer in level.offers}
        self._lots = set(seating.lots)
        sides = list(self.baskets)
        first = sides.index(side) if side in sides else 0
        self.tabs = Tabs([self._titles[it] for it in sides], lambda _: self._open(), first)
        self.tabs.is_shown = len(sides) > 1
        self.wares = PriceList(self._read, self._step, self._count, self._hindrance, self._under)
        self.wares.about = say("roster", "wares_about")
        self.page, self.tray = KindPage(app, self._pictures), ChosenUnits(app, self._pictures)
        words = say("settings", "off"), say("settings", "on")
        self.lot = Toggle(
            say("roster", "lot"), False, self._draw_lots, words, say("roster", "lot_about")
        )
        self.lot.share = 0.6
        self.reset = Button(say("seats", "reset"), self._reset, icon="icons/undo")
        self.draw_now = Button(
            say("roster", "draw"), self._drawn, icon="icons/dice", about=say("roster", "draw_about")
        )
        self.done = Button(say("seats", "done"), self.left, icon="icons/check")
        self.done.is_main = True
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._trouble = ""
        self.ring.hold(
            (
                *(self.tabs, self.wares, self.lot, self.page.text),
                *(self.reset, self.draw_now, self.done),
            )
        )
        self._open()
        self.ring.focus(self.wares)

    def _basket(self, offer: Offer) -> RosterBasket:
        picked = self._seating.rosters.get(offer.side)
        return RosterBasket(offer, picked.kinds if picked else offer.usual)

    def acted(self, event: Input) -> bool:
        """Open the selected kind's codex page on `help`."""
        row = self.wares.current
        if not isinstance(event, Act) or event.name != "help" or row is None:
            return False
        self.app.look_up(address_of(self._level.book, KINDS, row.value))
        return True

    # Choice

    @property
    def side(self) -> str:
        """The side of the open page."""
        return list(self.baskets)[self.tabs.index]

    @property
    def basket(self) -> RosterBasket:
        """The basket of the open page's side."""
        return self.baskets[self.side]

    def card(self, kind: str) -> KindCard:
        """Return the card of a kind on the open page."""
        return self._cards.card(self.basket.offer, kind)

    @property
    def seating(self) -> Seating:
        """The seating with all complete rosters chosen here."""
        baskets = (it for side, it in self.baskets.items() if side not in self._lots)
        picks = (basket.picked for basket in baskets if not basket.lack)
        rosters = {it.offer.side: it for it in picks if not it.is_usual}
        lots = tuple(side for side in self.baskets if side in self._lots)
        return msgspec.structs.replace(self._seating, rosters=rosters, lots=lots)

    def _open(self) -> None:
        """Show the page of a side."""
        offer, say = self.basket.offer, self.app.words.say
        rows: list[ListRow[str]] = []
        most = float("inf") if offer.points is None else offer.points
        first: dict[str, str] = {}
        for kind in (it for it in offer.kinds if offer.kinds[it].price <= most):
            part = "lead" if kind in offer.lead else "others"
            if offer.lead and first.setdefault(part, kind) == kind:
                rows.append(ListRow("", say("roster", part), is_head=True))
            rows.append(ListRow(kind, offer.kinds[kind].title))
        self.wares.pictures, self.wares.side = self._pictures, self.side
        priced = offer.points is not None
        self.wares.prices = {k: it.price for k, it in offer.kinds.items()} if priced else {}
        self.wares.fill(rows, next(iter(self.basket.kinds), None))
        self.lot.is_on = self.side in self._lots
        if self.wares.current is not None:
            self._read(self.wares.current.value)
            self.wares.show(self.wares.cursor)
        self._changed()

    def _under(self, kind: str) -> str:
        """Return the stats of a kind on one line; values without a number get no label."""
        card = self.card(kind)
        told = [
            f"{line.label} {line.value}" if _has_digit(line.value) else line.value
            for line in card.figures
        ]
        if card.life is not None:
            told.insert(0, self.app.words.say("roster", "life", life=card.life))
        return " · ".join(told)

    def _read(self, kind: str) -> None:
        priced = self.basket.offer.points is not None
        self.page.show(self.card(kind), self.side, priced)
        self.layout(self.size)

    def _count(self, kind: str) -> int:
        return 0 if self.side in self._lots else self.basket.count(kind)

    def _hindrance(self, kind: str) -> str:
        return "lot" if self.side in self._lots else self.basket.hindrance(kind)

    def _step(self, kind: str, by: int) -> None:
        """Add (1) or remove (-1) a unit of a kind."""
        is_open = self.side not in self._lots
        is_done = is_open and (self.basket.add(kind) if by > 0 else self.basket.drop(kind))
        self.app.sounds.ui("place" if is_done else "refused")
        self._changed("" if is_done or by < 0 else self._hindrance(kind), kind)

    def _draw_lots(self, is_on: bool) -> None:
        """Set whether the roster is drawn at random when the battle begins."""
        (self._lots.add if is_on else self._lots.discard)(self.side)
        self._changed()

    def _drawn(self) -> None:
        """Draw a random playable roster now."""
        for kinds in draws(self.basket.offer, random_seed()):
            self._take(kinds)
            if not self._trouble:
                return

    def _reset(self) -> None:
        """Restore the level's own units."""
        self._take(self.basket.offer.usual)

    def _take(self, kinds: Iterable[str]) -> None:
        """Replace the chosen units."""
        self.basket.kinds = list(kinds)
        self._lots.discard(self.side)
        self.lot.is_on = False
        self._changed()

    def _changed(self, hindrance: str = "", kind: str = "") -> None:
        """Show the chosen units, with a note about anything missing or wrong."""
        basket, is_lot = self.basket, self.side in self._lots
        self._trouble = "" if is_lot else self._lacking(basket)
        if not self._trouble:
            self._trouble = seated(self._level, self.seating, self.app.books).trouble
        note = self._trouble or self._hindered(hindrance, kind)
        self.tray.show(basket, self.side, note, is_lot)
        self.done.reason = next(
            filter(None, (self._trouble, *map(self._lacking, self._open_ones))), ""
        )

    @property
    def _open_ones(self) -> list[RosterBasket]:
        return [it for side, it in self.baskets.items() if side not in self._lots]

    def _lacking(self, basket: RosterBasket) -> str:
        """Return a sentence that names the missing part of a roster, or ""."""
        side, least = self._titles[basket.offer.side], basket.offer.least
        say = partial(self.app.words.say, "roster")
        if basket.lack == "lead":
            return say("lead_lacks", side=side)
        return say("few", side=side, least=least) if basket.lack else ""

    def _hindered(self, hindrance: str, kind: str) -> str:
        """Return a sentence that says why a kind can't be added, or ""."""
        if not hindrance:
            return ""
        offer = self.basket.offer
        title, price = offer.kinds[kind].title, offer.kinds[kind].price
        return self.app.words.say(
            "roster", f"no_{hindrance}", kind=title, price=price, most=offer.most
        )

    def left(self) -> None:
        """Keep the choice and leave, unless the choice is invalid."""
        if self.done.reason:
            self.app.sounds.ui("refused")
            return
        if self.app.scene is self:
            self.app.pop()
        self._on_done(self.seating)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        left, top, bottom = px(MARGIN), px(HEAD), size[1] - px(FOOT)
        self.tabs.place(pygame.Rect(left, px(64), size[0] - 2 * left, px(34)), app)
        if not self.tabs.is_shown:
            top = px(HEAD - 36)
        wide = round((size[0] - 2 * left - px(GAP)) * SHARE)
        self._sheet = pygame.Rect(left, top, wide, bottom - top)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        lot = pygame.Rect(inner.x, inner.bottom - px(ROW), inner.width, px(ROW))
        self.lot.place(lot, app)
        self.wares.place(pygame.Rect(inner.x, inner.y, inner.width, lot.y - px(10) - inner.y), app)
        right = self._sheet.right + px(GAP)
        column = pygame.Rect(right, top, size[0] - left - right, bottom - top)
        high = max(px(TRAY), min(px(TALLEST), column.height * 38 // 100))
        tray = pygame.Rect(column.x, column.bottom - high, column.width, high)
        self.tray.place(tray)
        self.page.place(pygame.Rect(column.x, column.y, column.width, tray.y - px(GAP) - column.y))
        foot = size[1] - px(FOOT) + px(15)
        self.reset.place(pygame.Rect(left, foot, px(210), px(HIGH)), app)
        self.draw_now.place(pygame.Rect(left + px(222), foot, px(190), px(HIGH)), app)
        done = pygame.Rect(0, foot, px(190), px(HIGH))
        done.right = size[0] - left
        self.done.place(done, app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = say("roster", "head", level=self._level.title)
        line = app.type.fit_line(head, self.size[0] - 2 * px(MARGIN), "serif bold", TITLE, CREAM)
        surface.blit(line, (px(MARGIN), px(12)))
        panel(app, surface, self._sheet)
        self.page.draw(surface)
        self.tray.draw(surface)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
