"""The texts that people read: strings, docstrings, comments, documents, with file and line."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import tomli

Kind = Literal["ui", "codex", "level", "doc", "docstring", "comment", "message"]

FOLDERS = ("game", "levels", "tests")
EXEMPT = (
    "levels/campaign/fifth_table/campaign.toml",  # the narrator has his own voice
    "levels/campaign/under_the_hill/campaign.toml",  # and so has this one
    "tests/voice/patterns.toml",  # lists offences, as does the check's own test
    "tests/voice/test_check.py",
    "tests/rules/RULES.md",  # the ledger, in words that were agreed on
    "tests/content/corpus/",  # levels with errors
)
NAMES_OF_KEYS = ("rank", "key", "keyboard")
"""Tables of a catalogue that contain no sentences."""
PROSE = {"title", "about", "text", "message", "intro", "won", "lost", "draw", "by", "under"}
"""Keys of level and codex files whose values people read."""
EXCUSE, OFF = "voice: ok", "voice: off"
"""Comments that excuse one line, or (in the first lines) a whole file."""
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
WORD = re.compile(r"[A-Za-z]{2,}")
FEWEST = 3
"""Minimum number of words of a string that counts as a sentence."""


class Piece(NamedTuple):
    """One text, and whether it is the docstring of a function."""

    kind: Kind
    file: str
    line: int
    text: str
    is_of_function: bool = False


def pieces(root: Path) -> Iterator[Piece]:
    """Yield every text of the project below `root`."""
    found = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    for path in sorted([*found, *root.glob("*.md")]):
        name = path.relative_to(root).as_posix()
        if path.suffix in READERS and not name.startswith(EXEMPT):
            yield from _unexcused(name, path.read_text("utf-8", errors="replace"))


def _unexcused(name: str, raw: str) -> Iterator[Piece]:
    """Yield the texts of a file, except those that a comment excuses."""
    lines = raw.split("\n")
    if any(OFF in line for line in lines[:5]):
        return
    for piece in READERS[Path(name).suffix](name, raw):
        if EXCUSE not in lines[min(piece.line, len(lines)) - 1]:
            yield piece


def in_toml(name: str, raw: str) -> Iterator[Piece]:
    """Yield the strings and comments of a TOML file, or nothing if it is broken on purpose."""
    lines, kind = raw.split("\n"), _kind(name)
    try:
        data = tomli.loads(raw)
    except tomli.TOMLDecodeError:
        return
    for path, text in _strings(data):
        if kind == "ui" and path[0] in NAMES_OF_KEYS:
            continue
        if kind == "ui" or (path[-1] in PROSE and " " in text):
            yield Piece(kind, name, _line_of(lines, text), _flat(text))
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#(?!:)", line):
            yield Piece("comment", name, number, line.strip().lstrip("# "))


def _kind(name: str) -> Kind:
    for ending, kind in ENDINGS.items():
        if name.endswith(ending):
            return kind
    return "level"


ENDINGS: dict[str, Kind] = {"texts.toml": "ui", "codex.toml": "codex"}


def _strings(node: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each string of a TOML value, with the keys that lead to the string."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _strings(value, (*path, key))
    elif isinstance(node, list):
        for value in node:
            yield from _strings(value, path)
    elif isinstance(node, str) and path:
        yield path, node


def _line_of(lines: list[str], text: str) -> int:
    start = text.strip().split("\n")[0][:40]
    return next((n for n, line in enumerate(lines, 1) if start and start in line), 1)


def in_markdown(name: str, raw: str) -> Iterator[Piece]:
    """Yield the lines of a document, except its code."""
    is_code = False
    for number, line in enumerate(raw.split("\n"), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code and line.strip():
            yield Piece("doc", name, number, line.strip())


def in_python(name: str, raw: str) -> Iterator[Piece]:
    """Yield the docstrings, sentences and comments of a Python file."""
    tree = ast.parse(raw)
    docs = dict(_docstrings(tree))
    for constant, is_of_function in docs.items():
        text = _flat(str(constant.value))
        yield Piece("docstring", name, constant.lineno, text, is_of_function)
    for line, text in _sentences(tree, {id(constant) for constant in docs}):
        yield Piece("message", name, line, _flat(text))
    for token in tokenize.generate_tokens(io.StringIO(raw).readline):
        if token.type == tokenize.COMMENT:
            yield Piece("comment", name, token.start[0], token.string.lstrip("# "))


def _docstrings(tree: ast.AST) -> Iterator[tuple[ast.Constant, bool]]:
    """Yield the docstrings, those of attributes included, and whether each is of a function."""
    for node in ast.walk(tree):
        body = node.body if isinstance(node, DOCUMENTED) else []
        for child in body:
            value = child.value if isinstance(child, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                yield value, is_function and child is body[0]


def _sentences(tree: ast.AST, docs: set[int]) -> Iterator[tuple[int, str]]:
    """Yield the strings that read like sentences, with `{…}` in place of values."""
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inner = {id(part) for node in joined for part in ast.walk(node)}
    plain = [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docs | inner
    ]
    filled = [(node.lineno, "".join(map(_written, node.values))) for node in joined]
    for line, text in (*plain, *filled):
        if len(WORD.findall(text)) >= FEWEST and " " in text:
            yield line, text


def _written(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{…}"


def _flat(text: str) -> str:
    return " ".join(text.split())


READERS = {".toml": in_toml, ".md": in_markdown, ".py": in_python}
