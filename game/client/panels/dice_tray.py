"""The dice tray: dice roll in over the felt and stop at the faces rolled."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import TYPE_CHECKING, Literal

import pygame

from game.client.kit.inputs import Input
from game.client.kit.theme import (
    BODY,
    BRASS_LIGHT,
    CREAM,
    LARGE,
    PARCHMENT_DARK,
    SMALL,
    TITLE,
    Colour,
)
from game.client.panels.die_faces import sides_of, turned
from game.client.panels.panel_drawing import eased, ground, is_at_once

if TYPE_CHECKING:
    from game.client.kit.app import App

Kind = Literal["hit", "miss", "plain"]

ROLL, STAGGER, AWAY, APPEAR = 0.85, 0.06, 0.5, 0.25
"""Seconds: a die rolls, the next die waits, old dice move aside, the total appears."""
RIM = 0.14
"""Height of the rim as a share of the tray's height; at most `MOST_RIM`, at 100%."""
MOST_RIM = 20
OLDER = 8
"""Maximum number of earlier dice that stay at the side of the tray."""
PALE = 105
"""Opacity of a die that was beaten or doesn't count, of 255."""
NARROW = 220
"""Width of the felt, at 100%, below which the total is under the dice and nothing else is shown."""
HEADROOM = 0.66
"""Share of a narrow felt's height that the dice have."""
FACES_A_SECOND = 14
BOUNCES = 3


@dataclass
class Die:
    """A die, rolling or at rest; places are shares of the felt's width and height."""

    sides: int
    face: int
    place: tuple[float, float]
    start: tuple[float, float]
    lean: float
    spin: float
    wait: float
    passed: float = 0.0
    fade: int = 255
    """Opacity at rest, of 255; lower if the die was beaten or doesn't count."""

    def share(self) -> float:
        """Return the share of the roll's time that has passed, 0 to 1."""
        return max(0.0, min(1.0, (self.passed - self.wait) / ROLL))


@dataclass
class TrayRoll:
    """Dice rolled together, with their purpose as title and their total."""

    dice: list[Die]
    title: str
    total: str
    kind: Kind
    grid: tuple[int, int]
    """Number of columns and rows of the dice."""


