"""Facts that several rulebooks tell: of grounds, of what the board-game books use up, of commands.

A book takes these into its own `facts.py` and adds what only it knows.
"""

from game.terms.board_items import Goods
from game.terms.facts import AnyBasis, Facts, Slot, enter_facts, fact, fact_if, fact_of, line_of
from game.terms.level import Terrain


def board_ground_facts(terrain: Terrain, basis: AnyBasis) -> Facts:
    """Return what a ground means in the board-game books, which know neither sight nor hands."""
    return enter_facts(terrain)


def goods_facts(goods: Goods) -> Facts:
    """Return the effects that things to use up have in every book, and that they are used up."""
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
    """Return for how many turns something lasts; 0 is for good."""
    return fact(Slot.DURATION, "turns", turns=turns) if turns else fact(Slot.DURATION, "for_good")


def share_of_turn_facts(most: int) -> Facts:
    """Return the cost of an item outside fights: `most` per turn."""
    return fact(Slot.COST, "items_a_turn", most=most)


def disengage_facts(dice: str, most: int) -> Facts:
    """Return what disengaging takes: both sides roll `dice`, in `most` attempts per turn."""
    return line_of(
        fact(Slot.EFFECT, "disengage", dice=dice),
        fact(Slot.USES, "breath", most=most),
    )


def end_facts(first: int, loss: int) -> Facts:
    """Return what ending a turn means, with the life lost at it from round `first` on."""
    return line_of(ENDS_TURN, fact_of(Slot.EFFECT, "sudden_death", loss=loss, round=first))


ENDS_TURN = fact(Slot.EFFECT, "ends_turn")
WALKS = fact(Slot.COST, "movement_a_tile")
