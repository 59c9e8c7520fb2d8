"""The effects of Verdigris's items and injuries on conditions."""

from game.rules.verdigris.facts import CHANGES
from game.rules.verdigris.schema import Injury, Remedy
from game.terms.book_schema import Relation, Relations, causes

FALLING = {kind: causes(kind) for kind in ("prone", "pinned")}

RELATIONS: Relations = {
    Injury: {
        **FALLING,
        **{kind: causes(kind) for kind in (*CHANGES, "hobbled")},
        "bleed": causes("bleeding"),
    },
    Remedy: {
        **FALLING,
        **{kind: causes(kind) for kind in ("attack", "dodge", "withstand")},
        "cure": Relation("removes", ("bleeding",)),
        "free": Relation("removes", ("entangled",)),
    },
}
