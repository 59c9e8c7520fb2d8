"""The effects of Etiquette's items on conditions."""

from game.rules.etiquette.schema import Item
from game.systems.shared_facts import GOODS_RELATIONS
from game.terms.book_schema import Relation, Relations

RELATIONS: Relations = {Item: {**GOODS_RELATIONS, "cure": Relation("removes", ("lasting",))}}
