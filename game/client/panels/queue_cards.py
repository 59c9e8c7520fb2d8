"""The cards of the turn queue: their places, motions and drawing."""

from dataclasses import dataclass, field
from math import cos, pi
from typing import TYPE_CHECKING, Literal, NamedTuple

import pygame

from game.client.board.standees import Standees
from game.client.kit.theme import BRASS, BRASS_LIGHT, CREAM, INK, life_colour
from game.client.panels.panel_drawing import disc, eased
from game.present.picture import Token

if TYPE_CHECKING:
    from game.client.kit.app import App

SLIDE, FLIP, DROP, LEAVE = 0.42, 0.32, 0.42, 0.3
"""Seconds that a card takes to slide, to flip, to drop and to leave."""
RATIO = 84 / 98
"""Width of a card as a share of its height."""
Key = tuple[int, str, str, int]
"""Key of a card: round, "possible" or "", unit, and index among the unit's such cards."""
Leaving = Literal["", "done", "dead", "back"]


class Pose(NamedTuple):
    """The pose of a card: its middle, height, lean in degrees, and opacity from 0 to 1."""

    x: float
    y: float
    height: float
    lean: float = 0.0
    fade: float = 1.0

    def towards(self, other: "Pose", t: float) -> "Pose":
        """Return the pose at a share `t` of the way to another pose."""
        return Pose(*(a + (b - a) * t for a, b in zip(self, other, strict=True)))


NOWHERE = Pose(0, 0, 1)


@dataclass
class CardMarks:
    """The marks on a card, apart from its face."""

    state: str = "certain"
    count: int = 1
    """Number of units in the card's group; 0 on all cards but the first, to hide badges."""
    is_readied: bool = False
    tag: str = ""
    """What the turn waits for, such as a fight; the card's tooltip says it."""
    is_later: bool = False
    """Whether the turn is in a later round."""


@dataclass
class QueueCard:
    """A unit's card in the queue."""

    key: Key
    token: Token
    pose: Pose
    marks: CardMarks = field(default_factory=CardMarks)
    start: Pose = NOWHERE
    goal: Pose = NOWHERE
    wait: float = 0.0
    passed: float = SLIDE
    depth: int = 0
    """Order of drawing; cards with a higher depth cover the others."""
    leaving: Leaving = ""

    def go(self, goal: Pose, wait: float) -> None:
        """Slide to a pose from the current one, after `wait` seconds."""
        if goal == self.goal and self.passed >= SLIDE and self.pose == goal:
            return
        if goal != self.goal:
            self.start, self.goal, self.passed, self.wait = self.pose, goal, 0.0, wait

    def leave(self, how: Leaving) -> None:
        """Start to leave the queue for good."""
        if not self.leaving:
            self.leaving, self.start, self.passed, self.wait = how, self.pose, 0.0, 0.0

    def settle(self) -> None:
        """Go to the target pose at once."""
        self.pose, self.passed, self.wait = self.goal, SLIDE, 0.0

    @property
    def is_moving(self) -> bool:
        """Return whether the card is moving."""
        return bool(self.leaving) or self.passed < SLIDE

    @property
    def is_gone(self) -> bool:
        """Return whether the card has left the queue."""
        return bool(self.leaving) and self.passed >= (
            FLIP + DROP if self.leaving == "dead" else LEAVE
        )

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the card moved."""
        if not self.is_moving:
            return False
        self.wait -= seconds
        if self.wait > 0:
            return True
        self.passed += seconds
        if not self.leaving:
            self.pose = self.start.towards(self.goal, eased(self.passed / SLIDE))
            if self.passed >= SLIDE:
                self.pose = self.goal
            return True
        share, height = min(1.0, self.passed / LEAVE), self.start.height
        if self.leaving == "done":
            there = self.start._replace(x=self.start.x - height * 0.9, fade=0)
            self.pose = self.start.towards(there, eased(share))
        elif self.leaving == "back":
            there = self.start._replace(y=self.start.y - height, fade=0)
            self.pose = self.start.towards(there, eased(share))
        else:
            fall = max(0.0, min(1.0, (self.passed - FLIP) / DROP)) ** 2
            there = self.start._replace(y=self.start.y + height * 0.8, lean=-28, fade=0)
            self.pose = self.start.towards(there, fall)
        return True

    @property
    def face(self) -> float:
        """The apparent width while the card turns over: 1 for its face, negative for its back."""
        if self.leaving != "dead":
            return 1.0
        return cos(pi * min(1.0, self.passed / FLIP))

    @property
    def rect(self) -> pygame.Rect:
        """The card's rectangle on the screen."""
        rect = pygame.Rect(0, 0, round(self.pose.height * RATIO), round(self.pose.height))
        rect.center = round(self.pose.x), round(self.pose.y)
        return rect


