"""The tooltips on the screen: one about what is pointed at, and others about its keywords."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.board.token_places import heads_of
from game.client.kit.inputs import Act, Input, Point, Pointer
from game.client.kit.theme import LINK, SPACE
from game.client.kit.widgets.key_names import key_hint
from game.client.panels.parchment_page import LinkSpot
from game.client.panels.tooltip import TipOffer, Tooltip
from game.client.panels.tooltip_offers import TipOffers
from game.client.panels.tooltip_places import place_of
from game.present.codex.keywords import TextLink

if TYPE_CHECKING:
    from game.client.board.board_view import BoardView
    from game.client.kit.app import App

DWELL = 0.25
"""Seconds that the pointer rests on a keyword before its tooltip appears."""
HOLD, BEGUN = 0.9, 0.2
"""Seconds that the pointer rests before a tooltip is pinned, and before that is shown."""
LINGER, STAY = 0.3, 1.0
"""Seconds that a pinned tooltip stays after the pointer has left it, for elsewhere or for the text
around its keyword."""
GUARD = 0.5
"""Seconds for which clicks do nothing after a tooltip has gone from under the pointer."""
STILL = 4
"""Pixels that a resting pointer may move, at 100%."""
STEPS = {"next": 1, "right": 1, "down": 1, "previous": -1, "left": -1, "up": -1}
PAGES = {"page_up": -1, "page_down": 1}
NOTCH = 60
"""Pixels that a key scrolls, at 100%."""


class TooltipStack:
    """Tooltips, each but the first about a keyword in the one before it.

    All but the last are pinned. The pointer can enter a pinned tooltip, and keys walk through the
    keywords of the last pinned one, or of the panels.
    """

    def __init__(
        self,
        app: "App",
        offers: TipOffers,
        on_link: Callable[[str], object],
        board: "BoardView | None" = None,
    ) -> None:
        """Set up the tooltips; `on_link` opens the page of a keyword that is pressed.

        If there is a `board`, they keep off the heads of its units, as far as possible.
        """
        self._board = board
        self._app, self.offers, self._on_link = app, offers, on_link
        self._window: object = None
        """Size and scale of the window that the tooltips were placed in."""
        self.levels: list[Tooltip] = []
        self._is_dirty = False
        # Pointer
        self._at: Point | None = None
        self._rested_at: Point = (0, 0)
        self._is_over = False
        """Whether the pointer is on a tooltip, so that panels don't know where it is."""
        self._held = ""
        """Where the pressed mouse button was pressed: `inside` a tooltip, `outside`, or ""."""
        self._wanted: object = None
        """Keyword that the pointer rests on, whose tooltip isn't shown yet, or None."""
        self._waited = self._away = self._guard = 0.0
        self._muted = ""
        """Id of a tooltip that was closed, and isn't shown again before the pointer moves."""
        self._stays = False
        """Whether no tooltip closes by itself before the pointer moves."""
        # Keys
        self._is_keyed = False
        """Whether the last input came from keys, so that what has the focus has a tooltip."""
        self._depth: int | None = None
        """Index of the tooltip that keys walk through, -1 for the panels, None without keys."""
        self._walked: LinkSpot | None = None
        """Keyword in a panel that was chosen by keys, or None."""

    # State

    @property
    def is_moving(self) -> bool:
        """Return whether anything changes with time."""
        top = self.levels[-1] if self.levels else None
        is_due = top is not None and (self._may_pin(top) or self._away > 0)
        return is_due or self._wanted is not None or self._guard > 0

    @property
    def at_hand(self) -> str | None:
        """The page or rule that the last tooltip is about, even before it is shown, or None."""
        is_kept = bool(self.levels) and (self.levels[0].is_pinned or self._is_over)
        offer = self.levels[-1].offer if is_kept else self._offered()
        return offer.tip.page or None if offer is not None else None

    def clear(self) -> None:
        """Remove all tooltips."""
        self._is_dirty = self._is_dirty or bool(self.levels)
        self.levels.clear()
        self._depth = self._walked = self._wanted = None
        self._away = 0.0
        self._is_over = False

    def make_way(self, rects: Sequence[pygame.Rect]) -> None:
        """Close what covers any of these rectangles, unless pinned, until the pointer moves."""
        base = self.levels[0] if self.levels else None
        if base is not None and not base.is_pinned and base.rect.collidelist([*rects]) >= 0:
            self._muted = base.offer.of
            self.clear()

    def lay(self) -> None:
        """Remove all tooltips if the window has changed."""
        window = self._app.size, self._app.look.scale
        if window != self._window:
            self._window = window
            self.clear()

    def _offered(self) -> TipOffer | None:
        """Return the first tooltip: about what is pointed at, or else about what has the focus."""
        if self._walked is not None:
            self._walked, offer = self.offers.walked(self._walked)
            return offer
        return self.offers.offered(None if self._is_over else self._at, self._is_keyed)

    # Time

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether anything has to be drawn again."""
        was_moving, self._guard = self.is_moving, max(0.0, self._guard - seconds)
        if self.levels:
            self.levels[-1].shown += seconds
        self._follow(seconds)
        self._nest(seconds)
        self._leave(seconds)
        top = self.levels[-1] if self.levels else None
        if top is not None and self._may_pin(top) and top.shown >= HOLD:
            top.is_pinned = self._is_dirty = True
        is_dirty, self._is_dirty = self._is_dirty or was_moving, False
        return is_dirty

    def _may_pin(self, top: Tooltip) -> bool:
        """Return whether a tooltip is pinned if the pointer goes on resting."""
        return top.offer.is_pointed and top.has_keywords and not top.is_pinned

    def _follow(self, seconds: float) -> None:
        """Show the first tooltip of what is pointed at, unless the shown one is pinned."""
        base = self.levels[0] if self.levels else None
        if base is not None and (base.is_pinned or self._is_over):
            now = self.offers.again(base.offer)
            if now is None:
                self._vanish()
            elif now.tip != base.offer.tip:
                self._rewrite(base, now)
            return
        offer = self._offered()
        if self._depth == -1 and offer is None:
            self.clear()
        if offer is not None and offer.of == self._muted:
            offer = None
        self._want(0, offer, seconds)

    def _rewrite(self, base: Tooltip, now: TipOffer) -> None:
        """Change the text of the first tooltip, where it is."""
        base.offer = now
        base.write(is_new=False)
        self._place(base, 0)
        if len(self.levels) > 1 and self.levels[1].offer.tip.page not in base.page.links:
            self._trim(1)

    def _want(self, n: int, offer: TipOffer | None, seconds: float) -> None:
        """Show a tooltip at a place of the stack, or none there, as soon as it is time."""
        shown = self.levels[n] if len(self.levels) > n else None
        if shown is not None and offer is not None and _is_same(shown.offer, offer):
            self._wanted = None
            if n == 0 and offer != shown.offer:
                self._rewrite(shown, offer)
            return
        if shown is not None and not shown.is_pinned:
            self._trim(n)
        if offer is None:
            self._wanted = None
            return
        key = n, offer.of, tuple(offer.anchor)
        self._waited = self._waited + seconds if key == self._wanted else 0.0
        self._wanted = key
        wait = 0.0 if not (offer.is_word and offer.is_pointed) else DWELL
        if self._waited >= wait:
            self._show(n, offer)

    def _show(self, n: int, offer: TipOffer) -> None:
        self._trim(n)
        made = Tooltip(self._app, offer, self._finder(offer.tip.page))
        made.write()
        self.levels.append(made)
        self._place(made, n)
        self._wanted, self._is_dirty = None, True

    def _finder(self, page: str) -> Callable[[str], tuple[TextLink, ...]]:
        """Return a function that finds the keywords in a text, except the page itself."""
        return lambda words: self.offers.keywords.links(words, page)

    def _place(self, level: Tooltip, n: int) -> None:
        """Place a tooltip: beside the ones before it if there is room."""
        before, offer = self.levels[:n], level.offer
        taken, kept = [one.rect for one in before], [one.offer.anchor for one in before]
        taken += [offer.around] if offer.is_word else self._texts
        bounds, gap = pygame.Rect((0, 0), self._app.size), self._app.look.px(SPACE)
        level.place(pygame.Rect((0, 0), level.size(())))  # whole, so that it needn't be scrolled
        for _ in range(2):  # if it has to be, it needs the line below the text, too
            size = level.size([self._foot(level, how) for how in ("", "pointer", "keys")])
            where = offer.anchor, offer.around, taken, bounds, gap, offer.is_above, kept
            level.place(place_of(size, *where, self._heads()))

    @property
    def _texts(self) -> list[pygame.Rect]:
        """The panels with texts beside the board, such as the log."""
        return [one.rect for one in self.offers.texts] if self._board is not None else []

    def _heads(self) -> list[pygame.Rect]:
        """Return the visible heads of the units on the board."""
        board = self._board
        if board is None:
            return []
        heads = heads_of(board.tokens, board.actors, board.camera, board.standees.head_box)
        return [head for head in heads if head.colliderect(board.camera.rect)]

    def _trim(self, n: int) -> None:
        """Remove the tooltips from index `n`."""
        self._is_dirty = self._is_dirty or len(self.levels) > n
        del self.levels[n:]
        if not self.levels:
            self._is_over = False

    def _vanish(self) -> None:
        """Remove all tooltips, because what they are about has gone.

        A click that follows at once was meant for them.
        """
        self._guard = GUARD if self._is_over else 0.0
        self.clear()

    # Keywords in tooltips

    def _nest(self, seconds: float) -> None:
        """Show the tooltip about the keyword that is pointed at or chosen in a tooltip."""
        if self._depth is not None:
            n, is_pointed = self._depth, False
        else:
            n, is_pointed = self._index_at(self._at), True
        if n < 0 or n >= len(self.levels):
            if self._depth is None and len(self.levels) > 1 and not self.levels[-1].is_pinned:
                self._trim(len(self.levels) - 1)
            return
        level = self.levels[n]
        spot = self._pointed_spot(level) if is_pointed else level.page.chosen_spot
        offer = self.offers.word(spot, level.rect, is_pointed) if spot is not None else None
        self._want(n + 1, offer, seconds)

    def _pointed_spot(self, level: Tooltip) -> LinkSpot | None:
        spots = level.page.spots
        return next((one for one in spots if self._at and one.rect.collidepoint(self._at)), None)

    def _index_at(self, at: Point | None) -> int:
        """Return the index of the last tooltip at a point that can be entered, or -1."""
        able = (
            n
            for n, one in enumerate(self.levels)
            if at and one.rect.collidepoint(at) and (one.is_pinned or not one.offer.is_pointed)
        )
        return max(able, default=-1)

    def _leave(self, seconds: float) -> None:
        """Remove pinned tooltips that the pointer has left for a while."""
        top = len(self.levels) - 1
        if top < 0 or not self.levels[0].is_pinned or self._depth is not None or self._stays:
            self._away = 0.0
            return
        gap = 3 * self._app.look.px(SPACE)
        kept = self._last(lambda one: (one.offer.anchor, one.rect.inflate(gap, gap)))
        if kept == 0 and self._is_at_other() and self._last(lambda one: (one.rect,)) < 0:
            kept = -1  # what is pointed at may be beside the tooltip, or below the same one
        if kept >= top:
            self._away = 0.0
            return
        self._away += seconds
        is_near = self._last(lambda one: (one.offer.around,)) >= top and not self._is_at_other()
        if self._away >= (STAY if is_near else LINGER):
            self._away = 0.0
            self._trim(kept + 1)

    def _last(self, rects: Callable[[Tooltip], Sequence[pygame.Rect]]) -> int:
        """Return the index of the last tooltip with the pointer in one of its `rects`, or -1."""
        at, every = self._at, enumerate(self.levels)
        able = (n for n, one in every for rect in rects(one) if at and rect.collidepoint(at))
        return max(able, default=-1)

    def _is_at_other(self) -> bool:
        """Return whether the pointer is on something else than the first tooltip is about."""
        offer = self._offered()
        return offer is not None and offer.is_pointed and offer.of != self.levels[0].offer.of

    # Pointer

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether it is used up, and means nothing to the panels."""
        if isinstance(event, Pointer):
            return self._pointed(event)
        return isinstance(event, Act) and self._acted(event)

    def _pointed(self, event: Pointer) -> bool:
        if event.kind == "move":
            self._moved(event.at)
        n = self._index_at(event.at)
        if event.kind == "up":
            was, self._held = self._held, ""
            return was == "inside"
        if event.kind == "move" and self._held == "outside":
            return False
        self._is_over = n >= 0
        if event.kind == "down":
            is_used = n >= 0 or self._guard > 0
            self._held = "inside" if is_used else "outside"
            if not is_used and not self._is_at_anchor(event.at):
                self.clear()
        if n < 0:
            return self._held == "inside"
        self._enter(n, event)
        return True

    def _moved(self, at: Point) -> None:
        """Note a move of the pointer; the time until a tooltip is pinned begins again."""
        self._at, self._stays = at, False
        far = max(abs(at[0] - self._rested_at[0]), abs(at[1] - self._rested_at[1]))
        if far <= self._app.look.px(STILL):
            return
        self._rested_at = at
        if self.levels:
            self.levels[-1].shown = 0.0
        if self._index_at(at) < 0:
            self._muted, self._is_keyed = "", False
            self._depth = self._walked = None

    def _is_at_anchor(self, at: Point) -> bool:
        return bool(self.levels) and self.levels[0].offer.anchor.collidepoint(at)

    def _enter(self, n: int, event: Pointer) -> None:
        """Pass a pointer event to a tooltip; a press pins it, and opens the keyword pressed."""
        level = self.levels[n]
        for later in self.levels[n + 1 :]:
            later.page.under = None
        link = level.page.heard(event)
        if event.kind == "down":
            level.is_pinned = True
        if event.kind == "move":
            self._depth = self._walked = None
        self._is_dirty = True
        if link is not None and self.offers.tip(link) is not None:
            self._on_link(link)

    # Keys

    def _acted(self, event: Act) -> bool:
        """Handle an action; unless keys walk through keywords, there are only two."""
        self._is_keyed = True
        if event.name == "pin" or (event.name == "previous" and event.is_pad):
            self._pin()
            return True
        if self._depth is None:
            return event.name == "cancel" and self._is_over and self._close()
        if event.name in STEPS:
            self._step(STEPS[event.name])
        elif event.name == "confirm":
            self._deeper()
        elif event.name == "cancel":
            self._back()
        elif event.name in PAGES and self._depth >= 0:
            self.levels[self._depth].page.scroll(PAGES[event.name] * self._app.look.px(NOTCH))
        elif event.name == "help":
            return False
        else:
            self.clear()
            return False
        self._is_dirty = True
        return True

    def _close(self) -> bool:
        """Close the tooltip under the pointer, and those about its keywords."""
        n = self._index_at(self._at)
        self._muted = self.levels[0].offer.of if n == 0 else ""
        self._trim(max(0, n))
        self._stays = self._is_dirty = True
        return True

    def _pin(self) -> None:
        """Pin the last tooltip for keys to walk through its keywords, or walk through the panels.

        If keys walk already, remove all tooltips.
        """
        if self._depth is not None:
            self.clear()
            return
        offer = self._offered()
        if not self.levels and offer is not None:
            self._show(0, offer)
        top = self.levels[-1] if self.levels else None
        if top is not None and top.has_keywords:
            top.is_pinned, self._depth = True, len(self.levels) - 1
            top.page.step(1)
        else:
            self.clear()
            self._walked = next(iter(self.offers.spots()), None)
            self._depth = -1 if self._walked is not None else None
        self._is_dirty = True
        if self._depth is None:
            self._app.notices.add(self._app.words.say("tips", "none"))
        else:
            self._app.sounds.ui("select")

    def _step(self, by: int) -> None:
        """Choose the next keyword (1) or the previous one (-1)."""
        assert self._depth is not None
        if self._depth >= 0:
            page = self.levels[self._depth].page
            if not page.step(by):
                page.scroll(by * self._app.look.px(NOTCH))
        else:
            spots = self.offers.spots()
            n = spots.index(self._walked) + by if self._walked in spots else 0
            self._walked = spots[max(0, min(len(spots) - 1, n))] if spots else None
        self._app.sounds.ui("focus")

    def _deeper(self) -> None:
        """Enter the tooltip about the chosen keyword."""
        assert self._depth is not None
        if len(self.levels) > self._depth + 1:
            self._depth += 1
            self.levels[self._depth].is_pinned = True
            self.levels[self._depth].page.step(1)
            self._app.sounds.ui("select")

    def _back(self) -> None:
        """Leave the tooltip that keys walk through."""
        assert self._depth is not None
        first = 0 if self._walked is None else -1
        if self._depth <= first:
            self.clear()
        else:
            self._trim(self._depth + 1)
            self.levels[self._depth].is_pinned = False
            self._depth -= 1
        self._app.sounds.ui("focus")

    # Drawing

    def _foot(self, level: Tooltip, how: str) -> str:
        """Return the line below a text: what can be done with the pointer in it, or with `keys`."""
        app, say = self._app, self._app.words.say
        if not app.settings.hints:
            return ""
        if how == "keys":
            keys = {name: key_hint(app, name) for name in ("confirm", "help", "cancel")}
            return say("tips", "keys", **keys) if level.has_keywords and all(keys.values()) else ""
        if how == "pointer":
            return say("tips", "pointer") if level.page.links else ""
        able = {"help": bool(level.offer.tip.page), "pin": level.has_keywords}
        caps = {name: key_hint(app, name) for name, is_able in able.items() if is_able}
        return " · ".join(say("tips", name, cap=cap) for name, cap in caps.items() if cap)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all tooltips, and mark the keyword in a panel that was chosen by keys."""
        if self._depth == -1 and self._walked is not None:
            px, rect = self._app.look.px, self._walked.rect
            edge = rect.inflate(px(6), px(2))
            pygame.draw.rect(surface, LINK, edge, px(2), px(5))
        for n, level in enumerate(self.levels):
            is_walked = n == self._depth
            how = "keys" if is_walked else "pointer" if level.is_pinned else ""
            level.foot = self._foot(level, how)
            share = (level.shown - BEGUN) / (HOLD - BEGUN) if self._may_pin(level) else 0.0
            level.draw(surface, max(0.0, min(1.0, share)), is_walked)


def _is_same(one: TipOffer, other: TipOffer) -> bool:
    """Return whether two offers are about the same thing, or the same place in a text."""
    is_there = one.anchor == other.anchor or not one.is_word
    return is_there and (one.of, one.is_pointed) == (other.of, other.is_pointed)
