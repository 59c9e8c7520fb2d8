"""Builders of small Tag battles for the tests."""

from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.terms.level import Level, Side, Terrain, Unit
from tests.books.tag.book import BOOK
from tests.books.tag.schema import SCHEMA, Figure, Settings
from tests.scenario import Play

DATA = Path(__file__).parents[1] / "levels" / "tag"
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False)),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
}
PLAIN: dict[str, Any] = {"title": "Runner", "life": 2, "quick": 3, "shoes": "socks"}


def _data(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def level(rows: str, settings: dict[str, Any] | None = None, **units: dict[str, Any]) -> Level:
    """Return a level from a drawing: a to h are units of red, p to w of blue.

    Each is a `PLAIN` runner unless the keyword of its letter overrides that. `settings` can also
    contain `rounds`.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    rounds, figures, tiles = extra.pop("rounds", 20), [], []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter.isalpha():
                figures.append(_unit(letter, PLAIN | units.get(letter, {}), (x, y)))
            tiles.append("." if letter.isalpha() else letter)
    figures.sort(key=lambda unit: unit.title)
    gear = {
        table: {id: msgspec.convert(thing, kind) for id, thing in _data(table).items()}
        for table, kind in SCHEMA.gear.items()
    }
    return Level(
        id="test",
        title="Test",
        rulebook="tag",
        width=len(lines[0]),
        height=len(lines),
        tiles="".join(tiles),
        legend={sign: id for sign, (id, _) in LETTERS.items()},
        terrain=dict(LETTERS.values()),
        sides=tuple(Side(id) for id in dict.fromkeys(unit.side for unit in figures)),
        units=tuple(figures),
        settings=msgspec.convert(_data("settings") | extra, Settings),
        gear=gear,
        rounds=rounds,
    )


def _unit(letter: str, stats: dict[str, Any], at: tuple[int, int]) -> Unit:
    side = "red" if letter < "p" else "blue"
    return Unit(
        f"{side}.{letter}", side, "runner", letter.upper(), at, msgspec.convert(stats, Figure)
    )


def scene(rows: str, settings: dict[str, Any] | None = None, **units: dict[str, Any]) -> Play:
    """Return the battle of a drawn level at its first ask."""
    return Play(Battle.start(BOOK, level(rows, settings, **units)))
