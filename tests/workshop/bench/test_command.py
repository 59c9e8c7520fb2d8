"""The command `bench`: its output and exit codes."""

import io
import json
from pathlib import Path

import pytest

from game.workshop.bench import command
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured
from tests.cli.runner import Run

KEYS = ["id", "what", "target", "limit", "ratio", "beside", "verdict", "why"]


def _absent(bench: Bench) -> float:
    raise NotMeasured("there is no moon")


GOOD = BenchRow("good", "work that is quick", 2, "reach", lambda _: 1.23456)
BAD = BenchRow("bad", "slow work", 2, "a longer name", lambda _: 12.3)
ABSENT = BenchRow("absent", "what is not there", 1, "reach", _absent)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the rows by three sample rows."""
    monkeypatch.setattr(command, "ROWS", (GOOD, BAD, ABSENT))


@pytest.mark.usefixtures("three")
def test_bench_prints_a_table(run: Run) -> None:
    assert run("bench").out.splitlines() == [
        "id      what                target    ratio  beside",
        "good    work that is quick   ≤ 2 ×     1.23  reach          ok",
        "bad     slow work            ≤ 2 ×     12.3  a longer name  MISSED",
        "absent  what is not there    ≤ 1 ×           reach          "
        "not measured: there is no moon",
    ]
    assert (run.code, run.err) == (1, "")


@pytest.mark.usefixtures("three")
def test_bench_measures_the_chosen_rows(run: Run) -> None:
    out = run("bench", "--quick", "--row", "absent", "--row", "good").out
    assert [line.split()[0] for line in out.splitlines()] == ["id", "good", "absent"]
    assert run.code == 0


@pytest.mark.usefixtures("three")
def test_bench_prints_json(run: Run) -> None:
    found = json.loads(run("bench", "--json").out)
    assert [list(one) for one in found] == [KEYS] * 3
    assert found[0]["ratio"] == 1.23456
    assert [one["verdict"] for one in found] == ["ok", "missed", "not measured"]
    assert (found[2]["ratio"], found[2]["why"]) == (None, "there is no moon")
    assert run.code == 1


def test_bench_measures_a_real_row(run: Run) -> None:
    (found,) = json.loads(run("bench", "--quick", "--json", "--row", "sight-cached").out)
    assert found["id"] == "sight-cached"
    assert found["ratio"] > 0
    assert run.err == ""


@pytest.mark.usefixtures("three")
def test_unknown_row_gets_one_sentence(run: Run) -> None:
    assert run("bench", "--row", "moon").code == 2
    assert run.out == ""
    assert run.err == "There is no row 'moon'; the rows are good, bad, absent.\n"


@pytest.mark.usefixtures("three")
def test_terminal_shows_the_current_row() -> None:
    out, err = io.StringIO(), Terminal()
    command.bench({}, command.BenchOptions(["good", "bad"]), out, err)
    assert "\r1/2 good …" in err.getvalue()
    assert "\r2/2 bad …" in err.getvalue()
    assert err.getvalue().endswith("\r")
    silent = io.StringIO()
    command.bench({}, command.BenchOptions(["good"]), out, silent)
    assert silent.getvalue() == ""
