"""Odds as people read them: with the events that they can see, and each change once."""

from game.present.forecast.battle_ends import with_named_ends
from game.present.forecast.seen_events import without_unseen_events
from game.terms.level_script import Script
from game.terms.odds import Odds


def told_odds(odds: Odds, script: Script) -> Odds:
    """Return a command's odds as people read them, in panels and as marks on the board."""
    return with_named_ends(without_unseen_events(odds, script), script)
