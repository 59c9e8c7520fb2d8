"""Statistics of journeys as people read them."""

from collections.abc import Iterator, Mapping

from game.workshop.journeys.journey_statistics import (
    CampaignReport,
    RoadReport,
    StopReport,
)
from game.workshop.journeys.option_statistics import OptionReport
from game.workshop.lab.text_tables import GAP, head, lines, share_cells
from game.workshop.workshop_sentences import said

COLUMNS = ("stop", "battles", "won", "share", "span", "tries", "life_lost", "rounds")
OPTIONS = (
    *("choice", "option", "journeys", "counted", "share", "span"),
    *("won", "heroes_dead", "life_left", "items"),
)


def tables(report: CampaignReport) -> str:
    """Return the report on a campaign as lines of text."""
    found = [line for road in report.roads for line in (*_road(report, road), "")]
    return "".join(f"{line}\n" for line in found[:-1])


def _road(report: CampaignReport, road: RoadReport) -> Iterator[str]:
    about = {"difficulty": road.difficulty, "player": road.player, "count": road.journeys}
    yield said("journeys", "head", campaign=report.campaign, **about)
    if road.stops:
        yield from lines([head(*COLUMNS), *map(_cells, road.stops)])
    for stop in road.stops:
        yield from _details(stop)
    for name, options in {"taken": road.taken, "tried": road.tried}.items():
        if options:
            yield GAP + said("journeys", name)
            yield from lines([head(*OPTIONS), *map(_option_cells, options)], 2)
    compared = {one.place for one in road.taken}
    for place, taken in road.chosen.items():
        if place not in compared:
            yield GAP + said("journeys", "chosen", place=place, options=_counts(taken))
    for place, taken in road.ways.items():
        yield GAP + said("journeys", "ways", stop=place, ways=_counts(taken))
    yield GAP + said("journeys", "endings", endings=_counts(road.endings))
    if road.faults:
        yield GAP + said("lab", "faults", count=road.faults)
    for trouble in road.troubles:
        yield GAP + trouble


def _option_cells(one: OptionReport) -> tuple[str, ...]:
    counts = str(one.journeys), str(one.counted), *share_cells(one.span)
    leads = f"{one.won:+.2f}", f"{one.dead:+.2f}", f"{one.left:+.1%}", f"{one.items:+.1f}"
    return one.place, one.option, *counts, *(lead.replace("-", "−") for lead in leads)


def _cells(one: StopReport) -> tuple[str, ...]:
    shares = share_cells(one.span)
    numbers = str(one.tries), f"{one.life_lost:.0%}", f"{one.rounds:g}"
    return one.stop, str(one.first), str(one.won), *shares, *numbers


def _details(one: StopReport) -> Iterator[str]:
    """Yield lines on fallen units, objectives, and answers to choices."""
    told = {
        "down": one.down,
        "dead": one.dead,
        "objectives": one.objectives,
        "failed_objectives": one.failed,
    }
    parts = [
        said("journeys", name, names=_counts(counts)) for name, counts in told.items() if counts
    ]
    parts += [
        said("journeys", "answers", choice=choice, answers=_counts(counts))
        for choice, counts in one.answers.items()
    ]
    if parts:
        yield GAP + said("journeys", "details", stop=one.stop, details="; ".join(parts))


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
