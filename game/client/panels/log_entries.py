"""Layout of the log's lines: text, small dice, modifiers, rule."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, BRASS_DARK, HARM, INK, INK_FADED, SMALL, Colour
from game.client.panels.die_faces import die, sides_of
from game.client.panels.parchment_page import LinkFinder, Sheet
from game.present.shown_events import ShownEvent
from game.terms.events import DiceRolled
from game.terms.odds import Modifier

if TYPE_CHECKING:
    from game.client.kit.app import App
    from game.client.kit.typography import Face

INDENT = 14
MOST_DICE = 7
"""Maximum number of dice shown on a closed line; more are shown only when it is open."""
SMALL_DIE, LARGE_DIE = 18, 26

HEADINGS = {"battle_started": 2, "round_started": 2, "over": 2, "turn_started": 1}
"""Events shown as headings, each with the weight of the heading."""
CONSEQUENCES = frozenset(
    (
        *("hit", "missed", "damaged", "healed", "died", "condition_gained", "condition_lost"),
        *("rolled", "aimed", "mount_aimed", "save_made", "save_failed", "dying_checked"),
    )
)
GRAVE = frozenset(("died", "over"))
QUIET = frozenset(("turn_ended", "rolled"))


@dataclass(frozen=True)
class LogEntry:
    """An event in the log, and its indent in steps."""

    told: ShownEvent
    depth: int = 0


@dataclass(frozen=True)
class LogPicture:
    """An image on a line of the log; if it is a rule's id or a keyword, you can press it."""

    image: pygame.Surface
    x: int
    y: int
    rule: str = ""
    """The rule's id or the address of the keyword's page, or ""."""
    hot: pygame.Surface | None = None
    """The image used while you point at a keyword; None for a rule's id."""


@dataclass
class Rows:
    """The layout of one log entry: its height and its images."""

    height: int = 0
    pieces: list[LogPicture] = field(default_factory=list)


def depth_of(told: ShownEvent) -> int:
    """Return the default indent of an event: 1 for consequences, else 0."""
    return 1 if told.name in CONSEQUENCES and not told.is_deed else 0


def has_more(entry: LogEntry) -> bool:
    """Return whether a line can be opened."""
    return bool(entry.told.dice or entry.told.modifiers)


def sum_of(app: "App", told: ShownEvent) -> str:
    """Return the sum of a roll in the form `12 + 3 − 2 = 13`, or "" without modifiers."""
    added = [one.value for one in told.modifiers if one.value]
    if not added or not isinstance(told.event, DiceRolled):
        return ""
    signs = " ".join(f"{'+' if one > 0 else '−'} {abs(one)}" for one in added)
    value, total = str(told.event.value), str(told.total)
    return app.words.say("log", "sum", value=value, signs=signs, total=total)


def details(app: "App", entry: LogEntry) -> tuple[str, ...]:
    """Return the contents of an opened line in words: faces, modifiers, sum."""
    told = entry.told
    faces = (" ".join(map(str, told.dice)),) if told.dice else ()
    added = tuple(_signed(one) for one in told.modifiers)
    return (*faces, *added, *((sum_of(app, told),) if sum_of(app, told) else ()))


def _signed(one: Modifier) -> str:
    value = f"{one.value:+} ".replace("-", "−") if one.value else ""
    return f"{value}{one.text}"


def rows_of(app: "App", entry: LogEntry, width: int, is_open: bool, find: LinkFinder) -> Rows:
    """Return the layout of a line; its keywords are found by `find`."""
    weight = HEADINGS.get(entry.told.name, 0)
    rows = Rows()
    if weight:
        _heading(app, rows, entry.told, width, weight)
    else:
        _plain(app, rows, entry, width, is_open, find)
    if is_open:
        _opened(app, rows, entry, width)
    rows.height += app.look.px(4)
    return rows


def _heading(app: "App", rows: Rows, told: ShownEvent, width: int, weight: int) -> None:
    px = app.look.px
    rows.height = px(10 if weight == 2 else 6)
    size, colour = (BODY + 2, INK) if weight == 2 else (BODY, BRASS_DARK)
    _block(app, rows, told.heading, 0, width, "serif bold", size, colour)
    if told.outcome:
        _block(app, rows, told.outcome, 0, width, "sans", SMALL, INK_FADED)
    if weight == 2 and told.name == "round_started":
        line = pygame.Surface((width, px(1)), pygame.SRCALPHA)
        line.fill((*BRASS_DARK, 120))
        rows.pieces.append(LogPicture(line, 0, px(4)))


