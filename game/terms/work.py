"""The effects of a command that uses an item, a power, a spell or an ability (ALL-08)."""

from typing import NamedTuple

from game.terms.agenda import AgendaItem
from game.terms.records import Entity


class Work(NamedTuple):
    """The item, power, spell or ability that a command uses, and the effects of its use."""

    thing: str
    items: tuple[AgendaItem, ...]
    """Agenda items that the command would add. Their systems decide whether it would change
    anything.
    """
    targets: tuple[Entity, ...] = ()
    """Units that the command would affect."""
