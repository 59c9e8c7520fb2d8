"""The next question to people, listed before it is shown."""

from game.present.question import Question
from game.present.window_battle import WindowBattle


class QuestionAhead:
    """The question that follows the events told so far. It is listed once, and taken once."""

    def __init__(self, sitting: WindowBattle) -> None:
        self._sitting = sitting
        self._place: tuple[int, str | None] | None = None
        """Number of events, and the side asked, when the question was listed; None: not listed."""
        self._found: Question | None = None

    def is_listed(self, told: int) -> bool:
        """Return whether the question after this number of events has been listed."""
        return self._place == (told, self._sitting.asked)

    def list(self, told: int) -> None:
        """List the question after this number of events."""
        self._place, self._found = (told, self._sitting.asked), self._sitting.question()

    def taken(self, told: int) -> Question | None:
        """Return the question after this number of events, listed before or now."""
        found, self._found = self._found, None
        is_ready = found is not None and self.is_listed(told)
        return found if is_ready else self._sitting.question()

    def drop(self) -> None:
        """Forget what was listed, because the position changes."""
        self._place = self._found = None
