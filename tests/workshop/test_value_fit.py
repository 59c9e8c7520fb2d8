"""`lab --fit`: the chance to win, fitted to battles between soldiers."""

import json
import random
from math import log
from pathlib import Path

import msgspec
import pytest
import tomli

from game.ai.side_features import seat
from game.content.levels import find_level, load_level
from game.engine.fitted_value import FittedValue, read_value
from game.rules.registry import find_books
from game.workshop.lab.seatings import Bout
from game.workshop.value_fit import fit_command
from game.workshop.value_fit.fit_command import fitted, rows_of
from game.workshop.value_fit.fit_report import (
    Prediction,
    held_out,
    predictions,
    tenths,
    value_text,
)
from game.workshop.value_fit.sampled_battles import (
    MOST_POSITIONS,
    Sampled,
    SampledBattle,
    sampled_battle,
    spaced,
)
from game.workshop.value_fit.softmax_fit import FitRow, fit_weights, softmax
from tests.cli.runner import Run

BOOKS = find_books().books
TRUE = {"life": 1.5, "harm": -0.8, "noise": 0.0}
"""The weights by which the battles below are decided."""
SIDES = "red", "blue", "green"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


def decided(count: int, sides: int = 2) -> list[SampledBattle]:
    """Return battles of one position each, decided by the true weights."""
    dice, found = random.Random(3), []
    for _ in range(count):
        features = {
            side: {name: dice.gauss(0, 1) for name in TRUE} | {"same": 2.0}
            for side in SIDES[:sides]
        }
        sums = [sum(TRUE[name] * some[name] for name in TRUE) for some in features.values()]
        winner = dice.choices(SIDES[:sides], softmax(sums))[0]
        asked = dice.choice(SIDES[:sides])
        found.append(SampledBattle(winner, (Sampled(asked, features),)))
    return found


@pytest.mark.parametrize("sides", [2, 3])
def test_fit_finds_the_weights_that_decide(sides: int) -> None:
    value = fitted(decided(1500, sides), [n % 4 for n in range(1500)], {})
    assert value.weights == {name: pytest.approx(TRUE[name], abs=0.2) for name in TRUE}, (
        "a feature that is the same for all sides has no weight"
    )
    assert (value.battles, value.positions) == (1500, 1500)


def test_few_battles_give_small_weights() -> None:
    few, many = (fitted(decided(count), [0] * count, {}) for count in (8, 800))
    assert few.held_out is not None
    assert {one.predicted for one in few.held_out.tenth} == {0.5}, "no other part to learn from"
    assert 0 < few.weights["life"] < many.weights["life"] - 0.4


def test_helpful_feature_gets_no_negative_weight() -> None:
    signs = {"life": 1, "harm": 1, "noise": 0}
    value = fitted(decided(600), [0] * 600, signs)
    assert value.weights.keys() == {"life", "noise"}
    assert value.weights["life"] == pytest.approx(TRUE["life"], abs=0.4)
    assert "harm" in fitted(decided(600), [0] * 600, {"harm": -1}).weights


def test_battles_are_predicted_by_fits_to_others() -> None:
    """Battles with turned results are predicted as badly as by someone who never saw them."""
    battles = decided(1200)
    value = fitted(battles, [n % 4 for n in range(1200)], {})
    held = value.held_out
    assert held is not None
    assert (value.battles, held.battles, held.positions) == (1200, 1200, 1200)
    assert held.brier < 0.2, "much better than always 50%"
    assert sum(one.positions for one in held.tenth) == 1200
    assert all(abs(one.won - one.predicted) < 0.15 for one in held.tenth if one.positions > 60)
    turned = [
        msgspec.structs.replace(one, winner="red" if one.winner == "blue" else "blue")
        if n % 4 == 0
        else one
        for n, one in enumerate(battles)
    ]
    other = fitted(turned, [n % 4 for n in range(1200)], {}).held_out
    assert other is not None
    assert other.brier > held.brier + 0.08


def test_seats_take_up_what_a_level_gives_a_side() -> None:
    """Red has more life and loses all the same, but within the level life still helps."""
    dice, found = random.Random(5), []
    for _ in range(900):
        life = {"red": 3 + dice.gauss(0, 1), "blue": dice.gauss(0, 1)}
        shares = softmax([life["red"] - 5, life["blue"]])
        features = {side: {"life": one, seat("yard", side): 1.0} for side, one in life.items()}
        winner = dice.choices([*life], shares)[0]
        found.append(SampledBattle(winner, (Sampled("red", features),)))
    value = fitted(found, [0] * 900, {"life": 1})
    assert value.weights == {"life": pytest.approx(1, abs=0.3)}
    assert value.seats.keys() == {"yard.red", "yard.blue"}
    assert value.seats["yard.blue"] - value.seats["yard.red"] == pytest.approx(5, abs=1.2)


def test_positions_of_a_long_battle_count_as_one_battle() -> None:
    (short,) = decided(1)
    long = SampledBattle(None, short.positions * 3)
    rows = rows_of(long, ("life", "harm"))
    assert [row.weight for row in rows] == [1 / 3] * 3
    assert rows[0].results == (0.5, 0.5), "a draw is worth the same for both"
    won = tuple(float(short.winner == side) for side in ("red", "blue"))
    assert rows_of(short, ("life",))[0].results == won


