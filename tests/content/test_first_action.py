"""Lessons of the first Action game appear only while they are true."""

import pytest

from game.content.levels import find_level, load_level
from game.play.players import SOLDIER
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.events import Attacked, Died, Event
from game.terms.script_events import Message

BOOKS = find_books().books
TAM, COVER = "It's Tam's turn", "Cover counts"
SEEDS = range(16, 23)


def _log(seed: int) -> list[Event]:
    """Return the log of a battle between computer players."""
    level = load_level(find_level("first_action"), BOOKS)
    players = {"red": SOLDIER, "blue": "novice"}
    table = Table.open(BOOKS["action"], level, Setup(DiceSource(seed), players))
    while table.step():
        pass
    return list(table.battle.log())


def _place(log: list[Event], lesson: str) -> int | None:
    """Return the position of a lesson in the log, or None if it never appears."""
    told = (n for n, it in enumerate(log) if isinstance(it, Message) and lesson in it.message)
    return next(told, None)


def _death(log: list[Event], unit: str) -> int:
    """Return the position of a unit's death in the log, or the log's length if it survives."""
    deaths = (n for n, it in enumerate(log) if isinstance(it, Died) and it.unit == unit)
    return next(deaths, len(log))


def _attack(log: list[Event], unit: str = "", target: str = "") -> int:
    """Return the position of the first attack by a unit or on one, or the log's length."""
    found = (
        n
        for n, it in enumerate(log)
        if isinstance(it, Attacked) and unit in ("", it.unit) and target in ("", it.target)
    )
    return next(found, len(log))


@pytest.fixture(scope="module")
def logs() -> list[list[Event]]:
    return [_log(seed) for seed in SEEDS]


def test_tams_shot_is_explained_before_it(logs: list[list[Event]]) -> None:
    for log in logs:
        told, shot = _place(log, TAM), _attack(log, unit="red.tam")
        assert told is not None
        assert told < shot
    assert all(_place(log, "It's Hanne's turn.") is not None for log in logs)


def test_cover_is_explained_only_while_the_cousin_is_up(logs: list[list[Event]]) -> None:
    for log in logs:
        told = _place(log, COVER)
        if told is not None:
            assert _death(log, "blue.footpad") < told < _death(log, "blue.cousin")
            assert told < _attack(log, target="blue.cousin")
    assert any(_place(log, COVER) is not None for log in logs)
