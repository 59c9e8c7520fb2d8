"""The effects of Action's gear, powers, items and conditions on conditions, terrain and damage."""

from game.rules.action.schema import PRONE, Effect, Figure, Kind, Weapon, Wear
from game.terms.book_schema import Relation, Relations, causes

RELATIONS: Relations = {
    Effect: {
        "condition": Relation("causes"),
        "prone": causes(PRONE),
        "cure": Relation("removes"),
        "terrain": Relation("makes"),
        "damage": Relation("deals", type="type"),
    },
    Weapon: {"damage": Relation("deals", type="type")},
    Kind: {"harm": Relation("deals", type="type"), "resist": Relation("halves")},
    Wear: {"resist": Relation("halves")},
    Figure: {"resist": Relation("halves"), "vulnerable": Relation("doubles")},
}
