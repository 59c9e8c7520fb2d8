"""The mentions in a book's data: items, conditions, ground, damage types and more."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from game.present.codex.pages import CONDITIONS
from game.present.kind_stats import fields_of, named_things
from game.terms.book_schema import Relation, Relations

HAS = "has"
"""The role of a mention without a special role."""
TYPE = "type"
"""The catalogue table of damage types."""


class Mention(NamedTuple):
    """An id that an entry mentions, the table of that id, and the role of the mention."""

    role: str
    table: str
    id: str


def mentions(thing: msgspec.Struct, relations: Relations) -> Iterator[Mention]:
    """Yield everything that an entry mentions, nested tables included."""
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
    """Yield the mentions that a field implies by its relation, without naming an id itself."""
    if relation.type:
        yield Mention(relation.role, TYPE, getattr(thing, relation.type))
    elif relation.conditions:
        yield from (Mention(relation.role, CONDITIONS, one) for one in relation.conditions)
    else:
        yield from (Mention(relation.role, TYPE, one) for one in value)


Uses = Mapping[tuple[str, str], tuple[tuple[str, str], ...]]
"""By table and id: the role of each mention, with the address of the page that makes it."""
