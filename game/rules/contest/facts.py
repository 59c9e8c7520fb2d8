"""Facts about Contest's weapons, items, terrain and commands."""

from game.rules.contest.commands import Attack, Chase, Stay
from game.rules.contest.schema import Figure, Settings, Weapon
from game.systems.shared_facts import (
    WALKS,
    board_ground_facts,
    disengage_facts,
    end_facts,
    goods_facts,
    share_of_turn_facts,
    turns_facts,
)
from game.terms.board_commands import Decline, Engage, Flee, TryDisengage
from game.terms.board_items import Thing
from game.terms.commands import End, Lay, Move, Use
from game.terms.facts import BY_THING, BookFacts, Facts, FactsBasis, Slot, fact, fact_of, line_of

Basis = FactsBasis[Settings, Figure]

# Weapons and items


def _weapon(weapon: Weapon, basis: Basis) -> Facts:
    return line_of(
        fact(Slot.TARGET, "opponent"),
        fact(Slot.EFFECT, "damage", dice=weapon.damage),
    )


def _item(thing: Thing, basis: Basis) -> Facts:
    is_changing = bool(thing.armour or thing.edge or thing.balance or thing.lasting)
    most = basis.settings.items_a_turn
    return line_of(
        _price(basis) if thing.target == "opponent" else share_of_turn_facts(most),
        fact(Slot.TARGET, thing.target),
        goods_facts(thing),
        fact_of(Slot.EFFECT, "armour", value=thing.armour),
        fact_of(Slot.EFFECT, "edge", value=thing.edge),
        fact_of(Slot.EFFECT, "balance", value=thing.balance),
        turns_facts(thing.turns) if is_changing else (),
    )


def _price(basis: Basis) -> Facts:
    """Return the cost of an attack or item in a fight (CON-08)."""
    return fact_of(Slot.COST, "fight_price", price=basis.settings.fight_price)


# Commands


def _attack(basis: Basis) -> Facts:
    settings, holder = basis.settings, basis.holder
    return line_of(
        _price(basis),
        _weapon(basis.thing("arms", holder.weapon, Weapon), basis) if holder else (),
        fact(
            *(Slot.EFFECT, "fury"),
            gain=settings.fury_gain,
            attack=settings.fury_after + 1,
        ),
    )


def _disengage(basis: Basis) -> Facts:
    return disengage_facts(basis.settings.disengage, basis.settings.breath)


def _end(basis: Basis) -> Facts:
    return end_facts(basis.settings.sudden_death, basis.settings.sudden_death_loss)


FACTS = BookFacts(
    gear={"arms": _weapon, "items": _item},
    ground=board_ground_facts,
    commands={
        Move: line_of(WALKS, fact(Slot.EFFECT, "encounters")),
        Lay: BY_THING,
        Use: BY_THING,
        End: _end,
        Engage: fact(Slot.EFFECT, "engage"),
        Decline: fact(Slot.EFFECT, "decline"),
        Attack: _attack,
        TryDisengage: _disengage,
        Flee: fact(Slot.EFFECT, "flee"),
        Chase: line_of(WALKS, fact(Slot.EFFECT, "chase")),
        Stay: fact(Slot.EFFECT, "stay"),
    },
    conditions={
        "armour": fact(Slot.EFFECT, "held_armour"),
        "edge": fact(Slot.EFFECT, "held_edge"),
        "balance": fact(Slot.EFFECT, "held_balance"),
        "lasting": fact(Slot.EFFECT, "held_lasting"),
    },
    everyday=("armour", "edge", "balance"),
)
