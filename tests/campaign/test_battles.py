"""The battles of a journey: the heroes who go, their state, and results that count once."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.journey import Journey
from game.campaign.journey_file import Grown, Member, read_state
from game.campaign.last_played import latest
from game.campaign.level_changes import changed
from game.campaign.loading import load_campaign
from game.campaign.progress import after_battle, arrived
from game.campaign.save_slots import slots
from game.components.belongings import Hand
from game.components.unit import Dead, Vitals
from game.play.aftermath import Fared
from game.play.opening import level_to_play
from game.play.table import Table
from game.present.turning_points import from_moment, saved_of, set_up
from game.present.window_battle import WindowBattle
from game.record.failure import Failure
from game.rules.action.schema import Figure
from game.terms.level import Level
from game.terms.records import Entity
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded
from tests.playing_on import play_on

GOERS = "hanne", "joss"


@pytest.fixture
def yard(begin: Begin) -> Journey:
    """Return a journey just before the battle in the yard."""
    journey = begin()
    journey.take(0)
    return journey


def at_bridge(yard: Journey) -> Journey:
    """Return a journey just before the battle at the bridge, which must be won."""
    yard.report(conceded(at_table(yard, *GOERS), "blue"))
    yard.take(0)
    return yard


def level_at(journey: Journey, *heroes: str) -> Level:
    return level_to_play(journey.options(heroes)[0], BOOKS, None)


def unit_of(table: Table, id: str) -> Entity:
    return next(unit for unit in table.battle.units() if table.battle.id_of(unit) == id)


# The party


def test_heroes_start_at_the_levels_places(yard: Journey) -> None:
    level = level_at(yard, *GOERS)
    party = {unit.id: unit.at for unit in level.units if unit.side == "red"}
    assert party == {"red.hanne": (1, 1), "red.joss": None}
    (deploy,) = level.script.deploy
    assert deploy.units == ("red.joss",)


def test_new_hero_takes_the_place_of_an_absent_one(yard: Journey) -> None:
    yard.report(conceded(at_table(yard, "hanne"), "red"))
    for way in (0, 0):
        yard.take(way)
    level = level_at(yard, "tam", "joss")
    assert {u.id: u.at for u in level.units if u.side == "red"} == {
        "red.tam": (1, 1),
        "red.joss": None,
    }


def test_heroes_keep_their_state_in_battle(yard: Journey) -> None:
    level = level_at(yard, *GOERS)
    joss = next(unit for unit in level.units if unit.id == "red.joss")
    assert (joss.title, joss.kind, joss.stats_as(Figure).rank) == ("Joss", "barber", 1)


def test_difficulty_changes_units(begin: Begin) -> None:
    found, said = {}, {}
    for difficulty in ("gentle", "hard"):
        journey = begin(difficulty)
        journey.take(0)
        level = level_at(journey, "hanne")
        found[difficulty] = {u.id: u.stats_as(Figure).life for u in level.units if u.side == "blue"}
        shown = journey.battle
        assert shown is not None
        said[difficulty] = shown.changed
    plain = found["gentle"]["blue.first"]
    assert found["gentle"] == {"blue.first": plain}
    assert found["hard"].keys() == {"blue.first", "blue.second", "blue.third"}
    assert found["hard"]["blue.first"] == 20 != plain
    assert said["gentle"].without == ("Second",)
    assert said["hard"].more == ("The third guard",)
    assert said["hard"].other == ("First",)


def test_difficulty_sets_the_player_of_the_other_sides(begin: Begin) -> None:
    journey = begin("gentle")
    journey.take(0)
    table = at_table(journey, "hanne")
    assert table.record.header.players == {"red": "stdio", "blue": "novice"}
    shown = journey.battle
    assert shown is not None
    assert [side.player for side in shown.sides] == ["stdio", "novice"]


@pytest.mark.parametrize(
    ("heroes", "says"),
    [
        ((), "Choose at least one hero."),
        (("hanne", "hanne"), "is chosen twice"),
        (("hanne", "joss", "tam"), "Too many: at most 2 heroes can go."),
        (("tam",), "No hero called 'tam' is with you."),
    ],
)
def test_impossible_party_is_refused(yard: Journey, heroes: tuple[str, ...], says: str) -> None:
    with pytest.raises(Failure, match=says):
        yard.options(heroes)
    assert slots(yard.path.parent.parent)[0].battles == 0


def test_page_before_a_battle_hides_later_arrivals(begin: Begin, road: Path) -> None:
    level = road / "yard_fight.toml"
    level.write_text(level.read_text(encoding="utf-8") + LATER, encoding="utf-8")
    journey = begin()
    journey.take(0)
    shown = journey.battle
    assert shown is not None
    assert [side.title for side in shown.sides if "Latecomer" in side.units] == []
    changed = shown.changed
    assert "Latecomer" not in (*changed.without, *changed.more, *changed.other)


LATER = """
[[unit]]
id = "late"
side = "blue"
kind = "drayman"
title = "Latecomer"

