"""Units unknown to a side: no message under its view reveals them."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine.battle import Battle
from game.play.battle_files import Keeper
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.referee.referee import Referee
from game.rules.action.book import BOOK
from game.terms.agenda import Ask, Roll
from game.terms.events import to_json
from tests.books.fake import lines
from tests.rules.action.scene import level, scene
from tests.scenario import Play

pytestmark = pytest.mark.rule("ALL-07")

SECRET = "blue.q"
LATER = "blue.r"
ROWS = "a...p\n....q\n.....\n"
UNITS: dict[str, Any] = {"q": {"hides": True, "on": "*"}, "r": {"off": True}}


def told(folder: Path, view: str | None, *given: dict[str, Any], seed: int = 3) -> list[Any]:
    """Return all messages about a battle in which a computer player's unit is in ambush."""
    found = level(ROWS, **UNITS)
    setup = Setup(DiceSource(seed), {"red": "stdio", "blue": "soldier"})
    table = Table.open(BOOK, found, setup)
    out = BytesIO()
    stream = lines(*(json.dumps(one) for one in (*given, {"quit": True})))
    Referee(table, view, (stream, out), Keeper(table, folder)).run()
    return [json.loads(line) for line in out.getvalue().splitlines()]


QUERIES = ({"query": "state"}, {"query": "log"}, {"query": "legal"})


def test_hello_and_state_name_only_units_the_side_knows(tmp_path: Path) -> None:
    said = told(tmp_path, "red", *QUERIES)
    for message in said:
        if message["say"] in ("hello", "state"):
            assert [unit["id"] for unit in message["units"]] == ["red.a", "blue.p"]
    whole = told(tmp_path, None, *QUERIES)
    assert [unit["id"] for unit in whole[0]["units"]][:3] == ["red.a", "blue.p", SECRET]


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_no_message_names_a_unit_in_ambush(tmp_path: Path, seed: int) -> None:
    """Use seeds with which no unit notices the ambush."""
    text = json.dumps(told(tmp_path, "red", *QUERIES, seed=seed))
    assert SECRET not in text
    assert LATER not in text
    assert SECRET in json.dumps(told(tmp_path, None, *QUERIES, seed=seed))


def hiding() -> Play:
    """Return a battle at red's turn, after the turn of a unit in ambush that is still hidden."""
    play = scene(ROWS, "apq", hiding=(6, 6, 6), q=UNITS["q"])
    acted = set[str]()
    for _ in range(9):
        assert play.asked is not None
        if play.asked == ("turn", "red.a") and SECRET in acted:
            return play
        acted.add(play.asked[1])
        play.do(f"end {play.asked[1]}")
    raise AssertionError("red is never asked")


def commands(battle: Battle, id: str) -> list[Any]:
    """Return the commands of the asked side that name a unit, with `id` as the unit."""
    found = []
    for command in battle.legal():
        if hasattr(command, "target") and command.target is not None:
            found.append(msgspec.structs.replace(command, target=id))
        found.append(msgspec.structs.replace(command, unit=id))
    return [one for one in found if one.__struct_fields__]


def test_unknown_unit_is_refused_like_one_that_does_not_exist() -> None:
    battle = hiding().battle
    assert isinstance(battle.stop, Ask)
    hidden, nobody = commands(battle, SECRET), commands(battle, "blue.x")
    assert hidden
    for one, other in zip(hidden, nobody, strict=True):
        here, there = battle.why_not(one), battle.why_not(other)
        assert here is not None
        assert there is not None
        assert here.renamed({SECRET: "blue.x"}) == there


def test_unit_is_named_in_queue_and_events_once_it_is_found() -> None:
    play = hiding()
    view = play.battle.view("red")
    assert SECRET not in {id for slot in view.queue() for id in slot.units}
    assert SECRET in {id for slot in play.battle.queue() for id in slot.units}
    assert SECRET not in json.dumps(play.events(side="red"))
    play.do("move red.a 1,0 2,0 3,1 4,1")
    assert play.last("found")["unit"] == SECRET
    view = play.battle.view("red")
    assert SECRET in {id for slot in view.queue() for id in slot.units}
    assert SECRET in {view.id_of(unit) for unit in view.units()}
    assert not isinstance(play.battle.stop, Roll)


def ambush_first() -> Table:
    """Return a battle in which an unnoticed unit has the first turn."""
    for seed in range(40):
        setup = Setup(DiceSource(seed), {"red": "stdio", "blue": "soldier"})
        table = Table.open(BOOK, level(ROWS, **UNITS), setup)
        while isinstance(table.battle.stop, Roll):
            table.step()
        stop = table.battle.stop
        told = json.dumps([to_json(event) for event in table.battle.log("red")])
        is_first = isinstance(stop, Ask) and table.battle.id_of(stop.unit) == SECRET
        if is_first and SECRET not in told:
            return table
    raise AssertionError("the unit is noticed each time, or never first")


def test_wait_is_not_sent_for_a_unit_in_ambush(tmp_path: Path) -> None:
    table = ambush_first()
    sitting = WindowBattle(table, tmp_path, is_kept=False)
    assert sitting.is_thinking
    assert sitting.is_seen_to_think(None)
    assert not sitting.is_seen_to_think("red")
    sitting.close()
