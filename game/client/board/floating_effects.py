"""Brief effects on the board: rising words, projectiles, widening rings."""

from dataclasses import dataclass
from math import atan2, degrees, hypot

import pygame

from game.client.board import tile_shapes
from game.client.board.camera import Camera
from game.client.kit.images import Art
from game.client.kit.theme import BRASS, BRASS_LIGHT, CREAM, INK, Colour, rgb
from game.client.kit.typography import Type

RISE = 1.1
"""Duration of rising words, in seconds."""
WIDEN = 0.45
"""Duration of a widening ring, in seconds."""
PACE = 16.0
"""Speed of projectiles, in tiles per second."""
SHORTEST = 0.16
"""Minimum duration of a flight, in seconds."""
STEP = 6
"""Degrees between two cached images of a turning projectile."""
LINE = 28
"""Distance between lines of rising words, in pixels at 100%."""
TURNS = 720
"""Turning speed of thrown objects, in degrees per second."""
STEEL, WOOD, STONE = rgb("#cfd6da"), rgb("#8a5f38"), rgb("#8d8579")
HIGH = {"arrow": 0.13, "bolt": 0.05, "spell": 0.0}
"""Height of a flight as a share of its length, by kind; others use `THROWN`."""
THROWN = 0.2


@dataclass
class Rising:
    """Words that rise from a tile."""

    words: str
    at: tuple[float, float]
    colour: Colour
    place: int = 0
    """Number of lines of rising words below this one."""
    age: float = 0.0
    lasts: float = RISE

    def draw(
        self, surface: pygame.Surface, camera: Camera, kind: Type, art: Art, is_calm: bool
    ) -> None:
        """Draw the words inside the board's rectangle."""
        share = self.age / self.lasts
        climb = 0.35 if is_calm else 0.8 * (1 - (1 - share) ** 2)
        image = _outlined(art, kind, self.words, self.colour)
        x, y = camera.point(self.at[0] + 0.5, self.at[1] - 0.25 - climb)
        rect = image.get_rect(center=(x, y - self.place * kind.look.px(LINE)))
        fade = round(255 * min(1.0, (1 - share) / 0.35) / 15) * 15
        image.set_alpha(fade)
        surface.blit(image, rect.clamp(camera.rect.inflate(-4, -4)))


def _outlined(art: Art, kind: Type, words: str, colour: Colour) -> pygame.Surface:
    """Return words with an outline in ink colour."""
    px = kind.look.px

    def make() -> pygame.Surface:
        size = 24 if len(words) <= 4 else 18
        dark, light = (kind.line(words, "serif bold", size, c) for c in (INK, colour))
        rim = px(2)
        made = pygame.Surface(
            (light.get_width() + 2 * rim, light.get_height() + 2 * rim), pygame.SRCALPHA
        )
        for x in (0, rim, 2 * rim):
            for y in (0, rim, 2 * rim):
                made.blit(dark, (x, y))
        made.blit(light, (rim, rim))
        return made

    return art.once(("rising", words, colour, px(24)), make)


@dataclass
class Projectile:
    """A projectile in flight between two places, in tiles."""

    kind: str
    start: tuple[float, float]
    end: tuple[float, float]
    seconds: float
    age: float = 0.0

    def at(self, share: float) -> tuple[float, float]:
        """Return the projectile's place after a share of the flight, in tiles."""
        (ax, ay), (bx, by) = self.start, self.end
        high = HIGH.get(self.kind, THROWN) * hypot(bx - ax, by - ay)
        return (
            ax + (bx - ax) * share,
            ay + (by - ay) * share - 4 * high * share * (1 - share),
        )

    def draw(self, surface: pygame.Surface, camera: Camera, art: Art) -> None:
        """Draw the projectile, pointing ahead."""
        share = min(1.0, self.age / self.seconds) if self.seconds > 0 else 1.0
        if self.kind == "spell":
            for n in (3, 2, 1):
                self._put(surface, camera, _orb(art, camera.tile, n), max(0.0, share - n * 0.06))
            self._put(surface, camera, _orb(art, camera.tile, 0), share)
            return
        if self.kind in ("arrow", "bolt"):
            (ax, ay), (bx, by) = self.at(share - 0.02), self.at(share + 0.02)
            turn = degrees(atan2(by - ay, bx - ax))
        else:
            turn = self.age * TURNS
        turn = round(turn / STEP) * STEP % 360
        tile = camera.tile
        key = "flight", self.kind, tile, turn
        image = art.once(key, lambda: pygame.transform.rotate(_flyer(self.kind, tile), -turn))
        self._put(surface, camera, image, share)

    def _put(
        self, surface: pygame.Surface, camera: Camera, image: pygame.Surface, share: float
    ) -> None:
        surface.blit(image, image.get_rect(center=camera.point(*self.at(share))))


