"""Facts that several rulebooks share: about grounds, commands, and items of the board-game books.

A book uses these functions in its own `facts.py`, and adds its own facts.
"""

from game.terms.board_items import Goods
from game.terms.book_schema import causes
from game.terms.facts import AnyBasis, Facts, Slot, enter_facts, fact, fact_if, fact_of, line_of
from game.terms.level import Terrain


def board_ground_facts(terrain: Terrain, basis: AnyBasis) -> Facts:
    """Return the facts about a ground in the board-game books, which have no sight or levers."""
    return enter_facts(terrain)


def goods_facts(goods: Goods) -> Facts:
    """Return the facts about those effects of an item that every board-game book has."""
    return line_of(
        fact_of(Slot.EFFECT, "damage_through_armour", dice=goods.damage),
        fact_of(Slot.EFFECT, "recoil", dice=goods.recoil),
        fact_of(Slot.EFFECT, "heal", dice=goods.heal),
        fact_of(Slot.EFFECT, "gain", dice=goods.gain),
        fact_of(Slot.EFFECT, "lose", dice=goods.lose),
        fact_if(goods.halt, Slot.EFFECT, "halt"),
        fact_if(goods.cure, Slot.EFFECT, "cure_all"),
        fact_if(goods.steal, Slot.EFFECT, "steal"),
        fact_of(Slot.EFFECT, "lasting", dice=goods.lasting),
        fact(Slot.USES, "used_up"),
    )


def turns_facts(turns: int) -> Facts:
    """Return the fact about a duration in turns; 0 means the rest of the battle."""
    return fact(Slot.DURATION, "turns", turns=turns) if turns else fact(Slot.DURATION, "for_good")


def share_of_turn_facts(most: int) -> Facts:
    """Return the fact that a unit can use `most` items per turn outside fights."""
    return fact(Slot.COST, "items_a_turn", most=most)


def disengage_facts(dice: str, most: int) -> Facts:
    """Return the facts about disengaging: both sides roll `dice`, up to `most` times per turn."""
    return line_of(
        fact(Slot.EFFECT, "disengage", dice=dice),
        fact(Slot.USES, "breath", most=most),
    )


def end_facts(first: int, loss: int) -> Facts:
    """Return the facts about ending a turn: from round `first` on, the unit loses `loss` life."""
    return line_of(ENDS_TURN, fact_of(Slot.EFFECT, "sudden_death", loss=loss, round=first))


GOODS_RELATIONS = {"lasting": causes("lasting")}
"""The effects of an item's fields on conditions, in every book with these items."""
ENDS_TURN = fact(Slot.EFFECT, "ends_turn")
WALKS = fact(Slot.COST, "movement_a_tile")
