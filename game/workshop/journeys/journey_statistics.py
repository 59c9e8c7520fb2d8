"""Statistics of many journeys along one campaign."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

import msgspec

from game.campaign.campaign import Campaign
from game.workshop.journeys.option_statistics import OptionReport, taken, tried_out
from game.workshop.journeys.option_trials import ChoiceTrial
from game.workshop.journeys.travel_record import WON, RoadBattle, Travelled
from game.workshop.lab.wilson_interval import Span, wilson


class StopReport(msgspec.Struct, frozen=True):
    """The battles that journeys fought at one stop."""

    stop: str
    level: str
    tries: int
    """Number of battles, with all tries."""
    first: int
    """Number of first tries."""
    won: int
    """Number of first tries that were won."""
    life_lost: float
    """Mean share of its life that the party lost, in all tries."""
    rounds: float
    """Median number of rounds."""
    down: dict[str, int]
    """Number of battles at whose end a unit of the party was down, by the unit's name."""
    dead: dict[str, int]
    objectives: dict[str, int]
    """Number of battles in which the party reached an objective."""
    failed: dict[str, int]
    answers: dict[str, dict[str, int]]
    """Number of battles with each answer to a choice of the level."""

    @property
    def span(self) -> Span:
        """The share of first tries won, with its interval."""
        return wilson(self.won, self.first)

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        rounded = {key: round(value, 4) for key, value in self.span._asdict().items()}
        return {
            **{"stop": self.stop, "level": self.level, "tries": self.tries, "first": self.first},
            **{"won": self.won, **rounded},
            **{"life_lost": round(self.life_lost, 4), "rounds": self.rounds},
            **{"down": self.down, "dead": self.dead},
            **{"objectives": self.objectives, "failed": self.failed, "answers": self.answers},
        }


class RoadReport(msgspec.Struct, frozen=True):
    """The journeys of one computer player at one difficulty."""

    player: str
    difficulty: str
    journeys: int
    endings: dict[str, int]
    stops: tuple[StopReport, ...]
    """The stops with battles, in the order of the campaign's file."""
    ways: dict[str, dict[str, int]]
    """Number of times that each path of a fork was taken, by stop and next stop."""
    chosen: dict[str, dict[str, int]] = {}
    """Number of times that each option was chosen, by stop or hero."""
    taken: tuple[OptionReport, ...] = ()
    """The options of choices, compared between the journeys that took them."""
    tried: tuple[OptionReport, ...] = ()
    """The options that were tried on the same journeys."""
    faults: int = 0
    """Number of errors of the computer players."""
    troubles: tuple[str, ...] = ()

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        return {
            **{"player": self.player, "difficulty": self.difficulty, "journeys": self.journeys},
            **{"endings": self.endings, "battles": [one.plain() for one in self.stops]},
            **{"chosen": self.chosen, "taken": [one.plain() for one in self.taken]},
            **{"tried": [one.plain() for one in self.tried]},
            **{"ways": self.ways, "faults": self.faults, "troubles": list(self.troubles)},
        }


class CampaignReport(msgspec.Struct, frozen=True):
    """All journeys along one campaign."""

    campaign: str
    title: str
    roads: tuple[RoadReport, ...]

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        roads = [one.plain() for one in self.roads]
        return {"campaign": self.campaign, "title": self.title, "roads": roads}


def campaign_report(
    campaign: Campaign, found: Iterable[Travelled], trials: Iterable[ChoiceTrial] = ()
) -> CampaignReport:
    """Return the statistics of journeys, by player and difficulty in the order played."""
    groups: dict[tuple[str, str], list[Travelled]] = {}
    tried: dict[tuple[str, str], list[ChoiceTrial]] = {}
    for one in found:
        groups.setdefault((one.trip.player, one.trip.difficulty), []).append(one)
    for trial in trials:
        tried.setdefault((trial.trip.player, trial.trip.difficulty), []).append(trial)
    roads = tuple(
        _road(campaign, *key, journeys, tried.get(key, ())) for key, journeys in groups.items()
    )
    return CampaignReport(campaign.id, campaign.title, roads)


def _road(
    campaign: Campaign,
    player: str,
    difficulty: str,
    journeys: Sequence[Travelled],
    trials: Sequence[ChoiceTrial],
) -> RoadReport:
    battles = [battle for one in journeys for battle in one.battles]
    at = {id: [battle for battle in battles if battle.stop == id] for id in campaign.stops}
    ways = Counter(way for one in journeys for way in one.ways)
    played: list[Travelled | ChoiceTrial] = [*journeys, *trials]
    return RoadReport(
        player,
        difficulty,
        len(journeys),
        dict(Counter(one.ending for one in journeys).most_common()),
        tuple(_stop(id, tries) for id, tries in at.items() if tries),
        _by_first(ways),
        _by_first(Counter((it.place, it.option) for one in journeys for it in one.reached)),
        taken(journeys),
        tried_out(trials),
        sum(len(one.faults) for one in played),
        tuple(one.trouble for one in played if one.trouble),
    )


def _stop(id: str, tries: Sequence[RoadBattle]) -> StopReport:
    first = [one for one in tries if one.number == 1]
    shares = [one.lost / one.life for one in tries if one.life]
    answers = Counter(pair for one in tries for pair in one.answers.items())
    return StopReport(
        stop=id,
        level=tries[0].level,
        tries=len(tries),
        first=len(first),
        won=sum(one.result == WON for one in first),
        life_lost=sum(shares) / len(shares) if shares else 0.0,
        rounds=float(median(one.rounds for one in tries)),
        down=_counted(one.down for one in tries),
        dead=_counted(one.dead for one in tries),
        objectives=_counted(one.objectives for one in tries),
        failed=_counted(one.failed for one in tries),
        answers=_by_first(answers),
    )


def _counted(found: Iterable[Sequence[str]]) -> dict[str, int]:
    """Return the number of lists with each name, the most frequent first."""
    return dict(Counter(name for names in found for name in set(names)).most_common())


def _by_first(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Return counts of pairs as a table in a table."""
    found: dict[str, dict[str, int]] = {}
    for (first, second), count in counts.most_common():
        found.setdefault(first, {})[second] = count
    return found
