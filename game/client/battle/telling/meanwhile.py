"""What happened to people's units since they were last asked, in a few sentences."""

from collections.abc import Collection, Sequence

from game.present.shown_events import ShownEvent
from game.terms.events import unit_of

GRAVE = ("damaged", "died", "healed", "condition_gained", "fell_down", "at_door", "wound_lost")
"""Events that are summed up for people at their next question."""
FALLS = ("died", "fell_down", "at_door", "wound_lost")
"""Those among them that come first, and instead of the unit's damage."""
MOST_TOLD = 9
"""Maximum number of sentences."""


def meanwhile_of(told: Sequence[ShownEvent], units: Collection[str]) -> list[str]:
    """Return sentences about grave events of units, if more than one turn has begun since.

    Falls come first. If there are too many sentences, the earliest others are left out.
    """
    turns = [one for one in told if one.name == "turn_started"]
    found = [one for one in told if one.name in GRAVE and unit_of(one.event) in units]
    falls = [one for one in found if one.name in FALLS][:MOST_TOLD]
    gone = {unit_of(one.event) for one in falls}
    others = [one for one in found if unit_of(one.event) not in gone]
    kept = others[-(MOST_TOLD - len(falls)) :] if len(falls) < MOST_TOLD else []
    return [one.text for one in (*falls, *kept)] if len(turns) > 1 else []
