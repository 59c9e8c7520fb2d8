"""The words for places, values and expected values in messages."""

from datetime import date, datetime, time

from msgspec import inspect

from game.content.toml_files.finding_texts import cut, quoted
from game.content.toml_files.findings import words_text
from game.content.toml_files.positions import Keys

DICE = 'dice such as "2d6+1", "2d6kh1" or "4"'

_LEGEND: Keys = ("map", "legend")
OF_LEVELS = frozenset(
    {"side", "unit", "kind", "terrain", "area", "objective", "zone", "letter", "thing"}
    | {"stop", "hero", "difficulty", "key"}
)
"""Names of tables that aren't a data file of the book with that name."""
_WORDS = {"deploy": "deployment", "expect": "expectation"}
"""Words for entries of arrays, if not the array's key."""


def capital(text: str) -> str:
    """Return a text capitalised, to begin a sentence."""
    return text[:1].upper() + text[1:]


def place(tables: dict[str, object], keys: Keys) -> str:
    """Return the words for a table: `the unit 'bo'`, `[map]`, `'legend' in [map]`, `the file`."""
    if not keys:
        return "the file"
    if len(keys) == 1:
        return f"[{cut(keys[0])}]"
    return subject(tables, keys)


def subject(tables: dict[str, object], keys: Keys) -> str:
    """Return the words for a value: `'armour' in the unit 'bo'`, `entry 2 of 'hand' in …`."""
    if not keys:
        return "the file"
    if keys[:2] == _LEGEND and len(keys) > 2:
        inside = f"the letter {quoted(keys[2])} of the legend"
        return f"{quoted(keys[3])} of {inside}" if len(keys) > 3 else inside
    is_entry = len(keys) > 1 and isinstance(keys[1], int)
    head, rest = (keys[:2], keys[2:]) if is_entry else (keys[:1], keys[1:])
    if not rest:
        return _entry(tables, head) if is_entry else quoted(head[0])
    return _within(rest, _entry(tables, head) if is_entry else f"[{cut(head[0])}]")


def _within(rest: Keys, inside: str) -> str:
    """Return the words for a value of a table, with the entry if it is within a list."""
    names: list[str] = []
    for key in rest:
        if isinstance(key, int):
            of = f"{_dotted(names)} in " if names else ""
            inside, names = f"entry {key + 1} of {of}{inside}", []
        else:
            names.append(key)
    return f"{_dotted(names)} in {inside}" if names else inside


def _dotted(names: list[str]) -> str:
    return quoted(".".join(names))


def _entry(tables: dict[str, object], keys: Keys) -> str:
    """Return the words for a table of an array: by its id, or by its number from 1."""
    name, number = str(keys[0]), keys[1]
    entries, word = tables.get(name), _WORDS.get(name, name)
    if isinstance(entries, list) and isinstance(number, int) and number < len(entries):
        found = entries[number]
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return f"the {word} {quoted(found['id'])}"
        return f"{word} {number + 1}"
    return f"{name}.{number}"


def given(value: object) -> str:
    """Return the words for a value from a file, within a sentence."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {quoted(value)}"
        case int():
            return str(value) if is_short(value) else "a number of more than 64 bits"
        case float():
            return repr(value)
        case dict():
            return "a table"
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case datetime() | date() | time():
            return "a date or time"
    return "nothing"


def is_short(number: int) -> bool:
    """Return whether an integer fits into 64 bits."""
    return -(2**63) <= number < 2**63


def expected(info: inspect.Type) -> str:
    """Return the values that a field takes, in words that follow 'must be'."""
    match info:
        case inspect.Metadata(type=inner):
            extra = info.extra or {}
            return DICE if extra.get("dice") else _name_of(extra.get("ref")) or expected(inner)
        case inspect.UnionType(types=types):
            some = [expected(t) for t in types if not isinstance(t, inspect.NoneType)]
            return words_text(list(dict.fromkeys(some)), "or")
        case inspect.StrType():
            return f"a text{_length(info, 'letters')}"
        case inspect.IntType(ge=least, le=most) if least == most is not None:
            return str(least)
        case inspect.IntType():
            return f"a whole number{_range(info)}"
        case inspect.FloatType():
            return f"a number{_range(info)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return words_text([repr(value) for value in values], "or")
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)}"
        case inspect.VarTupleType() | inspect.ListType():
            return f"a list{_length(info, 'entries')}"
        case inspect.DictType() | inspect.StructType():
            return "a table"
    return "of another kind"


def _name_of(table: str | None) -> str:
    """Return the word for the id of a table's entry; "" for letters, which are not ids."""
    if table in (None, "letter", "zone"):
        return ""
    if table == "key":
        return "the name of a key"
    if table == "thing":
        return "the id of a thing"
    if table == "kind":
        return "the id of a kind from bestiary.toml"
    if table in OF_LEVELS:
        return f"the id of {'an' if table[:1] in 'aeio' else 'a'} {table}"
    return f"an id from {table}.toml"


def _range(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is not None and info.le is not None:
        steps = f" in steps of {info.multiple_of}" if info.multiple_of else ""
        return f" from {info.ge} to {info.le}{steps}"
    ends = {"of at least": info.ge, "above": info.gt, "of at most": info.le, "below": info.lt}
    said = [f"{word} {end}" for word, end in ends.items() if end is not None]
    later = [one.removeprefix("of ") for one in said[1:]]
    return f" {' and '.join([*said[:1], *later])}" if said else ""


def _length(info: inspect.StrType | inspect.VarTupleType | inspect.ListType, unit: str) -> str:
    least, most = info.min_length, info.max_length
    if least == most == 1:
        return " of one letter" if unit == "letters" else " of one entry"
    if least == 1 and most is None:
        return " with at least one entry" if unit == "entries" else " that is not empty"
    if least == most is not None:
        return f" of exactly {least} {unit}"
    if least is not None and most is not None:
        return f" of {least} to {most} {unit}"
    if least is not None:
        return f" of at least {least} {unit}"
    return "" if most is None else f" of at most {most} {unit}"
