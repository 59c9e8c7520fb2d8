"""Break the game in a copy of its tree, one rule at a time, and check that the tests notice.

`breaks.toml` lists likely mistakes. A break is noticed if a test that names its rule fails. Code
that can't work at all proves nothing, nor does a test that fails without a break.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import msgspec
import tomli

COPIED = ("game", "tests", "levels", "assets", "pyproject.toml", "README.md", "CHANGELOG.md")
"""Parts of the tree that the tests of a rule need."""
PATIENCE = 300
"""Number of seconds after which a run is stopped, as a break can make a battle endless."""
FAILED = re.compile(r"^FAILED (.+?)(?: - (.*))?$", re.MULTILINE)
NO_CODE = ("SyntaxError", "IndentationError", "NameError", "ImportError", "ModuleNotFoundError")
"""Errors that show that the broken code could never have worked."""


class Unproved(Exception):
    """Error for tests that fail without any break, so that they can't notice one."""


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A break of a rule.

    In `file`, the text `replace` occurs exactly once and becomes `by`.
    """

    rule: str
    file: str
    replace: str
    by: str

    def __str__(self) -> str:
        return f"{self.rule} in {self.file}, {self.replace.strip().splitlines()[0]!r}"


class _File(msgspec.Struct, forbid_unknown_fields=True, rename={"breaks": "break"}):
    breaks: tuple[Break, ...] = ()


def breaks_of(path: Path) -> tuple[Break, ...]:
    """Return the breaks that a file lists."""
    return msgspec.convert(tomli.loads(path.read_text(encoding="utf-8")), _File).breaks


class Copy:
    """A copy of a tree, in which breaks are made and undone one at a time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self._ages = count(1)
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name)
            elif (root / name).exists():
                shutil.copy2(root / name, folder / name)

    def fault(self, one: Break, nodes: Sequence[str]) -> str | None:
        """Return what is wrong with a break or its rule's tests.

        Return None if the tests notice the break.
        """
        if not nodes:
            return f"{one}: no test names this rule"
        path = self.folder / one.file
        if not path.is_file():
            return f"{one}: there is no such file"
        text, times = path.read_text(encoding="utf-8"), path.stat()
        if text.count(one.replace) != 1:
            return f"{one}: the text to replace occurs {text.count(one.replace)} times"
        path.write_text(text.replace(one.replace, one.by), encoding="utf-8")
        # Python compares a source with its compiled file by whole seconds and by size.
        os.utime(path, (times.st_atime, times.st_mtime + next(self._ages)))
        try:
            said = self._unnoticed(nodes)
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))
        return said and f"{one}: {said}"

    def _unnoticed(self, nodes: Sequence[str]) -> str | None:
        try:
            run = self.run(nodes, PATIENCE)
        except subprocess.TimeoutExpired:
            return f"its tests are still running after {PATIENCE} seconds"
        if run.returncode == 0:
            return f"broken, and its tests still pass ({len(nodes)})"
        failed = FAILED.search(run.stdout) if run.returncode == 1 else None
        if failed is None:
            return f"its tests didn't run: {_last(run)}"
        if (failed[2] or "").startswith(NO_CODE):
            return f"the broken code could never work: {failed[2]}"
        return None

    def failing(self, nodes: Sequence[str]) -> str | None:
        """Return how the tests fail without any break, or None if all pass."""
        run = self.run(nodes)
        return None if run.returncode == 0 else _last(run)

    def run(
        self, nodes: Sequence[str], patience: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run tests in the copy until one fails. Raise TimeoutExpired after `patience` seconds."""
        # Compiled files save most of a run's time; keep them, and full messages.
        left_out = ("PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS")
        env = {key: value for key, value in os.environ.items() if key not in left_out}
        env |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        env |= {"PYTHONPATH": str(self.folder), "COLUMNS": "500"}
        options = ["-q", "-x", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
        return subprocess.run(
            [sys.executable, "-m", "pytest", *options, *nodes],
            cwd=self.folder,
            env=env,
            capture_output=True,
            encoding="utf-8",
            timeout=patience,
            check=False,
        )


def _last(run: subprocess.CompletedProcess[str]) -> str:
    """Return the line of a run's output that best explains its failure."""
    failed = FAILED.search(run.stdout)
    lines = [failed[0]] if failed else (run.stdout + run.stderr).strip().splitlines()
    return lines[-1] if lines else f"exit code {run.returncode}"


def faults(
    root: Path, breaks: Sequence[Break], nodes: Mapping[str, Sequence[str]], jobs: int = 1
) -> Iterator[str]:
    """Yield a sentence for each break that `nodes`, the tests of its rule, don't notice.

    Raise Unproved if these tests fail without a break.
    """
    copies: SimpleQueue[Copy] = SimpleQueue()

    def tried(one: Break) -> str | None:
        copy = copies.get()
        try:
            return copy.fault(one, nodes[one.rule])
        finally:
            copies.put(copy)

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        made = [Copy(root, Path(folder, str(n))) for n in range(jobs)]
        needed = sorted({node for one in breaks for node in nodes[one.rule]})
        if needed and (failing := made[0].failing(needed)):
            raise Unproved(f"tests of rules fail without any break: {failing}")
        for copy in made:
            copies.put(copy)
        yield from filter(None, pool.map(tried, breaks))