def _flyer(kind: str, tile: int) -> pygame.Surface:
    """Return the image of a projectile that points to the right."""
    wide = {"arrow": 0.72, "bolt": 0.5, "knife": 0.46}.get(kind, 0.28)
    high = 0.2 if kind in ("arrow", "bolt", "knife") else 0.28
    size = max(8, round(tile * wide)), max(5, round(tile * high))

    def draw(made: pygame.Surface) -> None:
        (w, h), fine = made.get_size(), tile_shapes.FINE
        middle, thick = h // 2, max(2 * fine, h // 6)
        if kind in ("arrow", "bolt"):
            for shade, wide in ((INK, thick + 2 * fine), (WOOD, thick)):
                pygame.draw.line(made, shade, (h * 0.2, middle), (w - h * 0.6, middle), wide)
            for shade, inset in ((INK, 0), (STEEL, fine * 1.4)):
                back = w - h + inset
                points = [(w - inset * 2, middle), (back, inset), (back, h - inset)]
                pygame.draw.polygon(made, shade, points)
            for x in (0.0, h * 0.45):
                feather = [(x, 0), (x + h * 0.5, middle), (x, h), (x + h * 0.3, middle)]
                pygame.draw.polygon(made, INK, feather)
                pygame.draw.polygon(
                    made, CREAM, [(px + 1, py * 0.8 + h * 0.1) for px, py in feather]
                )
        elif kind == "knife":
            pygame.draw.polygon(made, INK, [(w, middle), (w * 0.35, 0), (w * 0.3, h)])
            blade = [(w - 3 * fine, middle), (w * 0.38, h * 0.2), (w * 0.36, h * 0.8)]
            pygame.draw.polygon(made, STEEL, blade)
            pygame.draw.rect(made, INK, (0, h * 0.22, w * 0.38, h * 0.56), border_radius=fine * 2)
            pygame.draw.rect(
                made, WOOD, (fine, h * 0.32, w * 0.34, h * 0.36), border_radius=fine * 2
            )
        else:
            pygame.draw.circle(made, INK, (w / 2, h / 2), min(w, h) / 2)
            pygame.draw.circle(made, STONE, (w / 2, h / 2), min(w, h) / 2 - fine * 1.4)
            pygame.draw.circle(made, STEEL, (w * 0.4, h * 0.38), min(w, h) / 7)

    return tile_shapes.smooth(size, draw)


def _orb(art: Art, tile: int, age: int) -> pygame.Surface:
    """Return a ball of light for a spell; `age` 0 is its head, and higher ages are its tail."""
    size = max(6, round(tile * (0.44 - 0.08 * age)))

    def draw(made: pygame.Surface) -> None:
        whole, faded = made.get_width(), 1 - age * 0.22
        middle = whole / 2, whole / 2
        pygame.draw.circle(made, (*BRASS, round(110 * faded)), middle, whole / 2)
        pygame.draw.circle(made, (*BRASS_LIGHT, round(230 * faded)), middle, whole * 0.33)
        pygame.draw.circle(made, (*CREAM, round(255 * faded)), middle, whole * 0.2)

    return art.once(("orb", tile, age), lambda: tile_shapes.smooth((size, size), draw))


@dataclass
class Ripple:
    """A ring that widens and fades where a spell takes effect."""

    at: tuple[float, float]
    colour: Colour
    span: float = 1.0
    age: float = 0.0
    lasts: float = WIDEN

    def draw(self, surface: pygame.Surface, camera: Camera, art: Art) -> None:
        """Draw the ring around its middle."""
        step = min(7, int(self.age / self.lasts * 8)) if self.lasts > 0 else 7
        whole = max(8, round(camera.tile * self.span * (0.5 + 0.16 * step)))
        key = "flash", self.colour, whole, step
        image = art.once(key, lambda: _ring(whole, self.colour, step))
        surface.blit(image, image.get_rect(center=camera.point(*self.at)))


def _ring(whole: int, colour: Colour, step: int) -> pygame.Surface:
    def draw(made: pygame.Surface) -> None:
        size, faded = made.get_width(), 255 - step * 28
        middle, thick = (size / 2, size / 2), max(3 * tile_shapes.FINE, size // (9 + 3 * step))
        pygame.draw.circle(made, (*colour, faded // 4), middle, size / 2)
        pygame.draw.circle(
            made, (*INK, faded // 2), middle, size // 2, thick + 2 * tile_shapes.FINE
        )
        pygame.draw.circle(made, (*colour, faded), middle, size // 2 - tile_shapes.FINE, thick)
        for turn in range(0, 360, 45):
            ray = pygame.Vector2(size / 2, 0).rotate(turn + 22)
            start, end = ray * 0.62, ray * 0.8
            pygame.draw.line(made, (*CREAM, faded), middle + start, middle + end, thick // 2)

    return tile_shapes.smooth((whole, whole), draw)


def flight_seconds(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return the seconds of a flight at normal speed."""
    return max(SHORTEST, hypot(end[0] - start[0], end[1] - start[1]) / PACE)
