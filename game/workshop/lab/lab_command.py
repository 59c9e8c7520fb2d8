"""The command `lab`: play the battles, and print statistics for people or programs."""

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TextIO

from game import __version__
from game.ai.computer_players import COMPUTERS
from game.content.toml_files.finding_texts import quoted, words_text
from game.engine.book import Book
from game.play.fault_log import written
from game.play.opening import Options, level_to_play
from game.play.signals import DelayedSignals
from game.record.dice_source import MOST_SEED, parse_seed
from game.record.failure import Failure
from game.workshop.lab.count_tables import EVERY, SECTIONS
from game.workshop.lab.html_page import refuse_path, write_page
from game.workshop.lab.kept_shares import keep_shares, refuse_keeping
from game.workshop.lab.lab_tables import ProgressBar, table
from game.workshop.lab.one_battle import Fought
from game.workshop.lab.price_trials import PriceTrials, tell_prices
from game.workshop.lab.seatings import Bout, planned
from game.workshop.lab.statistics import LabReport, report
from game.workshop.lab.worker_pool import LabLevels, all_fought, cores
from game.workshop.workshop_sentences import failure

DONE, TROUBLED = 0, 1
"""Exit codes: success; a player failed, or a battle had no end."""

BATTLES = "100"
"""Default number of battles per level."""
MOST_BATTLES, MOST_JOBS, MOST_PLAYERS = 100_000, 256, 6


class LabOptions(NamedTuple):
    """The command-line options, as typed."""

    levels: Sequence[str]
    battles: str | None
    jobs: str | None
    players: str
    seed: str
    is_json: bool = False
    rosters: tuple[str, ...] = ()
    show: str = ""
    keeps: bool = False
    prices: bool = False
    difficulty: str = ""
    html: str = ""
    """The file for the page, or ""."""
    road: str = ""
    choices: str = ""
    at: str = ""
    fits: bool = False


class Lab(NamedTuple):
    """The command-line options, checked and converted."""

    ground: LabLevels
    battles: int
    jobs: int
    players: tuple[str, ...]
    seed: int
    shown: tuple[str, ...] = ()
    """The sections of counts to show."""

    def plan(self) -> list[list[Bout]]:
        """Return the planned battles of each level."""
        books = self.ground.books
        return [
            planned(books[level.rulebook], number, level, self.players, self.battles, self.seed)
            for number, level in enumerate(self.ground.levels)
        ]


class Streams(NamedTuple):
    """The streams for statistics, and for messages."""

    out: TextIO
    err: TextIO | None


def lab(
    books: Mapping[str, Book],
    extra: tuple[str, ...],
    wanted: LabOptions,
    streams: Streams,
    folder: Path,
) -> int:
    """Play the battles and print their results. Return the exit code."""
    made = understood(books, extra, wanted)
    if wanted.keeps:
        refuse_keeping(made.players, wanted.rosters)
    if wanted.html:
        refuse_path(wanted.html)
    signals, out = DelayedSignals(), streams.out
    count = made.battles if wanted.prices else len(wanted.levels) * made.battles
    bar = ProgressBar(None if wanted.is_json else streams.err, count)
    if wanted.prices:
        refuse_with_prices(made.players, wanted)
        trials = PriceTrials(
            tuple(made.ground.levels), tuple(wanted.levels), made.battles, made.jobs, made.seed
        )
        is_whole = tell_prices(made.ground, trials, signals, bar, out, is_json=wanted.is_json)
        return DONE if is_whole else TROUBLED
    found = []
    with signals.installed(), closing(reports(made, signals, bar, folder)) as coming:
        for one in coming:
            found.append(one)
            if not wanted.is_json:
                out.write(("\n" if len(found) > 1 else "") + table(one, made.shown))
                out.flush()
    bar.close(made.jobs)
    if wanted.keeps:
        keep_shares(zip(wanted.levels, found, strict=False), books, folder)
    if wanted.html:
        write_page(wanted.html, found, __version__)
    if wanted.is_json:
        json.dump([one.plain() for one in found], out, indent=2, ensure_ascii=False)
        out.write("\n")
    return TROUBLED if any(one.faults or one.troubles for one in found) else DONE


