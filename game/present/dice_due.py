"""Dice that people have to roll."""

from collections.abc import Sequence

import msgspec

from game.play.table import Table, due
from game.present.answer_sheet import AnswerSheet
from game.terms.agenda import Roll


class DiceDue(msgspec.Struct, frozen=True):
    """Dice that people have to roll: the sides of each, their purpose, and the roller.

    `side` is None if anyone may roll. Unless `is_public`, only that side's people may see them.
    """

    sides: tuple[int, ...]
    text: str
    side: str | None
    is_public: bool


def dice_due(table: Table, people: Sequence[str], sheet: AnswerSheet) -> DiceDue | None:
    """Return the dice that these sides' people have to roll, or None."""
    stop = table.battle.stop
    if not isinstance(stop, Roll) or not table.dice.asked or table.is_apart():
        return None
    seen_by = due(table.battle).head.seen_by
    seers = tuple(side for side in people if seen_by is None or side in seen_by)
    roller = None if stop.roller is None else table.battle.side_of(stop.roller)
    side = roller if roller in seers else next(iter(seers), None)
    is_public = seen_by is None or set(people) <= set(seen_by)
    text, shown = sheet.roll(stop), None if is_public and roller != side else side
    return DiceDue(stop.dice.sides, text, shown, is_public)
