"""The docstrings of a class's fields, which Python itself doesn't keep."""

import ast
from functools import lru_cache
from inspect import cleandoc, getdoc, getsource
from itertools import pairwise
from textwrap import dedent


def class_doc(kind: type[object]) -> str:
    """Return the docstring of a class, one line for each paragraph."""
    return _joined(getdoc(kind) or "") if kind.__doc__ else ""


def field_docs(kind: type[object]) -> dict[str, str]:
    """Return the docstring of each field, inherited ones included; empty without the source."""
    found: dict[str, str] = {}
    for parent in reversed(kind.__mro__):
        if parent.__module__.startswith("msgspec") or parent is object:
            continue
        found |= _own(parent)
    return found


@lru_cache(maxsize=256)
def _own(kind: type[object]) -> dict[str, str]:
    try:
        tree = ast.parse(dedent(getsource(kind)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found = {}
    for field, text in pairwise(body):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(doc))),
            ):
                found[name] = _joined(cleandoc(doc))
    return found


def _joined(doc: str) -> str:
    """Return the text with the lines of each paragraph joined."""
    return "\n\n".join(" ".join(part.split()) for part in doc.split("\n\n"))
