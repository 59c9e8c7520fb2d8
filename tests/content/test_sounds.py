"""The sounds equal their recipes, can be played, and are assigned to events."""

import shutil
import subprocess
import sys
import wave
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tomli

from game.content.shipped_folders import assets_root, levels_root
from game.rules.registry import find_books
from game.terms.commands import Concede, Done, OfferDraw, Place
from game.terms.events import COMMON, Event, name_of

SOUNDS = assets_root() / "sounds"
FILES = sorted(SOUNDS.glob("*.wav"))
BOOKS = find_books().books.values()
EVENTS = {
    name_of(event): event
    for events in (COMMON, *(book.events for book in BOOKS))
    for event in events
}

MOST_BYTES = 60_000
MOST_BYTES_OF_LOOPS = 900_000
RATES = {22050, 11025}
FROM_THE_SCREEN = {"terrain", "own", "result"}
"""Values that a case can test although they aren't fields of the event."""


def read(name: str) -> dict[str, Any]:
    return tomli.loads((SOUNDS / name).read_text(encoding="utf-8"))


PLAN = read("sounds.toml")
LOOPS = {name for name, sound in read("recipes.toml")["sound"].items() if sound.get("loop")}


def make(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, str(folder / "make.py"), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout + done.stderr


def rows(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every entry with a sound, at any depth."""
    if "sound" in table:
        yield table
    for value in table.values():
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from rows(inner)


def files_of(row: dict[str, Any]) -> list[str]:
    return [row["sound"]] if isinstance(row["sound"], str) else row["sound"]


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, entry in PLAN["event"].items():
        for case in entry.get("case", ()):
            yield name, case


def test_sounds_equal_those_made_from_their_recipes() -> None:
    assert make(SOUNDS, "--check") == (0, "All sounds are what their recipes make.\n")


def test_missing_sound_is_reported(tmp_path: Path) -> None:
    for name in ("make.py", "recipes.toml", "select_1.wav", "select_2.wav"):
        shutil.copy(SOUNDS / name, tmp_path)
    (tmp_path / "select_1.wav").write_bytes((tmp_path / "select_2.wav").read_bytes())
    (tmp_path / "select_2.wav").rename(tmp_path / "select_3.wav")
    code, told = make(tmp_path, "--check", "select")
    assert code == 1
    assert told.splitlines() == [
        "select_1.wav is not what its recipe makes.",
        "select_2.wav is missing.",
        "select_3.wav has no recipe.",
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sound_can_be_played(path: Path) -> None:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert file.getframerate() in RATES
        samples = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    loudest = max(map(abs, samples))
    assert 9_000 < loudest < 30_000
    assert abs(sum(samples)) < 40 * len(samples)
    if path.stem in LOOPS:
        steps = [abs(x - y) for x, y in pairwise(samples)]
        assert abs(samples[0] - samples[-1]) <= sum(steps) / len(steps)
        assert max(abs(samples[0]), abs(samples[-1])) < loudest // 300
        return
    assert path.stat().st_size < MOST_BYTES
    assert samples[0] == samples[-1] == 0
    assert max(map(abs, samples[:4])) < loudest // 5
    assert max(map(abs, samples[-100:])) < loudest // 100


def test_loops_are_not_too_large() -> None:
    sizes = [(SOUNDS / f"{name}.wav").stat().st_size for name in LOOPS]
    assert len(sizes) == 2
    assert sum(sizes) < MOST_BYTES_OF_LOOPS


def test_named_sounds_exist_and_existing_sounds_are_named() -> None:
    named = {file for row in rows(PLAN) for file in files_of(row)}
    assert named == {path.stem for path in FILES}


def test_sounds_never_exceed_full_volume() -> None:
    assert [row for row in rows(PLAN) if files_of(row) and not 0 < row["volume"] <= 1] == []


def test_every_event_has_a_sound_or_is_deliberately_silent() -> None:
    silent, sounding = set(PLAN["silent"]), set(PLAN["event"])
    assert silent & sounding == set()
    assert silent | sounding == EVENTS.keys()


def test_cases_test_fields_of_events() -> None:
    def fields(event: type[Event]) -> set[str]:
        return {*event.__struct_fields__, *FROM_THE_SCREEN}

    for name, case in cases():
        asked = {*case.get("where", ()), *case.get("least", ())}
        assert asked
        assert asked <= fields(EVENTS[name]), name


def test_cases_name_existing_values() -> None:
    known = {"hazard", "won", "lost", "drawn"}
    for path in (levels_root() / "terrain.toml", *levels_root().glob("*/*.toml")):
        known |= tomli.loads(path.read_text(encoding="utf-8")).keys()
    named = {
        value
        for _, case in cases()
        for values in case.get("where", {}).values()
        for value in values
        if isinstance(value, str)
    }
    assert named - known == set()


def test_commands_with_sounds_exist() -> None:
    kinds = {kind for book in BOOKS for kind in book.commands} | {Place, Done, Concede, OfferDraw}
    known = {str(kind.__struct_config__.tag) for kind in kinds}
    assert PLAN["ui"]["command"].keys() <= known
