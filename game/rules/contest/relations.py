"""The effects of Contest's items on conditions."""

from game.systems.shared_facts import GOODS_RELATIONS
from game.terms.board_items import Thing
from game.terms.book_schema import Relation, Relations, causes

CHANGES = ("armour", "edge", "balance")
"""The values that items change for a number of turns."""

RELATIONS: Relations = {
    Thing: {
        **GOODS_RELATIONS,
        **{kind: causes(kind) for kind in CHANGES},
        "cure": Relation("removes", ("lasting", *CHANGES)),
    }
}
