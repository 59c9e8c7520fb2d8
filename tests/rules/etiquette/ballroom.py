"""Builders of small Etiquette battles for the tests."""

from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.rules.etiquette.book import BOOK
from game.rules.etiquette.schema import SCHEMA, Figure, Settings
from game.terms.level import Level, Side, Terrain, Unit
from game.terms.level_script import Script
from tests.scenario import Play

SIDES = ("red", "blue", "ochre", "violet")
FIGURES, ROBOTS = "abcd", "pqrstuvw"
DATA = Path(__file__).parents[3] / "levels" / "etiquette"
LETTERS = {
    "#": ("wall", Terrain("Wall", walk=False, see=False)),
    ".": ("floor", Terrain("Floor")),
    "~": ("mud", Terrain("Mud", cost=2)),
    "^": ("thorns", Terrain("Thorns", hazard="1d4")),
}
# The tests' own things, independent of the shipped ones.
ARMS: dict[str, dict[str, Any]] = {
    "hands": {},
    "lucky": {"attack": {"ties": True}},
    "cruel": {"attack": {"harm": 1}},
}
ITEMS: dict[str, dict[str, Any]] = {
    "wax": {"target": "attack", "knack": {"high": 1}},
    "third": {"target": "attack", "knack": {"dice": 1}},
    "cloak": {"target": "defence", "knack": {"ward": 1}},
    "glass": {"target": "defence", "knack": {"riposte": True}},
    "dart": {"target": "opponent", "damage": "1d3"},
    "hook": {"target": "opponent", "steal": True},
    "bomb": {"target": "opponent", "damage": "1d3", "recoil": "1d3"},
    "salve": {"target": "self", "heal": "1d3"},
    "waltz": {"target": "self", "gain": "1d6"},
    "pins": {"target": "tile", "damage": "1d3"},
    "pit": {"target": "tile", "halt": True},
    "rope": {"target": "tile", "lose": "1d6"},
}


def _data(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


GEAR: dict[str, dict[str, Any]] = {
    table: {id: msgspec.convert(thing, kind) for id, thing in _data(table).items()}
    for table, kind in SCHEMA.gear.items()
}
PLAIN: dict[str, Any] = {"title": "Figure", "life": 8, "movement": "4", "weapon": "hands"}
ROBOT: dict[str, Any] = {
    **{"title": "Robot", "life": 3, "movement": "2", "weapon": "hands"},
    "robot": True,
}


def _gear(
    arms: dict[str, dict[str, Any]] | None, items: dict[str, dict[str, Any]] | None
) -> dict[str, dict[str, Any]]:
    own = {"arms": ARMS | (arms or {}), "items": ITEMS | (items or {})}
    return {
        table: GEAR[table]
        | {
            id: msgspec.convert({"title": id, "about": id} | thing, kind)
            for id, thing in own[table].items()
        }
        for table, kind in SCHEMA.gear.items()
    }


def _unit(letter: str, at: tuple[int, int], units: dict[str, dict[str, Any]]) -> Unit:
    is_robot = letter in ROBOTS
    index = ROBOTS.index(letter) // 2 if is_robot else FIGURES.index(letter)
    stats = msgspec.convert((ROBOT if is_robot else PLAIN) | units.get(letter, {}), Figure)
    side = SIDES[index]
    return Unit(f"{side}.{letter}", side, "figure", letter.upper(), at, stats)


def level(
    rows: str,
    settings: dict[str, Any] | None = None,
    *,
    arms: dict[str, dict[str, Any]] | None = None,
    items: dict[str, dict[str, Any]] | None = None,
    ground: dict[str, str] | None = None,
    **units: dict[str, Any],
) -> Level:
    """Return a level from a drawing of characters and robots.

    Letters a, b, c, d are the characters of red, blue, ochre and violet; p and q are robots of red,
    r and s of blue, t and u of ochre, v and w of violet.

    A character has 8 life and 4 movement, a robot 3 and 2, unless the keyword of its letter
    overrides them. All fight with bare hands. `settings` can also contain `rounds`, `rounds_winner`
    and a `script`. `arms` and `items` are added to the gear. `ground` maps a unit's letter to the
    sign of its terrain in `LETTERS`; the default is floor.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    rounds, winner = extra.pop("rounds", 50), extra.pop("rounds_winner", None)
    script = extra.pop("script", Script())
    found, tiles = [], []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter.isalpha():
                found.append(_unit(letter, (x, y), units))
            sign = (ground or {}).get(letter, letter)
            tiles.append(sign if sign in LETTERS else ".")
    found.sort(key=lambda unit: (SIDES.index(unit.side), unit.id))
    sides = [side for side in SIDES if any(unit.side == side for unit in found)]
    return Level(
        id="test",
        title="Test",
        rulebook="etiquette",
        width=len(lines[0]),
        height=len(lines),
        tiles="".join(tiles),
        legend={sign: id for sign, (id, _) in LETTERS.items()},
        terrain=dict(LETTERS.values()),
        sides=tuple(Side(side) for side in sides),
        units=tuple(found),
        settings=msgspec.convert(_data("settings") | extra, Settings),
        gear=_gear(arms, items),
        rounds=rounds,
        rounds_winner=winner,
        script=script,
        party="red",
    )


def scene(
    rows: str,
    *dice: int,
    settings: dict[str, Any] | None = None,
    arms: dict[str, dict[str, Any]] | None = None,
    items: dict[str, dict[str, Any]] | None = None,
    ground: dict[str, str] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the battle of a drawn level at its first ask.

    `dice` are the faces drawn before it.
    """
    made = level(rows, settings, arms=arms, items=items, ground=ground, **units)
    return Play(Battle.start(BOOK, made), dice)


def silence(play: Play) -> Play:
    """Let every side stay silent."""
    while play.asked and play.asked[0] == "talk":
        play.do(f"silent {play.asked[1]}")
    return play


def met(rows: str = "ab....", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile, and neither has promised anything."""
    play = scene(rows, **given)
    there = play.at("blue.b")
    assert there is not None
    return silence(play.do(f"move red.a {there[0]},{there[1]}"))


def fight(rows: str = "ab....", **given: Any) -> Play:
    """Return a fight in which red, the aggressor, engaged and attacks first; blue declined."""
    play = met(rows, **given).do("engage red.a").do("decline blue.b")
    assert play.asked == ("combat", "red.a")
    return play


def pressed(rows: str = "ab....", **given: Any) -> Play:
    """Return a fight in which red entered blue's tile, and blue engaged and attacks first."""
    play = met(rows, **given).do("decline red.a").do("engage blue.b")
    assert play.asked == ("combat", "blue.b")
    return play
