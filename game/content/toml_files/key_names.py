"""Rename keys wherever they are written: in pairs, dotted keys and headers."""

import re
from collections.abc import Iterator

from game.content.toml_files.layout import TextSpan
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.toml_text import TomlText

_PART = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[A-Za-z0-9_-]+")


def rename_key(toml: TomlText, keys: Keys, new: str) -> list[Edit]:
    """Return the edits that rename the last key of a path, in every line that has it."""
    layout, depth = toml.layout, len(keys) - 1
    edits = []
    for pair in layout.pairs:
        own = len(pair.table)
        if pair.keys[: depth + 1] == keys and own <= depth:
            siblings = [one for one in layout.pairs if one.table == pair.table and one != pair]
            start, end = list(_parts(toml.text, pair.key))[depth - own]
            edits.append(Edit(start, end, toml.style.key(new, siblings)))
    for block in layout.blocks_of(keys):
        at = toml.text.find("[", block.start)
        names = TextSpan(at + 1, toml.text.find("]", at))
        number = sum(isinstance(key, str) for key in keys) - 1
        start, end = list(_parts(toml.text, names))[number]
        edits.append(Edit(start, end, toml.style.key(new)))
    return edits


def _parts(text: str, span: TextSpan) -> Iterator[TextSpan]:
    """Yield the parts of a dotted key."""
    for found in _PART.finditer(text, span.start, span.end):
        yield TextSpan(found.start(), found.end())
