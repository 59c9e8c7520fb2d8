"""The imports of `check` and of the window, which take most of the time that they need to start."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli.main import main
from game.content.levels import all_levels
from game.rules.registry import find_books

ROOT = Path(__file__).parents[2]
BOOKS = sorted(find_books().books)

NEEDED = """
import argparse, atexit, bisect, dataclasses, difflib, gc, locale, pathlib, runpy, signal, string
import sys
import msgspec, tomli
argparse.ArgumentParser().parse_args([])
"""
"""Imports that `check` needs besides the game, with everything they import in turn."""
PARTS = "cli content core engine play record rules systems terms workshop"
LIGHT = {
    "engine.bookshelf",
    "engine.level_rules",
    "play.signals",
    "record.failure",
    "record.sentences",
    "systems.shared_lints",
    "workshop.check_levels",
    "workshop.workshop_sentences",
}
"""Modules that `check` may import from the packages for battles, recording and testing."""
HEAVY = {name.split(".")[0] for name in LIGHT}


def loaded(code: str, *args: str) -> set[str]:
    """Return the modules that a program has imported by its end."""
    telling = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    command = [sys.executable, "-c", telling + code, *args]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stderr.split())


def checking(level: Path) -> set[str]:
    code = "import runpy\nsys.argv[0] = 'game'\nrunpy.run_module('game', run_name='__main__')"
    return loaded(code, "check", str(level))


@pytest.fixture(scope="module")
def needed() -> set[str]:
    return {name.split(".")[0] for name in loaded(NEEDED)}


@pytest.mark.parametrize("book", BOOKS)
def test_check_imports_the_level_rules_of_one_rulebook_and_nothing_for_playing(
    book: str, needed: set[str]
) -> None:
    modules = checking(next(row.path for row in all_levels() if row.rulebook == book))
    parts = [tuple(name.split(".")) for name in modules]
    assert {"game.workshop.check_levels", f"game.rules.{book}"} <= modules
    assert {part[0] for part in parts} - needed - {"game", "_blake2"} == set()
    assert {part[1] for part in parts if part[0] == "game" and part[1:]} <= {*PARTS.split()}
    heavy = [part[1:] for part in parts if part[0] == "game" and HEAVY.intersection(part[1:2])]
    assert {".".join(part) for part in heavy if part[1:]} == LIGHT
    rules = {part[2] for part in parts if part[:2] == ("game", "rules") and part[2:]}
    assert rules == {"registry", book}
    assert f"game.rules.{book}.book" not in modules


STEPS = """
import sys
import game.client.program
from game.cli.scene_imports import PARTS, imported
counts = []
for part in PARTS:
    before = set(sys.modules)
    for _ in imported(part):
        counts.append(len(set(sys.modules) - before))
        before = set(sys.modules)
    if part == "rulebooks":
        from game.rules.registry import find_books
        find_books()
print(*counts, "game.client.navigation" in sys.modules)
"""
MOST = 45
"""Maximum number of modules in a step; it takes 4 ms to import 20 to 40 of them."""


def test_scenes_are_imported_in_short_steps() -> None:
    command = [sys.executable, "-c", STEPS]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    *counts, is_complete = done.stdout.splitlines()[-1].split()
    assert is_complete == "True"
    assert all(0 < int(count) <= MOST for count in counts), counts


PASSES = """
import atexit, gc, sys
passes = []
gc.callbacks.append(lambda phase, about: passes.append(phase))
atexit.register(lambda: print(len(passes), file=sys.stderr))
from game.cli.main import main
passes.clear()
sys.argv = ["game", "check", *sys.argv[1:]]
sys.exit(main())
"""


def test_check_collects_no_garbage() -> None:
    """Check that no pass of the collector searches the imported modules, not even at the end."""
    level = next(row.path for row in all_levels() if row.id == "yard")
    command = [sys.executable, "-c", PASSES, str(level)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert int(done.stderr) == 0


def test_garbage_is_collected_as_before_after_a_command_within_a_program() -> None:
    before = gc.get_threshold()
    assert main(["levels"]) == 0
    assert gc.get_threshold() == before
