"""A clock for tests of the order in which things were played."""


class Now:
    """Clock that shows the seconds it is set to."""

    def __init__(self) -> None:
        self.at = 2_000_000_000

    def __call__(self) -> int:
        """Return nanoseconds, as `time.time_ns` does."""
        return self.at * 1_000_000_000
