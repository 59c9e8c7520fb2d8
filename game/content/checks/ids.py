"""Checks of ids in a level."""

from collections.abc import Iterable
from typing import Protocol

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.positions import Keys
from game.content.values.book_data import ID, ID_RULE
from game.content.values.wording import quoted


class _Named(Protocol):
    @property
    def keys(self) -> Keys: ...
    @property
    def id(self) -> str | None: ...


def differ(draft: LevelDraft) -> None:
    """Report side-twice, unit-twice, area-twice or objective-twice if two have the same id.

    Ids of units must differ even between sides, because the file doesn't name their sides.
    """
    for word, named in _all(draft):
        seen: set[str | None] = set()
        for one in named:
            if one.id is not None and one.id in seen:
                article = "an" if word[0] in "ao" else "a"
                text = f"There is {article} {word} {quoted(one.id)} already; each needs an id of "
                draft.source.error(
                    f"{word}-twice", f"{text}its own.", (*one.keys, "id"), at_value=True
                )
            seen.add(one.id)


def are_simple(draft: LevelDraft) -> None:
    """Report bad-id if an id can't be used in commands."""
    for word, named in _all(draft):
        article = "an" if word[0] in "ao" else "a"
        for one in named:
            if one.id is not None and not ID.fullmatch(one.id):
                text = f"{quoted(one.id)} is no id for {article} {word}: {ID_RULE}."
                draft.source.error("bad-id", text, (*one.keys, "id"), at_value=True)


def _all(draft: LevelDraft) -> Iterable[tuple[str, Iterable[_Named]]]:
    return (
        ("side", draft.sides),
        ("unit", draft.units),
        ("area", draft.plot.areas),
        ("objective", draft.plot.objectives),
    )
