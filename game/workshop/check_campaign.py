"""Checks of whole campaigns, for the command that checks levels."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from game.campaign.battle_lints import BattleTrial, battle_lints
from game.campaign.loading import CheckedCampaign, read_campaign
from game.engine.book import Book
from game.workshop.check_levels import CheckReport, Trying

UNREAD = frozenset({"file-missing", "file-unreadable", "file-is-folder", "file-too-large"})
"""Codes of findings that mean there is nothing to read."""

CODES = {
    "difficulty-twice": "Two difficulties have the same id or title.",
    "hero-twice": "Two heroes have the same id.",
    "stop-twice": "Two stops have the same id.",
    "ending-goes-on": "An ending has ways, or its battle leads on.",
    "ways-and-won": "A stop has ways although its battle says where one is when it is won.",
    "dead-end": "No way leads on from a stop, or it may be that none is open.",
    "no-ending": "No ending can be reached.",
    "stop-unreachable": "No road leads to a stop.",
    "way-never": "What a way needs can never be.",
    "joins-and-leaves": "A hero joins and leaves at the same stop.",
    "hero-never": "A hero joins at no stop that can be reached.",
    "roster-empty": "A battle needs heroes before anybody has joined.",
    "grows-nobody": "Nobody of the roster goes into a battle that is said to let them grow.",
    "too-many-roads": "So much can happen that not all of it was looked at.",
    "level-unusable": "The level of a battle cannot be played as it is.",
    "battle-unusable": "The level of a battle cannot be played with what is changed in it.",
    "level-unused": "A level beside the campaign is in no battle of it.",
    "other-book": "Heroes are to go into a battle of another book than theirs.",
    "change-idle": "A change of a battle changes nothing.",
    "no-room": "There is no room for as many heroes as may go.",
}
"""Stable codes of findings besides those of levels."""


def check_campaign(
    path: Path, books: Mapping[str, Book], trying: Trying | None = None
) -> CheckReport:
    """Return all findings about a campaign and about the levels as it changes them.

    With `trying`, also play its battles at every difficulty.
    """
    checked = inspected(path, books, trying)
    is_unread = any(finding.code in UNREAD for finding in checked.findings)
    return CheckReport(checked.findings, 0, is_unread, checked.more, campaigns=1)


def inspected(
    path: Path, books: Mapping[str, Book], trying: Trying | None = None
) -> CheckedCampaign:
    """Return a campaign with its battles checked, and all findings."""
    trial = None if trying is None else _trial(books, trying)
    return read_campaign(path, books, (partial(battle_lints, trying=trial),))


def _trial(books: Mapping[str, Book], trying: Trying) -> BattleTrial:
    return lambda level, file: trying(level, file, books[level.rulebook])
