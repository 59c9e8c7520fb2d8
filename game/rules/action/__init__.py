"""Action, the book of the main campaign: 3d6, cover, reactions, spells, zones.

`book.py` has the rules of battles.
"""

from pathlib import Path

from msgspec.structs import replace

from game.engine.level_rules import API, LevelRules
from game.rules.action.commands import COMMANDS
from game.rules.action.lints.level import LINTS
from game.rules.action.lints.settings import ways_by_link
from game.rules.action.schema import SCHEMA
from game.rules.action.units.growth import grown

LEVEL_RULES = LevelRules(
    id="action",
    api=API,
    title="Action",
    schema=replace(SCHEMA, final=grown, joined=ways_by_link),
    commands=COMMANDS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
)