class DiceTray:
    """The dice tray with the last roll, its total, and earlier dice."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.rect = pygame.Rect(0, 0, 1, 1)
        self._now: TrayRoll | None = None
        self._old: list[Die] = []
        self._age = 0.0
        """Seconds since the last roll."""
        self._count = 0
        self._is_dirty = True

    def lay(self, rect: pygame.Rect) -> None:
        """Set the rectangle on the screen."""
        self.rect, self._is_dirty = rect.copy(), True

    def throw(
        self,
        dice: Sequence[tuple[int, int]],
        title: str,
        total: str,
        kind: Kind = "plain",
        counts: Sequence[bool] = (),
    ) -> None:
        """Show dice rolling; each has its sides and its final face.

        `counts` says which dice count, if not all do; the others fade when they stop.
        """
        if self._now is not None:
            self._old = (self._now.dice + self._old)[:OLDER]
        self._count += 1
        chance = Random(self._count)
        places = _places(len(dice), chance)
        thrown = [
            _die(sides, face, place, n, chance)
            for n, ((sides, face), place) in enumerate(zip(dice, places, strict=True))
        ]
        for die, is_counted in zip(thrown, counts, strict=False):
            die.fade = 255 if is_counted else PALE
        self._now = TrayRoll(thrown, title, total, kind, _grid(len(dice)))
        self._age, self._is_dirty = 0.0, True
        if is_at_once(self._app):
            self.settle()

    def match(
        self, own: Sequence[int], other: Sequence[int], beaten: int, title: str, total: str
    ) -> None:
        """Show two rows of dice compared one by one, `own` above `other`, without rolling them."""
        wins = _wins(own, other, beaten)
        columns = max(2, len(own), len(other))
        self._old = self._old[len(own) :]
        dice = [
            _laid(face, (n, row), columns, PALE if n < len(wins) and wins[n] == lost else 255)
            for row, (faces, lost) in enumerate(((own, False), (other, True)))
            for n, face in enumerate(faces)
        ]
        self._now = TrayRoll(dice, title, total, "plain", (columns, 2))
        self._age, self._is_dirty = ROLL, True
        if is_at_once(self._app):
            self.settle()

    @property
    def dice(self) -> "Sequence[Die]":
        """The dice of the last roll."""
        return tuple(self._now.dice) if self._now is not None else ()

    def clear(self) -> None:
        """Remove all dice."""
        self._now, self._old, self._is_dirty = None, [], True

    def settle(self) -> None:
        """End all motion at once."""
        self._age, self._is_dirty = 1e3, True
        for die in self._now.dice if self._now else ():
            die.passed = 1e3

    @property
    def is_moving(self) -> bool:
        """Return whether dice are rolling or moving aside, or the total is appearing."""
        if self._now is None:
            return False
        is_rolling = any(die.share() < 1 for die in self._now.dice)
        return is_rolling or self._age < AWAY or self._rested < APPEAR

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the tray has to be drawn again."""
        seconds *= self._app.look.speed or 1.0
        moved = self._is_dirty or self.is_moving
        self._age += seconds
        for die in self._now.dice if self._now else ():
            die.passed += seconds
        self._is_dirty = False
        return moved

    @property
    def _rested(self) -> float:
        """Seconds since the last die came to rest."""
        dice = self._now.dice if self._now else []
        return self._age - (max(die.wait for die in dice) + ROLL if dice else 0.0)

    def heard(self, event: Input) -> None:
        """Ignore all input."""

    # Drawing

    @property
    def _felt(self) -> pygame.Rect:
        rim = min(self._app.look.px(MOST_RIM), round(self.rect.height * RIM))
        return self.rect.inflate(-2 * rim, -2 * rim)

    @property
    def _is_narrow(self) -> bool:
        return self._felt.width < self._app.look.px(NARROW)

    def _size(self, count: int, grid: tuple[int, int] | None = None) -> int:
        """Return the size of each die of a roll, in pixels."""
        felt, is_narrow = self._felt, self._is_narrow
        columns, rows = grid or _grid(count)
        across = felt.width * (1 if is_narrow else _across(count)) / columns * 0.86
        down = felt.height * (HEADROOM if is_narrow else 1) / rows * 0.72
        return max(8, min(self._app.look.px(60), int(across), int(down)))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tray into its rectangle, unless that has no height."""
        if not self.rect.height:
            return
        ground(self._app, surface, self.rect, "tray")
        clip = surface.get_clip()
        surface.set_clip(self._felt.clip(clip))
        self._draw_old(surface)
        if self._now:
            size = self._size(len(self._now.dice), self._now.grid)
            for die in sorted(self._now.dice, key=lambda die: die.place[1]):
                self._die(surface, die, size)
            self._words(surface, self._now)
        surface.set_clip(clip)

    def _draw_old(self, surface: pygame.Surface) -> None:
        """Draw earlier dice small and pale at the left edge, the newest at the bottom."""
        if self._is_narrow:
            return
        felt, px = self._felt, self._app.look.px
        t = 1.0 if is_at_once(self._app) else eased(self._age / AWAY)
        small = max(6, min(px(24), felt.height // 5))
        most = max(1, (felt.height - px(8)) // (small + px(3)))
        for n, die in enumerate(self._old[:most]):
            there = felt.x + px(6) + small // 2, felt.bottom - px(6) - small // 2
            there = there[0], there[1] - n * (small + px(3))
            from_ = self._at(die.place) if n < len(self._old) and self._age < AWAY else there
            x = from_[0] + (there[0] - from_[0]) * t
            y = from_[1] + (there[1] - from_[1]) * t
            size = small + round((self._size(3) - small) * (1 - t) / 4) * 4
            image = turned(self._app, die.sides, die.face, size, 0, round(220 - 100 * t))
            surface.blit(image, image.get_rect(center=(round(x), round(y))))

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        felt, (x, y) = self._felt, place
        if self._is_narrow and self._now is not None:
            x = (x - LEFT) / _across(len(self._now.dice))
            y *= HEADROOM
        return felt.x + felt.width * x, felt.y + felt.height * y

    def _die(self, surface: pygame.Surface, die: Die, size: int) -> None:
        t, px = die.share(), self._app.look.px
        if die.passed < die.wait:
            return
        far = eased(t)
        start, end = self._at(die.start), self._at(die.place)
        x = start[0] + (end[0] - start[0]) * far
        y = start[1] + (end[1] - start[1]) * far
        lift = abs(sin(pi * BOUNCES * far)) * (1 - t) ** 1.4 * self._felt.height * 0.4
        lean = die.lean + die.spin * (1 - far)
        face = die.face
        if t < 0.82 and die.sides > 1:
            step = int(die.passed * FACES_A_SECOND)
            face = (die.face + step * 7 + int(die.spin)) % die.sides + 1
        soft = self._app.art.image("table/shadow", (round(size * 1.35), round(size * 0.7)))
        low = round(y + size * 0.36), round(x + px(3) + lift * 0.25)
        surface.blit(soft, soft.get_rect(center=(low[1], low[0])))
        stretch = round(size * (1 + lift / max(1, self._felt.height) * 0.3) / 2) * 2
        pale = 1.0 if is_at_once(self._app) else max(0.0, min(1.0, self._rested / APPEAR))
        fade = round(255 - (255 - die.fade) * pale)
        image = turned(self._app, die.sides, face, stretch, round(lean), fade)
        surface.blit(image, image.get_rect(center=(round(x), round(y - lift))))

    def _words(self, surface: pygame.Surface, thrown: TrayRoll) -> None:
        """Write the roll's total in large type, and its purpose."""
        app, felt, px = self._app, self._felt, self._app.look.px
        t = 1.0 if is_at_once(app) else max(0.0, min(1.0, self._rested / APPEAR))
        if t <= 0:
            return
        if self._is_narrow:
            self._total(surface, thrown, t)
            return
        width = round(felt.width * (1 - LEFT - _across(len(thrown.dice)))) - px(10)
        colour = COLOURS[thrown.kind]
        total = app.type.line(thrown.total, "serif bold", TITLE, colour)
        if total.get_width() > width:
            total = app.type.fit_line(thrown.total, width, "serif bold", BODY, colour)
        word = app.words.say("tray", thrown.kind)
        under = app.type.line(word, "sans bold", BODY, colour) if word else None
        lines = app.type.wrapped(thrown.title, width, "sans", SMALL + 1)
        step, high = app.type.height("sans", SMALL + 1), round(total.get_height() * 0.9)
        room = felt.height - high - (under.get_height() if under else 0)
        lines = _cut(lines, max(1, room // max(1, step)))
        whole = high + (under.get_height() if under else 0) + step * len(lines)
        y = felt.centery - whole // 2 - round((1 - t) * -px(6))
        right = felt.right - px(10)
        parts = [(total, high)] + ([(under, under.get_height())] if under else [])
        parts += [(app.type.line(line, "sans", SMALL + 1, PARCHMENT_DARK), step) for line in lines]
        for part, tall in parts:
            if t < 1:
                part = part.copy()
                part.set_alpha(round(255 * t))
            surface.blit(part, part.get_rect(topright=(right, y)))
            y += tall

    def _total(self, surface: pygame.Surface, thrown: TrayRoll, opacity: float) -> None:
        """Write the roll's total and result on one line below the dice."""
        app, felt = self._app, self._felt
        words = " · ".join(filter(None, (thrown.total, app.words.say("tray", thrown.kind))))
        shown, size = app.type.fit(words, felt.width, "serif bold", LARGE)
        line = app.type.line(shown, "serif bold", size, COLOURS[thrown.kind])
        if opacity < 1:
            line = line.copy()
            line.set_alpha(round(255 * opacity))
        surface.blit(line, line.get_rect(midbottom=felt.midbottom))


COLOURS: dict[Kind, Colour] = {"hit": BRASS_LIGHT, "miss": PARCHMENT_DARK, "plain": CREAM}
LEFT = 0.11
"""Share of the felt's width that earlier dice take."""


def _cut(lines: list[str], most: int) -> list[str]:
    """Return at most `most` lines, with an ellipsis if some are missing."""
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1] + "…"]