class Painter:
    """Painter of the queue's cards."""

    def __init__(self, app: "App", standees: Standees) -> None:
        self._app, self._standees = app, standees

    def draw(self, surface: pygame.Surface, card: QueueCard, whole: int, is_hot: bool) -> None:
        """Draw a card; moving cards are shrunk from an image that is `whole` pixels high."""
        rect = card.rect
        if is_hot:
            rect.move_ip(0, -self._app.look.px(3))
        shown = self._shown(card, rect.size, whole)
        alpha = round(255 * max(0.0, min(1.0, card.pose.fade)))
        if alpha < 255:
            shown = shown.copy()
            shown.set_alpha(alpha)
        if alpha > 150 and card.face > 0.9 and not card.pose.lean:
            self._shadow(surface, rect)
        surface.blit(shown, shown.get_rect(center=rect.center))
        if not card.leaving and alpha >= 60 and card.pose.lean == 0:
            self._edges(surface, rect, card.marks, is_hot)

    def draw_badges(self, surface: pygame.Surface, card: QueueCard, is_hot: bool) -> None:
        """Draw the badges of a card; this comes after all cards, so that no card hides them."""
        alpha = round(255 * max(0.0, min(1.0, card.pose.fade)))
        if not card.leaving and alpha >= 60:
            rect = card.rect.move(0, -self._app.look.px(3) if is_hot else 0)
            self._badges(surface, rect, card.marks, alpha)

    def _shadow(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px = self._app.look.px

        def make() -> pygame.Surface:
            made = pygame.Surface((rect.width + px(6), rect.height + px(6)), pygame.SRCALPHA)
            for n in range(3):
                inner = made.get_rect().inflate(-n * px(2), -n * px(2))
                layer = pygame.Surface(made.get_size(), pygame.SRCALPHA)
                pygame.draw.rect(layer, (0, 0, 0, 36), inner, border_radius=px(7))
                made.blit(layer, (0, 0))
            return made

        soft = self._app.art.once(("card shadow", rect.size, self._app.look.scale), make)
        surface.blit(soft, soft.get_rect(center=(rect.centerx + px(2), rect.centery + px(3))))

    def _shown(self, card: QueueCard, size: tuple[int, int], whole: int) -> pygame.Surface:
        """Return an image of the card's face or back, at its current size and turn."""
        width, height = max(2, round(size[0] * abs(card.face))), max(2, size[1])
        if card.marks.state == "waiting" or card.marks.is_later:
            image = self._dimmed(card, size, whole)
        else:
            image = self._side(card, size, whole)
        if image.get_size() != (width, height):
            image = pygame.transform.smoothscale(image, (width, height))
        if card.pose.lean:
            image = pygame.transform.rotozoom(image, card.pose.lean, 1.0)
        return image

    def _side(self, card: QueueCard, size: tuple[int, int], whole: int) -> pygame.Surface:
        """Return the card's face or back; the face in full height while the card moves."""
        width, height = max(2, size[0]), max(2, size[1])
        if card.face < 0:
            return self._app.art.image("table/card-back", (width, height))
        if card.is_moving:
            width, height = max(2, round(whole * RATIO)), max(2, whole)
        return self.portrait(card.token, (width, height))

    def _dimmed(self, card: QueueCard, size: tuple[int, int], whole: int) -> pygame.Surface:
        """Return the card's face or back in the shade."""
        token, is_back = card.token, card.face < 0
        look = token.kind, token.side, token.life, token.most
        key = "dimmed", look, is_back, size, whole if card.is_moving else 0

        def make() -> pygame.Surface:
            made = self._side(card, size, whole).copy()
            made.fill((140, 128, 116, 255), special_flags=pygame.BLEND_RGBA_MULT)
            return made

        return self._app.art.once(key, make)

    def portrait(self, token: Token, size: tuple[int, int]) -> pygame.Surface:
        """Return a unit's portrait with its life."""
        key = "queue card", token.kind, token.side, token.life, token.most, size

        def make() -> pygame.Surface:
            made = self._standees.portrait(token.face, token.side, size).copy()
            if token.life is not None and token.most:
                self._life(made, token.life / token.most)
            return made

        return self._app.art.once(key, make)

    def _life(self, made: pygame.Surface, share: float) -> None:
        width, height = made.get_size()
        bar = pygame.Rect(0, 0, round(width * 0.8), max(4, height // 16))
        bar.midbottom = width // 2, round(height * 0.81)
        colour = life_colour(share)
        pygame.draw.rect(made, INK, bar, border_radius=bar.height // 2)
        inner = bar.inflate(-2, -2)
        inner.width = round(inner.width * max(0.0, min(1.0, share)))
        if inner.width > 0:
            pygame.draw.rect(made, colour, inner, border_radius=inner.height // 2)

    def _edges(
        self, surface: pygame.Surface, rect: pygame.Rect, marks: CardMarks, is_hot: bool
    ) -> None:
        """Draw the rim that shows a card's state."""
        px = self._app.look.px
        if marks.state == "acting":
            for grown, colour, width in (
                (px(4), INK, px(1)),
                (px(3), BRASS_LIGHT, px(3)),
            ):
                rim = rect.inflate(2 * grown, 2 * grown)
                pygame.draw.rect(surface, colour, rim, width, px(9))
        elif marks.state == "possible":
            dashes(surface, rect.inflate(px(4), px(4)), px(2), px(5))
        elif marks.state == "open":
            pygame.draw.rect(surface, BRASS, rect.inflate(px(4), px(4)), px(2), px(7))
        if is_hot:
            pygame.draw.rect(surface, CREAM, rect.inflate(px(4), px(4)), px(2), px(7))

    def _badges(
        self, surface: pygame.Surface, rect: pygame.Rect, marks: CardMarks, alpha: int
    ) -> None:
        app, px = self._app, self._app.look.px
        size, edge = px(18), rect.right + px(6)
        found = []
        if marks.count > 1:
            found.append(disc(app, app.words.say("queue", "group", count=marks.count), size))
        if marks.count and (marks.is_readied or marks.state == "possible"):
            found.append(disc(app, app.words.say("queue", "readied"), size))
        if marks.count and marks.state == "open":
            found.append(disc(app, app.words.say("queue", "open"), size, CREAM))
        if marks.tag:
            found.append(_waiting(app, size))
        for badge in found:
            place = badge.get_rect(midright=(edge, rect.y + px(4)))
            if marks.is_later:
                badge = badge.copy()
                badge.set_alpha(alpha)
            surface.blit(badge, place)
            edge = place.left + px(3)


def _waiting(app: "App", size: int) -> pygame.Surface:
    """Return the badge of a unit whose turn waits for the end of an encounter."""

    def make() -> pygame.Surface:
        made = disc(app, "", size).copy()
        icon = app.art.image("icons/hourglass", (size * 3 // 5, size * 3 // 5), INK)
        made.blit(icon, icon.get_rect(center=made.get_rect().center))
        return made

    return app.art.once(("waiting badge", size), make)


def dashes(surface: pygame.Surface, rect: pygame.Rect, width: int, step: int) -> None:
    """Draw a dashed brass rim."""
    for x in range(rect.left, rect.right, 2 * step):
        end = min(x + step, rect.right - 1)
        for y in (rect.top, rect.bottom - width):
            pygame.draw.rect(surface, BRASS_LIGHT, (x, y, end - x, width))
    for y in range(rect.top, rect.bottom, 2 * step):
        end = min(y + step, rect.bottom - 1)
        for x in (rect.left, rect.right - width):
            pygame.draw.rect(surface, BRASS_LIGHT, (x, y, width, end - y))
