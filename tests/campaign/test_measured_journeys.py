"""What was measured of a campaign belongs to it as long as nothing changes that matters."""

from pathlib import Path

import pytest

from game.campaign import campaign_list
from game.campaign.campaign import Campaign
from game.campaign.campaign_list import CampaignReader, ListedCampaign, listed
from game.campaign.loading import load_campaign
from game.campaign.measured_journeys import (
    FILE,
    MeasuredJourneys,
    journeys_text,
    kept_journeys,
    marked,
)
from game.content.pack_data import level_data
from game.content.values.book_data import BookData, BookLike
from tests.campaign.conftest import BOOKS

ONE = MeasuredJourneys(journeys=2, finished=1, battles=5, won=3, rounds=31)


def mark(road: Path) -> str:
    return list(marked(load_campaign(road, BOOKS), BOOKS))[-1]


def changed(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("campaign.toml", 'kind = "warden"', 'kind = "fowler"'),
        ("campaign.toml", 'player = "soldier"', 'player = "novice"'),
        ("yard_fight.toml", "[map]", "rounds = 7\n[map]"),
    ],
)
def test_fingerprint_changes_with_what_matters(
    road: Path, file: str, before: str, after: str
) -> None:
    first = mark(road)
    changed(road / file, before, after)
    assert mark(road) != first


def test_fingerprint_stays_if_only_texts_change(road: Path) -> None:
    first = mark(road)
    changed(road / "campaign.toml", '"The short road"', '"The long road"')
    changed(road / "campaign.toml", "It rains.", "It pours.")
    assert mark(road) == first


def test_fingerprint_changes_with_a_kind_that_a_change_brings(
    road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the kinds count which the road names, whatever table names them."""
    first, campaign = mark(road), load_campaign(road, BOOKS)
    kinds = [str(unit["kind"]) for stop in campaign.stops.values() for unit in _units(stop)]
    assert kinds

    def stronger(book: BookLike, root: Path) -> BookData:
        data = level_data(book, root)
        named = {kinds[0]: {**data.kinds[kinds[0]], "life": 999}}
        return data._replace(kinds={**data.kinds, **named})

    monkeypatch.setattr("game.campaign.measured_journeys.level_data", stronger)
    assert mark(road) != first


def _units(stop: object) -> list[dict[str, object]]:
    battle = getattr(stop, "battle", None)
    changes = battle.change if battle is not None else ()
    return [unit for change in changes for unit in change.unit if "kind" in unit]


def test_campaign_with_a_broken_level_has_no_fingerprint(road: Path) -> None:
    changed(road / "yard_fight.toml", "[map]", "[[map]]")
    assert mark(road) == ""


def test_results_are_added_and_told_in_means() -> None:
    both = ONE + MeasuredJourneys(journeys=1, finished=1, battles=4, won=3, rounds=14)
    assert both == MeasuredJourneys(journeys=3, finished=2, battles=9, won=6, rounds=45)
    assert (both.length, both.share, both.rounds_each) == (3, 67, 5)


@pytest.mark.parametrize(
    ("text", "found"),
    [(journeys_text({"00e1": ONE}), {"00e1": ONE}), ("[[[", {}), ("a = 3", {}), (None, {})],
)
def test_file_is_read_as_it_was_written(
    tmp_path: Path, text: str | None, found: dict[str, MeasuredJourneys]
) -> None:
    if text is not None:
        (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert kept_journeys(tmp_path) == found


# Reading


def test_campaign_is_read_again_only_if_it_has_changed(
    road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def load(path: Path, books: object) -> Campaign:
        read.append(path)
        return load_campaign(path, BOOKS)

    monkeypatch.setattr(campaign_list, "load_campaign", load)
    path = road / "campaign.toml"

    def found() -> Campaign | ListedCampaign:
        return CampaignReader(BOOKS).campaign(listed(path))

    first = found()
    assert found() is first
    assert len(read) == 1
    changed(path, '"The short road"', '"The longer road"')
    assert found().title == "The longer road"
    changed(path, 'start = "gate"', 'start = "goat"')
    for _ in range(2):
        broken = found()
        assert isinstance(broken, ListedCampaign)
        assert "there is no stop 'goat'" in broken.trouble
    assert len(read) == 3


@pytest.mark.parametrize("text", ["[[[", 'rulebook = "none"\ntitle = "X"\n'])
def test_campaign_without_a_rulebook_says_why(road: Path, text: str) -> None:
    (road / "campaign.toml").write_text(text, encoding="utf-8")
    found = CampaignReader(BOOKS).campaign(listed(road / "campaign.toml"))
    assert isinstance(found, ListedCampaign)
    assert found.trouble
