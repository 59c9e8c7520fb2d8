"""A battle told in the terminal, as computer players play it."""

import time
from collections.abc import Callable, Mapping
from typing import TextIO

from game.components.unit import Allegiance, Name, Position
from game.engine.battle import Battle
from game.session.board import legend_of, rows_of
from game.session.table import Table
from game.session.words import Words
from game.terms.events import BattleStarted, Event, RoundStarted, TurnEnded, TurnStarted

PACE = 0.15
"""Seconds between two lines."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
WIDEST, TALLEST = 100, 40
"""Maps with more tiles than this are not drawn."""


def watch(
    table: Table, out: TextIO, pace: float = PACE, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Lets the battle play to its end and tells it; all sides must have a player of ours."""
    words = Words(table.battle.book, table.battle.world.scene.names)
    shown = 0

    def say(text: str) -> None:
        out.write(text + "\n")
        out.flush()
        if pace:
            sleep(pace)

    going = True
    while going:
        told = table.battle.log()
        for event in told[shown:]:
            say(_line(event, words))
            if isinstance(event, BattleStarted | TurnEnded):
                say(picture(table.battle))
        shown = len(told)
        going = table.step()


def _line(event: Event, words: Words) -> str:
    text = words.event(event)
    if isinstance(event, BattleStarted):
        return f"{text}\n{'=' * len(text)}"
    if isinstance(event, RoundStarted):
        return f"\n{text}\n{'-' * len(text)}"
    if isinstance(event, TurnStarted):
        return f"\n{text}"
    return f"  {text}."


def picture(battle: Battle) -> str:
    """The board drawn in letters, with a line for each unit that stands on it."""
    level, world = battle.world.scene.level, battle.world
    world.enter()
    letters = {
        unit: LETTERS[n] if n < len(LETTERS) else "?" for n, unit in enumerate(world.ids(Name))
    }
    rows: list[str] = []
    if level.width <= WIDEST and level.height <= TALLEST:
        grid = [list(row) for row in rows_of(level, legend_of(level))]
        for unit, position in world.all(Position):
            grid[position.at[1]][position.at[0]] = letters[unit]
        rows = ["".join(row) for row in grid]
    lines = _beside(rows, _roll_call(battle, letters))
    return "\n".join(["", *(f"    {line}".rstrip() for line in lines), ""])


def _roll_call(battle: Battle, letters: Mapping[int, str]) -> list[str]:
    names, world = battle.world.scene.names, battle.world
    lines = []
    for unit in world.ids(Position):
        side = world.get(unit, Allegiance).side
        life = battle.book.card(world, unit)["stats"].get("life", "")
        lines.append(
            f"{letters[unit]} {world.get(unit, Name).title} ({names[side]}) {life}".rstrip()
        )
    return lines


def _beside(left: list[str], right: list[str]) -> list[str]:
    """Two columns of lines as one."""
    width = max(map(len, left), default=0)
    count = max(len(left), len(right))
    pairs = zip(left + [""] * (count - len(left)), right + [""] * (count - len(right)), strict=True)
    return [f"{a:<{width}}   {b}" if b else a for a, b in pairs]
