"""What a command puts to work: an item, a power, a spell or an ability (ALL-08)."""

from typing import NamedTuple

from game.terms.agenda import AgendaItem
from game.terms.records import Entity


class Work(NamedTuple):
    """The thing that a command uses, and what using it would do."""

    thing: str
    title: str
    items: tuple[AgendaItem, ...]
    """What it would put on the agenda; the systems for these say if it could change anything."""
    targets: tuple[Entity, ...] = ()
    """The units that it would act on."""
