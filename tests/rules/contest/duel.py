"""Builds small Contest battles for the tests."""

from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.rules.contest import BOOK
from game.rules.contest.schema import SCHEMA, Figure, Settings
from game.terms.level import Level, Side, Terrain, Unit
from tests.play import Play

SIDES = ("red", "blue", "ochre", "violet", "green", "grey")
DATA = Path(__file__).parents[3] / "levels" / "contest"
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False)),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
    "^": ("thorns", Terrain("Thorns", hazard="1d4")),
}


def _data(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


GEAR = {
    table: {id: msgspec.convert(thing, kind) for id, thing in _data(table).items()}
    for table, kind in SCHEMA.gear.items()
}
PLAIN: dict[str, Any] = {"title": "Figure", "life": 10, "movement": "4", "weapon": "sword"}


def level(rows: str, settings: dict[str, Any] | None = None, **units: dict[str, Any]) -> Level:
    """A level from a drawing: letters a, b, c … are figures of red, blue, ochre …

    Each figure has 10 life, 4 movement and a sword (1d6) unless the keyword of its letter says
    otherwise. `rounds` and `rounds_winner` may stand among the settings.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    rounds, winner = extra.pop("rounds", 50), extra.pop("rounds_winner", None)
    figures, tiles = [], []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter.isalpha():
                stats = msgspec.convert(PLAIN | units.get(letter, {}), Figure)
                side = SIDES[ord(letter) - ord("a")]
                figures.append(
                    Unit(f"{side}.{letter}", side, "figure", letter.upper(), (x, y), stats)
                )
            tiles.append(LETTERS.get(letter, LETTERS["."])[0])
    figures.sort(key=lambda unit: SIDES.index(unit.side))
    return Level(
        id="test",
        title="Test",
        rulebook="contest",
        width=len(lines[0]),
        height=len(lines),
        tiles=tuple(tiles),
        terrain=dict(LETTERS.values()),
        sides=tuple(Side(unit.side) for unit in figures),
        units=tuple(figures),
        settings=msgspec.convert(_data("settings") | extra, Settings),
        gear=GEAR,
        rounds=rounds,
        rounds_winner=winner,
        party="red",
    )


def duel(
    rows: str,
    *dice: int,
    settings: dict[str, Any] | None = None,
    **units: dict[str, Any],
) -> Play:
    """The battle of such a level at its first ask; `dice` are those drawn before it."""
    return Play(Battle.start(BOOK, level(rows, settings, **units)), dice)
