"""Whether soldiers end their battles before the last round."""

from collections.abc import Iterable

from game.terms.level import Level

FEW = 10
"""Number of battles in which a large difference shows."""
ENDED = 0.7
"""Minimum share of battles that end before the last round."""
LIMIT = "round_limit"


def are_mostly_finished(reasons: Iterable[str], count: int = FEW) -> bool:
    """Return whether enough of `count` battles end by anything but the last round.

    `reasons` are why they ended; take no more of them than it needs to be certain.
    """
    ended = late = 0
    for reason in reasons:
        ended, late = ended + (reason != LIMIT), late + (reason == LIMIT)
        if ended >= ENDED * count:
            return True
        if late > (1 - ENDED) * count:
            return False
    raise AssertionError(f"only {ended + late} battles of {count}")


def is_played_by_soldiers(level: Level) -> bool:
    """Return whether soldiers play enough battles to test the expectations of a level."""
    return any(
        expect.players == "soldier" and expect.games >= FEW
        for expect in level.script.expects
        if expect.reachable is None and not expect.nobody_dies_before_acting
    )
