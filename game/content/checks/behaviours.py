"""Checks of units' behaviours."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft, UnitDraft
from game.content.toml_files.positions import Keys
from game.terms.script.behaviours import Behaviour

MOVING = tuple(key for key in Behaviour.__struct_fields__ if key != "hunt")
"""Keys that only matter to units that move from tile to tile; there are also targets to hunt."""


def matter(draft: LevelDraft) -> None:
    """Report behaviour-idle if a key of a unit's behaviour, or of a new one, does nothing."""
    source = draft.source
    for keys, unit, manner in _behaviours(draft):
        name = str(unit.id)
        if draft.stations:
            for key in (key for key in MOVING if getattr(manner, key)):
                at = (*keys, key)
                source.warning("behaviour-idle", at, variant="rulebook", unit=name, key=key)
        elif manner.chase is not None and manner.guard is None:
            source.warning("behaviour-idle", (*keys, "chase"), variant="chase", unit=name)
        elif manner.lead is not None and not any(_can_follow(one, unit) for one in draft.units):
            source.warning("behaviour-idle", (*keys, "lead"), variant="people", unit=name)


def _behaviours(draft: LevelDraft) -> Iterator[tuple[Keys, UnitDraft, Behaviour]]:
    """Yield the behaviours of units and those that triggers give them, with their keys."""
    for unit in draft.units:
        if unit.behaviour is not None and unit.id is not None:
            yield (*unit.keys, "behaviour"), unit, unit.behaviour
    for trigger in draft.plot.triggers:
        for number, deed in enumerate(trigger.value.do if trigger.value else ()):
            found = draft.distinct.get(deed.behaviour.unit) if deed.behaviour else None
            if found is not None and deed.behaviour is not None:
                yield (*trigger.keys, "do", number, "behaviour"), found, deed.behaviour


def _can_follow(other: UnitDraft, leader: UnitDraft) -> bool:
    is_bound = other.behaviour is not None and other.behaviour.is_bound
    return other.side == leader.side and other.keys != leader.keys and not is_bound
