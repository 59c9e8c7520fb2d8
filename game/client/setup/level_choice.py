"""The choice of a battle: level, players, and seed."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.client.board.map_thumbnail import map_picture
from game.client.board.side_looks import looks_of
from game.client.kit.theme import CREAM, HARM, INK, INK_FADED, PARCHMENT_EDGE, SMALL, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.client.kit.widgets.tabs import Tabs
from game.client.kit.widgets.text_field import Field
from game.client.setup.level_measuring import LevelMeasuring
from game.client.setup.level_rows import LevelRows
from game.client.setup.player_row import player_row
from game.client.setup.roster_choice import RosterScene
from game.client.setup.seat_choice import (
    PEOPLE,
    Chosen,
    SeatChoice,
    first_chosen,
    options_of,
    people_of,
    seat_at,
)
from game.client.setup.side_preview import crowd_picture, hooded
from game.play.level_list import ChoosableLevel, LevelSide, is_long_to_read, level_list
from game.play.seat_shares import SeatShares
from game.play.seating import Seating, seated
from game.terms.texts import titles_text

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, LIST = 32, 104, 76, 330
ROW, HIGH, LEAST, PAD = 40, 58, 32, 26
BROAD = 1100
"""Width of the sheet's inside, at 100%, from which the map gets more than half of it."""
MOST_LETTERS = 32
"""Length up to which the names of a side's units are in its row."""


