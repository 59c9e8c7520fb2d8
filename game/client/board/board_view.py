"""The board on the screen: ground, marks, tokens from far to near, and brief effects."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pygame

from game.client.board.camera import Camera, clipped
from game.client.board.edge_shadow import draw_rim
from game.client.board.floating_effects import (
    RISE,
    Projectile,
    Ripple,
    Rising,
    flight_seconds,
)
from game.client.board.forecast_drawing import ForecastDrawing
from game.client.board.ground_layer import GroundLayer, rim_of
from game.client.board.objective_marks import (
    ObjectiveMark,
    draw_objective_tiles,
    draw_objective_units,
    marks_of,
)
from game.client.board.overlays import (
    BoardMarks,
    Zone,
    brackets,
    draw_above,
    draw_cursor,
    draw_ground,
    hides_names,
    zones_of,
)
from game.client.board.rim_numbers import draw_numbers
from game.client.board.shared_tiles import rooms, shared
from game.client.board.standees import SideStand, Standees
from game.client.board.terrain_looks import TerrainLook
from game.client.board.threat_marks import draw_threats_above
from game.client.board.token_drawing import TokenDrawing
from game.client.board.token_motion import Actor, DeathPlace
from game.client.board.token_places import heads_of, place_of
from game.client.board.traps_and_graves import draw_fallen, draw_traps
from game.client.board.usable_marks import draw_usable
from game.client.kit.images import Art
from game.client.kit.theme import BRASS_LIGHT, Colour
from game.client.kit.typography import Type
from game.core.cells import Cell
from game.present.picture import Picture, Token, UsableThing

CALMING = 16.0
"""Decrease of the table's shaking, in pixels per second."""
SHAKES = 34
"""Shakes per second."""
BREAST = 0.35
"""Distance of a token's middle from the upper edge of its tile, in tiles."""
RIM = 18
"""Depth of the shadow where the board extends beyond its rectangle, in pixels at 100%."""
SHARED = 0.28
"""Extra width of the bracket around a shared tile on each side, in tiles."""


