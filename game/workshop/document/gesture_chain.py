"""Several gestures, one after another, as one."""

from game.content.toml_files.splices import Edits, composed
from game.workshop.document.gesture import Gesture, gesture
from game.workshop.document.level_reading import LevelReading


class GestureChain:
    """Gestures on a text. Make each from `reading`, which is the text after those before it."""

    def __init__(self, reading: LevelReading) -> None:
        self.reading = reading
        self.notes: list[str] = []
        self._text = reading.text
        self._edits: Edits = ()

    def add(self, one: Gesture) -> None:
        """Add a gesture."""
        self.notes += one.notes
        if one.edits:
            self._edits = composed(self._edits, one.edits) if self._edits else one.edits
            self.reading = self.reading.after(one.edits)

    def whole(self, name: str) -> Gesture:
        """Return all gestures as one."""
        return gesture(self._text, name, self._edits, self.notes)
