"""The end of a battle in a command's odds: one change, which names what decided the battle.

If a side wins, the objectives that decided it are part of that change: those that the winner
completes, or else those that the others fail. The others' objectives fail because of the win, and
triggers are only the way to it, so neither is a change of its own. All else stays: the winner's
own failures, and what the losers complete.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from game.terms.changes import (
    FAILED,
    OBJECTIVES,
    TRIGGERS,
    WINNER,
    ChangeFact,
    ChangeFacts,
    NamesFact,
    WinFact,
    names_if,
)
from game.terms.level_script import Script
from game.terms.odds import Odds, OddsOutcome


def with_named_ends(odds: Odds, script: Script) -> Odds:
    """Return odds in which a side's win names the objectives that decided it."""
    sides = {aim.id: aim.side for aim in script.objectives}
    return replace(odds, outcomes=tuple(_with_named_end(one, sides) for one in odds.outcomes))


def _with_named_end(outcome: OddsOutcome, sides: Mapping[str, str]) -> OddsOutcome:
    winner = next((change.winner for change in outcome.changes if change.winner), None)
    if winner is None:
        return outcome
    completed = _ids(outcome, OBJECTIVES, (id for id in sides if sides[id] == winner))
    failed = _ids(outcome, FAILED, (id for id in sides if sides[id] != winner))
    win = WinFact(WINNER, winner, completed=completed, failed=() if completed else failed)
    changes = (
        replace(
            change,
            facts=tuple(
                kept for fact in change.facts for kept in _kept(fact, win, (*completed, *failed))
            ),
        )
        for change in outcome.changes
    )
    return replace(outcome, changes=tuple(change for change in changes if change.facts))


def _ids(outcome: OddsOutcome, key: str, of: Iterator[str]) -> tuple[str, ...]:
    """Return those of some objectives that an outcome names under a key."""
    found = (change.find(key) for change in outcome.changes)
    named = {id for fact in found if isinstance(fact, NamesFact) for id in fact.value}
    return tuple(id for id in of if id in named)


def _kept(fact: ChangeFact, win: WinFact, said: tuple[str, ...]) -> ChangeFacts:
    """Return what is left of a fact next to a win that says these objectives."""
    if fact.key == WINNER:
        return (win,)
    if fact.key == TRIGGERS:
        return ()
    if fact.key in (OBJECTIVES, FAILED) and isinstance(fact, NamesFact):
        return names_if((id for id in fact.value if id not in said), fact.key)
    return (fact,)
