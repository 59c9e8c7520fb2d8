"""What the items of Contest do to conditions."""

from game.systems.shared_facts import GOODS_RELATIONS
from game.terms.board_items import Thing
from game.terms.book_schema import Relation, Relations, causes

CHANGES = ("armour", "edge", "balance")
"""What items change for some turns."""

RELATIONS: Relations = {
    Thing: {
        **GOODS_RELATIONS,
        **{kind: causes(kind) for kind in CHANGES},
        "cure": Relation("removes", ("lasting", *CHANGES)),
    }
}
