"""Typing in a level's text: what is typed in one go is one step of undo."""

from game.client.editor.desk.editor_desk import EditorDesk
from game.workshop.document.edit_history import EditStep
from game.workshop.document.tables import typing

PAUSE = 1.2
"""Seconds without typing after which a new step begins."""


class Typist:
    """Maker of the gestures of typing."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self._step: EditStep | None = None
        """The step that goes on, or None."""
        self._since = 0.0

    @property
    def newline(self) -> str:
        """The line end of the text."""
        return "\r\n" if "\r\n" in self._desk.document.text else "\n"

    def write(self, start: int, end: int, text: str, is_new: bool = False) -> bool:
        """Replace a part of the text; `is_new` begins a new step. Return whether that worked."""
        steps = self._desk.document.steps
        goes_on = not is_new and self._step is not None and bool(steps) and steps[-1] is self._step
        self._since = 0.0
        own = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", self.newline)
        before = self._desk.document.text
        step = self._desk.apply(lambda reading: typing(reading, start, end, own), joins=goes_on)
        self._step = step
        return step is not None or before[start:end] == own

    def stop(self) -> None:
        """End the step: what is typed next is another."""
        self._step = None

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._since += seconds
        if self._since >= PAUSE:
            self._step = None
