"""Marks on the board: reach, path, danger, cover, aim, threats, zones."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import pygame

from game.client.board import tile_shapes
from game.client.board.camera import Camera
from game.client.board.threat_marks import Threats, draw_threats, draw_tints
from game.client.kit.images import Art
from game.client.kit.theme import BRASS_LIGHT, CREAM, HARM, INK, PARCHMENT, SMALL, Colour, rgb
from game.client.kit.typography import SMALLEST, Type
from game.core.cells import Cell
from game.present.forecast.marks import ForecastMark

TINTS: tuple[Colour, ...] = tuple(
    map(rgb, ("#7fc4e8", "#f2a65a", "#c9a0e8", "#a8d977", "#f28a86", "#f0dc6e", "#9fe0cf"))
)
"""Border colours of the zones, in order."""
NONE_OF_A_ZONE = "."

Place = tuple[float, float]


@dataclass(frozen=True)
class Danger:
    """A tile of a path where the unit may be attacked or harmed, and the chance in words."""

    at: Cell
    words: str


@dataclass(frozen=True)
class Zone:
    """A zone: tiles that belong together, and their title."""

    title: str
    cells: frozenset[Cell]
    letter: str = ""
    """Short form of the title, used if the title doesn't fit."""


@dataclass(frozen=True)
class IntentMark:
    """What a foe would do: places in tiles, from the foe to where it would be, and its target."""

    start: Place
    end: Place
    target: Place | None
    words: str
    """The share of this choice, or "" if it is the only one."""
    colour: Colour


@dataclass(frozen=True)
class BoardMarks:
    """All marks on the board; each is empty or None if not shown."""

    reach: frozenset[Cell] = frozenset()
    path: tuple[Cell, ...] = ()
    start: Cell | None = None
    targets: frozenset[Cell] = frozenset()
    """Tiles that the command can be aimed at."""
    aim: tuple[Cell, Cell] | None = None
    """Tiles where the aim starts and ends."""
    dangers: tuple[Danger, ...] = ()
    encounters: tuple[Cell, ...] = ()
    """Tiles of foes at which the path may stop for a choice."""
    threats: Threats = field(default_factory=dict)
    cursor: Cell | None = None
    area: frozenset[Cell] = frozenset()
    """Tiles in the command's area of effect."""
    covers: tuple[tuple[Cell, str], ...] = ()
    """Tiles of targets with cover, and the kind of cover: half, three-quarters or total."""
    zones: tuple[Zone, ...] = ()
    forecast: tuple[ForecastMark, ...] = ()
    """Changes that the command may make."""
    intents: tuple[IntentMark, ...] = ()
    """What foes would do if the turn ended now."""


