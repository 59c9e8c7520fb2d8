"""A row for choosing one of several options with left and right."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BRASS_DARK, CREAM, INK, INK_FADED, PARCHMENT_EDGE
from game.client.kit.widgets.drawing import arrow, box
from game.client.kit.widgets.labelled_row import LabelledRow

if TYPE_CHECKING:
    from game.client.kit.app import App

T = TypeVar("T")


class ChoiceRow(LabelledRow, Generic[T]):
    """A row that shows the selected option.

    Left and right select other options, and confirm selects the next option.
    """

    sound = "button"

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[T, str]],
        value: T,
        on_change: Callable[[T], object],
        about: str = "",
        reason: str = "",
    ) -> None:
        super().__init__(label, about, reason)
        self.options = tuple(options)
        self._place = next((n for n, (it, _) in enumerate(self.options) if it == value), 0)
        self.abouts: Mapping[T, str] = {}
        """What the tooltip says of each option."""
        self._on_change = on_change
        self._arrows = pygame.Rect(0, 0, 1, 1), pygame.Rect(0, 0, 1, 1)

    @property
    def value(self) -> T:
        """The selected value."""
        return self.options[self._place][0]

    @property
    def tip(self) -> str:
        told = "" if self.reason else self.abouts.get(self.value, "")
        return "\n".join(filter(None, (super().tip, told)))

    def set(self, value: T) -> None:
        """Select a value without calling `on_change`."""
        self._place = next(
            (n for n, (it, _) in enumerate(self.options) if it == value), self._place
        )

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        side = min(self.rect.height, app.look.px(30))
        left = pygame.Rect(self._setting.x, self.rect.y, side, self.rect.height)
        right = pygame.Rect(self._setting.right - side, self.rect.y, side, self.rect.height)
        self._arrows = left, right

    def _turn(self, by: int, is_round: bool) -> None:
        to = self._place + by
        if is_round:
            to %= len(self.options)
        if 0 <= to < len(self.options) and to != self._place:
            self._place = to
            self._on_change(self.value)

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            self._turn(1 if event.name == "right" else -1, False)
            return True
        if isinstance(event, Act) and event.name == "confirm":
            self._turn(1, True)
            return True
        if isinstance(event, Pointer) and event.kind == "up" and event.button == 1:
            if self.rect.collidepoint(event.at):
                self._turn(-1 if self._arrows[0].collidepoint(event.at) else 1, True)
            return True
        return False

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self.draw_row(surface, app, is_focused, is_hovered)
        px = app.look.px
        ground = pygame.Rect(self._setting.x, 0, self._setting.width, min(px(32), self.rect.height))
        ground.centery = self.rect.centery
        box(app, surface, ground, CREAM, PARCHMENT_EDGE, 1, 5)
        colour = INK if self.is_enabled else INK_FADED
        ends = self._place > 0, self._place < len(self.options) - 1
        for rect, way, is_more in zip(self._arrows, ("left", "right"), ends, strict=True):
            tone = BRASS_DARK if is_more and self.is_enabled else PARCHMENT_EDGE
            arrow(surface, tone, rect.center, px(6), way)
        room = self._setting.width - 2 * self._arrows[0].width
        words, size = app.type.fit(self.options[self._place][1], room)
        line = app.type.line(words, "sans", size, colour)
        surface.blit(line, line.get_rect(center=self._setting.center))
