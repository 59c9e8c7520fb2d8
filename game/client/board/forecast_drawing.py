"""Drawing of a forecast on the board: ghosts, ground, life bars, and plates with chances."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

import pygame

from game.client.board.camera import Camera
from game.client.board.forecast_signs import (
    MOST_IN_ROW,
    PlateSign,
    gathered,
    is_fall_mark,
    plate,
    share_of,
    sign_of,
)
from game.client.board.ground_layer import GroundLayer
from game.client.board.plate_places import PlateSpot, places_for
from game.client.board.standees import Standees
from game.client.board.token_motion import Actor
from game.client.board.token_places import TokenPlace, bar_rect, heads_of, place_of
from game.client.kit.images import Art
from game.client.kit.theme import BRASS_LIGHT, CREAM, GOOD, HARM, INK, life_colour
from game.client.kit.typography import Type
from game.core.cells import Cell
from game.present.forecast.marks import ForecastMark
from game.present.picture import Token
from game.terms.changes import MOVEMENT

GHOST = 105, 190
"""Opacity of a ghost that is very unlikely, and of one that is certain, of 255."""
GROUND = 190
"""Opacity of ground as it will be, of 255."""
LIFE = ("loss", "heal")
TILED = ("ghost", "arrives", "ground")
"""Kinds of marks that are drawn as pictures on their tiles."""
ON_TILES = ("laid", "sprung", "drops", "taken")
"""Kinds of marks of items on tiles, which share the plate of the unit on the tile."""
LEAST = 40, 11
"""Minimum width and height of a life bar with a forecast, at 100%."""
MARGIN = 6
"""Distance from the edge of the board for marks without a place, at 100%."""

Anchor = tuple[str, str | Cell]
"""What a plate belongs to: `unit` and its id, `tile` and the tile, or the `edge` of the board."""
EDGE: Anchor = ("edge", "")


class ForecastDrawing:
    """Painter of the marks of a forecast, below and above the tokens."""

    def __init__(self, camera: Camera, art: Art, kind: Type, standees: Standees) -> None:
        self._camera, self._art, self._type = camera, art, kind
        self._standees = standees
        self._placed: tuple[object, list[pygame.Rect]] | None = None
        """Places of the last plates, with everything that they depend on."""

    # Below the tokens

    def draw_under(
        self,
        surface: pygame.Surface,
        marks: Sequence[ForecastMark],
        tokens: Mapping[str, Token],
        ground: GroundLayer,
        walker: str | None,
    ) -> None:
        """Draw the ground as it will be, and a ghost where each unit may end.

        `tokens` has all units, those off the board too. `walker` is the unit whose path is shown.
        """
        camera = self._camera
        for mark in marks:
            if mark.kind == "ground" and mark.at is not None:
                x, y = camera.corner(mark.at)
                image = ground.preview(mark.at, mark.id, camera.tile)
                image.set_alpha(GROUND)
                surface.blit(image, (x, y + camera.tile - image.get_height()))
                rect = pygame.Rect(x, y, camera.tile, camera.tile).inflate(-4, -4)
                pygame.draw.rect(surface, BRASS_LIGHT, rect, max(2, camera.tile // 24), 6)
        for mark in marks:
            token = tokens.get(mark.unit or "")
            if mark.kind in ("ghost", "arrives") and mark.at is not None and token is not None:
                self._ghost(surface, token, mark.at, mark.share)
                if token.at is not None and token.span == 1 and token.id != walker:
                    (ax, ay), (bx, by) = token.at, mark.at
                    start, end = camera.point(ax + 0.5, ay + 0.7), camera.point(bx + 0.5, by + 0.7)
                    _chevrons(surface, start, end, camera.tile)

    def _ghost(self, surface: pygame.Surface, token: Token, at: Cell, share: Fraction) -> None:
        actor = Actor(*at, is_left=token.at is not None and at[0] < token.at[0])
        place = place_of(token, actor, self._camera)
        image = self._standees.standee(token, place.size, actor.is_left)
        low, high = GHOST
        image.set_alpha(round(low + (high - low) * float(share)))
        surface.blit(image, image.get_rect(midbottom=place.foot))
        image.set_alpha(255)

    # Above the tokens

    def draw_over(
        self,
        surface: pygame.Surface,
        marks: Sequence[ForecastMark],
        tokens: Mapping[str, Token],
        actors: Mapping[str, Actor],
    ) -> None:
        """Draw the life bars of affected units, and a plate at each place with a change."""
        if not marks:
            return
        on_board = {
            id: place_of(token, actors[id], self._camera)
            for id, token in tokens.items()
            if id in actors
        }
        for id, place in on_board.items():
            life = [mark for mark in marks if mark.unit == id and mark.kind in LIFE]
            if life and has_bar(tokens[id]):
                self._life(surface, tokens[id], life, place)
        plates = self._plates(marks, tokens, on_board)
        if not plates:
            return
        heads = heads_of(tokens, actors, self._camera, self._standees.head_box)
        spots = [self._spot(anchor, image, on_board) for anchor, image in plates]
        room = self._camera.board_rect
        known = spots, heads, room
        if self._placed is None or self._placed[0] != known:
            self._placed = known, places_for(spots, heads, room)
        for (_, image), rect in zip(plates, self._placed[1], strict=True):
            surface.blit(image, rect)

    def _plates(
        self,
        marks: Iterable[ForecastMark],
        tokens: Mapping[str, Token],
        on_board: Mapping[str, object],
    ) -> list[tuple[Anchor, pygame.Surface]]:
        """Return the plates with the units, tiles or edge that they belong to.

        The likeliest changes come first.
        """
        found: dict[Anchor, list[PlateSign]] = {}
        shares: dict[PlateSign, Fraction] = {}
        falls: set[PlateSign] = set()
        units = {token.at: id for id, token in tokens.items() if id in on_board}
        ends = {
            mark.unit: mark.at
            for mark in marks
            if mark.kind == "arrives" or (mark.kind == "ghost" and mark.share == 1)
        }
        for mark in marks:
            anchor = anchor_of(mark, units, on_board, ends)
            sign = self._sign(mark, tokens)
            if sign is not None:
                if anchor == EDGE:
                    sign = sign._replace(words=" ".join((mark.text, share_of(mark))).strip())
                found.setdefault(anchor, []).append(sign)
                shares[sign] = mark.share
                falls |= {sign} if is_fall_mark(mark) else set()
        return [
            (
                anchor,
                plate(
                    self._art,
                    self._type,
                    gathered(signs, shares, falls),
                    1 if anchor == EDGE else MOST_IN_ROW,
                ),
            )
            for anchor, signs in found.items()
        ]

    def _sign(self, mark: ForecastMark, tokens: Mapping[str, Token]) -> PlateSign | None:
        """Return the sign of a mark, or None if its picture says everything."""
        token = tokens.get(mark.unit or "")
        if mark.kind in TILED and mark.share == 1:
            return None
        if mark.kind in LIFE and token is not None and has_bar(token):
            return None
        sign = sign_of(self._art, mark)
        return sign._replace(words=share_of(mark)) if mark.kind in TILED else sign

    def _spot(
        self,
        anchor: Anchor,
        image: pygame.Surface,
        on_board: Mapping[str, TokenPlace],
    ) -> PlateSpot:
        camera, (kind, what) = self._camera, anchor
        if kind == "unit" and isinstance(what, str):
            place = on_board[what]
            return PlateSpot(image.get_size(), place.foot, place.size)
        if isinstance(what, tuple):
            foot = camera.point(what[0] + 0.5, what[1] + 0.86)
            return PlateSpot(image.get_size(), foot, camera.tile)
        top = camera.rect.top + self._type.look.px(MARGIN) - camera.tile // 10
        return PlateSpot(image.get_size(), (camera.rect.centerx, top), camera.tile)

    def _life(
        self,
        surface: pygame.Surface,
        token: Token,
        marks: Sequence[ForecastMark],
        place: TokenPlace,
    ) -> None:
        """Draw a unit's life bar with what it may lose and regain.

        The bar is larger than usual, but ends at the same height above the heads in front.
        """
        px, bar = self._type.look.px, bar_rect(place, self._camera.tile)
        wide = max(round(place.size * 0.86), px(LEAST[0]))
        rect = pygame.Rect(0, 0, wide, max(place.size // 7, px(LEAST[1])))
        rect.midbottom = bar.midbottom
        amounts = dict[str, tuple[float, int]]()
        for mark in marks:
            mean, most = amounts.get(mark.kind, (0.0, 0))
            amounts[mark.kind] = mean + float(mark.mean), most + mark.most
        surface.blit(life_image(self._art, token, amounts, rect.size), rect)


def anchor_of(
    mark: ForecastMark,
    units: Mapping[Cell | None, str],
    on_board: Collection[str],
    ends: Mapping[str | None, Cell | None],
) -> Anchor:
    """Return what the plate of a mark belongs to.

    `units` has a unit on the board for each tile, `on_board` all of them, and `ends` the tiles
    where units certainly end. The movement that a unit has left is shown where it ends.
    """
    if mark.at is not None and mark.at in units and mark.kind in ON_TILES:
        return "unit", units[mark.at]
    if mark.at is not None:
        return "tile", mark.at
    is_here, end = mark.unit in on_board, ends.get(mark.unit)
    if end is not None and (mark.id == MOVEMENT or not is_here):
        return "tile", end
    return ("unit", mark.unit) if mark.unit is not None and is_here else EDGE


def has_bar(token: Token) -> bool:
    """Return whether a token shows its life as a bar."""
    return token.life is not None and bool(token.most)


def life_image(
    art: Art, token: Token, amounts: Mapping[str, tuple[float, int]], size: tuple[int, int]
) -> pygame.Surface:
    """Return a life bar: certain life, then hatched parts for expected and possible changes.

    `amounts` has the expected and the largest amount of `loss` and `heal`.
    """
    life, most = token.life or 0, max(1, token.most or 1, token.life or 0)
    key = "life forecast", life, most, tuple(sorted(amounts.items())), size

    def make() -> pygame.Surface:
        made = pygame.Surface(size, pygame.SRCALPHA)
        rect = made.get_rect()
        pygame.draw.rect(made, INK, rect, border_radius=max(2, rect.height // 3))
        inner = rect.inflate(-4, -4)

        def part(start: float, end: float) -> pygame.Rect:
            left, right = (round(inner.width * max(0.0, min(1.0, n / most))) for n in (start, end))
            return pygame.Rect(inner.x + left, inner.y, right - left, inner.height)

        mean, worst = amounts.get("loss", (0.0, 0))
        pygame.draw.rect(made, life_colour(life / most), part(0, life))
        _hatched(made, part(life - worst, life), False)
        _hatched(made, part(life - mean, life), True)
        mean, best = amounts.get("heal", (0.0, 0))
        if best:
            pygame.draw.rect(made, CREAM, part(life, life + best), 1)
            pygame.draw.rect(made, GOOD, part(life, life + mean))
            pygame.draw.rect(made, CREAM, part(life, life + mean), 1)
        return made

    return art.once(key, make)


def _hatched(made: pygame.Surface, rect: pygame.Rect, is_dense: bool) -> None:
    """Hatch a part of a life bar: densely for the expected loss, thinly for the largest."""
    if rect.width <= 0:
        return
    clip = made.get_clip()
    made.set_clip(rect)
    if is_dense:
        made.fill(CREAM)
    step = max(4, rect.height // 2) if is_dense else max(6, rect.height)
    for x in range(rect.left - rect.height, rect.right + rect.height, step):
        start, end = (x, rect.bottom), (x + rect.height, rect.top)
        pygame.draw.line(made, HARM, start, end, max(2, step // 2) if is_dense else 2)
    made.set_clip(clip)


def _chevrons(
    surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], tile: int
) -> None:
    """Draw chevrons from a unit towards its ghost, if there is room between them."""
    way = pygame.Vector2(end) - pygame.Vector2(start)
    if way.length() < tile * 0.8:
        return
    turn, size = way.normalize(), tile * 0.11
    middle = pygame.Vector2(start) + way / 2
    for n in (-1, 0, 1):
        tip = middle + turn * (n * size * 1.3 + size / 2)
        points = [tip - (turn * size).rotate(a) for a in (40, 0, -40)]
        points[1] = tip
        for colour, thick in ((INK, max(4, tile // 14)), (CREAM, max(2, tile // 28))):
            pygame.draw.lines(surface, colour, False, points, thick)