class LevelChoice(Screen):
    """A list of levels on the left, and the chosen level on the right."""

    def __init__(
        self, app: "App", book: str | None = None, is_duel: bool = False, level: str = ""
    ) -> None:
        """Set up the list; `level` is the id of the level to select."""
        super().__init__(app)
        self._is_duel = is_duel
        self.measuring = LevelMeasuring(app)
        self._rows_of = LevelRows(app, is_duel, self.measuring)
        self._reading = self._read()
        """The steps in which many levels are read while the list is shown already, or None."""
        self._levels = level_list(app.books, app.folder, only_read=self._reading is not None)
        self._wanted = level
        """The level to select once all are read."""
        self._chosen: dict[str, Chosen] = {}
        """People's choices for each level, by its id."""
        self._seen: tuple[tuple[str, bytes], ChoosableLevel] | None = None
        """The last level shown, with people's changes, and the key it is cached under."""
        ids = dict.fromkeys(level.book for level in self._levels if level.book in app.books)
        self._books: tuple[str | None, ...] = (None, *ids)
        say = app.words.say
        names = [say("choose", "all"), *(app.books[id].title for id in ids)]
        page = self._books.index(book) if book in self._books else 0
        self.tabs = Tabs(names, lambda _: self._fill(), page)
        self.levels: ListBox[str] = ListBox(
            on_pick=lambda _: self._picked(), on_press=lambda _: self._play()
        )
        self.seats: list[ChoiceRow[str]] = []
        self.seed = Field(
            say("choose", "seed"),
            empty=say("choose", "seed_empty"),
            most=9,
            accepts=lambda letter: letter in "0123456789",
            about=say("choose", "seed_about"),
        )
        self.text = ScrollText()
        self.seed.share = 0.52
        self.play = Button(say("choose", "play"), self._play, icon="icons/dice")
        self.play.is_main = True
        self.rosters = Button(say("roster", "open"), self._open_rosters, icon="icons/coins")
        self.people = Button(say("seats", "open"), self._open_seats, icon="icons/group")
        self.edit = Button(say("choose", "edit"), self._edit, about=say("choose", "edit_about"))
        packs = say("packs", "open_about")
        self.packs = Button(say("packs", "open"), self._open_packs, about=packs)
        self.back = Button(say("choose", "back"), self.left, icon="icons/back")
        self._sheet = self._rows = self._map = self._crowd = pygame.Rect(0, 0, 1, 1)
        self._fill(level)
        self.ring.focus(self.levels)

    def opened(self) -> None:
        """Read the list again, because a pack may have come or gone."""
        before = [level.id for level in self._levels]
        self._reading = self._reading or self._read()
        is_long = self._reading is not None
        self._levels = level_list(self.app.books, self.app.folder, only_read=is_long)
        if [level.id for level in self._levels] != before:
            self._fill()
        super().opened()

    def _read(self) -> Iterator[None] | None:
        """Return the steps in which the levels are read if there are many, or None."""
        is_long = is_long_to_read(self.app.folder)
        return self.app.navigation.read_levels() if is_long else None

    def _go_on_reading(self) -> None:
        """Read levels while there is time in this tick; after the last one, list all."""
        assert self._reading is not None
        for _ in self._reading:
            self.app.time.work()
            if not self.app.time.is_left:
                return
        self._reading = None
        self._levels = level_list(self.app.books, self.app.folder)
        self._fill(self._wanted)

    @property
    def is_idle(self) -> bool:
        """Return whether all levels have been read."""
        return self._reading is None

    def update(self, seconds: float) -> bool:
        """Read the levels, then let soldiers measure those on the shelf in the background."""
        is_changed = super().update(seconds)
        if self._reading is not None:
            self._go_on_reading()
            return is_changed or self._reading is None
        playing = [level for level in self._levels if level.is_own]
        if self.measuring.update(seconds, self.written, playing):
            self._show_measured()
            return True
        return is_changed

    def closed(self) -> None:
        """End the measuring."""
        self.measuring.close()

    # Choice

    @property
    def written(self) -> ChoosableLevel | None:
        """The chosen level as written in its file, or None."""
        row = self.levels.current
        return next((it for it in self._levels if row and it.id == row.value), None)

    @property
    def level(self) -> ChoosableLevel | None:
        """The chosen level with people's changes, or None."""
        level = self.written
        if level is None or level.trouble:
            return level
        seating = self._chosen_of(level).named()
        key = level.id, msgspec.json.encode(seating)
        if self._seen is None or self._seen[0] != key:
            self._seen = key, seated(level, seating, self.app.books)
        return self._seen[1]

    def _chosen_of(self, level: ChoosableLevel) -> Chosen:
        """Return people's choices for a level."""
        if level.id not in self._chosen:
            known = self.app.settings.names
            self._chosen[level.id] = first_chosen(level.seats, self._is_duel, known)
        return self._chosen[level.id]

    def _open_seats(self) -> None:
        level = self.written
        if level is None or level.trouble:
            self.app.sounds.ui("refused")
            return
        self.app.push(SeatChoice(self.app, level, self._chosen_of(level), self._sat_down))

    def _open_rosters(self) -> None:
        level = self.written
        if level is None or level.trouble:
            self.app.sounds.ui("refused")
            return
        seating = self._chosen_of(level).seating
        self.app.push(RosterScene(self.app, level, seating, self._rostered))

    def _edit(self) -> None:
        """Open the list of levels to edit, with this one selected."""
        level = self.written
        self.app.push(self.app.navigation.shelf(level.name if level is not None else ""))

    def _open_packs(self) -> None:
        self.app.push(self.app.navigation.packs())

    def _rostered(self, seating: Seating) -> None:
        """Keep the rosters chosen for the level, and show them."""
        level = self.written
        if level is not None:
            self._chosen_of(level).seating = seating
        self._show()

    def _sat_down(self, chosen: Chosen) -> None:
        """Keep the players, names and colours chosen for the level; save the people's names."""
        level = self.written
        if level is None:
            return
        self._chosen[level.id] = chosen
        names = tuple(chosen.seating.names.get(it, "") for it in people_of(chosen.players))
        if any(names) and names != self.app.settings.names:
            self.app.change(names=names)
        self._show()

    def _picked(self) -> None:
        self.measuring.wait()
        self._show()

    def _fill(self, chosen: str = "") -> None:
        """List the levels of the open tab; select the level with the id `chosen`, if given."""
        current = self.levels.current
        self.levels.fill(self._listed_rows(), chosen or (current.value if current else None))
        self._show()

    def _show_measured(self) -> None:
        """Show what has been measured, without moving anything."""
        rows, current = tuple(self._listed_rows()), self.levels.current
        if rows != self.levels.rows:
            offset = self.levels.offset
            self.levels.fill(rows, current.value if current else None)
            self.levels.offset = offset
        passages, offset = tuple(self._passages(self.level)), self.text.offset
        if passages != self.text.passages:
            self.text.tell(passages)
            self.text.offset = offset
            self.layout(self.size)

    def _listed_rows(self) -> list[ListRow[str]]:
        book = self._books[self.tabs.index]
        rows: list[ListRow[str]] = []
        if self._reading is not None:
            rows.append(ListRow("", self.app.words.say("choose", "reading"), is_head=True))
        return [*rows, *self._rows_of.rows(self._levels, book)]

    def _show(self) -> None:
        """Show the chosen level."""
        level = self.level
        if level is not None:
            self.app.art.lend(level.looks)
        seats = level.seats if level else ()
        self.seats = [self._seat(seat, seats) for seat in seats]
        self.people.reason = self._trouble(level)
        self.rosters.is_shown = bool(self.written and self.written.offers)
        self.play.reason = self._trouble(level)
        self.seed.is_shown = bool(self.seats)
        self.levels.ways = {"right": self.seats[0]} if self.seats else {}
        self.text.tell(self._passages(level))
        widgets = (self.tabs, self.levels, *self.seats, self.seed, self.text, self.play)
        self.ring.hold((*widgets, self.people, self.rosters, self.packs, self.edit, self.back))
        self.layout(self.size)

    def _trouble(self, level: ChoosableLevel | None) -> str:
        """Return why the level can't be played, or ""."""
        return level.trouble if level else self.app.words.say("choose", "none")

    def _seat(self, seat: LevelSide, seats: Sequence[LevelSide]) -> ChoiceRow[str]:
        say = self.app.words.say
        people = [(who, say("player", who)) for who in PEOPLE]
        level = self.written
        assert level is not None
        who = self._chosen_of(level).players[seat.id]
        choice = player_row(
            self.app, seat.title, people, who, lambda who: self._seated(seat.id, who)
        )
        look = looks_of(seats)[seat.id]
        choice.mark = f"icons/sides/{look.shape}", look.colour
        here = [title for *_, title in seat.shown]
        under = titles_text(here) or say("choose", "later")
        if seat.id in self._chosen_of(level).seating.lots:
            choice.under, choice.share = say("roster", "drawn"), 0.52
            return choice
        if _is_long(here):
            under = say("roster", "units", count=len(here))
        elif len(here) > 1:
            under = say("choose", "units", count=len(here), units=under)
        choice.under, choice.share = "" if here == [seat.title] else under, 0.52
        return choice

    def _seated(self, side: str, who: str) -> None:
        level = self.written
        if level is not None:
            choices = {seat.id: it for seat, it in zip(level.seats, self.seats, strict=True)}
            seat_at(side, who, self._chosen_of(level).players, choices)

    def _passages(self, level: ChoosableLevel | None) -> list[Passage]:
        say = self.app.words.say
        if level is None:
            return []
        if level.trouble:
            return [
                Passage(say("choose", "broken"), "sans bold", colour=HARM),
                Passage(level.trouble),
            ]
        made = [Passage(level.intro, "serif", after=14)] if level.intro else []
        for aim in level.aims:
            key = "aim_optional" if aim.is_optional else "aim"
            made.append(Passage(say("choose", key, side=aim.side, title=aim.title), after=4))
        if self.written is not None and self.written.offers:
            made.append(Passage(self._may_choose(self.written), after=8))
        key = "rounds_won" if level.winner else "rounds"
        made.append(
            Passage(
                say("choose", key, rounds=level.rounds, side=level.winner), "sans", SMALL, INK_FADED
            )
        )
        made += self._long_lists(level)
        shares, written = level.shares, self.written
        own = written if written and written.is_own and written.mark == level.mark else None
        if own is not None:
            shares = self.measuring.shares(own)
        if shares is not None and not self._chosen_of(level).seating.lots:
            made.append(Passage(self._balance(level, shares), "sans", SMALL, INK_FADED))
        if own is not None and (told := self.measuring.told(own)):
            made.append(Passage(told, "sans", SMALL, INK_FADED))
        return made

    def _long_lists(self, level: ChoosableLevel) -> Iterator[Passage]:
        """Yield the units of each side that has too many to be named in its row."""
        lots = self._chosen_of(level).seating.lots
        for seat in level.seats:
            here = [title for *_, title in seat.shown]
            if _is_long(here) and seat.id not in lots:
                units = titles_text(here)
                told = self.app.words.say("choose", "units_of", side=seat.title, units=units)
                yield Passage(told, "sans", SMALL, INK_FADED)

    def _balance(self, level: ChoosableLevel, shares: SeatShares) -> str:
        """Return a sentence about how often each side wins between soldiers."""
        say, battles = self.app.words.say, f"{shares.battles:,}"
        told = shares.told(seat.id for seat in level.seats)
        if level.is_own:
            rounds = round(shares.rounds)
            return say("choose", "measured_here", shares=told, battles=battles, rounds=rounds)
        key = "even" if shares.is_even(level.people) else "uneven"
        return say("choose", key, shares=told, battles=battles)

    def _may_choose(self, level: ChoosableLevel) -> str:
        """Return a sentence that names the sides that may choose their units."""
        titles = {seat.id: seat.title for seat in level.seats}
        sides = [titles[offer.side] for offer in level.offers]
        if len(sides) == len(titles):
            return self.app.words.say("roster", "offered_all")
        return self.app.words.say("roster", "offered", sides=titles_text(sides))

    def _play(self) -> None:
        level = self.level
        if level is None or level.trouble:
            self.app.sounds.ui("refused")
            return
        chosen, book = self._chosen_of(level), self.app.books[level.book]
        options = options_of(level.name, chosen, book, self.seed.text or None)
        scene = self.app.navigation.battle(options)
        if scene is not None:
            self.measuring.rest()
            self.app.push(scene)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        left, top = px(MARGIN), px(HEAD)
        bottom = size[1] - px(FOOT)
        wide = min(px(LIST), size[0] * 27 // 100)
        self._rows = pygame.Rect(left, top, wide, bottom - top)
        self._sheet = pygame.Rect(self._rows.right + px(16), top, 1, bottom - top)
        self._sheet.width = size[0] - px(MARGIN) - self._sheet.x
        self.tabs.place(pygame.Rect(left, px(64), size[0] - 2 * left, px(34)), app)
        self.levels.place(self._rows.inflate(-px(28), -px(28)), app)
        high, foot = px(46), bottom + px(15)
        self.back.place(pygame.Rect(left, foot, px(150), high), app)
        edit = pygame.Rect(self.back.rect.right + px(12), foot, px(118), high)
        self.edit.place(edit, app)
        self.packs.place(pygame.Rect(self._sheet.right - px(130), px(14), px(130), px(40)), app)
        play = pygame.Rect(0, foot, px(190), high)
        play.right = self._sheet.right
        self.play.place(play, app)
        people = pygame.Rect(0, foot, px(230), high)
        people.right = play.left - px(12)
        self.people.place(people, app)
        rosters = pygame.Rect(0, foot, px(160), high)
        rosters.right = people.left - px(12)
        self.rosters.place(rosters, app)
        self._lay_sheet()

    def _lay_sheet(self) -> None:
        """Lay out the level's sheet: map and text on the left, players on the right."""
        app, px = self.app, self.app.look.px
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        top, gap = inner.y + px(72), px(20)
        share = 58 if inner.width > px(BROAD) else 50 if inner.width > px(640) else 40
        half = (inner.width - gap) * share // 100
        wide = inner.width - gap - half
        high = (inner.bottom - top) * (65 if inner.width > px(BROAD) else 55) // 100
        self._map = pygame.Rect(inner.x, top, half, high)
        level = self.level
        if level is not None and level.ground is not None:
            ground = level.ground
            step = min(half / ground.width, high / ground.height)
            self._map.height = round(ground.height * step)
        below = self._map.bottom + px(14)
        right = inner.x + half + gap
        room = (inner.bottom - top - px(ROW + 8)) // max(1, len(self.seats))
        row = min(px(HIGH), max(px(LEAST), room))
        for n, seat in enumerate(self.seats):
            seat.place(pygame.Rect(right, top + n * row, wide, row - px(4)), app)
        y = top + len(self.seats) * row + px(8)
        self.seed.place(pygame.Rect(right, y, wide, px(ROW)), app)
        free = self.seed.rect.bottom + px(20)
        self._crowd = pygame.Rect(right, free, wide, max(0, inner.bottom - free))
        if level is not None and level.ground is None:
            self.text.place(pygame.Rect(inner.x, top, inner.width, inner.bottom - top), app)
        else:
            self.text.place(pygame.Rect(inner.x, below, half, inner.bottom - below), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = say("choose", "duel_head" if self._is_duel else "head")
        surface.blit(app.type.line(head, "serif bold", TITLE, CREAM), (px(MARGIN), px(12)))
        panel(app, surface, self._rows)
        panel(app, surface, self._sheet)
        level = self.level
        if level is None:
            return
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        title = app.type.fit_line(level.title, inner.width, "serif bold", TITLE, INK)
        surface.blit(title, (inner.x, inner.y - px(8)))
        under = self._rows_of.book_title(level.book)
        if level.ground is not None:
            under = f"{under} · {self._rows_of.sizes(level)}"
        line = app.type.line(under, "sans", SMALL, INK_FADED)
        surface.blit(line, (inner.x, inner.y + px(38)))
        if level.ground is not None:
            colours = {id: side.colour for id, side in looks_of(level.seats).items()}
            picture = map_picture(app, level.id, level.ground, colours, self._map.size)
            rect = picture.get_rect(topleft=self._map.topleft)
            surface.blit(picture, rect)
            pygame.draw.rect(surface, PARCHMENT_EDGE, rect.inflate(px(4), px(4)), px(2), px(3))
        lots = self._chosen_of(level).seating.lots if not level.trouble else ()
        crowd = crowd_picture(app, hooded(level, lots), self._crowd.size)
        if crowd is not None:
            surface.blit(crowd, self._crowd)


def _is_long(titles: Sequence[str]) -> bool:
    """Return whether the names of a side's units have no room in its row."""
    return len(titles_text(titles)) > MOST_LETTERS
