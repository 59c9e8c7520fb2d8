"""What happened to people's units since they were last asked, in a few sentences."""

from collections.abc import Collection, Sequence

from game.present.shown_events import ShownEvent
from game.terms.events import unit_of

GRAVE = ("damaged", "died", "healed", "condition_gained", "fell", "went_down")
"""Events that are summed up for people at their next question."""
MOST_TOLD = 9
"""Maximum number of sentences."""


def meanwhile_of(told: Sequence[ShownEvent], units: Collection[str]) -> list[str]:
    """Return sentences about grave events of units, if more than one turn has begun since."""
    turns = [one for one in told if one.name == "turn_started"]
    found = [one.text for one in told if one.name in GRAVE and unit_of(one.event) in units]
    return found[-MOST_TOLD:] if len(turns) > 1 else []
