"""Levels with many units on large maps, for what is measured of the window."""

from game.workshop.bench.action_rows import text_of

BOOK = "action"
"""The rulebook that they are played by."""

UNITS, WIDE, HIGH = 40, 26, 18
"""So many units stand on so much of a map, however large that is."""

KINDS = "warden", "fowler", "barber", "stoker", "bailiff", "poacher", "footpad", "hedge_witch"
GROUND = ["....,...o...", "..##....,,..", "....o.......", ",,......##.."]


def host(wide: int, high: int) -> str:
    """The text of a level of this size, half of the units for each side."""
    rows = [(GROUND[y % len(GROUND)] * (wide // 12 + 1))[:wide] for y in range(high)]
    open_at = [
        (x, y) for y in range(min(high, HIGH)) for x in range(min(wide, WIDE)) if rows[y][x] == "."
    ]
    places = open_at[:: len(open_at) // UNITS][:UNITS]
    units = {
        f"u{n}": f"{('red', 'blue')[n % 2]} {KINDS[n % len(KINDS)]} {x} {y}"
        for n, (x, y) in enumerate(places)
    }
    return text_of(("\n".join(rows), units))
