"""Play one journey from its first stop to an ending, by the calls of the window."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.hardness import Hardness
from game.campaign.journey import Journey
from game.campaign.screen_values import ChoiceShown, OptionShown
from game.components.unit import Dead, Vitals
from game.core.random_streams import Stream
from game.engine.book import Book
from game.play.aftermath import fared, winner
from game.play.computer_answers import PlacedFault, described
from game.play.opening import level_to_play, table_of
from game.play.table import Table
from game.terms.records import Entity
from game.terms.script_events import ChoiceAnswered, ObjectiveFailed, ObjectiveReached
from game.workshop.journeys import party_customs
from game.workshop.journeys.travel_record import (
    DRAWN,
    FAILED,
    GIVEN_UP,
    LOST,
    WON,
    ReachedChoice,
    RoadBattle,
    Travelled,
    Trip,
)
from game.workshop.lab.computer_choices import choose_all
from game.workshop.trial_battles import LONGEST
from game.workshop.workshop_sentences import said

Books = Mapping[str, Book]

SEEDS = 10**9
"""Number of seeds from which those of battles and of trials are drawn."""
TRIES = 5
"""Number of tries at a battle that must be won, after which a party gives up its journey."""
MOST_STOPS = 1000
"""Number of stops after which a journey has no end."""


class Unended(Exception):
    """The error for a journey that can't go on. The message is a sentence."""


class GivenUp(Exception):
    """The end of a journey whose next battle was lost too often."""


class Traveller:
    """A computer player on its journey."""

    def __init__(
        self, journey: Journey, trip: Trip, books: Books, check: Callable[[], object]
    ) -> None:
        """Begin at the journey's stop. `check` may raise; it is called before every step."""
        self.journey = journey
        self.battles: list[RoadBattle] = []
        self.ways: list[tuple[str, str]] = []
        self.faults: list[PlacedFault] = []
        self.reached: list[ReachedChoice] = []
        self._trip, self._books, self._check = trip, books, check
        self._chance = Stream(trip.seed, "road")
        self._random = Random(trip.seed)

    @property
    def seed(self) -> int:
        """The seed of all dice, of all paths taken and of all choices."""
        return self._trip.seed

    def travel(self) -> str:
        """Travel to an ending and return its id."""
        for _ in range(MOST_STOPS):
            if self.journey.is_over:
                return self.journey.stop.id
            self.step()
        raise Unended(said("journeys", "no_end", count=MOST_STOPS))

    def step(self) -> None:
        """Make the next choices, or fight the battle of this stop, or rest and take a path."""
        journey, here = self.journey, self.journey.stop.id
        if journey.choice is not None:
            choose_all(journey, self._pick, self._random)
            return
        if journey.stop.kind == "battle":
            self.fight()
            return
        party_customs.rest(journey)
        number = party_customs.way_on(journey, self._chance)
        if number is None:
            raise Unended(said("journeys", "no_way", stop=here))
        several = len(journey.ways) > 1
        journey.take(number)
        if several:
            self.ways.append((here, journey.stop.id))

    def _pick(self, choice: ChoiceShown) -> OptionShown:
        """Return a random option, the same for equal choices of journeys with the same seed."""
        place = choice.hero or choice.stop
        picked = Random(f"{self._trip.seed} {place} {choice.rank}").choice(choice.options)
        options = tuple(option.id for option in choice.options)
        state = self.journey.path.read_bytes() if self._trip.keeps_choices else b""
        reached = ReachedChoice(place, choice.rank, options, picked.id, len(self.battles), state)
        self.reached.append(reached)
        return picked

    # Battles

    def fight(self) -> None:
        """Fight this stop's battle until the road goes on. Raise GivenUp after too many tries."""
        stop = self.journey.stop.id
        for number in range(1, TRIES + 1):
            table, party, goers = self._begun(stop, number)
            before = _lives(table, party)
            self._play(table)
            self.faults += table.faults
            fallen = len(self.journey.fallen)
            report = self.journey.report(table)
            told = replace(_told(table, party, before), stop=stop, number=number, heroes=goers)
            self.battles.append(_on_the_road(told, self.journey, fallen))
            if not report.again:
                return
        raise GivenUp

    def _begun(self, stop: str, number: int) -> tuple[Table, str, tuple[str, ...]]:
        """Return the table of a new try, the party's side and the heroes who go."""
        journey, shown = self.journey, self.journey.battle
        assert shown is not None
        goers: tuple[str, ...] = ()
        if shown.heroes:
            goers = party_customs.fittest(journey, shown.heroes)
            party_customs.collect(journey, goers)
            party_customs.share_out(journey, goers)
        options, seats = journey.options(goers)
        seed = Stream(self._trip.seed, f"{stop}|{number}").pick(SEEDS)
        players = f"{shown.side}={self._trip.player}"
        options = replace(options, seed=str(seed), players=players)
        level = level_to_play(options, self._books, None)
        return table_of(options, level, self._books, seats), shown.side, goers

    def _play(self, table: Table) -> None:
        self._check()
        while table.record.count < LONGEST and table.step():
            self._check()
        if table.battle.outcome is None:
            level, seed = table.battle.world.scene.level.id, str(table.dice.seed)
            raise Unended(said("lab", "unfinished", level=level, seed=seed, most=LONGEST))


