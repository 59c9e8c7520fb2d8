"""The turn queue: the acting unit, the units that come next, and uncertain turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.client.board.standees import Standees
from game.client.kit.inputs import Input, Pointer
from game.client.kit.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    NIGHT,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
)
from game.client.panels.panel_drawing import eased, ground, is_at_once, is_press, label
from game.client.panels.queue_cards import RATIO, SLIDE, CardMarks, Key, Painter, Pose, QueueCard
from game.client.panels.tooltip import Tip, TipOffer
from game.present.picture import Picture, Token
from game.terms.queue import QueueSlot

if TYPE_CHECKING:
    from game.client.kit.app import App

HEAD = 80
"""Width of the part with the round's number on the left, at 100%."""
GAP = 9
DIVIDER = 46
"""Width of a later round's number, at 100%."""
FAN = 10
"""Visible width of each card of a group behind the first, at 100%."""
FANNED = 3
"""Maximum number of a group's cards that are visible; the rest are hidden below the last."""
LEAST_STEP = 24
"""Minimum visible width of a card if there are many, at 100%."""
STAGGER = 0.025
LATER_FADE = 0.78


@dataclass
class QueuePosition:
    """The place of a slot in the queue; `x` is its left edge."""

    slot: QueueSlot
    x: float
    width: float
    height: int
    is_later: bool