[[trigger]]
when = [{ round = 2 }]
do = [{ reinforcement = { units = ["late"], area = "west" } }]
"""


# Results


def fought(journey: Journey) -> int:
    """Return the number of battles fought in the list of journeys."""
    return slots(journey.path.parent.parent)[0].battles


def test_battle_that_was_left_is_not_counted_as_fought(yard: Journey) -> None:
    at_table(yard, *GOERS)
    assert fought(yard) == 0
    table = at_table(yard, *GOERS)
    assert fought(yard) == 0
    yard.report(conceded(table, "blue"))
    assert fought(yard) == 1


def test_each_lost_attempt_is_counted_as_fought(yard: Journey) -> None:
    yard.report(conceded(at_table(yard, *GOERS), "red"))
    assert fought(yard) == 1
    yard.take_back()
    assert fought(yard) == 0


def test_victory_is_reported_and_moves_the_party(yard: Journey) -> None:
    report = yard.report(conceded(at_table(yard, *GOERS), "blue"))
    assert (report.won, report.again, report.next) == (True, False, "camp")
    assert report.found == ("red_draught",)
    assert [(it.hero, it.rank) for it in report.grown] == [("hanne", 1), ("joss", 2)]
    assert all(isinstance(it, Grown) and it.title for it in report.grown)
    assert [hero.rank for hero in yard.roster[:2]] == [1, 2]
    assert list(yard.stores) == ["surgeons_roll", "red_draught"]
    assert (yard.stop.id, yard.stop.kind) == ("camp", "camp")


def test_wounds_and_used_items_last_until_a_rest(yard: Journey) -> None:
    table = conceded(at_table(yard, *GOERS), "blue")
    world = table.battle.world
    world.put(unit_of(table, "red.hanne"), Vitals(7, 20))
    world.put(unit_of(table, "red.joss"), Hand(("bitterroot",)))
    report = yard.report(table)
    assert report.hurt == ("hanne",)
    hanne, joss = yard.roster[:2]
    assert (hanne.most - hanne.life, hanne.is_hurt, hanne.is_down) == (13, True, False)
    assert list(joss.items) == ["bitterroot"]
    yard.rest()
    assert [hero.is_hurt for hero in yard.roster] == [False] * 5
    assert (list(yard.roster[1].items), yard.roster[0].rank) == (["bitterroot"], 1)
    with pytest.raises(Failure, match="already rested here"):
        yard.rest()


def test_dead_hero_is_gone_for_good(yard: Journey) -> None:
    table = conceded(at_table(yard, *GOERS), "red")
    world = table.battle.world
    world.put(unit_of(table, "red.joss"), Dead())
    report = yard.report(table)
    assert (report.won, report.lost, report.next) == (False, ("joss",), "gaol")
    assert yard.fallen == ("Joss",)
    yard.take(0)
    assert yard.stop.id == "gate"
    assert "joss" not in [hero.id for hero in yard.roster]


def test_battle_without_survivors_changes_nothing(yard: Journey) -> None:
    table = conceded(at_table(yard, *GOERS), "red")
    world = table.battle.world
    for id in ("red.hanne", "red.joss"):
        world.put(unit_of(table, id), Dead())
    report = yard.report(table)
    assert (report.again, report.lost, yard.stop.id) == (True, (), "yard")
    assert [hero.id for hero in yard.roster] == list(GOERS)


def test_defeat_without_a_next_stop_can_be_retried(yard: Journey) -> None:
    journey = at_bridge(yard)
    before = journey.roster
    first = at_table(journey, "tam")
    report = journey.report(conceded(first, "red"))
    assert (report.won, report.again, report.next) == (False, True, "bridge")
    assert (journey.stop.kind, journey.roster, journey.running) == ("battle", before, None)
    again = at_table(journey, "tam")
    assert again.dice == first.dice
    assert at_table(journey, "tam", new_luck=True).dice != first.dice


def test_retry_from_a_turn_of_a_lost_battle_counts(yard: Journey) -> None:
    journey = at_bridge(yard)
    folder = journey.path.parent.parent
    lost = at_table(journey, "tam", "hanne")
    assert journey.report(conceded(lost, "red")).again
    set_up(from_moment(saved_of(lost.record), 0, BOOKS), "retry", folder)
    options, seats = journey.going_on()
    sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
    try:
        report = journey.report(conceded(sitting.table, "blue"))
    finally:
        sitting.close()
    assert (report.won, report.again) == (True, False)
    assert [way.is_open for way in journey.ways] == [True, True]
    assert (journey.stop.kind, journey.stop.is_won) == ("story", True)


def test_costly_victory_can_be_retried(yard: Journey) -> None:
    folder, before = yard.path.parent.parent, yard.roster
    won = at_table(yard, *GOERS)
    conceded(won, "blue")
    won.battle.world.put(unit_of(won, "red.joss"), Dead())
    report = yard.report(won)
    assert (report.won, report.lost, yard.stop.id) == (True, ("joss",), "camp")
    assert yard.can_take_back
    yard.take_back()
    assert (yard.stop.id, yard.stop.kind, yard.roster) == ("yard", "battle", before)
    assert (yard.fallen, yard.stores) == ((), ("surgeons_roll",))
    assert not yard.can_take_back, "the report could be withdrawn twice"
    set_up(from_moment(saved_of(won.record), 0, BOOKS), "retry", folder)
    options, seats = yard.going_on()
    sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
    again = yard.report(conceded(sitting.table, "blue"))
    sitting.close()
    assert (again.won, again.lost, yard.fallen) == (True, (), ())
    yard.take(0)
    with pytest.raises(Failure, match="has moved on since"):
        yard.take_back()


def test_difficulty_can_be_changed_on_the_way(yard: Journey) -> None:
    assert yard.difficulty == "hard"
    yard.go_on_at("gentle")
    (slot,) = slots(yard.path.parent.parent)
    assert (yard.difficulty, slot.difficulty) == ("gentle", "gentle")
    table = at_table(yard, "hanne")
    assert "blue.third" not in table.battle.world.scene.units
    assert table.record.header.players["blue"] == "novice"
    with pytest.raises(Failure, match="no difficulty 'grim'"):
        yard.go_on_at("grim")


def test_result_of_a_battle_is_applied_once(yard: Journey) -> None:
    table = conceded(at_table(yard, *GOERS), "blue")
    first = yard.report(table)
    before = yard.path.read_bytes()
    assert yard.report(table) == first
    assert yard.path.read_bytes() == before
    yard.take(0)
    assert yard.report(table) == first
    assert [hero.rank for hero in yard.roster[:2]] == [1, 2]


def test_report_refuses_any_other_battle(yard: Journey) -> None:
    old = at_table(yard, "hanne")
    new = at_table(yard, "joss")
    with pytest.raises(Failure, match="another point of the journey"):
        yard.report(conceded(old, "blue"))
    with pytest.raises(Failure, match="over yet"):
        yard.report(new)
    assert yard.report(conceded(new, "blue")).won


def test_road_ends_at_an_ending(yard: Journey) -> None:
    journey = at_bridge(yard)
    journey.report(conceded(at_table(journey, "tam"), "blue"))
    assert not journey.is_over
    journey.take(0)
    assert (journey.stop.kind, journey.ways, journey.is_over) == ("ending", (), True)
    folder = journey.path.parent.parent
    assert [slot.is_over for slot in slots(folder)] == [True]
    assert latest(folder) is None, "an ended journey could be resumed"
    with pytest.raises(Failure, match="no battle here"):
        journey.options(("tam",))


def test_battle_of_another_rulebook_is_played_without_changes(yard: Journey) -> None:
    yard.report(conceded(at_table(yard, *GOERS), "blue"))
    yard.take(1)
    shown = yard.battle
    assert shown is not None
    assert (shown.level, shown.book, shown.heroes, shown.can_lose) == (
        "yard",
        "contest",
        None,
        True,
    )
    assert all(side.units for side in shown.sides)
    with pytest.raises(Failure, match="takes no heroes"):
        yard.options(("hanne",))
    before = yard.roster
    report = yard.report(conceded(at_table(yard), shown.side))
    assert (report.won, report.hurt, report.next) == (False, (), "bridge")
    assert yard.roster == before


# Interrupted battles


def test_interrupted_battle_is_found_and_resumed(yard: Journey, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    options, seats = yard.options(GOERS)
    WindowBattle.open(options, BOOKS, folder, seats=seats).close()
    yard.close()
    again = Journey.load(yard.path, BOOKS)
    assert again.running is not None
    with pytest.raises(Failure, match="during a battle"):
        again.give("surgeons_roll", "joss")
    options, seats = again.going_on()
    sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
    assert sitting.players == {"red": "stdio", "blue": "soldier"}
    conceded(sitting.table, "blue")
    play_on(sitting)
    sitting.close()
    again.close()
    # The process may be killed before it reports the battle; then the replay is found and reported
    # once.
    last = Journey.load(yard.path, BOOKS)
    assert last.running is not None
    assert last.running.parent.name == "replays"
    options, seats = last.going_on()
    sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
    assert last.report(sitting).next == "camp"
    sitting.close()
    assert last.running is None
    last.close()


def test_lost_battle_is_not_found_again_after_a_retry(yard: Journey, tmp_path: Path) -> None:
    journey, folder = at_bridge(yard), tmp_path / "data"
    options, seats = journey.options(("tam",))
    sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
    conceded(sitting.table, "red")
    sitting.close()  # The program ends before the finished battle becomes a replay.
    for told in (True, False):
        assert (journey.running is not None) is told
        if told:
            options, seats = journey.going_on()
            sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
            play_on(sitting)
            assert journey.report(sitting).again
            sitting.close()
    assert [path.name for path in (folder / "running").iterdir()] == []


def test_open_slot_is_refused_or_copied(yard: Journey, tmp_path: Path) -> None:
    at_table(yard, "hanne")
    with pytest.raises(Failure, match="open in another window"):
        Journey.load(yard.path, BOOKS)
    copy = Journey.load(yard.path, BOOKS, as_copy=True)
    assert (copy.path != yard.path, copy.stop, copy.running) == (True, yard.stop, None)
    copy.report(conceded(at_table(copy, "hanne"), "blue"))
    assert (copy.stop.id, yard.stop.id) == ("camp", "yard")
    assert len(slots(tmp_path / "data")) == 2
    copy.close()
    yard.close()
    Journey.load(yard.path, BOOKS).close()


def test_journey_keeps_its_last_three_states(yard: Journey) -> None:
    yard.give("surgeons_roll", "hanne")
    kept = [yard.path, *(yard.path.with_name(f"{yard.path.name}.{n}") for n in (1, 2))]
    assert [read_state(path).stop for path in kept] == ["yard", "yard", "gate"]
    assert [len(read_state(path).stores) for path in kept] == [0, 1, 1]


def test_report_names_wounded_survivors_and_dying_heroes(campaign: Campaign, yard: Journey) -> None:
    yard.options(GOERS)
    pending = read_state(yard.path)
    fates = [Fared("red.hanne", True, False, {}), Fared("red.joss", False, True, {"hurt": 3})]
    after, report = after_battle(campaign, pending, BOOKS, False, fates)
    assert (report.lost, report.hurt) == (("hanne",), ("joss",))
    assert after.roster[0].is_down
    assert after.fallen == ("hanne",)


def test_last_hero_never_leaves(road: Path, tmp_path: Path) -> None:
    path = road / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    camp = 'joins = ["tam", "odo", "fenn"]\n[[stop.way]]\ntext = "On"'
    assert camp in text
    text = text.replace(camp, camp.replace("[[", 'leaves = ["hanne", "joss"]\n[[', 1))
    text = text.replace('needs = { hero = "tam" }', "")
    path.write_text(text, encoding="utf-8")
    journey = Journey.begin(load_campaign(road, BOOKS), "hard", tmp_path / "data", BOOKS)
    journey.take(1)
    assert [hero.id for hero in journey.roster] == ["tam", "odo", "fenn"]
    state = read_state(journey.path)
    alone = replace(state, roster=(Member("hanne"),), fallen=("tam", "odo", "fenn"))
    assert [m.id for m in arrived(journey.campaign, alone, "camp").roster] == ["hanne"]
    journey.close()


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"{", "isn't a journey"), (b"[]", "isn't a journey"), (b'{"format": 9}', "newer version")],
)
def test_unreadable_slot_says_why(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "campaigns" / "torn.json"
    path.parent.mkdir()
    path.write_bytes(content)
    (slot,) = slots(tmp_path)
    assert says in slot.trouble
    with pytest.raises(Failure, match=says):
        Journey.load(path, BOOKS)


def test_journey_reports_a_stop_that_its_campaign_has_lost(yard: Journey, road: Path) -> None:
    yard.close()
    path = road / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"yard"', '"court"'), encoding="utf-8")
    with pytest.raises(Failure, match="no longer has 'yard'"):
        Journey.load(yard.path, BOOKS)


def test_roster_of_a_level_is_not_offered_on_a_journey() -> None:
    tables: dict[str, Any] = {"roster": [{"side": "red"}], "expect": [{}], "side": [{"id": "red"}]}
    changed((), None, (), None)(tables)
    assert tables.keys() == {"side"}
