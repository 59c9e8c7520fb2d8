"""Builders of small Guard battles for the tests."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.engine.battle import Battle
from game.rules.guard.book import BOOK
from game.rules.guard.records import Stance
from game.rules.guard.schema import SCHEMA, Figure, Settings
from game.terms.level import Level, Side, Terrain, Unit
from tests.scenario import Play

DATA = Path(__file__).parents[3] / "levels" / "guard"
ZONES = "rfFR"
OWN = ("rounds", "rounds_winner", "script")
CHARACTER: dict[str, Any] = {"title": "Figure", "calling": "plain", "life": 10,
                             "weapons": ["stick", "bow"]}  # fmt: skip
"""A character with a d6 for everything, a plain stick and bow, and abilities without effect."""
GROUP: dict[str, Any] = {"title": "Group", "number": 4, "defence": 3, "attack": 3}
"""A group that attacks in melee against the quick die, with damage 1 and a notice value of 0."""

# The tests' own things, independent of the shipped ones.
TOOLS: dict[str, dict[str, dict[str, Any]]] = {
    "arms": {
        "stick": {"kind": "melee"},
        "axe": {"kind": "melee", "bonus": 2},
        "shield": {"kind": "melee", "guard": 1},
        "bow": {"kind": "ranged"},
        "longbow": {"kind": "ranged", "bonus": 1},
    },
    "spells": {
        "spark": {"target": "group", "cost": 1, "effect": {"attack": "mind", "bonus": 1}},
        "storm": {"target": "rank", "cost": 2, "effect": {"attack": "mind"}},
        "soothe": {"target": "ally", "cost": 1, "effect": {"heal": "1d6"}},
        "song": {"target": "party", "cost": 1, "effect": {"strength": 1}},
        "blast": {"target": "group", "effect": {"attack": "mind", "move": "rear"}},
        "doom": {"target": "foes", "cost": 3, "effect": {"kills": "1d3"}},
    },
    "items": {
        "salve": {"effect": {"heal": "1d6"}},
        "kit": {"target": "ally", "effect": {"heal": "1d4"}},
        "oil": {"effect": {"strength": 1, "rounds": 2}},
        "net": {"target": "group", "effect": {"defence": -1, "stalled": 1}},
        "flask": {"target": "group", "effect": {"attack": "quick", "bonus": 1}},
        "phial": {"effect": {"focus": 3}},
        "salts": {"target": "ally", "effect": {"cure": True}},
        "pepper": {"target": "rank", "effect": {"fierce": -1}},
    },
    "abilities": {
        "nothing": {"passive": True},
        "nothing_more": {"passive": True},
        "stout": {"passive": True, "effect": {"heads": 1}},
        "slight": {"passive": True, "effect": {"no_place": True}},
        "crowding": {"passive": True, "effect": {"foe_places": -1}},
        "drilled": {"passive": True, "effect": {"places": 1}},
        "long": {"passive": True, "effect": {"from_rear": True}},
        "quick_shot": {"passive": True, "effect": {"from_front": True}},
        "over": {"passive": True, "effect": {"over_front": True}},
        "quiet": {"passive": True, "effect": {"stealth": 1}},
        "sweet": {"passive": True, "effect": {"speech": 1}},
        "sweep": {"passive": True, "cleave": True},
        "strong": {"passive": True, "effect": {"strength": 1}},
        "shade": {"uses": 1, "effect": {"hidden": True}},
        "dare": {"uses": 2, "effect": {"taunt": True}},
        "haul": {"uses": 1, "target": "group", "effect": {"move": "front"}},
        "swap": {"uses": 1, "target": "ally", "effect": {"move": "other"}},
        "one_down": {
            "title": "one down",
            "uses": 1,
            "target": "group",
            "reach": "ranged",
            "effect": {"kills": "1"},
        },
        "shields": {"passive": True, "screened": True},
        "crowd": {"passive": True, "pack": 1},
        "sprouts": {"passive": True, "regrow": 1},
        "cowards": {"passive": True, "breaks": 1},
        "thorns": {"passive": True, "spite": "2"},
        "venom": {"passive": True, "on_hurt": {"guard": -1, "rounds": 2}},
        "grip": {"passive": True, "on_hurt": {"pinned": True, "rounds": 2}},
    },
    "classes": {
        "plain": {"abilities": ["nothing", "nothing_more"]},
        "captain": {"abilities": ["drilled", "dare"]},
    },
}


def data(name: str) -> dict[str, Any]:
    """Return a table of the shipped data."""
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _gear(more: Mapping[str, Mapping[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for table, kind in SCHEMA.gear.items():
        own = TOOLS[table] | dict(more.get(table, {}))
        found = data(table) | {id: {"title": id, "about": id} | one for id, one in own.items()}
        tables[table] = {id: msgspec.convert(one, kind) for id, one in found.items()}
    return tables


def level(
    rows: str,
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    **units: dict[str, Any],
) -> Level:
    """Return a level from a drawing of the four ranks.

    In order, these are the party's rear and front, and the monsters' front and rear, separated by
    bars: `c|ab|pq|r`, in one row or several. Letters a to h are characters of red, p to w groups of
    blue. The keyword of a letter overrides its values; a letter with only a keyword has no place.
    `#` is a wall. `settings` can also contain `rounds`, `rounds_winner` and `script`.
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    extra = dict(settings or {})
    own = {key: extra.pop(key) for key in OWN if key in extra}
    zones, figures, tiles = [], list[Unit](), []
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            zones.append("" if sign == "|" else ZONES[line[:x].count("|")])
            tiles.append("#" if sign == "#" else ".")
            if sign.isalpha():
                figures.append(_unit(sign, units.get(sign, {}), (x, y)))
    drawn = {unit.id[-1] for unit in figures}
    figures += [_unit(sign, given, None) for sign, given in units.items() if sign not in drawn]
    figures.sort(key=lambda unit: unit.title)
    return Level(
        id="test",
        title="Test",
        rulebook="guard",
        width=len(lines[0]),
        height=len(lines),
        tiles="".join(tiles),
        legend={"#": "wall", ".": "floor"},
        terrain={"wall": Terrain("Wall", walk=False, see=False), "floor": Terrain("Floor")},
        sides=(Side("red"), Side("blue")),
        units=tuple(figures),
        settings=msgspec.convert(data("settings") | extra, Settings),
        gear=_gear(gear or {}),
        rounds=own.pop("rounds", 50),
        zones=tuple(zones),
        party="red",
        **own,
    )


