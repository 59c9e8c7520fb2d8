"""A journey told as it was: its battles, choices and rests, in the order of the record."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from game.campaign.campaign import Campaign
from game.campaign.journey_file import ChosenOption, FoughtBattle, LongRest, RecordEntry
from game.record.sentences import Sentences
from game.terms.texts import titles_text

CATALOGUE = Path(__file__).with_name("chronicle.toml")
SENTENCES = Sentences(CATALOGUE)
QUICK, LONG = 4, 9
"""Rounds up to which a battle was quick, and from which it was long."""
RANKS = "ranks"
VARIANTS = 3
"""Number of sentences in the catalogue for the same event."""


class Heading(str):
    """A paragraph that is the heading of those after it."""

    __slots__ = ()


def chronicle(campaign: Campaign, record: Sequence[RecordEntry]) -> tuple[str, ...]:
    """Return a journey as paragraphs: one for each stop, and one at the end that counts.

    Each chapter begins with a `Heading`.
    """
    return tuple(_paragraphs(campaign, record))


def _paragraphs(campaign: Campaign, record: Sequence[RecordEntry]) -> Iterator[str]:
    chapters, used = _chapters(campaign), Counter[str]()
    before = ""
    for id, entries in groupby(record, key=lambda entry: entry.stop):
        chapter = chapters.get(id, "")
        if chapter and chapter != before:
            yield Heading(chapter)
            before = chapter
        yield " ".join(_Stop(campaign, id, tuple(entries), used).sentences())
    yield " ".join(_counts(record))


def _chapters(campaign: Campaign) -> dict[str, str]:
    """Return the chapter of each stop, in the order of the campaign's file."""
    found, chapter = {}, ""
    for stop in campaign.stops.values():
        chapter = stop.chapter or chapter
        found[stop.id] = chapter
    return found


class _Stop:
    """The entries of the record at one stop, in a row."""

    def __init__(
        self, campaign: Campaign, id: str, entries: Sequence[RecordEntry], used: Counter[str]
    ) -> None:
        """Prepare the stop. `used` counts the sentences so far for each event."""
        self._campaign, self._entries, self._used = campaign, entries, used
        self._stop = campaign.stops[id]

    def _said(self, key: str, **values: object) -> str:
        """Return one of the sentences for an event: each in turn."""
        number = self._used[key] % VARIANTS
        self._used[key] += 1
        return SENTENCES.said(key, f"v{number}", stop=self._stop.title, **values)

    def _names(self, ids: Iterable[str]) -> str:
        return titles_text([self._campaign.heroes[id].title for id in ids])

    def sentences(self) -> Iterator[str]:
        """Yield all sentences about the stop."""
        failed = 0
        for kind, entries in groupby(self._entries, key=_kind):
            run = tuple(entries)
            for entry in run:
                match entry:
                    case FoughtBattle(again=True):
                        failed += 1
                    case FoughtBattle():
                        yield from self._battle(entry, failed)
                        failed = 0
                    case ChosenOption(rank=0):
                        yield self._choice(entry)
                    case LongRest():
                        yield self._said("rested")
            if kind == RANKS:
                yield self._ranks(run)
        if failed:
            yield self._said("only_tries", tries=failed)

    def _battle(self, entry: FoughtBattle, failed: int) -> Iterator[str]:
        yield self._said(_result(entry), rounds=entry.rounds)
        if failed:
            yield self._said("tries", tries=failed)
        if entry.dead:
            yield self._said("dead", heroes=self._names(entry.dead))
        if entry.down:
            yield self._said("down", heroes=self._names(entry.down))
        yield from self._goals(entry)

    def _goals(self, entry: FoughtBattle) -> Iterator[str]:
        """Yield the author's lines about optional objectives."""
        battle = self._stop.battle
        for goal in battle.goal if battle else ():
            if goal.objective in entry.goals:
                yield goal.told
            elif goal.missed and entry.won:
                yield goal.missed

    def _choice(self, entry: ChosenOption) -> str:
        options = (it for it in self._stop.choice if it.id == entry.option)
        if line := next((it.told for it in options), None):
            return line
        if not entry.hero:
            return self._said("kept", option=entry.title)
        return self._said("taken", option=entry.title, hero=self._names([entry.hero]))

    def _ranks(self, entries: Sequence[RecordEntry]) -> str:
        """Return a sentence about the choices of heroes at their ranks."""
        said = [
            SENTENCES.said("pair", "rank", hero=self._names([it.hero]), option=it.title)
            for it in entries
            if isinstance(it, ChosenOption)
        ]
        return self._said("ranks", heroes=titles_text(said))


def _kind(entry: RecordEntry) -> str:
    """Return what an entry is, so that choices at ranks come together."""
    return RANKS if isinstance(entry, ChosenOption) and entry.rank else ""


def _result(entry: FoughtBattle) -> str:
    """Return the key for the result of a battle."""
    result = "won" if entry.won else "lost"
    if not entry.rounds:
        return f"{result}_uncounted"
    if not entry.won:
        return result
    if entry.rounds <= QUICK:
        return "won_quickly"
    return "won_slowly" if entry.rounds >= LONG else "won"


def _counts(record: Sequence[RecordEntry]) -> Iterator[str]:
    """Yield the sentences that count everything."""
    battles = [it for it in record if isinstance(it, FoughtBattle)]
    fought = [it for it in battles if not it.again]
    won, rounds = sum(it.won for it in fought), sum(it.rounds for it in battles)
    yield SENTENCES.said("counts", "battles", won=won, lost=len(fought) - won)
    if tries := len(battles) - len(fought):
        yield SENTENCES.said("counts", "tries", tries=tries)
    if rounds:
        yield SENTENCES.said("counts", "rounds", rounds=rounds)
    rests = sum(isinstance(it, LongRest) for it in record)
    yield SENTENCES.said("counts", "rests" if rests else "no_rests", rests=rests)
    goals = sum(len(it.goals) for it in fought if it.won)
    if goals:
        yield SENTENCES.said("counts", "goals", goals=goals)
