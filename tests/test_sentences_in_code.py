"""No English sentence in code whose texts reach players and authors.

The pseudo-locale shows what a screen or a command misses, but only for what a test reaches. This
test reads the code instead: every text with words must be in a catalogue.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "game"

ROADS = (
    "campaign",
    "cli",
    "content",
    "play",
    "present",
    "record",
    "referee",
    "terms",
    "workshop",
)
"""Packages whose errors and reports people read."""

FOR_ENGINEERS = {
    "cli/arguments.py": "the help of the command line, which is printed before a language is known",
    "content/finding_codes.py": "the meanings of codes, for programmers",
    "content/level_schema.py": "descriptions in a JSON Schema, which come from docstrings",
    "content/type_schema.py": "descriptions in a JSON Schema, which come from docstrings",
    "content/values/unknown_keys.py": "words that authors may use for keys",
    "play/computer_answers.py": "the log of computer players' errors",
    "play/thinker_process.py": "the log of computer players' errors",
    "record/crash_files.py": "crash files",
    "referee/protocol_schema.py": "descriptions in a JSON Schema",
    "terms/languages.py": "errors of a translation, which are printed before it is read",
    "terms/records.py": "details of a damaged state",
    "terms/texts.py": "errors of catalogues, for want of usable texts",
    "workshop/bench/": "the names of measurements",
    "workshop/book_checks/": "checks of a rulebook's Python code",
}
"""Modules whose words are for people who write code, with the reason."""

CODES = "CODES"
"""The name of the tables that explain codes for programmers."""

MESSAGES = ("AssertionError", "NotImplementedError", "RuntimeError", "TypeError")
"""Errors that mean a mistake in the code itself."""

WORDS = re.compile(r"\b[A-Za-z]{2,}[,;:]? [a-z]{2,}")
"""Two words in a row."""

BESIDE_FIELD = re.compile(r"§ [a-z]{2,}\b|\b[A-Za-z]{2,}[,;:]? §")
"""A word next to a field of an f-string."""
FIELD = "§"

ALLOWED = {
    "A LevelError needs a finding.": "an error in the code",
    "Two edits overlap.": "an error in the code",
    "The game failed (§: §). Try installing it again.": "the catalogues may be damaged",
    "An example": "the title of a level that nobody sees",
    "<frozen importlib": "the name of a file",
    "roster §": "the name of a random stream",
    "zone §": "the id of a zone",
    "Invalid value": "a sentence of the TOML reader",
    "Expected newline": "a sentence of the TOML reader",
    "Invalid statement": "a sentence of the TOML reader",
    "Invalid initial character for a key": "a sentence of the TOML reader",
    "Invalid hex value": "a sentence of the TOML reader",
    "Escaped character": "a sentence of the TOML reader",
}
"""Texts that no one reads, or that can't be in a catalogue, with the reason."""


def words_in(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines and texts of a module that contain words, other than docstrings."""
    tree = ast.parse(source)
    skipped = {id(inner) for node in ast.walk(tree) if _is_aside(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
    for node in ast.walk(tree):
        text = _text(node)
        is_worded = WORDS.search(text) or BESIDE_FIELD.search(text)
        if is_worded and id(node) not in skipped and text not in ALLOWED:
            yield node.lineno if isinstance(node, ast.expr) else 0, text


def _text(node: ast.AST) -> str:
    """Return the text of a literal, with a sign for each field."""
    match node:
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or FIELD for part in parts)
        case ast.Constant(value=str() as text):
            return text
    return ""


def _is_aside(node: ast.AST) -> bool:
    """Return whether no player or author reads the texts in a part of the code."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))):
            return name in MESSAGES
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name == CODES
    return False


@pytest.mark.parametrize("road", ROADS)
def test_sentences_are_in_catalogues(road: str) -> None:
    left = []
    for path in sorted((ROOT / road).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(tuple(FOR_ENGINEERS)):
            continue
        source = path.read_text(encoding="utf-8")
        left += [f"game/{name}:{line}: {text!r}" for line, text in words_in(source)]
    assert left == []


def test_modules_for_engineers_exist() -> None:
    assert [name for name in FOR_ENGINEERS if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise Failure(f"There is no side {side!r}.")', ["There is no side §."]),
        ('raise Wrong("bad-dice", "No dice are due.")', ["No dice are due."]),
        ('say("the file")', ["the file"]),
        ('say(f"{one} and {other}")', ["§ and §"]),
        ('say(f"{x}:{y}")', []),
        ('"""A docstring with words."""', []),
        ('def a():\n    """Return what is there."""\n', []),
        ('assert found, "there is nothing"', []),
        ('raise AssertionError("this cannot be")', []),
        ('said("option", "level_or_mark")', []),
    ],
)
def test_words_in_code_are_found(source: str, found: list[str]) -> None:
    assert [text for _, text in words_in(source)] == found
