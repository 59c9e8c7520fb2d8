"""`replay --analyse`: the accounts of a recorded battle in the terminal."""

import io
import re
from pathlib import Path

import pytest

from game.content.levels import find_level, load_level
from game.play.table import Table
from game.present.analysis import analysis_search
from game.record.dice_source import DiceSource
from game.record.failure import Failure
from game.record.recording import Setup
from game.referee.analyse_command import DIFFERS, EQUAL, analyse
from game.rules.registry import find_books

BOOKS = find_books().books
SUM = re.compile(r"(\d+)% at the start, luck (.\d+), own choices (.\d+), .* (.\d+), result (\d+)%")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the record of a whole battle between soldiers."""
    level = load_level(find_level("yard"), BOOKS)
    players = {side.id: "soldier" for side in level.sides}
    table = Table.open(BOOKS["contest"], level, Setup(DiceSource(4), players))
    while table.step():
        pass
    path = tmp_path / "battle.jsonl"
    path.write_bytes(table.saved())
    return path


def printed(path: Path) -> tuple[int, str]:
    out = io.StringIO()
    return analyse(path, BOOKS, out), out.getvalue()


def sums(text: str) -> list[list[int]]:
    return [[int(one.replace("−", "-")) for one in found] for found in SUM.findall(text)]


def test_accounts_are_printed_and_add_up(record: Path) -> None:
    code, text = printed(record)
    assert code == EQUAL
    assert "fitted" in text
    (account,) = sums(text)
    *parts, result = account
    assert sum(parts) == result
    assert result in (0, 100)
    assert "round  1" in text


def test_duel_is_played_on_by_soldiers_with_a_margin(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_search, "GAMES", 2)
    monkeypatch.setattr(analysis_search, "FEWEST", 2)
    content = record.read_bytes().replace(b'"red":"soldier"', b'"red":"stdio"', 1)
    record.write_bytes(content.replace(b'"blue":"soldier"', b'"blue":"stdio"', 1))
    code, text = printed(record)
    assert code == EQUAL
    assert "by 2 battles" in text
    assert "margin" in text
    found = sums(text)
    assert len(found) == 2, "both people are told"
    assert all(sum(parts) == result for *parts, result in found)


def test_record_that_differs_is_told_as_far_as_it_goes(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if n > 6 and b'"line":"play"' in line)
    lines[at] = re.sub(rb'"hash":"[0-9a-f]{4}', b'"hash":"0000', lines[at])
    record.write_bytes(b"".join(lines))
    code, text = printed(record)
    assert code == DIFFERS
    assert len(sums(text)) == 1


def test_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no battle")
    with pytest.raises(Failure):
        printed(path)
