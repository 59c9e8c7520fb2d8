"""The context of every Guard ask."""

import msgspec

from game.rules.guard.ranks import Ranks, ranks
from game.terms.agenda import Ask
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.unit_names import id_of, ids_of


class Seen(msgspec.Struct, frozen=True):
    """The view of the side that is asked, the unit that is asked, and the ranks."""

    view: World
    ask: Ask
    id: str
    ranks: Ranks

    @property
    def unit(self) -> Entity:
        """The unit that is asked."""
        return self.ask.unit

    def standing(self, unit: str, party: bool, rule: str) -> Refusal | None:
        """Refuse a unit that isn't in the ranks of the party, or of the monsters."""
        there = ids_of(self.view, self.ranks.party if party else self.ranks.foes)
        if unit in there:
            return None
        if party:
            return Refusal("no-target", rule, variant="party", unit=unit, there=there)
        return Refusal("no-target", rule, variant="foes", unit=unit, there=there)


def seen_by(view: World, ask: Ask) -> Seen:
    """Return the context of an ask."""
    return Seen(view, ask, id_of(view, ask.unit), ranks(view))
