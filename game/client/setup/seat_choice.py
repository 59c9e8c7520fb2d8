"""The players of a level: for each side a name, a player, a colour and units."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.client.board.side_looks import looks_of
from game.client.kit.theme import HARM, INK, INK_FADED, SIDE_COLOURS, SMALL, TITLE
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field
from game.client.kit.widgets.toggle import Toggle
from game.client.setup.player_row import player_row
from game.client.setup.roster_choice import RosterScene
from game.client.setup.side_preview import crowd_picture, hooded
from game.play.books import Book
from game.play.level_list import ChoosableLevel, LevelSide
from game.play.opening import Options
from game.play.players import HUMAN, STDIO
from game.play.rosters import Picked
from game.play.seating import KindTitle, Seating, figures_of, seated

if TYPE_CHECKING:
    from game.client.kit.app import App

YOU, FRIEND = "you", "friend"
"""Two kinds of people at this machine: the owner of the game, and friends."""
PEOPLE = (YOU, FRIEND)
MARGIN, PAD, HEAD, HIGH, ROW, MOST_ROW = 32, 30, 84, 46, 40, 62
WIDEST, TOKENS = 1240, 150
"""Maximum width of the sheet, and height of the tokens below its rows, at 100%."""
SHARES = 0.30, 0.24, 0.20, 0.26
"""Shares of the width for name, player, colour and units."""
MOST_NAME = 20
MOST_FIGURES = 6
"""Maximum number of units of a side for which you can change tokens."""


class Chosen:
    """All choices before a battle: players, changes to the level, and whether dice are real."""

    def __init__(self, players: Mapping[str, str], seating: Seating, is_real: bool) -> None:
        self.players, self.seating, self.is_real = dict(players), seating, is_real

    def named(self) -> Seating:
        """Return the changes to the level, with names only for sides that people play."""
        names = {s: name for s, name in self.seating.names.items() if self.players[s] in PEOPLE}
        return msgspec.structs.replace(self.seating, names=names)


def options_of(level: str, chosen: Chosen, book: Book, seed: str | None = None) -> Options:
    """Return the options of a battle for these choices; `level` is its id or path."""
    who = chosen.players.items()
    seats = (f"{side}={HUMAN if one in PEOPLE else one}" for side, one in who)
    return Options(
        level=level,
        seed=seed,
        dice="ask" if chosen.is_real else None,
        players=",".join(seats),
        changes=chosen.named().changes(book),
        rosters=chosen.seating.words,
    )


def first_chosen(seats: Sequence[LevelSide], is_duel: bool, names: Sequence[str]) -> Chosen:
    """Return the default choices; people get the names that were saved."""
    first = next((it.id for it in seats if it.player == STDIO), seats[0].id if seats else "")
    players = {}
    for seat in seats:
        is_person = is_duel or seat.player == STDIO
        players[seat.id] = (YOU if seat.id == first else FRIEND) if is_person else seat.player
    people = people_of(players)
    known = dict(zip(people, _known(names), strict=False)) if len(people) > 1 else {}
    return Chosen(players, Seating({s: name for s, name in known.items() if name}), False)


def _known(names: Sequence[str]) -> list[str]:
    """Return saved names, made valid and distinct: the settings file may have been edited."""
    found: list[str] = []
    for name in names:
        plain = "".join(filter(str.isprintable, name)).strip()[:MOST_NAME].strip()
        is_new = plain.casefold() not in {other.casefold() for other in found}
        found.append(plain if is_new else "")
    return found


def people_of(players: Mapping[str, str]) -> list[str]:
    """Return the sides that people play, with the owner's side first."""
    own = [side for side, who in players.items() if who == YOU]
    return own + [side for side, who in players.items() if who == FRIEND]


def seat_at(
    side: str, who: str, players: dict[str, str], choices: Mapping[str, ChoiceRow[str]]
) -> None:
    """Set the player of a side. Only one side can be *you*; the previous *you* becomes a friend."""
    players[side] = who
    for other, choice in choices.items():
        if who == YOU and other != side and choice.value == YOU:
            choice.set(FRIEND)
            players[other] = FRIEND