def _grid(count: int) -> tuple[int, int]:
    """Return the number of columns and rows for `count` dice."""
    rows = 1 if count <= 3 else 2 if count <= 10 else 3 if count <= 21 else 4
    return max(2, -(-count // rows)), rows


def _across(count: int) -> float:
    """Return the share of the felt's width that `count` dice take."""
    return 0.52 if count <= 12 else 0.6


def _places(count: int, chance: Random) -> list[tuple[float, float]]:
    """Return places where dice stop, in slightly irregular rows."""
    columns, rows = _grid(count)
    found = []
    for n in range(count):
        row, column = divmod(n, columns)
        in_row = min(columns, count - row * columns)
        x = (column + 0.5 + (columns - in_row) / 2) / columns * _across(count)
        y = (row + 0.5) / rows
        untidy = 0.16 if rows == 1 else 0.06
        y = 0.5 + (y - 0.5) * 0.9 + (chance.random() - 0.5) * untidy
        found.append((LEFT + x + (chance.random() - 0.5) * 0.02, y))
    return found


def _wins(own: Sequence[int], other: Sequence[int], beaten: int) -> list[bool]:
    """Return for each pair whether the die of `own` wins; ties win if `beaten` needs them."""
    pairs = list(zip(own, other, strict=False))
    ties_win = sum(mine > its for mine, its in pairs) < beaten
    return [mine > its or (mine == its and ties_win) for mine, its in pairs]


def _laid(face: int, at: tuple[int, int], columns: int, fade: int) -> Die:
    """Return a die at rest in a column and row, for two rows of compared dice."""
    (column, row), (sides,) = at, sides_of("", (face,))
    place = LEFT + (column + 0.5) / columns * _across(2 * columns), 0.27 + 0.47 * row
    return Die(sides, face, place, place, 0.0, 0.0, 0.0, ROLL, fade)


def _die(sides: int, face: int, place: tuple[float, float], n: int, chance: Random) -> Die:
    """Return a die that rolls in from beyond the tray's lower right edge."""
    angle = chance.uniform(0.9, 1.3) * pi / 2
    start = 1.0 + 0.2 * sin(angle), 1.15 - 0.9 * cos(angle) * 0.4
    lean = chance.choice((-1, 1)) * chance.uniform(4, 22)
    return Die(sides, face, place, start, lean, chance.uniform(400, 760), n * STAGGER)
