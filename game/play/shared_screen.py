"""What people who share a screen may see together, and who has to take the seat alone.

Everybody may look at the *open* view: only what the side asked and all the others know.
Hands lie face down in it. If the side knows more than that, or is asked something that the others
may not know, its people have to sit down alone.
"""

from collections.abc import Iterator, Sequence

from game.components.hiding import Hidden
from game.components.motion import Path
from game.components.unit import Name
from game.engine.battle import Battle
from game.terms.agenda import Ask, Chain, Decision, Elsewhere
from game.terms.records import Component
from game.world.unit_names import is_known, side_of

UNTOLD = (Path,)
"""Components that a side knows more of than others, but that no screen shows: the rest of a path
that a reaction interrupts.
"""


def needs_handover(battle: Battle, side: str, others: Sequence[str]) -> bool:
    """Return whether a side's people may see or are asked something the others may not know.

    Hands don't count, because they lie face down on a shared screen.
    """
    if not others:
        return False
    if any(_may_hide_units(battle, side, other) for other in others):
        return True
    own, shared = battle.view(side), battle.view(side, *others)
    if battle.asked == side and _is_asked_secretly(battle, own, shared, others):
        return True
    return any(_facts(own, kind) != _facts(shared, kind) for kind in _shown(battle))


def _is_asked_secretly(battle: Battle, own: Battle, shared: Battle, others: Sequence[str]) -> bool:
    """Return whether the ask, its unit or its dice are hidden from one of the others."""
    ask = battle.stop
    if own.stop != shared.stop or not set(others) <= set(battle.aware()):
        return True
    dice = _chains(ask) if isinstance(ask, Decision) else ()
    return any(
        chain.head.seen_by is not None and not set(others) <= set(chain.head.seen_by)
        for chain in dice
    )


def _may_hide_units(battle: Battle, side: str, other: str) -> bool:
    """Return whether, as far as another side knows, the side may have a hidden unit.

    A unit that has yet to arrive counts, since a handover must not tell it from a hidden one.
    """
    if Hidden not in battle.book.records:
        return False
    world = battle.view(other).world
    units = (unit for unit in world.ids(Name) if side_of(world, unit) == side)
    return any(not is_known(world, unit, other) for unit in units)


def _chains(ask: Decision) -> Iterator[Chain]:
    """Yield the rolls that a decision may lead to."""
    return (one.then for one in ask.branches if isinstance(one.then, Chain))


def _shown(battle: Battle) -> Iterator[type[Component]]:
    """Yield the types of component that a side sees at once, unlike those kept in hand."""
    kinds = (kind for kind in battle.book.records if issubclass(kind, Component))
    return (kind for kind in kinds if kind not in (*battle.book.in_hand, *UNTOLD))


def _facts(view: Battle, kind: type[Component]) -> dict[int, Component]:
    """Return the components of a type that a view has, by entity."""
    return dict(view.world.all(kind))


def is_forced(battle: Battle, others: Sequence[str]) -> bool:
    """Return whether an ask has one answer, which everybody who looks may know.

    If an answer could name an item in a hand, going on without asking would tell the others that
    there is none.
    """
    ask = battle.stop
    if not isinstance(ask, Ask) or isinstance(ask, Elsewhere) or len(battle.legal()) != 1:
        return False
    if isinstance(ask, Decision) or not (others and battle.book.in_hand):
        return True
    options = battle.book.rules_for(type(ask)).options
    return not any("item" in one.command.__struct_fields__ for one in options)