def _plain(
    app: "App", rows: Rows, entry: LogEntry, width: int, is_open: bool, find: LinkFinder
) -> None:
    px, told = app.look.px, entry.told
    left = entry.depth * px(INDENT)
    is_quiet = told.name in QUIET
    face: Face = "sans bold" if told.name in GRAVE else "sans"
    colour = HARM if told.name in GRAVE else INK_FADED if is_quiet else INK
    size = SMALL if is_quiet else BODY
    right = width - _margin(app, rows, entry, width, is_open)
    if told.name == "rolled" and 0 < len(told.dice) <= MOST_DICE and not is_open:
        left += _dice(app, rows, told, left, px(1), SMALL_DIE, width) + px(6)
        rows.height = max(rows.height, px(1))
    sheet = Sheet(app, max(px(60), right - left))
    for paragraph in told.text.split("\n"):
        sheet.linked(paragraph, find, face, size, colour)
    for one in sheet.pieces:
        at = left + one.rect.x, rows.height + one.rect.y
        rows.pieces.append(LogPicture(one.image, *at, one.link, one.hot))
    rows.height += sheet.y
    if told.name == "rolled":
        rows.height = max(rows.height, px(SMALL_DIE + 2))


def _margin(app: "App", rows: Rows, entry: LogEntry, width: int, is_open: bool) -> int:
    """Add the rule, and the arrow if the line can be opened, on the right; return their width."""
    px, told = app.look.px, entry.told
    right = width
    if has_more(entry):
        right -= px(12)
        rows.pieces.append(LogPicture(_arrow(app, is_open), right + px(3), px(5)))
    else:
        right -= px(12)
    if told.rule:
        rule = app.type.line(told.rule, "sans", SMALL, INK_FADED)
        right -= rule.get_width()
        rows.pieces.append(LogPicture(rule, right, px(2), told.rule))
        right -= px(10)
    return width - right


def _arrow(app: "App", is_open: bool) -> pygame.Surface:
    """Return an arrow that points right for a closed line, or down for an open one."""
    size = app.look.px(9)

    def make() -> pygame.Surface:
        made = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
        n = 4 * size - 1
        points = (
            [(0, n // 5), (n, n // 5), (n // 2, n)]
            if is_open
            else [(n // 5, 0), (n, n // 2), (n // 5, n)]
        )
        pygame.draw.polygon(made, BRASS_DARK, points)
        return pygame.transform.smoothscale(made, (size, size))

    return app.art.once(("log arrow", is_open, size), make)


def _block(
    app: "App",
    rows: Rows,
    words: str,
    left: int,
    width: int,
    face: "Face",
    size: int,
    colour: Colour,
) -> None:
    step = app.type.height(face, size)
    for line in app.type.wrapped(words, width, face, size):
        rows.pieces.append(LogPicture(app.type.line(line, face, size, colour), left, rows.height))
        rows.height += step


def _dice(
    app: "App", rows: Rows, told: ShownEvent, left: int, top: int, size: int, width: int
) -> int:
    """Add dice in a row, continued below if they don't fit; return the last row's width."""
    px, x, y = app.look.px, left, top
    roll = told.event.roll if isinstance(told.event, DiceRolled) else ""
    sides = sides_of(roll, told.dice)
    for face, of in zip(told.dice, sides, strict=True):
        if x + px(size) > width:
            x, y = left, y + px(size + 3)
        rows.pieces.append(LogPicture(die(app, of, face, px(size)), x, y))
        x += px(size + 2)
    if y > top:
        rows.height = y
    return x - left


def _opened(app: "App", rows: Rows, entry: LogEntry, width: int) -> None:
    """Add the contents of an open line: dice, modifiers with their rules, and the sum."""
    px, told = app.look.px, entry.told
    left = (entry.depth + 1) * px(INDENT)
    if told.dice:
        rows.height += px(3)
        _dice(app, rows, told, left, rows.height, LARGE_DIE, width)
        rows.height += px(LARGE_DIE + 4)
    step = app.type.height("sans", SMALL)
    for one in told.modifiers:
        value = f"{one.value:+}".replace("-", "−") if one.value else "·"
        number = app.type.line(value, "sans bold", SMALL, INK)
        column = left + px(28)
        rows.pieces.append(LogPicture(number, column - px(6) - number.get_width(), rows.height))
        rule = app.type.line(one.rule, "sans", SMALL, INK_FADED) if one.rule else None
        right = width - px(12)
        if rule and one.rule:
            right -= rule.get_width()
            rows.pieces.append(LogPicture(rule, right, rows.height, one.rule))
        line = app.type.fit_line(one.text, right - column - px(8), "sans", SMALL, INK)
        rows.pieces.append(LogPicture(line, column, rows.height))
        rows.height += step
    total = sum_of(app, told)
    if total:
        line = app.type.line(total, "sans bold", SMALL, INK)
        rows.pieces.append(LogPicture(line, left, rows.height))
        rows.height += step
