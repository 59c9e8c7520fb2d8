"""The bench: its yardstick, its rows (whether they work, not their speed) and its verdicts."""

from pathlib import Path

import pytest

from game.core.paths import reach as own_reach
from game.rules.registry import find_books
from game.workshop.bench import (
    battle_rows,
    bench_maps,
    growth_rows,
    map_rows,
    start_rows,
    tcod_search,
    window_rows,
    yardstick,
)
from game.workshop.bench.measuring import (
    Bench,
    BenchRow,
    Effort,
    Measured,
    Noted,
    NotMeasured,
    Task,
    measured,
    ratio,
    seconds,
)
from game.workshop.bench.rows import ROWS

LEAST = Effort(repeats=1, sample=0, processes=1, battles=2)
BENCH = Bench(find_books().books, LEAST)

OPTIONAL = {
    *("reach-open", "reach-walls", "odds-pools", "odds-path", "turn-action", "turn-soldier"),
    *("threat", "threats", "legal-crates", "odds-step"),
    *("tile-first", "tile", "tile-again", "approach"),
    "battles",
}
"""Rows whose requirements may be missing."""

NOTES = {"suite", "think-start", "think-ask"} | {one.id for one in window_rows.ROWS}
"""Rows without a ratio here; the window's tests measure those about the window."""


def row(limit: float = 2, is_least: bool = False) -> BenchRow:
    return BenchRow("some", "some work", limit, "reach", lambda _: 1.5, is_least)


def test_yardstick_finds_the_right_costs() -> None:
    costs = yardstick.reach()
    x, y = yardstick.START
    assert len(costs) == yardstick.TILES == 289
    assert all(cost == max(abs(a - x), abs(b - y)) for (a, b), cost in costs.items())


def test_engine_agrees_with_the_yardstick_on_an_open_map() -> None:
    found = own_reach(bench_maps.grid(0), yardstick.START, yardstick.BUDGET)
    assert found.costs == yardstick.reach()


def test_tcod_agrees_if_it_is_installed() -> None:
    if not tcod_search.HAS_TCOD:
        pytest.skip("tcod is not installed")
    size = yardstick.SIZE
    costs = tcod_search.TcodMap([[1] * size for _ in range(size)])
    assert costs.reach(yardstick.START, yardstick.BUDGET) == yardstick.reach()
    assert len(costs.reach((0, 31), 3)) == 16


def test_map_with_walls_is_always_the_same() -> None:
    walls = bench_maps.walls(bench_maps.WALLS)
    assert 0.2 < sum(walls) / len(walls) < 0.3
    assert not walls[yardstick.START[1] * yardstick.SIZE + yardstick.START[0]]
    bench_maps.walls.cache_clear()
    assert bench_maps.walls(bench_maps.WALLS) == walls


def test_ids_are_unique_and_targets_readable() -> None:
    ids = [one.id for one in ROWS]
    assert len(set(ids)) == len(ids)
    assert row().target == "≤ 2 ×"
    assert row(0.5, is_least=True).target == "≥ 0.5 ×"


@pytest.mark.parametrize("one", ROWS, ids=lambda one: one.id)
def test_row_gives_a_ratio(one: BenchRow) -> None:
    found = measured(one, BENCH)
    if found.ratio is None:
        assert found.why
        assert one.id in OPTIONAL | NOTES
    else:
        assert found.ratio > 0 or one in growth_rows.ROWS


def test_row_without_its_rulebook_says_so() -> None:
    bench = Bench({}, LEAST)
    whys = {one.id: measured(one, bench).why for one in ROWS if one.id != "check-start"}
    assert whys["turn"] == whys["undo"] == "the rulebook 'contest' is missing"
    assert whys["odds-path"] == "the rulebook 'action' is missing"


@pytest.mark.parametrize(
    ("limit", "is_least", "number", "verdict"),
    [
        (2, False, 1.99, "ok"),
        (2, False, 2, "ok"),
        (2, False, 2.01, "missed"),
        (100, True, 101, "ok"),
        (100, True, 100, "ok"),
        (100, True, 99, "missed"),
        (2, False, None, "not measured"),
    ],
)
def test_verdict_depends_on_ratio_and_limit(
    limit: float, is_least: bool, number: float | None, verdict: str
) -> None:
    assert Measured(row(limit, is_least), number).verdict == verdict


def test_unmeasurable_row_says_why() -> None:
    def fails(bench: Bench) -> float:
        raise NotMeasured("there is no moon")

    found = measured(BenchRow("moon", "the moon", 1, "reach", fails), BENCH)
    assert (found.verdict, found.why) == ("not measured", "there is no moon")


def test_note_stands_beside_its_number() -> None:
    one = BenchRow("some", "some work", 33, "CPU time", lambda _: Noted(12.5, "zooming"), unit="ms")
    found = measured(one, BENCH)
    assert (found.ratio, found.why, found.verdict) == (12.5, "zooming", "ok")
    assert one.target == "≤ 33 ms"
    assert BenchRow("some", "some work", 1, "size", lambda _: 1.0, unit="").target == "≤ 1"


def test_growth_is_the_slope_of_logarithms() -> None:
    sizes = [8.0, 16.0, 32.0]
    for exponent in (0.0, 0.5, 1.0, 2.0):
        found = growth_rows.growth(sizes, [3 * size**exponent for size in sizes])
        assert found == pytest.approx((exponent, exponent))
    assert growth_rows.growth(sizes, [1, 1, 4]).last == pytest.approx(2)


def test_larger_battles_have_their_units_on_open_tiles() -> None:
    for size in (*growth_rows.UNITS, *growth_rows.TILES):
        text, units = growth_rows.drawing(size)
        rows = text.splitlines()
        assert (len(units), len(rows[0]), len(rows)) == size
        places = [tuple(map(int, words.split()[2:])) for words in units.values()]
        assert len(set(places)) == len(units)
        assert all(rows[y][x] == "." for x, y in places)


def test_work_and_its_yardstick_run_in_turns() -> None:
    calls: list[str] = []
    work = Task(lambda: calls.append("work"), lambda: calls.append("before"))
    assert ratio(work, Task(lambda: calls.append("other")), 2, 0) > 0
    warming, turns = calls[:6], calls[6:]
    assert warming == ["before", "work"] * 2 + ["other"] * 2
    assert turns == ["before", "work", "other"] * 2


def test_time_of_one_part_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("game.workshop.bench.measuring.perf_counter", lambda: next(clock))
    assert seconds(Task(lambda: None, parts=4), 1) == 0.25
    assert seconds(Task(lambda: None, lambda: None), 10) == 1


def test_memory_is_left_out_if_the_system_does_not_report_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(battle_rows, "STATM", battle_rows.STATM / "nowhere")
    with pytest.raises(NotMeasured, match="doesn't report"):
        battle_rows.resident()


def test_processes_start_with_this_game(tmp_path: Path) -> None:
    start_rows.process(str(tmp_path), "-c", "import game.workshop.bench")
    assert list(tmp_path.rglob("*.pyc"))


def test_targets_are_spread_and_open() -> None:
    for within in (yardstick.BUDGET, yardstick.SIZE):
        cells = map_rows.targets(within)
        assert len(set(cells)) == map_rows.TARGETS
        assert yardstick.START not in cells
        assert not any(bench_maps.walls(bench_maps.WALLS)[y * yardstick.SIZE + x] for x, y in cells)
