"""The on-screen keyboard, for people who use a gamepad: a sheet that writes into a field."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Typed
from game.client.kit.navigation import LetterField
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    CREAM,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    SPACE,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.button import OCHRE, OCHRE_LIGHT, Button
from game.client.kit.widgets.drawing import box, focus_edge, panel, shadow
from game.client.kit.widgets.key_names import is_pad, key_name
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDE, HIGH, GAP, PAD, FIELD = 54, 44, 6, 24, 44
"""Width and height of a key, gap between keys, padding, and height of the field, at 100%."""
ROWS = 4
SMALL_LETTERS, ONE_CAPITAL, CAPITALS = range(3)


class Key(Button):
    """A cardboard key with a letter, a word or an icon."""

    width = 1.0
    """Minimum width, as a multiple of a letter key's; the key may be stretched."""

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, is_lit = app.look.px, is_focused or is_hovered
        rect = self.rect.move(0, px(1)) if self._is_down and is_hovered else self.rect
        fill = BRASS if self.is_selected else PARCHMENT_DARK if is_lit else CREAM
        ink = INK
        if self.is_main:
            fill, ink = OCHRE_LIGHT if is_lit else OCHRE, CREAM
        shadow(app, surface, rect, 3)
        box(app, surface, rect, fill, BRASS_DARK if is_lit else PARCHMENT_EDGE, 1, 6)
        if is_focused:
            focus_edge(app, surface, rect.inflate(px(2), px(2)), 7)
        if self.icon:
            side = px(24)
            picture = app.art.image(self.icon, (side, side), ink)
            surface.blit(picture, picture.get_rect(center=rect.center))
        else:
            is_letter = len(self.words) == 1
            face: Face = "serif" if is_letter else "sans bold"
            line = app.type.line(self.words, face, LARGE if is_letter else BODY, ink)
            surface.blit(line, line.get_rect(center=rect.center))
        if self.hint and app.settings.hints:
            mark = app.type.line(self.hint, "sans", SMALL, ink if self.is_main else INK_FADED)
            surface.blit(mark, mark.get_rect(topright=(rect.right - px(5), rect.y)))


