"""Compare the refusals and flaws that code makes with their sentences in catalogues."""

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from game.content.shipped_folders import rules_root
from game.content.toml_files.findings import Severity
from game.terms import book_schema, refusals
from game.terms.texts import Texts


class SentenceKind(NamedTuple):
    """A class whose objects have sentences in a table of the catalogue."""

    name: str
    table: str
    options: tuple[str, ...]
    """Keyword arguments that aren't fields of the sentence."""


REFUSALS = SentenceKind("Refusal", refusals.TABLE, ("variant", "is_moot"))
FLAWS = SentenceKind("Flaw", book_schema.FLAWS, ("severity", "file"))

SentenceFault: TypeAlias = tuple[Severity, str, str]
"""Code and a sentence that don't match: the severity, code and text of the finding."""


class SentenceUse(NamedTuple):
    """A place where code makes an object with a sentence."""

    place: str
    """The file's name, and the line."""
    entries: tuple[str, ...]
    """Keys of the possible sentences; empty if the code doesn't give them as literals."""
    fields: frozenset[str]


def own_uses(kind: SentenceKind, folder: Path) -> tuple[SentenceUse, ...]:
    """Return the uses in the code of a folder."""
    return _uses(kind, tuple(sorted(folder.rglob("*.py"))))


def shared_uses(kind: SentenceKind) -> tuple[SentenceUse, ...]:
    """Return the uses in code outside the rulebooks, which count for all rulebooks."""
    rules = rules_root()
    files = sorted(rules.parent.rglob("*.py"))
    return _uses(kind, tuple(path for path in files if not path.is_relative_to(rules)))


@lru_cache(maxsize=32)
def _uses(kind: SentenceKind, files: tuple[Path, ...]) -> tuple[SentenceUse, ...]:
    return tuple(use for path in files for use in _made_in(kind, path))


def _made_in(kind: SentenceKind, path: Path) -> Iterator[SentenceUse]:
    text = path.read_text(encoding="utf-8")
    if f"{kind.name}(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _name(node.func) == kind.name:
            yield _use(kind, f"{path.name}, line {node.lineno}", node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _use(kind: SentenceKind, place: str, call: ast.Call) -> SentenceUse:
    """Return the use for a call in the code."""
    given = {word.arg: word.value for word in call.keywords}
    fields = frozenset(name for name in given if name is not None and name not in kind.options)
    is_plain = None not in given and not any(isinstance(arg, ast.Starred) for arg in call.args)
    codes = _words(call.args[0]) if call.args else ()
    variants = _words(given["variant"]) if "variant" in given else ("",)
    entries = tuple(f"{code}_{one}" if one else code for code in codes for one in variants)
    return SentenceUse(place, entries if is_plain else (), fields)


def _words(node: ast.expr) -> tuple[str, ...]:
    """Return the possible values of an expression made of text literals; none for any other."""
    if isinstance(node, ast.IfExp):
        one, other = _words(node.body), _words(node.orelse)
        return (*one, *other) if one and other else ()
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    return ()


def sentence_faults(
    kind: SentenceKind, texts: Texts, own: Texts, uses: Iterable[SentenceUse]
) -> Iterator[SentenceFault]:
    """Yield uses that don't match their sentences in `texts`, and unused sentences in `own`.

    `own` has the book's sentences. `texts` also has the sentences that all books share.
    """
    known = set[str]()
    for use in uses:
        known.update(use.entries)
        if not use.entries:
            text = f"{use.place}: name the sentence of the {kind.name} by literals only."
            yield "error", "unclear-sentence", text
        for entry in use.entries:
            yield from _unfit(kind, texts, entry, use)
    for entry in own.keys(kind.table):
        if entry not in known:
            text = f"[{kind.table}] {entry!r} belongs to no {kind.name}; delete the line."
            yield "warning", "unused-text", text


def _unfit(
    kind: SentenceKind, texts: Texts, entry: str, use: SentenceUse
) -> Iterator[SentenceFault]:
    if not texts.has(kind.table, entry):
        text = f"[{kind.table}] has no {entry!r} ({use.place}); add a sentence for it to the texts."
        yield "error", "missing-text", text
        return
    named = frozenset(texts.fields(kind.table, entry))
    if named != use.fields:
        text = f"[{kind.table}] {entry!r} shows {_listed(named)}, and its {kind.name} has "
        yield "error", "wrong-fields", f"{text}{_listed(use.fields)} ({use.place})."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, sorted(names))) or "nothing"