class BoardView:
    """The board of one battle."""

    pointed: Cell | None = None
    """Tile under the pointer or the cursor, whose numbers on the rim are bright, or None."""

    def __init__(
        self,
        art: Art,
        kind: Type,
        looks: Mapping[str, TerrainLook],
        book: str,
        sides: Mapping[str, SideStand],
        size: tuple[int, int],
    ) -> None:
        self.art, self.type = art, kind
        self.camera = Camera(*size)
        self.ground = GroundLayer(art, looks, is_sliced=True)
        self.standees = Standees(art, book, sides)
        self.actors: dict[str, Actor] = {}
        self.tokens: dict[str, Token] = {}
        self.fallen: dict[str, DeathPlace] = {}
        """Places where units were seen to die, by unit."""
        self.marks = BoardMarks()
        self.zones: tuple[Zone, ...] = ()
        """Zones of the map, shown unless `marks` has other zones."""
        self.laid: tuple[Cell, ...] = ()
        """Tiles of known traps."""
        self.objectives: tuple[ObjectiveMark, ...] = ()
        """Open objectives with a place on the board, and watched tiles."""
        self._colours = {id: stand.colour for id, stand in sides.items()}
        self._drawing = TokenDrawing(self.camera, self.standees, kind)
        self._forecast = ForecastDrawing(self.camera, art, kind, self.standees)
        self._every: dict[str, Token] = {}
        """All units of the picture by id, those off the board too."""
        self.usable: tuple[UsableThing, ...] = ()
        """Things that units can use, marked while `shows_usable` is set."""
        self.shows_usable = False
        self.selected: str | None = None
        self.highlighted: str | None = None
        """Unit with brackets around it, for example while you point at its portrait, or None."""
        self.front: str | None = None
        """Unit that is pointed at, of several on one tile."""
        self.rising: list[Rising] = []
        self.flights: list[Projectile] = []
        self.rings: list[Ripple] = []
        self.quake = 0.0
        """Current strength of the table's shaking, in pixels at 100%."""
        self._time = 0.0
        self._gone: dict[str, Token] = {}
        """Tokens that are leaving the board, as they were last shown."""
        self._drawn_at = 0, 1.0
        """Size of tiles, and scale, in the previous frame."""
        self._painted: list[str] = []
        self._changes = 0
        """Number of changes to the map so far."""

    # Position

    def show(self, picture: Picture) -> None:
        """Show a position; moving tokens finish their motion first."""
        self.laid, self.usable = picture.laid, picture.usable
        self.objectives = marks_of(picture, self._colours)
        self._changes += self.ground.show(picture.map.rows, picture.map.legend, picture.unwalkable)
        if picture.map.zones != self._painted:
            self._painted = picture.map.zones
            self.zones = zones_of(self._painted, picture.map.zone_names)
        self._bury(picture)
        self._gone |= {id: self.tokens[id] for id in self.tokens if id in self.actors}
        self._every = {token.id: token for token in picture.tokens}
        self.tokens = {id: token for id, token in self._every.items() if token.at is not None}
        for id, token in self.tokens.items():
            assert token.at is not None
            actor = self.actors.get(id)
            if actor is None:
                self.actors[id] = Actor(*token.at, is_left=token.at[0] * 2 > self.camera.width)
            elif not actor.motions:
                actor.settle(token.at)
        self._leave()
        self._make_room()

    def _bury(self, picture: Picture) -> None:
        """Update the places of deaths; undo may bring units back to life."""
        for token in picture.tokens:
            if not token.is_dead or token.at is not None:
                self.fallen.pop(token.id, None)
                continue
            before = self.tokens.get(token.id)
            if before is not None and before.at is not None:
                self.fallen[token.id] = DeathPlace(before.at, before.span)

    def _leave(self) -> None:
        """Remove tokens that are off the board and have finished moving."""
        for id in [id for id in self.actors if id not in self.tokens]:
            if not self.actors[id].motions:
                del self.actors[id]
        self._gone = {id: token for id, token in self._gone.items() if id in self.actors}

    def _make_room(self) -> None:
        """Place tokens that share a tile apart, facing each other, and keep heads clear."""
        for id, room in rooms(self.tokens.values()).items():
            actor = self.actors.get(id)
            if actor is None:
                continue
            if room[0] and actor.room[0] != room[0]:
                actor.is_left = room[0] > 0
            actor.room = room

    def settle(self) -> None:
        """End all motion at once."""
        self._make_room()
        for id, token in self.tokens.items():
            if token.at is not None and id in self.actors:
                self.actors[id].settle(token.at)
        for actor in self.actors.values():
            actor.finish()
        self._leave()
        self._clear()
        self.camera.arrive()

    def _clear(self) -> None:
        for passing in (self.rising, self.flights, self.rings):
            passing.clear()
        self.quake = 0.0

    @property
    def is_moving(self) -> bool:
        """Return whether a token or a projectile is moving."""
        return bool(self.flights) or any(actor.motions for actor in self.actors.values())

    @property
    def is_alive(self) -> bool:
        """Return whether anything on the board changes by itself."""
        return (
            self.is_moving
            or bool(self.rising or self.rings)
            or self.quake > 0
            or self.camera.is_gliding
            or self.ground.is_behind
            or any(actor.is_moving for actor in self.actors.values())
        )

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the board has to be drawn again."""
        alive = self.is_alive
        if not alive:
            return False
        if self.type.look.speed <= 0:
            self._at_once()
            return True
        self._make_room()
        for actor in self.actors.values():
            actor.update(seconds)
        self._leave()
        self._pass(seconds)
        self._time += seconds
        return True

    def _pass(self, seconds: float) -> None:
        """Age the brief effects, and remove those that have ended."""
        for words in self.rising:
            words.age += seconds
        for flight in self.flights:
            flight.age += seconds
        for ring in self.rings:
            ring.age += seconds
        self.rising = [one for one in self.rising if one.age < one.lasts]
        self.flights = [one for one in self.flights if one.age < one.seconds]
        self.rings = [one for one in self.rings if one.age < one.lasts]
        self.quake = max(0.0, self.quake - seconds * CALMING)
        self.camera.update(seconds)

    def _at_once(self) -> None:
        """End all motion at once, because the player has switched motion off."""
        self._make_room()
        for actor in self.actors.values():
            actor.finish()
        self._leave()
        self._clear()
        self.camera.arrive()

    # Brief effects

    def tell(self, words: str, at: tuple[float, float], colour: Colour) -> None:
        """Show words that rise from a place, given in tiles."""
        if self.type.look.speed <= 0:
            return
        near = {
            one.place
            for one in self.rising
            if abs(one.at[0] - at[0]) < 1 and abs(one.at[1] - at[1]) < 1 and one.age < RISE / 2
        }
        place = next(n for n in range(len(near) + 1) if n not in near)
        self.rising.append(Rising(words, at, colour, place))

    def fly(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        kind: str,
        seconds: float | None = None,
    ) -> float:
        """Show something flying between tiles: an arrow, bolt, knife, spell, or anything thrown.

        Return the seconds the flight takes: `seconds`, or the time at normal speed.
        """
        if self.type.look.speed <= 0:
            return 0.0
        seconds = flight_seconds(start, end) if seconds is None else seconds
        begin, stop = ((x + 0.5, y + BREAST) for x, y in (start, end))
        self.flights.append(Projectile(kind, begin, stop, seconds))
        return seconds

    def flash(
        self, at: tuple[float, float], colour: Colour = BRASS_LIGHT, span: float = 1.0
    ) -> None:
        """Show a ring that widens around a tile, or around a square of tiles."""
        if self.type.look.speed > 0:
            self.rings.append(Ripple((at[0] + span / 2, at[1] + span / 2), colour, span))

    def token_at(self, cell: Cell) -> Token | None:
        """Return the token on a tile, or None.

        Of several tokens, return `front` if it is among them, or else the nearest to the viewer.
        """
        found = [token for token in self.tokens.values() if cell in token.cells]
        front = self.front
        return max(found, key=lambda t: (t.id == front, not t.is_down, t.id), default=None)

    def bring_forward(self, cell: Cell | None, share: float) -> bool:
        """Choose one of the tokens that share a tile: at `share` of its width, from the left.

        Return whether the chosen token has changed.
        """
        some = self.shared_by(cell)
        front = some[min(len(some) - 1, int(share * len(some)))].id if some else None
        is_other, self.front = front != self.front, front
        return is_other

    def shared_by(self, cell: Cell | None) -> list[Token]:
        """Return the tokens that share a tile from left to right; empty if fewer than two."""
        some = shared(self.tokens.values()).get(cell, []) if cell is not None else []
        return some if len(some) > 1 else []

    def shares(self, cell: Cell) -> list[float]:
        """Return the middle of each unit's part of a tile, as shares of its width."""
        count = max(1, len(self.shared_by(cell)))
        return [(n + 0.5) / count for n in range(count)]

    def front_share(self, cell: Cell) -> float:
        """Return the middle of the pointed-at unit's part of a tile, or else of the whole tile."""
        some = self.shared_by(cell)
        found = (n for n, token in enumerate(some) if token.id == self.front)
        count = max(1, len(some))
        return (next(found, (count - 1) / 2) + 0.5) / count

    # Drawing

    @property
    def look(self) -> tuple[object, ...] | None:
        """The values that decide how the ground looks; equal values give the same ground.

        None while the ground moves or isn't fully drawn.
        """
        if self.quake > 0 or self.ground.is_behind or self.camera.is_gliding:
            return None
        camera, marks = self.camera, self._marks()
        place = camera.corner((0, 0)), camera.tile, camera.rect.topleft, camera.rect.size
        upon = (
            self.laid,
            self.objectives,
            marks.zones,
            marks.threats,
            self._taken() if marks.threats or hides_names(camera, marks.zones) else None,
            marks.reach,
            marks.area,
            marks.path,
            marks.start,
            self.ground.replaced,
        )
        return *place, self._changes, *upon

    def _marks(self) -> BoardMarks:
        """Return the marks, with the map's zones if they have none."""
        return self.marks if self.marks.zones else replace(self.marks, zones=self.zones)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board into its rectangle."""
        self.draw_flat(surface)
        self.draw_standing(surface)

    @contextmanager
    def _within(self, surface: pygame.Surface) -> Iterator[None]:
        """Clip drawing to the board's rectangle, and shake the drawing with the table."""
        camera, rect = self.camera, self.camera.rect
        with clipped(surface, self.camera.rect):
            camera.rect = rect.move(self._shift())
            try:
                yield
            finally:
                camera.rect = rect

    def draw_flat(self, surface: pygame.Surface) -> None:
        """Draw the ground and the marks and traps on it."""
        self._forget_old_sizes()
        with self._within(surface):
            self.ground.draw(surface, self.camera)
            draw_objective_tiles(surface, self.camera, self.art, self.objectives)
            draw_traps(surface, self.camera, self.standees, self.laid)
            marks = self._marks()
            draw_ground(surface, self.camera, self.art, self.type, marks, self._taken())

    def draw_standing(self, surface: pygame.Surface) -> None:
        """Draw the tokens, and all marks and effects above them."""
        camera, marks = self.camera, self.marks
        with self._within(surface):
            self._drawing.numbers.clear()
            self._forecast.draw_under(
                *(surface, marks.forecast, self._every, self.ground),
                self.selected if marks.path else None,
            )
            if self.shared_by(marks.cursor):  # above the tokens, the frame would cut through them
                draw_cursor(surface, camera, self.art, marks)
                marks = replace(marks, cursor=None)
            self._tokens(surface)
            self._above(surface, marks)
        with clipped(surface, self.camera.rect):
            draw_rim(surface, camera, self.art, self.type.look.px(RIM))
            heads = heads_of(self.tokens, self.actors, camera, self.standees.head_box)
            draw_numbers(surface, camera, self.type, rim_of(camera), self.pointed, heads)
        with self._within(surface):
            self._forecast.draw_over(surface, marks.forecast, self.tokens, self.actors)
            surface.blits(self._drawing.numbers)
        with clipped(surface, self.camera.rect):
            for flight in self.flights:
                flight.draw(surface, camera, self.art)
            for words in self.rising:
                words.draw(surface, camera, self.type, self.art, self.type.look.is_calm)

    def _above(self, surface: pygame.Surface, marks: BoardMarks) -> None:
        camera = self.camera
        for ring in self.rings:
            ring.draw(surface, camera, self.art)
        draw_threats_above(surface, camera, self.art, self.type, marks.threats, self._taken())
        places = {id: self._place(token) for id, token in self.tokens.items()}
        draw_objective_units(surface, camera, self.art, self.objectives, places)
        draw_above(surface, camera, self.art, self.type, marks, self._targets(), self._aim())
        if self.shows_usable:
            draw_usable(surface, camera, self.art, self.type, self.usable, self._taken())
        for id in {self.highlighted, self.front} - {None}:
            self.highlight(surface, id or "")

    def _forget_old_sizes(self) -> None:
        """Drop the drawn ground if the interface scale has changed."""
        size = self.camera.tile, self.type.look.scale
        if size[1] != self._drawn_at[1]:
            self.ground.clear()
        self._drawn_at = size

    def _shift(self) -> tuple[int, int]:
        if self.quake <= 0 or self.type.look.is_calm:
            return 0, 0
        turn, far = int(self._time * SHAKES), self.quake * self.type.look.scale
        return round(far * (1 if turn % 2 else -1)), round(far * 0.5 * (1 if turn % 3 else -1))

    def _taken(self) -> frozenset[Cell]:
        """Return the tiles with tokens."""
        return frozenset(cell for token in self.tokens.values() for cell in token.cells)

    def _targets(self) -> list[tuple[tuple[float, float], float]]:
        """Return the corner and size of each bracket: around each tile, wider if units share it."""
        left = set(self.marks.targets)
        found: list[tuple[tuple[float, float], float]] = []
        for token in self.tokens.values():
            if token.span > 1 and token.at is not None and left & token.cells:
                found.append((token.at, token.span))
                left -= token.cells
        at = [token.at for token in self.tokens.values()]
        wide = [(cell, SHARED if at.count(cell) > 1 else 0.0) for cell in sorted(left)]
        return [*(((x - w, y - w), 1 + 2 * w) for (x, y), w in wide), *found]

    def _aim(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """Return both ends of the aim: each is the middle of a tile, or of the token on it."""
        if self.marks.aim is None:
            return None
        start, end = (self._breast(cell) for cell in self.marks.aim)
        return start, end

    def _breast(self, cell: Cell) -> tuple[float, float]:
        token = self.token_at(cell)
        if token is None or token.at is None:
            return cell[0] + 0.5, cell[1] + BREAST
        (x, y), span = self._place(token), token.span
        return x + span / 2, y + span * BREAST

    def _place(self, token: Token) -> tuple[float, float]:
        """Return the upper left corner of a token's tiles, aside if it shares its tile."""
        assert token.at is not None
        actor = self.actors.get(token.id)
        return token.at[0] + (actor.room[0] if actor else 0.0), token.at[1]

    def _tokens(self, surface: pygame.Surface) -> None:
        """Draw gravestones, then tokens from far to near, then the signs of the tokens."""
        camera = self.camera
        for id, fallen in self.fallen.items():
            if id not in self.actors:
                draw_fallen(surface, camera, self.art, self.standees, fallen)
        ids = [id for id in self.actors if id in self.tokens or self.actors[id].motions]
        ids.sort(key=self._depth)
        seen = camera.rect.inflate(4 * camera.tile, 4 * camera.tile)
        standing = []
        for id in ids:
            token = self.tokens.get(id) or self._gone.get(id)
            if token is None:
                continue
            place = place_of(token, self.actors[id], camera)
            if seen.collidepoint(place.foot):
                standing.append((id, token, self.actors[id], place))
        for id, _, actor, place in standing:
            self._drawing.draw_under(surface, actor, place, id == self.selected)
        for _, token, actor, place in standing:
            self._drawing.draw_standing(surface, token, actor, place)
        for _, token, actor, place in standing:
            self._drawing.draw_signs(surface, token, actor, place)

    def _depth(self, id: str) -> tuple[float, bool, float, str]:
        actor, token = self.actors[id], self.tokens.get(id) or self._gone.get(id)
        span = token.span if token else 1
        is_up = token is not None and not token.is_down
        return actor.y + span, is_up, actor.x + actor.aside, id

    def highlight(self, surface: pygame.Surface, id: str) -> None:
        """Draw brackets around a token."""
        token = self.tokens.get(id)
        if token is not None and token.at is not None:
            grown = max(2, self.camera.tile // 12)
            brackets(surface, self.camera, self.art, self._place(token), token.span, grown)
