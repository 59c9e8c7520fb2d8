"""A unit's options on a tile, and its foes' options against it there."""

from collections.abc import Generator, Iterator

import msgspec
from msgspec.structs import replace

from game.ai.situation import foes_of
from game.engine.battle import Battle
from game.present.answer_sheet import AnswerSheet
from game.present.looking_ahead.approaches import AimedButton, aimed_buttons
from game.present.looking_ahead.positions import LookAhead, PositionAhead
from game.present.question import Choice, Question
from game.terms.changes import DAMAGE
from game.terms.odds import Odds, Unfinished
from game.world.unit_names import id_of, unit_by_id

MOMENTS = 16
"""Number of steps of a search for odds between two pauses."""


class FoeFromTile(msgspec.Struct, frozen=True):
    """A foe as seen from a tile: the best attack on it, and the harm to expect from it."""

    unit: str
    label: str = ""
    """Button of the attack that does most damage on average; "" if there is none."""
    odds: Odds | None = None
    """Odds of that attack, in words, if every choice in between is declined."""
    cover: str = ""
    """Cover of the foe against it: half or three-quarters, or "" for none."""
    harm: float = 0.0
    """Mean damage of the foe's next turn to the unit there; 0 if it can't attack there."""
    own_cover: int = 0
    """The unit's cover there from where the foe is: 0 none, 1 half, 2 three-quarters, 3 total."""


class TileSearch:
    """The search for everything about one tile. It can be done in parts."""

    def __init__(
        self,
        sheet: AnswerSheet,
        ahead: LookAhead,
        question: Question,
        move: Choice,
        people: frozenset[str],
    ) -> None:
        """Prepare the search for the end of a move; `people` are the sides that people play."""
        self._sheet, self._ahead, self._question = sheet, ahead, question
        self._move, self._people = move, people
        self.rows: tuple[FoeFromTile, ...] = ()
        """The foes found so far that can be attacked, or can attack, there."""
        self.is_done = False
        self._steps = self._search()

    def go_on(self, steps: int | None = None) -> None:
        """Go on for at most `steps` steps (None: to the end)."""
        while not self.is_done and steps != 0:
            self.is_done = next(self._steps, True)
            steps = None if steps is None else steps - 1

    def _search(self) -> Iterator[bool]:
        """Yield False after each step."""
        battle, side = self._sheet.battle, self._question.side
        position, known = self._ahead.after(self._move.command), battle.view(side)
        yield False
        for _ in self._ahead.find_fields(side, self._people) if position is not None else ():
            yield False
        for foe in foes_of(known.world, side) if position is not None else ():
            assert position is not None
            row, most = FoeFromTile(id_of(known.world, foe)), 0.0
            for aim in aimed_buttons(self._sheet, self._question, row.unit, None):
                odds = yield from _odds(position, aim)
                mean = mean_damage(odds, row.unit) if odds is not None else 0.0
                if odds is not None and mean > most:
                    most, row = mean, self._row(row.unit, aim, odds)
            harm = self._harm(row.unit)
            if harm or row.odds is not None:
                own = self._own_cover(position.battle, row.unit) if harm else 0
                self.rows = (*self.rows, replace(row, harm=harm, own_cover=own))
            yield False

    def _row(self, id: str, aim: AimedButton, odds: Odds) -> FoeFromTile:
        worded = self._sheet.worded(odds)
        cover = self._sheet.words.cover(one.text for one in worded.modifiers)
        return FoeFromTile(id, aim.label, worded, cover)

    def _own_cover(self, there: Battle, foe: str) -> int:
        """Return the cover that the unit has from a foe after the move."""
        unit, its = (unit_by_id(there.world, id) for id in (self._question.unit, foe))
        return there.book.cover(there.world, unit, its) if unit and its else 0

    def _harm(self, foe: str) -> float:
        """Return the mean damage of a foe's next turn to the unit there; 0 if it can't attack."""
        at = self._move.at
        threat = self._ahead.threat(self._question.side, foe, self._people)
        return threat.get(at, 0.0) if at is not None else 0.0


def _odds(position: PositionAhead, aim: AimedButton) -> Generator[bool, None, Odds | None]:
    """Return the odds of an aimed command, or None if it is illegal; yield False in between.

    Choices in between are declined: odds that stop at them would leave out what comes after.
    """
    while position.why_not(aim.command) is None:
        try:
            found = position.odds(aim.command, "never", MOMENTS)
        except Unfinished:
            yield False
        else:
            yield False
            return found
    return None


def mean_damage(odds: Odds, unit: str) -> float:
    """Return the mean damage of a command to a unit."""
    dealt = 0
    for one in odds.outcomes:
        amounts = (change.amount(DAMAGE) or 0 for change in one.changes if change.unit == unit)
        dealt += one.weight * sum(amounts)
    return dealt / max(1, odds.of)
