"""The units, apart from where they stand."""

from game.content.books import ID, ID_RULE
from game.content.draft import Draft
from game.content.wording import quoted


def differ(draft: Draft) -> None:
    """unit-twice: each unit has an id of its own, whatever its side."""
    seen: set[str | None] = set()
    for unit in draft.units:
        if unit.id is not None and unit.id in seen:
            text = f"There is a unit {quoted(unit.id)} already; each needs an id of its own."
            draft.source.error("unit-twice", text, (*unit.keys, "id"), at_value=True)
        seen.add(unit.id)


def have_ids(draft: Draft) -> None:
    """bad-id: unit ids go into commands, and must be simple."""
    for unit in draft.units:
        if unit.id is not None and not ID.fullmatch(unit.id):
            text = f"{quoted(unit.id)} is no id for a unit: {ID_RULE}."
            draft.source.error("bad-id", text, (*unit.keys, "id"), at_value=True)
