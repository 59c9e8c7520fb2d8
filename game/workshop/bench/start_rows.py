"""The row that measures starting a command: a whole process, compared with necessary imports."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from game.content.levels import find_level
from game.workshop.bench.measuring import Bench, BenchRow, Task, ratio

HOME = Path(__file__).parents[3]
"""The folder that contains the game's package."""


def process(cache: str, *args: str, **variables: str) -> str:
    """Run Python and return its output. Raise CalledProcessError if it fails.

    Compiled modules are cached in the folder `cache`, as an installation would cache them.
    """
    path = os.pathsep.join([str(HOME), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": cache, **variables}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *args]
    done = subprocess.run(command, check=True, capture_output=True, env=environment, text=True)
    return done.stdout


def _check(bench: Bench) -> float:
    level = str(find_level("yard"))
    with TemporaryDirectory() as cache:
        check = Task(lambda: process(cache, "-m", "game", "check", level))
        libraries = Task(lambda: process(cache, "-c", "import msgspec, tomli, esper"))
        return ratio(check, libraries, bench.effort.processes, 0)


BESIDE = "importing msgspec, tomli and esper"
ROWS = (BenchRow("check-start", "check of one level, from process start", 2, BESIDE, _check),)
