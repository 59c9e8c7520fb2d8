"""A small rulebook, Skirmish, with its data files, for tests of the readers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from game.content.levels import CheckedLevel, check_level, read_level
from game.content.toml_files.findings import Finding, LevelError
from game.terms.book_schema import DiceText, Flaw, Schema
from game.terms.commands import Command, End, Move
from game.terms.level import Level
from game.terms.script.names import ref
from game.terms.texts import Texts


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: Literal["level", "roll"]
    loss: Annotated[int, msgspec.Meta(ge=0, le=9)]
    start: DiceText


class Tool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    damage: DiceText = "1"


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    life: Annotated[int, msgspec.Meta(ge=1, le=99)]
    pace: DiceText
    tool: Annotated[str, ref("tools")]
    hand: tuple[Annotated[str, ref("tools")], ...] = ()
    weight: float = 1.0
    quick: bool = False
    spare: Annotated[str, ref("tools", or_none=True)] | None = None


SCHEMA = Schema(Settings, Figure, {"tools": Tool})


SAID = Texts({"finding": {"too-small": "{level} is too small for a skirmish."}})


@dataclass(frozen=True)
class FakeBook:
    id: str = "skirmish"
    title: str = "Skirmish"
    schema: Schema = field(default=SCHEMA)
    round_limit: int = 30
    catalogue: Texts = field(
        default=Texts({"finding": {"too-small": "{level} is too small for a skirmish."}})
    )
    lints: tuple[Callable[[Any], Iterable[Flaw]], ...] = ()
    commands: tuple[type[Command], ...] = (Move, End)


BOOKS = {"skirmish": FakeBook()}

DATA = {
    "terrain.toml": """
floor = { title = "Floor" }
wall = { title = "Wall", walk = false, see = false }
""",
    "skirmish/settings.toml": """
order = "level"
loss = 1
start = "1d6"
""",
    "skirmish/bestiary.toml": """
[grunt]
title = "Grunt"
life = 5
pace = "1d4"
tool = "club"
[scout]
title = "Scout"
life = 3
pace = "1d6+1"
tool = "knife"
hand = ["knife", "club"]
""",
    "skirmish/tools.toml": """
[club]
title = "Club"
damage = "1d4"
[knife]
title = "Knife"
""",
}

LEVEL = """\
format = 1
rulebook = "skirmish"
title = "Yard"
[map]
grid = '''
#####
#a.b#
#####
'''
legend = { "#" = "wall", "." = "floor", a = { terrain = "floor", unit = "ann" }, b = { terrain = "floor", unit = "bo" } }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "grunt"
[[unit]]
id = "bo"
side = "blue"
kind = "scout"
"""  # noqa: E501 - the grid and its legend as authors write them


def make_root(folder: Path, **changes: str) -> Path:
    """Write the data files into a folder; `changes` maps file stems to other contents."""
    for name, text in DATA.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changes.get(path.stem, text), encoding="utf-8")
    return folder


def changed(*pairs: tuple[str, str], text: str = LEVEL) -> str:
    """Return the level with replacements, given as pairs; each old text must be in the level."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def read(text: str, root: Path, book: FakeBook = BOOKS["skirmish"]) -> Level:
    return read_level(text, file="yard.toml", id="yard", books={book.id: book}, root=root)


def check(text: str, root: Path, book: FakeBook = BOOKS["skirmish"]) -> CheckedLevel:
    return check_level(text, file="yard.toml", id="yard", books={book.id: book}, root=root)


def told(findings: Iterable[Finding]) -> list[str]:
    """Return findings as lines with code, place and sentence."""
    return [f"{f.code} {f.line}:{f.column} {f.message}" for f in findings]


def faults(text: str, root: Path, book: FakeBook = BOOKS["skirmish"]) -> list[str]:
    """Return all findings of a level, which must be refused."""
    try:
        read(text, root, book)
    except LevelError as error:
        return told(error.findings)
    raise AssertionError("The level was not refused.")