class SeatChoice(Screen):
    """A sheet with a row for each side of a level."""

    def __init__(
        self, app: "App", level: ChoosableLevel, chosen: Chosen, on_done: Callable[[Chosen], object]
    ) -> None:
        """Set up the sheet.

        `level` is the level as written in its file. `on_done` gets the choices after the screen has
        closed.
        """
        super().__init__(app)
        self._level, self._on_done = level, on_done
        self._players, self._kinds = dict(chosen.players), dict(chosen.seating.kinds)
        self._offers = {offer.side: offer for offer in level.offers}
        self._rosters, self._lots = dict(chosen.seating.rosters), chosen.seating.lots
        looks = looks_of(level.seats)
        by_colour = {colour: name for name, colour in SIDE_COLOURS.items()}
        self._usual = {side: by_colour[look.colour] for side, look in looks.items()}
        self._colours = self._usual | dict(chosen.seating.colours)
        book = app.books.get(level.book)
        self._figures: tuple[KindTitle, ...] = figures_of(book, level.path) if book else ()
        say = app.words.say
        self.names = {seat.id: self._name(seat, chosen.seating) for seat in level.seats}
        self.players = {seat.id: self._player(seat) for seat in level.seats}
        self.colours = {seat.id: self._colour(seat) for seat in level.seats}
        self.figures = {seat.id: self._figure(seat) for seat in level.seats}
        words = say("settings", "off"), say("settings", "on")
        self.dice = Toggle(
            say("seats", "dice"), chosen.is_real, lambda _: None, words, say("seats", "dice_about")
        )
        self.dice.share = 0.42
        self.done = Button(say("seats", "done"), self.left, icon="icons/check")
        self.done.is_main = True
        self.reset = Button(say("seats", "reset"), self._reset, icon="icons/undo")
        self._trouble, self._seen = "", level
        self._sheet = self._crowd = pygame.Rect(0, 0, 1, 1)
        rows = [widget for seat in level.seats for widget in self._row(seat)]
        self.ring.hold((*rows, self.dice, self.reset, self.done))
        self._check()

    # Widgets of a side

    def _row(self, seat: LevelSide) -> tuple[Widget, ...]:
        return tuple(
            table[seat.id] for table in (self.names, self.players, self.colours, self.figures)
        )

    def _name(self, seat: LevelSide, seating: Seating) -> Field:
        return Field(
            "",
            seating.names.get(seat.id, ""),
            empty=seat.title,
            most=MOST_NAME,
            on_change=lambda _: self._check(),
            about=self.app.words.say("seats", "name_about", side=seat.title),
        )

    def _player(self, seat: LevelSide) -> ChoiceRow[str]:
        people = [(who, self.app.words.say("player", who)) for who in PEOPLE]
        return player_row(
            self.app, "", people, self._players[seat.id], partial(self._seated, seat.id)
        )

    def _colour(self, seat: LevelSide) -> ChoiceRow[str]:
        options = [(name, self.app.words.say("colour", name)) for name in SIDE_COLOURS]
        colour = self._colours[seat.id]
        return ChoiceRow("", options, colour, partial(self._coloured, seat.id))

    def _figure(self, seat: LevelSide) -> Widget:
        """Return the widget for units: a choice of token, or a button that opens a sheet."""
        say = self.app.words.say
        if seat.id in self._offers:
            return Button(
                self._told(seat.id), partial(self._open_roster, seat.id), icon="icons/coins"
            )
        if len(seat.ids) == 1 and self._figures:
            return self._kind(seat.ids[0], seat.kinds[0], "")
        words = say("seats", "figures", count=len(seat.ids))
        can = self._figures and len(seat.ids) <= MOST_FIGURES
        reason = "" if can else say("seats", "many")
        return Button(words, partial(self._open, seat), icon="icons/group", reason=reason)

    def _kind(self, unit: str, usual: str, label: str) -> ChoiceRow[str]:
        options = [(figure.id, self._priced(figure)) for figure in self._figures]
        kind = self._kinds.get(unit, usual)
        return ChoiceRow(label, options, kind, partial(self._became, unit, usual))

    def _priced(self, figure: KindTitle) -> str:
        """Return a kind's title, with its price if it has one."""
        if figure.price is None:
            return figure.title
        return self.app.words.say("seats", "priced", kind=figure.title, price=figure.price)

    def _open(self, seat: LevelSide) -> None:
        rows = [
            self._kind(unit, kind, title)
            for unit, kind, title in zip(seat.ids, seat.kinds, seat.units, strict=True)
        ]
        self.app.push(FigureChoice(self.app, seat.title, rows))

    def _told(self, side: str) -> str:
        """Return a short description of a side's roster."""
        offer, say = self._offers[side], self.app.words.say
        if side in self._lots:
            return say("roster", "drawn")
        picked = self._rosters.get(side, Picked(offer, offer.usual))
        count, spent = len(picked.kinds), offer.cost(picked.kinds)
        key = "units" if offer.points is None else "points"
        return say("roster", key, count=count, spent=spent, points=offer.points)

    def _open_roster(self, side: str) -> None:
        seating = self.chosen.seating
        self.app.push(RosterScene(self.app, self._level, seating, self._rostered, side))

    # Choice

    def _rostered(self, seating: Seating) -> None:
        self._rosters, self._lots = dict(seating.rosters), seating.lots
        for side in self._offers:
            figure = self.figures[side]
            assert isinstance(figure, Button)
            figure.words = self._told(side)
        self._check()

    def _seated(self, side: str, who: str) -> None:
        seat_at(side, who, self._players, self.players)
        self._check()

    def _coloured(self, side: str, colour: str) -> None:
        """Set a side's colour; if another side has that colour, swap their colours."""
        before, self._colours[side] = self._colours[side], colour
        for other, theirs in self._colours.items():
            if other != side and theirs == colour:
                self._colours[other] = before
                self.colours[other].set(before)
        self._check()

    def _became(self, unit: str, usual: str, kind: str) -> None:
        self._kinds[unit] = kind
        if kind == usual:
            del self._kinds[unit]
        self._check()

    @property
    def chosen(self) -> Chosen:
        """All choices made on this screen."""
        names = {
            side: field.text.strip()
            for side, field in self.names.items()
            if field.text.strip() and self._players[side] in PEOPLE
        }
        colours = {s: it for s, it in self._colours.items() if it != self._usual[s]}
        seating = Seating(names, colours, self._kinds, self._rosters, self._lots)
        return Chosen(self._players, seating, self.dice.is_on)

    def _check(self) -> None:
        """Show any error in the choices; disable the name fields of computer players."""
        say, chosen = self.app.words.say, self.chosen
        for side, field in self.names.items():
            is_person = self._players[side] in PEOPLE
            field.reason = "" if is_person else say("seats", "computer")
        names = list(chosen.seating.names.values())
        if len({name.casefold() for name in names}) < len(names):
            self._trouble = say("seats", "same_name")
        else:
            level = seated(self._level, chosen.seating, self.app.books)
            self._trouble = level.trouble
            self._seen = self._seen if level.trouble else level
        self.done.reason = self._trouble

    def _reset(self) -> None:
        """Restore the level's own settings, except the players."""
        self._kinds.clear()
        self._colours = dict(self._usual)
        for seat in self._level.seats:
            self.colours[seat.id].set(self._usual[seat.id])
            figure = self.figures[seat.id]
            if isinstance(figure, ChoiceRow):
                figure.set(seat.kinds[0])
        self._rostered(Seating())

    def left(self) -> None:
        """Keep the choices and leave, unless a choice is invalid."""
        if self._trouble:
            self.app.sounds.ui("refused")
            return
        if self.app.scene is self:
            self.app.pop()
        self._on_done(self.chosen)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        seats = len(self._level.seats)
        high = 2 * px(PAD) + px(HEAD) + seats * px(MOST_ROW) + px(TOKENS) + px(HIGH) + px(76)
        high = min(high, size[1] - px(40))
        wide = min(px(WIDEST), size[0] - 2 * px(MARGIN))
        self._sheet = pygame.Rect((size[0] - wide) // 2, px(20), wide, high)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        top, bottom = inner.y + px(HEAD), inner.bottom - px(HIGH) - px(76)
        step = min(px(MOST_ROW), (bottom - top) // max(1, seats))
        mark = px(36)
        for n, seat in enumerate(self._level.seats):
            x = inner.x + mark
            for widget, share in zip(self._row(seat), SHARES, strict=True):
                wide = round((inner.width - mark) * share)
                rect = pygame.Rect(x, top + n * step, wide - px(10), min(step - px(6), px(46)))
                widget.place(rect, app)
                x += wide
        y = top + seats * step + px(10)
        self._crowd = pygame.Rect(inner.x + mark, y, inner.width - mark, max(0, bottom - y))
        foot = inner.bottom - px(HIGH)
        dice = pygame.Rect(inner.x, foot - px(56), min(px(420), inner.width // 2), px(ROW))
        self.dice.place(dice, app)
        self.reset.place(pygame.Rect(inner.x, foot, px(230), px(HIGH)), app)
        done = pygame.Rect(0, foot, px(190), px(HIGH))
        done.right = inner.right
        self.done.place(done, app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        head = say("seats", "head", level=self._level.title)
        line = app.type.fit_line(head, inner.width, "serif bold", TITLE, INK)
        surface.blit(line, (inner.x, inner.y - px(8)))
        seats = self._level.seats
        for widget, key in zip(
            self._row(seats[0]), ("name", "player", "colour", "figure"), strict=True
        ):
            line = app.type.line(say("seats", key), "sans bold", SMALL, INK_FADED)
            surface.blit(line, (widget.rect.x + px(8), widget.rect.y - px(22)))
        changed = [_painted(seat, self._colours[seat.id]) for seat in seats]
        for seat, look in zip(seats, looks_of(changed).values(), strict=True):
            rect = self.names[seat.id].rect
            sign = app.art.image(f"icons/sides/{look.shape}", (px(28), px(28)), look.colour)
            surface.blit(sign, sign.get_rect(midright=(rect.x - px(4), rect.centery)))
        crowd = crowd_picture(app, hooded(self._seen, self._lots), self._crowd.size)
        if crowd is not None:
            surface.blit(crowd, self._crowd)
        if self._trouble:
            room = self.done.rect.left - self.reset.rect.right - px(32)
            block = app.type.block(self._trouble, room, "sans", SMALL + 1, HARM)
            at = self.reset.rect.right + px(16), self.done.rect.centery
            surface.blit(block, block.get_rect(midleft=at))


def _painted(seat: LevelSide, colour: str) -> LevelSide:
    """Return a side in a colour, which brings its default shape unless it is the side's own."""
    shape = seat.shape if colour == (seat.colour or seat.id) else None
    return LevelSide(seat.id, "", colour, shape, "", (), ())


class FigureChoice(Screen):
    """A sheet on which you change the tokens of one side's units."""

    is_over = True

    def __init__(self, app: "App", title: str, rows: list[ChoiceRow[str]]) -> None:
        super().__init__(app)
        self._title, self.rows = title, rows
        for row in rows:
            row.share = 0.42
        self.done = Button(app.words.say("seats", "done"), self.left, icon="icons/check")
        self.ring.hold((*rows, self.done))
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(620), size[0] - px(32))
        fixed = 2 * px(PAD) + px(56) + px(HIGH)
        step = min(px(46), (size[1] - px(24) - fixed) // max(1, len(self.rows)))
        self._sheet = pygame.Rect(0, 0, wide, fixed + step * len(self.rows))
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        for n, row in enumerate(self.rows):
            top = inner.y + px(46) + n * step
            row.place(pygame.Rect(inner.x, top, inner.width, step - px(4)), app)
        done = pygame.Rect(0, inner.bottom - px(HIGH), px(190), px(HIGH))
        done.right = inner.right
        self.done.place(done, app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        title = app.type.fit_line(self._title, inner.width, "serif bold", TITLE - 8, INK)
        surface.blit(title, (inner.x, inner.y - px(6)))
