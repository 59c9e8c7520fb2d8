"""Hostile packs: each is refused in a sentence, and nothing is written that stays."""

import re
import resource
import time
from itertools import islice
from pathlib import Path

import pytest

from game.content.shelf import Shelf
from game.record.failure import Failure
from game.workshop.packs.pack_archive import MOST_FILES, place_of, read_archive
from game.workshop.packs.pack_store import install, staged
from tests.workshop.packs.fen import BOOKS, files
from tests.workshop.packs.hostile import archive, hostile

MOST_SECONDS, MOST_MEGABYTES = 20, 300
"""Bounds of the processor time for one hostile pack, and of the growth in memory for all."""


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(it.relative_to(folder)): it.read_bytes() for it in folder.rglob("*") if it.is_file()
    }


def test_hostile_packs_are_refused_in_a_sentence(tmp_path: Path) -> None:
    data = tmp_path / "home" / "data"
    with staged(archive(files()), BOOKS, data) as pack:
        install(pack, data)
    (tmp_path / "outside.toml").write_text("mine", encoding="utf-8")
    before, memory = everything(tmp_path), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refused: dict[str, str] = {}
    slow: dict[str, float] = {}
    for name, content in hostile():
        start = time.process_time()
        try:
            with staged(content, BOOKS, data, str) as pack:
                install(pack, data)
        except Failure as failure:
            refused[name] = str(failure)
        else:
            refused[name] = ""
        spent = time.process_time() - start
        if spent > MOST_SECONDS:
            slow[name] = spent
    assert len(refused) >= 200
    assert [name for name, why in refused.items() if not why] == []
    wrong = {n: why for n, why in refused.items() if not re.fullmatch(r"[^\n\x1b\x7f]{9,900}", why)}
    assert wrong == {}
    assert {
        n: why for n, why in refused.items() if not why.rstrip().endswith((".", ")", "?"))
    } == {}
    assert everything(tmp_path) == before
    assert [path.name for path in (data / "packs").iterdir()] == ["fen"]
    assert slow == {}
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    assert grown < MOST_MEGABYTES * 1024
    assert [level.id for level in Shelf(data).levels()] == ["fen/first"]


def test_refused_names_reach_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a bad name, image or sound is refused before anything is unpacked."""
    monkeypatch.setattr("tempfile.mkdtemp", None)
    for _, content in islice(hostile(), 150):
        with pytest.raises(Failure):
            read_archive(content)


def test_honest_files_have_their_places() -> None:
    assert all(map(place_of, files()))
    assert MOST_FILES == 500
    assert read_archive(archive(files())) == files()
    folders = [(name, b"") for name in ("levels/", "pieces/")]
    assert read_archive(archive(files(), folders)) == files()