def refuse_with_prices(players: Sequence[str], wanted: LabOptions) -> None:
    """Raise Failure if `--prices` can't be combined with the other options."""
    if set(players) != {"soldier"} or wanted.rosters or wanted.keeps or wanted.show or wanted.html:
        raise failure("lab", "prices_alone")


def reports(
    made: Lab, signals: DelayedSignals, bar: ProgressBar, folder: Path
) -> Generator[LabReport]:
    """Yield the report on each level, in order, as soon as its battles are over.

    Computer players' errors are logged in `folder`.
    """
    plan = made.plan()
    flat = [bout for part in plan for bout in part]
    found: dict[int, Fought] = {}
    shown, start = 0, 0
    with closing(all_fought(made.ground, flat, made.jobs, signals)) as coming:
        for number, one in coming:
            found[number] = one
            for fault in one.faults:
                written(fault, folder)
            bar.show(len(found), made.ground.levels[flat[number].level].id)
            while shown < len(plan) and _is_whole(found, start, len(plan[shown])):
                numbers = range(start, start + len(plan[shown]))
                bar.clear()
                yield report(made.ground.levels[shown], plan[shown], [found[n] for n in numbers])
                shown, start = shown + 1, numbers.stop


def _is_whole(found: Mapping[int, Fought], start: int, count: int) -> bool:
    return all(number in found for number in range(start, start + count))


# Options


def understood(books: Mapping[str, Book], extra: tuple[str, ...], wanted: LabOptions) -> Lab:
    """Return the options, checked and converted. Raise Failure if one can't be used."""
    others = {
        "--difficulty": wanted.difficulty,
        "--road": wanted.road,
        "--choices": wanted.choices,
        "--at": wanted.at,
    }
    for option, value in others.items():
        if value:
            raise failure("journeys", "only_campaigns", option=option)
    battles = whole_number(wanted.battles or BATTLES, "not_battles", MOST_BATTLES)
    jobs, players, seed = jobs_of(wanted), players_of(wanted.players), seed_of(wanted)
    if seed + battles - 1 > MOST_SEED:
        raise failure("lab", "seeds_missing", count=battles, seed=str(seed), last=str(MOST_SEED))
    wishes = [Options(level=it, seed=wanted.seed, rosters=wanted.rosters) for it in wanted.levels]
    levels = [level_to_play(options, books, None) for options in wishes]
    ground = LabLevels(levels, books, extra)
    return Lab(ground, battles, jobs, players, seed, _sections(wanted.show))


def jobs_of(wanted: LabOptions) -> int:
    """Return the number of processes. Raise Failure if it can't be used."""
    return cores() if wanted.jobs is None else whole_number(wanted.jobs, "not_processes", MOST_JOBS)


def seed_of(wanted: LabOptions) -> int:
    """Return the first seed. Raise Failure if it isn't a seed."""
    try:
        return parse_seed(wanted.seed)
    except ValueError as fault:
        raise Failure(str(fault)) from fault


def _sections(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    for name in names:
        if name not in (*SECTIONS, EVERY):
            known = words_text((*SECTIONS, EVERY))
            raise failure("lab", "no_section", name=quoted(name), names=known)
    return SECTIONS if EVERY in names else names


def whole_number(text: str, refusal: str, most: int) -> int:
    """Return a number from 1 to `most`; otherwise raise Failure with the entry `refusal`."""
    is_known = text.isascii() and text.isdigit() and len(text) < 10
    if not is_known or not 1 <= int(text) <= most:
        raise failure("lab", refusal, text=quoted(text), most=most)
    return int(text)


def players_of(text: str) -> tuple[str, ...]:
    """Return the names of computer players. Raise Failure if one is unknown."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in COMPUTERS:
            known = words_text(tuple(COMPUTERS))
            raise failure("lab", "no_player", name=quoted(name), names=known)
    if len(names) > MOST_PLAYERS:
        raise failure("lab", "many_players", count=len(names), most=MOST_PLAYERS)
    return names
