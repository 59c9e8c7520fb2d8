"""Tag: a very small rulebook for the tests, with moving, touching and a secret den.

`book.py` has the rules of battles.
"""

from pathlib import Path

from game.engine.level_rules import API, LevelRules
from tests.books.tag.commands import COMMANDS
from tests.books.tag.schema import SCHEMA

LEVEL_RULES = LevelRules(
    id="tag",
    api=API,
    title="Tag",
    schema=SCHEMA,
    commands=COMMANDS,
    texts=(Path(__file__).parent / "texts.toml",),
)
