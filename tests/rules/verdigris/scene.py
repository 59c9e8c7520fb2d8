"""Builders of small Verdigris battles for the tests."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.rules.verdigris.book import BOOK
from game.rules.verdigris.schema import SCHEMA, Figure, Settings
from game.terms.agenda import Roll
from game.terms.level import Level, Side, Terrain, Unit
from tests.scenario import Play

DATA = Path(__file__).parents[3] / "levels" / "verdigris"
SIDES = {"red": "abcdefgh", "blue": "pqrstuvw", "ochre": "xyz"}
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False, cover="total")),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
    "^": ("thorns", Terrain("Thorns", hazard="1d4")),
    "o": ("barrel", Terrain("Barrel", walk=False, cover="half")),
    "=": ("slit", Terrain("Slit", walk=False, cover="three-quarters")),
    "+": ("glass", Terrain("Glass", walk=False, cover="total")),
}
OWN = ("rounds", "rounds_winner", "party", "script")
PLAIN: dict[str, Any] = {
    "title": "Figure",
    "life": 6,
    "strength": 2,
    "agility": 2,
    "mind": 2,
    "charisma": 2,
    "weapon": "blade",
}
"""A unit with 2 dice in everything, 6 life and a blade of damage 2, unless a test overrides them.
"""

GEAR: dict[str, dict[str, dict[str, Any]]] = {
    "arms": {
        "blade": {"skill": "melee", "damage": 2},
        "keen": {"skill": "melee", "damage": 2, "bonus": 3},
        "dirk": {"skill": "melee", "damage": 1, "qualities": ["short"]},
        "pole": {"skill": "melee", "damage": 2, "qualities": ["two_handed"]},
        "bow": {"skill": "bows", "damage": 2, "range": 1},
        "latch": {"skill": "crossbows", "damage": 3, "range": 2, "reload": 1},
        "gun": {"skill": "blackpowder", "damage": 3, "bonus": 1, "range": 1, "reload": 2},
        "sling": {"skill": "bows", "damage": 1, "range": 3},
    },
    "armour": {
        "jack": {"gear": 2},
        "targe": {"shield": True},
    },
    "mounts": {
        "nag": {"life": 4, "quality": 2, "bonus": 1, "damage": 1},
        "charger": {"life": 4, "quality": 2, "bonus": 1, "damage": 2, "trained": True},
    },
    "talents": {"archer": {"mounted_shots": True}},
    "items": {
        "balm": {"target": "friend", "heal": "1d6"},
        "bomb": {"target": "foe", "damage": "1d6"},
        "dram": {"calm": 2},
        "ointment": {"heal": "2"},
    },
}


def read_data(name: str) -> dict[str, Any]:
    """Return a shipped file of the rulebook as plain tables."""
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _gear(table: str, kind: type[Any]) -> dict[str, Any]:
    found = read_data(table)
    for id, thing in GEAR.get(table, {}).items():
        found[id] = {"title": id.capitalize(), "about": "For tests", **thing}
    return {id: msgspec.convert(thing, kind) for id, thing in found.items()}


TABLES = {table: _gear(table, kind) for table, kind in SCHEMA.gear.items()}


def level(
    rows: str,
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    **units: dict[str, Any],
) -> Level:
    """Return a level from a drawing: a to h are units of red, the party, p to w of blue.

    `settings` can also contain `zones` (rows of letters), `rounds`, `rounds_winner`, `party` and
    `script`. Among a unit's keys, `on` is the sign of the terrain under it, and `off` leaves it off
    the board. `gear` adds things to the tables.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    own = {key: extra.pop(key) for key in OWN if key in extra}
    painted = extra.pop("zones", "")
    zones = tuple("".join(line.strip() for line in painted.strip().splitlines()))
    figures, tiles = [], []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            sign = letter
            if letter in units or (letter.isalpha() and letter != "o"):
                given = PLAIN | units.get(letter, {})
                sign = given.pop("on", ".")
                figures.append(_unit(letter, given, (x, y)))
            tiles.append(sign)
    for letter, given in units.items():
        if given.get("off"):
            figures.append(_unit(letter, PLAIN | given, None))
    figures.sort(key=lambda unit: unit.title)
    tables = {
        table: TABLES[table]
        | {
            id: msgspec.convert({"title": id, "about": id} | thing, kind)
            for id, thing in (gear or {}).get(table, {}).items()
        }
        for table, kind in SCHEMA.gear.items()
    }
    return Level(
        id="test",
        title="Test",
        rulebook="verdigris",
        width=len(lines[0]),
        height=len(lines),
        tiles="".join(tiles),
        legend={sign: id for sign, (id, _) in LETTERS.items()},
        terrain=dict(LETTERS.values()),
        sides=tuple(Side(id) for id in dict.fromkeys(unit.side for unit in figures)),
        units=tuple(figures),
        settings=msgspec.convert(read_data("settings") | extra, Settings),
        gear=tables,
        rounds=own.pop("rounds", 50),
        zones=zones,
        **own,
    )


def _unit(letter: str, given: dict[str, Any], at: tuple[int, int] | None) -> Unit:
    stats = dict(given)
    stats.pop("off", None)
    side = next(side for side, letters in SIDES.items() if letter in letters)
    figure = msgspec.convert(stats, Figure)
    return Unit(f"{side}.{letter}", side, "figure", letter.upper(), at, figure)


def scene(
    rows: str,
    *dice: int,
    first: str = "red",
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the battle of a drawn level at its first ask.

    `first` is the side that the first round's die lets go first. `dice` are drawn after that die,
    or from the start if no such die is rolled.
    """
    made = level(rows, settings, gear, **units)
    battle = Battle.start(BOOK, made)
    stop = battle.stop
    is_initiative = isinstance(stop, Roll) and stop.why == "initiative"
    drawn = ((6 if first == "red" else 1), *dice) if is_initiative else dice
    return Play(battle, drawn)
