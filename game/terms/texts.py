"""The catalogues: every sentence a player reads, stored in TOML and filled in here.

A catalogue has tables such as `[event]`, `[command]`, `[ask]`, `[refusal]`, `[why]` and
`[condition]`, each from a key to a template with `{fields}`.
"""

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Protocol, TypeAlias

import tomli

from game.core.dice import DiceError
from game.terms.commands import CommandError

FORMATTER = string.Formatter()
COMMON = Path(__file__).with_name("texts.toml")
"""The sentences that all books share. A book's own sentences can override them."""
Catalogue = Mapping[str, Mapping[str, str]]
"""Tables of templates."""

ARTICLE = "The "
MINUS = "−"
OWN = "'s"
MANY = re.compile(r" .*[^\Wisu]s$")
"""A pattern for a title that ends in a plural, which takes only an apostrophe: "the books'"."""
INSIDE = re.compile(r"(?:[^\W_][,;]?|\bvs\.) $")
"""A pattern for the end of a text after which a sentence continues."""
PLAIN = re.compile(r"[^{}]*(?:\{[A-Za-z_][A-Za-z0-9_]*(?::[^{}]*)?\}[^{}]*)*")
"""A pattern for the usual templates, which need no closer look to find errors."""

DICE = "dice"
"""The table with the sentences about impossible dice and faces."""
COMMANDS = "bad_command"
"""The table with the sentences about texts and JSON that aren't commands."""

TextFacts: TypeAlias = dict[str, object]
"""The values of a sentence by field name. `value_text` formats them."""


class BadTexts(ValueError):
    """An unusable catalogue. Its message is a full sentence."""


class Language(Protocol):
    """A language other than the English of the catalogues."""

    def catalogue(self, path: Path, english: Catalogue) -> Catalogue:
        """Return the catalogue of a file in this language. Raise BadTexts if it is unusable."""

    def translate(self, path: Path, tables: dict[str, object]) -> None:
        """Translate the texts in the tables of a data file, in place.

        Raise BadTexts if the translation is unusable.
        """


