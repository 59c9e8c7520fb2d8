"""Checks campaigns whole, for the command that checks levels."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from game.campaign.battle_lints import Trying, battle_lints
from game.campaign.loading import CheckedCampaign, read_campaign
from game.content.levels import Books
from game.engine.book import Book
from game.workshop.check_command import CheckReport

UNREAD = frozenset({"file-missing", "file-unreadable", "file-is-folder", "file-too-large"})
"""The codes of findings that say that there is nothing to be read."""

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
"""The codes of findings beside those of levels. They are stable too."""


def check_campaign(
    path: Path, books: Mapping[str, Book], trying: Trying | None = None
) -> CheckReport:
    """All that can be found in a campaign and in what it makes of its levels.

    With `trying`, its battles are tried too, at every difficulty.
    """
    checked = inspected(path, books, trying)
    is_unread = any(finding.code in UNREAD for finding in checked.findings)
    return CheckReport(checked.findings, 0, is_unread, checked.more, campaigns=1)


def inspected(path: Path, books: Books, trying: Trying | None = None) -> CheckedCampaign:
    """A campaign with its battles read, and all that was found."""
    return read_campaign(path, books, (partial(battle_lints, trying=trying),))
