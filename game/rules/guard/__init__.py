"""Guard: a party in two ranks against groups of monsters.

`book.py` has the rules of battles.
"""

from pathlib import Path

from msgspec.structs import replace

from game.engine.level_rules import API, LevelRules
from game.rules.guard.commands import COMMANDS
from game.rules.guard.growth import grown
from game.rules.guard.lints import LINTS
from game.rules.guard.schema import SCHEMA

LEVEL_RULES = LevelRules(
    id="guard",
    api=API,
    title="Guard",
    schema=replace(SCHEMA, final=grown),
    commands=COMMANDS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
)
