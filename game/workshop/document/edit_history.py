"""The steps of a document: what can be undone and done again, and what the file has."""

from collections.abc import Iterable
from typing import NamedTuple

from game.content.toml_files.splices import Edits, applied, composed, inverse
from game.workshop.document.edit_lines import (
    JournalLine,
    RedoLine,
    SavedLine,
    StepLine,
    UndoLine,
    edits_of,
)


class EditStep(NamedTuple):
    """One step of undo: one gesture, or all gestures of a stroke."""

    name: str
    edits: Edits
    """The edits, in the text before them."""
    back: Edits
    """The edits that undo them, in the text after them."""
    notes: tuple[str, ...] = ()


class EditHistory:
    """A text with the steps that led to it, and those that were undone."""

    def __init__(self, base: str) -> None:
        """Begin with a text, which the file has."""
        self.base = self.text = base
        self.disk: str | None = base
        """The text in the file, as far as it is known; None if there is no file."""
        self.steps: list[EditStep] = []
        self.undone: list[EditStep] = []

    @classmethod
    def replayed(cls, base: str, lines: Iterable[JournalLine]) -> "EditHistory":
        """Return the history that a journal tells. Raise ValueError if it contradicts itself."""
        history = cls(base)
        for line in lines:
            match line:
                case StepLine():
                    history.take(line, edits_of(line, history.text))
                case UndoLine() if history.steps:
                    history.undo()
                case RedoLine() if history.undone:
                    history.redo()
                case SavedLine(text=text):
                    history.disk = history.text if text is None else text
                case _:
                    raise ValueError("no-step")
        return history

    def take(self, line: StepLine, edits: Edits) -> EditStep:
        """Make a new step, or add to the last one if the line joins it. Return the step."""
        step = EditStep(line.name, edits, inverse(self.text, edits), line.notes)
        self.text = applied(self.text, edits)
        if line.joins and self.steps:
            last = self.steps.pop()
            notes = tuple(dict.fromkeys((*last.notes, *step.notes)))
            both, back = composed(last.edits, edits), composed(step.back, last.back)
            step = EditStep(step.name, both, back, notes)
        self.steps.append(step)
        self.undone.clear()
        return step

    def undo(self) -> EditStep:
        """Undo the last step and return it. There must be one."""
        step = self.steps.pop()
        self.text = applied(self.text, step.back)
        self.undone.append(step)
        return step

    def redo(self) -> EditStep:
        """Do the step undone last again and return it. There must be one."""
        step = self.undone.pop()
        self.text = applied(self.text, step.edits)
        self.steps.append(step)
        return step
