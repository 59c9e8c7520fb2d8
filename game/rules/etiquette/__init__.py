"""Etiquette: a board-game duel with negotiation, declarations, matched dice and robots.

`book.py` has the rules of battles.
"""

from pathlib import Path

from game.engine.level_rules import API, LevelRules
from game.rules.etiquette.commands import COMMANDS
from game.rules.etiquette.lints import LINTS
from game.rules.etiquette.schema import SCHEMA

LEVEL_RULES = LevelRules(
    id="etiquette",
    api=API,
    title="Etiquette",
    schema=SCHEMA,
    commands=COMMANDS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
)
