"""Builders of small Action battles for the tests."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.rules.action.book import BOOK
from game.rules.action.schema import SCHEMA, Figure, Settings
from game.terms.agenda import Roll
from game.terms.level import Level, Side, Terrain, Unit
from tests.scenario import Play

DATA = Path(__file__).parents[3] / "levels" / "action"
SHIPPED = {
    id: msgspec.convert(kind, Terrain)
    for id, kind in tomli.loads((DATA.parent / "terrain.toml").read_text(encoding="utf-8")).items()
}
"""Terrain of the game that powers and items can create."""

SIDES = {"red": "abcdefgh", "blue": "pqrstuvw", "ochre": "xyz"}
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False, cover="total")),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
    "^": ("thorns", Terrain("Thorns", hazard="1d4")),
    "o": (
        "barrel",
        Terrain("Barrel", walk=False, cover="half", fly=True, armour=8, life=5, wreck="floor"),
    ),
    "=": ("slit", Terrain("Slit", walk=False, cover="three-quarters")),
    "_": ("pit", Terrain("Pit", walk=False, fly=True)),
    "%": ("crack", Terrain("Crack", max_size="small")),
    "n": ("gap", Terrain("Gap", max_size="medium")),
    "+": ("shut_door", Terrain("Shut door", walk=False, see=False, cover="total", becomes="door")),
    "/": ("door", Terrain("Door", becomes="shut_door")),
    "*": ("murk", Terrain("Murk", dark=True)),
    "!": ("lever", Terrain("Lever", walk=False, becomes="pulled")),
    "?": ("pulled", Terrain("Pulled lever", walk=False)),
}
OWN = ("rounds", "rounds_winner", "party", "script")
PLAIN: dict[str, Any] = {
    "title": "Figure",
    "about": "Stands for somebody",
    "role": "brute",
    "life": 10,
    "weapons": ["blade"],
}
"""A unit with rating 10, speed 30, no modifiers and a blade of 1d6, unless a test overrides them.
"""

ARMS: dict[str, dict[str, Any]] = {
    "blade": {"kind": "melee", "damage": "1d6", "type": "slashing"},
    "knife": {"kind": "thrown", "damage": "1d4", "type": "piercing", "range": 20, "long": 60},
    "pike": {"kind": "melee", "damage": "1d8", "type": "piercing", "reach": 10, "hands": 2},
    "bow": {"kind": "ranged", "damage": "1d8", "type": "piercing", "range": 40, "long": 100,
            "ability": "agility", "hands": 2},
    "crossbow": {"kind": "ranged", "damage": "1d10", "type": "piercing", "range": 60,
                 "ability": "agility", "loading": True},
    "buckler": {"kind": "melee", "damage": "1d4", "type": "bludgeoning", "parry": 2},
    "dirk": {"kind": "melee", "damage": "1d4", "type": "piercing", "light": True,
             "ability": "best", "sneak": "1d6"},
    "lance": {"kind": "melee", "damage": "1d6", "type": "piercing", "charge": "2d6"},
    "foil": {"kind": "melee", "damage": "1d6", "type": "piercing", "parry": 30},
    "ram": {"kind": "melee", "damage": "1d6", "type": "bludgeoning", "effect": {"push": 5}},
    "cudgel": {"kind": "melee", "damage": "2", "type": "bludgeoning"},
}  # fmt: skip


def _data(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _gear(table: str, kind: type[Any]) -> dict[str, Any]:
    found = _data(table)
    if table == "arms":
        extra = {
            id: {"title": id.capitalize(), "about": "For tests", **a} for id, a in ARMS.items()
        }
        found |= extra
    return {id: msgspec.convert(thing, kind) for id, thing in found.items()}


GEAR: dict[str, dict[str, Any]] = {table: _gear(table, kind) for table, kind in SCHEMA.gear.items()}


def side_for(letter: str) -> str:
    """Return the side of units with this letter."""
    return next(side for side, letters in SIDES.items() if letter in letters)


def level(
    rows: str,
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    **units: dict[str, Any],
) -> Level:
    """Return a level from a drawing: a to h are units of red, p to w of blue, x to z of ochre.

    A large unit is drawn by its upper left letter. Each unit is a `PLAIN` unit of its own kind
    unless the keyword of its letter overrides that: `on` is the sign of the terrain under it,
    `kind` its kind, and `off` leaves it off the board. Two units of one kind on one side act
    together. `settings` can also contain `rounds`, `rounds_winner`, `party`, `zones` (rows of
    letters), `script` and `more` (signs of other terrain). `gear` adds things to the tables.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    letters = LETTERS | extra.pop("more", {})
    own = {key: extra.pop(key) for key in OWN if key in extra}
    painted = extra.pop("zone_map", "")
    zones = tuple("".join(line.strip() for line in painted.strip().splitlines()))
    figures, tiles = [], []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            sign = letter
            if letter in units or letter in "abcdefghpqrstuvwxyz":
                given = PLAIN | units.get(letter, {})
                sign = given.pop("on", ".")
                figures.append(_unit(letter, given, (x, y)))
            tiles.append(sign)
    for letter, given in units.items():
        if given.get("off"):
            figures.append(_unit(letter, PLAIN | given, None))
    figures.sort(key=lambda unit: unit.title)
    made = {id: msgspec.convert(thing, kind)
            for table, kind in SCHEMA.gear.items()
            for id, thing in (gear or {}).get(table, {}).items()}  # fmt: skip
    tables = {
        table: GEAR[table] | {id: made[id] for id in (gear or {}).get(table, {})}
        for table in SCHEMA.gear
    }
    return Level(
        id="test",
        title="Test",
        rulebook="action",
        width=len(lines[0]),
        height=len(lines),
        tiles="".join(tiles),
        legend={sign: id for sign, (id, _) in letters.items()},
        terrain=SHIPPED | dict(letters.values()),
        sides=tuple(Side(id) for id in dict.fromkeys(unit.side for unit in figures)),
        units=tuple(figures),
        settings=msgspec.convert(_data("settings") | extra, Settings),
        gear=tables,
        rounds=own.pop("rounds", 50),
        zones=tuple(zone if zone != "." else "" for zone in zones),
        **own,
    )


