"""The title screen: the inn by candlelight, with its five tables and the menu."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.theme import CREAM, HUGE, LARGE, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.key_names import key_hint
from game.client.kit.widgets.screen import Screen
from game.client.title.inn_picture import Inn
from game.record.data_folders import CAMPAIGNS, RUNNING, SAVES
from game.terms.texts import titles_text

if TYPE_CHECKING:
    from game.campaign.last_played import Latest
    from game.client.kit.app import App

KEPT = (RUNNING, "*.jsonl"), (SAVES, "*.jsonl"), (CAMPAIGNS, "*.json")
"""Folders that contain battles and journeys to resume, with file name patterns."""
KEYS = "up", "down", "confirm", "help", "cancel"
"""Actions whose keys are shown below the menu."""
LEFT, WIDTH, HIGH, GAP, PAD = 56, 300, 52, 10, 20
"""Left edge, width, height, gap and padding of the menu, at 100%."""
MOST = 5
"""Maximum number of titles listed next to the menu."""
LOW, USUAL = 620, 720
"""Window heights at 100%: below `LOW` the menu moves up, above `USUAL` it moves down."""


class Title(Screen):
    """The title screen, with the menu on the left and the tables on the right."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.inn = Inn(app, self._sat_down)
        self._open: list[Latest] = []
        """Battles and journeys that can be resumed, newest first."""
        self._may_go_on = False
        """Whether there is anything to resume; while the list isn't read yet, whether there may be.
        """
        self._steps = self._ahead()
        """The steps to take after the first frame, one in each tick."""
        self._levels: Iterator[None] | None = None
        """The levels that remain to be read ahead, or None before the other steps are taken."""
        self._is_read = self._is_drawn = False
        self.menu: list[Button] = []
        self.more = Button("", self._to_open, kind="parchment")
        """Button next to Continue, shown if there is more to resume."""
        self.more.is_shown = False

    def opened(self) -> None:
        super().opened()
        self.app.sounds.ambience("inn_quiet")
        self._may_go_on = _may_go_on(self.app.folder)
        if self.inn.is_known:
            self._look_for_left()
        self._fill()

    def _ahead(self) -> Iterator[str]:
        """Look up the rulebooks, import the scenes, and list what can be resumed, in steps.

        After each step, yield the name of the thing loaded. Steps are short, because the title
        stands still during a step.
        """
        yield from self._imported("rulebooks")
        while not self.inn.is_known:
            yield self.inn.look_for_book()
        yield from self._imported("scenes")
        self._look_for_left()
        self._fill()
        yield "left"

    def _imported(self, part: str) -> Iterator[str]:
        """Import the modules of a part, as many in one step as there is time for."""
        for _ in self.app.load(part):
            self.app.time.work()
            if not self.app.time.is_left:
                yield part

    def _look_for_left(self) -> None:
        """Read the list of battles and journeys to resume; this imports all that battles need."""
        self._open = self.app.navigation.left() if self._may_go_on else []
        self._may_go_on = bool(self._open)

    def _fill(self) -> None:
        """Make the menu's buttons."""
        say = self.app.words.say
        chosen = self.ring.focused.words if isinstance(self.ring.focused, Button) else ""
        if self._may_go_on and say("title", "continue") not in [b.words for b in self.menu]:
            chosen = say("title", "continue")  # Continue has just appeared
        rows = [*self._continued(), *self._others()]
        self.menu = [
            Button(
                say("title", row.key), row.then, under=row.under, kind="parchment", about=row.about
            )
            for row in rows
        ]
        others = self._open[1:]
        self.more.is_shown = bool(others)
        self.more.words = say("title", "more", count=len(others))
        self.more.about = say(
            "title", "more_about", titles=titles_text([it.title for it in others[:MOST]])
        )
        self.ring.hold((*self.menu[:1], self.more, *self.menu[1:], *self.inn.tables))
        self.ring.focus(next((b for b in self.menu if b.words == chosen), None))
        self.layout(self.size)

    def _continued(self) -> "list[_Row]":
        if not self._may_go_on:
            return []
        first = self._open[0] if self._open else None
        under = first.title if first else ""
        if first is not None and first.round is not None:
            under = self.app.words.say("title", "left", level=under, round=first.round)
        return [_Row("continue", self._go_on, under)]

    def _others(self) -> "list[_Row]":
        app, say = self.app, self.app.words.say
        return [
            _Row("campaign", self._to_journeys, say("title", "campaign_under")),
            _Row("sit_down", self._to_levels, say("title", "sit_down_under")),
            _Row("duel", self._face_to_face, say("title", "duel_under")),
            _Row(
                "replays", lambda: app.push(app.navigation.replays()), say("title", "replays_under")
            ),
            _Row("books", lambda: app.look_up(None), say("title", "books_under")),
            _Row("settings", lambda: app.push(app.navigation.settings())),
            _Row("leave", self.left),
        ]

    def _finish(self) -> None:
        """Take all remaining steps at once, because the player didn't wait for them."""
        for _ in self._steps:
            pass

    def _go_on(self) -> None:
        self._finish()
        if self._open:
            self.app.navigation.go_on(self._open[0])

    def _to_open(self) -> None:
        self.app.push(self.app.navigation.resume())

    def _sat_down(self, book: str) -> None:
        self._finish()
        if book in self.app.books:
            self.app.push(self.app.navigation.choose(book))

    def _to_journeys(self) -> None:
        self.app.push(self.app.navigation.journeys())

    def _to_levels(self) -> None:
        self.app.push(self.app.navigation.choose())

    def _face_to_face(self) -> None:
        self.app.push(self.app.navigation.choose(is_duel=True))

    def left(self) -> None:
        say = self.app.words.say
        self.app.push(
            Dialog(
                self.app,
                say("title", "leave_head"),
                say("title", "leave_words"),
                (
                    DialogButton(say("title", "leave_yes"), self.app.quit),
                    DialogButton(say("title", "stay")),
                ),
            )
        )

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        px = self.app.look.px
        self.inn.place(size, px(LEFT + WIDTH))
        top, bottom = px(self._top()), size[1] - px(56)
        high = min(px(HIGH), (bottom - top + px(GAP)) // max(1, len(self.menu)) - px(GAP))
        for n, button in enumerate(self.menu):
            y = top + n * (high + px(GAP))
            button.place(pygame.Rect(px(LEFT), y, px(WIDTH), high), self.app)
        if self.menu and self.more.is_shown:
            first, words = self.menu[0], self.app.type.width(self.more.words, "serif bold", LARGE)
            row, wide = first.rect, words + px(2 * PAD)
            self.more.place(pygame.Rect(row.right - wide, row.y, wide, row.height), self.app)
            narrow = row.width - wide - px(GAP)
            first.place(pygame.Rect(row.x, row.y, narrow, row.height), self.app)
            first.ways, self.more.ways = {"right": self.more}, {"left": first}

    def _top(self) -> int:
        """Return the y of the menu's top at 100%; in a tall window it is further down."""
        high = round(self.size[1] / self.app.look.scale)
        return 176 if high < LOW else 206 + max(0, high - USUAL) // 3

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        self.inn.draw(surface, self.ring.focused)
        name = app.type.line(app.words.say("title", "name"), "serif bold", HUGE, CREAM)
        shade = app.type.line(app.words.say("title", "name"), "serif bold", HUGE, (0, 0, 0))
        top = px(self._top() - 156)
        surface.blit(shade, (px(LEFT) + px(2), top + px(3)))
        surface.blit(name, (px(LEFT), top))
        under = app.type.line(app.words.say("title", "under"), "serif", LARGE, PARCHMENT_EDGE)
        surface.blit(under, (px(LEFT + 3), top + name.get_height() - px(6)))
        if app.settings.hints:
            names = {key: key_hint(app, key) for key in KEYS}
            words = app.words.say("title", "keys", **names)
            keys = app.type.line(words, "sans", SMALL, PARCHMENT_EDGE)
            surface.blit(keys, (px(LEFT), self.size[1] - px(24) - keys.get_height() // 2))

    def update(self, seconds: float) -> bool:
        """Look up rulebooks and battles a step at a time, once the first frame is drawn."""
        is_changed = super().update(seconds)
        if self._is_drawn and next(self._steps, None) is not None:
            return True
        if self._is_drawn:
            self._read_levels()
        return self.inn.update(seconds) or is_changed

    def _read_levels(self) -> None:
        """Read levels while there is time in this tick, so that their lists open at once."""
        if self._is_read:
            return
        if self._levels is None:
            go = self.app.navigation
            self._levels = chain(go.read_levels(), go.read_campaigns())
        with suppress(OSError):  # the list itself reports a folder that can't be read
            for _ in self._levels:
                self.app.time.work()
                if not self.app.time.is_left:
                    return
        self._is_read = True

    @property
    def is_idle(self) -> bool:
        """Return whether all levels have been read."""
        return self._is_read

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self._is_drawn = True


def _may_go_on(folder: Path) -> bool:
    """Return whether there are files that might be resumed."""
    try:
        return any(any((folder / name).glob(kind)) for name, kind in KEPT)
    except OSError:  # an unreadable folder has nothing to resume
        return False


class _Row(NamedTuple):
    """An entry of the menu; `key` is its label in the catalogue."""

    key: str
    then: Callable[[], object]
    under: str = ""
    about: str = ""
