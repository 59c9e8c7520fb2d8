"""How the next battles of a journey went after a choice, and with which option they went best."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import NamedTuple, TypeAlias

from game.workshop.journeys.travel_record import GIVEN_UP, WON, ReachedChoice, RoadBattle, Travelled

AHEAD = 3
"""Number of stops with battles by which the options of a choice are compared."""

Score: TypeAlias = tuple[int, int, float, int]
"""How well some battles went; a larger score is better."""


class NextBattles(NamedTuple):
    """How the next battles of a journey went."""

    won: int = 0
    """Number of battles won at the first try."""
    dead: int = 0
    """Number of heroes who died."""
    left: float = 1.0
    """Mean share of its life that the roster had left after each battle; 0 after giving up."""
    items: int = 0
    """Number of items in the stores and with heroes at the end."""

    @property
    def score(self) -> Score:
        """More battles won; then fewer dead; then more life left, in percent; then more items."""
        return self.won, -self.dead, round(self.left, 2), self.items


def next_battles(battles: Sequence[RoadBattle], has_given_up: bool) -> NextBattles:
    """Return how the battles of the first stops went. `battles` are all tries, in order.

    With `has_given_up`, the party gave up at the last of them.
    """
    if not battles:
        return NextBattles()
    stops = list(dict.fromkeys(one.stop for one in battles))
    first = stops[:AHEAD]
    tries = [one for one in battles if one.stop in first]
    left = {one.stop: one.left for one in tries}
    if has_given_up and stops[-1] in left:
        left[stops[-1]] = 0.0
    return NextBattles(
        won=sum(one.result == WON for one in tries if one.number == 1),
        dead=sum(one.fallen for one in tries),
        left=mean(left.values()),
        items=tries[-1].items,
    )


def after(journey: Travelled, choice: ReachedChoice) -> NextBattles:
    """Return how the next battles of a journey went after a choice."""
    return next_battles(journey.battles[choice.fought :], journey.ending == GIVEN_UP)


def best_shares(went: Mapping[str, Sequence[NextBattles]]) -> dict[str, float]:
    """Return how often each option is the best if one journey with each is compared.

    Every combination counts once. Equally good options share the place.
    """
    scores = {option: sorted(one.score for one in found) for option, found in went.items()}
    shares = {}
    for option, own in scores.items():
        others = [found for other, found in scores.items() if other != option]
        shares[option] = mean(_wins(score, others) for score in own)
    return shares


def _wins(score: Score, others: Sequence[Sequence[Score]]) -> float:
    """Return the chance that a score is the best, against one random score from each list."""
    equals = [1.0]  # chance of each number of equal scores, if none is better
    for found in others:
        low, high = bisect_left(found, score), bisect_right(found, score)
        less, same = low / len(found), (high - low) / len(found)
        padded = [0.0, *equals, 0.0]
        equals = [less * padded[n + 1] + same * padded[n] for n in range(len(equals) + 1)]
    return sum(chance / (number + 1) for number, chance in enumerate(equals))
