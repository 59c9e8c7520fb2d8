"""Triggers in a command's odds: only those with an effect that the side asked can see.

A trigger that only shows a message changes nothing, so it isn't named. A trigger whose effects are
all hidden reads the same, so that its absence gives nothing away.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from game.terms.changes import (
    DIES,
    GAINS,
    GROUND,
    LOSES,
    OBJECTIVES,
    SIDE,
    TRIGGERS,
    ChangedTile,
    ChangeFact,
    NamesFact,
    OddsChange,
    TilesFact,
    names_if,
)
from game.terms.level_script import Script
from game.terms.odds import Odds, OddsOutcome
from game.terms.script.effects import Do, GivenItem

Changes = tuple[OddsChange, ...]


def without_unseen_events(odds: Odds, script: Script) -> Odds:
    """Return odds without the triggers that have no effect among the changes of their outcome.

    Merge outcomes that then read the same.
    """
    if not any(change.find(TRIGGERS) for one in odds.outcomes for change in one.changes):
        return odds
    merged: dict[tuple[Changes, str | None], int] = {}
    for one in odds.outcomes:
        key = tuple(_seen_changes(one.changes, script)), one.then
        merged[key] = merged.get(key, 0) + one.weight
    found = [OddsOutcome(weight, *key) for key, weight in merged.items()]
    return replace(odds, outcomes=tuple(sorted(found, key=lambda one: -one.weight)))


def _seen_changes(changes: Changes, script: Script) -> Iterator[OddsChange]:
    """Yield the changes of an outcome, without triggers that have no effect among them."""
    for change in changes:
        facts = tuple(kept for fact in change.facts for kept in _seen_facts(fact, changes, script))
        if facts:
            yield replace(change, facts=facts)


def _seen_facts(fact: ChangeFact, changes: Changes, script: Script) -> tuple[ChangeFact, ...]:
    if fact.key != TRIGGERS or not isinstance(fact, NamesFact):
        return (fact,)
    seen = (
        number
        for number in fact.value
        if any(_is_seen(deed, changes, script) for deed in script.triggers[int(number) - 1].do)
    )
    return names_if(seen, TRIGGERS)


def _is_seen(deed: Do, changes: Changes, script: Script) -> bool:
    """Return whether an effect of a trigger is among the changes."""
    if deed.reinforcement is not None:
        coming = deed.reinforcement.units
        return any(change.unit in coming and change.at for change in changes)
    if deed.open is not None:
        area = script.areas[deed.open.area]
        return any(tile.at in area for change in changes for tile in _ground(change))
    if deed.objective is not None:
        return any(deed.objective in _ids(change.find(OBJECTIVES)) for change in changes)
    if deed.win is not None or deed.lose is not None:
        return any(change.is_over or change.find(DIES) for change in changes)
    return _is_unit_changed(deed, changes)


def _is_unit_changed(deed: Do, changes: Changes) -> bool:
    """Return whether the changes have an effect on a unit: a move, a new side, an item."""
    if deed.move is not None:
        return any(change.unit == deed.move.unit and change.at for change in changes)
    if deed.join is not None:
        return any(change.unit == deed.join.unit and change.find(SIDE) for change in changes)
    if deed.give is not None:
        return _has_item(deed.give, GAINS, changes)
    return deed.take is not None and _has_item(deed.take, LOSES, changes)


def _has_item(what: GivenItem, key: str, changes: Changes) -> bool:
    own = (change.find(key) for change in changes if change.unit == what.unit)
    return any(what.item in _ids(fact) for fact in own)


def _ground(change: OddsChange) -> Iterator[ChangedTile]:
    fact = change.find(GROUND)
    if isinstance(fact, TilesFact):
        yield from (tile for tile in fact.value if isinstance(tile, ChangedTile))


def _ids(fact: ChangeFact | None) -> tuple[str, ...]:
    return fact.value if isinstance(fact, NamesFact) else ()