class Keyboard(Screen):
    """The on-screen keyboard. Its text goes into the field when you press Done."""

    is_over = True

    def __init__(self, app: "App", into: LetterField) -> None:
        super().__init__(app)
        self._into = into
        self.field = Field(into.label, into.text, most=into.most, accepts=into.accepts)
        self.field.share = 0.22
        self.field.has_letters = False
        self._is_signs = False
        self._case = SMALL_LETTERS if into.text else ONE_CAPITAL
        self.rows: list[list[Key]] = []
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._acts: dict[str, Callable[[], object]] = {
            "undo": self._erase,
            "threats": self._shift,
            "hand": self._turn,
            "end": self._done,
            "previous": lambda: self._step("left"),
            "next": lambda: self._step("right"),
        }
        """Effects of gamepad buttons here, by the actions that they normally trigger."""
        self._fill()
        first = 1 if len(self.rows) > ROWS else 0
        self.ring.focus(self.rows[first][0])

    # Keys

    def _fill(self) -> None:
        """Make the keys of the open page that the field accepts."""
        self.rows = [row for n in range(ROWS) if (row := self._letters(n))]
        self.rows.append(self._foot())
        for n, row in enumerate(self.rows):
            for m, key in enumerate(row):
                key.ways = {"left": row[m - 1], "right": row[(m + 1) % len(row)]}
                if n == 0:
                    key.ways["up"] = self.rows[-1][min(m, len(self.rows[-1]) - 1)]
                if n == len(self.rows) - 1:
                    key.ways["down"] = self.rows[0][min(m, len(self.rows[0]) - 1)]
        self.ring.hold([key for row in self.rows for key in row])

    def _letters(self, n: int) -> list[Key]:
        page = "signs" if self._is_signs else "letters"
        row = self.app.words.say("keyboard", f"{page}_{n + 1}")
        if self._case != SMALL_LETTERS:
            row = "".join(up if len(up := one.upper()) == 1 else one for one in row)
        return [Key(one, self._writes(one)) for one in row if self.field.accepts(one)]

    def _writes(self, letter: str) -> Callable[[], None]:
        return lambda: self._write(letter)

    def _foot(self) -> list[Key]:
        """Return the last row, with all keys that aren't letters."""
        accepts, made = self.field.accepts, []
        if accepts("A"):
            shift = self._key("shift", self._shift, "threats", icon="icons/capitals")
            shift.is_selected = self._case != SMALL_LETTERS
            made.append(shift)
        if accepts("?"):
            page = "letters" if self._is_signs else "signs"
            made.append(self._key(page, self._turn, "hand", width=1.5))
        if accepts(" "):
            made.append(self._key("space", lambda: self._write(" "), width=2.5))
        made.append(self._key("left", lambda: self._step("left"), "previous", icon="icons/back"))
        made.append(self._key("right", lambda: self._step("right"), "next", icon="icons/forward"))
        made.append(self._key("erase", self._erase, "undo", icon="icons/erase"))
        done = self._key("done", self._done, "end", width=1.8)
        done.is_main = True
        return [*made, done]

    def _key(
        self, name: str, then: Callable[[], object], act: str = "", icon: str = "", width: float = 1
    ) -> Key:
        words = self.app.words.say("keyboard", name)
        key = Key(words, then, icon=icon, hint=self._hint(act), about=words if icon else "")
        key.width = width
        return key

    def _hint(self, action: str) -> str:
        """Return the name of the gamepad button that triggers an action, or ""."""
        names = [name for name in self.app.settings.keys(action) if is_pad(name)] if action else []
        return key_name(self.app, names[0]) if names else ""

    def _again(self) -> None:
        """Make the keys again; keep the focus at the same place."""
        places = [(n, m) for n, row in enumerate(self.rows) for m, _ in enumerate(row)]
        at = next(((n, m) for n, m in places if self.rows[n][m] is self.ring.focused), (0, 0))
        self._fill()
        row = self.rows[min(at[0], len(self.rows) - 1)]
        self.ring.focus(row[min(at[1], len(row) - 1)])
        self.layout(self.size)

    # Actions

    def _write(self, letter: str) -> None:
        self.field.heard(Typed(letter))
        if self._case == ONE_CAPITAL and letter != " ":
            self._case = SMALL_LETTERS
            self._again()

    def _erase(self) -> None:
        self.field.heard(Typed(key="backspace"))

    def _step(self, way: str) -> None:
        self.field.heard(Typed(key=way))

    def _shift(self) -> None:
        """Switch from small letters to one capital, to all capitals, and back."""
        self._case = (self._case + 1) % 3
        self._again()

    def _turn(self) -> None:
        """Switch between the pages of letters and of signs."""
        self._is_signs = not self._is_signs
        self._again()

    def _done(self) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._into.set(self.field.text)
        self._into.on_written()

    # Scene

    def _mind(self) -> None:
        self.is_typing = True

    def heard(self, event: Input) -> bool:
        if isinstance(event, Typed):
            return self.field.heard(event)
        if isinstance(event, Act) and not event.is_pad and event.name == "confirm":
            self._done()
            return True
        if isinstance(event, Act) and event.is_pad and event.name in self._acts:
            self.app.sounds.ui("button")
            self._acts[event.name]()
            return True
        return super().heard(event)

    def update(self, seconds: float) -> bool:
        is_changed = self.field.update(seconds)
        return super().update(seconds) or is_changed

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        inner = 10 * px(WIDE) + 9 * px(GAP)
        high = px(FIELD) + px(14) + len(self.rows) * (px(HIGH) + px(GAP)) - px(GAP)
        self._sheet = pygame.Rect(0, 0, inner + 2 * px(PAD), high + 2 * px(PAD))
        self._sheet.midbottom = size[0] // 2, size[1] - px(4 * SPACE)
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD)
        self.field.place(pygame.Rect(left, y, inner, px(FIELD)), app)
        y += px(FIELD) + px(14)
        for row in self.rows:
            is_foot = row is self.rows[-1]
            shares = sum(key.width for key in row) if is_foot else 10
            whole = inner - px(GAP) * (len(row) - 1 if is_foot else 9)
            x = float(left)
            for key in row:
                wide = whole * key.width / shares
                rect = pygame.Rect(round(x), y, round(x + wide) - round(x), px(HIGH))
                key.place(rect, app)
                x += wide + px(GAP)
            y += px(HIGH) + px(GAP)

    def paint(self, surface: pygame.Surface) -> None:
        panel(self.app, surface, self._sheet)
        self.field.draw(surface, self.app, True, False)