def _unit(sign: str, given: dict[str, Any], at: tuple[int, int] | None) -> Unit:
    side, plain = ("red", CHARACTER) if sign < "p" else ("blue", GROUP)
    stats = msgspec.convert(plain | given, Figure)
    return Unit(f"{side}.{sign}", side, "figure", sign.upper(), at, stats)


def meet(
    rows: str,
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the battle of a drawn level at the moment the party meets the monsters."""
    return Play(Battle.start(BOOK, level(rows, settings, gear, **units)))


def fight(
    rows: str,
    settings: dict[str, Any] | None = None,
    gear: Mapping[str, Mapping[str, dict[str, Any]]] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the same battle after the party has attacked, with neutral stances."""
    play = meet(rows, settings, gear, **units)
    assert play.asked is not None
    return neutral(play.do(f"fight {play.asked[1]}"))


def neutral(play: Play) -> Play:
    """Let each asked character take a neutral stance."""
    while play.asked and play.asked[0] == "stance":
        play.do(f"stand {play.asked[1]} neutral")
    return play


def turn(play: Play, text: str, *dice: int) -> Play:
    """Play a character's turn, picking it first if necessary.

    `{}` in `text` stands for its name.
    """
    unit = text.split()[1]
    if play.asked and play.asked[0] == "pick":
        play.do(f"pick {unit}")
    return play.do(text, *dice)


def wait(play: Play, *units: str) -> Play:
    """Let these characters do nothing."""
    for unit in units:
        turn(play, f"end {unit}")
    return play


def stance_of(play: Play, id: str) -> str | None:
    """Return the stance that a character has taken."""
    stance = play.battle.world.find(play.unit(id), Stance)
    return stance.kind if stance else None
