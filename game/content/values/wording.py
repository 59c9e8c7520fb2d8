"""The words for places, values and expected values in messages."""

from datetime import date, datetime, time

from msgspec import inspect

from game.content.toml_files.finding_texts import Words, because, cut, quoted, words_text
from game.content.toml_files.positions import Keys

_LEGEND: Keys = ("map", "legend")
OF_LEVELS = frozenset(
    {"side", "unit", "kind", "terrain", "area", "objective", "zone", "letter", "thing"}
    | {"stop", "hero", "difficulty", "key", "command", "able", "deed", "trigger"}
    | {"flag", "counter", "choice"}
)
"""Names of tables that have no data file of their own in the rulebook."""
_NOUNS = {
    "side": "noun-side",
    "unit": "noun-unit",
    "kind": "noun-kind",
    "terrain": "noun-terrain",
    "area": "noun-area",
    "objective": "noun-objective",
    "zone": "noun-zone",
    "letter": "noun-letter",
    "thing": "noun-thing",
    "stop": "noun-stop",
    "hero": "noun-hero",
    "difficulty": "noun-difficulty",
    "key": "noun-key",
    "command": "noun-command",
    "able": "noun-command",
    "deed": "noun-deed",
    "trigger": "noun-trigger",
    "flag": "noun-flag",
    "counter": "noun-counter",
    "choice": "noun-choice",
    "lesson": "noun-lesson",
    "deploy": "noun-deployment",
    "roster": "noun-roster",
    "expect": "noun-expectation",
    "level": "noun-level",
    "campaign": "noun-campaign",
}
"""The nouns for entries of a table; without one, the table's own name."""


def capital(text: str) -> Words:
    """Return a text capitalised, to begin a sentence."""
    return Words(text[:1].upper() + text[1:])


def noun(table: str) -> Words:
    """Return the noun for an entry of a table."""
    return because(_NOUNS[table]) if table in _NOUNS else Words(table)


def place(tables: dict[str, object], keys: Keys) -> Words:
    """Return the words for a table: `the unit 'bo'`, `[map]`, `'legend' in [map]`, `the file`."""
    if len(keys) == 1:
        return Words(f"[{cut(keys[0])}]")
    return subject(tables, keys)


def subject(tables: dict[str, object], keys: Keys) -> Words:
    """Return the words for a value: `'armour' in the unit 'bo'`, `entry 2 of 'hand' in …`."""
    if not keys:
        return because("the-file")
    if keys[:2] == _LEGEND and len(keys) > 2:
        inside = because("letter-of-legend", letter=_name(keys[2]))
        return because("key-of", key=_name(keys[3]), inside=inside) if len(keys) > 3 else inside
    is_entry = len(keys) > 1 and isinstance(keys[1], int)
    head, rest = (keys[:2], keys[2:]) if is_entry else (keys[:1], keys[1:])
    if not rest:
        return _entry(tables, head) if is_entry else _name(head[0])
    return _within(rest, _entry(tables, head) if is_entry else Words(f"[{cut(head[0])}]"))


def _name(key: object) -> Words:
    return Words(quoted(key))


def _within(rest: Keys, inside: Words) -> Words:
    """Return the words for a value of a table, with the entry if it is within a list."""
    names: list[str] = []
    for key in rest:
        if not isinstance(key, int):
            names.append(key)
            continue
        if names:
            key_name = _dotted(names)
            inside = because("entry-of-key", number=key + 1, key=key_name, inside=inside)
        else:
            inside = because("entry-of", number=key + 1, inside=inside)
        names = []
    return because("key-in", key=_dotted(names), inside=inside) if names else inside


def _dotted(names: list[str]) -> Words:
    return _name(".".join(names))


def _entry(tables: dict[str, object], keys: Keys) -> Words:
    """Return the words for a table of an array: by its id, or by its number from 1."""
    name, number = str(keys[0]), keys[1]
    entries = tables.get(name)
    if isinstance(entries, list) and isinstance(number, int) and number < len(entries):
        found = entries[number]
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return because("with-id", noun=noun(name), id=found["id"])
        return because("with-number", noun=noun(name), number=number + 1)
    return Words(f"{name}.{number}")


