"""A layer with everything that rarely changes, drawn once: table, panels, ground."""

from collections.abc import Iterator

import pygame

from game.client.battle.context import BattleContext, Panel
from game.client.board.board_view import BoardView
from game.client.kit.images import Art

PLANKS = 512
DRAWN = 0.004
"""Seconds after the beginning of a tick in which the drawing of another panel may begin."""


class StaticLayer:
    """An image of the whole window without the tokens.

    The ground is added once it has looked the same for two frames. While the board is being panned,
    the ground is drawn straight to the window.

    In a tick without enough time, the rest of the panels is drawn in the next frames. Until all are
    drawn, the window shows the image before. If people share the machine, or panels are new, all
    are drawn at once, so that nothing secret stays in sight.
    """

    def __init__(self) -> None:
        self.is_stale = True
        """Whether a panel has changed since the image was drawn."""
        self.is_behind = False
        """Whether the last frame lacks changes that the next frames will show."""
        self._made: pygame.Surface | None = None
        """The last image with all panels."""
        self._next: pygame.Surface | None = None
        """The image being drawn, or the one before the last, to be drawn over."""
        self._due: list[Panel] = []
        """The panels that the image being drawn still lacks."""
        self._board: BoardView | None = None
        self._size = 0, 0
        self._look: tuple[object, ...] | None = None
        """`BoardView.look` in the last frame."""
        self._laid: tuple[object, ...] | None = None
        """`BoardView.look` of the ground drawn on the last image, or None if none is drawn."""
        self._version = 0
        """`Art.version` of the images drawn on this layer."""

    def draw(self, surface: pygame.Surface, art: Art, seat: BattleContext) -> None:
        """Draw everything except the tokens."""
        is_new = self._renew(surface.get_size(), seat.board)
        if self._version != art.version:
            self._version, self.is_stale, self._laid = art.version, True, None
        look, rect = seat.board.look, seat.board.camera.rect
        if self._laid != look:
            self._laid = None
        self._panels(surface.get_size(), art, seat, is_whole=is_new or seat.is_shared)
        made = self._made
        if made is not None and look is not None and look == self._look and look != self._laid:
            planks(made, art, rect)
            seat.board.draw_flat(made)
            self._laid = look
        self._look = look
        shown = made if made is not None else self._next
        assert shown is not None
        surface.blit(shown, (0, 0))
        if look is None or look != self._laid:
            planks(surface, art, rect)
            seat.board.draw_flat(surface)
        self.is_behind = bool(self._due) or self.is_stale

    def prepared(self, size: tuple[int, int], art: Art, seat: BattleContext) -> Iterator[None]:
        """Draw the panels for the next frame, and yield after as many as a tick has time for."""
        self._renew(size, seat.board)
        self._due, self.is_stale = [], True
        self._panels(size, art, seat, is_whole=False)
        while self._due:
            yield
            self._panels(size, art, seat, is_whole=False)
        yield

    def _renew(self, size: tuple[int, int], board: BoardView) -> bool:
        """Forget the images if the window's size or the board is another; return whether it is."""
        is_begun = self._made is not None or self._next is not None
        if is_begun and self._board is board and self._size == size:
            return False
        self._made = self._next = self._laid = None
        self._due, self._board, self.is_stale, self._size = [], board, True, size
        return is_begun

    def _panels(
        self, size: tuple[int, int], art: Art, seat: BattleContext, *, is_whole: bool
    ) -> None:
        """Draw panels that have changed, if `is_whole` all of them, else while there is time."""
        if self.is_stale and (is_whole or not self._due):
            self.is_stale = False
            self._next = self._next if self._next is not None else pygame.Surface(size)
            planks(self._next, art, self._next.get_rect())
            self._due = list(seat.parts)
        elif not self._due:
            return
        assert self._next is not None
        while self._due:
            self._due.pop(0).draw(self._next)
            if not (is_whole or seat.app.time.is_within(DRAWN)):
                break
        if not self._due:
            if self._made is not None and self._laid is not None:
                rect = seat.board.camera.rect
                self._next.blit(self._made, rect, rect)
            self._made, self._next = self._next, self._made


def planks(surface: pygame.Surface, art: Art, rect: pygame.Rect) -> None:
    """Draw the planks of the table within a rectangle."""
    image, clip = art.opaque("table/planks", (PLANKS, PLANKS)), surface.get_clip()
    surface.set_clip(rect)
    for y in range(rect.top // PLANKS * PLANKS, rect.bottom, PLANKS):
        for x in range(rect.left // PLANKS * PLANKS, rect.right, PLANKS):
            surface.blit(image, (x, y))
    surface.set_clip(clip)
