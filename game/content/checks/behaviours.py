"""Checks of units' behaviours."""

from game.content.drafts.level_draft import LevelDraft, UnitDraft
from game.terms.script.behaviours import Behaviour

MOVING = tuple(key for key in Behaviour.__struct_fields__ if key != "hunt")
"""Keys that only matter to units that move from tile to tile; there are also targets to hunt."""


def matter(draft: LevelDraft) -> None:
    """Report behaviour-idle if a key of a unit's behaviour does nothing."""
    for unit in draft.units:
        manner, name = unit.behaviour, unit.id
        if manner is None or name is None:
            continue
        keys, source = (*unit.keys, "behaviour"), draft.source
        if draft.stations:
            for key in (key for key in MOVING if getattr(manner, key)):
                at = (*keys, key)
                source.warning("behaviour-idle", at, variant="rulebook", unit=name, key=key)
        elif manner.chase is not None and manner.guard is None:
            source.warning("behaviour-idle", (*keys, "chase"), variant="chase", unit=name)
        elif manner.lead is not None and not any(_can_follow(one, unit) for one in draft.units):
            source.warning("behaviour-idle", (*keys, "lead"), variant="people", unit=name)


def _can_follow(other: UnitDraft, leader: UnitDraft) -> bool:
    is_bound = other.behaviour is not None and other.behaviour.is_bound
    return other.side == leader.side and other.keys != leader.keys and not is_bound
