"""Approaches: a command on a unit that needs a move first, as one order of two commands.

The search knows no rulebook. It tries each command that names a target on a copy of the view, with
the acting unit at the end of each of its legal moves. Afterwards the move itself is tried, because
it may change more than the unit's place.
"""

from collections.abc import Iterator

from game.components.unit import Position
from game.core.cells import Cell
from game.engine.legality import Desk
from game.present.answer_sheet import AnswerSheet
from game.present.looking_ahead.positions import LookAhead
from game.present.question import Choice, ChoiceWords, Key, Question, Shut
from game.terms.agenda import Ask
from game.terms.commands import Command, aimed, target_of
from game.world.unit_names import unit_by_id

Rank = tuple[int, int, int, int]


class WordsAfterMove(ChoiceWords):
    """The words of a command that is legal only after a move."""

    def __init__(
        self, sheet: AnswerSheet, apart: str | None, ahead: LookAhead, move: Command
    ) -> None:
        """Set up the words; `apart` is the thing with a separate button, or None."""
        super().__init__(sheet, apart)
        self._ahead, self._move = ahead, move

    def text(self, command: Command) -> str:
        """Return the sentence of a command."""
        position = self._ahead.after(self._move)
        assert position is not None
        return self._sheet.lines.sentence(position.battle, command)


class AimedButton:
    """A button whose commands name a target, aimed at one unit."""

    def __init__(self, command: Command, one: Choice | Shut, unit: str) -> None:
        """Aim `command` of the button `one` at `unit`."""
        self.key, self.command, self.label, self._unit = one.key, command, one.label, unit
        self._apart: str | None = None
        self._is_short = False
        if isinstance(one, Choice):
            self._apart, self._is_short = one.words.apart, one.is_short
            self._things = one.things
        else:
            self._things = (one.thing,) if one.thing else ()

    def after(self, move: Choice, sheet: AnswerSheet, ahead: LookAhead) -> Choice:
        """Return the choice that gives the command after a move."""
        words = WordsAfterMove(sheet, self._apart, ahead, move.command)
        return Choice(
            *(self.command, words, self.key, self._things, self._unit),
            is_short=self._is_short,
            after=move,
        )


def aimed_buttons(
    sheet: AnswerSheet, question: Question, unit: str, key: Key | None
) -> list[AimedButton]:
    """Return the buttons that name a target, aimed at a unit, in the order of the book.

    With `key`, return only that button.
    """
    view = sheet.battle.view(question.side).world
    target = unit_by_id(view, unit)
    stand = view.find(target, Position) if target is not None else None
    if stand is None:
        return []
    found: dict[Key, Choice | Shut] = {}
    every: list[Choice | Shut] = [*question.choices, *question.shut]
    for one in every:
        named = target_of(one.command) if one.command is not None else None
        if named is not None and named in view.scene.units:
            found.setdefault(one.key, one)
    keys = [key] if key is not None else list(question.buttons)
    shown = ((one, found[one].command) for one in keys if one in found)
    return [AimedButton(aimed(it, stand.at, unit), found[one], unit) for one, it in shown if it]


class ApproachSearch:
    """The search for the tiles from which a unit can be the target. It can be done in parts."""

    def __init__(
        self, sheet: AnswerSheet, ahead: LookAhead, question: Question, unit: str, key: Key | None
    ) -> None:
        """Prepare the search for approaches to `unit`, with the button `key` (None: any)."""
        self._sheet, self._ahead, self._question = sheet, ahead, question
        self._unit, self._key = unit, key
        self._steps = self._search()
        self.found: tuple[Choice, ...] | None = None
        """The choices on the unit: from the acting unit's tile, then after each move. None while
        the search goes on.

        Moves with fewer risks come first, then shorter ones. All choices have the same button.
        """

    def go_on(self, trials: int | None = None) -> None:
        """Try at most `trials` more ends of moves (None: all)."""
        while self.found is None and trials != 0:
            self.found = next(self._steps)
            trials = None if trials is None else trials - 1

    def _search(self) -> Iterator[tuple[Choice, ...] | None]:
        """Yield None after each trial, and at last the approaches."""
        question = self._question
        moves = moves_of(question)
        for aim in aimed_buttons(self._sheet, question, self._unit, self._key):
            here = [
                one for one in question.choices if one.key == aim.key and one.unit == self._unit
            ]
            ranks = dict[Choice, Rank]()
            for move in moves:
                if self._allows(aim.command, move):
                    choice = aim.after(move, self._sheet, self._ahead)
                    ranks[choice] = self._rank(move)
                yield None
            there = sorted(ranks, key=lambda one: ranks[one])
            while there and not here and not self._is_sure(there[0]):
                del there[0]
                yield None
            if here or there:
                yield (*here[:1], *there)
        yield ()

    def _allows(self, command: Command, move: Choice) -> bool:
        """Return whether a command would be legal if the unit stood at the end of a move."""
        scout = self._ahead.scout()
        ask, world = scout.stop, scout.world
        assert isinstance(ask, Ask)
        stand, mark = world.find(ask.unit, Position), world.mark()
        if stand is None or move.at is None:
            return False
        world.put(ask.unit, Position(move.at, stand.span))
        try:
            return Desk(scout.book, world, ask).why_not(command) is None
        finally:
            world.undo(mark)

    def _is_sure(self, choice: Choice) -> bool:
        """Return whether the command is legal after the move itself."""
        ahead = self._ahead.after(choice.after.command) if choice.after else None
        return ahead is not None and ahead.why_not(choice.command) is None

    def _rank(self, move: Choice) -> Rank:
        """Return a key that sorts moves: by risks, then by cost, length and straight distance."""
        battle, ask = self._sheet.battle, self._ahead.scout().stop
        risks, cost = battle.risks(move.command), battle.cost(move.command)
        assert isinstance(ask, Ask)
        (x, y), (to_x, to_y) = battle.world.get(ask.unit, Position).at, move.path[-1]
        far = (to_x - x) ** 2 + (to_y - y) ** 2
        return len(risks.tiles), cost or 0, len(move.path), far


def moves_of(question: Question) -> list[Choice]:
    """Return one move to each tile, the first that the book lists."""
    found: dict[Cell, Choice] = {}
    for choice in question.choices:
        if choice.path and choice.at is not None:
            found.setdefault(choice.at, choice)
    return list(found.values())
