"""Heroes who join and leave on the road, and their state."""

from pathlib import Path

from game.campaign.journey import Journey
from game.campaign.last_played import latest
from game.campaign.loading import load_campaign
from game.campaign.save_slots import delete
from game.campaign.screen_values import HeroShown
from game.play.battle_files import Keeper
from game.record.data_folders import REPLAYS, RUNNING
from game.record.journal import left_behind
from game.record.reader import mark_of
from tests.campaign.conftest import BOOKS, at_table, conceded


def begun(road: Path, *changes: tuple[str, str]) -> Journey:
    """Return a journey on the small road with some of its text replaced."""
    path = road / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return Journey.begin(load_campaign(path, BOOKS), "hard", road / "data", BOOKS)


def who(journey: Journey, id: str) -> HeroShown:
    return next(hero for hero in journey.roster if hero.id == id)


def after_yard(journey: Journey, loser: str) -> Journey:
    journey.take(0)
    journey.report(conceded(at_table(journey, "hanne", "joss"), loser))
    return journey


TEMPER = 'about = "She keeps the bridge, and her temper."'
GAOL = 'title = "The gaol"'


def test_rest_heals_wounds_from_the_campaign(road: Path) -> None:
    journey = begun(road, (TEMPER, f'{TEMPER}\nhurt = 6\nrank = 1\nitems = ["bitterroot"]'))
    assert (who(journey, "hanne").life, who(journey, "hanne").is_hurt) == (17, True)
    after_yard(journey, "blue")
    journey.rest()
    hanne = who(journey, "hanne")
    assert (hanne.life, hanne.most, hanne.rank) == (26, 26, 2)
    assert list(hanne.items) == ["bitterroot"], "a rest has changed the items"
    journey.close()
    again = Journey.load(journey.path, BOOKS)
    assert who(again, "hanne") == hanne
    again.close()


def test_hero_who_left_rejoins_in_the_same_state(road: Path) -> None:
    journey = begun(road, (GAOL, f'{GAOL}\nleaves = ["joss"]'))
    journey.give("surgeons_roll", "joss")
    before = list(who(journey, "joss").items)
    after_yard(journey, "red")
    assert "joss" not in [hero.id for hero in journey.roster]
    journey.close()
    again = Journey.load(journey.path, BOOKS)
    again.take(0)
    assert (again.stop.id, list(who(again, "joss").items)) == ("gate", before)
    assert before.count("surgeons_roll") > 0
    again.close()


def test_late_hero_is_at_most_one_rank_behind(road: Path) -> None:
    journey = after_yard(begun(road, ("rank = 1", "rank = 2")), "blue")
    assert [(hero.id, hero.rank) for hero in journey.roster[:2]] == [("hanne", 1), ("joss", 3)]
    assert {hero.rank for hero in journey.roster[2:]} == {2}
    journey.close()


# Files of battles


def cut_off(journey: Journey) -> Path:
    """Return the file of a new attempt at the battle, interrupted at its beginning."""
    folder = journey.path.parent.parent
    keeper = Keeper(at_table(journey, "hanne", "joss"), folder)
    keeper.begin()
    path = keeper.running
    keeper.leave()
    assert path is not None
    return path


def test_new_attempt_moves_the_previous_one_to_the_replays(road: Path) -> None:
    journey = begun(road)
    journey.take(0)
    first = cut_off(journey)
    assert journey.running == first
    second = cut_off(journey)
    assert journey.running == second
    folder = road / "data"
    assert left_behind(folder / RUNNING) == [second]
    (kept,) = (folder / REPLAYS).glob("*.jsonl")
    assert mark_of(kept) != mark_of(second)
    journey.close()


def test_deleted_journey_leaves_no_battle_behind(road: Path) -> None:
    folder, journey = road / "data", begun(road)
    journey.take(0)
    cut_off(journey)
    other = begun(road)
    other.take(0)
    kept = cut_off(other)
    journey.close()
    other.close()
    delete(journey.path)
    assert left_behind(folder / RUNNING) == [kept], "a battle of another journey was deleted"
    found = latest(folder)
    assert found is not None
    assert found.path == kept