class Texts:
    """Several catalogues merged into one. Later ones override earlier ones."""

    language: ClassVar[Language | None] = None
    """The language in which catalogues are read; None for English."""

    is_strict: ClassVar[bool] = False
    """Whether a field that is missing or None raises an error, as in tests.

    If false, players see the template as written.
    """

    def __init__(self, *catalogues: Mapping[str, Mapping[str, str]]) -> None:
        self._tables: dict[str, dict[str, str]] = {}
        for catalogue in catalogues:
            for table, entries in catalogue.items():
                self._tables.setdefault(table, {}).update(entries)

    @classmethod
    def read(cls, *paths: Path) -> "Texts":
        """Return the catalogues in these files. Raise BadTexts if one is unusable."""
        if cls.language is None:
            return cls(*map(read_catalogue, paths))
        return cls(*(cls.language.catalogue(path, read_catalogue(path)) for path in paths))

    def has(self, table: str, key: str) -> bool:
        """Return whether a table has an entry with this key."""
        return key in self._tables.get(table, {})

    def tables(self) -> tuple[str, ...]:
        """Return the names of the tables."""
        return tuple(self._tables)

    def keys(self, table: str) -> tuple[str, ...]:
        """Return the keys of one table."""
        return tuple(self._tables.get(table, ()))

    def fields(self, table: str, key: str) -> tuple[str, ...]:
        """Return the names of a template's fields."""
        parsed = FORMATTER.parse(self._tables[table][key])
        return tuple(name for _, name, _, _ in parsed if name)

    def say(self, table: str, key: str, names: Mapping[str, str], /, **values: object) -> str:
        """Return the sentence of an entry, filled in with `values`.

        Replace ids by their titles in `names`, and choose singular or plural (`{n:six|sixes}`).
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


def read_catalogue(path: Path) -> Catalogue:
    """Return the catalogue in a file. Raise BadTexts if it is unusable."""
    try:
        found = tomli.loads(path.read_text(encoding="utf-8"))
        flaw = next(_flaws(found), None)
    except OSError as fault:
        flaw = fault.strerror or str(fault)
    except (ValueError, RecursionError) as fault:
        flaw = str(fault)
    if flaw is not None:
        raise bad_texts(path, flaw)
    return found


def bad_texts(path: Path, flaw: str) -> BadTexts:
    """Return the error for a file with texts. It is English, for want of usable texts."""
    return BadTexts(f"The texts in {str(path)!r} can't be used: {flaw}.")


def _flaws(catalogue: Mapping[str, object]) -> Iterator[str]:
    """Yield the errors in a catalogue that is valid TOML."""
    for table, entries in catalogue.items():
        if not isinstance(entries, dict):
            yield f"{table!r} isn't a table"
            continue
        for key, template in entries.items():
            if not isinstance(template, str):
                yield f"{key!r} in [{table}] isn't a text"
                continue
            if PLAIN.fullmatch(template):
                continue
            try:
                fields = [name for _, name, _, _ in FORMATTER.parse(template) if name is not None]
            except ValueError as fault:
                yield f"{key!r} in [{table}]: {fault}"
                continue
            yield from (
                f"{key!r} in [{table}]: {name!r} isn't the name of a field"
                for name in fields
                if not name.isidentifier()
            )


class Count(int):
    """A number in a template, with its noun in the singular or plural.

    `{n:six|sixes}` gives "1 six" and "2 sixes", and `{n:|six|sixes}` the noun alone.
    """

    def __format__(self, spec: str) -> str:
        forms = spec.split("|")
        if len(forms) == 1:
            return int.__format__(self, spec).replace("-", MINUS)
        word = forms[-2] if abs(self) == 1 else forms[-1]
        return word if len(forms) == 3 else f"{int(self)} {word}"


def within(title: str) -> str:
    """Return a title in the form used within a sentence: "The rat" becomes "the rat"."""
    return f"{ARTICLE.lower()}{title[len(ARTICLE) :]}" if title.startswith(ARTICLE) else title


def placed(title: str, before: str) -> str:
    """Return a title in the form that it takes after the words `before`."""
    return within(title) if INSIDE.search(before) else title


def titles_text(titles: Iterable[str]) -> str:
    """Return several titles, separated by commas."""
    first, *others = [*titles] or [""]
    return ", ".join((first, *map(within, others)))


def _filled(template: str, fields: Mapping[str, object]) -> str:
    """Return a filled template, with titles in the form used within a sentence."""
    words = ""
    for literal, name, spec, conversion in FORMATTER.parse(template):
        is_owned = literal.startswith(OWN) and MANY.search(words) is not None
        words += literal.replace(OWN, OWN[0], 1) if is_owned else literal
        if name is not None:
            value = FORMATTER.convert_field(fields[name], conversion)
            words += placed(format(value, spec or ""), words)
    return words


class Missing:
    """A missing value. It raises ValueError when it is formatted.

    If a field of a template can be missing, add an entry `<name>_without_<field>`.
    """

    def __format__(self, spec: str) -> str:
        raise ValueError("A sentence shows a value that is missing.")


MISSING = Missing()


def _written(value: object, names: Mapping[str, str]) -> object:
    if value is None:
        return MISSING
    if isinstance(value, int):
        return value if isinstance(value, bool) else Count(value)
    return value_text(value, names)


class Phrase:
    """A text to show unchanged; a plain string might be taken for an id."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


def value_text(value: object, names: Mapping[str, str]) -> str:
    """Return a value as people read it: titles for ids, column and row for tiles.

    Raise ValueError for None, because each sentence needs its own words for that.
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


def dice_text(fault: DiceError) -> str:
    """Return the sentence for an error: the entry `<code>`, or `<code>_term` if it has a term."""
    entry = f"{fault.code}_term" if "term" in fault.params else fault.code
    return Texts.read(COMMON).say(DICE, entry, {}, **fault.params)


def fault_text(fault: Exception) -> str:
    """Return the sentence for an error of dice or a command, or the text of any other error."""
    if isinstance(fault, DiceError):
        return dice_text(fault)
    if isinstance(fault, CommandError):
        return Texts.read(COMMON).say(COMMANDS, fault.code, {}, **fault.params)
    return str(fault)
