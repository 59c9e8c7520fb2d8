"""Input for looking around: drag and zoom the board, point at tiles, describe them."""

from collections.abc import Callable, Iterator

from game.client.battle.context import BattleContext
from game.client.battle.presenter import Presenter
from game.client.board.threat_marks import damage_text
from game.client.kit.inputs import Act, Pointer, Released
from game.client.panels.forecast_page import marked
from game.core.cells import Cell
from game.present.forecast.marks import ForecastMark
from game.terms.texts import titles_text

DRAG = 6
"""Pixels that a pressed pointer must move before the board is dragged."""
PAGE = 200
"""Pixels that a page key scrolls the log, at 100%."""


class BoardInput:
    """Input for looking at the board and panels of the battle screen."""

    def __init__(self, seat: BattleContext, showing: Presenter) -> None:
        self._seat, self._showing = seat, showing
        self._looks: dict[str, Callable[[], object]] = {
            "zoom_in": lambda: seat.board.camera.zoom(1),
            "zoom_out": lambda: seat.board.camera.zoom(-1),
            "center": self._center,
            "threats": self._threats,
            "things": self._shows_things,
            "describe": self._describe,
            "page_up": lambda: seat.log.scroll(seat.app.look.px(PAGE)),
            "page_down": lambda: seat.log.scroll(-seat.app.look.px(PAGE)),
        }
        self._pressed: tuple[int, int] | None = None
        self._held = 0
        """Mouse button that was last pressed."""
        self._dragged = False
        self._is_click = False
        """Whether the mouse button last released was the left one, pressed on the board too."""
        self._at: tuple[int, int] | None = None
        """Last position of the pointer, or None."""

    def looked(self, event: Act) -> bool:
        """Handle an action that only looks around; return whether the action was one of these."""
        look = self._looks.get(event.name)
        if look is None:
            return False
        look()
        return True

    def let_up(self, event: Released) -> bool:
        """Handle the release of a key that only shows something; return whether it was one."""
        if event.name != "things":
            return False
        self._seat.board.shows_usable = False
        return True

    def _shows_things(self) -> None:
        """Mark the things that can be used, until the key or the middle button is released."""
        seat = self._seat
        seat.board.shows_usable = True
        if not seat.board.usable:
            seat.app.notices.add(seat.say("nothing_to_use"))

    def _center(self) -> None:
        """Centre on the unit whose turn it is."""
        self._seat.board.camera.fit()
        actor = self._seat.actor
        if actor and actor.at:
            self._seat.board.camera.show(actor.at)

    def _threats(self) -> None:
        """Show or hide all threats."""
        seat = self._seat
        seat.shows_threats = not seat.shows_threats
        seat.lessons.did("threats")
        self._showing.marks()

    def _describe(self) -> None:
        """Describe the tile pointed at in words, or else the acting unit's tile."""
        seat = self._seat
        cell = seat.hovered or seat.cursor or (seat.actor.at if seat.actor else None)
        if cell is not None and not seat.sitting.is_held:
            seat.app.notices.add(self.in_words(cell))
            seat.lessons.did("describe")

    def in_words(self, cell: Cell) -> str:
        """Describe a tile in words: its units, the foes that threaten it, the forecast there."""
        seat = self._seat
        tile = seat.sitting.tile(seat.view, cell)
        parts = [tile.title, *tile.lines]
        token = seat.board.token_at(cell)
        if token is not None:
            parts.append(", ".join(dict.fromkeys((token.title, seat.title(token.side)))))
            parts += [one.title for one in token.conditions]
        found = seat.threats.on(cell)
        names = [one.title for id, _ in found if (one := seat.picture.token(id))]
        if names:
            damage = damage_text(sum(damage for _, damage in found))
            parts.append(seat.say("threatened", who=titles_text(names), damage=damage))
        parts += [marked(seat.app, mark, seat.picture) for mark in self._marks_at(cell)]
        return f"{cell[0]}, {cell[1]}: {'; '.join(parts)}."

    def _marks_at(self, cell: Cell) -> Iterator[ForecastMark]:
        """Yield the marks of the forecast on a tile and its units, and those without a place."""
        seat = self._seat
        here = {one.id for one in seat.picture.tokens if cell in one.cells}
        for mark in seat.board.marks.forecast:
            is_near = mark.unit is None or mark.unit in here
            if mark.at == cell or (mark.at is None and is_near):
                yield mark

    # Pointer

    def moves(self, event: Pointer) -> bool | None:
        """Drag or zoom the board; return whether it moved, or None for any other event."""
        camera = self._seat.board.camera
        if event.kind == "wheel" and camera.rect.collidepoint(event.at):
            camera.zoom(event.amount, event.at)
            return True
        if event.kind == "down" and not self._seat.forecast.rect.collidepoint(event.at):
            self.let_card_go()
        if event.button == 2 and event.kind in ("down", "up"):
            was_dragged = self.drags(event)
            if event.kind == "up":
                if not was_dragged:
                    self._keep_card(event.at)
                return self.let_up(Released("things"))
            if camera.rect.collidepoint(event.at):
                self._shows_things()
            return True
        if self.drags(event):
            return True
        return False if self.stays(event) else None

    def _keep_card(self, at: tuple[int, int]) -> None:
        """Keep the card of the unit at a point in the panel, until the next press elsewhere."""
        seat, cell = self._seat, self._seat.board.camera.cell(at)
        token = seat.board.token_at(cell) if cell is not None else None
        if token is not None and not seat.sitting.is_held:
            self._showing.card(token.id)
            seat.forecast.is_kept = True

    def let_card_go(self) -> None:
        """Show what is pointed at again, if a card was kept."""
        if self._seat.forecast.is_kept:
            self._seat.forecast.is_kept = False
            self._showing.marks()

    def stays(self, event: Pointer) -> bool:
        """Return whether the pointer has only moved within a tile."""
        camera = self._seat.board.camera
        was, self._at = self._at, event.at
        if event.kind != "move" or was is None or self._pressed is not None:
            return False
        cell = camera.cell(event.at)
        is_same = cell is not None and cell == camera.cell(was) == self._seat.hovered
        return is_same and not self._seat.board.shared_by(cell)

    @property
    def is_dragging(self) -> bool:
        """Return whether the pointer is dragging the board."""
        return self._dragged

    def drags(self, event: Pointer) -> bool:
        """Drag the board with the pointer; return whether the event is part of a drag."""
        camera = self._seat.board.camera
        if event.kind == "down" and event.button in (1, 2):
            inside = camera.rect.collidepoint(event.at)
            self._pressed, self._dragged = (event.at if inside else None), False
            self._held = event.button
        elif event.kind == "move" and self._pressed is not None:
            dx, dy = event.at[0] - self._pressed[0], event.at[1] - self._pressed[1]
            if self._dragged or max(abs(dx), abs(dy)) > self._seat.app.look.px(DRAG):
                camera.pan(dx, dy)
                self._pressed, self._dragged = event.at, True
                return True
        elif event.kind == "up" and event.button in (1, 2):
            dragged = self._dragged
            was_pressed = self._pressed is not None and self._held == event.button
            self._is_click = was_pressed and event.button == 1
            self._pressed, self._dragged = None, False
            return dragged
        return False

    def point(self, at: tuple[int, int]) -> Cell | None:
        """Point at the tile at a point, and at one of the units that share it; return the tile."""
        seat, camera = self._seat, self._seat.board.camera
        cell = camera.cell(at)
        is_other = seat.bring_forward(cell, camera.position(at)[0] % 1)
        if cell != seat.hovered or is_other:
            seat.hovered = cell
            self._showing.marks()
        return cell

    def follow(self) -> None:
        """Point at the tile that a gliding view has brought under the pointer."""
        if self._seat.hovered is not None and self._at is not None:
            self.point(self._at)

    def let_go(self) -> None:
        """End dragging, because another scene was on top meanwhile."""
        self._pressed, self._dragged = None, False
        self._seat.board.shows_usable = False
