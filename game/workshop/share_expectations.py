"""Expectations about the share of battles in which something happens."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from game.terms.level import Level
from game.terms.level_script import Expect, ShareOfBattles, UseShare
from game.workshop.battle_counts.counts import ObjectiveEnd
from game.workshop.trial_battles import TrialResult
from game.workshop.workshop_sentences import said

ENOUGH = 10
"""Minimum number of battles, if there are so many, in which triggers should fire."""


class ExpectedShare(NamedTuple):
    """The share of battles that an expectation asks for."""

    share: ShareOfBattles
    text: str
    """What should happen, as the beginning of a sentence."""
    happens: Callable[[TrialResult], bool]
    """A function that returns whether it happened in a battle."""

    def failure(self, trials: Iterable[TrialResult], games: int) -> str | None:
        """Return why the expectation wasn't met in `games` battles, as a sentence, or None.

        Once the battles left can't change that it is met, leave them out.
        """
        happened: list[tuple[int, bool]] = []
        least, most, count = self.share.least, self.share.most, 0
        for one in trials:
            happened.append((one.seed, self.happens(one)))
            count, left = count + happened[-1][1], games - len(happened)
            is_met = least <= count / games and (count + left) / games <= most
            if is_met and (len(happened) >= ENOUGH or not left):
                return None
        share = count / games
        is_often = share > most
        return said(
            "expectation",
            "too_often" if is_often else "too_rarely",
            what=self.text,
            count=count,
            battles=games,
            share=f"{share:.0%}",
            least=f"{least:.0%}",
            most=f"{most:.0%}",
            seed=next(seed for seed, did in happened if did == is_often),
        )


def expected_share(level: Level, expect: Expect) -> ExpectedShare | None:
    """Return the share of battles that an expectation is about, or None for another kind."""
    if (wins := expect.wins) is not None:
        text = said("expectation", "wins", side=wins.side)
        return ExpectedShare(wins, text, lambda one: one.winner == wins.side)
    if (aim := expect.completes) is not None:
        text = said("expectation", "completes", objective=aim.objective)
        return ExpectedShare(aim, text, lambda one: _end(one, aim.objective).reached is not None)
    if (lost := expect.fails) is not None:
        text = said("expectation", "fails", objective=lost.objective)
        return ExpectedShare(lost, text, lambda one: _end(one, lost.objective).failed is not None)
    if (fires := expect.fires) is not None:
        number = [trigger.id for trigger in level.script.triggers].index(fires.trigger)
        text = said("expectation", "fires", trigger=fires.trigger)
        return ExpectedShare(fires, text, lambda one: one.counts.triggers[number] > 0)
    if (uses := expect.uses) is not None:
        entry = "uses" if uses.side is None else "uses_side"
        text = said("expectation", entry, side=uses.side, name=uses.thing or uses.command)
        return ExpectedShare(uses, text, lambda one: _is_used(one, uses))
    return None


def _end(trial: TrialResult, objective: str) -> ObjectiveEnd:
    return trial.counts.objectives.get(objective, ObjectiveEnd())


def _is_used(trial: TrialResult, uses: UseShare) -> bool:
    counts = trial.counts
    if uses.thing is not None:
        sides = [one.side for one in counts.means if one.name == uses.thing and one.uses]
    else:
        sides = [side for side, verb in counts.commands if verb == uses.command]
    return bool(sides) if uses.side is None else uses.side in sides
