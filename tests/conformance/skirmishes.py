"""Small random Contest levels: maps, kinds, hands and settings."""

from pathlib import Path
from random import Random
from typing import Any

import tomli

from game.content.shipped_folders import levels_root
from game.engine.battle import Battle
from game.rules.contest.book import BOOK
from tests.rules.contest import duel

DATA: Path = levels_root() / "contest"


def _table(name: str) -> dict[str, Any]:
    return tomli.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


KINDS = [
    {key: it for key, it in kind.items() if key != "price"} for kind in _table("bestiary").values()
]
ITEMS = list(_table("items"))


def skirmish(seed: int) -> Battle:
    """Return a battle of two to six units on two to thirty tiles, with some tiles walled off."""
    rng = Random(f"skirmish {seed}")
    count = rng.randint(2, 6)
    width = rng.randint(2, 6)
    height = rng.randint(-(-count // width), 5)
    cells = [(x, y) for y in range(height) for x in range(width)]
    rows = [[rng.choice("......~^#") for _ in range(width)] for _ in range(height)]
    for (x, y), letter in zip(rng.sample(cells, count), "abcdef", strict=False):
        rows[y][x] = letter
    figures = {letter: _figure(rng) for letter in "abcdef"[:count]}
    drawing = "\n".join("".join(row) for row in rows)
    return Battle.start(BOOK, duel.level(drawing, _settings(rng), **figures))


def _figure(rng: Random) -> dict[str, Any]:
    kind = dict(rng.choice(KINDS))
    kind["hand"] = rng.sample(ITEMS, rng.randint(0, 4))
    if rng.random() < 0.3:
        kind["life"] = rng.randint(1, 4)
    if rng.random() < 0.2:
        kind["movement"] = rng.choice(("0", "1", "2d6", "12"))
    return kind


def _settings(rng: Random) -> dict[str, Any]:
    return {
        "order": rng.choice(("level", "roll")),
        "sudden_death": rng.choice((1, 5, 20, 10_000)),
        "sudden_death_loss": rng.choice((0, 1, 1, 3)),
        "fury_after": rng.choice((0, 2, 5)),
        "fury_gain": rng.choice((1, 1, 3)),
        "fight_price": rng.choice((0, 1, 1, 2)),
        "items_a_turn": rng.choice((0, 1, 1, 3)),
        "breath": rng.choice((0, 1, 5, 30)),
        "disengage": rng.choice(("1d6", "1d6", "1d2", "1", "2d6")),
        "rounds": rng.choice((1, 2, 10, 30, 50)),
        "rounds_winner": rng.choice((None, None, "red")),
    }
