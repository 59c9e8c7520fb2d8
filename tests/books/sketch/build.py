"""Builds small battles of the sketch for the tests."""

from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.terms.level import Level, Side, Terrain, Unit
from tests.books.sketch import BOOK
from tests.books.sketch.schema import SCHEMA, Figure, Settings
from tests.play import Play

SIDES = {"red": "abcdefgh", "blue": "pqrstuvw", "ochre": "xyz"}
DATA = Path(__file__).parents[1] / "levels" / "sketch"
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False)),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
    "0": ("glass", Terrain("Glass", cost=0)),
    "^": ("thorns", Terrain("Thorns", hazard="1d4")),
}
PLAIN: dict[str, Any] = {"title": "Figure", "life": 10, "weapon": "blade"}


def _data(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


GEAR = {
    table: {id: msgspec.convert(thing, kind) for id, thing in _data(table).items()}
    for table, kind in SCHEMA.gear.items()
}


def side_for(letter: str) -> str:
    """The side whose units have this letter."""
    return next(side for side, letters in SIDES.items() if letter in letters)


def level(rows: str, settings: dict[str, Any] | None = None, **units: dict[str, Any]) -> Level:
    """A level from a drawing: a to h are red's, p to w blue's, x to z ochre's, in that order.

    Each has 10 life, armour rating 10, speed 6 and a blade (1d6) unless the keyword of its letter
    says otherwise; `on` there is the sign of the terrain under it. `rounds`, `rounds_winner` and
    `party` may stand among the settings.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    rounds, winner = extra.pop("rounds", 50), extra.pop("rounds_winner", None)
    named_party = extra.pop("party", "")
    figures, tiles = [], []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            sign = letter
            if letter.isalpha():
                given = PLAIN | units.get(letter, {})
                sign = given.pop("on", ".")
                stats, side = msgspec.convert(given, Figure), side_for(letter)
                name = f"{side}.{letter}"
                figures.append(Unit(name, side, "figure", letter.upper(), (x, y), stats))
            tiles.append(LETTERS[sign][0])
    figures.sort(key=lambda unit: unit.title)
    return Level(
        id="test",
        title="Test",
        rulebook="sketch",
        width=len(lines[0]),
        height=len(lines),
        tiles=tuple(tiles),
        terrain=dict(LETTERS.values()),
        sides=tuple(Side(id) for id in dict.fromkeys(unit.side for unit in figures)),
        units=tuple(figures),
        settings=msgspec.convert(_data("settings") | extra, Settings),
        gear=GEAR,
        rounds=rounds,
        rounds_winner=winner,
        party=named_party,
    )


def initiative(letters: str, order: str) -> tuple[int, ...]:
    """The dice that make plain units of these letters act in this order."""
    dice: list[int] = []
    for letter in sorted(letters):
        total = 18 - order.index(letter)
        low = max(1, total - 12)
        dice += [low, (total - low) // 2, total - low - (total - low) // 2]
    return tuple(dice)


def sketch(
    rows: str,
    order: str,
    settings: dict[str, Any] | None = None,
    **units: dict[str, Any],
) -> Play:
    """The battle of such a level at its first ask, the turns in this order of letters."""
    made = level(rows, settings, **units)
    letters = [unit.title.lower() for unit in made.units]
    return Play(Battle.start(BOOK, made), initiative("".join(letters), order))
