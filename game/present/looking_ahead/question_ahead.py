"""The next question to people, listed in parts before it is shown."""

from collections.abc import Iterator

from game.present.question import Question
from game.present.window_battle import WindowBattle

END = object()


class QuestionAhead:
    """The question that follows the events told so far. It is listed once, and taken once."""

    def __init__(self, sitting: WindowBattle) -> None:
        self._sitting = sitting
        self._place: tuple[int, str | None] | None = None
        """Number of events, and the side asked, for the question being listed; None if none is."""
        self._steps: Iterator[None] | None = None
        """The rest of the listing, or None once it is done."""
        self._found: Question | None = None

    def _is_here(self, told: int) -> bool:
        return self._place == (told, self._sitting.asked)

    def is_listed(self, told: int) -> bool:
        """Return whether the question after this number of events has been listed."""
        return self._is_here(told) and self._steps is None

    def go_on(self, told: int) -> None:
        """List the next part of the question after this number of events."""
        if not self._is_here(told):
            self._place, self._found = (told, self._sitting.asked), None
            self._steps = self._sitting.listing()
        if self._steps is not None and next(self._steps, END) is END:
            self._steps, self._found = None, self._sitting.question()

    def taken(self, told: int) -> Question | None:
        """Return the question after this number of events, listed before or now."""
        found, self._found = self._found, None
        is_ready = found is not None and self.is_listed(told)
        return found if is_ready else self._sitting.question()

    def drop(self) -> None:
        """Forget what was listed, because the position changes."""
        self._place = self._steps = self._found = None
