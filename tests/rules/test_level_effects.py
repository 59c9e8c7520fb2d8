"""Effects of triggers in every rulebook: they act, the battle goes on, and it can be saved."""

from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.ai.behaviours import behaviour_of
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.engine.snapshots import snapshot_of, world_of
from game.play.replayer import replay
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.integrity import probe
from game.record.reader import parse_save
from game.record.recording import Setup
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.level import Level, Unit
from game.terms.level_script import Script, Trigger
from game.world.script_conditions import carried, memory, progress
from game.world.unit_names import side_of, unit_named
from tests.ai.playing import BOOKS, begun, level
from tests.conformance.driver import any_faces

LEVELS = {book: f"first_{book}" for book in BOOKS}
JOINING = ("action", "verdigris")
Check = Callable[[Battle, str], bool]


def people(found: Level) -> tuple[Unit, Unit]:
    """Return a unit of the party and one of its foes."""
    standing = [unit for unit in found.units if unit.id not in found.script.coming]
    own = next(unit for unit in standing if unit.side == found.party_side)
    return own, next(unit for unit in standing if unit.side != found.party_side)


def spots(battle: Battle, unit: str) -> tuple[Cell, ...]:
    """Return the free tiles to which the unit can be moved: in Guard, those of its side."""
    world = battle.world
    zones = world.scene.level.zones
    free = []
    for number, cell in enumerate(world.grid.cells()):
        own = battle.book.id != "guard" or zones[number] in ("f", "r")
        if own and world.grid.cost(cell) and not world.at(Position, cell):
            free.append(cell)
    here = world.get(unit_named(world, unit), Position).at
    return tuple(cell for cell in free if cell != here)


def with_script(found: Level, *triggers: dict[str, Any], spot: tuple[Cell, ...] = ()) -> Battle:
    """Return a battle of the level, with these triggers in place of its own."""
    own = tuple(msgspec.convert(one, Trigger) for one in triggers)
    script = Script(areas={**found.script.areas, "spot": spot}, triggers=own)
    return begun(replace(found, script=script))


def settled(battle: Battle, rng: Random) -> None:
    """Resolve the pending rolls."""
    while isinstance(battle.stop, Roll):
        battle.settle(any_faces(battle.stop, rng))


def until_fired(battle: Battle, rng: Random) -> None:
    """Give random commands until the first trigger has fired."""
    settled(battle, rng)
    for _ in range(200):
        if 0 in progress(battle.world).fired:
            return
        assert not isinstance(battle.stop, BattleEnd)
        battle.submit(rng.choice(battle.legal()))
        settled(battle, rng)
    raise AssertionError("the trigger never fires")


def goes_on(battle: Battle, rng: Random) -> None:
    """Read the battle from its state, look at it from every side, and give random commands."""
    saved = snapshot_of(battle.world)
    again = Battle(battle.book, world_of(saved, battle.world.scene, battle.book))
    assert again.hash() == battle.hash()
    if not isinstance(battle.stop, BattleEnd):
        probe(battle)
    for _ in range(25):
        if isinstance(battle.stop, BattleEnd):
            return
        battle.submit(rng.choice(battle.legal()))
        settled(battle, rng)
    count = len(battle.history)
    before = battle.hash()
    battle.undo(agreed=True, commands=min(5, count))
    assert battle.hash() != before


