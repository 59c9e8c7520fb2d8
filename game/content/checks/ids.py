"""Checks of ids in a level."""

from collections.abc import Iterable
from typing import Protocol

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.finding_texts import Problem, because
from game.content.toml_files.positions import Keys
from game.content.values.book_data import ID


class _Named(Protocol):
    @property
    def keys(self) -> Keys: ...
    @property
    def id(self) -> str | None: ...


def differ(draft: LevelDraft) -> None:
    """Report side-twice, unit-twice, area-twice, objective-twice or trigger-twice if ids are equal.

    Unit ids must differ even between sides, because a level names units by id alone.
    """
    for word, named in _all(draft):
        seen: set[str | None] = set()
        for one in named:
            if one.id is not None and one.id in seen:
                draft.source.add("error", _twice(word, one.id), (*one.keys, "id"), at_value=True)
            seen.add(one.id)


def _twice(word: str, id: str) -> Problem:
    match word:
        case "side":
            return Problem("side-twice", id=id)
        case "unit":
            return Problem("unit-twice", id=id)
        case "area":
            return Problem("area-twice", id=id)
        case "objective":
            return Problem("objective-twice", id=id)
        case _:
            return Problem("trigger-twice", id=id)


def are_simple(draft: LevelDraft) -> None:
    """Report bad-id if an id can't be used in commands."""
    for word, named in _all(draft):
        for one in named:
            if one.id is not None and not ID.fullmatch(one.id):
                keys, what = (*one.keys, "id"), because(word)
                rule = because("id-rule")
                draft.source.error(
                    "bad-id", keys, at_value=True, given=one.id, what=what, rule=rule
                )


def _all(draft: LevelDraft) -> Iterable[tuple[str, Iterable[_Named]]]:
    return (
        ("side", draft.sides),
        ("unit", draft.units),
        ("area", draft.plot.areas),
        ("objective", draft.plot.objectives),
        ("trigger", draft.plot.triggers),
    )
