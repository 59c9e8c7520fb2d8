"""The window's questions about the positions that moves lead to."""

from game.core.cells import Cell
from game.present.forecast.told_odds import told_odds
from game.present.looking_ahead.approaches import ApproachSearch
from game.present.looking_ahead.positions import LookAhead
from game.present.looking_ahead.tile_outlook import TileSearch
from game.present.looking_ahead.unusable import Unusable, beyond_reach, unusable_on
from game.present.question import Choice, Key, Question
from game.present.shown_battle import ShownBattle
from game.terms.commands import Command
from game.terms.odds import Assume, Odds


class BattleAhead:
    """The positions after moves, limited to what the side that is asked knows.

    Ask about them only while a question is open and nothing is held back.
    """

    def __init__(self, sitting: ShownBattle) -> None:
        self._sitting = sitting
        self._ahead = LookAhead(sitting)
        self._people = frozenset(sitting.people)

    def approaches(self, question: Question, unit: str, key: Key | None = None) -> ApproachSearch:
        """Return the search for moves after which a command on a unit is legal.

        `key` is the command's button (None: the first button with which it works).
        """
        return ApproachSearch(self._sitting.sheet, self._ahead, question, unit, key)

    def from_tile(self, question: Question, move: Choice) -> TileSearch:
        """Return the search for what a unit and its foes could do to each other after a move."""
        return TileSearch(self._sitting.sheet, self._ahead, question, move, self._people)

    def unusable_on(
        self, question: Question, unit: str, key: Key | None = None
    ) -> tuple[Unusable, ...]:
        """Return why no button, or not the button `key`, can be used on a unit; empty if one can.

        These are the reasons where the acting unit is.
        """
        return unusable_on(self._sitting.sheet, question, unit, key)

    def beyond_reach(self, question: Question, end: Cell) -> str:
        """Return how far a tile is and how much movement is left, or "" if it is not too far."""
        return beyond_reach(self._sitting.sheet, question, end)

    def odds(
        self, move: Command, command: Command, assume: Assume = "stop", moments: int | None = None
    ) -> Odds | None:
        """Return the exact odds of a command after a move that goes as its side hopes.

        Return None if it is illegal or has too many outcomes. Raise Unfinished if `moments` steps
        of the search aren't enough; the next call continues the search.
        """
        ahead = self._ahead.after(move)
        found = ahead.odds(command, assume, moments) if ahead is not None else None
        if found is None:
            return None
        sheet = self._sitting.sheet
        return told_odds(sheet.worded(found), sheet.script)

    def is_legal(self, move: Command, command: Command) -> bool:
        """Return whether a command is legal after a move that goes as its side hopes."""
        ahead = self._ahead.after(move)
        return ahead is not None and ahead.why_not(command) is None

    def hoped_for(self, move: Command) -> str | None:
        """Return the fingerprint of the position after a move that goes as its side hopes.

        Return None if that can't be foreseen.
        """
        ahead = self._ahead.after(move)
        return ahead.fingerprint if ahead is not None else None

    def fingerprint(self, side: str) -> str:
        """Return the fingerprint of the current position, as a side sees it."""
        return self._sitting.table.battle.view(side).world.hash()