def item_of(found: Level, book: str) -> str:
    return next(iter(found.gear[BOOKS[book].schema.usable]))


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_items_are_given_and_taken(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(1)
    own, _ = people(found)
    item = item_of(found, book)
    give = {"when": [{"round": 1}], "do": [{"give": {"unit": own.id, "item": item}}]}
    take = {"when": [{"round": 2}], "do": [{"take": {"unit": own.id, "item": item}}] * 9}
    battle = with_script(found, give, take)
    until_fired(battle, rng)
    assert item in carried(battle.world, unit_named(battle.world, own.id))
    has = {"when": [{"carries": {"unit": own.id, "item": item}}], "do": [{"set": "has"}]}
    battle = with_script(found, give, has)
    until_fired(battle, rng)
    battle.submit(rng.choice(battle.legal()))
    settled(battle, rng)
    goes_on(battle, rng)


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_unit_is_moved(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(2)
    own, _ = people(found)
    tiles = spots(begun(found), own.id)
    move = {"when": [{"round": 1}], "do": [{"move": {"unit": own.id, "area": "spot"}}]}
    battle = with_script(found, move, spot=tiles[-3:])
    until_fired(battle, rng)
    told = [event for event in battle.log() if type(event).__name__ == "Relocated"]
    assert [event.to for event in told] == [tiles[-3]]  # type: ignore[attr-defined]
    goes_on(battle, rng)


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_behaviour_flag_counter_and_speech(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(3)
    own, foe = people(found)
    deeds = [
        {"behaviour": {"unit": foe.id, "hold": True}},
        {"set": "on"},
        {"add": {"counter": "count", "by": 4}},
        {"say": {"unit": foe.id, "message": "Well."}},
    ]
    battle = with_script(found, {"when": [{"round": 1}], "do": deeds})
    until_fired(battle, rng)
    world = battle.world
    assert behaviour_of(world, unit_named(world, foe.id)).hold
    assert (memory(world).flags, memory(world).counters) == (("on",), (("count", 4),))
    assert "Well." in [getattr(event, "message", "") for event in battle.log(own.side)]
    goes_on(battle, rng)


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_choice_is_put_to_the_party_and_answered(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(4)
    answers = [{"id": "no", "text": "No"}, {"id": "yes", "text": "Yes"}]
    side = found.party_side
    choice = {"id": "deal", "side": side, "question": "Deal?", "answers": answers}
    battle = with_script(
        found,
        {"when": [{"round": 1}], "do": [{"choice": choice}, {"set": "after"}]},
        {"when": [{"chosen": {"choice": "deal", "answer": "yes"}}], "do": [{"set": "yes"}]},
    )
    until_fired(battle, rng)
    assert isinstance(battle.stop, Ask)
    assert (battle.stop.called, battle.stop.side) == ("choice", side)
    assert [getattr(one, "answer", "") for one in battle.legal()] == ["no", "yes"]
    goes_on_copy = battle.clone()
    goes_on(goes_on_copy, rng)
    battle.submit(battle.legal()[1])
    assert memory(battle.world).flags == ("after", "yes")
    assert memory(battle.world).answers == (("deal", "yes"),)


@pytest.mark.parametrize("book", JOINING)
def test_unit_joins_another_side(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(5)
    own, foe = people(found)
    join = {"when": [{"round": 1}], "do": [{"join": {"unit": foe.id, "side": own.side}}]}
    battle = with_script(found, join)
    until_fired(battle, rng)
    assert side_of(battle.world, unit_named(battle.world, foe.id)) == own.side
    assert foe.id in {battle.id_of(unit) for unit in battle.view(own.side).units()}
    goes_on(battle, rng)


@pytest.mark.parametrize("book", JOINING)
def test_battle_ends_once_everybody_is_on_one_side(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(6)
    own, _ = people(found)
    foes = [unit.id for unit in found.units if unit.side != own.side]
    joins = [{"join": {"unit": id, "side": own.side}} for id in foes]
    standing = [id for id in foes if id not in found.script.coming]
    battle = with_script(found, {"when": [{"round": 1}], "do": joins})
    until_fired(battle, rng)
    assert len(standing) >= 1
    assert isinstance(battle.stop, BattleEnd)
    assert battle.stop.winner == own.side


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_sight_wounds_and_end_of_a_round(book: str) -> None:
    found, rng = level(LEVELS[book]), Random(7)
    own, foe = people(found)
    battle = with_script(
        found,
        {"when": [{"round_end": 1}], "do": [{"set": "over"}]},
        {"when": [{"sees": {"side": foe.side, "target": own.id}}], "do": [{"set": "seen"}]},
        {"any": [{"wounded": {"at_most": 0.9}}, {"flag": "over"}], "do": [{"set": "hurt"}]},
    )
    until_fired(battle, rng)
    assert "over" in memory(battle.world).flags
    assert "hurt" in memory(battle.world).flags
    assert memory(battle.world).rounds >= 1


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_battle_with_everything_is_recorded_and_replayed(book: str) -> None:
    found = level(LEVELS[book])
    own, foe = people(found)
    answers = [{"id": "no", "text": "No"}, {"id": "yes", "text": "Yes"}]
    choice = {"id": "deal", "side": own.side, "question": "Deal?", "answers": answers}
    spot = spots(begun(found), own.id)[-3:]
    deeds = [
        {"choice": choice},
        {"give": {"unit": own.id, "item": item_of(found, book)}},
        {"move": {"unit": own.id, "area": "spot"}},
        {"behaviour": {"unit": foe.id, "hold": True}},
        {"add": {"counter": "rounds"}},
    ]
    one = msgspec.convert({"when": [{"round": 1}], "do": deeds}, Trigger)
    areas, own_triggers = {**found.script.areas, "spot": spot}, found.script.triggers
    script = replace(found.script, areas=areas, triggers=(one, *own_triggers))
    players = {side.id: "random" for side in found.sides}
    setup = Setup(DiceSource(3), players)
    table = Table.open(BOOKS[book], replace(found, script=script), setup)
    for _ in range(40):
        if not table.step():
            break
    assert memory(table.battle.world).counters == (("rounds", 1),)
    again = replay(parse_save(BytesIO(table.saved())), BOOKS)
    assert again.trouble is None
    assert again.table.battle.hash() == table.battle.hash()
    assert again.table.battle.log() == table.battle.log()
