"""Rows about the window.

The caller passes in the functions that measure them, because they need pygame.
"""

from collections.abc import Callable

from game.workshop.bench.growth_rows import BESIDE
from game.workshop.bench.measuring import Bench, BenchRow, Noted, NotMeasured


def _handed(id: str) -> Callable[[Bench], float | Noted]:
    def measure(bench: Bench) -> float | Noted:
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
CPU = "CPU time of the main thread"
SCRIPTS = (
    ("tick-720", "script at 1280×720"),
    ("tick-720-calm", "script at 1280×720, reduced motion"),
    ("tick-1080", "script at 1920×1080"),
    ("tick-1080-calm", "script at 1920×1080, reduced motion"),
)
"""The scripts whose ticks are measured; `bench_ticks` in the window plays them."""
LONGEST, MOST = ("worst", "worst tick of the", 33), ("most", "99.9% of the ticks of the", 16)
"""The two rows of each script: ending of the id, beginning of the text, limit in milliseconds."""


def _ticks(id: str, script: str, part: tuple[str, str, int]) -> BenchRow:
    ending, words, limit = part
    id = f"{id}-{ending}"
    return BenchRow(id, f"{words} {script}", limit, CPU, _handed(id), unit="ms")


PAINTED = "worst frame while painting 60×40 tiles in the editor, "

ROWS = (
    *(BenchRow(id, what, limit, beside, _handed(id)) for id, what, limit, beside in WHATS),
    BenchRow("growth-frame", "growth of a frame", 1, BESIDE, _handed("growth-frame"), unit=""),
    *(
        BenchRow(id, f"{PAINTED}{size}", 16, CPU, _handed(id), unit="ms")
        for id, size in (("paint-720", "1280×720"), ("paint-1080", "1920×1080"))
    ),
    *(_ticks(*script, part) for script in SCRIPTS for part in (LONGEST, MOST)),
)
