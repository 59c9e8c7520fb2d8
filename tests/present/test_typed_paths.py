"""Paths that people type, for levels and replays: each gets an answer in a sentence."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.present.battle_position import battle_position
from game.present.replay_list import opened_record, shared
from game.record.failure import Failure
from game.workshop.position_level import write_level
from tests.play.test_rewind import BOOKS, battle

STANDING = battle_position(battle("yard", most=9).battle)


def written(_: Path, to: str) -> Path:
    return write_level(STANDING, BOOKS, to)[0]


@pytest.mark.parametrize("give", [written, shared], ids=["a level", "a replay"])
@pytest.mark.parametrize(
    "to",
    [
        *("", "  ", "\0", "a\0b", "~nobody-is-called-so/x", "~nobody-is-called-so", "x" * 5000),
        *("a/" * 3000, "/dev/null/x", "there", "there/", "there/.", "/proc/nothing/x", "\ud800"),
    ],
    ids=lambda to: ascii(to[:24]),
)
def test_odd_path_is_refused_or_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, give: Callable[[Path, str], Path], to: str
) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "one.jsonl"
    source.write_bytes(b"{}")
    (tmp_path / "there").write_bytes(b"mine")
    (tmp_path / "there.toml").write_bytes(b"mine")
    (tmp_path / "there.jsonl").write_bytes(b"mine")
    made, said = None, ""
    try:
        made = give(source, to)
    except Failure as failure:
        said = str(failure)
    assert len(said) <= 400
    assert (said[-1:] == ".") == (made is None)
    assert (tmp_path / "there").read_bytes() == b"mine"
    assert (tmp_path / "there.toml").read_bytes() == b"mine"
    assert (tmp_path / "there.jsonl").read_bytes() == b"mine"
    kept = {"one.jsonl", "there", "there.toml", "there.jsonl"}
    new = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*")} - kept
    assert bool(new) == (made is not None)


@pytest.mark.parametrize("name", ["a\0b", "~nobody-is-called-so/x", "x" * 5000, "/dev/zero", "."])
def test_odd_file_is_not_a_record(name: str) -> None:
    with pytest.raises(Failure, match=r"can('t|not) be read"):
        opened_record(Path(name), BOOKS)


@pytest.mark.skipif(os.name == "nt", reason="these names are special on Windows")
def test_level_stays_in_its_folder_whatever_the_title_of_its_battle(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for id in ("../../out", "/etc/x", "a\0b", "", "x" * 500):
        made, _ = write_level(replace(STANDING, id=id), BOOKS, str(folder))
        assert made.parent == folder
        made.unlink()
