"""A journey: paths, rests, items, battles and their results."""

from pathlib import Path
from shutil import copytree

import pytest

from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.campaign.save_compatibility import follow
from game.campaign.save_slots import slots
from game.record.failure import Failure
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded


def ids(journey: Journey) -> list[str]:
    return [hero.id for hero in journey.roster]


def test_journey_begins_at_the_start_with_its_heroes_and_items(begin: Begin) -> None:
    journey = begin()
    assert (journey.stop.id, journey.stop.kind) == ("gate", "story")
    assert journey.stop.text == ("It rains.", "Somebody has to go first.")
    assert journey.stop.chapter == "The first day"
    assert ids(journey) == ["hanne", "joss"]
    assert journey.stores == ("surgeons_roll",)


def test_path_is_closed_until_its_conditions_are_met(begin: Begin) -> None:
    journey = begin()
    assert [way.is_open for way in journey.ways] == [True, False, False]
    with pytest.raises(Failure, match="Tam Rook, fowler must be with you"):
        journey.take(1)
    journey.take(0)
    assert (journey.stop.id, journey.stop.kind, journey.ways) == ("yard", "battle", ())
    journey.report(conceded(at_table(journey, "hanne"), "red"))
    assert journey.stop.id == "gaol"
    journey.take(0)
    assert [way.is_open for way in journey.ways] == [True, True, True]
    journey.take(2)
    assert (journey.stop.kind, journey.stop.chapter) == ("camp", "The second day")


def test_items_are_found_once(begin: Begin) -> None:
    journey = begin()
    journey.take(0)
    journey.report(conceded(at_table(journey, "hanne"), "red"))
    journey.take(0)
    assert (journey.stop.id, journey.stores) == ("gate", ("surgeons_roll",))


def test_items_can_be_given_and_taken(begin: Begin) -> None:
    journey = begin()
    journey.give("surgeons_roll", "hanne")
    assert [*journey.roster[0].items] == ["red_draught", "surgeons_roll"]
    assert not journey.stores
    journey.keep("red_draught", "hanne")
    assert [*journey.roster[0].items] == ["surgeons_roll"]
    assert list(journey.stores) == ["red_draught"]
    with pytest.raises(Failure, match="in the stores"):
        journey.give("surgeons_roll", "joss")
    with pytest.raises(Failure, match="No hero called 'agnes'"):
        journey.give("red_draught", "agnes")


def test_journey_resumes_from_its_slot(begin: Begin, tmp_path: Path) -> None:
    journey = begin()
    journey.give("surgeons_roll", "hanne")
    journey.take(0)
    journey.close()
    (slot,) = slots(tmp_path / "data")
    assert (slot.campaign, slot.stop, slot.difficulty, slot.battles) == ("road", "yard", "hard", 0)
    again = Journey.load(slot.path, BOOKS)
    assert (again.stop, again.roster, again.stores) == (
        *(journey.stop, journey.roster, journey.stores),
    )
    again.close()


@pytest.mark.parametrize("name", ["road", "byway"])
def test_journey_follows_its_moved_campaign(
    begin: Begin, road: Path, tmp_path: Path, name: str
) -> None:
    journey = begin()
    journey.take(0)
    journey.close()
    goal = tmp_path / "elsewhere" / name
    goal.parent.mkdir()
    road.rename(goal)
    with pytest.raises(Failure, match=r"no longer at .*five-tables play FOLDER"):
        Journey.load(journey.path, BOOKS)
    follow(tmp_path / "data", load_campaign(goal, BOOKS), BOOKS)
    again = Journey.load(journey.path, BOOKS)
    assert again.stop == journey.stop
    assert again.campaign.path == goal / "campaign.toml"
    again.close()


def test_journey_does_not_follow_another_campaign(begin: Begin, road: Path, tmp_path: Path) -> None:
    journey = begin()
    journey.close()
    before = journey.path.read_bytes()
    other = Path(copytree(road, tmp_path / "other" / "road"))
    follow(tmp_path / "data", load_campaign(other, BOOKS), BOOKS)
    assert journey.path.read_bytes() == before, "the journey left its campaign"
    road.rename(tmp_path / "gone")
    text = (other / "campaign.toml").read_text(encoding="utf-8").replace('"gate"', '"port"')
    (other / "campaign.toml").write_text(text, encoding="utf-8")
    follow(tmp_path / "data", load_campaign(other, BOOKS), BOOKS)
    assert journey.path.read_bytes() == before, "the journey followed a campaign without its stop"
