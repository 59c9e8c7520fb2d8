"""Try every option of a choice on the same journey, over the next battles with the same dice."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.journey import Journey
from game.core.random_streams import Stream
from game.play.computer_answers import PlacedFault
from game.record.data_folders import CAMPAIGNS
from game.workshop.journeys.next_battles import AHEAD, NextBattles, next_battles
from game.workshop.journeys.one_journey import (
    MOST_STOPS,
    SEEDS,
    Books,
    GivenUp,
    Traveller,
    Unended,
    reason,
)
from game.workshop.journeys.travel_record import ReachedChoice, Travelled, Trip
from game.workshop.workshop_sentences import said


class PlannedTrial(msgspec.Struct, frozen=True):
    """A choice whose options are to be tried."""

    trip: Trip
    """Journey that reached the choice."""
    choice: ReachedChoice
    seed: int
    """Seed of all dice, of all paths taken and of all later choices."""


class ChoiceTrial(msgspec.Struct, frozen=True):
    """A choice whose options were tried, each on the same journey and with the same dice."""

    trip: Trip
    place: str
    """Id of the stop, or of the hero who gained a rank."""
    options: tuple[str, ...]
    went: tuple[NextBattles, ...] = ()
    """How the next battles went with each option; none if one of them couldn't be tried."""
    faults: tuple[PlacedFault, ...] = ()
    """Errors of the computer players."""
    trouble: str = ""
    """Sentence about an error that stopped the trial, or ""."""


def planned(
    found: Sequence[Travelled], count: int, places: Collection[str] = ()
) -> list[PlannedTrial]:
    """Return `count` trials of each choice that journeys reached.

    `places` are the stops and heroes whose choices are tried; () for all.
    Each choice is tried on the journeys that reached it, in turn, and again with other dice if
    these are too few. Each player and difficulty has its own trials.
    """
    reached: dict[tuple[str, str, str, int], list[tuple[Trip, ReachedChoice]]] = {}
    for one in found:
        for choice in one.reached:
            if len(choice.options) > 1 and (not places or choice.place in places):
                key = one.trip.player, one.trip.difficulty, choice.place, choice.rank
                reached.setdefault(key, []).append((one.trip, choice))
    trials = []
    for choices in reached.values():
        for number in range(count):
            turn, index = divmod(number, len(choices))
            trip, choice = choices[index]
            stream = Stream(trip.seed, f"{choice.place}|{choice.rank}|{turn}")
            trials.append(PlannedTrial(trip, choice, stream.pick(SEEDS)))
    return trials


def tried(
    campaign: Campaign, plan: PlannedTrial, books: Books, check: Callable[[], object]
) -> ChoiceTrial:
    """Try all options of a choice, and return how the next battles went with each.

    `check` may raise; it is called before every step.
    """
    trip, choice = replace(plan.trip, seed=plan.seed, keeps_choices=False), plan.choice
    went, faults, trouble = [], list[PlacedFault](), ""
    try:
        for option in choice.options:
            with TemporaryDirectory(prefix="five-tables-") as folder:
                slot = Path(folder) / CAMPAIGNS / f"{campaign.id}.json"
                slot.parent.mkdir()
                slot.write_bytes(choice.state)
                journey = Journey.load(slot, books)
                traveller = Traveller(journey, trip, books, check)
                try:
                    went.append(_gone_on(traveller, option))
                finally:
                    faults += traveller.faults
                    journey.close()
    except Unended as fault:
        went, trouble = [], str(fault)
    except Exception as fault:  # whatever goes wrong, the other trials go on
        about = {"place": choice.place, "seed": str(plan.seed)}
        went, trouble = [], said("journeys", "trial_failed", why=reason(fault), **about)
    return ChoiceTrial(plan.trip, choice.place, choice.options, tuple(went), tuple(faults), trouble)


def _gone_on(traveller: Traveller, option: str) -> NextBattles:
    """Choose an option and return how the next battles went."""
    journey = traveller.journey
    shown = journey.choice
    assert shown is not None
    chosen = next(one for one in shown.options if one.id == option)
    is_for_one = chosen.heroes and not chosen.everyone
    hero = Random(traveller.seed).choice(chosen.heroes) if is_for_one else ""
    journey.choose(option, hero)
    for _ in range(MOST_STOPS):
        if journey.is_over or len({one.stop for one in traveller.battles}) >= AHEAD:
            return next_battles(traveller.battles, has_given_up=False)
        try:
            traveller.step()
        except GivenUp:
            return next_battles(traveller.battles, has_given_up=True)
    raise Unended(said("journeys", "no_end", count=MOST_STOPS))
