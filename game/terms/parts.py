"""Parts: the contributions of a module to the rulebooks that use it.

A book lists its parts instead of their contents, so that a new record or event is known wherever
its module is used, and none can be forgotten.
"""

from collections.abc import Callable, Mapping
from typing import Never

import msgspec

from game.terms.changes import ChangeFacts
from game.terms.events import Event
from game.terms.records import Component, Record

Describe = Callable[[Never, Never], ChangeFacts]
"""A function that describes the change from an old record to a new one. Either can be None. It
takes records of the type that it is listed under.
"""


class Part(msgspec.Struct, frozen=True, eq=False):
    """The records and events of one module, and the meaning of changes to its components."""

    records: tuple[type[Record], ...] = ()
    events: tuple[type[Event], ...] = ()
    describe: Mapping[type[Component], Describe] = {}
    restated: Mapping[type[Component], type[Component]] = {}
    """For odds: when a component of the key's type is new, the value's component is described
    again, too.
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
    it imports. `without` lists those that few books use; these books list them themselves.
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
