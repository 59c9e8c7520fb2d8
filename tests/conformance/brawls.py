"""Small random Action levels, with units that react to any movement."""

from random import Random
from typing import Any

from game.engine.battle import Battle
from game.rules.action.book import BOOK
from game.terms.commands import Command, verb
from game.terms.level import Terrain
from tests.conformance.driver import any_of
from tests.rules.action import scene

ARMS = ("pike", "whip", "spear", "billhook", "maul", "foil", "ram", "rapier", "crossbow", "dagger")
GUARDS = ("sidestep", "turning_hand")
POWERS = ("stomp", "whirl", "undertow", "blink", "shield_shove", "slip_away", "wrestle", "vanish")
CHANGED = {
    ";": ("shallows", Terrain("Shallows", cost=2)),
    ",": ("brambles", Terrain("Brambles", cost=2, hazard="1")),
}
"""Terrain that the ground can become."""

BUSY = ("move", "ready", "react", "cross", "stand")
"""Actions that cause reactions, and the reactions."""


def brawl(seed: int) -> Battle:
    """Return a battle of three to seven units, on two or three sides, on a few tiles."""
    rng = Random(f"brawl {seed}")
    count, width = rng.randint(3, 7), rng.randint(3, 6)
    letters = rng.sample("abcdpqrsxyz", count)
    while len({scene.side_for(letter) for letter in letters}) < 2:
        letters = rng.sample("abcdpqrsxyz", count)
    height = rng.randint(3, 5)
    rows = [[rng.choice(".......~^*#o%_") for _ in range(width)] for _ in range(height)]
    cells = [(x, y) for y in range(height) for x in range(width)]
    for (x, y), letter in zip(rng.sample(cells, count), letters, strict=True):
        rows[y][x] = letter
    drawing = "\n".join("".join(row) for row in rows)
    units = {letter: _unit(rng) for letter in letters}
    return Battle.start(BOOK, scene.level(drawing, _settings(rng), **units))


def _unit(rng: Random) -> dict[str, Any]:
    return {
        "life": rng.randint(3, 12),
        "rating": rng.randint(8, 12),
        "weapons": rng.sample(ARMS, rng.randint(1, 2)),
        "powers": [*rng.sample(GUARDS, 1), *rng.sample(POWERS, 2)],
        "focus": rng.randint(0, 6),
        "speed": rng.choice((5, 20, 30, 60)),
        "fly": rng.choice((0, 0, 0, 30)),
        "size": rng.choice(("tiny", "small", "medium", "medium")),
        "attacks": rng.choice((1, 1, 2)),
        "hides": rng.random() < 0.2,
        "hero": rng.random() < 0.2,
    }


def _settings(rng: Random) -> dict[str, Any]:
    return {
        "rounds": 6,
        "more": CHANGED,
        "ties": rng.choice((["controller"], ["agility", "players", "reroll"])),
    }


def busy(battle: Battle, rng: Random) -> Command:
    """Return a random command, usually one that causes reactions."""
    legal = battle.legal()
    chosen = [command for command in legal if verb(command) in BUSY]
    return any_of(tuple(chosen) if chosen and rng.random() < 0.7 else legal, rng)
