"""Dice given with `--dice`, in the window: a face that doesn't fit ends only the script."""

from collections.abc import Callable

from game.play.table import Table
from game.present.screen_sentences import said
from game.record.dice_source import BadDice


def rolled_on(table: Table, tell: Callable[[str], object]) -> bool:
    """Take a step like `Table.step`; if a scripted face doesn't fit, report it and roll on."""
    try:
        return table.step()
    except BadDice as fault:
        table.drop_script()
        tell(said("dice", "script_ends", fault=str(fault)))
        return table.step()
