"""A party that travels, rests, swaps items and fights at random, and can be killed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.journey import Journey
from game.campaign.journey_file import ChosenOption, JourneyState, read_state, write_state
from game.campaign.screen_values import BattleShown
from game.components.unit import Dead, Vitals
from game.content.drafts.level_edits import tables_of
from game.play.battle_files import Keeper
from game.play.battle_start import opened_battle
from game.play.opening import level_to_play, table_of
from game.play.resuming import is_running
from game.play.table import Table
from tests.campaign.conftest import BOOKS, at_table, conceded

MOST_STEPS = 400
"""Maximum number of steps in which every party reaches an end."""


class Killed(BaseException):
    """Exception that stands for the death of the process."""


def _lies_there(handle: int) -> None:
    """Replace the wait for the disk, which would take most of the time."""


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """Raise Killed when the process writes to disk for the `number`-th time."""
    left = number

    def counted(real: Any) -> Any:
        def call(*given: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            return real(*given)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", counted(_lies_there))
        patch.setattr(Path, "replace", counted(Path.replace))
        yield


def _played(state: JourneyState) -> JourneyState:
    """Return a state without the time of its writing."""
    return replace(state, when="", played=0)


class Walker:
    """One journey, from its beginning to an ending."""

    def __init__(self, campaign: Campaign, difficulty: str, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.folder = folder
        self.written: list[JourneyState] = []
        """States that this step has written or is about to write."""
        self.taken: set[tuple[str, int]] = set()
        self.chosen: set[str] = set()
        self.applied: list[str] = []
        """Marks of the battles whose results were applied, in order."""
        self.ranks: dict[str, int] = {}
        """Each hero's last known rank."""
        self.kills = 0
        self.found_again = 0
        self.journey = Journey.begin(campaign, difficulty, folder, BOOKS)

    def walk(self) -> None:
        """Travel until the road ends. Each step must happen completely or not at all."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("game.campaign.journey.write_state", self._write)
            patch.setattr("game.campaign.progress.random_seed", lambda: self.random.randrange(9**9))
            for _ in range(MOST_STEPS):
                if self.journey.is_over:
                    break
                self._step()
        assert self.journey.is_over, f"lost at {self.journey.stop.id}"
        assert len(set(self.applied)) == len(self.applied)
        self.journey.close()

    def _write(self, path: Path, state: JourneyState) -> None:
        self.written.append(state)
        write_state(path, state)

    def _step(self) -> None:
        before, self.written = self._state(), []
        number = self.random.randint(1, 40) if self.random.random() < 0.4 else 0
        try:
            with killed_at(number):
                self._do_something()
        except Killed:
            self.kills += 1
            self._reopen()
            assert self._state() in (before, *self.written)
        else:
            assert self._state() == (self.written or [before])[-1]
        after = self._state()
        if after.last and after.last != before.last:
            self.applied.append(after.last[0])
        self.chosen |= {it.option for it in after.record if isinstance(it, ChosenOption)}
        self._look_at_all(after)
        if self.random.random() < 0.1:
            self._reopen()

    def _look_at_all(self, state: JourneyState) -> None:
        """Check that each hero is in one place, and has never lost a rank."""
        places = [*(m.id for m in (*state.roster, *state.away)), *state.fallen]
        assert len(set(places)) == len(places)
        for hero in self.journey.roster:
            assert hero.rank >= self.ranks.get(hero.id, 0), f"{hero.title} has lost a rank"
            assert 0 < hero.life <= hero.most
            self.ranks[hero.id] = hero.rank

    def _reopen(self) -> None:
        seen = self.journey.path
        self.journey.close()
        self.journey = Journey.load(seen, BOOKS)

    def _state(self) -> JourneyState:
        return read_state(self.journey.path)

    def _do_something(self) -> None:
        journey, random = self.journey, self.random
        if journey.choice is not None:
            self._choose()
        elif journey.stop.kind == "battle" and journey.running:
            self.found_again += 1
            self._go_on()
        elif journey.stores and journey.roster and random.random() < 0.3:
            self._swap()
        elif journey.stop.kind == "camp" and not journey.stop.is_rested and random.random() < 0.7:
            journey.rest()
            rest = journey.campaign.road(journey.hardness.road).rest
            assert not any(hero.is_down for hero in journey.roster)
            assert rest < 100 or not any(hero.is_hurt for hero in journey.roster)
        elif journey.stop.kind == "battle":
            self._fight()
        else:
            self._take()

    def _take(self) -> None:
        journey = self.journey
        open_ways = [n for n, way in enumerate(journey.ways) if way.is_open]
        assert open_ways, f"no path is open at {journey.stop.id}"
        assert all(way.is_open or way.why for way in journey.ways)
        number, stop = self.random.choice(open_ways), journey.stop.id
        journey.take(number)
        self.taken.add((stop, number))

    def _choose(self) -> None:
        """Choose something, sometimes after having changed one's mind."""
        journey, random = self.journey, self.random
        before = self._state()
        self._choose_one()
        if random.random() < 0.3:
            journey.choose_again()
            assert _played(self._state()) == _played(before)
            self._choose_one()
        assert self._state().record[:-1] == before.record

    def _choose_one(self) -> None:
        choice = self.journey.choice
        assert choice is not None
        option = self.random.choice(choice.options)
        hero = self.random.choice(option.heroes) if option.heroes else ""
        self.journey.choose(option.id, hero)

    def _swap(self) -> None:
        journey, random = self.journey, self.random
        hero = random.choice(journey.roster)
        if hero.items and random.random() < 0.5:
            journey.keep(random.choice(hero.items), hero.id)
        else:
            journey.give(random.choice(journey.stores), hero.id)

    # Battles

    def _fight(self) -> None:
        """Fight a new battle and report it."""
        shown = self.journey.battle
        assert shown is not None
        ids = [hero.id for hero in self.journey.roster]
        size = self.random.randint(1, min(shown.heroes, len(ids))) if shown.heroes else 0
        table = self._opened(shown, self.random.sample(ids, size))
        keeper = Keeper(table, self.folder)
        keeper.begin()
        self._end(table, shown.side, keeper)

    def _opened(self, shown: BattleShown, heroes: list[str]) -> Table:
        """Return a new battle. Sides that make no choices can't concede, so they are weak."""
        unasked = {side.id for side in shown.sides if not side.player}
        if not unasked:
            return at_table(self.journey, *heroes)
        options, seats = self.journey.options(heroes)

        def weakened(tables: dict[str, object]) -> None:
            assert options.changes is not None
            options.changes(tables)
            for unit in tables_of(tables, "unit"):
                if unit["side"] in unasked:
                    unit |= {"number": 1, "defence": 1}

        weak = replace(options, changes=weakened)
        return table_of(weak, level_to_play(weak, BOOKS, None), BOOKS, seats)

    def _go_on(self) -> None:
        """Resume the interrupted battle, or report the finished one."""
        options, seats = self.journey.going_on()
        shown = self.journey.battle
        assert shown is not None
        with opened_battle(options, BOOKS, None, self.folder, str, seats) as table:
            keeper = Keeper(table, self.folder)
            if table.battle.outcome is None or is_running(Path(options.level or ""), self.folder):
                keeper.begin()
        self._end(table, shown.side, keeper)

    def _end(self, table: Table, party: str, keeper: Keeper) -> None:
        """End the battle: one side concedes after some heroes were wounded or killed."""
        try:
            gives_up = self.random.random() < 0.4
            for side in table.battle.world.scene.level.sides:
                if (side.id == party) == gives_up and table.battle.outcome is None:
                    conceded(table, side.id)
            keeper.finish()
            self._hurt(table, party)
            self.journey.report(table)
        finally:
            keeper.leave()

    def _hurt(self, table: Table, side: str) -> None:
        world = table.battle.world
        for unit in table.battle.units():
            if table.battle.side_of(unit) != side or not world.has(unit, Vitals):
                continue
            chance = self.random.random()
            if chance < 0.1:
                world.put(unit, Dead())
            elif chance < 0.6:
                most = world.get(unit, Vitals).most
                world.put(unit, Vitals(self.random.randint(1, most), most))
