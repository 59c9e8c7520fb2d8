"""The small campaign of these tests, and journeys on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from game.campaign.campaign import Campaign
from game.campaign.hardness import Hardness
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.play.opening import level_to_play, table_of
from game.play.table import Table
from game.rules.registry import find_books
from game.terms.commands import Concede

BOOKS = find_books().books
ROAD = Path(__file__).parent / "road"
FORKS = Path(__file__).parent / "forks"
"""The same road, with choices and an optional objective."""

Begin = Callable[..., Journey]


@pytest.fixture
def road(tmp_path: Path) -> Path:
    """Return a copy of the small campaign's folder, which a test may change."""
    return Path(copytree(ROAD, tmp_path / "levels" / "road"))


@pytest.fixture
def forks(tmp_path: Path) -> Path:
    """Return a copy of the folder of the campaign with choices, which a test may change."""
    return Path(copytree(FORKS, tmp_path / "levels" / "forks"))


@pytest.fixture
def campaign(road: Path) -> Campaign:
    return load_campaign(road, BOOKS)


@pytest.fixture
def begin(campaign: Campaign, tmp_path: Path) -> Iterator[Begin]:
    """Yield a function that begins journeys on the small road; close them at the end."""
    made: list[Journey] = []

    def begun(difficulty: Hardness | str = "hard") -> Journey:
        made.append(Journey.begin(campaign, difficulty, tmp_path / "data", BOOKS))
        return made[-1]

    yield begun
    for journey in made:
        journey.close()


def at_table(journey: Journey, *heroes: str, **given: Any) -> Table:
    """Return the battle of a journey's stop, at its first ask."""
    options, seats = journey.options(heroes, **given)
    level = level_to_play(options, BOOKS, None)
    return table_of(options, level, BOOKS, seats)


def played(table: Table, **players: str) -> Table:
    """Return the table after computer players have finished its battle."""
    table.seat({**dict.fromkeys(table.players, "soldier"), **players})
    while table.step():
        pass
    return table


def conceded(table: Table, side: str) -> Table:
    """Return the table after `side` has conceded, as soon as that side is asked."""
    while table.battle.outcome is None:
        if table.battle.asked == side:
            assert table.submit(Concede()) is None
        elif not table.step():
            assert table.submit(table.battle.legal()[0]) is None
    return table
