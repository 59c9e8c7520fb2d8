"""Builders of small Contest battles for the tests."""

from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.rules.contest.book import BOOK
from game.rules.contest.schema import SCHEMA, Figure, Settings
from game.terms.level import Level, Side, Terrain, Unit
from tests.scenario import Play

SIDES = ("red", "blue", "ochre", "violet", "green", "grey")
DATA = Path(__file__).parents[3] / "levels" / "contest"
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False)),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
    "^": ("thorns", Terrain("Thorns", hazard="1d4")),
    "_": ("road", Terrain("Road", cost=0)),
}
# The tests' own things, independent of the shipped ones.
ARMS = {"sword": "1d6", "feather": "1", "flail": "1d6+1d4"}
ITEMS: dict[str, dict[str, Any]] = {
    "knife": {"target": "opponent", "damage": "1d6"},
    "bomb": {"target": "opponent", "damage": "1d6", "recoil": "1d4"},
    "claw": {"target": "opponent", "steal": True},
    "blanket": {"target": "opponent", "balance": -2, "turns": 1},
    "salve": {"target": "self", "heal": "1d6"},
    "draught": {"target": "self", "gain": "1d6"},
    "vest": {"target": "self", "armour": 2, "turns": 1},
    "oil": {"target": "self", "edge": 2, "turns": 1},
    "spikes": {"target": "tile", "damage": "1d6"},
    "pit": {"target": "tile", "halt": True},
    "rope": {"target": "tile", "lose": "1d6"},
}


def _data(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


GEAR: dict[str, dict[str, Any]] = {
    table: {id: msgspec.convert(thing, kind) for id, thing in _data(table).items()}
    for table, kind in SCHEMA.gear.items()
}
PLAIN: dict[str, Any] = {"title": "Figure", "life": 10, "movement": "4", "weapon": "sword"}


def _gear(
    arms: dict[str, str] | None, items: dict[str, dict[str, Any]] | None
) -> dict[str, dict[str, Any]]:
    own_arms = {id: {"title": id, "damage": dice} for id, dice in (ARMS | (arms or {})).items()}
    own_items = {
        id: {"title": id, "about": id} | fields for id, fields in (ITEMS | (items or {})).items()
    }
    own: dict[str, dict[str, Any]] = {"arms": own_arms, "items": own_items}
    return {
        table: GEAR[table] | {id: msgspec.convert(thing, kind) for id, thing in own[table].items()}
        for table, kind in SCHEMA.gear.items()
    }


def level(
    rows: str,
    settings: dict[str, Any] | None = None,
    *,
    arms: dict[str, str] | None = None,
    items: dict[str, dict[str, Any]] | None = None,
    ground: dict[str, str] | None = None,
    **units: dict[str, Any],
) -> Level:
    """Return a level from a drawing: letters a, b, c, and so on are units of red, blue, ochre.

    Each unit has 10 life, 4 movement and a sword (1d6) unless the keyword of its letter overrides
    them. `settings` can also contain `rounds` and `rounds_winner`. `arms` (id to dice) and `items`
    (id to fields) are added to the gear. `ground` maps a unit's letter to the sign of its terrain
    in `LETTERS`; the default is floor.
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
            sign = (ground or {}).get(letter, letter)
            tiles.append(sign if sign in LETTERS else ".")
    figures.sort(key=lambda unit: SIDES.index(unit.side))
    return Level(
        id="test",
        title="Test",
        rulebook="contest",
        width=len(lines[0]),
        height=len(lines),
        tiles="".join(tiles),
        legend={sign: id for sign, (id, _) in LETTERS.items()},
        terrain=dict(LETTERS.values()),
        sides=tuple(Side(unit.side) for unit in figures),
        units=tuple(figures),
        settings=msgspec.convert(_data("settings") | extra, Settings),
        gear=_gear(arms, items),
        rounds=rounds,
        rounds_winner=winner,
        party="red",
    )


def duel(
    rows: str,
    *dice: int,
    settings: dict[str, Any] | None = None,
    arms: dict[str, str] | None = None,
    items: dict[str, dict[str, Any]] | None = None,
    ground: dict[str, str] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the battle of a drawn level at its first ask.

    `dice` are the faces drawn before it.
    """
    made = level(rows, settings, arms=arms, items=items, ground=ground, **units)
    return Play(Battle.start(BOOK, made), dice)


def three(**units: dict[str, Any]) -> Play:
    """Return a fight of ochre, blue and red on (3, 0) in this order, on ochre's first turn.

    Red entered blue's tile, blue fled to ochre, and red chased blue. Ochre was on the tile first.
    Blue has 2 tiles of its flight left, red 2 movement, and all have full life.
    """
    play = duel(".abc..", **units)
    play.do("move red.a 2,0").do("engage red.a").do("disengage red.a", 1, 1)
    play.do("disengage blue.b", 4, 1).do("flee blue.b 3,0").do("decline blue.b")
    play.do("engage ochre.c").do("chase red.a 3,0")
    assert play.asked == ("combat", "ochre.c")
    return play


def visited(**units: dict[str, Any]) -> Play:
    """Return a fight at (2, 0) that ochre entered in flight, with red's turn first.

    Red was on the tile first, and has 3 movement left. Ochre has 4 tiles of its flight left. Blue,
    from whom ochre fled, is on (3, 0) with 1 tile of its own flight left.
    """
    play = duel(".abc..", **units).do("move red.a 2,0").do("engage red.a")
    play.do("disengage red.a", 1, 1).do("disengage blue.b", 3, 1).do("flee blue.b 3,0")
    play.do("decline blue.b").do("engage ochre.c").do("stay red.a")
    play.do("disengage ochre.c", 6, 1).do("flee ochre.c 2,0").do("decline ochre.c")
    play.do("engage red.a").do("stay blue.b")
    assert play.asked == ("combat", "red.a")
    return play
