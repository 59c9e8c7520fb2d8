"""The command `lab` for campaigns: play whole journeys, and print what happened on them."""

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TextIO

from game.campaign.campaign import Campaign
from game.campaign.loading import load_campaign
from game.engine.book import Book
from game.play.fault_log import written
from game.play.signals import DelayedSignals
from game.play.worker_processes import Line, books_apart
from game.record.failure import Failure
from game.workshop.journeys.journey_statistics import campaign_report
from game.workshop.journeys.journey_tables import tables
from game.workshop.journeys.one_journey import travelled
from game.workshop.journeys.travel_record import Travelled, Trip
from game.workshop.lab.lab_tables import ProgressBar
from game.workshop.lab.process_pool import PoolWork, spread
from game.workshop.workshop_sentences import failure

DONE, TROUBLED = 0, 1
"""Exit codes: success; a player failed, or a journey couldn't go on."""


class JourneyLab(NamedTuple):
    """The command-line options for campaigns, checked and converted."""

    campaigns: tuple[Campaign, ...]
    books: Mapping[str, Book]
    extra: tuple[str, ...]
    """Names of packages with more rulebooks."""
    journeys: int
    """Number of journeys of each player at each difficulty."""
    jobs: int
    players: tuple[str, ...]
    seed: int
    difficulties: tuple[str, ...] = ()
    """The difficulties to play; () for all."""
    tries_options: bool = False
    """Whether every option of each choice is tried."""
    road: str = ""
    """The difficulty of the road; "" for the usual one of each difficulty."""

    def trips(self, campaign: Campaign) -> list[Trip]:
        """Return the journeys to play, each with the same seeds for all players."""
        known = [one.id for one in campaign.difficulties]
        return [
            Trip(player, difficulty, seed, self.road, self.tries_options)
            for player in self.players
            for difficulty in known
            if difficulty in (self.difficulties or known)
            for seed in range(self.seed, self.seed + self.journeys)
        ]


class LabOutput(NamedTuple):
    """Where the results and messages go."""

    out: TextIO
    err: TextIO | None
    folder: Path
    """Data folder, where computer players' errors are logged."""
    is_json: bool


def journey_lab(made: JourneyLab, to: LabOutput) -> int:
    """Play the journeys and print the results. Return the exit code."""
    signals = DelayedSignals()
    count = sum(len(made.trips(campaign)) for campaign in made.campaigns)
    bar, done, found = ProgressBar(None if to.is_json else to.err, count, "journeys"), 0, []
    with signals.installed():
        for campaign in made.campaigns:
            trips = made.trips(campaign)
            results: dict[int, Travelled] = {}
            with closing(_all_travelled(made, campaign, trips, signals)) as coming:
                for number, one in coming:
                    results[number] = one
                    done += 1
                    for fault in one.faults:
                        written(fault, to.folder)
                    bar.show(done, campaign.id)
            report = campaign_report(campaign, [results[n] for n in range(len(trips))])
            found.append(report)
            if not to.is_json:
                bar.clear()
                to.out.write(("\n" if len(found) > 1 else "") + tables(report))
                to.out.flush()
    bar.close(made.jobs)
    if to.is_json:
        json.dump([one.plain() for one in found], to.out, indent=2, ensure_ascii=False)
        to.out.write("\n")
    return (
        TROUBLED
        if any(road.faults or road.troubles for one in found for road in one.roads)
        else DONE
    )


def _all_travelled(
    made: JourneyLab, campaign: Campaign, trips: Sequence[Trip], signals: DelayedSignals
) -> Generator[tuple[int, Travelled]]:
    """Play all journeys, and yield each when it is over. Raise Failure if a process dies."""
    if made.jobs == 1:
        for number, trip in enumerate(trips):
            yield number, travelled(campaign, trip, made.books, signals.check)
        return

    def dead(trip: Trip, why: str, end: str) -> Failure:
        """Return the error for a process that has died on a journey."""
        about = {"campaign": campaign.id, "seed": str(trip.seed)}
        return failure("journeys", "process_ended", why=why, end=end, **about)

    pool = PoolWork(work, ((made.extra, str(campaign.path)),), Travelled, dead)
    yield from spread(pool, trips, made.jobs, signals)


def work(line: Line) -> None:
    """Run in each process: play the journeys that come over the line."""
    extra, path = line.recv()
    books = books_apart(extra)
    campaign = load_campaign(Path(path), books)
    while True:
        trip: Trip = line.recv()
        line.send(travelled(campaign, trip, books, lambda: None))
