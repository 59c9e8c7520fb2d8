"""Images of dice: pips on a six-sided die, numbers on all others."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import INK
from game.core.dice import Dice

if TYPE_CHECKING:
    from game.client.kit.app import App

BODIES = (2, 3, 4, 6, 8, 10, 12, 20)
"""Numbers of sides for which there is an image of a die."""
PIPS = 6
WRITTEN = re.compile(r"(\d*)d(\d+)")
LOWERED = {3: -0.07, 4: 0.1, 10: -0.03}
"""Distance of the number below the die's middle, as a share of its size, by sides."""
LETTERS = {2: 0.42, 3: 0.42, 4: 0.34, 8: 0.36, 10: 0.34, 12: 0.32, 20: 0.26}
"""Height of the number as a share of the die's size, by sides."""

LEAST = 13
"""Minimum font size of the number, if the die has room for it."""


def body(sides: int) -> int:
    """Return the number of sides whose image is used for a die with `sides` sides."""
    return next((n for n in BODIES if n >= sides), BODIES[-1])


def sides_of(written: str, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return each die's number of sides, from the written dice, or guessed from its face."""
    found: list[int] = []
    for count, sides in WRITTEN.findall(written):
        found += [int(sides)] * int(count or 1)
    if len(found) >= len(faces) and all(f <= s for f, s in zip(faces, found, strict=False)):
        return tuple(found[: len(faces)])
    highest = max([*found, PIPS])
    return tuple(highest if face <= highest else body(face) for face in faces)


def counting(written: str, faces: Sequence[int]) -> tuple[bool, ...]:
    """Return which faces count by the written dice, or all if these don't fit the faces."""
    try:
        parts = Dice.of(written).parts
    except ValueError:
        parts = ()
    found: list[bool] = []
    for part in parts:
        found += part.counted(faces[len(found) : len(found) + part.count])
    return tuple(found) if len(found) == len(faces) else (True,) * len(faces)


def die(app: "App", sides: int, face: int, size: int) -> pygame.Surface:
    """Return an image of a die that shows a face."""
    if sides == PIPS and 1 <= face <= PIPS:
        return app.art.image(f"dice/d6-{face}", (size, size))
    key = "die", sides, face, size
    return app.art.once(key, lambda: _numbered(app, body(sides), face, size))


def _numbered(app: "App", sides: int, face: int, size: int) -> pygame.Surface:
    name = "dice/d6-1" if sides == PIPS else f"dice/d{sides}"
    made = app.art.image(name, (size, size)).copy()
    high = max(size * LETTERS.get(sides, 0.4), min(size * 0.6, LEAST * app.look.scale))
    line = app.type.line(str(face), "sans bold", round(high / app.look.scale), INK)
    middle = made.get_height() // 2 + round(size * LOWERED.get(sides, 0))
    made.blit(line, line.get_rect(center=(made.get_width() // 2, middle)))
    return made


def turned(
    app: "App", sides: int, face: int, size: int, degrees: int, fade: int = 255
) -> pygame.Surface:
    """Return an image of a die turned around its middle, with opacity `fade`."""
    degrees, fade = round(degrees / 6) * 6 % 360, round(fade / 15) * 15
    key = "turned", sides, face, size, degrees, fade

    def make() -> pygame.Surface:
        made = pygame.transform.rotozoom(die(app, sides, face, size), degrees, 1.0)
        if fade < 255:
            made.set_alpha(fade)
        return made

    return app.art.once(key, make)