def _unit(letter: str, given: dict[str, Any], at: tuple[int, int] | None) -> Unit:
    stats, side = dict(given), side_for(letter)
    kind, _ = stats.pop("kind", f"kind_{letter}"), stats.pop("off", None)
    return Unit(f"{side}.{letter}", side, kind, letter.upper(), at, msgspec.convert(stats, Figure))


def initiative(letters: str, order: str) -> tuple[int, ...]:
    """Return the dice that make plain units act in this order, if each rolls alone."""
    dice: list[int] = []
    for letter in sorted(letters):
        total = 18 - order.index(letter)
        low = max(1, total - 12)
        dice += [low, (total - low) // 2, total - low - (total - low) // 2]
    return tuple(dice)


def rollers(made: Level) -> str:
    """Return the letters of the units that roll initiative, in unit order."""
    party, seen, letters = made.party_side, set[Any](), ""
    for unit in made.units:
        together = made.settings_as(Settings).group_initiative and unit.side != party
        key = (unit.side, unit.kind if together else unit.id)
        if unit.at and key not in seen:
            letters += unit.title.lower()
        seen |= {key} if unit.at else set()
    return letters


def scene(
    rows: str,
    order: str = "",
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    hiding: tuple[int, ...] = (),
    rolled: tuple[int, ...] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the battle of a drawn level at its first ask, with turns in the order of letters.

    `hiding` are the dice of units that lie in wait. `rolled` are the dice of initiative, if they
    don't follow from `order`. The first unit of a group represents the group in `order`.
    """
    made = level(rows, settings, gear, **units)
    letters = rollers(made)
    battle = Battle.start(BOOK, made)
    rolls = isinstance(battle.stop, Roll)
    drawn = initiative(letters, order or letters) if rolled is None else rolled
    return Play(battle, hiding + drawn if rolls else ())
