"""Checks of sides, apart from their units' actions."""

from collections.abc import Iterator, Sequence

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.finding_texts import Words
from game.content.toml_files.positions import Keys

FEWEST = 2


def are_enough(draft: LevelDraft) -> None:
    """Report no-sides if there are fewer than two sides."""
    number = draft.count("side")
    if "side" not in draft.unclear and number < FEWEST and number == len(draft.sides):
        draft.source.error("no-sides", ("side",), count=number, fewest=FEWEST)


def have_units(draft: LevelDraft) -> None:
    """Report side-empty if a side has no unit. Skip levels in which any unit's side is unclear."""
    sides = {unit.side for unit in draft.units}
    if "unit" in draft.unclear or None in sides or len(draft.units) < draft.count("unit"):
        return
    for side in draft.sides:
        if side.id is not None and side.id not in sides:
            draft.source.error("side-empty", side.keys, side=side.id)


def look_apart(draft: LevelDraft) -> None:
    """Report sides-alike if two sides have the same title or the same tokens."""
    seen: dict[tuple[str, ...], str] = {}
    for side in draft.sides:
        title, colour = side.fields.get("title"), side.fields.get("colour")
        looks: dict[str, tuple[str, ...]] = {"title": (str(title),) if title else ()}
        looks["colour"] = (str(colour), str(side.fields.get("shape"))) if colour else ()
        for key, look in looks.items():
            if not look or side.id is None:
                continue
            first = seen.setdefault((key, *look), side.id)
            if first != side.id:
                draft.source.warning(
                    "sides-alike",
                    (*side.keys, key),
                    at_value=True,
                    variant="title" if key == "title" else "look",
                    side=side.id,
                    other=first,
                )


def have_heroes_once(draft: LevelDraft) -> None:
    """Report heroes-twice if a campaign's heroes would join two sides."""
    first = None
    for side in draft.sides:
        if not side.fields.get("heroes") or side.id is None:
            continue
        if first is not None:
            draft.source.warning("heroes-twice", (*side.keys, "heroes"), side=side.id, first=first)
        first = first or side.id


def are_no_things(draft: LevelDraft) -> None:
    """Report side-like-thing if a side has the id of a thing or terrain.

    Texts couldn't tell them apart.
    """
    things = {id: f"{table}.toml" for table, gear in draft.gear.items() for id in gear}
    things |= dict.fromkeys(draft.terrain, "terrain.toml")
    for side in draft.sides:
        if side.id in things:
            keys, file = (*side.keys, "id"), Words(things[side.id])
            draft.source.error("side-like-thing", keys, at_value=True, id=side.id, file=file)


def others_units(
    draft: LevelDraft, keys: Keys, side: str, units: Sequence[str] | None
) -> Iterator[tuple[Keys, str, str]]:
    """Yield the `units` of the table at `keys` that belong to a side other than `side`.

    Yield each unit's keys, id and side.
    """
    for number, id in enumerate(units or ()):
        unit = draft.distinct.get(id)
        if unit is not None and unit.side is not None and unit.side != side:
            yield (*keys, "units", number), id, unit.side
