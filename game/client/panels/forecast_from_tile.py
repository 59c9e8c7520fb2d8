"""Foes as seen from a tile, written on a page: the best attack on each, and the harm it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from game.client.kit.theme import INK_FADED, SMALL
from game.client.panels.parchment_page import Sheet
from game.present.forecast.numbers import decimal, percent

if TYPE_CHECKING:
    from game.client.kit.app import App


@dataclass(frozen=True)
class TileRow:
    """A foe as seen from a tile."""

    title: str
    label: str = ""
    """Button of the best attack on it, or "" if it can't be attacked."""
    chance: Fraction = Fraction(0)
    """Chance of that attack to do damage."""
    fells: Fraction = Fraction(0)
    """Chance of that attack to defeat the foe."""
    cover: str = ""
    """Kind of cover that the foe has, or "" for none."""
    harm: float = 0.0
    """Mean damage of the foe's next turn to the unit there."""
    own_cover: int = 0
    """The unit's cover there from the foe: 0 none, 1 half, 2 three-quarters, 3 total."""


def write_from_tile(
    sheet: Sheet, app: "App", rows: Sequence[TileRow], is_whole: bool = True
) -> None:
    """Write the foes that can be attacked first, the likeliest hits first."""
    say = app.words.say
    if not rows and not is_whole:
        return
    sheet.head(say("forecast", "from_there"))
    if not rows:
        sheet.point(say("forecast", "there_nobody"))
    for row in sorted(rows, key=lambda one: (not one.label, -one.chance, -one.harm)):
        chance = f"{percent(row.chance)}%" if row.label else ""
        sheet.row(row.title, chance, is_wide=True)
        sheet.text(_told(app, row), "sans", SMALL, INK_FADED, left=app.look.px(10))
    if any(row.label for row in rows):
        sheet.gap(4)
        sheet.text(say("forecast", "there_assumed"), "sans italic", SMALL, INK_FADED)


def _told(app: "App", row: TileRow) -> str:
    """Return the best attack, the foe's cover and its harm in words."""
    say = app.words.say
    parts = [row.label] if row.label else []
    if row.fells:
        parts.append(say("forecast", "other_falls", share=percent(row.fells)))
    if row.cover:
        parts.append(say("forecast", "there_cover", kind=row.cover))
    harm = decimal(Fraction(round(row.harm * 10), 10))
    key = "there_harm" if row.harm else "there_harmless"
    parts.append(say("forecast", key, value=harm))
    if row.own_cover:
        parts.append(say("forecast", f"there_own_cover_{row.own_cover}"))
    return " · ".join(parts)
