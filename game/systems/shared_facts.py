"""Facts that several rulebooks state: about grounds, items of the board-game books, commands.

A book includes these in its own `facts.py` and adds facts of its own.
"""

from game.terms.board_items import Goods
from game.terms.book_schema import causes
from game.terms.facts import AnyBasis, Facts, Slot, enter_facts, fact, fact_if, fact_of, line_of
from game.terms.level import Terrain


def board_ground_facts(terrain: Terrain, basis: AnyBasis) -> Facts:
    """Return the facts about a ground in the board-game books: no sight, no interactions."""
    return enter_facts(terrain)


def goods_facts(goods: Goods) -> Facts:
    """Return the facts about an item's effects that apply in every book."""
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
    """Return the fact about how many turns something lasts; 0 is for good."""
    return fact(Slot.DURATION, "turns", turns=turns) if turns else fact(Slot.DURATION, "for_good")


def share_of_turn_facts(most: int) -> Facts:
    """Return the cost of an item outside fights: `most` per turn."""
    return fact(Slot.COST, "items_a_turn", most=most)


def disengage_facts(dice: str, most: int) -> Facts:
    """Return the facts about disengaging: both sides roll `dice`, up to `most` times per turn."""
    return line_of(
        fact(Slot.EFFECT, "disengage", dice=dice),
        fact(Slot.USES, "breath", most=most),
    )


def end_facts(first: int, loss: int) -> Facts:
    """Return the facts about ending a turn, with the life lost from round `first` on."""
    return line_of(ENDS_TURN, fact_of(Slot.EFFECT, "sudden_death", loss=loss, round=first))


GOODS_RELATIONS = {"lasting": causes("lasting")}
"""What the fields of things to use up do to conditions, in every book."""
ENDS_TURN = fact(Slot.EFFECT, "ends_turn")
WALKS = fact(Slot.COST, "movement_a_tile")
