"""Comparison of the refusals that code makes with their sentences in the catalogues."""

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from game.content.shipped_folders import rules_root
from game.content.toml_files.findings import Severity
from game.terms.refusals import TABLE, Refusal
from game.terms.texts import Texts

CLASS = Refusal.__name__
OPTIONS = ("variant", "is_moot")
"""Keywords of a refusal that aren't fields of its sentence."""


class RefusalUse(NamedTuple):
    """A place in code where a refusal is made."""

    place: str
    """Name of the file, and line."""
    entries: tuple[str, ...]
    """Keys of its possible sentences; empty if the code doesn't show them."""
    fields: frozenset[str]


RefusalFault: TypeAlias = tuple[Severity, str, str]
"""A refusal and a sentence that don't match: severity, code and text of the finding."""


def own_refusals(folder: Path) -> tuple[RefusalUse, ...]:
    """Return the refusals made by the code in a folder."""
    return _uses(tuple(sorted(folder.rglob("*.py"))))


def shared_refusals() -> tuple[RefusalUse, ...]:
    """Return the refusals made outside the rulebooks, for all of them."""
    rules = rules_root()
    files = sorted(rules.parent.rglob("*.py"))
    return _uses(tuple(path for path in files if not path.is_relative_to(rules)))


@lru_cache(maxsize=16)
def _uses(files: tuple[Path, ...]) -> tuple[RefusalUse, ...]:
    return tuple(use for path in files for use in _made_in(path))


def _made_in(path: Path) -> Iterator[RefusalUse]:
    text = path.read_text(encoding="utf-8")
    if f"{CLASS}(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _name(node.func) == CLASS:
            yield _use(f"{path.name}, line {node.lineno}", node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _use(place: str, call: ast.Call) -> RefusalUse:
    """Return the refusal that a call makes."""
    given = {word.arg: word.value for word in call.keywords}
    fields = frozenset(name for name in given if name is not None and name not in OPTIONS)
    is_plain = None not in given and not any(isinstance(arg, ast.Starred) for arg in call.args)
    codes = _words(call.args[0]) if call.args else ()
    variants = _words(given["variant"]) if "variant" in given else ("",)
    entries = tuple(f"{code}_{one}" if one else code for code in codes for one in variants)
    return RefusalUse(place, entries if is_plain else (), fields)


def _words(node: ast.expr) -> tuple[str, ...]:
    """Return the possible values of an expression of text literals; none for any other."""
    if isinstance(node, ast.IfExp):
        one, other = _words(node.body), _words(node.orelse)
        return (*one, *other) if one and other else ()
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    return ()


def refusal_faults(texts: Texts, own: Texts, uses: Iterable[RefusalUse]) -> Iterator[RefusalFault]:
    """Yield the refusals that don't match their sentences in `texts`, and the unused ones in `own`.

    `texts` has the sentences that all books share and the book's `own`.
    """
    known = set[str]()
    for use in uses:
        known.update(use.entries)
        if not use.entries:
            text = f"{use.place}: write the refusal's code, variant and fields there as literals."
            yield "error", "unclear-refusal", text
        for entry in use.entries:
            yield from _unfit(texts, entry, use)
    for entry in own.keys(TABLE):
        if entry not in known:
            text = f"[{TABLE}] {entry!r} is for no refusal; delete the line."
            yield "warning", "unused-text", text


def _unfit(texts: Texts, entry: str, use: RefusalUse) -> Iterator[RefusalFault]:
    if not texts.has(TABLE, entry):
        text = f"[{TABLE}] has no {entry!r} ({use.place}); add a sentence for it to the texts."
        yield "error", "missing-text", text
        return
    named = frozenset(texts.fields(TABLE, entry))
    if named != use.fields:
        text = f"[{TABLE}] {entry!r} shows {_listed(named)}, and its refusal has "
        yield "error", "wrong-fields", f"{text}{_listed(use.fields)} ({use.place})."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, sorted(names))) or "nothing"
