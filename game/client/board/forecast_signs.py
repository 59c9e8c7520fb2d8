"""Signs of a forecast on the board: plates of parchment with an icon and a chance for each change.

The life bar, the ghost of a unit and the tile as it will be are in `forecast_drawing.py`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import pygame

from game.client.kit.images import Art
from game.client.kit.theme import (
    CREAM,
    HARM,
    INK,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.typography import Type
from game.present.forecast.marks import ForecastMark
from game.present.forecast.numbers import decimal, percent
from game.terms.changes import is_fall

ICON = 15
"""Size of an icon on a plate, at 100%."""
MOST_IN_ROW = 3
"""Maximum number of signs in one row of a plate."""
OVER, DRAW = "crown", "offer_draw"
"""Icons of a battle that is won, and of one that nobody wins."""

KIND_ICONS = {
    "loss": "conditions/harm",
    "heal": "heart",
    "dies": "skull",
    "ghost": "move",
    "arrives": "go",
    "leaves": "leave",
    "returns": "go",
    "gains": "take",
    "loses": "use",
    "ground": "handle",
    "struck": "smash",
    "laid": "trap",
    "sprung": "trap",
    "drops": "conditions/steal",
    "taken": "take",
    "objective": "flag",
    "failed": "flag",
    "trigger": "scroll",
    "over": OVER,
}
"""The icon of each kind of mark; conditions and states have their own."""
STATE_ICONS = {
    "movement": "pips/movement_left",
    "reaction": "pips/reaction",
    "unnoticed_by": "hide",
    "disengaged": "disengage",
    "rallied": "rally",
    "readied": "ready",
    "guarding": "ready",
    "concentrating": "invoke",
    "stable": "heart",
    "failures": "skull",
    "at_deaths_door": "conditions/dying",
    "wounds": "conditions/dying",
    "weapon": "unpack_weapon",
    "put_away": "unpack_weapon",
    "mount": "trample",
    "mount_damage": "strike_mount",
    "mount_held": "trample",
    "promises": "promise",
    "keeps_word": "check",
    "breaks_word": "break",
    "may_be_chased": "chase",
    "used": "ability",
    "monsters_first": "first",
}
"""Icons of states, by their key; all others have an icon with the name of the state."""
RARE = Fraction(1, 100)
"""Chance below which signs on a plate are gathered."""
MOST = 4
"""Maximum number of signs on a plate."""
MORE = "more"
"""Icon of the changes that have no sign of their own on a plate."""
ENDED = "_not"
"""Suffix of the id of a state that ends."""
ENDS = frozenset({"cured", "sprung", "taken", "failed"})
"""Kinds of marks for what ends, whose icons are crossed out."""


class PlateSign(NamedTuple):
    """A sign on a plate: an icon, and words next to it."""

    icon: str
    words: str = ""
    is_crossed: bool = False
    tint: Colour = INK


def is_fall_mark(mark: ForecastMark) -> bool:
    """Return whether a mark says that a unit loses all its life without dying."""
    return any(map(is_fall, mark.facts))


def share_of(mark: ForecastMark) -> str:
    """Return the chance of a mark in words, or "" if it is certain."""
    return "" if mark.share == 1 else f"{percent(mark.share)}%"


def sign_of(art: Art, mark: ForecastMark) -> PlateSign:
    """Return the sign of a mark."""
    is_down = is_fall_mark(mark)
    is_harm = mark.kind in ("loss", "dies", "failed") or is_down
    words = " · ".join(filter(None, ("" if is_down else _amount(mark), share_of(mark))))
    is_ended = mark.kind in ENDS or (mark.kind == "state" and mark.id.endswith(ENDED))
    return PlateSign(_icon(art, mark), words, is_ended, HARM if is_harm else INK)


def _icon(art: Art, mark: ForecastMark) -> str:
    name = mark.id.removesuffix(ENDED)
    if mark.kind == "over":
        return OVER if mark.id else DRAW
    if mark.kind in ("condition", "cured"):
        return _known(art, f"conditions/{name}")
    if mark.kind != "state":
        return KIND_ICONS[mark.kind]
    key, _, value = name.partition(":")
    names = STATE_ICONS.get(key), value, f"conditions/{key}", f"pips/{key}", key
    return next((one for one in names if one and art.has(f"icons/{one}")), "star")


def _known(art: Art, name: str) -> str:
    return name if art.has(f"icons/{name}") else "star"


def _amount(mark: ForecastMark) -> str:
    """Return the amount of a mark in words: its mean, or what is left; "" without amounts."""
    if not mark.amounts:
        return ""
    if mark.kind == "state":
        low, high = mark.amounts[0][0], mark.amounts[-1][0]
        return str(low) if low == high else f"{low}–{high}"
    mean = decimal(mark.mean)
    return mean if mean.startswith("<") else f"{'+' if mark.kind == 'heal' else '−'}{mean}"


def gathered(
    signs: Sequence[PlateSign],
    shares: Mapping[PlateSign, Fraction],
    falls: Collection[PlateSign] = (),
) -> list[PlateSign]:
    """Return the signs of a plate, the likeliest first: one with a number stands for many others.

    Those are the very unlikely ones, and those for which there is no room. The forecast panel names
    them all. A fall in `falls` comes first, and what is less likely on its plate is gathered.
    """
    ranked = sorted(signs, key=lambda sign: (sign not in falls, -shares[sign]))
    least = max([shares[sign] for sign in signs if sign in falls], default=RARE)
    often = [sign for sign in ranked if sign in falls or shares[sign] >= least]
    often = often if len(often) <= MOST else often[: MOST - 1]
    rest = len(ranked) - len(often)
    return ranked if rest <= 1 else [*often, PlateSign(MORE, f"+{rest}")]


def plate(
    art: Art, kind: Type, signs: Iterable[PlateSign], most: int = MOST_IN_ROW
) -> pygame.Surface:
    """Return a cached plate with these signs, at most `most` in a row."""
    told = tuple(signs)
    key = "plate", told, most, kind.look.scale
    return art.once(key, lambda: _plate(art, kind, told, most))


def _plate(art: Art, kind: Type, signs: tuple[PlateSign, ...], most: int) -> pygame.Surface:
    px = kind.look.px
    parts = [_cell(art, kind, sign) for sign in signs]
    rows = [parts[n : n + most] for n in range(0, len(parts), most)]
    gap, inset, high = px(5), px(4), parts[0].get_height()
    wide = max(sum(part.get_width() + gap for part in row) - gap for row in rows)
    made = pygame.Surface((wide + 2 * inset, high * len(rows) + 2), pygame.SRCALPHA)
    for colour, grown in ((INK, 0), (PARCHMENT_EDGE, -2), (PARCHMENT, -4)):
        rect = made.get_rect().inflate(grown, grown)
        pygame.draw.rect(made, colour, rect, border_radius=px(6))
    for n, row in enumerate(rows):
        x = inset
        for part in row:
            made.blit(part, (x, 1 + n * high))
            x += part.get_width() + gap
    return made


def _cell(art: Art, kind: Type, sign: PlateSign) -> pygame.Surface:
    """Return a sign without a plate."""
    px, size = kind.look.px, kind.look.px(ICON)
    line = kind.line(sign.words, "sans bold", SMALL, sign.tint) if sign.words else None
    high = max(size + px(2), kind.height("sans bold", SMALL))
    wide = size + (px(2) + line.get_width() if line else 0)
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    icon = art.image(f"icons/{sign.icon}", (size, size), sign.tint)
    made.blit(icon, icon.get_rect(midleft=(0, high // 2)))
    if sign.is_crossed:
        top, bottom = (high - size) // 2, (high + size) // 2
        for colour, thick in ((CREAM, px(4)), (HARM, px(2))):
            pygame.draw.line(made, colour, (1, bottom - 2), (size - 2, top + 1), max(1, thick))
    if line is not None:
        made.blit(line, line.get_rect(midright=(wide, high // 2)))
    return made
