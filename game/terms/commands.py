"""Commands: frozen values with a JSON form for programs and a text form for people.

Both forms are made from the fields. The text form is the verb and then the fields in order:
`move red.ann 3,4 4,4`; trailing fields that hold their default are left out, and a text with spaces
stands in quotes, as in JSON.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec

from game.core.cells import Cell


def snake(name: str) -> str:
    """Return `OfferDraw` as `offer_draw`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


MOST_WORDS = 200
"""Letters of words of one's own."""

Words = Annotated[str, msgspec.Meta(extra={"is_free": True})]
"""The field of a command that takes words of one's own choice; empty says nothing."""


class Command(
    msgspec.Struct,
    frozen=True,
    tag=snake,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What a side answers to an ask. Units and items are named by their ids."""


class Move(Command, frozen=True):
    """Walk the path, which names every tile after the one the unit stands on."""

    unit: str
    path: tuple[Cell, ...]


class Use(Command, frozen=True):
    """Use an item of one's hand, on the target where the item has one."""

    unit: str
    item: str
    target: str | None = None


class Lay(Command, frozen=True):
    """Lay an item on the unit's own tile."""

    unit: str
    item: str


class End(Command, frozen=True):
    """End the unit's turn."""

    unit: str


class Place(Command, frozen=True):
    """Put a unit on a tile before the first turn; two of one's own change places."""

    unit: str
    to: Cell


class Done(Command, frozen=True):
    """Be done with placing."""


class Answer(Command, frozen=True):
    """Answer a choice, or an offered draw (`yes` or `no`)."""

    unit: str
    answer: str


class Concede(Command, frozen=True):
    """Give the battle up. Any ask takes it."""


class OfferDraw(Command, frozen=True):
    """Offer the opponent a draw, in a duel; once a round. Any ask takes it."""


def verb(command: Command | type[Command]) -> str:
    """Return the word a command is called by."""
    kind = command if isinstance(command, type) else type(command)
    return str(kind.__struct_config__.tag)


@cache
def free_field(kind: type[Command]) -> str | None:
    """Return the field of a kind of command that takes free text, if it has one."""
    hints = get_type_hints(kind, include_extras=True)
    return next((name for name, hint in hints.items() if hint == Words), None)


AIMED = ("unit", "at", "to", "path")
"""The fields that say who and where; all others but the target say what with, or how."""


def unit_of(command: Command) -> str | None:
    """Return the unit that does it, if the command names one."""
    return _named(command, "unit")


def target_of(command: Command) -> str | None:
    """Return the unit or thing that it is done to, if the command names one."""
    return _named(command, "target")


def weapon_of(command: Command) -> str | None:
    """Return the weapon that it is done with, if the command names one."""
    return _named(command, "weapon")


def answer_of(command: Command) -> str | None:
    """Return the answer that the command gives, if it only answers."""
    return _named(command, "answer")


def _named(command: Command, field: str) -> str | None:
    value = getattr(command, field, None)
    return value if isinstance(value, str) and value else None


def path_of(command: Command) -> tuple[Cell, ...]:
    """Return the tiles that the command walks over; none if it is no walk."""
    path: tuple[Cell, ...] = getattr(command, "path", ())
    return path


def cell_of(command: Command) -> Cell | None:
    """Return the tile that the command is done at; of a walk its end."""
    path = path_of(command)
    at: Cell | str | None = getattr(command, "at", None) or getattr(command, "to", None)
    return at if isinstance(at, tuple) else (path[-1] if path else None)


def details_of(command: Command) -> tuple[str, ...]:
    """Return the words of a command beside its verb, who, where and to whom."""
    fields = command.__struct_fields__
    given = ((field, getattr(command, field)) for field in fields if field not in AIMED)
    return tuple(str(value) for field, value in given if value and field != "target")


def words_of(command: Command) -> tuple[str, ...]:
    """Return everything that a command says, as plain words."""
    fields = (getattr(command, field) for field in command.__struct_fields__)
    return (verb(command), *(str(value) for value in fields if value))


def aimed(command: Command, cell: Cell, target: str | None) -> Command:
    """Return the command done at another tile, and to another target if one is given.

    What the command leaves open stays open.
    """
    places = {"path": (cell,), "at": cell, "to": cell, "target": target}
    open_ones = {field for field in places if getattr(command, field, None) is None}
    return changed(command, **{k: v for k, v in places.items() if v and k not in open_ones})


def changed(command: Command, **fields: str | Cell | tuple[Cell, ...] | None) -> Command:
    """Return the command with other values in some fields."""
    return msgspec.structs.replace(command, **fields)


def to_json(command: Command) -> dict[str, Any]:
    """Return the JSON form, as plain values."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    return plain


def to_text(command: Command) -> str:
    """Return the text form."""
    fields = list(zip(command.__struct_fields__, _defaults(type(command)), strict=True))
    while fields and getattr(command, fields[-1][0]) == fields[-1][1]:
        fields.pop()
    return " ".join(
        [verb(command), *(_words(getattr(command, name)) for name, _ in fields)]
    ).strip()


def from_text(text: str, types: Iterable[type[Command]]) -> Command:
    """Return the command that `to_text` wrote; raise ValueError with a sentence about the fault."""
    word, *words = [_unquoted(said) for said in _WORD.findall(text)] or [""]
    known = {verb(kind): kind for kind in types}
    if word not in known:
        raise ValueError(f"{word!r} is no command; known are {', '.join(sorted(known))}")
    kind = known[word]
    raw: dict[str, Any] = {"do": word}
    hints = _hints(kind)
    for place, (name, hint) in enumerate(hints.items(), 1):
        if _is_path(hint):
            far = len(words) if place == len(hints) else _tiles_in(words)
            raw[name], words = [_cell(w) for w in words[:far]], words[far:]
        elif words:
            said = words.pop(0)
            raw[name] = _cell(said) if hint == Cell else said
    if words:
        raise ValueError(f"{text!r} says more than {word!r} takes")
    return from_json(raw, (kind,))


def from_json(raw: Mapping[str, object], types: Iterable[type[Command]]) -> Command:
    """Return the command that the object describes; raise ValueError with a sentence about the
    fault.
    """
    known = {verb(kind): kind for kind in types}
    word = raw.get("do")
    if not isinstance(word, str) or word not in known:
        raise ValueError(f"{word!r} is no command here; known are {', '.join(sorted(known))}")
    try:
        return msgspec.convert(raw, known[word])
    except msgspec.ValidationError as fault:
        raise ValueError(f"The command {word!r} does not fit: {fault}.") from fault


def _hints(kind: type[Command]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def _defaults(kind: type[Command]) -> list[Any]:
    given = kind.__struct_defaults__
    return [msgspec.NODEFAULT] * (len(kind.__struct_fields__) - len(given)) + list(given)


def _is_path(hint: Any) -> bool:
    return bool(hint == tuple[Cell, ...])


def _tiles_in(words: Sequence[str]) -> int:
    """Return how many words are tiles of a path; the first without a comma is another field."""
    return next((n for n, word in enumerate(words) if "," not in word), len(words))


def _cell(word: str) -> list[int]:
    found = re.fullmatch(r"(-?\d{1,6}),(-?\d{1,6})", word)
    if not found:
        raise ValueError(f"{word!r} is no tile; a tile is written column,row as in 3,4")
    return [int(found[1]), int(found[2])]


_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
"""A word of the text form; one with spaces stands in quotes."""


def _unquoted(said: str) -> str:
    try:
        return msgspec.json.decode(said, type=str) if said[0] == '"' else said
    except msgspec.DecodeError:
        return said


def _words(value: Any) -> str:
    if isinstance(value, str) and (value[:1] == '"' or value.split() != [value]):
        return msgspec.json.encode(value).decode()
    if isinstance(value, tuple):
        tiles = (value,) if value and isinstance(value[0], int) else value
        return " ".join(f"{x},{y}" for x, y in tiles)
    return str(value)
