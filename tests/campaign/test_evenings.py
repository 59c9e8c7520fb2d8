"""Evenings at other tables: heroes play units of a level, and the road feels the result."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.campaign.campaign_list import campaign_path
from game.campaign.hero_state import kind_at
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.campaign.screen_values import HeroShown
from game.components.unit import Dead, Vitals
from game.content.levels import load_level
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.play.table import Table
from game.rules.action.schema import Figure
from game.terms.level import Unit
from game.workshop.check_campaign import check_campaign
from tests.campaign.conftest import BOOKS, at_table, conceded
from tests.campaign.evening_faults import EVENING_FAULTS

INN = 'level = "yard"\nlost = "bridge"\n'
ON, BRIDGE = '[[stop.way]]\ntext = "On"\nto = "bridge"\n\n', '[[stop]]\nid = "bridge"\n'
STAKES = """
[[stop.battle.stake]]
after = "lost"
told = "A chair is broken."
hurt = 3
loses = ["surgeons_roll", "bitterroot"]
[[stop.battle.stake]]
told = "A round is won."
finds = ["lucky_coin"]
"""
SEATED = f'{INN}seats = ["ann"]\n{STAKES}'
EVENINGS = {
    "mule": ("contest", 1),
    "long_table": ("guard", 3),
    "stove": ("verdigris", 2),
    "ball": ("etiquette", 1),
    "landing_stage": ("contest", 1),
}
"""The evenings of the first campaign: rulebook, and number of heroes who play."""


def changed(road: Path, *changes: tuple[str, str]) -> Path:
    """Return the small campaign's file with some of its text replaced."""
    path = road / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def at_inn(path: Path, folder: Path) -> Journey:
    """Return a journey that has reached an evening at Contest."""
    journey = Journey.begin(load_campaign(path, BOOKS), "hard", folder, BOOKS)
    journey.take(0)
    journey.report(conceded(at_table(journey, "hanne", "joss"), "blue"))
    while journey.choice is not None:
        option = journey.choice.options[0]
        journey.choose(option.id, next(iter(option.heroes), ""))
    journey.take(1)
    assert journey.stop.id == "inn"
    return journey


@pytest.fixture
def inn(road: Path, tmp_path: Path) -> Iterator[Journey]:
    """Yield a journey that has reached an evening at Contest."""
    journey = at_inn(changed(road, (INN, SEATED)), tmp_path / "data")
    yield journey
    journey.close()


def unit(table: Table, id: str) -> Unit:
    return next(it for it in table.battle.world.scene.level.units if it.id == id)


def who(journey: Journey, id: str) -> HeroShown:
    return next(hero for hero in journey.roster if hero.id == id)


def test_hero_plays_the_kind_that_stands_for_theirs(inn: Journey) -> None:
    shown = inn.battle
    assert shown is not None
    assert (shown.book, shown.heroes) == ("contest", 1)
    assert (shown.plays["hanne"], shown.plays["joss"]) == ("Duelist", "Cutpurse")
    assert all("Ann" not in side.units for side in shown.sides), "the seat isn't free"
    plain = load_level(levels_root() / "duels" / "yard.toml", BOOKS)
    before = next(it for it in plain.units if it.id == "red.ann")
    table = at_table(inn, "joss")
    now = unit(table, "red.ann")
    assert (now.title, now.kind, now.look) == ("Joss", "cutpurse", "action/barber")
    assert (now.at, now.side) == (before.at, before.side)
    assert unit(table, "blue.bo") == next(it for it in plain.units if it.id == "blue.bo")


def test_table_has_no_more_room_than_seats(inn: Journey) -> None:
    with pytest.raises(Exception, match="at most 1 hero can go"):
        inn.options(("hanne", "joss"))


def test_what_happens_to_the_unit_played_is_only_a_game(inn: Journey) -> None:
    before = who(inn, "hanne")
    table = conceded(at_table(inn, "hanne"), "blue")
    ann = next(u for u in table.battle.units() if table.battle.id_of(u) == "red.ann")
    table.battle.world.put(ann, Vitals(0, 9))
    table.battle.world.put(ann, Dead())
    report = inn.report(table)
    assert (report.won, report.lost, report.hurt) == (True, (), ())
    assert who(inn, "hanne") == before


def test_victory_brings_its_stake(inn: Journey) -> None:
    report = inn.report(conceded(at_table(inn, "hanne"), "blue"))
    assert (report.told, report.gone) == (("A round is won.",), ())
    assert report.found == ("lucky_coin",)
    assert inn.stores[-1] == "lucky_coin"


