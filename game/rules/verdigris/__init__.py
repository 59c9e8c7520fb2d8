"""Verdigris: dice pools, zones, melees, mounts and grapples, with alternating turns.

`book.py` has the rules of battles.
"""

from pathlib import Path

from game.engine.level_rules import API, LevelRules
from game.rules.verdigris.commands import COMMANDS
from game.rules.verdigris.lints import LINTS
from game.rules.verdigris.schema import SCHEMA

LEVEL_RULES = LevelRules(
    id="verdigris",
    api=API,
    title="Verdigris",
    schema=SCHEMA,
    commands=COMMANDS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
)
