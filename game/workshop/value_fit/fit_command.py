"""The option `lab --fit`: play soldiers, fit the chance to win, and print or keep the value."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from game.ai.side_features import HARMFUL, HELPFUL, SEAT
from game.content.toml_files.finding_texts import quoted
from game.engine.book import Book
from game.engine.fitted_value import FittedValue
from game.engine.hints import Hints
from game.play.signals import DelayedSignals
from game.record.safe_files import reason, write_whole
from game.terms.level import Level
from game.workshop.lab.kept_shares import SOLDIER
from game.workshop.lab.lab_command import DONE, TROUBLED, LabOptions, Streams, understood
from game.workshop.lab.lab_tables import ProgressBar
from game.workshop.lab.seatings import Bout
from game.workshop.value_fit.fit_report import (
    Prediction,
    held_out,
    predictions,
    value_lines,
    value_text,
)
from game.workshop.value_fit.sampled_battles import SampledBattle, all_sampled
from game.workshop.value_fit.softmax_fit import FitRow, fit_weights
from game.workshop.workshop_sentences import failure

PARTS = 4
"""Number of parts of the battles, by seed. Each part is predicted by a fit to the others."""
DIGITS = 4
"""Number of decimal places of weights, in the file as in the report."""


def fit_value(
    books: Mapping[str, Book], extra: tuple[str, ...], wanted: LabOptions, streams: Streams
) -> int:
    """Play the battles, and print the value that fits them. Return the exit code."""
    made = understood(books, extra, wanted)
    _refuse(made.ground.levels, made.players, wanted)
    book = books[made.ground.levels[0].rulebook]
    path = book.hints.value
    if wanted.keeps and path is None:
        raise failure("fit", "no_file", rulebook=quoted(book.id))
    signals = DelayedSignals()
    plan = [
        Bout(number, made.seed + n, (SOLDIER,) * len(level.sides))
        for n in range(made.battles)
        for number, level in enumerate(made.ground.levels)
    ]
    bar = ProgressBar(None if wanted.is_json else streams.err, len(plan))
    found: dict[int, SampledBattle] = {}
    with signals.installed(), closing(all_sampled(made.ground, plan, made.jobs, signals)) as coming:
        for number, one in coming:
            found[number] = one
            bar.show(len(found), made.ground.levels[plan[number].level].id)
    bar.close(made.jobs)
    battles = [found[n] for n in range(len(plan))]
    value = fitted(battles, [bout.seed % PARTS for bout in plan], signs_of(book.hints))
    value = msgspec.structs.replace(value, levels=tuple(it.id for it in made.ground.levels))
    if wanted.keeps and path is not None:
        _keep(path, value)
    if wanted.is_json:
        json.dump({"rulebook": book.id, **msgspec.to_builtins(value)}, streams.out, indent=2)
        streams.out.write("\n")
    else:
        streams.out.writelines(f"{line}\n" for line in value_lines(book.id, value))
    return DONE if all(one.ended for one in battles) else TROUBLED


def _refuse(levels: Sequence[Level], players: Iterable[str], wanted: LabOptions) -> None:
    """Raise Failure if `--fit` can't be combined with the other options or with these levels."""
    others = wanted.rosters or wanted.show or wanted.html or wanted.prices
    if set(players) != {SOLDIER} or others:
        raise failure("fit", "alone")
    if len({level.rulebook for level in levels}) > 1:
        raise failure("fit", "books")


def fitted(
    battles: Sequence[SampledBattle], parts: Sequence[int], signs: Mapping[str, int]
) -> FittedValue:
    """Return the value that fits the battles, and how fits to the other parts predict each part.

    For `signs`, see `fit_weights`.
    """
    pairs = [it for it in zip(battles, parts, strict=True) if it[0].positions]
    weights, positions = _fit([one for one, _ in pairs], signs)
    predicted: list[Prediction] = []
    for part in sorted({part for _, part in pairs}):
        others, _ = _fit([one for one, its in pairs if its != part], signs)
        for n, (one, its) in enumerate(pairs):
            predicted += predictions(one, others, n) if its == part else ()
    seats = {name: it for name, it in weights.items() if SEAT in name}
    return FittedValue(
        {name: it for name, it in weights.items() if name not in seats},
        seats,
        len(pairs),
        positions,
        held_out=held_out(len(pairs), predicted),
    )


def _fit(
    battles: Sequence[SampledBattle], signs: Mapping[str, int]
) -> tuple[dict[str, float], int]:
    """Return the weights that fit some battles, and the number of positions."""
    sides = [some for one in battles for some in one.positions[0].features.values()]
    names = tuple(dict.fromkeys(name for some in sides for name in some))
    rows = [row for one in battles for row in rows_of(one, names)]
    weights = fit_weights(names, rows, signs)
    return {name: round(it, DIGITS) for name, it in weights.items()}, len(rows)


def signs_of(hints: Hints) -> dict[str, int]:
    """Return 1 for each feature that can only help a side, and -1 for those that only harm it."""
    return dict.fromkeys((*HELPFUL, *hints.assets), 1) | dict.fromkeys(HARMFUL, -1)


def rows_of(battle: SampledBattle, names: Sequence[str]) -> list[FitRow]:
    """Return a battle's positions as rows, which together weigh 1."""
    return [
        FitRow(
            tuple(
                tuple(some.get(name, 0.0) for name in names) for some in position.features.values()
            ),
            tuple(
                1 / len(position.features)
                if battle.winner is None
                else float(side == battle.winner)
                for side in position.features
            ),
            1 / len(battle.positions),
        )
        for position in battle.positions
    ]


def _keep(path: Path, value: FittedValue) -> None:
    try:
        write_whole(path, value_text(value).encode(), lambda _: False)
    except OSError as fault:
        raise failure("lab", "unkept", path=quoted(str(path)), why=reason(fault)) from fault
