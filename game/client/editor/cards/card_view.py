"""A card on the page: words to press, one of which can be typed in its place."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import pygame

from game.client.editor.cards.card_flow import CardFlow, CardMeasures, face_of
from game.client.editor.desk.editor_desk import TablePath
from game.client.editor.desk.typed_field import TypedField
from game.client.editor.overlays.overlay_colours import PLACE_COLOURS
from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SELECTED,
    WALNUT,
    WARNING,
    Colour,
    rgb,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.drawing import box, focus_edge
from game.client.kit.widgets.scroll import ScrollArea
from game.client.kit.widgets.text_field import BLINK, Field
from game.workshop.cards.card_words import CardWord, TriggerCard

if TYPE_CHECKING:
    from game.client.kit.app import App

SIZE, LINE, INDENT, ADD, PAD = BODY + 1, 27, 14, 22, 4
"""Font size; height of a line, indent, size of a plus, padding, at 100%."""
TEXT = rgb("#7a4410")
"""Colour of texts and numbers."""
COLOURS: dict[str, Colour] = {
    "area": rgb("#9a5a08"),
    "unit": rgb("#1f4e79"),
    "side": rgb("#8c2a26"),
    "terrain": rgb("#4a6a1c"),
    "thing": rgb("#6a2f63"),
}
"""Colours of names."""
MOST_LETTERS = 2000
"""Maximum length of a text that is typed."""


class CardView(ScrollArea):
    """The words of one card. The arrows go from word to word, a press opens or types one."""

    follows_pointer = False

    def __init__(
        self,
        on_press: Callable[[CardWord], object],
        on_typed: Callable[[CardWord, str], bool],
        on_look: Callable[[CardWord | None], object],
    ) -> None:
        """Set up the card.

        `on_press` gets a word that is pressed, `on_look` one that is pointed at, `on_typed` a word
        with its new text; it returns whether that was accepted.
        """
        super().__init__()
        self._on_press, self._on_typed, self._on_look = on_press, on_typed, on_look
        self.card: TriggerCard | None = None
        self.flow: CardFlow | None = None
        self.cursor = 0
        """Number of the word that a key presses."""
        self.bad: tuple[TablePath, ...] = ()
        """Paths in the trigger that have findings."""
        self.lit: frozenset[int] = frozenset()
        """Words that name what the board's pointer is on."""
        self.is_old = False
        """Whether the text has an error, so that nothing can be changed."""
        self._typed = TypedField(self._finished)
        self._app: App | None = None
        self._over: int | None = None
        self._down: int | None = None
        self._since = 0.0

    # The card

    def show(self, card: TriggerCard | None, bad: Collection[TablePath], is_old: bool) -> None:
        """Show a card, with the paths of its findings."""
        if card != self.card:
            if self.card is None or card is None or card.number != self.card.number:
                self.cursor, self.offset = 0, 0
            self._typed.drop()
        had_blank = self._blank is not None
        self.card, self.bad, self.is_old = card, tuple(bad), is_old
        if not had_blank and self._blank is not None:
            self.cursor = self._blank
        self.lay()

    @property
    def _blank(self) -> int | None:
        """The first word whose value is missing, or None."""
        words = self.card.words if self.card is not None else ()
        blanks = (n for n, one in enumerate(words) if one.is_blank and one.kind == "value")
        return next(blanks, None)

    def lay(self) -> None:
        """Lay out the words."""
        app = self._app
        if app is None or self.card is None:
            self.flow = None
            return
        px, kind = app.look.px, app.type

        def width(text: str, face: Face) -> int:
            bare = text.rstrip(" ")
            return kind.width(bare, face, SIZE) + (len(text) - len(bare)) * kind.width(
                " ", face, SIZE
            )

        room = max(px(60), self.room.width - px(2 * PAD))
        measures = CardMeasures(room, px(LINE), px(INDENT), px(ADD), width)
        texts = {self.cursor: self.field.text} if self.field is not None else {}
        self.flow = CardFlow(self.card, measures, texts)
        able = self.targets
        if self.cursor not in able:
            self.cursor = min(able, key=lambda n: abs(n - self.cursor), default=0)
        self.roll(0)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._app = app
        self.lay()

    @property
    def extent(self) -> int:
        pad = self._app.look.px(2 * PAD) if self._app else 0
        return self.flow.height + pad if self.flow is not None else 0

    @property
    def targets(self) -> list[int]:
        """The words that can be pressed."""
        words = self.card.words if self.card is not None else ()
        return [n for n, word in enumerate(words) if word.kind != "plain"]

    @property
    def word(self) -> CardWord | None:
        """The word of the cursor."""
        words = self.card.words if self.card is not None else ()
        return words[self.cursor] if self.cursor < len(words) else None

    def word_rect(self, number: int) -> pygame.Rect:
        """Return the rectangle of a word's first line on the screen."""
        assert self.flow is not None
        rects = self.flow.rects(number)
        return rects[0].move(self._origin) if rects else pygame.Rect(self.rect.topleft, (1, 1))

    @property
    def _origin(self) -> tuple[int, int]:
        pad = self._app.look.px(PAD) if self._app else 0
        return self.rect.x + pad, self.rect.y + pad - self.offset

    # Typing

    @property
    def field(self) -> Field | None:
        """The text that is being typed, or None."""
        return self._typed.field

    @property
    def wants_letters(self) -> bool:
        """Return whether a word is being typed."""
        return self.field is not None

    @property
    def tip(self) -> str:
        """The words about the plus under the pointer or cursor."""
        words = self.card.words if self.card is not None else ()
        number = self.cursor if self._over is None else self._over
        word = words[number] if number < len(words) else None
        if word is None or word.kind != "add" or self._app is None:
            return ""
        group = "entry" if len(word.keys) > 1 else "effect" if word.keys[0] == "do" else "event"
        return self._app.words.say("editor_card_tip", group)

    def type_word(self) -> None:
        """Begin to type the word of the cursor."""
        word = self.word
        if word is not None:
            text = "" if word.is_blank else word.text
            self._typed.begin(text, MOST_LETTERS, is_fresh=True)
            self._since = 0.0
            self.lay()

    def finish(self) -> bool:
        """Give the text that was typed; return whether it was accepted or there was none."""
        is_done = self._typed.finish()
        self.lay()
        return is_done

    def _finished(self, text: str) -> bool:
        return self.word is None or self._on_typed(self.word, text)

    def drop(self) -> bool:
        """Stop typing without a change; return whether anything was being typed."""
        was_typing = self._typed.drop()
        self.lay()
        return was_typing

    # Input

    def heard(self, event: Input) -> bool:
        if self.flow is None:
            return False
        if isinstance(event, Typed) and self.field is not None:
            self.field.heard(event)
            self._since = 0.0
            self.lay()
            self._reveal()
            return True
        if isinstance(event, Act):
            return self._acted(event)
        return isinstance(event, Pointer) and self._pointed(event)

    def _acted(self, event: Act) -> bool:
        if self.field is not None and self._app is not None:
            is_used = self._typed.acted(event, self._app)
            self.lay()
            return is_used
        if event.name in ("left", "right"):
            return self._walk(1 if event.name == "right" else -1) or event.is_repeat
        if event.name in ("up", "down"):
            return self._step(1 if event.name == "down" else -1)
        if event.name == "confirm" and self.word is not None:
            self._on_press(self.word)
            return True
        return self.heard_rolling(event)

    def _walk(self, by: int) -> bool:
        """Go to the next word; return whether there is one."""
        able = self.targets
        if self.cursor not in able:
            return False
        place = able.index(self.cursor) + by
        if not 0 <= place < len(able):
            return False
        self._to(able[place])
        return True

    def _step(self, by: int) -> bool:
        """Go to the nearest word of the next line; return whether there is one."""
        assert self.flow is not None
        here = next(iter(self.flow.rects(self.cursor)), None)
        if here is None:
            return False
        rects = [(rect, n) for n in self.targets for rect in self.flow.rects(n)[:1]]
        some = [one for one in rects if (one[0].y - here.y) * by > 0]
        if not some:
            return self.roll(by * self._notch)
        y = min((one[0].y for one in some), key=lambda y: abs(y - here.y))
        row = [one for one in some if one[0].y == y]
        self._to(min(row, key=lambda one: abs(one[0].centerx - here.centerx))[1])
        return True

    def _to(self, number: int) -> None:
        self.cursor = number
        self._reveal()
        self._on_look(self.word)

    def _reveal(self) -> None:
        """Scroll until the word of the cursor is visible."""
        if self.flow is None:
            return
        for rect in self.flow.rects(self.cursor)[:1]:
            if rect.y < self.offset:
                self.roll(rect.y - self.offset)
            elif rect.bottom > self.offset + self.rect.height:
                self.roll(rect.bottom - self.offset - self.rect.height)

    def _pointed(self, event: Pointer) -> bool:
        if self.heard_rolling(event):
            return True
        over = self._word_at(event.at)
        if event.kind == "move":
            is_new, self._over = over != self._over, over
            if is_new:
                words = self.card.words if self.card is not None else ()
                self._on_look(words[over] if over is not None else None)
            return is_new
        if event.button != 1:
            return False
        if event.kind == "down":
            self._down = over
            if self.field is not None and over == self.cursor and self.flow is not None:
                self.field.is_fresh = False
                self.field.caret = self.flow.letter_at(over, self._inside(event.at))
                return True
            return self.finish() or True
        if over is not None and over == self._down and not (self.field and over == self.cursor):
            self.cursor = over
            words = self.card.words if self.card is not None else ()
            self._on_press(words[over])
        return True

    def _inside(self, at: tuple[int, int]) -> tuple[int, int]:
        return at[0] - self._origin[0], at[1] - self._origin[1]

    def _word_at(self, at: tuple[int, int]) -> int | None:
        if self.flow is None or not self.room.collidepoint(at):
            return None
        found = self.flow.word_at(self._inside(at))
        return found if found in self.targets else None

    def update(self, seconds: float) -> bool:
        was = int(self._since / BLINK) % 2
        self._since += seconds
        return self.field is not None and int(self._since / BLINK) % 2 != was

    # Drawing

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        if self.flow is None:
            return
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        for number, word in enumerate(self.flow.words):
            self._draw_ground(surface, app, number, word, is_focused, is_hovered)
        for piece in self.flow.pieces:
            word = self.flow.words[piece.word]
            at = piece.x + self._origin[0], piece.y + self._origin[1]
            if word.kind == "add" and not word.is_blank:
                self._draw_plus(surface, app, pygame.Rect(at, (piece.width, app.look.px(LINE))))
                continue
            face, colour = face_of(word), self._colour(word)
            image = app.type.line(piece.text, face, SIZE, colour)
            surface.blit(image, image.get_rect(midleft=(at[0], at[1] + app.look.px(LINE) // 2)))
        if self.field is not None:
            self._draw_caret(surface, app)
        surface.set_clip(before)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(app.look.px(4), app.look.px(4)))

    def _colour(self, word: CardWord) -> Colour:
        if word.is_blank:
            return HARM
        if self.is_old or word.kind == "plain":
            return INK_FADED if self.is_old else INK
        return COLOURS.get(word.ref, TEXT) if word.kind == "value" else INK

    def _draw_ground(
        self,
        surface: pygame.Surface,
        app: "App",
        number: int,
        word: CardWord,
        is_focused: bool,
        is_hovered: bool,
    ) -> None:
        """Draw what is behind and below a word."""
        if word.kind == "plain" or self.flow is None:
            return
        px, is_here = app.look.px, number == self.cursor and is_focused
        is_over = is_hovered and number == self._over
        field = self.field if number == self.cursor else None
        rects = [rect.move(self._origin) for rect in self.flow.rects(number)]
        for rect in rects:
            ground = rect.inflate(px(4), -px(4))
            if field is not None:
                fill = SELECTED if field.is_fresh else CREAM
                box(app, surface, ground, fill, BRASS_DARK, 1.5, 4)
            elif is_here or is_over or number in self.lit:
                edge = BRASS_DARK if is_here else PARCHMENT_EDGE
                fill = BRASS_LIGHT if number in self.lit else PARCHMENT_DARK
                box(app, surface, ground, fill, edge, 1.5 if is_here else 1, 4)
            y = rect.bottom - px(5)
            if self._is_bad(word):
                self._draw_wave(surface, app, rect, y)
            elif word.kind in ("value", "often", "group") and not self.is_old:
                colour = PLACE_COLOURS.get(word.ref, PARCHMENT_EDGE)
                pygame.draw.line(surface, colour, (rect.x, y), (rect.right, y), px(2))
            elif word.kind == "clause" and not self.is_old:
                for x in range(rect.x, rect.right, px(5)):
                    surface.fill(PARCHMENT_EDGE, (x, y, px(2), px(1)))

    def _is_bad(self, word: CardWord) -> bool:
        """Return whether a finding is about a word: about its value, or its whole clause."""
        if word.kind == "value":
            return any(keys[: len(word.keys)] == word.keys for keys in self.bad)
        return word.kind == "clause" and any(
            keys == word.keys or (len(keys) == 3 and keys[:2] == word.keys) for keys in self.bad
        )

    def _draw_wave(self, surface: pygame.Surface, app: "App", rect: pygame.Rect, y: int) -> None:
        px = app.look.px
        xs = range(rect.x, rect.right + px(4), px(4))
        points = [(x, y + (px(2) if n % 2 else 0)) for n, x in enumerate(xs)]
        if len(points) > 1:
            pygame.draw.lines(surface, WARNING, False, points, px(2))

    def _draw_plus(self, surface: pygame.Surface, app: "App", rect: pygame.Rect) -> None:
        px = app.look.px
        middle, radius = rect.center, px(ADD - 6) // 2
        pygame.draw.aacircle(surface, WALNUT, middle, radius)
        pygame.draw.aacircle(surface, BRASS, middle, radius, px(1))
        half = radius // 2
        for way in ((half, 0), (0, half)):
            ends = (
                (middle[0] - way[0], middle[1] - way[1]),
                (middle[0] + way[0], middle[1] + way[1]),
            )
            pygame.draw.line(surface, CREAM, *ends, px(2))

    def _draw_caret(self, surface: pygame.Surface, app: "App") -> None:
        px = app.look.px
        is_seen = app.look.is_calm or int(self._since / BLINK) % 2 == 0
        if self.flow is None or self.field is None or not is_seen:
            return
        x, y = self.flow.place_of(self.cursor, self.field.caret)
        x, y = x + self._origin[0], y + self._origin[1]
        pygame.draw.line(surface, BRASS_DARK, (x, y + px(4)), (x, y + px(LINE - 4)), px(2))
