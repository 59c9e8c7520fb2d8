"""The command `lab` for campaigns: play whole journeys, and print what happened on them."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TextIO, TypeAlias, TypeVar

from game.campaign.campaign import Campaign
from game.campaign.loading import load_campaign
from game.engine.book import Book
from game.play.fault_log import written
from game.play.signals import DelayedSignals
from game.play.worker_processes import Line, books_apart
from game.record.failure import Failure
from game.workshop.journeys.journey_statistics import campaign_report
from game.workshop.journeys.journey_tables import tables
from game.workshop.journeys.one_journey import Books, travelled
from game.workshop.journeys.option_trials import ChoiceTrial, PlannedTrial, planned, tried
from game.workshop.journeys.travel_record import Travelled, Trip
from game.workshop.lab.lab_tables import ProgressBar
from game.workshop.lab.process_pool import PoolWork, spread
from game.workshop.workshop_sentences import failure

Task = TypeVar("Task", Trip, PlannedTrial)
Result = TypeVar("Result", Travelled, ChoiceTrial)
Play: TypeAlias = Callable[[Campaign, Task, Books, Callable[[], object]], Result]
"""A function that plays a journey, or a trial."""

DONE, TROUBLED = 0, 1
"""Exit codes: success; a player failed, or a journey or trial couldn't go on."""


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
    trials: int = 0
    """Number of times that all options of each choice are tried."""
    places: tuple[str, ...] = ()
    """Stops and heroes whose choices are tried; () for all."""
    road: str = ""
    """The difficulty of the road; "" for the usual one of each difficulty."""

    def trips(self, campaign: Campaign) -> list[Trip]:
        """Return the journeys to play, each with the same seeds for all players."""
        known = [one.id for one in campaign.difficulties]
        return [
            Trip(player, difficulty, seed, self.road, self.trials > 0)
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

    def bar(self, count: int, things: str) -> ProgressBar:
        """Return a progress bar for `count` things."""
        return ProgressBar(None if self.is_json else self.err, count, things)


def journey_lab(made: JourneyLab, to: LabOutput) -> int:
    """Play the journeys and print the results. Return the exit code."""
    signals, found = DelayedSignals(), []
    with signals.installed():
        for campaign in made.campaigns:
            pool = CampaignPool(made, campaign, signals, to)
            travels = pool.results(travelled, Travelled, made.trips(campaign), "journeys")
            plan = planned(travels, made.trials, made.places)
            trials = pool.results(tried, ChoiceTrial, plan, "trials") if plan else []
            report = campaign_report(campaign, travels, trials)
            found.append(report)
            if not to.is_json:
                to.out.write(("\n" if len(found) > 1 else "") + tables(report))
                to.out.flush()
    if to.is_json:
        json.dump([one.plain() for one in found], to.out, indent=2, ensure_ascii=False)
        to.out.write("\n")
    return (
        TROUBLED
        if any(road.faults or road.troubles for one in found for road in one.roads)
        else DONE
    )


class CampaignPool(NamedTuple):
    """The processes that play a campaign's journeys and trials."""

    made: JourneyLab
    campaign: Campaign
    signals: DelayedSignals
    to: LabOutput

    def results(
        self,
        play: Play[Task, Result],
        result: type[Result],
        tasks: Sequence[Task],
        things: str,
    ) -> list[Result]:
        """Return the results of all tasks, in order. Raise Failure if a process dies.

        `play` is a function of a module, so that processes can import it. A progress bar counts the
        tasks as `things`.
        """
        found: dict[int, Result] = {}
        bar = self.to.bar(len(tasks), things)
        with closing(self._played(play, result, tasks)) as coming:
            for number, one in coming:
                found[number] = one
                for fault in one.faults:
                    written(fault, self.to.folder)
                bar.show(len(found), self.campaign.id)
        bar.close(self.made.jobs)
        return [found[number] for number in range(len(tasks))]

    def _played(
        self, play: Play[Task, Result], result: type[Result], tasks: Sequence[Task]
    ) -> Generator[tuple[int, Result]]:
        """Yield the index and result of each task when it is done."""
        made, campaign = self.made, self.campaign
        if made.jobs == 1:
            for number, task in enumerate(tasks):
                yield number, play(campaign, task, made.books, self.signals.check)
            return

        def dead(task: Task, why: str, end: str) -> Failure:
            """Return the error for a process that has died on a journey."""
            about = {"campaign": campaign.id, "seed": str(task.seed)}
            return failure("journeys", "process_ended", why=why, end=end, **about)

        greeting = ((made.extra, str(campaign.path), play),)
        yield from spread(PoolWork(work, greeting, result, dead), tasks, made.jobs, self.signals)


def work(line: Line) -> None:
    """Run in each process: play the tasks that come over the line."""
    extra, path, play = line.recv()
    books = books_apart(extra)
    campaign = load_campaign(Path(path), books)
    while True:
        line.send(play(campaign, line.recv(), books, lambda: None))
