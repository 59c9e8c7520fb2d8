"""Misuse of the engine's types that mypy finds: numbers as entities, and wrong functions."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

PROGRAM = """
from game.components.turns import Acting
from game.rules.contest.records import FightTurn
from game.systems.ask_checks import check_unit
from game.systems.board_asks import BoardSeen
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.asks import TurnAsk
from game.terms.commands import End, Use
from game.terms.records import Entity
from game.world import World
from game.world.ask_rules import Option
from game.world.system import System
from game.world.unit_names import id_of


def entities_are_entities(world: World, unit: Entity) -> None:
    world.put(unit, Acting(unit))
    spawned: Entity = world.spawn()
    also: int = spawned


def numbers_are_no_entities(world: World, number: int, units: list[Entity]) -> None:
    world.get(number, Acting)  # refused: "get" of "World" has incompatible type "int"
    world.put(2, Acting(units[0]))  # refused: "put" of "World" has incompatible type "int"
    Acting(number)  # refused: "Acting" has incompatible type "int"
    TurnAsk("red", number)  # refused: "TurnAsk" has incompatible type "int"
    id_of(world, units[0] + 1)  # refused: "id_of" has incompatible type "int"
    found: Entity = len(units)  # refused: Incompatible types in assignment
    many: tuple[Entity, ...] = tuple(range(3))  # refused: expected "Iterable[Entity]"


def ends(seen: BoardSeen) -> list[End]:
    return [End(seen.id)]


def uses(seen: BoardSeen) -> list[Use]:
    return []


def end(world: World, ask: Ask, command: End) -> None:
    world.push(EndTurn(ask.unit))


def use(world: World, ask: Ask, command: Use) -> None:
    pass


ENDING = Option(End, ends, check_unit, end)
SWAPPED = Option(End, ends, check_unit, use)  # refused: incompatible type
PROPOSED: Option[Ask, BoardSeen, End] = Option(End, uses, check_unit, end)  # refused: incompatible


class Ending(System[EndTurn]):
    def process(self, world: World, item: EndTurn) -> None:
        world.strip(item.unit)


class Wider(System[EndTurn]):
    def process(self, world: World, item: EndTurn | FightTurn) -> None:
        pass


class Misnamed(System[EndTurn]):
    def process(self, world: World, item: FightTurn) -> None:  # refused: incompatible with super
        pass
"""


def test_mypy_rejects_marked_lines_and_no_others(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, "utf-8")
    command = [sys.executable, "-m", "mypy", f"--cache-dir={os.devnull}", str(path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 1, told.stdout + told.stderr
    found = re.findall(r"program\.py:(\d+): error: (.*)", told.stdout)
    lines = enumerate(PROGRAM.splitlines(), 1)
    marked = {n: line.partition("# refused: ")[2] for n, line in lines if "# refused: " in line}
    assert {int(n) for n, _ in found} == marked.keys(), told.stdout
    assert [error for n, error in found if marked[int(n)] not in error] == []