def given(value: object) -> Words:
    """Return the words for a value from a file, within a sentence."""
    match value:
        case bool():
            return Words("true" if value else "false")
        case str():
            return because("given-text", text=value)
        case int():
            return Words(value) if is_short(value) else because("given-huge-number")
        case float():
            return Words(repr(value))
        case dict():
            return because("a-table")
        case list():
            return because("a-list-of", count=len(value)) if value else because("an-empty-list")
        case datetime() | date() | time():
            return because("given-date")
    return because("given-nothing")


def is_short(number: int) -> bool:
    """Return whether an integer fits into 64 bits."""
    return -(2**63) <= number < 2**63


def expected(info: inspect.Type) -> Words:
    """Return the values that a field takes, in words after 'must be'."""
    match info:
        case inspect.Metadata(type=inner):
            extra = info.extra or {}
            return dice_words() if extra.get("dice") else _id(extra.get("ref")) or expected(inner)
        case inspect.UnionType(types=types):
            some = [expected(t) for t in types if not isinstance(t, inspect.NoneType)]
            return words_text(list(dict.fromkeys(some)), "or")
        case inspect.StrType():
            return because("a-text", length=_letters(info.min_length, info.max_length))
        case inspect.IntType(ge=least, le=most) if least == most is not None:
            return Words(least)
        case inspect.IntType():
            return because("a-whole-number", range=_range(info))
        case inspect.FloatType():
            return because("a-number", range=_range(info))
        case inspect.BoolType():
            return because("true-or-false")
        case inspect.LiteralType(values=values):
            return words_text([repr(value) for value in values], "or")
        case inspect.TupleType(item_types=items):
            return because("a-list-of", count=len(items))
        case inspect.VarTupleType() | inspect.ListType():
            return because("a-list", length=_entries(info.min_length, info.max_length))
        case inspect.DictType() | inspect.StructType():
            return because("a-table")
    return because("of-another-kind")


def dice_words() -> Words:
    """Return the words for dice as the expected value."""
    return because("dice-such-as")


def _id(table: str | None) -> Words:
    """Return the word for the id of a table's entry; "" for letters, which are not ids."""
    if table in (None, "letter", "zone"):
        return Words()
    if table == "key":
        return because("name-of-key")
    if table == "thing":
        return because("id-of-thing")
    if table == "kind":
        return because("id-of-kind")
    if table in OF_LEVELS:
        return because("id-of-entry", entry=because(table))
    return because("id-from-file", file=Words(f"{table}.toml"))


def _range(info: inspect.IntType | inspect.FloatType) -> Words:
    least, most, above, below = map(_number, (info.ge, info.le, info.gt, info.lt))
    if least and most:
        steps = because("in-steps", step=_number(info.multiple_of)) if info.multiple_of else Words()
        return because("from-to", least=least, most=most, steps=steps)
    if least and below:
        return because("at-least-and-below", least=least, below=below)
    if above and most:
        return because("above-and-at-most", above=above, most=most)
    if above and below:
        return because("above-and-below", above=above, below=below)
    if least:
        return because("of-at-least", least=least)
    if above:
        return because("above", above=above)
    if most:
        return because("of-at-most", most=most)
    return because("below", below=below) if below else Words()


def _number(number: float | None) -> Words:
    """Return a number as it is written in a file; "" for None."""
    return Words() if number is None else Words(number)


def _letters(least: int | None, most: int | None) -> Words:
    """Return the words for the length of a text."""
    if least == most == 1:
        return because("of-one-letter")
    if least == 1 and most is None:
        return because("not-empty")
    if least is not None and least == most:
        return because("of-letters", count=least)
    if least is not None and most is not None:
        return because("of-letters-between", least=least, most=most)
    if least is not None:
        return because("of-letters-or-more", least=least)
    return Words() if most is None else because("of-letters-at-most", most=most)


def _entries(least: int | None, most: int | None) -> Words:
    """Return the words for the length of a list."""
    if least == most == 1:
        return because("of-one-entry")
    if least == 1 and most is None:
        return because("with-an-entry")
    if least is not None and least == most:
        return because("of-entries", count=least)
    if least is not None and most is not None:
        return because("of-entries-between", least=least, most=most)
    if least is not None:
        return because("of-entries-or-more", least=least)
    return Words() if most is None else because("of-entries-at-most", most=most)
