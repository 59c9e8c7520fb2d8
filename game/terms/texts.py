"""The catalogues: every sentence a player reads, kept in TOML and filled in here.

A catalogue holds tables such as `[event]`, `[command]`, `[ask]`, `[refusal]`, `[why]` and
`[condition]`, each from a key to a template with `{fields}`.
"""

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli

FORMATTER = string.Formatter()
ARTICLE = "The "
INSIDE = re.compile(r"[^\W_][,;]? $")
"""How words end after which a sentence goes on."""


class BadTexts(ValueError):
    """A catalogue that cannot be used. Says why in a sentence."""


class Texts:
    """Several catalogues as one; a later one overrides an earlier."""

    is_strict = False
    """Whether a field that nothing fills, or that None would fill, is an error, as in tests.

    Players see the template as it is written.
    """

    def __init__(self, *catalogues: Mapping[str, Any]) -> None:
        self._tables: dict[str, dict[str, str]] = {}
        for catalogue in catalogues:
            for table, entries in catalogue.items():
                self._tables.setdefault(table, {}).update(entries)

    @classmethod
    def read(cls, *paths: Path) -> "Texts":
        """Return the catalogues in these files; raise BadTexts if one cannot be used."""
        return cls(*map(_read, paths))

    def has(self, table: str, key: str) -> bool:
        """Return whether there is such an entry."""
        return key in self._tables.get(table, {})

    def tables(self) -> tuple[str, ...]:
        """Return the names of the tables."""
        return tuple(self._tables)

    def keys(self, table: str) -> tuple[str, ...]:
        """Return the keys of one table."""
        return tuple(self._tables.get(table, ()))

    def fields(self, table: str, key: str) -> tuple[str, ...]:
        """Return the fields that a template wants."""
        parsed = FORMATTER.parse(self._tables[table][key])
        return tuple(name for _, name, _, _ in parsed if name)

    def say(self, table: str, key: str, names: Mapping[str, str], **values: object) -> str:
        """Return the sentence, with the titles that `names` knows in place of ids, and counted
        words in the singular or plural (`{n:six|sixes}`).
        """
        template = self._tables[table][key]
        try:
            fields = {k: _written(v, names) for k, v in values.items()}
            if any(isinstance(v, str) and v.startswith(ARTICLE) for v in fields.values()):
                return _filled(template, fields)
            return template.format(**fields)
        except (KeyError, ValueError):
            if self.is_strict:
                raise
            return template


def _read(path: Path) -> dict[str, dict[str, str]]:
    """Return the catalogue in a file."""
    try:
        found = tomli.loads(path.read_text(encoding="utf-8"))
        flaw = next(_flaws(found), None)
    except OSError as fault:
        flaw = fault.strerror or str(fault)
    except (ValueError, RecursionError) as fault:
        flaw = str(fault)
    if flaw is not None:
        raise BadTexts(f"The texts in {str(path)!r} cannot be used: {flaw}.")
    return found


def _flaws(catalogue: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of a catalogue that is valid TOML."""
    for table, entries in catalogue.items():
        if not isinstance(entries, dict):
            yield f"{table!r} is no table"
            continue
        for key, template in entries.items():
            if not isinstance(template, str):
                yield f"{key!r} in [{table}] is no text"
                continue
            try:
                fields = [name for _, name, _, _ in FORMATTER.parse(template) if name is not None]
            except ValueError as fault:
                yield f"{key!r} in [{table}]: {fault}"
                continue
            yield from (
                f"{key!r} in [{table}]: {name!r} is no name of a field"
                for name in fields
                if not name.isidentifier()
            )


class Count(int):
    """A number in a template, with the word for the counted: `{n:six|sixes}` is "1 six" and "2
    sixes", `{n:|six|sixes}` the word alone.
    """

    def __format__(self, spec: str) -> str:
        forms = spec.split("|")
        if len(forms) == 1:
            return int.__format__(self, spec)
        word = forms[-2] if self == 1 else forms[-1]
        return word if len(forms) == 3 else f"{int(self)} {word}"


def within(title: str) -> str:
    """Return a title as it stands within a sentence: "The rat" is "the rat" there."""
    return f"{ARTICLE.lower()}{title[len(ARTICLE) :]}" if title.startswith(ARTICLE) else title


def placed(title: str, before: str) -> str:
    """Return a title as it stands after these words."""
    return within(title) if INSIDE.search(before) else title


def titles_text(titles: Iterable[str]) -> str:
    """Return several titles in a row."""
    first, *others = [*titles] or [""]
    return ", ".join((first, *map(within, others)))


def _filled(template: str, fields: Mapping[str, Any]) -> str:
    """Return a template with its fields, where titles are written as they are within a sentence."""
    words = ""
    for literal, name, spec, conversion in FORMATTER.parse(template):
        words += literal
        if name is not None:
            value = FORMATTER.convert_field(fields[name], conversion)
            words += placed(format(value, spec or ""), words)
    return words


class Missing:
    """A value that is not there: a template that shows it is a ValueError, for it should have an
    entry `<name>_without_<field>`."""

    def __format__(self, spec: str) -> str:
        raise ValueError("A sentence shows a value that is missing.")


MISSING = Missing()


def _written(value: Any, names: Mapping[str, str]) -> Any:
    if value is None:
        return MISSING
    if isinstance(value, int):
        return value if isinstance(value, bool) else Count(value)
    return value_text(value, names)


def value_text(value: object, names: Mapping[str, str]) -> str:
    """Return a value as people read it: titles for ids, column and row for tiles.

    Raise ValueError for None, for which each sentence needs words of its own.
    """
    if value is None:
        raise ValueError("A value that is missing cannot be shown.")
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(v, int) for v in value):
        return f"({value[0]}, {value[1]})"
    if isinstance(value, tuple):
        return titles_text(value_text(v, names) for v in value)
    return str(value)
