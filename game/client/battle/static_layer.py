"""A layer with everything that rarely changes, drawn once: table, panels, ground."""

import pygame

from game.client.battle.context import BattleContext
from game.client.kit.images import Art

PLANKS = 512


class StaticLayer:
    """An image of the whole window without the tokens.

    The ground is added once it has looked the same for two frames. While the board is being panned,
    the ground is drawn straight to the window.
    """

    def __init__(self) -> None:
        self.is_stale = True
        """Whether a panel has changed since the image was drawn."""
        self._made: pygame.Surface | None = None
        self._look: tuple[object, ...] | None = None
        """`BoardView.look` in the last frame."""
        self._laid: tuple[object, ...] | None = None
        """`BoardView.look` of the ground drawn on this layer, or None if none is drawn."""
        self._version = 0
        """`Art.version` of the images drawn on this layer."""

    def draw(self, surface: pygame.Surface, art: Art, seat: BattleContext) -> None:
        """Draw everything except the tokens."""
        made = self._made
        if made is None or made.get_size() != surface.get_size():
            made = self._made = pygame.Surface(surface.get_size())
            self.is_stale = True
        if self._version != art.version:
            self._version, self.is_stale = art.version, True
        if self.is_stale:
            self.is_stale, self._laid = False, None
            planks(made, art, made.get_rect())
            for part in seat.parts:
                part.draw(made)
        look, rect = seat.board.look, seat.board.camera.rect
        if look is not None and look == self._look and look != self._laid:
            planks(made, art, rect)
            seat.board.draw_flat(made)
            self._laid = look
        self._look = look
        surface.blit(made, (0, 0))
        if look is None or look != self._laid:
            if self._laid is not None:
                planks(surface, art, rect)
            seat.board.draw_flat(surface)


def planks(surface: pygame.Surface, art: Art, rect: pygame.Rect) -> None:
    """Draw the planks of the table within a rectangle."""
    image, clip = art.opaque("table/planks", (PLANKS, PLANKS)), surface.get_clip()
    surface.set_clip(rect)
    for y in range(rect.top // PLANKS * PLANKS, rect.bottom, PLANKS):
        for x in range(rect.left // PLANKS * PLANKS, rect.right, PLANKS):
            surface.blit(image, (x, y))
    surface.set_clip(clip)