def zones_of(rows: list[str], titles: Mapping[str, str] | None = None) -> tuple[Zone, ...]:
    """Return the zones that a map's rows name by letter, in the order of the letters."""
    found: dict[str, set[Cell]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != NONE_OF_A_ZONE:
                found.setdefault(letter, set()).add((x, y))
    titles = titles or {}
    return tuple(Zone(titles.get(z, z), frozenset(found[z]), z) for z in sorted(found))


def stamp(art: Art, name: str, size: int) -> pygame.Surface:
    """Return a cached image of one of the marks in `STAMPS`, for tiles of this size."""
    return art.once(("mark", name, size), lambda: tile_shapes.STAMPS[name](size))


# Below the tokens


def draw_ground(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    kind: Type,
    marks: BoardMarks,
    taken: Collection[Cell] = (),
) -> None:
    """Draw the marks that lie below the tokens.

    On `taken` tiles, threats are above the tokens. Names of zones avoid them, and tiles with other
    marks, if they can.
    """
    left, right, top, bottom = camera.seen()
    for n, zone in enumerate(marks.zones):
        _zone(surface, camera, art, kind, zone, TINTS[n % len(TINTS)])
    draw_tints(surface, camera, art, marks.threats)
    for cells, name in ((marks.reach, "reach"), (marks.area, "area")):
        if cells:
            image = stamp(art, name, camera.tile)
            seen = (c for c in cells if left <= c[0] <= right and top <= c[1] <= bottom)
            surface.fblits([(image, camera.corner(cell)) for cell in seen])
    marked = {*taken, *marks.threats, *marks.path}
    for n, zone in enumerate(marks.zones):
        tint = TINTS[n % len(TINTS)]
        _label(surface, camera, art, kind, zone, tint, marks.zones, marked, bool(marks.threats))
    draw_threats(surface, camera, art, kind, marks.threats, taken)
    if marks.path:
        _path(surface, camera, art, marks)


def _path(surface: pygame.Surface, camera: Camera, art: Art, marks: BoardMarks) -> None:
    """Draw the path as dots from tile to tile, with a ring at its end."""
    cells = ([marks.start] if marks.start else []) + list(marks.path)
    points = [camera.point(x + 0.5, y + 0.5) for x, y in cells]
    dot, end = stamp(art, "dot", camera.tile), stamp(art, "ring", camera.tile)
    shift, free = dot.get_width() // 2, end.get_width() // 2
    gap = max(8, camera.tile / 3)
    spots = []
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, round(max(abs(bx - ax), abs(by - ay)) / gap))
        for n in range(count):
            x, y = ax + (bx - ax) * n // count, ay + (by - ay) * n // count
            if max(abs(x - points[-1][0]), abs(y - points[-1][1])) > free:
                spots.append((dot, (x - shift, y - shift)))
    surface.fblits(spots[1:] if marks.start else spots)
    surface.blit(end, end.get_rect(center=points[-1]))


