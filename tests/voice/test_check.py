"""The voice check finds offences in every kind of text, and its baseline can only shrink."""

import json
from pathlib import Path

import pytest

from tests.voice import check, pieces

CLEAN = ("ui", "codex", "doc", "docstring")
"""Kinds of text that must have no findings."""

SAMPLES = {
    "game/rules/tag/texts.toml": '[event]\ndone = "What comes of it hangs on luck"\n',
    "levels/tag/items.toml": '# Where nobody sees it, it is no good to anyone\n[x]\ntitle = "X"\n',
    "game/rules/tag/codex.toml": '[one]\ntext = "Who walks on, if not said, goes on with it."\n',
    "README.md": "It is told anew.\n```\nanew\n```\n",
    "game/one.py": '"""Module."""\n\n\ndef f() -> None:\n    """What it does."""\n',
    "game/two.py": 'TEXT = f"{1} is reckoned by {2} of them"\n',
    "game/three.py": "X = 1  # the own side, as it is taken back by the other one\n",
}


def written(root: Path) -> Path:
    """Write the samples below `root`, and return `root`."""
    for name, text in SAMPLES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_offences_are_found_in_every_kind_of_text(tmp_path: Path) -> None:
    found = {(one.piece.file, one.code) for one in check.found_in(written(tmp_path))}
    assert {file for file, _ in found} == set(SAMPLES)
    assert {("README.md", "anew"), ("game/one.py", "clause"), ("game/two.py", "dated")} <= found
    kinds = {piece.kind for piece in pieces.pieces(tmp_path)}
    assert kinds == {"ui", "codex", "doc", "docstring", "comment", "message"}


def test_excused_lines_files_and_code_blocks_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game/a.py").write_text("# it is told anew, as ever  voice: ok\n", "utf-8")
    (tmp_path / "game/b.py").write_text("# voice: off\n\n# it is told anew, as ever\n", "utf-8")
    (tmp_path / "a.md").write_text("```\nWho does it?\nanew\n```\n", "utf-8")
    assert check.found_in(tmp_path) == ()


@pytest.mark.parametrize("one", check.patterns(), ids=lambda one: one.code)
def test_every_pattern_has_kinds_and_advice(one: check.Pattern) -> None:
    assert one.kinds <= {"ui", "codex", "level", "doc", "docstring", "comment", "message"}
    assert one.kinds
    assert one.advice


def test_file_with_more_findings_than_known_fails(tmp_path: Path) -> None:
    found = check.found_in(written(tmp_path))
    known = check.counted(found)
    assert check.grown(found, known) == []
    known["README.md:anew"] = 0
    assert [one.piece.file for one in check.grown(found, known)] == ["README.md"]


def test_baseline_excuses_nothing_that_players_authors_and_engineers_read() -> None:
    known = json.loads(check.BASELINE.read_text("utf-8"))
    found = [one for one in check.found_in(check.ROOT) if one.piece.kind in CLEAN]
    assert [str(one) for one in found] == []
    assert all(count > 0 for count in known.values())
