"""The editor's document: edits, undo, the file and its journal."""

import errno
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.content.levels import find_level
from game.record.failure import Failure
from game.rules.registry import find_books
from game.workshop.document import edit_journal, painting, tables
from game.workshop.document.edit_journal import journal_path
from game.workshop.document.gesture import GestureRefused
from game.workshop.document.level_document import LevelDocument

BOOKS = find_books().books


LEVEL = """\
# A meadow with mud in it.

format = 1
rulebook = "contest"
title = "The meadow"

# The end of it all.
rounds = 16

[map]
grid = '''
############
#a......,.b#
#..........#
############
'''

[map.legend]
"#" = "stone_wall"
"." = "grass"
"," = "mud"
"a" = { terrain = "grass", unit = "ann" }
"b" = { terrain = "grass", unit = "bo" }

[[side]]
id = "red"

[[side]]
id = "blue"

[[unit]]
id = "ann"
side = "red"
kind = "brawler"

[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    goal = tmp_path / "meadow.toml"
    goal.write_bytes(LEVEL.encode())
    return goal


OPEN: list[LevelDocument] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    for document in OPEN:
        document.close()
    OPEN.clear()


def opened(path: Path, said: list[str] | None = None) -> LevelDocument:
    OPEN.append(LevelDocument.open(path, BOOKS, (said if said is not None else []).append))
    return OPEN[-1]


def painted(document: LevelDocument, *cells: tuple[int, int], terrain: str = "mud") -> None:
    document.apply(painting.paint(document.reading, cells, terrain))


def test_painting_a_tile_changes_one_letter(path: Path) -> None:
    document = opened(path)
    before = document.text
    painted(document, (5, 1))
    changed = [
        n for n, pair in enumerate(zip(before, document.text, strict=True)) if len({*pair}) > 1
    ]
    assert changed == [document.reading.tile_offset((5, 1))]
    assert document.text[changed[0]] == ","


def test_opening_and_looking_write_nothing(path: Path) -> None:
    before = {it.name: (it.read_bytes(), it.stat().st_mtime_ns) for it in path.parent.iterdir()}
    document = opened(path)
    document.look()
    document.close()
    assert before == {
        it.name: (it.read_bytes(), it.stat().st_mtime_ns) for it in path.parent.iterdir()
    }


def test_stroke_is_one_step(path: Path) -> None:
    document = opened(path)
    start = document.text
    painted(document, (5, 1))
    for x in (6, 7):
        document.apply(painting.paint(document.reading, [(x, 1)], "mud"), joins=True)
    assert len(document.steps) == 1
    document.undo()
    assert document.text == start
    document.redo()
    assert document.reading.draft is not None
    assert document.reading.draft.terrain_id((7, 1)) == "mud"


def test_steps_are_kept_over_a_restart(path: Path) -> None:
    document = opened(path)
    start = document.text
    painted(document, (5, 1))
    painted(document, (6, 1))
    document.save()
    painted(document, (7, 1), terrain="fire")
    document.undo()
    painted(document, (9, 1))
    end = document.text
    document.close()
    again = opened(path)
    assert again.text == end
    assert not again.is_saved
    assert [step.name for step in again.steps] == ["paint mud"] * 3
    while again.undo():
        pass
    assert again.text == start


def test_undone_steps_are_kept_over_a_restart(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    end = document.text
    document.undo()
    document.close()
    again = opened(path)
    assert again.is_saved
    again.redo()
    assert again.text == end


def test_saving_keeps_the_last_three_versions(path: Path) -> None:
    document = opened(path)
    texts = [document.text]
    for x in (5, 6, 7, 9):
        painted(document, (x, 1))
        document.save()
        texts.append(document.text)
    assert document.is_saved
    names = [path, path.with_name("meadow.toml.1"), path.with_name("meadow.toml.2")]
    assert [it.read_text(encoding="utf-8") for it in names] == texts[:-4:-1]
    assert not path.with_name("meadow.toml.3").exists()


def test_mark_and_line_ends_stay(path: Path) -> None:
    data = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + data)
    document = opened(path)
    painted(document, (5, 1))
    document.apply(tables.set_key(document.reading, ("unit", 0, "life"), 7))
    document.apply(tables.add(document.reading, "area", {"id": "new", "tiles": [[1, 1]]}))
    document.save()
    saved = path.read_bytes()
    assert saved.startswith(b"\xef\xbb\xbf# A meadow")
    assert saved.count(b"\r\n") == saved.count(b"\n")
    document.undo()
    document.undo()
    document.undo()
    assert document.text.encode() == data


def test_torn_last_line_is_dropped(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    one = document.text
    painted(document, (6, 1))
    document.close()
    journal = journal_path(path)
    journal.write_bytes(journal.read_bytes()[:-9])
    said: list[str] = []
    again = opened(path, said)
    assert again.text == one
    painted(again, (7, 1))
    end = again.text
    again.close()
    assert opened(path).text == end


def test_journal_of_another_text_is_set_aside(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    document.save()
    document.close()
    old = journal_path(path).read_bytes()
    shutil.copy(find_level("yard"), path)
    said: list[str] = []
    again = opened(path, said)
    assert "another version" in said[0]
    assert again.steps == ()
    assert journal_path(path).read_bytes() == old
    painted(again, (1, 1), terrain="wall")
    aside = path.with_name(f"{journal_path(path).name}-1")
    assert aside.read_bytes() == old
    assert str(aside) in said[1]


def test_damaged_journal_is_set_aside(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    painted(document, (6, 1))
    document.close()
    journal = journal_path(path)
    journal.write_bytes(journal.read_bytes().replace(b"step", b"stop", 1))
    said: list[str] = []
    again = opened(path, said)
    assert "damaged" in said[0]
    assert again.is_saved


def test_second_editor_keeps_no_journal(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    said: list[str] = []
    other = opened(path, said)
    assert "another editor" in said[0]
    size = journal_path(path).stat().st_size
    painted(other, (7, 1))
    assert journal_path(path).stat().st_size == size
    document.close()


def test_unsaved_steps_meet_a_change_made_meanwhile(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    document.close()
    path.write_text(path.read_text(encoding="utf-8").replace("rounds = 16", "rounds = 12"))
    again = opened(path)
    again.look()
    change = again.look()
    assert change is not None
    assert change.kind == "merged"
    assert "rounds = 12" in again.text
    assert again.reading.letter((5, 1)) == ","


def test_change_from_outside_is_reloaded_as_a_step(path: Path) -> None:
    document = opened(path)
    start = document.text
    path.write_text(start.replace("rounds = 16", "rounds = 12"), encoding="utf-8")
    assert document.look() is None, "a file may still be being written"
    change = document.look()
    assert change is not None
    assert change.kind == "reloaded"
    assert document.is_saved
    assert [edit.text for edit in change.edits] == ["2"]
    document.undo()
    assert document.text == start


def test_conflict_keeps_both_texts(path: Path) -> None:
    document = opened(path)
    start = document.text
    document.apply(tables.set_key(document.reading, ("rounds",), 20))
    theirs = start.replace("rounds = 16", "rounds = 12")
    path.write_text(theirs, encoding="utf-8")
    document.look()
    change = document.look()
    assert change is not None
    assert change.kind == "conflict"
    assert document.conflict is not None
    assert (document.conflict.ours, document.conflict.theirs) == (document.text, theirs)
    with pytest.raises(Failure, match="Choose one"):
        document.save()
    ours = document.text
    document.take_theirs()
    assert document.text == theirs
    document.undo()
    assert document.text == ours
    document.save()
    assert path.read_text(encoding="utf-8") == ours
    assert path.with_name("meadow.toml.1").read_text(encoding="utf-8") == theirs


def test_saving_merges_what_nobody_looked_at(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    path.write_text(path.read_text(encoding="utf-8").replace("rounds = 16", "rounds = 12"))
    document.save()
    saved = path.read_text(encoding="utf-8")
    assert "rounds = 12" in saved
    assert saved == document.text
    assert document.is_saved


def test_deleted_file_is_written_again(path: Path) -> None:
    document = opened(path)
    path.unlink()
    document.look()
    change = document.look()
    assert change is not None
    assert change.kind == "gone"
    assert not document.is_saved
    document.save()
    assert path.read_text(encoding="utf-8") == document.text


def test_broken_text_keeps_the_last_good_level(path: Path) -> None:
    document = opened(path)
    at = document.text.index("rounds = 16")
    document.apply(tables.typing(document.reading, at, at + 11, "rounds = = 16"))
    assert document.reading.level is None
    assert document.good is not None
    assert document.good.level is not None
    found = document.reading.findings[0]
    assert found.finding.code == "not-toml"
    assert found.span is not None
    assert at <= found.span.start <= at + 13
    with pytest.raises(GestureRefused, match="error in line 8"):
        painted(document, (5, 1))
    document.undo()
    assert document.reading.level is not None


def test_findings_mark_value_and_tile(path: Path) -> None:
    document = opened(path)
    keys = ("unit", 0, "kind")
    document.apply(tables.set_key(document.reading, keys, "brawlre"))
    found = document.reading.findings[0]
    assert found.keys == keys
    assert found.span is not None
    assert document.text[found.span.start : found.span.end] == '"brawlre"'
    document.undo()
    at = document.reading.tile_offset((3, 2))
    assert at is not None
    document.apply(tables.typing(document.reading, at, at + 1, "?"))
    found = document.reading.findings[0]
    assert found.cell == (3, 2)
    assert found.span is not None
    assert document.text[found.span.start : found.span.end] == "?"


def test_text_that_no_file_can_have_is_refused(path: Path) -> None:
    document = opened(path)
    before = document.text
    with pytest.raises(GestureRefused):
        document.apply(tables.typing(document.reading, 0, 0, "\ud800"))
    with pytest.raises(GestureRefused):
        document.apply(tables.typing(document.reading, 0, 0, "\0"))
    assert document.text == before


def test_saving_under_a_new_name_keeps_the_steps(path: Path) -> None:
    document = opened(path)
    start = document.text
    painted(document, (5, 1))
    other = path.with_name("other.toml")
    document.save_as(other)
    assert path.read_text(encoding="utf-8") == start
    painted(document, (6, 1))
    document.close()
    again = opened(other)
    assert len(again.steps) == 2
    with pytest.raises(Failure, match="already exists"):
        again.save_as(path)


def test_journal_cut_anywhere_brings_back_whole_steps(path: Path) -> None:
    document = opened(path)
    texts = [document.text]
    for cell in ((5, 1), (6, 1), (7, 1)):
        painted(document, cell)
        texts.append(document.text)
    document.undo()
    document.close()
    journal = journal_path(path)
    whole = journal.read_bytes()
    head = whole.index(b"\n") + 1
    for size in (*range(0, head, 97), *range(head, len(whole), 5)):
        journal.write_bytes(whole[:size])
        again = LevelDocument.open(path, BOOKS)
        again.close()
        lines = max(0, whole[:size].count(b"\n") - 1)
        assert again.text == texts[lines], f"cut after {size} bytes"


def test_lost_save_line_is_made_good(path: Path) -> None:
    document = opened(path)
    painted(document, (5, 1))
    document.save()
    document.close()
    journal = journal_path(path)
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    again = opened(path)
    assert again.is_saved
    assert len(again.steps) == 1


def test_journal_that_cannot_be_written_is_reported_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    said: list[str] = []
    document = opened(path, said)
    monkeypatch.setattr(edit_journal, "_write", full)
    painted(document, (5, 1))
    painted(document, (6, 1))
    assert len(said) == 1
    assert "Undo is no longer kept" in said[0]
    document.save()
    assert path.read_text(encoding="utf-8") == document.text


def test_link_to_a_level_stays_a_link(path: Path) -> None:
    link = path.with_name("link.toml")
    link.symlink_to(path)
    document = opened(link)
    painted(document, (5, 1))
    document.save()
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == document.text
