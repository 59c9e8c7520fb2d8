"""Entry of real dice: you see who rolls which dice and why, and click or type the faces."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.theme import (
    BODY,
    BRASS_LIGHT,
    CREAM,
    LARGE,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
    Colour,
)
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.screen import Screen
from game.client.panels.die_faces import die
from game.present.dice_due import DiceDue

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, GAP = 760, 34, 46, 10
DIE, LEAST, FACE = 84, 30, 54
"""Maximum and minimum size of a die to roll, and size of a face to choose, at 100%."""
MOST_FACES = 20
"""Maximum number of faces to choose from; for larger dice you enter digits."""
TEN = 10


class Face(Widget):
    """A clickable die."""

    sound = "button"

    def __init__(self, sides: int, face: int | None, on_press: Callable[[], object]) -> None:
        super().__init__()
        self.sides, self.face, self._on_press = sides, face, on_press
        self.is_current = False
        """Whether the face of this die is to be entered next."""

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name == "confirm":
            self._on_press()
            return True
        if isinstance(event, Pointer) and event.button == 1 and event.kind in ("down", "up"):
            if event.kind == "up" and self.rect.collidepoint(event.at):
                self._on_press()
            return True
        return False

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, rect = app.look.px, self.rect
        if self.face is None:
            colour = BRASS_LIGHT if self.is_current else PARCHMENT_DARK
            pygame.draw.rect(surface, colour, rect.inflate(-px(6), -px(6)), px(2), px(9))
            words = app.type.line(f"d{self.sides}", "sans bold", BODY, colour)
            surface.blit(words, words.get_rect(center=rect.center))
        else:
            image = die(app, self.sides, self.face, rect.width - px(4))
            surface.blit(image, image.get_rect(center=rect.center))
        if is_focused or is_hovered or self.is_current:
            width = 3 if self.is_current else 2
            colour = BRASS_LIGHT if self.is_current or is_focused else PARCHMENT_EDGE
            pygame.draw.rect(surface, colour, rect.inflate(px(4), px(4)), px(width), px(11))


class DiceEntry(Screen):
    """A tray of felt with the pending dice, and the faces to choose from."""

    def __init__(
        self,
        app: "App",
        due: DiceDue,
        who: str,
        colour: Colour | None,
        on_done: Callable[[tuple[int, ...]], object],
        on_leave: Callable[[], object],
    ) -> None:
        """Set up the tray; `who` names the person who rolls.

        The screen closes before `on_done` or `on_leave` is called.
        """
        super().__init__(app)
        self.is_over = due.is_public
        self._due, self._who, self._colour = due, who, colour
        self._on_done, self._on_leave = on_done, on_leave
        say = app.words.say
        self.dice = [Face(n, None, partial(self._to, i)) for i, n in enumerate(due.sides)]
        self.faces: list[Face] = []
        self.take = Button(say("throwing", "take"), self._taken, icon="icons/dice")
        self.take.is_main = True
        self.again = Button(say("throwing", "again"), self._cleared, icon="icons/undo")
        self.leave = Button(say("throwing", "leave"), self._gone, icon="icons/back")
        self._sheet = self._felt = pygame.Rect(0, 0, 1, 1)
        self.current = 0
        self._typed = ""
        self._to(0)

    # Entering faces

    def _to(self, place: int) -> None:
        """Ask for the face of the die at an index."""
        self.current, self._typed = place, ""
        for n, one in enumerate(self.dice):
            one.is_current = n == place
        sides = self.dice[place].sides if place < len(self.dice) else 0
        faces = range(1, sides + 1) if sides <= MOST_FACES else range(TEN)
        if [face.face for face in self.faces] != list(faces) or (
            self.faces and self.faces[0].sides != sides
        ):
            self.faces = [Face(sides, n, partial(self._chosen, n)) for n in faces]
        missing = any(one.face is None for one in self.dice)
        self.take.reason = self.app.words.say("throwing", "missing") if missing else ""
        focused = self.ring.focused
        self.ring.hold((*self.faces, *self.dice, self.take, self.again, self.leave))
        if not missing and place >= len(self.dice):
            self.ring.focus(self.take)
        elif focused not in self.ring.widgets:
            self.ring.focus(self.faces[0] if self.faces else self.take)
        self.layout(self.size)

    def _chosen(self, face: int) -> None:
        """Take a face that was clicked, or a digit if the die has too many faces to show."""
        if self.current >= len(self.dice):
            return
        if self.dice[self.current].sides > MOST_FACES:
            self._digit(str(face))
        else:
            self._set(face)

    def _set(self, face: int | None, is_done: bool = True) -> None:
        """Set the current die's face; if it `is_done`, go to the next die without a face."""
        place = self.current
        self.dice[place].face = face
        if not is_done:
            return
        order = [*range(place + 1, len(self.dice)), *range(place)]
        self._to(next((n for n in order if self.dice[n].face is None), len(self.dice)))

    def _digit(self, digit: str) -> None:
        """Take a typed digit, which continues the number or begins a new one."""
        if self.current >= len(self.dice):
            return
        one = self.dice[self.current]
        for typed in (self._typed + digit, digit):
            number = int(typed)
            if 1 <= number <= one.sides:
                self._typed = typed
                self._set(number, is_done=number * TEN > one.sides)
                self._renew()
                return
        self.app.sounds.ui("refused")

    def _renew(self) -> None:
        """Enable the main button if all faces are entered."""
        missing = any(one.face is None for one in self.dice)
        self.take.reason = self.app.words.say("throwing", "missing") if missing else ""

    def _back(self) -> None:
        """Remove the face entered last."""
        said = [n for n, one in enumerate(self.dice[: self.current + 1]) if one.face is not None]
        if said:
            self.dice[said[-1]].face = None
            self._to(said[-1])

    def _cleared(self) -> None:
        for one in self.dice:
            one.face = None
        self._to(0)
        self.ring.focus(self.faces[0])

    def _taken(self) -> None:
        faces = tuple(one.face for one in self.dice if one.face is not None)
        if len(faces) == len(self.dice):
            if self.app.scene is self:
                self.app.pop()
            self._on_done(faces)

    def _gone(self) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._on_leave()

    def left(self) -> None:
        """Don't close: move the focus to the button that leaves the table."""
        self.ring.focus(self.leave)

    # Input

    def _mind(self) -> None:
        self.is_typing = True  # digits are faces here, and don't trigger the actions of their keys

    def heard(self, event: Input) -> bool:
        if isinstance(event, Typed):
            return self._wrote(event)
        if isinstance(event, Act) and event.name == "undo":
            self._back()
            return True
        is_confirmed = isinstance(event, Act) and event.name == "confirm"
        if is_confirmed and self._typed and self.current < len(self.dice):
            self._set(int(self._typed))
            return True
        return super().heard(event)

    def _wrote(self, event: Typed) -> bool:
        if event.key in ("left", "right"):
            return super().heard(Act(event.key))
        if event.key in ("backspace", "delete"):
            self._back()
        elif event.is_repeat:
            return False
        elif event.text == " ":
            return self.heard(Act("confirm"))
        elif event.text.isascii() and event.text.isdigit():
            self._digit(event.text)
        else:
            return False
        return True

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(24))
        inner = wide - 2 * px(PAD)
        head = px(116)
        each = self._size(len(self.dice), inner, px(DIE), px(190))
        rows = _rows(len(self.dice), each + px(GAP), inner)
        small = self._size(len(self.faces), inner, px(FACE), px(130))
        face_rows = _rows(len(self.faces), small + px(6), inner)
        high = head + rows * (each + px(GAP)) + px(34) + face_rows * (small + px(6))
        high += px(HIGH) + px(30) + px(PAD)
        self._sheet = pygame.Rect(0, 0, wide, min(high, size[1] - px(12)))
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + head
        y = self._lay(self.dice, left, y, inner, each, px(GAP)) + px(34)
        self._lay(self.faces, left, y, inner, small, px(6))
        bottom = self._sheet.bottom - px(PAD) - px(HIGH) + px(8)
        button = (inner - 2 * px(12)) // 3
        for n, one in enumerate((self.leave, self.again, self.take)):
            one.place(pygame.Rect(left + n * (button + px(12)), bottom, button, px(HIGH)), app)

    def _size(self, count: int, room: int, most: int, high: int) -> int:
        """Return the size, at most `most`, at which `count` dice fit a width and height."""
        gap = self.app.look.px(GAP)
        for each in range(most, self.app.look.px(LEAST), -2):
            if _rows(count, each + gap, room) * (each + gap) <= high:
                return each
        return self.app.look.px(LEAST)

    def _lay(self, dice: list[Face], left: int, top: int, room: int, each: int, gap: int) -> int:
        """Lay out dice in centred rows; return the y below them."""
        columns = max(1, room // (each + gap))
        for n, one in enumerate(dice):
            row, column = divmod(n, columns)
            in_row = min(columns, len(dice) - row * columns)
            start = left + (room - in_row * (each + gap) + gap) // 2
            at = start + column * (each + gap), top + row * (each + gap)
            one.place(pygame.Rect(at, (each, each)), self.app)
        return top + _rows(len(dice), each + gap, room) * (each + gap)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        if not self.is_over:
            backdrop(app, surface)
        panel(app, surface, self._sheet, "felt")
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        head = say("throwing", "head", who=self._who, dice=_dice(self._due.sides))
        title = app.type.fit_line(head, inner.width, "serif bold", TITLE - 6, CREAM)
        surface.blit(title, title.get_rect(midtop=(inner.centerx, inner.y - px(6))))
        if self._colour is not None:
            bar = pygame.Rect(0, 0, px(54), px(5))
            bar.midtop = inner.centerx, inner.y + px(36)
            pygame.draw.rect(surface, self._colour, bar, border_radius=px(2))
        line = app.type.fit_line(self._due.text, inner.width, "sans", LARGE - 2, PARCHMENT_DARK)
        surface.blit(line, line.get_rect(midtop=(inner.centerx, inner.y + px(46))))
        if self.faces:
            hint = app.type.line(say("throwing", "hint"), "sans", SMALL, PARCHMENT_DARK)
            at = inner.centerx, self.faces[0].rect.y - px(12)
            surface.blit(hint, hint.get_rect(midbottom=at))


def _rows(count: int, step: int, room: int) -> int:
    """Return the number of rows that `count` dice take."""
    return -(-count // max(1, room // max(1, step)))


def _dice(sides: tuple[int, ...]) -> str:
    """Return dice in written form, grouped by their sides: 3d6, 1d4."""
    counts = {n: sides.count(n) for n in dict.fromkeys(sides)}
    return ", ".join(f"{count}d{n}" for n, count in counts.items())
