"""Scripted dice on screen: a face that doesn't fit its die ends the script, not the battle."""

from collections.abc import Callable

from game.play.table import Table
from game.present.screen_sentences import said
from game.record.dice_source import BadDice


def rolled_on(table: Table, tell: Callable[[str], object]) -> bool:
    """Take a step, as `Table.step` does; report a scripted face that doesn't fit, and roll on."""
    try:
        return table.step()
    except BadDice as fault:
        table.drop_script()
        tell(said("dice", "script_ends", fault=str(fault)))
        return table.step()
