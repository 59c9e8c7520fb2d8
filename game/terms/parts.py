"""Parts: the records and events that a module contributes to the rulebooks that use it.

A book lists parts instead of their contents. So every book that uses a module knows all its records
and events, and none can be forgotten.
"""

from collections.abc import Callable, Mapping
from typing import Never

import msgspec

from game.terms.changes import ChangeFacts
from game.terms.events import Event
from game.terms.records import Component, Record

Describe = Callable[[Never, Never], ChangeFacts]
"""A function that describes the change from an old record to a new one, of the type that it is
listed under. Either record can be None.
"""


class Part(msgspec.Struct, frozen=True, eq=False):
    """The records and events of one module, and functions that describe changes in components."""

    records: tuple[type[Record], ...] = ()
    events: tuple[type[Event], ...] = ()
    describe: Mapping[type[Component], Describe] = {}
    restated: Mapping[type[Component], type[Component]] = {}
    """For odds: if an entity has a new component of a key's type, also describe its component of
    the value's type, even if that is unchanged.
    """


def part_of(
    names: Mapping[str, object],
    *shared: type[Record] | type[Event],
    without: tuple[type[Record] | type[Event], ...] = (),
    describe: Mapping[type[Component], Describe] | None = None,
    restated: Mapping[type[Component], type[Component]] | None = None,
) -> Part:
    """Return the part of the module whose `globals()` are `names`. Modules call this at their end.

    The part has all public records and events that the module defines, and the `shared` ones that
    it imports. `without` names records and events to leave out because few books use them; these
    books list them separately.
    """
    own = (
        kind
        for name, kind in names.items()
        if isinstance(kind, type)
        and kind.__module__ == names["__name__"]
        and not name.startswith("_")
        and kind not in without
    )
    kinds = tuple(dict.fromkeys((*own, *shared)))
    return Part(
        tuple(kind for kind in kinds if issubclass(kind, Record)),
        tuple(kind for kind in kinds if issubclass(kind, Event)),
        describe or {},
        restated or {},
    )