@dataclass
class QueueDivider:
    """The divider before a round, or the bracket over an encounter. It slides like a card."""

    x: float
    width: float
    start: tuple[float, float] = (0.0, 0.0)
    goal: tuple[float, float] = (0.0, 0.0)
    passed: float = SLIDE

    def go(self, x: float, width: float, wait: float = 0.0) -> None:
        """Slide to a new place and width, after `wait` seconds."""
        if (x, width) != self.goal:
            self.start, self.goal, self.passed = (self.x, self.width), (x, width), -wait

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the divider moved."""
        if self.passed >= SLIDE:
            return False
        self.passed += seconds
        t = eased(self.passed / SLIDE)
        self.x = self.start[0] + (self.goal[0] - self.start[0]) * t
        self.width = self.start[1] + (self.goal[1] - self.start[1]) * t
        return True


class QueuePanel:
    """The panel with a portrait for each turn, in order; the cards move when turns change."""

    def __init__(self, app: "App", standees: Standees) -> None:
        self._app, self._painter = app, Painter(app, standees)
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.hovered: str | None = None
        """Unit whose card is under the pointer, or that the scene highlights, or None."""
        self._slots: tuple[QueueSlot, ...] = ()
        self._tokens: dict[str, Token] = {}
        self._round, self._age = 0, SLIDE
        self._cards: dict[Key, QueueCard] = {}
        self._leaving: list[QueueCard] = []
        self._lines: dict[int, QueueDivider] = {}
        self._brackets: dict[str, QueueDivider] = {}
        self._scroll, self._length = 0.0, 0.0
        self._hot: QueueCard | None = None
        self.notes: Callable[[str], tuple[str, ...]] = lambda _: ()
        """Function that returns more lines for the tooltip of a unit."""
        self._is_dirty = True

    # Contents

    def lay(self, rect: pygame.Rect) -> None:
        """Set the rectangle on the screen; the acting unit's card extends below the frame in it."""
        self.rect = rect.copy()
        self._arrange()
        self.settle()

    def show(self, slots: tuple[QueueSlot, ...], picture: Picture, round: int) -> None:
        """Show a queue; cards slide there from their current places."""
        self._slots = slots
        self._tokens = self._tokens | {token.id: token for token in picture.tokens}
        if round != self._round:
            self._round, self._age, self._scroll = round, 0.0, 0.0
        self._arrange()
        if is_at_once(self._app):
            self.settle()

    def begin_turn(self, unit: str) -> None:
        """Show that a unit's turn begins, and that the last one is over.

        A unit without a slot of its own changes nothing, nor does one that waits for another slot.
        """
        its = next((slot for slot in self._slots if unit in slot.units), None)
        if its is None or its.state == "acting" or its.under is not None:
            return
        left = tuple(one for one in its.units if one != unit)
        slots = [QueueSlot((unit,), its.round, "acting")]
        for slot in self._slots:
            if slot is its and left:
                slots.append(msgspec.structs.replace(slot, units=left))
            elif slot is not its and slot.state != "acting" and slot.round >= its.round:
                slots.append(slot)
        self._slots, self._round = tuple(slots), max(self._round, its.round)
        self._arrange()
        if is_at_once(self._app):
            self.settle()

    def settle(self) -> None:
        """End all motion at once."""
        for card in self._cards.values():
            card.settle()
        for line in (*self._lines.values(), *self._brackets.values()):
            (line.x, line.width), line.passed = line.goal, SLIDE
        self._leaving.clear()
        self._age, self._is_dirty = SLIDE, True

    # Places

    @property
    def _frame(self) -> pygame.Rect:
        px = self._app.look.px
        rect = self.rect
        return pygame.Rect(rect.x, rect.y + px(4), rect.width, max(1, rect.height - px(12)))

    def _heights(self) -> tuple[int, int, int]:
        """Return the heights of the acting unit's card, other cards, and later rounds' cards."""
        px, frame = self._app.look.px, self._frame
        usual = max(8, frame.height - px(20))
        return max(8, self.rect.height - px(10)), usual, max(8, round(usual * 0.9))

    def _arrange(self) -> None:
        """Give every card its target pose."""
        places = self._places()
        wanted: dict[Key, tuple[Pose, CardMarks, int]] = {}
        seen: dict[tuple[int, str, str], int] = {}
        for n, place in enumerate(places):
            self._fan(place, len(places) - n, seen, wanted)
        self._go(wanted)
        self._go_lines(places)
        self._is_dirty = True

    def _places(self) -> list[QueuePosition]:
        px, (large, usual, later) = self._app.look.px, self._heights()
        now = self._slots[0].round if self._slots else 0
        current = max(now, self._round)
        places: list[QueuePosition] = []
        x, last = 0.0, current
        for slot in self._slots:
            is_later = slot.round > current
            if is_later and slot.round != last:
                x, last = x + px(DIVIDER), slot.round
            is_large = slot.state == "acting" and all(p.height < large for p in places)
            height = large if is_large else later if is_later else usual
            if _is_inside(slot) and not is_large:
                height = round(usual * 0.86)
            width = height * RATIO + (min(len(slot.units), FANNED) - 1) * px(FAN)
            places.append(QueuePosition(slot, x, width, height, is_later))
            x += width + px(GAP) + (px(6) if is_large else 0)
        self._squeeze(places, x)
        return places

    def _squeeze(self, places: list[QueuePosition], length: float) -> None:
        """Let cards overlap if there are too many; if that isn't enough, let the queue scroll."""
        room, least = self._room.width, self._app.look.px(LEAST_STEP)
        over = length - room
        if over > 0 and len(places) > 1:  # a single card has nothing to overlap
            spare = [
                max(0.0, place.width - least) if place.slot.round == after.slot.round else 0.0
                for place, after in pairwise(places[1:])
            ]
            part = min(1.0, over / sum(spare)) if sum(spare) else 0.0
            gone = 0.0
            for place, less in zip(places[1:], [*spare, 0.0], strict=True):
                place.x -= gone
                gone += less * part
            length -= gone
        self._length = length
        self._scroll = max(0.0, min(self._scroll, length - room))
        for place in places:
            place.x -= self._scroll

    @property
    def _room(self) -> pygame.Rect:
        """The rectangle in which cards are drawn."""
        px, frame = self._app.look.px, self._frame
        left = frame.x + px(HEAD)
        width = max(1, frame.right - left - px(10))
        return pygame.Rect(left, self.rect.y, width, self.rect.height)

    def _fan(
        self,
        place: QueuePosition,
        depth: int,
        seen: dict[tuple[int, str, str], int],
        wanted: dict[Key, tuple[Pose, CardMarks, int]],
    ) -> None:
        """Add the target poses of a slot's cards to `wanted`."""
        px, slot, frame = self._app.look.px, place.slot, self._frame
        is_large = place.height == self._heights()[0]
        middle = frame.centery + (px(4) if _is_inside(slot) else 0)
        if is_large:
            middle = self.rect.bottom - px(4) - place.height // 2
        known = [unit for unit in slot.units if unit in self._tokens]
        for n, unit in enumerate(known):
            base = slot.round, "possible" if slot.state == "possible" else "", unit
            seen[base] = seen.get(base, 0) + 1
            shift = min(n, FANNED - 1)
            x = self._room.x + place.x + place.height * RATIO / 2 + shift * px(FAN)
            lean = -4.5 * shift
            fade = LATER_FADE if place.is_later else 1.0
            height = place.height - shift * px(4)
            is_first = n == 0
            marks = CardMarks(
                slot.state if is_first or slot.state != "acting" else "certain",
                len(known) if is_first else 0,
                self._tokens[unit].is_readied and not place.is_later and is_first,
                self._tag(slot) if is_first else "",
                place.is_later,
            )
            pose = Pose(x, middle + shift * px(1), height, lean, fade)
            order = depth * 10 - n + (1000 if slot.state == "acting" else 0)
            wanted[*base, seen[base]] = pose, marks, order

    def _tag(self, slot: QueueSlot) -> str:
        if slot.state != "waiting" or not slot.under:
            return ""
        return self._app.words.say("under", slot.under)

    def _go(self, wanted: dict[Key, tuple[Pose, CardMarks, int]]) -> None:
        """Send cards to their targets; add new cards, and let unwanted ones leave."""
        for key in [key for key in self._cards if key not in wanted]:
            card = self._cards.pop(key)
            token = self._tokens.get(key[2], card.token)
            if token.is_dead:
                card.leave("dead")
            else:
                card.leave("back" if card.marks.state == "possible" else "done")
            self._leaving.append(card)
        for n, (key, (pose, marks, depth)) in enumerate(wanted.items()):
            found = self._cards.get(key)
            if found is None:
                found = self._cards[key] = QueueCard(
                    key, self._tokens[key[2]], self._origin(pose, key)
                )
            found.token, found.marks, found.depth = self._tokens[key[2]], marks, depth
            found.go(pose, n * STAGGER)

    def _origin(self, pose: Pose, key: Key) -> Pose:
        """Return a new card's starting pose: above for possible or encounter turns, else right."""
        slot = next((s for s in self._slots if s.round == key[0] and key[2] in s.units), None)
        if slot is not None and (slot.state == "possible" or _is_inside(slot)):
            return pose._replace(y=self.rect.y - pose.height, fade=0)
        return pose._replace(x=self._room.right + pose.height, fade=0)

    def _go_lines(self, places: Sequence[QueuePosition]) -> None:
        """Place dividers before the first slot of later rounds, and brackets over encounters."""
        px, left = self._app.look.px, self._room.x
        dividers: dict[int, tuple[float, float]] = {}
        count = 0
        spans: dict[str, tuple[float, float]] = {}
        for place in places:
            if place.is_later:  # a divider sets out with the card behind it, and isn't run over
                x = left + place.x - px(DIVIDER) + px(6)
                dividers.setdefault(place.slot.round, (x, count * STAGGER))
            count += len(place.slot.units)
            under = place.slot.under
            if under and _is_inside(place.slot):
                start, _ = spans.get(under, (left + place.x, 0.0))
                spans[under] = start, left + place.x + place.width
        for round, (x, wait) in dividers.items():
            beyond = QueueDivider(self._room.right + px(DIVIDER), 0)
            self._lines.setdefault(round, beyond).go(x, 0, wait)
        for under, (start, end) in spans.items():
            self._brackets.setdefault(under, QueueDivider(start, 0)).go(start, end - start)
        for round in [round for round in self._lines if round not in dividers]:
            del self._lines[round]
        for under in [under for under in self._brackets if under not in spans]:
            del self._brackets[under]

    # Time and input

    @property
    def is_moving(self) -> bool:
        """Return whether a card is moving."""
        return bool(self._leaving) or any(card.is_moving for card in self._cards.values())

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the queue has to be drawn again."""
        seconds *= self._app.look.speed or 1.0
        moved = self._is_dirty
        for card in (*self._cards.values(), *self._leaving):
            moved = card.update(seconds) or moved
        for line in (*self._lines.values(), *self._brackets.values()):
            moved = line.update(seconds) or moved
        if self._age < SLIDE:
            self._age, moved = self._age + seconds, True
        self._leaving = [card for card in self._leaving if not card.is_gone]
        self._is_dirty = False
        return moved

    def heard(self, event: Input) -> str | None:
        """Handle an input; return the unit whose card was pressed, or None."""
        if not isinstance(event, Pointer):
            return None
        if event.kind == "wheel":
            self._wheel(event)
            return None
        hot = self._card_at(event.at) if self.rect.collidepoint(event.at) else None
        if event.kind == "move" and hot is not self._hot:
            self._hot, self._is_dirty = hot, True
            self.hovered = hot.key[2] if hot else None
        return hot.key[2] if hot and is_press(event, self.rect) else None

    def _wheel(self, event: Pointer) -> None:
        most = max(0.0, self._length - self._room.width)
        if self.rect.collidepoint(event.at) and most > 0:
            self._scroll -= event.amount * self._app.look.px(64)
            self._scroll = max(0.0, min(self._scroll, most))
            self._arrange()
            for card in self._cards.values():
                card.wait = 0.0

    def _card_at(self, at: tuple[int, int]) -> QueueCard | None:
        cards = sorted(self._cards.values(), key=lambda card: -card.depth)
        return next((card for card in cards if card.rect.collidepoint(at)), None)

    def cards(self) -> list[tuple[int, str, pygame.Rect]]:
        """Return round, unit and rectangle of every card that isn't leaving."""
        return [(card.key[0], card.key[2], card.rect) for card in self._cards.values()]

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the queue into its rectangle."""
        ground(self._app, surface, self._frame, "wood-panel")
        self._head(surface)
        clip, room = surface.get_clip(), self._room
        px = self._app.look.px
        surface.set_clip(room.inflate(px(10), 0).clip(clip))
        for line in self._brackets.values():
            self._inset(surface, line)
        for round, line in self._lines.items():
            self._divider(surface, round, line)
        largest = self._heights()[0]
        cards = [*self._cards.values(), *self._leaving]
        cards = sorted(cards, key=lambda card: (card is self._hot, card.depth))
        for card in cards:
            self._painter.draw(surface, card, largest, self._is_hot(card))
        for card in cards:
            self._painter.draw_badges(surface, card, self._is_hot(card))
        self._ends(surface)
        surface.set_clip(room.inflate(px(10), 0).union(self.rect).clip(clip))
        for under, line in self._brackets.items():
            self._bracket(surface, self._app.words.say("under", under), line)
        surface.set_clip(clip)

    def _is_hot(self, card: QueueCard) -> bool:
        return card is self._hot or (self._hot is None and card.key[2] == self.hovered)

    def _head(self, surface: pygame.Surface) -> None:
        app, px, frame = self._app, self._app.look.px, self._frame
        said = app.words.say("queue", "round" if self._round else "before")
        shown, size = app.type.fit(said, px(HEAD - 8), "serif", SMALL + 2)
        word = app.type.line(shown, "serif", size, PARCHMENT_EDGE)
        number = app.type.line(str(self._round or 1), "serif bold", TITLE, BRASS_LIGHT)
        high = word.get_height() + round(number.get_height() * 0.8)
        top, middle = frame.centery - high // 2, frame.x + px(HEAD) // 2 + px(2)
        surface.blit(word, word.get_rect(midtop=(middle, top)))
        t = eased(self._age / SLIDE)
        drop = round((1 - t) * px(10))
        if t < 1:
            number = number.copy()
            number.set_alpha(round(255 * t))
        under = top + word.get_height() - round(number.get_height() * 0.12)
        surface.blit(number, number.get_rect(midtop=(middle, under - drop)))

    def _inset(self, surface: pygame.Surface, line: QueueDivider) -> None:
        """Draw the dark groove around the cards of an encounter."""
        px, frame = self._app.look.px, self._frame
        rect = pygame.Rect(round(line.x) - px(5), frame.y + px(9), round(line.width) + px(10), 0)
        rect.height = frame.bottom - px(7) - rect.y
        pygame.draw.rect(surface, NIGHT, rect, border_radius=px(8))
        pygame.draw.rect(surface, BRASS_DARK, rect, px(1), px(8))
        points = [(rect.left, rect.y + px(14)), rect.topleft]
        points += [(rect.right - 1, rect.y), (rect.right - 1, rect.y + px(14))]
        pygame.draw.lines(surface, BRASS, False, points, px(3))

    def _bracket(self, surface: pygame.Surface, words: str, line: QueueDivider) -> None:
        """Draw the name of an encounter on the edge of the panel, above all portraits."""
        px = self._app.look.px
        right = min(round(line.x + line.width) + px(5), self._room.right)
        plate = label(self._app, words, BRASS_LIGHT)
        surface.blit(plate, plate.get_rect(bottomright=(right, self._frame.y + px(9))))

    def _divider(self, surface: pygame.Surface, round_: int, line: QueueDivider) -> None:
        app, px, frame = self._app, self._app.look.px, self._frame
        x = round(line.x)
        pygame.draw.line(
            surface, BRASS_DARK, (x, frame.y + px(12)), (x, frame.bottom - px(12)), px(2)
        )
        number = app.type.line(str(round_), "serif bold", SMALL + 7, PARCHMENT_EDGE)
        surface.blit(number, number.get_rect(center=(x + px(DIVIDER - 8) // 2, frame.centery)))

    def _ends(self, surface: pygame.Surface) -> None:
        """Draw a chevron at each end towards which the queue can scroll."""
        px, room, frame = self._app.look.px, self._room, self._frame
        most = self._length - room.width
        for is_there, x, way in (
            (self._scroll > 1, room.x - px(2), -1),
            (self._scroll < most - 1, room.right + px(2), 1),
        ):
            if is_there:
                y, size = frame.centery, px(6)
                points = [(x - way * size, y - size), (x, y), (x - way * size, y + size)]
                pygame.draw.lines(surface, PARCHMENT, False, points, px(3))

    # Tooltips

    def offered(self) -> TipOffer | None:
        """Return the tooltip about the unit whose card is under the pointer, or None."""
        return self._about(self._hot) if self._hot is not None else None

    def offer(self, of: str) -> TipOffer | None:
        """Return the tooltip about a unit in the queue, or None if it has left the queue."""
        cards = (card for card in self._cards.values() if _id(card) == of)
        return next((self._about(card) for card in cards), None)

    def _about(self, card: QueueCard) -> TipOffer | None:
        if card.key not in self._cards:
            return None
        token, words = card.token, self._app.words
        say = words.say("queue", card.marks.state, under=card.marks.tag)
        parts = [say] if card.marks.state != "certain" else []
        if token.life is not None and token.most:
            parts.append(words.say("queue", "life", life=token.life, most=token.most))
        parts += [one.title for one in token.conditions]
        line = " · ".join(parts)
        lines = (*((line,) if line else ()), *self.notes(token.id))
        return TipOffer(_id(card), Tip(token.title, lines=lines), card.rect)


def _id(card: QueueCard) -> str:
    """Return the id of a card's tooltip."""
    return ":".join(("queue", *map(str, card.key)))


def _is_inside(slot: QueueSlot) -> bool:
    """Return whether a slot is a turn in an encounter, and not a turn that waits for its end."""
    return bool(slot.under) and slot.state != "waiting"
