"""A journey along a campaign's road, saved in its slot at every step.

Each change is written to the slot as a whole before it takes effect. So if the program is killed,
the journey is either before the step or after it. A mark in its recording identifies a battle.
Reporting its result and saving it are one step, which happens only once.
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from game.campaign import (
    campaign_list,
    choices,
    hardness,
    hero_state,
    progress,
    stop_battles,
    stop_pages,
)
from game.campaign.campaign import Campaign
from game.campaign.campaign_tables import Exit, Needs, Stop, StopBattle
from game.campaign.hardness import Hardness
from game.campaign.journey_file import (
    FORMAT,
    BattleReport,
    JourneyState,
    Member,
    Pending,
    RecordEntry,
    kept_state,
    write_state,
)
from game.campaign.journey_sentences import failure, said
from game.campaign.progress import LatestSteps
from game.campaign.route_analysis import facts_of
from game.campaign.save_compatibility import campaign_of, sound
from game.campaign.save_slots import Lock, new_names
from game.campaign.screen_values import (
    BattleShown,
    ChoiceShown,
    HeroShown,
    PassedShown,
    StopShown,
    Tally,
    WayShown,
)
from game.content.toml_files.findings import LevelError
from game.engine.book import Book
from game.play.aftermath import Books, course_of, fared, title_of, winner
from game.play.battle_files import battle_of, put_by
from game.play.opening import Options, random_seed
from game.play.players import Seats, outside
from game.play.table import Table
from game.record.failure import Failure
from game.record.play_order import clock_of
from game.record.safe_files import reason, reserve
from game.terms.level import Level


class HasTable(Protocol):
    """A battle in a window, with its table."""

    table: Table


class Journey:
    """One journey, open in this process. After `close`, other processes can open it."""

    def __init__(
        self, campaign: Campaign, state: JourneyState, slot: Path, lock: Lock, books: Books
    ):
        """Take over a locked slot. To make a journey, call `begin` or `load` instead."""
        self.campaign = campaign
        self.path = slot
        self._state = state
        self._lock = lock
        self._books = books
        self.note = ""
        """Sentence about a problem found on loading; "" for none."""
        self._latest = LatestSteps()
        self._clock = clock_of(self._folder)

    # Open and close

    @classmethod
    def begin(
        cls, campaign: Campaign, wanted: Hardness | str, folder: Path, books: Books
    ) -> "Journey":
        """Return a new journey in a new slot. Raise Failure if it can't be saved.

        `wanted` says how hard it is, or only names the difficulty of the battles.
        """
        hard = hardness.checked(campaign, wanted)
        is_ours = campaign.path == campaign_list.campaign_path(campaign.id)
        state = JourneyState(
            format=FORMAT,
            campaign=campaign.id,
            title=campaign.title,
            path="" if is_ours else str(campaign.path),
            id=secrets.token_hex(8),
            difficulty=hard.difficulty,
            road=hard.road,
            assists=hard.assists,
            stop=campaign.start,
            when=_now(),
            played=clock_of(folder).stamp(),
            seed=random_seed(),
        )
        there = progress.arrived(campaign, state, state.stop)
        return cls._in_new_slot(campaign, there, folder, books)

    @classmethod
    def load(cls, slot: Path, books: Books, *, as_copy: bool = False) -> "Journey":
        """Load a journey. Raise Failure if its slot can't be read, or is open elsewhere.

        With `as_copy`, load it into a new slot, without any battle in progress.
        """
        lock = None if as_copy else Lock(slot)
        try:
            state, note = kept_state(slot)
            campaign = campaign_of(state, books)
            if lock is None:
                new = replace(state, id=secrets.token_hex(8), pending=None, last=None)
                new = sound(campaign, new)
                journey = cls._in_new_slot(campaign, new, slot.parent.parent, books)
            else:
                journey = cls(campaign, sound(campaign, state), slot, lock, books)
            journey.note = note
            return journey
        except BaseException:
            if lock is not None:
                lock.release()
            raise

    @classmethod
    def _in_new_slot(
        cls, campaign: Campaign, state: JourneyState, folder: Path, books: Books
    ) -> "Journey":
        try:
            slot = next(path for path in new_names(folder, state) if reserve(path))
        except OSError as fault:
            raise failure(
                "slot", "not_kept_in", folder=str(folder), reason=reason(fault)
            ) from fault
        lock = Lock(slot)
        try:
            write_state(slot, state)
        except BaseException:
            lock.release()
            slot.unlink(missing_ok=True)
            raise
        return cls(campaign, state, slot, lock, books)

    def close(self) -> None:
        """Release the slot."""
        self._lock.release()

    def _step(self, state: JourneyState) -> None:
        """Save a new state, then make it the current one."""
        new = replace(state, when=_now(), played=self._clock.stamp())
        write_state(self.path, new)
        self._state = new

    @property
    def _folder(self) -> Path:
        return self.path.parent.parent

    # Look

    @property
    def difficulty(self) -> str:
        """The id of the battles' difficulty."""
        return self._state.difficulty

    @property
    def hardness(self) -> Hardness:
        """The difficulty of battles and road, and the assists."""
        return hardness.hardness_of(self._state)

    @property
    def is_over(self) -> bool:
        """Return whether the journey has reached its ending."""
        return self._stop.ending and self._is_won

    @property
    def stop(self) -> StopShown:
        """The current stop."""
        return stop_pages.stop_shown(self.campaign, self._state)

    @property
    def passed(self) -> tuple[PassedShown, ...]:
        """The visited stops in the order of their first visits, with the current stop last."""
        return stop_pages.passed_shown(self.campaign, self._state)

    @property
    def ways(self) -> tuple[WayShown, ...]:
        """The paths on from here. There are none before the battle is won, or at an ending."""
        ways = stop_pages.exits(self.campaign, self._state)
        return tuple(self._shown(way) for way in ways)

    @property
    def roster(self) -> tuple[HeroShown, ...]:
        """All heroes that are with the party."""
        return tuple(
            hero_state.hero_shown(self.campaign, self._books, m) for m in self._state.roster
        )

    @property
    def stores(self) -> tuple[str, ...]:
        """The ids of the items that no hero carries."""
        return self._state.stores

    @property
    def fallen(self) -> tuple[str, ...]:
        """The titles of the dead heroes."""
        return tuple(self.campaign.heroes[id].title for id in self._state.fallen)

    @property
    def tally(self) -> Tally:
        """The results of the battles so far."""
        state = self._state
        return Tally(len(state.won), len(set(state.lost) - set(state.won)), state.battles)

    @property
    def battle(self) -> BattleShown | None:
        """The battle still to win here, or None. Raise Failure if its level has errors."""
        battle = self._stop.battle
        if battle is None or self._is_won:
            return None
        try:
            path = self.campaign.level(battle)
            return stop_battles.battle_shown(
                self.campaign, battle, self.difficulty, path, self._books, self._state.happened
            )
        except LevelError as fault:
            raise Failure(str(fault)) from fault

    @property
    def choice(self) -> ChoiceShown | None:
        """The next choice to be made before the journey goes on, or None."""
        return choices.choice_shown(self.campaign, self._books, self._state)

    @property
    def record(self) -> tuple[RecordEntry, ...]:
        """All that was fought, chosen and rested so far, in order."""
        return self._state.record

    @property
    def running(self) -> Path | None:
        """The recording of a battle that was begun and isn't reported yet, or None."""
        pending = self._state.pending
        if pending is None:
            return None
        return battle_of(self._folder, pending.mark, with_ended=not pending.is_told)

    @property
    def book(self) -> Book:
        """The roster's rulebook."""
        return self._books[self.campaign.book.id]

    def title(self, thing: str) -> str:
        """Return the title of a thing or power of the roster's book."""
        return title_of(self.book, thing)

    @property
    def _stop(self) -> Stop:
        return progress.stop_of(self.campaign, self._state)

    @property
    def _is_won(self) -> bool:
        return progress.is_won(self.campaign, self._state)

    def _shown(self, way: Exit) -> WayShown:
        why = self._lacking(way.needs) if way.needs else ""
        return WayShown(way.text, way.to, not why, why)

    def _lacking(self, needs: Needs) -> str:
        """Return a sentence about the first unmet condition of a path, or "" if all are met."""
        state, campaign = self._state, self.campaign
        for name, value in facts_of(needs):
            match name:
                case "hero" if value not in {m.id for m in state.roster}:
                    return said("shut", name, hero=campaign.heroes[value].title)
                case "item" if value not in self._things():
                    return said("shut", name, item=self.title(value))
                case "chose" if value not in state.chosen:
                    return said("shut", name, option=choices.title_of_choice(campaign, value))
                case "won" | "lost" | "passed" if value not in getattr(state, name):
                    return said("shut", name, stop=campaign.stops[value].title)
        return ""

    def _things(self) -> set[str]:
        carried = [id for hero in self.roster for id in hero.items]
        return {*self._state.stores, *carried}

    # Act

    def go_on_at(self, wanted: Hardness | str) -> None:
        """Change how hard the journey is. For battles, that applies from the next one on."""
        self._step(hardness.hardened(self.campaign, self._state, wanted))

    def take(self, number: int) -> None:
        """Take the path with a number, from 0.

        Raise Failure if there is none, or if it is closed.
        """
        self._has_chosen()
        ways = self.ways
        if not 0 <= number < len(ways):
            raise failure("refusal", "no_way")
        if not ways[number].is_open:
            raise Failure(ways[number].why)
        self._step(progress.arrived(self.campaign, self._state, ways[number].to))

    def rest(self) -> None:
        """Take a long rest at this camp. Raise Failure if the party can't rest here now."""
        self._has_chosen()
        if not self._stop.camp or not self._is_won:
            raise failure("refusal", "no_rest")
        if self._state.is_rested:
            raise failure("refusal", "rested")
        self._step(progress.after_rest(self.campaign, self._state, self._books))

    def give(self, item: str, hero: str) -> None:
        """Give an item from the stores to a hero. Raise Failure if that isn't possible."""
        self._not_in_battle()
        if item not in self._state.stores:
            raise failure("refusal", "not_in_stores", item=self.title(item))
        stores = list(self._state.stores)
        stores.remove(item)
        self._carry(hero, (*self._items(hero), item), tuple(stores))

    def keep(self, item: str, hero: str) -> None:
        """Take an item from a hero into the stores. Raise Failure if that isn't possible."""
        self._not_in_battle()
        items = list(self._items(hero))
        if item not in items:
            raise failure("refusal", "not_carried", item=self.title(item))
        items.remove(item)
        self._carry(hero, tuple(items), (*self._state.stores, item))

    def _not_in_battle(self) -> None:
        """Raise Failure during a battle, because the heroes entered it with their items."""
        if self.running is not None:
            raise failure("refusal", "in_battle")

    def _member(self, hero: str) -> Member:
        found = next((m for m in self._state.roster if m.id == hero), None)
        if found is None:
            raise failure("refusal", "nobody_called", hero=hero)
        return found

    def _items(self, hero: str) -> tuple[str, ...]:
        member = self._member(hero)
        return hero_state.standing_of(self.campaign, self._books, member).items

    def _carry(self, hero: str, items: Sequence[str], stores: tuple[str, ...]) -> None:
        key = self.book.schema.usable
        members = tuple(
            replace(m, keys={**m.keys, key: list(items)}) if m.id == hero else m
            for m in self._state.roster
        )
        self._step(replace(self._state, roster=members, stores=stores))

    # Choices

    def choose(self, option: str, hero: str = "") -> None:
        """Choose an option of the next choice. `hero` gains its trait, if several could.

        Raise Failure if that isn't possible.
        """
        before = self._state
        self._step(choices.after_choice(self.campaign, before, self._books, option, hero))
        self._latest.chose(before, self._state)

    @property
    def can_choose_again(self) -> bool:
        """Return whether the last choice can be withdrawn, because nothing was done since."""
        return self._latest.before_choice(self._state) is not None

    def choose_again(self) -> None:
        """Withdraw the last choice. Raise Failure if anything has been done since."""
        before = self._latest.before_choice(self._state)
        if before is None:
            raise failure("choice", "made")
        self._step(before)
        self._latest.chose_again(self._state)

    def _has_chosen(self) -> None:
        """Raise Failure if there is a choice to be made first."""
        if self._state.owed:
            raise failure("choice", "open")

    # Battles

    def options(
        self, heroes: Sequence[str] = (), *, new_luck: bool = False
    ) -> tuple[Options, Seats]:
        """Return the options for a new try at this stop's battle.

        Move earlier tries to the replays. The dice are the same as in the last try, unless
        `new_luck`. Raise Failure if there is no battle, or if these heroes can't go.
        """
        battle = self._stop.battle
        self._has_chosen()
        if battle is None or self._is_won:
            raise failure("battle", "none_here")
        members = self._chosen(battle, heroes)
        state, shown = self._state, self.battle
        assert shown is not None
        number = state.battles + 1
        pending = Pending(f"{state.id}-{number}", tuple(heroes))
        seed = random_seed() if new_luck else state.seed
        self._step(replace(state, pending=pending, battles=number, seed=seed))
        put_by(self._folder, state.id, but=pending.mark)
        going = stop_battles.going(self.campaign, battle, shown.book, members)
        changes = stop_battles.changes_of(
            self.campaign, battle, self.difficulty, going, state.happened
        )
        level = str(self.campaign.level(battle))
        rerolls, mark = hardness.rerolls(self.campaign, state), pending.mark
        intent = hardness.INTENT in state.assists
        options = Options(
            level, seed=str(seed), changes=changes, journey=mark, rerolls=rerolls, intent=intent
        )
        player = self.campaign.difficulty(self.difficulty).player

        def seats(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
            """Return people for the party's side, and the difficulty's player for all others."""
            return stop_battles.seats_of(level, shown.side, player)

        return options, seats

    def _chosen(self, battle: StopBattle, heroes: Sequence[str]) -> list[Member]:
        """Return the chosen heroes. Raise Failure if they can't go into the battle."""
        stop_battles.check_party(self.campaign, battle, heroes)
        return [self._member(id) for id in heroes]

    def going_on(self) -> tuple[Options, Seats]:
        """Return the options to resume the interrupted battle. Raise Failure if there is none."""
        found = self.running
        if found is None:
            raise failure("battle", "none_begun")
        return Options(str(found)), outside

    def report(self, battle: HasTable | Table) -> BattleReport:
        """Apply and save the result of this stop's battle, and return the report.

        If the battle was reported before, return the same report and change nothing. Raise Failure
        if it isn't this stop's battle, or if it isn't over.
        """
        table = battle if isinstance(battle, Table) else battle.table
        mark, state = table.record.header.journey, self._state
        if state.last is not None and state.last[0] == mark:
            return state.last[1]
        if state.pending is None or state.pending.mark != mark:
            raise failure("battle", "another")
        won_by = winner(table)
        if won_by is None:
            raise failure("battle", "not_over")
        side = self._party(table)
        fates = fared(table, side) if state.pending.heroes else ()
        course = course_of(table, side)
        new, report = progress.after_battle(
            self.campaign, state, self._books, won_by == side, fates, course
        )
        self._step(new)
        self._latest.reported(state, self._state)
        return report

    @property
    def can_take_back(self) -> bool:
        """Return whether the last report can be withdrawn, because only choices were made since."""
        return self._latest.before_report(self._state) is not None

    def take_back(self) -> None:
        """Withdraw the last report, so that the battle can be retried from one of its turns.

        Choices made since are withdrawn too. Raise Failure if anything else has been done.
        """
        before = self._latest.before_report(self._state)
        if before is None:
            raise failure("battle", "gone_on")
        self._step(before)

    def _party(self, table: Table) -> str:
        """Return the party's side in the level as played."""
        battle = self._stop.battle
        assert battle is not None
        return stop_battles.party_of(battle, table.battle.world.scene.level)


def _now() -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S")