def test_defeat_costs_life_and_items(inn: Journey) -> None:
    assert "surgeons_roll" in inn.stores
    hanne, joss = who(inn, "hanne"), who(inn, "joss")
    assert "bitterroot" not in inn.stores
    holders = [hero.id for hero in inn.roster if "bitterroot" in hero.items]
    report = inn.report(conceded(at_table(inn, "hanne"), "red"))
    assert report.told == ("A chair is broken.",)
    assert report.gone == ("surgeons_roll", *(["bitterroot"] if holders else []))
    assert report.hurt == ("hanne",)
    assert who(inn, "hanne").life == hanne.life - 3
    assert who(inn, "joss").life == joss.life, "somebody who wasn't there is wounded"
    assert "surgeons_roll" not in inn.stores


def test_item_is_taken_from_heroes_if_the_stores_have_none(inn: Journey) -> None:
    inn.give("surgeons_roll", "joss")
    had = who(inn, "joss").items.count("surgeons_roll")
    report = inn.report(conceded(at_table(inn, "hanne"), "red"))
    assert "surgeons_roll" in report.gone
    assert who(inn, "joss").items.count("surgeons_roll") == had - 1


def test_stake_always_leaves_one_life(road: Path, tmp_path: Path) -> None:
    deadly = SEATED.replace("hurt = 3", "hurt = 90")
    journey = at_inn(changed(road, (INN, deadly)), tmp_path / "data")
    journey.report(conceded(at_table(journey, "hanne"), "red"))
    assert who(journey, "hanne").life == 1
    journey.close()


def test_result_of_an_evening_changes_a_later_battle(road: Path, tmp_path: Path) -> None:
    path = changed(road, (INN, SEATED))
    text = path.read_text(encoding="utf-8")
    at = text.index("[[stop", text.index('id = "bridge"'))
    change = '[[stop.battle.change]]\nlost = "inn"\n[[stop.battle.change.unit]]\nid = "first"\n'
    path.write_text(f"{text[:at]}{change}life = 33\n\n{text[at:]}", encoding="utf-8")
    assert check_campaign(path, BOOKS).findings == ()
    lives = {}
    for loser in ("red", "blue"):
        journey = at_inn(path, tmp_path / loser)
        journey.report(conceded(at_table(journey, "hanne"), loser))
        if journey.stop.id == "inn":
            journey.take(0)
        stats = unit(at_table(journey, "hanne"), "blue.first").stats_as(Figure)
        lives[loser] = stats.life
        journey.close()
    assert lives["red"] == 33 != lives["blue"]


@pytest.mark.parametrize(("old", "new", "code", "says"), EVENING_FAULTS)
def test_errors_of_evenings_are_found(road: Path, old: str, new: str, code: str, says: str) -> None:
    path = changed(road, (INN, SEATED))
    text = path.read_text(encoding="utf-8")
    at = text.index(old, 0 if old.startswith("kind") else text.index('id = "inn"'))
    path.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
    found = [it for it in check_campaign(path, BOOKS).findings if it.code == code]
    assert found, check_campaign(path, BOOKS).findings
    assert says in found[0].message


def test_stand_in_of_the_campaign_comes_first(road: Path) -> None:
    stands = 'kind = "fowler"\nstands = { contest = "powderman" }'
    campaign = load_campaign(changed(road, ('kind = "fowler"', stands)), BOOKS)
    assert kind_at(campaign, campaign.heroes["tam"], "contest") == "powderman"
    assert kind_at(campaign, campaign.heroes["tam"], "guard") == "bowman"


def test_example_on_the_authors_page_is_right(road: Path) -> None:
    page = (levels_root() / "README.md").read_text(encoding="utf-8")
    block = page[page.index("### Evenings at other tables") :].split("```toml\n")[1].split("```")[0]
    hero, stop = block.split("\n\n")
    evening = stop.replace("[stop.battle]", "").replace('"home"', '"bridge"')
    path = changed(
        road,
        (INN.join(("[stop.battle]\n", "")), f"[stop.battle]{evening}"),
        ('kind = "fowler"\n', hero.partition("[[hero]]\n")[2].partition("\n")[2] + "\n"),
        (
            '[[stop.way]]\ntext = "On"\nto = "bridge"\n\n[[stop]]\nid = "bridge"',
            '[[stop]]\nid = "bridge"',
        ),
    )
    assert check_campaign(path, BOOKS).findings == ()


def test_evenings_of_the_first_campaign_are_played_by_the_company() -> None:
    campaign = load_campaign(campaign_path("fifth_table"), BOOKS)
    found = {}
    for stop in campaign.stops.values():
        if stop.battle is None or stop.battle.heroes:
            continue
        book = load_level(campaign.level(stop.battle), BOOKS).rulebook
        found[stop.id] = book, len(stop.battle.seats)
        assert stop.battle.stake, f"nothing is at stake at {stop.id}"
        kinds = {one.id: kind_at(campaign, one, book) for one in campaign.heroes.values()}
        known = book_data(BOOKS[book], levels_root()).kinds
        assert all(kind in known for kind in kinds.values())
        assert len(set(kinds.values())) >= 4
    assert found == EVENINGS