def _zone(
    surface: pygame.Surface, camera: Camera, art: Art, kind: Type, zone: Zone, tint: Colour
) -> None:
    """Draw a thin border around the tiles of a zone."""
    inset, thick = _inset(camera), max(2, camera.tile // 28)
    runs = border(zone)
    for colour, wide in ((INK, thick + 2), (tint, thick)):
        for (ax, ay), (bx, by), (sx, sy) in runs:
            (x, y), (to_x, to_y) = camera.corner((ax, ay)), camera.corner((bx, by))
            start = x + sx * inset, y + sy * inset
            end = to_x + sx * inset, to_y + sy * inset
            pygame.draw.line(surface, colour, start, end, wide)


def _inset(camera: Camera) -> int:
    """Return the distance of a zone's border from the edge of its tiles, in pixels."""
    return max(2, camera.tile // 20)


def _label(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    kind: Type,
    zone: Zone,
    tint: Colour,
    zones: tuple[Zone, ...],
    taken: Collection[Cell],
    is_crowded: bool,
) -> None:
    """Draw the name of a zone.

    The name goes below the zone, where no token hides it. If there is no room, it goes on the
    zone's first visible tiles that are not `taken` and leave room for it, else on its first ones;
    if the board `is_crowded` with numbers, it is left out instead.
    """
    left, right, top, bottom = camera.seen()
    tile, inset = camera.tile, _inset(camera)
    low = max(y for _, y in zone.cells)
    last = min(cell for cell in zone.cells if cell[1] == low)
    under = last[0], low + 1
    is_below = left <= last[0] and low < bottom and not any(under in one.cells for one in zones)
    seen = ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
    own, free = [cell for cell in seen if cell in zone.cells], set[Cell]()
    first = last if is_below else next(iter(own), None)
    if first is None:
        return
    if not is_below:
        free = {cell for cell in own if cell not in taken}
        texts = names_of(zone, zones)[: -1 if is_crowded else None]
        names = (_name_of(art, kind, (text,), tint, 0) for text in texts)
        needed = (-(-(name.get_width() + 2 * inset) // tile) for name in names)
        rooms = (next(_runs_of(free, own, most), None) for most in needed)
        first = next((room for room in rooms if room is not None), None if is_crowded else first)
        if first is None:
            return
    clear = free if first in free else zone.cells
    row = ((n, (first[0] + n, first[1])) for n in range(1, right + 2 - first[0]))
    wide = next((n for n, cell in row if cell not in clear), right + 1 - first[0])
    x, y = camera.corner(under if is_below else first)
    whole, seen_of = wide * tile, camera.rect.right - max(x, camera.rect.left)
    name = _name_of(art, kind, names_of(zone, zones), tint, min(whole, seen_of) - 2 * inset)
    if seen_of < whole and name.get_width() > seen_of:
        return
    place = name.get_rect(topleft=(x + inset, y if is_below else y + inset))
    place = place.clamp(_beside_numbers(camera, kind))
    if place.right <= max(x + whole, camera.rect.left + name.get_width()):
        surface.blit(name, place)


def _beside_numbers(camera: Camera, kind: Type) -> pygame.Rect:
    """Return the part of the view beside the numbers of rows, if they are on the board."""
    room, corner = camera.rect.copy(), camera.corner((0, 0))
    wide = kind.width("00", "sans bold", SMALL) + kind.look.px(4)
    if corner[0] < room.x + wide:
        room.x, room.width = room.x + wide, room.width - wide
    return room


def hides_names(camera: Camera, zones: Iterable[Zone]) -> bool:
    """Return whether a zone's lower edge is out of sight, so that its name is among the tokens."""
    bottom = camera.seen()[3]
    return any(y >= bottom for zone in zones for _, y in zone.cells)


def _runs_of(free: Collection[Cell], cells: Iterable[Cell], most: int) -> Iterator[Cell]:
    """Yield those of some tiles at which `most` free tiles in a row begin."""
    return (cell for cell in cells if all((cell[0] + n, cell[1]) in free for n in range(most)))


_RUNS: dict[Zone, list[tuple[Cell, Cell, Cell]]] = {}


def border(zone: Zone) -> list[tuple[Cell, Cell, Cell]]:
    """Return the border of a zone as lines: start, end, and the direction towards the zone."""
    found = _RUNS.get(zone)
    if found is None:
        if len(_RUNS) > 64:
            _RUNS.clear()
        found = _RUNS[zone] = [*_level(zone.cells), *_upright(zone.cells)]
    return found


def _level(cells: Iterable[Cell]) -> list[tuple[Cell, Cell, Cell]]:
    known = frozenset(cells)
    found = []
    for inward, below in ((1, 0), (-1, 1)):
        open_ = sorted((y, x) for x, y in known if (x, y - inward) not in known)
        for y, start, end in _joined(open_):
            found.append(((start, y + below), (end + 1, y + below), (0, inward)))
    return found


def _upright(cells: Iterable[Cell]) -> list[tuple[Cell, Cell, Cell]]:
    turned = _level((y, x) for x, y in cells)
    return [((ay, ax), (by, bx), (sy, sx)) for (ax, ay), (bx, by), (sx, sy) in turned]


def _joined(cells: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Join neighbouring cells of a row, given as (row, place), into runs: row, first, last."""
    found: list[tuple[int, int, int]] = []
    for row, at in cells:
        if found and found[-1][0] == row and found[-1][2] == at - 1:
            found[-1] = row, found[-1][1], at
        else:
            found.append((row, at, at))
    return found


def _name_of(art: Art, kind: Type, names: Sequence[str], tint: Colour, room: int) -> pygame.Surface:
    """Return a tag with the first of a zone's `names` that fits into `room`.

    Letters become smaller before only the last name is left.
    """
    small = round(SMALL * SMALLEST)
    tries = [(text, SMALL) for text in names[:-1]] + [(text, small) for text in names[:-1]]
    for text, size in (*tries, (names[-1], SMALL)):
        key = "zone", text, tint, kind.look.px(size)
        name = art.once(key, partial(_tag, kind, text, tint, size))
        if name.get_width() <= room:
            break
    return name


def names_of(zone: Zone, zones: Sequence[Zone] = ()) -> tuple[str, ...]:
    """Return the forms of a zone's name: the title, its last words, and its letter.

    A single last word that would also stand for another of the `zones` is left out.
    """
    words = zone.title.split()
    others = {one.title.split()[-1] for one in zones if one != zone and one.title}
    least = 2 if words and words[-1] in others else 1
    shorter = (" ".join(words[n:]) for n in range(1, len(words) + 1 - least))
    return tuple(dict.fromkeys((zone.title, *shorter, zone.letter or zone.title)))


def _tag(kind: Type, words: str, tint: Colour, size: int) -> pygame.Surface:
    line = kind.line(words, "sans bold", size, INK)
    high, px = line.get_height(), kind.look.px
    whole = max(high, line.get_width() + px(10)) + 2, high + 2
    made = pygame.Surface(whole, pygame.SRCALPHA)
    pygame.draw.rect(made, INK, made.get_rect(), border_radius=px(5))
    pygame.draw.rect(made, tint, made.get_rect().inflate(-2, -2), border_radius=px(4))
    made.blit(line, line.get_rect(center=made.get_rect().center))
    return made


# Above the tokens


def draw_above(
    surface: pygame.Surface,
    camera: Camera,
    art: Art,
    kind: Type,
    marks: BoardMarks,
    targets: Iterable[tuple[Place, float]],
    aim: tuple[Place, Place] | None,
) -> None:
    """Draw the marks that lie above the tokens.

    Each target is a corner and a width, in tiles. `aim` has both ends of an arc, in
    tiles.
    """
    for cell, span in targets:
        brackets(surface, camera, art, cell, span)
    for cell in marks.encounters:
        brackets(surface, camera, art, cell, 1)
    for intent in marks.intents:
        _intent(surface, camera, art, kind, intent)
    if aim is not None:
        _aim(surface, camera, aim)
    for cell, cover in marks.covers:
        _cover(surface, camera, art, cell, cover)
    draw_cursor(surface, camera, art, marks)
    for danger in marks.dangers:
        _danger(surface, camera, art, kind, danger)


def draw_cursor(surface: pygame.Surface, camera: Camera, art: Art, marks: BoardMarks) -> None:
    """Draw the frame around the tile of the cursor, if there is one."""
    if marks.cursor is not None:
        surface.blit(stamp(art, "cursor", camera.tile), camera.corner(marks.cursor))


def brackets(
    surface: pygame.Surface, camera: Camera, art: Art, at: Place, span: float, grown: int = 0
) -> None:
    """Draw four corners around a tile or a square of tiles, at `grown` pixels' distance."""
    image = stamp(art, "target", round(camera.tile * span) + 2 * grown)
    x, y = camera.point(*at)
    surface.blit(image, (x - grown, y - grown))


def _intent(
    surface: pygame.Surface, camera: Camera, art: Art, kind: Type, intent: IntentMark
) -> None:
    """Draw a dashed line to where a foe would be, a ring there, and an arc to its target."""
    start, end = (pygame.Vector2(camera.point(*at)) for at in (intent.start, intent.end))
    thick, far = max(2, camera.tile // 20), (end - start).length()
    radius = max(4, camera.tile // 5)
    dashes = max(1, round(far / camera.tile * 3)) * 2 - 1
    for colour, wide in ((CREAM, thick + 3), (intent.colour, thick)):
        for n in range(0, dashes, 2) if far > radius else ():
            last = start.lerp(end, min((n + 1) / dashes, 1 - radius / far))
            if n / dashes < 1 - radius / far:
                pygame.draw.line(surface, colour, start.lerp(end, n / dashes), last, wide)
        if far > radius:
            grown = radius + (wide - thick) // 2
            pygame.draw.circle(surface, colour, end, grown, wide)
    if intent.target is not None:
        _aim(surface, camera, (intent.end, intent.target), intent.colour)
    if intent.words:
        key = "intent", intent.words, intent.colour, kind.look.px(SMALL)
        image = art.once(key, lambda: _tag(kind, intent.words, CREAM, SMALL))
        foot = round(end.x), round(end.y) + radius
        surface.blit(image, image.get_rect(midtop=foot).clamp(camera.rect))


def _aim(
    surface: pygame.Surface,
    camera: Camera,
    aim: tuple[Place, Place],
    colour: Colour = BRASS_LIGHT,
) -> None:
    """Draw a thin dashed arc from one place to another, with an arrowhead."""
    (ax, ay), (bx, by) = (camera.point(*place) for place in aim)
    far = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if far < 2:
        return
    high = max(camera.tile * 0.35, far * 0.14)
    dashes = max(6, round(far / camera.tile * 4)) | 1
    points = []
    for n in range(dashes + 1):
        t = n / dashes
        points.append((ax + (bx - ax) * t, ay + (by - ay) * t - 4 * high * t * (1 - t)))
    thick = max(2, camera.tile // 24)
    for shade, wide in ((INK, thick + 3), (colour, thick)):
        for n in range(0, dashes, 2):
            pygame.draw.line(surface, shade, points[n], points[n + 1], wide)
    tip = pygame.Vector2(points[-1])
    back = (pygame.Vector2(points[-2]) - tip).normalize()
    for shade, size in ((INK, camera.tile / 5 + 4), (colour, camera.tile / 5)):
        at = tip + back * 1.5 if size == camera.tile / 5 else tip - back * 2
        sides = [at + (back * size).rotate(turn) for turn in (-26, 26)]
        pygame.draw.polygon(surface, shade, [at, *sides])


def _cover(surface: pygame.Surface, camera: Camera, art: Art, cell: Cell, cover: str) -> None:
    """Draw a shield to the left of a target."""
    size = max(15, round(camera.tile * 0.4))
    image = art.once(("cover", cover, size), lambda: tile_shapes.shield(size, cover))
    at = camera.point(cell[0], cell[1] + 0.38)
    surface.blit(image, image.get_rect(center=at).clamp(camera.rect))


def _danger(surface: pygame.Surface, camera: Camera, art: Art, kind: Type, danger: Danger) -> None:
    """Draw a red tag that points at a tile."""
    key = "danger", danger.words, kind.look.px(15)
    image = art.once(key, lambda: _danger_tag(art, kind, danger.words))
    foot = camera.point(danger.at[0] + 0.5, danger.at[1] + 0.22)
    surface.blit(image, image.get_rect(midbottom=foot).clamp(camera.rect))


def _danger_tag(art: Art, kind: Type, words: str) -> pygame.Surface:
    line, px = kind.line(words, "sans bold", 15, PARCHMENT), kind.look.px
    icon = art.image("icons/combat", (px(15), px(15)), tint=CREAM)
    body = pygame.Rect(0, 0, line.get_width() + icon.get_width() + px(17), line.get_height() + 4)
    tail = px(6)
    size = body.width, body.height + tail

    def draw(made: pygame.Surface) -> None:
        fine, middle = tile_shapes.FINE, made.get_width() // 2
        for shade, inset in ((INK, 0), (HARM, fine * 3 // 2)):
            rect = pygame.Rect(0, 0, body.width * fine, body.height * fine)
            rect = rect.inflate(-2 * inset, -2 * inset)
            pygame.draw.rect(made, shade, rect, border_radius=rect.height // 2)
            foot, half = made.get_height() - 2 * inset, tail * fine - inset
            top = rect.bottom - fine
            pygame.draw.polygon(
                made, shade, [(middle - half, top), (middle + half, top), (middle, foot)]
            )

    made = tile_shapes.smooth(size, draw)
    made.blit(icon, icon.get_rect(midleft=(px(6), body.centery)))
    made.blit(line, line.get_rect(midright=(body.right - px(8), body.centery)))
    return made
