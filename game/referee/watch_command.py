"""A battle told in the terminal, as computer players play it."""

import time
from collections.abc import Callable
from typing import TextIO

from game.play.signal_brake import Brake
from game.play.table import Table
from game.present.luck_receipt import told_luck
from game.present.terminal_lines import Teller, picture

PACE = 0.15
"""Seconds between two lines."""


def watch(
    table: Table,
    out: TextIO,
    pace: float = PACE,
    brake: Brake | None = None,
    sleep: Callable[[float], None] = time.sleep,
    is_new: bool = True,
) -> None:
    """Lets the battle play to its end and tells it; all sides must have a player of ours.

    Of a battle that is not new it is told how it goes on.
    """
    teller, brake = Teller(table.battle), brake or Brake()
    shown, going = 0 if is_new else len(table.battle.log()), True
    if not is_new:
        out.writelines(f"{line}\n" for line in teller.aims())
        out.write(picture(table.battle, with_legend=True))
    while going:
        told = table.battle.log()
        for text in teller.lines(told[shown:]):
            with brake.waiting():
                out.write(text + "\n")
                out.flush()
                if pace:
                    sleep(pace)
        shown = len(told)
        brake.check()
        going = table.step()
    out.writelines(f"{line}\n" for line in told_luck(table.battle))
