"""Battles of shipped campaigns at every difficulty: harder means fewer wins.

The party consists of soldiers with the highest ranks they can have by then. The other sides have
the difficulty's player.

Over all battles of the roster, the share of wins falls clearly from each difficulty to the next. At
the middle difficulty no battle is hopeless, and the last battles aren't clearly easier than the
first.
"""

import os
from collections import deque
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from game.campaign.campaign import Campaign
from game.campaign.campaign_list import all_campaigns
from game.campaign.hero_state import goers
from game.campaign.journey_file import Member
from game.campaign.loading import load_campaign
from game.campaign.stop_battles import changes_of, party_of, seats_of
from game.content.levels import load_level
from game.play.players import SOLDIER
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from tests.campaign.conftest import BOOKS, ROAD

SHIPPED = [road.path for road in all_campaigns()]
BATTLES = 6
"""Number of battles at each stop and difficulty."""
MOSTLY, CLEARLY, LEAST, LAST = 0.85, 0.1, 0.3, 5
"""Minimum share of wins at the easiest difficulty, minimum lead over the next, minimum share in
each battle at the middle one, and number of battles that count as first or last.
"""
FEW = 40
"""Number of steps after which a battle counts as playable."""


def _rank(campaign: Campaign, hero: str) -> int:
    rank = campaign.heroes[hero].keys.get(campaign.book.schema.gained, 0)
    assert isinstance(rank, int)
    return rank


def parties(campaign: Campaign) -> Iterator[tuple[str, tuple[Member, ...]]]:
    """Yield the stops with battles in order of distance from the start, each with its party.

    The party is the first of all heroes who have joined on the shortest road. Each has a rank for
    every battle on it that grants one.
    """
    seen, ahead = {campaign.start}, deque([(campaign.stops[campaign.start], dict[str, int]())])
    while ahead:
        stop, there = ahead.popleft()
        there = {id: rank for id, rank in there.items() if id not in stop.leaves} | {
            id: _rank(campaign, id) for id in stop.joins if id not in there
        }
        battle, more = stop.battle, 0
        if battle is not None:
            goers = list(there.items())[: battle.heroes or 0]
            key = campaign.book.schema.gained
            yield stop.id, tuple(Member(id, {key: rank}) for id, rank in goers)
            more = int(battle.grows)
        grown = {id: rank + more for id, rank in there.items()}
        ways = [(way.to, grown) for way in stop.way]
        if battle is not None:
            ways += [(battle.won or "", grown), (battle.lost or "", there)]
        for to, who in ways:
            if to and to not in seen:
                seen.add(to)
                ahead.append((campaign.stops[to], who))


def table_of(path: Path, stop_id: str, members: tuple[Member, ...], hard: str, seed: int) -> Table:
    """Return the battle of a stop, played by computer players."""
    campaign = load_campaign(path, BOOKS)
    battle = campaign.stops[stop_id].battle
    assert battle is not None
    who = goers(campaign, members) if battle.heroes else None
    changes = changes_of(campaign, battle, hard, who)
    level = load_level(campaign.level(battle), BOOKS, changes=changes)
    party = party_of(battle, level)
    players = seats_of(level, party, campaign.difficulty(hard).player) | {party: SOLDIER}
    return Table.open(BOOKS[level.rulebook], level, Setup(DiceSource(seed), players))


def is_won(path: Path, stop_id: str, members: tuple[Member, ...], hard: str, seed: int) -> bool:
    """Return whether the party wins one battle."""
    table = table_of(path, stop_id, members, hard, seed)
    while table.step():
        pass
    level, battle = table.battle.world.scene.level, load_campaign(path, BOOKS).stops[stop_id].battle
    assert table.battle.outcome is not None
    assert battle is not None
    return table.battle.outcome.winner == party_of(battle, level)


def shares(path: Path, battles: int) -> dict[str, dict[str, float]]:
    """Return the share of battles won at each stop, by difficulty."""
    campaign = load_campaign(path, BOOKS)
    jobs = [
        (path, stop, members, difficulty.id, seed)
        for difficulty in campaign.difficulties
        for stop, members in parties(campaign)
        for seed in range(battles)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        won = list(pool.map(is_won, *zip(*jobs, strict=True), chunksize=4))
    found: dict[str, dict[str, float]] = {}
    for (_, stop, _, difficulty, _), is_victory in zip(jobs, won, strict=True):
        row = found.setdefault(difficulty, {})
        row[stop] = row.get(stop, 0) + is_victory / battles
    return found


def mean(shares: Collection[float]) -> float:
    return sum(shares) / len(shares)


@pytest.mark.parametrize("path", [ROAD, *SHIPPED], ids=lambda path: str(path)[-30:])
def test_every_battle_can_be_played(path: Path) -> None:
    campaign = load_campaign(path, BOOKS)
    hardest = campaign.difficulties[-1].id
    for stop, members in parties(campaign):
        table = table_of(campaign.path, stop, members, hardest, 1)
        assert all(table.step() for _ in range(FEW)) or table.battle.outcome is not None
        assert table.faults == []


def test_harder_difficulty_has_fewer_wins_on_the_small_road() -> None:
    found = shares(ROAD, 2)
    assert mean(found["gentle"].values()) > mean(found["hard"].values()), found


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_harder_difficulty_has_fewer_wins(path: Path) -> None:
    campaign, all_found = load_campaign(path, BOOKS), shares(path, BATTLES)
    found = {hard: rosters(campaign, row) for hard, row in all_found.items()}
    gentle, fair, stiff = (mean(row.values()) for row in found.values())
    assert gentle > max(MOSTLY, fair + CLEARLY), found
    assert fair > stiff + CLEARLY, found
    assert stiff > 0.4, found
    middle = list(found["fair"].values())
    assert min(middle) >= LEAST, found
    assert mean(middle[-LAST:]) < mean(middle[:LAST]) + CLEARLY, found
    for stop in next(iter(all_found.values())):
        assert max(row[stop] for row in all_found.values()) > 0, f"no battle is won at {stop}"


def rosters(campaign: Campaign, row: dict[str, float]) -> dict[str, float]:
    """Return the shares of the stops whose battles heroes fight."""
    battles = {id: stop.battle for id, stop in campaign.stops.items()}
    return {id: share for id, share in row.items() if getattr(battles[id], "heroes", None)}
