"""Statistics of the options of choices: how often the next battles went best with each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean

import msgspec

from game.workshop.journeys.next_battles import NextBattles, after, best_shares
from game.workshop.journeys.option_trials import ChoiceTrial
from game.workshop.journeys.travel_record import FAILED, Travelled
from game.workshop.lab.wilson_interval import Span, wilson


class OptionReport(msgspec.Struct, frozen=True):
    """An option of a choice, and how the next battles went with it."""

    place: str
    """Id of the stop, or of the hero who gained a rank."""
    option: str
    journeys: int
    """Number of journeys with which it was compared with the other options."""
    counted: int
    """Number of comparisons that the interval counts."""
    best: float
    """Share of the comparisons in which it was the best; equally good options share the place."""
    won: float
    """Mean number of battles won at the first try, above the mean of all options."""
    dead: float
    """Mean number of heroes who died, above the same mean."""
    left: float
    """Mean share of its life that the roster had left after each battle, above the same mean."""
    items: float
    """Mean number of items at the end, above the same mean."""

    @property
    def span(self) -> Span:
        """The share with its interval."""
        return wilson(self.best * self.counted, self.counted)

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        named = {"place": self.place, "option": self.option}
        counts = {"journeys": self.journeys, "counted": self.counted}
        span = {key: round(value, 4) for key, value in self.span._asdict().items()}
        leads = {key: round(getattr(self, key), 4) for key in ("won", "dead", "left", "items")}
        return {**named, **counts, **span, **leads}


class Comparison(msgspec.Struct, frozen=True):
    """The options of one choice, compared with each other."""

    place: str
    counted: int
    shares: Mapping[str, float]
    """How often each option was the best."""
    went: Mapping[str, Sequence[NextBattles]]
    """How the next battles went with each option."""
    journeys: Mapping[str, Sequence[int]]
    """Seeds of the journeys with each option."""

    def lead(self, option: str, number: Callable[[NextBattles], float]) -> float:
        """Return the lead of an option over the mean of all options in a number."""
        means = {one: mean(map(number, found)) for one, found in self.went.items()}
        return means[option] - mean(means.values())


def taken(journeys: Iterable[Travelled]) -> tuple[OptionReport, ...]:
    """Return the reports on options that journeys took at random.

    Journeys that were offered the same options are compared with each other, except those that
    failed. The variance of such a share is at most that of as many independent comparisons as the
    rarest option has journeys.
    """
    found: dict[tuple[str, int, tuple[str, ...]], dict[str, dict[int, NextBattles]]] = {}
    for one in journeys:
        for choice in one.reached if one.ending != FAILED else ():
            key = choice.place, choice.rank, choice.options
            options = found.setdefault(key, {option: {} for option in choice.options})
            options[choice.option][one.trip.seed] = after(one, choice)
    return _reports(
        _compared(place, min(map(len, options.values())), options)
        for (place, _, _), options in found.items()
        if len(options) > 1 and all(options.values())
    )


def tried_out(trials: Iterable[ChoiceTrial]) -> tuple[OptionReport, ...]:
    """Return the reports on options that were tried on the same journeys with the same dice."""
    return _reports(
        _compared(
            trial.place,
            1,
            {
                option: {trial.trip.seed: went}
                for option, went in zip(trial.options, trial.went, strict=True)
            },
        )
        for trial in trials
        if trial.went
    )


def _compared(
    place: str, counted: int, options: Mapping[str, Mapping[int, NextBattles]]
) -> Comparison:
    """Return a comparison of options, each with the next battles of journeys, by their seeds."""
    went = {option: tuple(by.values()) for option, by in options.items()}
    seeds = {option: tuple(by) for option, by in options.items()}
    return Comparison(place, counted, best_shares(went), went, seeds)


def _reports(comparisons: Iterable[Comparison]) -> tuple[OptionReport, ...]:
    """Return the reports on all options, with those of a place together."""
    found: dict[str, dict[str, list[Comparison]]] = {}
    for one in comparisons:
        for option in one.went:
            found.setdefault(one.place, {}).setdefault(option, []).append(one)
    return tuple(
        _report(place, option, several)
        for place, options in found.items()
        for option, several in options.items()
    )


def _report(place: str, option: str, comparisons: Sequence[Comparison]) -> OptionReport:
    weights = [len(one.went[option]) for one in comparisons]

    def weighted(numbers: Iterable[float]) -> float:
        """Return the mean over the comparisons, by the number of journeys with the option."""
        return sum(w * n for w, n in zip(weights, numbers, strict=True)) / sum(weights)

    return OptionReport(
        place,
        option,
        journeys=len({seed for one in comparisons for seed in one.journeys[option]}),
        counted=sum(one.counted for one in comparisons),
        best=weighted(one.shares[option] for one in comparisons),
        won=weighted(one.lead(option, lambda went: went.won) for one in comparisons),
        dead=weighted(one.lead(option, lambda went: went.dead) for one in comparisons),
        left=weighted(one.lead(option, lambda went: went.left) for one in comparisons),
        items=weighted(one.lead(option, lambda went: went.items) for one in comparisons),
    )
