"""The sides, apart from what their units do."""

from game.content.books import ID, ID_RULE
from game.content.draft import Draft
from game.content.wording import quoted

FEWEST = 2


def are_enough(draft: Draft) -> None:
    """no-sides: somebody plays against somebody."""
    number = draft.count("side")
    if number < FEWEST and number == len(draft.sides):
        has = {0: "no [[side]]", 1: "only one [[side]]"}[number]
        text = f"The level has {has}; it must have at least {FEWEST}."
        draft.source.error("no-sides", text, ("side",))


def differ(draft: Draft) -> None:
    """side-twice: each side has an id of its own."""
    seen: set[str | None] = set()
    for side in draft.sides:
        if side.id is not None and side.id in seen:
            text = f"There is a side {quoted(side.id)} already; each needs an id of its own."
            draft.source.error("side-twice", text, (*side.keys, "id"), at_value=True)
        seen.add(side.id)


def have_ids(draft: Draft) -> None:
    """bad-id: side ids go into commands, and must be simple."""
    for side in draft.sides:
        if side.id is not None and not ID.fullmatch(side.id):
            text = f"{quoted(side.id)} is no id for a side: {ID_RULE}."
            draft.source.error("bad-id", text, (*side.keys, "id"), at_value=True)


def have_units(draft: Draft) -> None:
    """side-empty: each side has a unit. Says nothing while the side of any unit is unclear."""
    sides = {unit.side for unit in draft.units}
    if None in sides or len(draft.units) < draft.count("unit"):
        return
    for side in draft.sides:
        if side.id is not None and side.id not in sides:
            text = f"The side {quoted(side.id)} has no unit; it must have at least one."
            draft.source.error("side-empty", text, side.keys)
