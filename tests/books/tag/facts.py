"""Facts about the things and commands of Tag."""

from game.systems.shared_facts import ENDS_TURN, WALKS
from game.terms.commands import End, Move
from game.terms.facts import BookFacts, Facts, FactsBasis, Slot, enter_facts, fact, line_of
from game.terms.level import Terrain
from tests.books.tag.commands import Tag
from tests.books.tag.schema import Figure, Settings, Shoes

Basis = FactsBasis[Settings, Figure]


def _shoes(shoes: Shoes, basis: Basis) -> Facts:
    return fact(Slot.REACH, "steps", steps=shoes.steps)


def _ground(terrain: Terrain, basis: Basis) -> Facts:
    return enter_facts(terrain)


def _tag(basis: Basis) -> Facts:
    return line_of(
        fact(Slot.TARGET, "adjacent_foe"),
        fact(Slot.EFFECT, "touch", dice=basis.settings.reach),
        fact(Slot.USES, "once_a_turn"),
    )


FACTS = BookFacts(
    gear={"shoes": _shoes},
    ground=_ground,
    commands={Move: WALKS, Tag: _tag, End: ENDS_TURN},
)
