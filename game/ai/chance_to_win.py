"""Each side's chance to win, by the value that the lab has fitted to battles between soldiers.

The chances follow from the features of all sides by a softmax: each side weighs the exponential of
the sum of its features, each times its weight in the book's `value.toml`.
"""

from collections.abc import Mapping
from math import exp

from game.ai.side_features import Features, side_features
from game.components.unit import Allegiance, Dead
from game.engine.battle import Battle
from game.engine.fitted_value import read_value
from game.engine.hints import Hints
from game.terms.agenda import BattleEnd
from game.world import World

UNFITTED: Mapping[str, float] = {"life": 2.0, "units": 1.0, "harm": 1.0, "chance": 1.0}
"""The weights for a book without a fitted value."""


def chance_to_win(battle: Battle, side: str) -> float:
    """Return a side's chance to win, from 0 to 1; 0.5 after a draw between two sides.

    If `battle` is a view, the chance is the one that its side can know.
    """
    return chances(battle)[side]


def chances(battle: Battle) -> dict[str, float]:
    """Return the chance of every side. They add up to 1.

    After the end of the battle, the winner has 1. After a draw, all have the same.
    """
    sides = [side.id for side in battle.world.scene.level.sides]
    over = battle.world.find(battle.world.root, BattleEnd) or battle.outcome
    if over is not None:
        return {side: _won(over, side, len(sides)) for side in sides}
    live = _living(battle.world)
    shares = shares_of(side_features(battle), weights_of(battle.book.hints))
    kept = {side: share * (side in live) for side, share in shares.items()}
    total = sum(kept.values())
    return {s: share / total for s, share in kept.items()} if total else shares


def _won(over: BattleEnd, side: str, sides: int) -> float:
    return 1 / sides if over.winner is None else float(over.winner == side)


def _living(world: World) -> set[str]:
    """Return the sides with a unit that isn't dead."""
    return {one.side for unit, one in world.all(Allegiance) if not world.has(unit, Dead)}


def weights_of(hints: Hints) -> Mapping[str, float]:
    """Return the weights of the features in a book."""
    if hints.value is None:
        return UNFITTED
    value = read_value(hints.value)
    return {**value.weights, **value.seats}


def shares_of(features: Mapping[str, Features], weights: Mapping[str, float]) -> dict[str, float]:
    """Return the chance of every side, from its features. Features without a weight don't count."""
    sums = {
        side: sum(weights.get(name, 0.0) * value for name, value in some.items())
        for side, some in features.items()
    }
    top = max(sums.values())
    shares = {side: exp(one - top) for side, one in sums.items()}
    total = sum(shares.values())
    return {side: share / total for side, share in shares.items()}
