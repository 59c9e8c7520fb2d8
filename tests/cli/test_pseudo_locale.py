"""The terminal in the pseudo-locale: everything is translated."""

from pathlib import Path

import pytest

from tests.cli.runner import Run
from tests.cli.test_cli import WRONG
from tests.pseudo_words import english, untranslated

ARGPARSE = (["fly"], ["referee", "yard", "--fast"])
"""Arguments that Python's own parser refuses, in English."""
FIRST = ("first_action", "first_contest", "first_etiquette", "first_guard", "first_verdigris")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


@pytest.mark.parametrize("level", FIRST)
def test_terminal_is_translated(run: Run, level: str) -> None:
    told = run("watch", level, "--text", "--fast", "--seed", "3", "--language", "pseudo")
    assert (told.code, untranslated(told.out)) == (0, [])


@pytest.mark.parametrize("words", ["CON-07", "ACT-17", "search cover"])
def test_rules_of_the_terminal_are_translated(run: Run, words: str) -> None:
    told = run("rules", *words.split(), "--language", "pseudo")
    paragraphs = told.out.replace("\n", " ")  # Lines of a paragraph aren't labels.
    assert (told.code, untranslated(paragraphs)) == (0, [])


@pytest.mark.parametrize(("args", "given"), [one[:2] for one in WRONG if one[0] not in ARGPARSE])
def test_errors_of_commands_are_translated(run: Run, args: list[str], given: str | bytes) -> None:
    run("--language", "pseudo", *args, given=given)
    assert (run.code, run.err.count("\n"), english(run.err)) == (2, 1, [])


def test_report_of_the_lab_is_translated(run: Run) -> None:
    told = run("--language", "pseudo", "lab", "yard", "-n", "2", "--jobs", "1")
    assert told.code == 0
    assert [line for line in told.out.splitlines() if english(line)] == []
