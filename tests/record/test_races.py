"""Programs that write to one path at the same time: no file is lost, and every report is true."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.play.replayer import replay
from game.record.reader import is_record, read_save
from game.record.safe_files import KEPT, make, move, older_files
from tests.play.test_rewind import BOOKS

ROOT = Path(__file__).parents[2]
PROGRAMS, TIMES = 3, 40

SAVING = """
import sys
from pathlib import Path
from game.record.save_files import save
from tests.play.test_rewind import battle
path, times = Path(sys.argv[1]), int(sys.argv[2])
table = battle("yard", most=4)
print("ready", flush=True)
sys.stdin.readline()
for n in range(times):
    try:
        table.save(path)
    except Exception as fault:
        print(repr(fault), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="locking a folder needs POSIX")
def test_programs_that_save_to_one_path_at_the_same_time_all_save(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.jsonl"
    command = [sys.executable, "-c", SAVING, str(path), str(TIMES)]
    pipe = subprocess.PIPE
    programs = [
        subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        for _ in range(PROGRAMS)
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    assert [program.communicate(timeout=60)[0] for program in programs] == [""] * PROGRAMS
    kept = [path, *older_files(path)]
    assert len(kept) == KEPT
    assert sorted(path.parent.iterdir()) == sorted(kept)
    for one in kept:
        assert replay(read_save(one), BOOKS).trouble is None


def test_new_file_is_complete_from_its_first_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    link = os.link

    def watched(source: Path, path: Path) -> None:
        seen.append(path.exists())
        link(source, path)
        seen.append(path.read_bytes() == b"whole")

    monkeypatch.setattr(os, "link", watched)
    assert make(tmp_path / "a", b"whole")
    assert seen == [False, True]
    assert not make(tmp_path / "a", b"other")
    assert (tmp_path / "a").read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_new_file_is_made_on_a_disk_without_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(source: Path, path: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    assert make(tmp_path / "a", b"whole")
    assert not make(tmp_path / "a", b"other")
    assert (tmp_path / "a").read_bytes() == b"whole"
    assert not is_record(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_moved_file_never_has_an_empty_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"battle")
    (tmp_path / "taken").write_bytes(b"other")
    seen: list[bool] = []
    replace = Path.replace

    def watched(path: Path, goal: Path) -> Path:
        seen.append(goal.exists())
        return replace(path, goal)

    monkeypatch.setattr(Path, "replace", watched)
    goals = [tmp_path / "taken", tmp_path / "new" / "free"]
    assert move(tmp_path / "a", goals) == goals[1]
    assert seen == [False]
    assert goals[1].read_bytes() == b"battle"
    assert goals[0].read_bytes() == b"other"
    assert not (tmp_path / "a").exists()
    with pytest.raises(FileExistsError):
        move(goals[1], goals)
