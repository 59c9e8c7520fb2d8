"""The catalogues: every sentence a player reads, kept in TOML and filled in here.

A catalogue holds tables such as `[event]`, `[command]`, `[ask]`, `[refusal]`, `[why]` and
`[condition]`, each from a key to a template with `{fields}`.
"""

import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli


class Texts:
    """Several catalogues as one; a later one overrides an earlier."""

    def __init__(self, *catalogues: Mapping[str, Any]) -> None:
        self._tables: dict[str, dict[str, str]] = {}
        for catalogue in catalogues:
            for table, entries in catalogue.items():
                self._tables.setdefault(table, {}).update(entries)

    @classmethod
    def read(cls, *paths: Path) -> "Texts":
        """The catalogues in these files."""
        return cls(*(tomli.loads(path.read_text(encoding="utf-8")) for path in paths))

    def has(self, table: str, key: str) -> bool:
        """Whether there is such an entry."""
        return key in self._tables.get(table, {})

    def keys(self, table: str) -> tuple[str, ...]:
        """The keys of one table."""
        return tuple(self._tables.get(table, ()))

    def fields(self, table: str, key: str) -> tuple[str, ...]:
        """The fields that a template wants."""
        parsed = string.Formatter().parse(self._tables[table][key])
        return tuple(name for _, name, _, _ in parsed if name)

    def say(self, table: str, key: str, names: Mapping[str, str], **values: Any) -> str:
        """The sentence, with ids in the values replaced by the titles that `names` knows."""
        template = self._tables[table][key]
        return template.format(
            **{k: v if isinstance(v, int) else shown(v, names) for k, v in values.items()}
        )


def shown(value: Any, names: Mapping[str, str]) -> str:
    """A value as people read it: titles for ids, column and row for tiles, nothing for None."""
    if value is None:
        return "nobody"
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(v, int) for v in value):
        return f"({value[0]}, {value[1]})"
    if isinstance(value, tuple):
        return ", ".join(shown(v, names) for v in value)
    return str(value)
