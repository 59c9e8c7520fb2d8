"""Facts about Etiquette's manners, items, terrain and commands."""

from collections.abc import Sequence

from game.core.dice import Ranked
from game.rules.etiquette.commands import Attack, Give, Keep, One, Promise, Send, Silent, Two
from game.rules.etiquette.schema import Figure, Item, Knack, Manner, Settings
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
from game.terms.commands import End, Lay, Move, Use
from game.terms.facts import (
    BY_THING,
    BookFacts,
    Facts,
    FactsBasis,
    Slot,
    fact,
    fact_if,
    fact_of,
    line_of,
)

Basis = FactsBasis[Settings, Figure]

COSTS = {
    "attack": fact(Slot.COST, "when_attacking"),
    "defence": fact(Slot.COST, "when_attacked"),
    "opponent": fact(Slot.COST, "instead_of_attack"),
}
"""The cost of an item that is used in fights, by its target."""
PLAYED = ("attack", "defence")
"""The targets of items that only change the dice of an attack."""

# Manners and items


def _manner(manner: Manner, basis: Basis) -> Facts:
    return line_of(_attacking(manner.attack, basis), _defending(manner.defence, basis)) or UNCHANGED


UNCHANGED = fact(Slot.EFFECT, "unchanged")


def _attacking(knack: Knack | None, basis: Basis) -> Facts:
    return _within("attacking", knack, _attack_knack(knack, basis) if knack else ())


def _defending(knack: Knack | None, basis: Basis) -> Facts:
    return _within("defending", knack, _defence_knack(knack, basis) if knack else ())


def _within(key: str, knack: Knack | None, facts: Facts) -> Facts:
    """Return a knack's changes and when it applies; no facts if it changes nothing."""
    return fact(Slot.EFFECT, key, when=knack.when, facts=facts) if knack and facts else ()


def _attack_knack(knack: Knack, basis: Basis) -> Facts:
    """Return a knack's changes for an attacker (ETI-09)."""
    return line_of(
        _dice_of(knack, basis),
        fact_if(knack.ties, Slot.EFFECT, "ties"),
        fact_of(Slot.EFFECT, "harm", value=knack.harm),
        fact_if(knack.safe, Slot.EFFECT, "safe"),
    )


def _defence_knack(knack: Knack, basis: Basis) -> Facts:
    """Return a knack's changes for a defender (ETI-09, ETI-10)."""
    return line_of(
        _dice_of(knack, basis),
        fact_of(Slot.EFFECT, "ward", value=-knack.ward),
        fact_if(knack.riposte, Slot.EFFECT, "riposte"),
        fact_of(Slot.EFFECT, "sting", value=knack.sting),
    )


def _dice_of(knack: Knack, basis: Basis) -> Facts:
    """Return a knack's changes in either role. A robot always rolls the same number of dice."""
    is_robot = basis.holder is not None and basis.holder.robot
    return line_of(
        fact_of(Slot.EFFECT, "dice", value=0 if is_robot else knack.dice),
        fact_of(Slot.EFFECT, "high", value=knack.high),
        fact_of(Slot.EFFECT, "low", value=knack.low),
        fact_of(Slot.EFFECT, "floor", face=knack.floor),
        fact_of(Slot.EFFECT, "cap", face=knack.cap),
    )


def _item(item: Item, basis: Basis) -> Facts:
    cost = COSTS.get(item.target) or share_of_turn_facts(basis.settings.items_a_turn)
    if item.target in PLAYED:
        return line_of(cost, _played(item, basis), fact(Slot.USES, "used_up"))
    return line_of(
        cost,
        fact(Slot.TARGET, item.target),
        goods_facts(item),
        turns_facts(item.turns) if item.lasting else (),
    )


def _played(item: Item, basis: Basis) -> Facts:
    """Return the changes that an item makes when played in an attack (ETI-08)."""
    knack = item.knack
    if knack is None:
        return UNCHANGED
    tell = _attack_knack if item.target == "attack" else _defence_knack
    return _within("played", knack, tell(knack, basis)) or UNCHANGED


# Commands


def _end(basis: Basis) -> Facts:
    return end_facts(basis.settings.sudden_death, basis.settings.sudden_death_loss)


def _promise(details: Sequence[str], basis: Basis) -> Facts:
    """Return the meaning of the promise named first in `details`."""
    return line_of(
        fact(Slot.EFFECT, f"promise_{details[0]}"),
        _any_promise(basis),
    )


def _any_promise(basis: Basis) -> Facts:
    return line_of(
        fact(Slot.EFFECT, "promise"),
        fact(Slot.USES, "promises", most=basis.settings.promises),
    )


def _silent(basis: Basis) -> Facts:
    return fact(Slot.EFFECT, "silent", most=basis.settings.promises)


def _engage(basis: Basis) -> Facts:
    settings = basis.settings
    return line_of(
        fact(Slot.EFFECT, "engage", first=settings.nonbelligerent_first),
        fact(Slot.EFFECT, "patience", turns=settings.patience),
    )


def _disengage(basis: Basis) -> Facts:
    return disengage_facts(basis.settings.disengage, basis.settings.breath)


def _attack(basis: Basis) -> Facts:
    rules = basis.settings
    manner = _held(basis)
    return line_of(
        fact(
            *(Slot.EFFECT, "attack_dice"),
            dice=_rolled(rules.attack, basis),
            one=rules.one,
            two=rules.two,
            robot=rules.robot,
        ),
        fact(Slot.EFFECT, "pairs"),
        _attacking(manner.attack, basis) if manner else (),
    )


def _one(basis: Basis) -> Facts:
    return _defend(basis.settings.one, basis)


def _two(basis: Basis) -> Facts:
    return _defend(basis.settings.two, basis)


def _defend(dice: str, basis: Basis) -> Facts:
    """Return a defender's dice, and whether the defender can strike back (ETI-09, ETI-10)."""
    own, foe = _rolled(dice, basis), basis.settings.attack
    pairs = min(len(Ranked.like(one).sides) for one in (own, foe))
    manner = _held(basis)
    return line_of(
        fact(Slot.EFFECT, "defence_dice", dice=own, foe=foe, robot=basis.settings.robot),
        fact_if(pairs > 1, Slot.EFFECT, "counter"),
        _defending(manner.defence, basis) if manner else (),
    )


def _rolled(dice: str, basis: Basis) -> str:
    is_robot = basis.holder is not None and basis.holder.robot
    return basis.settings.robot if is_robot else dice


def _held(basis: Basis) -> Manner | None:
    """Return the holder's manner, or None without a holder."""
    return basis.thing("arms", basis.holder.weapon, Manner) if basis.holder else None


FACTS = BookFacts(
    gear={"arms": _manner, "items": _item},
    ground=board_ground_facts,
    commands={
        Move: line_of(WALKS, fact(Slot.EFFECT, "encounters")),
        Lay: BY_THING,
        Use: BY_THING,
        End: _end,
        Send: fact(Slot.EFFECT, "send"),
        Promise: _any_promise,
        Silent: _silent,
        Engage: _engage,
        Decline: fact(Slot.EFFECT, "decline"),
        Give: BY_THING,
        Keep: fact(Slot.EFFECT, "keep"),
        Attack: _attack,
        One: _one,
        Two: _two,
        TryDisengage: _disengage,
        Flee: fact(Slot.EFFECT, "flee"),
    },
    details={Promise: _promise},
    conditions={"lasting": fact(Slot.EFFECT, "held_lasting")},
)
