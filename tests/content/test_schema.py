"""The JSON Schema of levels agrees with the loader, according to three independent checkers."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli

from game.content.field_docs import field_docs
from game.content.level_schema import book_schema, levels_schema
from game.content.levels import all_levels
from game.content.type_schema import DICE
from game.core.dice import Dice
from game.rules.registry import find_books
from game.terms.script.conditions import WhenEntered
from tests.books.tag.book import BOOK as TAG
from tests.content.world import BOOKS as FAKE
from tests.content.world import LEVEL, changed

BOOKS = find_books().books
SCHEMA = levels_schema(BOOKS)
LEVELS = [found.path for found in all_levels()]
TEMPLATES = [book.template for book in BOOKS.values() if book.template is not None]
CORPUS = Path(__file__).parent / "corpus"

SCHEMA_CODES = {
    *("unknown-key", "missing-key", "wrong-type", "wrong-value", "choice-missing"),
    *("choice-twice", "unknown-name", "unknown-rulebook", "newer-format", "bad-id", "too-many"),
}
BEYOND = {
    "wrong-value-2": "no schema covers control characters, or numbers beyond 64 bits",
    "too-many-2": "no schema counts the tiles of areas",
}


def broken() -> list[Path]:
    """Return the files of the corpus that a schema should reject."""
    found = sorted(CORPUS.glob("*.toml"))
    return [
        path
        for path in found
        if re.sub(r"-\d+$", "", path.stem) in SCHEMA_CODES and path.stem not in BEYOND
    ]


def is_valid(text: str, schema: Mapping[str, Any] = SCHEMA) -> bool:
    return bool(jsonschema.Draft7Validator(schema).is_valid(tomli.loads(text)))


# The schema itself


def test_schema_is_valid() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def tables(schema: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "level", dict(schema)
    yield from schema["$defs"].items()


@pytest.mark.parametrize("book", BOOKS)
def test_every_key_is_described(book: str) -> None:
    schema = book_schema(BOOKS[book])
    bare = [
        f"{name}.{key}"
        for name, table in tables(schema)
        for key, value in table.get("properties", {}).items()
        if "description" not in value
        and "description" not in schema["$defs"].get(value.get("$ref", "")[8:], {})
    ]
    assert bare == []


@pytest.mark.parametrize("book", BOOKS)
def test_unknown_keys_are_rejected_in_every_table(book: str) -> None:
    for name, table in tables(book_schema(BOOKS[book])):
        assert "properties" not in table or table["additionalProperties"] is False, name


def test_ids_defaults_and_settings_equal_those_of_the_rulebook_files() -> None:
    defs = book_schema(BOOKS["contest"])["$defs"]
    assert "brawler" in defs["kind-id"]["enum"]
    assert "stone_wall" in defs["terrain-id"]["enum"]
    assert defs["Settings"]["properties"]["sudden_death"]["default"] == 20
    assert defs["Trigger"]["properties"]["once"]["default"] is True
    assert defs["UnitTable"]["required"] == ["id", "side", "kind"]
    assert "default" not in defs["UnitTable"]["properties"]["armour"]


def test_docs_of_inherited_fields_are_found() -> None:
    docs = field_docs(WhenEntered)
    assert docs["area"] == "Id of the area."
    assert docs["unit"] == "This unit."


@pytest.mark.parametrize(
    "text", ["1d6", "d6", "2D6KH1+1", "3", "-1", "1d4 + 2d6 - 3", "+2", "8d6s", " 4d6kl3 "]
)
def test_valid_dice_match_the_schema(text: str) -> None:
    Dice.parse(text)
    assert re.search(DICE, text)


@pytest.mark.parametrize("text", ["", "d", "1x6", "1d6-1d4", "1d6kh", "1d", "6+", "1d6 2"])
def test_invalid_dice_do_not_match_the_schema(text: str) -> None:
    with pytest.raises(ValueError, match="dice"):
        Dice.parse(text)
    assert not re.search(DICE, text)


def test_part_of_each_rulebook_applies_to_its_levels_only(tmp_path: Path) -> None:
    folders = Path(__file__).parents[1] / "books" / "levels", LEVELS[0].parents[1]
    for folder in folders:
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    both = levels_schema({**BOOKS, "tag": TAG}, root=tmp_path)
    jsonschema.Draft7Validator.check_schema(both)
    yard = next(path for path in LEVELS if path.stem == "yard").read_text(encoding="utf-8")
    assert is_valid(yard, both)
    assert not is_valid(yard.replace('"contest"', '"tag"'), both)
    assert not is_valid(yard.replace('"contest"', '"chess"'), both)


@pytest.mark.parametrize(
    ("old", "new", "good"),
    [
        ('"Yard"', '"Yard"\nrounds = 3', True),
        ('kind = "grunt"', 'kind = "grunt"\nlife = 7\nweight = 2', True),
        ('kind = "grunt"', 'kind = "grunt"\nlife = "7"', False),
        ('kind = "grunt"', 'kind = "grunt"\nhand = ["spoon"]', False),
        ('kind = "grunt"', 'kind = "scout"\nat = [1, 2, 3]', False),
        ('"." = "floor"', '".." = "floor"', False),
        ("[map]", "[skirmish]\nloss = 3\n[map]", True),
        ("[map]", '[skirmish]\norder = "odd"\n[map]', False),
        ("[map]", '[[area]]\nid = "x"\nrect = [1, 1, 0, 1]\n[map]', False),
        ("[map]", '[[area]]\nid = "x"\nrect = [1, 1, 1, 1]\n[map]', True),
        ("[map]", '[[area]]\nid = "x"\n[map]', False),
        ("[map]", "[[expect]]\nends_before = 3\ngames = 2\n[map]", True),
        ("[map]", "[[expect]]\ngames = 2\n[map]", False),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { guard = "x", flee = 0.3 }', True),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { flee = 1 }', True),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { flee = 0 }', False),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { hold = true, guard = "x" }', False),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { patrol = ["x"] }', False),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { hunt = "wounded", lead = 4 }', True),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { guard = "x", chase = 2 }', True),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { hunt = "nearest" }', False),
        ('kind = "grunt"', 'kind = "grunt"\nbehaviour = { lead = 0 }', False),
        ('kind = "grunt"', 'kind = "grunt"\nspare = "knife"', True),
        ('kind = "grunt"', 'kind = "grunt"\nspare = ""', True),
        ('kind = "grunt"', 'kind = "grunt"\nspare = "spoon"', False),
        ("[map]", '[[trigger]]\nwhen = [{ count = {} }]\ndo = [{ win = "red" }]\n[map]', False),
    ],
)
def test_values_are_judged_like_in_the_loader(root: Path, old: str, new: str, good: bool) -> None:
    assert is_valid(changed((old, new), text=LEVEL), levels_schema(FAKE, root=root)) is good


# Levels in three checkers


@pytest.mark.parametrize("path", [*LEVELS, *TEMPLATES], ids=lambda path: path.stem)
def test_shipped_level_is_accepted(path: Path) -> None:
    assert is_valid(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", broken(), ids=lambda path: path.stem)
def test_broken_level_is_rejected(path: Path) -> None:
    assert not is_valid(path.read_text(encoding="utf-8"))


def test_every_code_visible_to_a_schema_is_tested() -> None:
    assert {re.sub(r"-\d+$", "", path.stem) for path in broken()} == SCHEMA_CODES


TOMBI = """\
[schema]
enabled = true
strict = false
catalog = { paths = [] }
[[schemas]]
path = "levels.schema.json"
include = ["*.toml"]
"""


class Linter:
    """Taplo or Tombi, run with the schema in a folder, without network access."""

    def __init__(self, name: str, folder: Path) -> None:
        beside = Path(sys.executable).parent
        self.program = shutil.which(name, path=str(beside)) or shutil.which(name)
        self.name, self.folder = name, folder
        self.schema = folder / "levels.schema.json"
        self.schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
        (folder / "tombi.toml").write_text(TOMBI, encoding="utf-8")

    def __call__(self, *paths: Path) -> "subprocess.CompletedProcess[str]":
        for path in paths:
            shutil.copy(path, self.folder)
        assert self.program is not None
        options = {
            "taplo": ["--no-auto-config", "--schema", self.schema.as_uri()],
            "tombi": ["--offline"],
        }[self.name]
        return subprocess.run(
            [self.program, "lint", *options, *(path.name for path in paths)],
            cwd=self.folder,
            env={**os.environ, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )


@pytest.fixture(params=["taplo", "tombi"])
def linter(request: pytest.FixtureRequest, tmp_path: Path) -> Linter:
    made = Linter(request.param, tmp_path)
    if made.program is None:
        pytest.skip(f"{request.param} is not installed; it comes with the dev extra")
    return made


def test_linter_accepts_every_shipped_level(linter: Linter) -> None:
    run = linter(*LEVELS, *TEMPLATES)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("path", broken(), ids=lambda path: path.stem)
def test_linter_rejects_a_broken_level(linter: Linter, path: Path) -> None:
    run = linter(path)
    assert run.returncode == 1
    assert path.name in run.stdout + run.stderr
