"""Check whole campaigns, for the command `check`."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from game.campaign.checks.battle_lints import battle_lints
from game.campaign.loading import CheckedCampaign, read_campaign
from game.content.levels import LevelTrial
from game.engine.book import Book
from game.workshop.check_levels import CheckReport

UNREAD = frozenset({"file-missing", "file-unreadable", "file-is-folder", "file-too-large"})
"""Codes of findings about files that can't be read."""

CODES = {
    "difficulty-twice": "Two difficulties have the same id or title.",
    "road-twice": "Two difficulties of the road have the same id or title.",
    "hero-twice": "Two heroes have the same id.",
    "stop-twice": "Two stops have the same id.",
    "ending-goes-on": "An ending has paths, or its battle leads on.",
    "ways-and-won": "A stop has paths, and its battle leads on too.",
    "dead-end": "No path leads on from a stop, or all of them can be closed.",
    "no-ending": "No ending can be reached.",
    "stop-unreachable": "No route leads to a stop.",
    "way-never": "The conditions of a path can never be met.",
    "joins-and-leaves": "A hero joins and leaves at the same stop.",
    "hero-never": "A hero never joins at a stop that can be reached.",
    "roster-empty": "A battle needs heroes before any has joined.",
    "grows-nobody": "A battle gives heroes a rank, but no hero goes into it.",
    "trait-unknown": "An option gives a trait, but the rulebook has none.",
    "option-id": "The id of an option is malformed.",
    "option-twice": "Two options have the same id.",
    "option-idle": "An option gives nothing.",
    "option-never": "An option is never offered.",
    "choice-alone": "A stop leaves some parties nothing to choose.",
    "seats-and-heroes": "A battle has both seats and a number of heroes.",
    "seats-at-home": "A battle with seats has the rulebook of the campaign's heroes.",
    "seat-unknown": "A seat is not a unit of the party, or is named twice.",
    "no-stand-in": "A hero has no kind to play in the rulebook of a battle.",
    "stake-never": "A gain or loss after a defeat is never due.",
    "stake-nobody": "A stake hurts or heals, but no hero can be.",
    "goal-unknown": "A battle rewards an objective that isn't an optional one of the party.",
    "too-many-roads": "The campaign has too many routes to check them all.",
    "level-unusable": "The level of a battle can't be played.",
    "battle-unusable": "The level of a battle can't be played with its changes.",
    "level-unused": "No battle uses a level in the campaign's folder.",
    "other-book": "A battle takes heroes, but its level has another rulebook.",
    "change-idle": "A change of a battle changes nothing.",
    "no-room": "A level has too little room for the heroes that can go.",
}
"""The stable codes of findings about campaigns, in addition to those about levels."""


def check_campaign(
    path: Path, books: Mapping[str, Book], trying: LevelTrial | None = None
) -> CheckReport:
    """Return all findings about a campaign, and about its levels with the campaign's changes.

    With `trying`, also play its battles at every difficulty.
    """
    checked = inspected(path, books, trying)
    is_unread = any(finding.code in UNREAD for finding in checked.findings)
    return CheckReport(checked.findings, 0, is_unread, checked.more, campaigns=1)


def inspected(
    path: Path, books: Mapping[str, Book], trying: LevelTrial | None = None
) -> CheckedCampaign:
    """Return a campaign and all findings, including those about its battles."""
    return read_campaign(path, books, (partial(battle_lints, trying=trying),))
