"""Contest: a board-game duel for two to six players with one unit each.

`book.py` has the rules of battles.
"""

from pathlib import Path

from game.engine.level_rules import API, LevelRules
from game.rules.contest.commands import COMMANDS
from game.rules.contest.lints import LINTS
from game.rules.contest.schema import SCHEMA

LEVEL_RULES = LevelRules(
    id="contest",
    api=API,
    title="Contest",
    schema=SCHEMA,
    commands=COMMANDS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
)
