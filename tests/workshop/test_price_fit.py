"""`lab --prices`: prices fitted to the results of battles between random rosters."""

import json
import random
from math import exp
from pathlib import Path

import pytest

from game.workshop.lab.price_fit import RosterBattle, fit_prices, solved
from tests.cli.runner import Run

WORTH = {"pike": 6.0, "hound": 3.0, "boar": 9.0, "rat": 1.0}
"""Worth of each kind in points, of which each moves the log-odds by half."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


def fought(count: int, sides: int = 2, bonus: float = 0.0) -> list[RosterBattle]:
    """Return battles between random sides. The first side's log-odds are better by `bonus`."""
    dice = random.Random(7)
    found = []
    for _ in range(count):
        drawn = tuple(tuple(dice.choices([*WORTH], k=3)) for _ in range(sides))
        odds = [
            exp(0.5 * sum(WORTH[kind] for kind in side) + bonus * (n == 0))
            for n, side in enumerate(drawn)
        ]
        found.append(RosterBattle("yard", drawn, dice.choices(range(sides), odds)[0]))
    return found


@pytest.mark.parametrize(("sides", "bonus"), [(2, 0.0), (2, 1.5), (3, 0.0)])
def test_fit_finds_the_price_that_is_wrong(sides: int, bonus: float) -> None:
    prices = {"pike": 6, "hound": 5, "boar": 9, "rat": 1}
    found = {it.kind: it for it in fit_prices(prices, fought(1200, sides, bonus))}
    gap = found["pike"].fitted - found["hound"].fitted
    assert gap == pytest.approx(3, abs=0.7), "six points are worth twice three"
    assert found["boar"].fitted - found["pike"].fitted == pytest.approx(3, abs=0.7)
    assert all(it.low < it.fitted < it.high for it in found.values())
    assert found["hound"].fitted < 4.5


def test_few_battles_leave_prices_as_they_are() -> None:
    prices = {kind: int(worth) for kind, worth in WORTH.items()}
    few, many = fit_prices(prices, fought(60)), fit_prices(prices, fought(1200))
    assert [it.kind for it in few] == list(prices)
    for one, other in zip(few, many, strict=True):
        assert abs(one.fitted - one.price) < 2
        assert one.high - one.low > other.high - other.low
        assert one.battles < other.battles <= 1200


def test_nothing_is_fitted_if_dearer_sides_lose() -> None:
    lost = [it._replace(winner=1 - it.winner) for it in fought(300)]
    assert fit_prices({kind: int(worth) for kind, worth in WORTH.items()}, lost) == []


def test_equations_are_solved_with_any_order_of_rows() -> None:
    assert solved([[0.0, 2.0], [4.0, 1.0]], [[6.0], [7.0]]) == [[1.0], [3.0]]


def test_lab_fits_prices_to_battles_between_random_rosters(run: Run) -> None:
    options = ("lab", "kitchen", "cellar", "-n", "100", "--jobs", "1", "--prices")
    assert run(*options).code == 0
    first, columns, *rows = run.out.splitlines()
    assert first.startswith("prices that fit ")
    assert columns.split()[:3] == ["kind", "price", "fitted"]
    assert {"brawler", "cooper"} <= {row.split()[0] for row in rows}
    told = json.loads(run(*options, "--json").out)
    assert [(it["kind"], f"{it['fitted']:.1f}") for it in told] == [
        (row.split()[0], row.split()[2]) for row in rows
    ]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["kitchen", "--players", "novice"], "leave out --players"),
        (["kitchen", "--keep"], "leave out --players"),
        (["kitchen", "masked_ball"], "one rulebook at a time"),
        (["yard"], "'yard' has no roster with points"),
    ],
)
def test_prices_need_levels_with_points(run: Run, args: list[str], sentence: str) -> None:
    run("lab", *args, "-n", "2", "--prices")
    assert (run.code, run.out) == (2, "")
    assert sentence in run.err
