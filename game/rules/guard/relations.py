"""The effects of Guard's spells, items and abilities on conditions."""

from game.rules.guard.figures import LASTING, NUMBERS
from game.rules.guard.schema import DeedEffect
from game.terms.book_schema import Relation, Relations, causes

RELATIONS: Relations = {
    DeedEffect: {
        **{kind: causes(kind) for kind in LASTING},
        "cure": Relation("removes", (*NUMBERS, "pinned")),
    }
}
