"""What a thing of a book's data names: other things, conditions, grounds and types of damage."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from game.present.codex.pages import CONDITIONS
from game.present.held_things import fields_of, named_things
from game.terms.book_schema import Relation, Relations

HAS = "has"
"""The role of what is only named."""
TYPE = "type"
"""The table of damage types in catalogues."""


class Mention(NamedTuple):
    """An id that a thing names, the table it is in, and its role."""

    role: str
    table: str
    id: str


def mentions(thing: msgspec.Struct, relations: Relations) -> Iterator[Mention]:
    """Yield all that a thing names, nested tables included."""
    own = relations.get(type(thing), {})
    for field in fields_of(type(thing)):
        value, relation = getattr(thing, field.name), own.get(field.name)
        role = relation.role if relation else HAS
        named = tuple(named_things(field.type, value))
        yield from (Mention(role, table, id) for table, id in named)
        if relation is not None and not named and value:
            yield from _meant(thing, value, relation)
        for nested in value if isinstance(value, tuple) else (value,):
            if isinstance(nested, msgspec.Struct):
                yield from mentions(nested, relations)


def _meant(thing: object, value: Any, relation: Relation) -> Iterator[Mention]:
    """Yield what a field means that names nothing itself."""
    if relation.type:
        yield Mention(relation.role, TYPE, getattr(thing, relation.type))
    elif relation.conditions:
        yield from (Mention(relation.role, CONDITIONS, one) for one in relation.conditions)
    else:
        yield from (Mention(relation.role, TYPE, one) for one in value)


Uses = Mapping[tuple[str, str], tuple[tuple[str, str], ...]]
"""For a table and an id: the roles in which pages name it, with their addresses."""