def _on_the_road(battle: RoadBattle, journey: Journey, fallen: int) -> RoadBattle:
    """Return a battle with its effects on the road. Before it, `fallen` heroes were dead."""
    roster = journey.roster
    return replace(
        battle,
        fallen=len(journey.fallen) - fallen,
        left=sum(hero.life for hero in roster) / sum(hero.most for hero in roster),
        items=len(journey.stores) + sum(len(hero.items) for hero in roster),
    )


def _lives(table: Table, party: str) -> dict[Entity, int]:
    """Return the life of each unit of the party."""
    battle = table.battle
    return {
        unit: max(0, vitals.life) if not battle.world.has(unit, Dead) else 0
        for unit in battle.units()
        if battle.side_of(unit) == party and (vitals := battle.world.find(unit, Vitals)) is not None
    }


def _told(table: Table, party: str, before: Mapping[Entity, int]) -> RoadBattle:
    """Return what is kept of a battle that is over."""
    after = _lives(table, party)
    ends, won_by = fared(table, party), winner(table)
    aims = {aim.id for aim in table.battle.world.scene.level.script.objectives if aim.side == party}
    events = [told.event for told in table.battle.world.log]
    reached = [it.objective for it in events if isinstance(it, ObjectiveReached)]
    failed = [it.objective for it in events if isinstance(it, ObjectiveFailed)]
    outcome = table.battle.outcome
    assert outcome is not None
    return RoadBattle(
        stop="",
        level=table.battle.world.scene.level.id,
        number=0,
        result={party: WON, "": DRAWN}.get(won_by or "", LOST),
        rounds=outcome.rounds,
        life=sum(before.values()),
        lost=sum(life - min(life, after.get(unit, 0)) for unit, life in before.items()),
        heroes=(),
        down=tuple(one.id.partition(".")[2] for one in ends if one.is_down and not one.is_dead),
        dead=tuple(one.id.partition(".")[2] for one in ends if one.is_dead),
        objectives=tuple(id for id in reached if id in aims),
        failed=tuple(id for id in failed if id in aims),
        answers={it.choice: it.answer for it in events if isinstance(it, ChoiceAnswered)},
    )


def reason(fault: Exception) -> str:
    """Return an error as the end of a sentence."""
    return described(fault).rstrip(".")


def travelled(
    campaign: Campaign,
    trip: Trip,
    books: Books,
    check: Callable[[], object],
    within: Path | None = None,
) -> Travelled:
    """Play a journey, in a folder that is deleted afterwards, and return what is kept of it.

    The folder is made in `within`; None: among the system's temporary files.
    """
    with TemporaryDirectory(prefix="five-tables-", dir=within) as folder:
        hard = Hardness(trip.difficulty, trip.road)
        journey = Journey.begin(campaign, hard, Path(folder), books)
        traveller = Traveller(journey, trip, books, check)
        trouble = ""
        try:
            ending = traveller.travel()
        except GivenUp:
            ending = GIVEN_UP
        except Unended as fault:
            ending, trouble = FAILED, str(fault)
        except Exception as fault:  # whatever goes wrong, the other journeys go on
            ending = FAILED
            about = {"stop": journey.stop.id, "seed": str(trip.seed), "why": reason(fault)}
            trouble = said("journeys", "failed", **about)
        finally:
            journey.close()
    return Travelled(
        trip,
        ending,
        tuple(traveller.battles),
        tuple(traveller.ways),
        tuple(traveller.reached),
        tuple(traveller.faults),
        trouble,
    )
