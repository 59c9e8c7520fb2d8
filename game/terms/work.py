"""The use of an item, a power, a spell or an ability by a command (ALL-08)."""

from typing import NamedTuple

from game.terms.agenda import AgendaItem
from game.terms.records import Entity


class Work(NamedTuple):
    """The thing that a command uses, and the effects of using it."""

    thing: str
    items: tuple[AgendaItem, ...]
    """Items that it would put on the agenda. The systems for these decide whether it would change
    anything.
    """
    targets: tuple[Entity, ...] = ()
    """Units that it would affect."""
