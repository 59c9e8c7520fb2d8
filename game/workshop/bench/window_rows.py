"""Rows about the window.

The caller passes in the functions that measure them, because they need pygame.
"""

from collections.abc import Callable

from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured


def _handed(id: str) -> Callable[[Bench], float]:
    def measure(bench: Bench) -> float:
        """Return the measured ratio. Raise NotMeasured without a window."""
        try:
            found = bench.window().get(id)
        except ImportError as fault:
            raise NotMeasured(f"pygame cannot be used: {fault}") from fault
        if found is None:
            raise NotMeasured("there is no window here")
        return found(bench)

    return measure


BARE = "a bare pygame window"
BLITS = "blitting a full-screen surface and 40 sprites"
NEW = "a new battle of the same level"
WHATS = (
    ("window-start", "start to the first frame, dummy driver", 2, BARE),
    ("window-start-x11", "start to the first frame, on an X display", 1.3, BARE),
    ("title-steps", "longest step of the title after the first frame", 450, "reach"),
    ("frame", "a whole battle at 1920×1080, 40 units, overlays, log", 5, BLITS),
    ("frame-idle", "frames of title and battle while nothing changes", 0, "one a second"),
    ("refresh", "showing a question with 1,350 options, 1280×720", 70, "reach"),
    ("continue", "Continue of 1,000 commands, to the board at 1280×720", 3, NEW),
    ("pan", "panning a map of 200×200 tiles at 1280×720", 1, "5 ms a frame, 50 MB"),
    ("idle", "an idle title or battle", 1, "2% of one core"),
    ("think-felt", "waiting for a foe once all events are shown", 1, "100 ms"),
)
ROWS = tuple(BenchRow(id, what, limit, beside, _handed(id)) for id, what, limit, beside in WHATS)
