"""The option `lab --prices`: battles between random rosters, and the prices that fit them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from typing import NamedTuple, TextIO

import msgspec

from game.content.levels import find_level, load_level
from game.content.toml_files.finding_texts import quoted
from game.content.toml_files.findings import LevelError
from game.core.random_streams import Stream
from game.engine.book import Book
from game.play.rosters import Picked, draws, fielded
from game.play.signals import DelayedSignals
from game.terms.level import Level
from game.terms.rosters import Offer
from game.workshop.lab.lab_tables import ProgressBar
from game.workshop.lab.price_fit import FittedPrice, RosterBattle, fit_prices
from game.workshop.lab.seatings import Bout
from game.workshop.lab.text_tables import head, lines
from game.workshop.lab.worker_pool import LabLevels, all_fought
from game.workshop.workshop_sentences import failure, said

COLUMNS = ("kind", "price", "fitted", "span", "battles")
MARGIN = 25
"""Percentage by which a roster's points are varied, in both directions."""


class RandomLevel(NamedTuple):
    """A level with random rosters, and the kinds of each side in the level's order."""

    level: Level
    kinds: tuple[tuple[str, ...], ...]


class PriceTrials(NamedTuple):
    """The battles to play, and how."""

    levels: tuple[Level, ...]
    words: tuple[str, ...]
    """The levels as typed."""
    battles: int
    jobs: int
    seed: int


def tell_prices(
    ground: LabLevels,
    wanted: PriceTrials,
    signals: DelayedSignals,
    bar: ProgressBar,
    out: TextIO,
    *,
    is_json: bool,
) -> bool:
    """Play the battles and print the prices that fit. Return whether all battles had an end.

    `ground` has the levels as written.
    """
    _refuse(wanted.levels)
    drawn = [
        _drawn(
            ground.books, wanted.words[n % len(wanted.levels)], wanted.levels, n, wanted.seed + n
        )
        for n in range(wanted.battles)
    ]
    ground = ground._replace(levels=[it.level for it in drawn])
    plan = [
        Bout(n, wanted.seed + n, ("soldier",) * len(it.level.sides)) for n, it in enumerate(drawn)
    ]
    trials, is_whole = [], True
    with signals.installed(), closing(all_fought(ground, plan, wanted.jobs, signals)) as coming:
        for done, (number, one) in enumerate(coming, 1):
            level, kinds = drawn[number]
            bar.show(done, level.id)
            is_whole = is_whole and one.trouble is None
            if one.winner is not None:
                winner = [side.id for side in level.sides].index(one.winner)
                trials.append((number, RosterBattle(level.id, kinds, winner)))
    bar.close(wanted.jobs)
    found = fit_prices(_prices(wanted.levels), [trial for _, trial in sorted(trials)])
    if is_json:
        json.dump([it._asdict() for it in found], out, indent=2)
        out.write("\n")
    else:
        out.writelines(f"{line}\n" for line in _table(found, len(trials)))
    return is_whole


def _refuse(levels: Iterable[Level]) -> None:
    """Raise Failure if no prices can be fitted at these levels."""
    if len({level.rulebook for level in levels}) > 1:
        raise failure("lab", "prices_books")
    for level in levels:
        if not any(offer.points is not None for offer in level.offers):
            raise failure("lab", "prices_none", level=quoted(level.id))


def _prices(levels: Iterable[Level]) -> dict[str, int]:
    offers = [offer for level in levels for offer in level.offers]
    return {kind: it.price for offer in offers for kind, it in offer.kinds.items()}


def _drawn(
    books: Mapping[str, Book], word: str, levels: tuple[Level, ...], n: int, seed: int
) -> RandomLevel:
    """Return a level with random rosters. If a level can't be played with them, draw again."""
    plain, stream = levels[n % len(levels)], Stream(seed, "prices")
    for attempt in range(100):
        picks = [
            Picked(offer, kinds)
            for offer in plain.offers
            for kinds in draws(_varied(offer, stream), seed + attempt)[:1]
        ]
        try:
            level = load_level(find_level(word), books, changes=fielded(picks))
        except LevelError:
            continue
        return RandomLevel(level, tuple(_kinds(level, picks)))
    raise failure("lab", "prices_unfit", level=quoted(plain.id))


def _varied(offer: Offer, stream: Stream) -> Offer:
    """Return a roster with other points: those of a random kind, if it has only one place."""
    if offer.points is None:
        return offer
    if offer.most == 1:
        prices = [it.price for it in offer.kinds.values()]
        return msgspec.structs.replace(offer, points=prices[stream.pick(len(prices))])
    percent = 100 - MARGIN + stream.pick(2 * MARGIN + 1)
    cheapest = offer.cost(sorted(offer.lead, key=lambda it: offer.kinds[it].price)[:1])
    return msgspec.structs.replace(offer, points=max(cheapest, offer.points * percent // 100))


def _kinds(level: Level, picks: Iterable[Picked]) -> Iterator[tuple[str, ...]]:
    """Yield the chosen kinds of each side; none for a side that chose nothing."""
    chosen = {picked.offer.side: picked.kinds for picked in picks}
    for side in level.sides:
        yield chosen.get(side.id, ())


def _table(found: list[FittedPrice], battles: int) -> Iterator[str]:
    yield said("lab", "prices", battles=battles)
    if not found:
        yield said("lab", "prices_unclear")
        return
    rows = [
        (
            it.kind,
            str(it.price),
            f"{it.fitted:.1f}",
            said("lab", "span", low=f"{it.low:.1f}", high=f"{it.high:.1f}"),
            str(it.battles),
        )
        for it in found
    ]
    yield from lines([head(*COLUMNS), *rows])
