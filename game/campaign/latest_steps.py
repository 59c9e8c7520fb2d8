"""The latest steps of a journey that can be withdrawn: a battle's report, and choices after it."""

from game.campaign.journey_file import JourneyState


class LatestSteps:
    """The states before the last report, and before each choice since. Other steps end them."""

    def __init__(self) -> None:
        self._before_report: JourneyState | None = None
        self._before_choices: list[JourneyState] = []
        self._now: JourneyState | None = None
        """State after the last of these steps."""

    def reported(self, before: JourneyState, after: JourneyState) -> None:
        """Remember a report."""
        self._before_report, self._before_choices, self._now = before, [], after

    def chose(self, before: JourneyState, after: JourneyState) -> None:
        """Remember a choice."""
        if self._now is not before:
            self._before_report, self._before_choices = None, []
        self._before_choices.append(before)
        self._now = after

    def chose_again(self, after: JourneyState) -> None:
        """Forget the last choice, which was withdrawn; `after` is the state since."""
        self._before_choices.pop()
        self._now = after

    def before_report(self, state: JourneyState) -> JourneyState | None:
        """Return the state before the report; None if other steps led to the current `state`."""
        return self._before_report if self._now is state else None

    def before_choice(self, state: JourneyState) -> JourneyState | None:
        """Return the state before the last choice; None if there is none to withdraw."""
        return self._before_choices[-1] if self._before_choices and self._now is state else None
