"""Try a level's rosters: whether every kind has room, and whether battles work."""

from collections.abc import Sequence

from game.content.levels import read_level
from game.content.toml_files.finding_texts import quoted, words_text
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.positions import Positions
from game.engine.book import Book
from game.play.rosters import Picked, arranged, draws, fielded, flaw_of
from game.terms.level import Level
from game.terms.rosters import Offer
from game.workshop.trial_battles import BattleStuck, played
from game.workshop.workshop_sentences import said

CODE = "roster-fails"


def rosters_tried(
    level: Level, file: str, book: Book, seeds: Sequence[int], commands: int, offers: int
) -> list[Finding]:
    """Return the findings about rosters, at most one for each roster."""
    texts = level.text.split("\n")
    found = []
    for number, offer in enumerate(level.offers):
        why = _against(level, offer, book, seeds, (commands, offers))
        if why:
            line, column = Positions(level.text).key(("roster", number))
            text = texts[line - 1].removesuffix("\r")
            found.append(Finding(file, line, column, "error", CODE, why, text))
    return found


def _against(
    level: Level, offer: Offer, book: Book, seeds: Sequence[int], limits: tuple[int, int]
) -> str | None:
    """Return a sentence about the first problem of a roster, or None."""
    for kind in offer.kinds:
        kinds = many_of(offer, kind)
        if kinds and (why := _unreadable(level, Picked(offer, kinds), book)):
            about, why = _named(offer, kinds), f"{why[:1].lower()}{why[1:]}"
            return said("finding", "roster-unplayable", **about, why=why)
    for seed in seeds:
        for kinds in draws(offer, seed)[:1]:
            try:
                played(book, _level(level, Picked(offer, kinds), book), seed, *limits)
            except LevelError:
                continue  # these kinds don't go together; draw others
            except BattleStuck as fault:
                about = _named(offer, kinds)
                return said("finding", "roster-breaks", **about, why=str(fault))
    return None


def many_of(offer: Offer, kind: str) -> tuple[str, ...]:
    """Return as many units of a kind as allowed, with the cheapest others that must go along.

    Return an empty tuple if the kind can't be chosen.
    """
    cheap = sorted(offer.kinds, key=lambda it: offer.kinds[it].price)
    found = [kind]
    if offer.lead and kind not in offer.lead:
        found.append(next(it for it in cheap if it in offer.lead))
    alike = [] if offer.once or kind in offer.lead else [kind] * (offer.most - len(found))
    others = [it for it in cheap if it not in offer.lead and it not in found]
    while len(found) < offer.most and alike and not _is_dear(offer, [*found, kind]):
        found.append(alike.pop())
    while len(found) < offer.least and others:
        found.append(others.pop(0) if offer.once else others[0])
    return () if flaw_of(offer, found) else arranged(offer, found)


def _is_dear(offer: Offer, kinds: Sequence[str]) -> bool:
    return offer.points is not None and offer.cost(kinds) > offer.points


def _level(level: Level, picked: Picked, book: Book) -> Level:
    """Return the level with a choice of units. Raise LevelError if it can't be played."""
    changes = fielded([picked])
    return read_level(
        level.text, file=level.id, id=level.id, books={book.id: book}, changes=changes
    )


def _unreadable(level: Level, picked: Picked, book: Book) -> str:
    try:
        _level(level, picked, book)
    except LevelError as fault:
        errors = [one for one in fault.findings if one.severity == "error"]
        return errors[0].message if errors else str(fault)
    return ""


def _named(offer: Offer, kinds: Sequence[str]) -> dict[str, str]:
    """Return the fields that name a roster: `2 × 'brawler' and 1 × 'duelist'`, and its side."""
    counts = [
        said("finding", "roster_kind", count=kinds.count(kind), kind=quoted(kind))
        for kind in dict.fromkeys(kinds)
    ]
    return {"roster": words_text(counts), "side": quoted(offer.side)}
