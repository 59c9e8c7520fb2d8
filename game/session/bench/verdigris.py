"""Rows of the rulebook Verdigris. Their positions are still to be built."""

from game.session.bench.measuring import Bench, NotMeasured, Row


def _awaited(bench: Bench) -> float:
    book = bench.book("verdigris")
    raise NotMeasured(f"no position for it is built yet under the rulebook {book.id!r}")


ROWS = (Row("odds-pools", "odds of opposed pools, pushes assumed", 8, "reach", _awaited),)