def test_margin_of_a_tenth_goes_by_battles_not_positions() -> None:
    """Positions of one battle share its result, so they prove no more than one of them."""
    apart = [Prediction(0.55, float(n % 2), n) for n in range(100)]
    (tenth,) = tenths(apart)
    assert tenth.margin == pytest.approx(1.96 * 0.5 / 10, rel=0.01)
    (same,) = tenths([one for one in apart for _ in range(7)])
    assert same.positions == 700
    assert same.margin == pytest.approx(tenth.margin, abs=0.001)
    (alone,) = tenths([Prediction(0.55, 1.0)] * 20)
    assert alone.margin == 1


def test_brier_score_and_tenths_are_means() -> None:
    found = [Prediction(0.95, 1.0), Prediction(1.0, 0.0), Prediction(0.25, 0.0)]
    low, high = tenths(found)
    assert (low.tenth, low.positions, low.predicted, low.won) == (2, 1, 0.25, 0.0)
    assert (high.tenth, high.positions, high.predicted, high.won) == (9, 2, 0.975, 0.5)
    ahead = SampledBattle("red", (Sampled("red", {"red": {"life": log(3)}, "blue": {"life": 0}}),))
    score = held_out(1, [*predictions(ahead, {"life": 1.0})])
    assert score is not None
    assert score.brier == pytest.approx(1 / 16), "three to one, and won"


def test_far_positions_are_taken_from_the_whole_battle() -> None:
    found = [Sampled("red", {"red": {"n": float(n)}}) for n in range(100)]
    some = [one.features["red"]["n"] for one in spaced(found, 12)]
    assert (len(some), some[0], some[-1]) == (12, 0.0, 91.0)
    assert spaced(found[:5], 12) == found[:5]


def test_sampled_battle_has_the_features_at_the_starts_of_turns() -> None:
    level = load_level(find_level("yard"), BOOKS)
    found = sampled_battle(BOOKS["contest"], level, Bout(0, 2, ("soldier",) * 2), lambda: None)
    assert found.ended
    assert found.winner in ("red", "blue")
    assert 1 < len(found.positions) <= MOST_POSITIONS
    assert {one.side for one in found.positions} == {"red", "blue"}
    assert all(one.features[one.side]["turn"] == 1 for one in found.positions)
    lives = [one.features["red"]["life"] + one.features["blue"]["life"] for one in found.positions]
    assert lives[-1] < lives[0]


def test_written_value_is_read_again(tmp_path: Path) -> None:
    value = msgspec.structs.replace(
        fitted(decided(80), [n % 4 for n in range(80)], {}), levels=("yard", "bridge")
    )
    file = tmp_path / "value.toml"
    file.write_text(value_text(value), encoding="utf-8")
    assert read_value(file) == value
    assert file.read_text(encoding="utf-8").startswith("# The chance to win")


def test_linear_weights_need_no_features() -> None:
    assert fit_weights((), [FitRow(((), ()), (1.0, 0.0), 1.0)], {}) == {}


# Command

FIT = "lab", "first_contest", "--fit", "-n", "4"


def test_fit_does_not_depend_on_the_processes(run: Run) -> None:
    alone = json.loads(run(*FIT, "--json", "--jobs", "1").out)
    assert (run.code, run.err) == (0, "")
    assert json.loads(run(*FIT, "--json", "--jobs", "2").out) == alone
    assert alone["rulebook"] == "contest"
    assert alone["levels"] == ["first_contest"]
    assert (alone["battles"], alone["held_out"]["battles"]) == (4, 4)


def test_fit_prints_weights_and_calibration(run: Run) -> None:
    out = run(*FIT, "--jobs", "1").out
    assert out.startswith("contest: weights that fit 4 battles between soldiers, ")
    assert "\n  life " in out
    assert "predictions by fits to other battles, in " in out
    assert run.err.startswith("4 battles in ")


def test_fit_keeps_the_value_for_the_rulebook(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[Path, FittedValue]] = []
    monkeypatch.setattr(fit_command, "_keep", lambda *it: kept.append(it))
    run(*FIT, "--jobs", "1")
    assert kept == [], "only if asked to"
    run(*FIT, "--jobs", "1", "--keep")
    ((path, value),) = kept
    assert path == BOOKS["contest"].hints.value
    assert value.levels == ("first_contest",)
    monkeypatch.undo()
    file = tmp_path / "value.toml"
    fit_command._keep(file, value)
    assert tomli.loads(file.read_text(encoding="utf-8"))["weights"] == value.weights


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["yard", "--fit", "--players", "novice"], "--fit has its own battles between soldiers"),
        (["yard", "--fit", "--html", "a.html"], "--fit has its own battles between soldiers"),
        (["yard", "--fit", "--prices"], "--fit has its own battles between soldiers"),
        (["yard", "toll_bar", "--fit"], "A value is fitted for one rulebook at a time."),
        (["yard", "--fit", "--difficulty", "fair"], "--difficulty is for campaigns"),
        (["fifth_table", "--fit"], "--fit is for levels, not for campaigns"),
    ],
)
def test_wrong_options_get_one_sentence(run: Run, args: list[str], sentence: str) -> None:
    assert run("lab", *args).code == 2
    assert sentence in run.err
    assert (run.err.count("\n"), run.out) == (1, "")
