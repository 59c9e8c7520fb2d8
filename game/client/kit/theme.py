"""Colours and measures. Measures are in pixels at 100%; `Look.px` scales them."""

from typing import NamedTuple

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """Return the colour for a code like `#rrggbb`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


WALNUT_DARK, WALNUT, WALNUT_LIGHT = rgb("#2a1c12"), rgb("#3d2a1c"), rgb("#4a3423")
BRASS_DARK, BRASS, BRASS_LIGHT = rgb("#6d5234"), rgb("#d8b25a"), rgb("#ffd873")
PARCHMENT, PARCHMENT_DARK, PARCHMENT_EDGE = rgb("#f1e3c6"), rgb("#e4d1a8"), rgb("#b8976a")
INK, INK_FADED = rgb("#2a2018"), rgb("#6b5638")
FELT, FELT_DARK = rgb("#2f5d46"), rgb("#234736")
GOOD, WARNING, HARM = rgb("#7fb75a"), rgb("#d8a33a"), rgb("#cc4a3a")
CREAM = rgb("#fbf3df")
WARNING_INK = rgb("#8f5c08")
"""Colour of the words of a warning on parchment."""
SELECTED = rgb("#cfdde3")
"""Colour behind text that is selected."""
LINK = rgb("#1d5c46")
"""Colour of links on parchment."""
NIGHT = rgb("#150e09")


def life_colour(share: float) -> Colour:
    """Return the colour of a life bar for the share of life left."""
    return GOOD if share > 0.5 else WARNING if share > 0.25 else HARM


SIDE_COLOURS: dict[str, Colour] = {
    "blue": rgb("#2f6f9f"),
    "red": rgb("#a8322d"),
    "ochre": rgb("#c8922e"),
    "violet": rgb("#6f4a94"),
    "green": rgb("#4f7f3a"),
    "grey": rgb("#8a8478"),
}
SIDE_SHAPES = {
    "blue": "round",
    "red": "wedge",
    "ochre": "hexagon",
    "violet": "square",
    "green": "drop",
    "grey": "star",
}
"""Default shape of a side's stands, by the side's colour."""

SMALL, BODY, LARGE, TITLE, HUGE = 13, 16, 20, 34, 64
"""Font sizes, at 100%."""
SPACE = 8
"""Basic unit for distances between things on the screen, at 100%."""


class Look(NamedTuple):
    """The scale of everything drawn, and the amount of motion."""

    scale: float = 1.0
    speed: float = 1.0
    """Speed factor of motion; 0 switches motion off."""
    is_calm: bool = False
    """Whether motion is reduced: nothing shakes, tumbles or drifts."""

    def px(self, measure: float) -> int:
        """Convert a measure at 100% to pixels on the screen; at least 1, unless it is 0."""
        return max(1, round(measure * self.scale)) if measure else 0
