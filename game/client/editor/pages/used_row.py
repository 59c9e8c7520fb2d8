"""The wares used last, which answer to the keys 1 to 9."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import Standees
from game.client.editor.desk.editing import MOST_USED, Editing
from game.client.editor.pages.palette_list import ground_picture
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BRASS_LIGHT, CREAM, INK_FADED, PARCHMENT_EDGE, SMALL, WALNUT_DARK
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box, focus_edge
from game.workshop.palette import Ware

if TYPE_CHECKING:
    from game.client.kit.app import App


class UsedRow(Widget):
    """A row of small pictures with their numbers; left and right move along it."""

    follows_pointer = False

    def __init__(self, editing: Editing, on_take: Callable[[Ware], object]) -> None:
        super().__init__()
        self.editing, self._on_take = editing, on_take
        self.pictures: Standees | None = None
        self._cursor = 0

    def take(self, n: int) -> bool:
        """Take a ware in hand by its place; return whether there is one."""
        if not 0 <= n < len(self.editing.used):
            return False
        self._cursor = n
        self._on_take(self.editing.used[n])
        return True

    def _cell(self, n: int) -> pygame.Rect:
        wide = self.rect.width // MOST_USED
        side = min(wide - 2, self.rect.height)
        rect = pygame.Rect(self.rect.x + n * wide, 0, side, side)
        rect.centery = self.rect.centery
        return rect

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            moved = self._cursor + (1 if event.name == "right" else -1)
            is_inside = 0 <= moved < len(self.editing.used)
            self._cursor = moved if is_inside else self._cursor
            return is_inside
        if isinstance(event, Act) and event.name == "confirm":
            return self.take(self._cursor)
        if isinstance(event, Pointer) and event.button == 1:
            found = (n for n in range(MOST_USED) if self._cell(n).collidepoint(event.at))
            n = next(found, -1)
            return event.kind == "down" or self.take(n)
        return False

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, used = app.look.px, self.editing.used
        if not used:
            words = app.words.say("editor", "none_used")
            line = app.type.fit_line(words, self.rect.width, "sans", SMALL, INK_FADED)
            surface.blit(line, line.get_rect(center=self.rect.center))
        for n, ware in enumerate(used):
            rect = self._cell(n)
            is_held = ware == self.editing.ware
            edge = BRASS_LIGHT if is_held else PARCHMENT_EDGE
            box(app, surface, rect.inflate(px(2), px(2)), WALNUT_DARK, edge, 2, 3)
            inner = rect.inflate(-px(4), -px(4))
            image = self._picture(app, ware, inner.width)
            surface.blit(image, image.get_rect(center=inner.center))
            number = app.type.line(str(n + 1), "sans bold", SMALL - 2, CREAM)
            ground = number.get_rect(topleft=rect.topleft).inflate(px(4), 0)
            surface.fill(WALNUT_DARK, ground)
            surface.blit(number, number.get_rect(center=ground.center))
            if is_focused and n == self._cursor:
                focus_edge(app, surface, rect.inflate(px(2), px(2)), 3)

    def _picture(self, app: "App", ware: Ware, size: int) -> pygame.Surface:
        if ware.what == "ground" or self.pictures is None:
            return ground_picture(app, ware.id, size)
        return self.pictures.portrait(ware.id, self.editing.side, (size * 6 // 7, size))
