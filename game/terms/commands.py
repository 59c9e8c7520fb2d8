"""Commands: frozen values with a JSON form for programs and a text form for people.

Both forms are derived from the fields. The text form is the verb and then the fields in order:
`move red.ann 3,4 4,4`. Trailing fields with default values are omitted, and a text with spaces is
quoted as in JSON.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec

from game.core.cells import Cell


def snake(name: str) -> str:
    """Return a name in snake case: `OfferDraw` becomes `offer_draw`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


MOST_WORDS = 200
"""Maximum length of a free text in characters."""

Words = Annotated[str, msgspec.Meta(extra={"is_free": True})]
"""The type of a field for the player's own words; "" if the player says nothing."""


class CommandError(ValueError):
    """The error for text or JSON that isn't a command: a code, and the values of its sentence.

    `fault_text` in texts.py makes the sentence.
    """

    def __init__(self, code: str, **params: str) -> None:
        """Make an error; `params` are the fields of its sentence."""
        super().__init__(code, params)
        self.code, self.params = code, params

    def __str__(self) -> str:
        return f"{self.code} {self.params}"


class Command(
    msgspec.Struct,
    frozen=True,
    cache_hash=True,
    tag=snake,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A side's answer to an ask. Commands name units and items by their ids."""


class Move(Command, frozen=True):
    """Move along the path: every tile after the unit's own."""

    unit: str
    path: tuple[Cell, ...]


class Use(Command, frozen=True):
    """Use an item from the unit's hand, with a target if the item takes one."""

    unit: str
    item: str
    target: str | None = None


class Lay(Command, frozen=True):
    """Set an item as a trap on the unit's tile."""

    unit: str
    item: str


class End(Command, frozen=True):
    """End the unit's turn."""

    unit: str


class Place(Command, frozen=True):
    """Place a unit on a tile before the first turn.

    If a unit of the same side is already there, the two change places.
    """

    unit: str
    to: Cell


class Done(Command, frozen=True):
    """Confirm the placement of all units."""


class Answer(Command, frozen=True):
    """Answer a decision, or an offer of a draw (`yes` or `no`)."""

    unit: str
    answer: str


class Concede(Command, frozen=True):
    """Concede the battle. Allowed at any ask."""


class OfferDraw(Command, frozen=True):
    """Offer the other player a draw, in a duel; once per round. Allowed at any ask."""


def verb(command: Command | type[Command]) -> str:
    """Return the verb of a command."""
    kind = command if isinstance(command, type) else type(command)
    return str(kind.__struct_config__.tag)


@cache
def free_field(kind: type[Command]) -> str | None:
    """Return the field of a command type that takes free text, or None."""
    hints = get_type_hints(kind, include_extras=True)
    return next((name for name, hint in hints.items() if hint == Words), None)


AIMED = ("unit", "at", "to", "path")
"""Fields for the actor and the place. Other fields except the target name a weapon, item, etc."""


def unit_of(command: Command) -> str | None:
    """Return the acting unit, or None if the command names none."""
    return _named(command, "unit")


def target_of(command: Command) -> str | None:
    """Return the id of the target, or None if the command names none."""
    return _named(command, "target")


def weapon_of(command: Command) -> str | None:
    """Return the weapon used, or None if the command names none."""
    return _named(command, "weapon")


def answer_of(command: Command) -> str | None:
    """Return the answer given, or None if the command gives none."""
    return _named(command, "answer")


def _named(command: Command, field: str) -> str | None:
    value = getattr(command, field, None)
    return value if isinstance(value, str) and value else None


def path_of(command: Command) -> tuple[Cell, ...]:
    """Return the tiles of the command's path; empty if it has none."""
    path: tuple[Cell, ...] = getattr(command, "path", ())
    return path


def cell_of(command: Command) -> Cell | None:
    """Return the tile that the command is aimed at, or the end of its path; None if neither."""
    path = path_of(command)
    at: Cell | str | None = getattr(command, "at", None) or getattr(command, "to", None)
    return at if isinstance(at, tuple) else (path[-1] if path else None)


def details_of(command: Command) -> tuple[str, ...]:
    """Return the words of a command without its verb, actor, place and target."""
    given = [getattr(command, field) for field in _details(type(command))]
    return tuple([str(value) for value in given if value])


@cache
def _details(kind: type[Command]) -> tuple[str, ...]:
    """Return the fields of a command type that name a weapon, item, etc."""
    return tuple(field for field in kind.__struct_fields__ if field not in (*AIMED, "target"))


def words_of(command: Command) -> tuple[str, ...]:
    """Return all words of a command, as plain text."""
    fields = (getattr(command, field) for field in command.__struct_fields__)
    return (verb(command), *(str(value) for value in fields if value))


def aimed(command: Command, cell: Cell, target: str | None) -> Command:
    """Return the command aimed at `cell` instead, and at `target` if that isn't None.

    Fields that are None stay None.
    """
    places = {"path": (cell,), "at": cell, "to": cell, "target": target}
    open_ones = {field for field in places if getattr(command, field, None) is None}
    return changed(command, **{k: v for k, v in places.items() if v and k not in open_ones})


def changed(command: Command, **fields: str | Cell | tuple[Cell, ...] | None) -> Command:
    """Return the command with new values in these fields."""
    return msgspec.structs.replace(command, **fields)


def to_json(command: Command) -> dict[str, object]:
    """Return the JSON form as plain values."""
    plain: dict[str, object] = msgspec.to_builtins(command)
    return plain


def to_text(command: Command) -> str:
    """Return the text form, such as `move red.ann 3,4`."""
    fields = list(zip(command.__struct_fields__, _defaults(type(command)), strict=True))
    while fields and getattr(command, fields[-1][0]) == fields[-1][1]:
        fields.pop()
    return " ".join(
        [verb(command), *(_words(getattr(command, name)) for name, _ in fields)]
    ).strip()


def from_text(text: str, types: Iterable[type[Command]]) -> Command:
    """Return the command that has this text form.

    Raise CommandError if it is malformed or not one of `types`.
    """
    word, *words = [_unquoted(said) for said in _WORD.findall(text)] or [""]
    known = {verb(kind): kind for kind in types}
    if word not in known:
        raise CommandError("unknown", word=repr(word), known=", ".join(sorted(known)))
    kind = known[word]
    raw: dict[str, object] = {"do": word}
    hints = _hints(kind)
    for place, (name, hint) in enumerate(hints.items(), 1):
        if _is_path(hint):
            far = len(words) if place == len(hints) else _tiles_in(words)
            raw[name], words = [_cell(w) for w in words[:far]], words[far:]
        elif words:
            said = words.pop(0)
            raw[name] = _cell(said) if hint == Cell else said
    if words:
        raise CommandError("too-many-words", text=text, word=word)
    return from_json(raw, (kind,))


def from_json(raw: Mapping[str, object], types: Iterable[type[Command]]) -> Command:
    """Return the command that has this JSON form.

    Raise CommandError if it is malformed or not one of `types`.
    """
    known = {verb(kind): kind for kind in types}
    word = raw.get("do")
    if not isinstance(word, str) or word not in known:
        raise CommandError("unknown", word=repr(word), known=", ".join(sorted(known)))
    try:
        return msgspec.convert(raw, known[word])
    except msgspec.ValidationError as fault:
        raise CommandError("misfit", word=word, why=str(fault)) from fault


def _hints(kind: type[Command]) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def _defaults(kind: type[Command]) -> list[Any]:
    given = kind.__struct_defaults__
    return [msgspec.NODEFAULT] * (len(kind.__struct_fields__) - len(given)) + list(given)


def _is_path(hint: Any) -> bool:
    return bool(hint == tuple[Cell, ...])


def _tiles_in(words: Sequence[str]) -> int:
    """Return the number of words at the start that are tiles of a path.

    The first word without a comma belongs to the next field.
    """
    return next((n for n, word in enumerate(words) if "," not in word), len(words))


def _cell(word: str) -> list[int]:
    found = re.fullmatch(r"(-?\d{1,6}),(-?\d{1,6})", word)
    if not found:
        raise CommandError("no-tile", word=word)
    return [int(found[1]), int(found[2])]


_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
"""A word of the text form. A word with spaces is quoted."""


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
