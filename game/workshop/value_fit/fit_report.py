"""How well a fitted value predicts battles that it wasn't fitted to, and its file and table."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from game.ai.chance_to_win import shares_of
from game.engine.fitted_value import CalibratedTenth, FittedValue, HeldOut
from game.workshop.lab.text_tables import head, lines
from game.workshop.value_fit.sampled_battles import SampledBattle
from game.workshop.workshop_sentences import said

TENTHS = 10
Z = 1.959964
"""Number of standard deviations to either side of the mean that contain 95%."""


class Prediction(NamedTuple):
    """The predicted chance of the side asked in a position, and its result."""

    chance: float
    result: float
    """1 for a win, 0 for a defeat, an equal share for a draw."""
    battle: int = 0
    """Index of the battle."""


def held_out(battles: int, found: Sequence[Prediction]) -> HeldOut | None:
    """Return how well a fit predicts battles that it wasn't fitted to; None without positions."""
    if not found:
        return None
    brier = sum((one.chance - one.result) ** 2 for one in found) / len(found)
    return HeldOut(battles, len(found), round(brier, 4), tuple(tenths(found)))


def predictions(
    battle: SampledBattle, weights: Mapping[str, float], n: int = 0
) -> Iterator[Prediction]:
    """Yield the predictions for the positions of a battle; `n` is its index."""
    for position in battle.positions:
        share = shares_of(position.features, weights)[position.side]
        drawn = 1 / len(position.features)
        won = drawn if battle.winner is None else float(battle.winner == position.side)
        yield Prediction(share, won, n)


def tenths(found: Sequence[Prediction]) -> Iterator[CalibratedTenth]:
    """Yield the calibration of each tenth that has predictions."""
    parts: dict[int, list[Prediction]] = {}
    for one in found:
        parts.setdefault(min(TENTHS - 1, int(one.chance * TENTHS)), []).append(one)
    for tenth, some in sorted(parts.items()):
        predicted = sum(one.chance for one in some) / len(some)
        won = sum(one.result for one in some) / len(some)
        told = round(predicted, 4), round(won, 4), round(margin(some), 4)
        yield CalibratedTenth(tenth, len(some), *told)


def margin(found: Sequence[Prediction]) -> float:
    """Return half the 95% interval of the difference between predictions and results.

    The positions of a battle share its result, so they count as one observation together.
    """
    gap = sum(one.result - one.chance for one in found) / len(found)
    apart: dict[int, float] = {}
    for one in found:
        apart[one.battle] = apart.get(one.battle, 0.0) + one.result - one.chance - gap
    if len(apart) == 1:
        return 1.0
    spread = sum(one**2 for one in apart.values()) * len(apart) / (len(apart) - 1)
    return min(1.0, Z * sqrt(spread) / len(found))


def value_text(value: FittedValue) -> str:
    """Return the text of the file with a fitted value."""
    parts = [
        said("fit", "file"),
        f"\nbattles = {value.battles}\npositions = {value.positions}\nlevels = [\n",
        *(f'    "{id}",\n' for id in value.levels),
        "]\n\n[weights]\n",
        *(f"{name} = {weight:.4f}\n" for name, weight in value.weights.items()),
        "\n[seats]\n" if value.seats else "",
        *(f'"{name}" = {weight:.4f}\n' for name, weight in value.seats.items()),
    ]
    held = value.held_out
    if held is not None:
        parts.append(
            f"\n[held_out]\nbattles = {held.battles}\npositions = {held.positions}\n"
            f"brier = {held.brier:.4f}\ntenth = [\n"
        )
        parts += [
            f"    {{ tenth = {one.tenth}, positions = {one.positions}, "
            f"predicted = {one.predicted:.4f}, won = {one.won:.4f}{_ending(one)} }},\n"
            for one in held.tenth
        ]
        parts.append("]\n")
    return "".join(parts)


def _ending(one: CalibratedTenth) -> str:
    """Return the last key of a tenth in the file, if it has it."""
    return "" if one.margin is None else f", margin = {one.margin:.4f}"


def value_lines(rulebook: str, value: FittedValue) -> Iterator[str]:
    """Yield the lines of a table of a fitted value."""
    yield said("fit", "head", rulebook=rulebook, battles=value.battles, count=value.positions)
    cells = [(name, f"{weight:+.3f}") for name, weight in value.weights.items()]
    yield from lines([head("feature", "weight"), *cells])
    held = value.held_out
    if held is None:
        return
    about = {"battles": held.battles, "count": held.positions}
    yield said("fit", "held_out", brier=f"{held.brier:.3f}", **about)
    rows = [
        (
            said("fit", "tenth", low=10 * one.tenth, high=10 * one.tenth + 10),
            str(one.positions),
            f"{one.predicted:.1%}",
            f"{one.won:.1%}",
            f"{100 * (one.won - one.predicted):+.1f}",
            "" if one.margin is None else f"±{100 * one.margin:.1f}",
        )
        for one in held.tenth
    ]
    yield from lines([head("predicted", "positions", "mean", "won", "gap", "margin"), *rows])
