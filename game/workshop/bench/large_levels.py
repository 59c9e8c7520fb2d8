"""Levels with many units on large maps, for measurements of the window."""

from game.workshop.bench.action_rows import text_of

BOOK = "action"
"""The levels' rulebook."""

UNITS, WIDE, HIGH = 40, 26, 18
"""Number of units, and the width and height of the part of the map that they are in."""

KINDS = "warden", "fowler", "barber", "stoker", "bailiff", "poacher", "footpad", "hedge_witch"
GROUND = ["....,...o...", "..##....,,..", "....o.......", ",,......##.."]


def host(wide: int, high: int, count: int = UNITS) -> str:
    """Return the text of a level with a width and height, and `count` units on two sides."""
    rows = [(GROUND[y % len(GROUND)] * (wide // 12 + 1))[:wide] for y in range(high)]
    open_at = [
        (x, y) for y in range(min(high, HIGH)) for x in range(min(wide, WIDE)) if rows[y][x] == "."
    ]
    places = open_at[:: len(open_at) // count][:count]
    units = {
        f"u{n}": f"{('red', 'blue')[n % 2]} {KINDS[n % len(KINDS)]} {x} {y}"
        for n, (x, y) in enumerate(places)
    }
    return text_of(("\n".join(rows), units))
