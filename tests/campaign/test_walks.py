"""Parties that travel at random reach an end on every road, whatever kills them."""

from pathlib import Path

import pytest

from game.campaign.campaign_list import all_campaigns
from game.campaign.loading import load_campaign
from tests.campaign.conftest import BOOKS, FORKS, ROAD
from tests.campaign.walker import Walker

SHIPPED = [road.path for road in all_campaigns()]


def walks(path: Path, folder: Path, seeds: range) -> list[Walker]:
    """Return walkers at the end of their roads, one difficulty after the other."""
    campaign = load_campaign(path, BOOKS)
    found = []
    for seed in seeds:
        difficulty = campaign.difficulties[seed % len(campaign.difficulties)].id
        found.append(Walker(campaign, difficulty, folder / str(seed), seed))
        found[-1].walk()
    return found


def never_taken(path: Path, walked: list[Walker]) -> set[tuple[str, int]]:
    """Return the paths that no walker took."""
    stops = load_campaign(path, BOOKS).stops.values()
    every = {(stop.id, number) for stop in stops for number in range(len(stop.way))}
    return every - {way for walker in walked for way in walker.taken}


def test_every_path_of_the_small_road_is_taken(tmp_path: Path) -> None:
    walked = walks(ROAD, tmp_path, range(16))
    assert never_taken(ROAD, walked) == set()
    assert sum(walker.kills for walker in walked) > 10
    assert sum(walker.found_again for walker in walked) > 0


def test_every_path_and_option_of_the_road_with_choices_is_taken(tmp_path: Path) -> None:
    walked = walks(FORKS, tmp_path, range(24))
    assert never_taken(FORKS, walked) == set()
    campaign = load_campaign(FORKS, BOOKS)
    options = {option.id for stop in campaign.stops.values() for option in stop.choice}
    options |= {choice.id for hero in campaign.heroes.values() for choice in hero.choices}
    assert options - {id for walker in walked for id in walker.chosen} == set()


@pytest.mark.parametrize("book", [id for id, book in BOOKS.items() if book.road])
def test_every_path_of_a_template_is_taken(book: str, tmp_path: Path) -> None:
    folder = BOOKS[book].road
    assert folder is not None
    path = folder / "campaign.toml"
    assert never_taken(path, walks(path, tmp_path, range(9))) == set()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_shipped_roads_lead_to_an_end(path: Path, tmp_path: Path) -> None:
    walks(path, tmp_path, range(3))


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_every_path_of_shipped_roads_is_taken(path: Path, tmp_path: Path) -> None:
    walked = walks(path, tmp_path, range(100))
    assert never_taken(path, walked) == set()
