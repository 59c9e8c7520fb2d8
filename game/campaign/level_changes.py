"""Changes to the raw tables of a level: for a difficulty, and for a roster's heroes.

Tables with errors stay unchanged, because reading the level reports them.
"""

from collections.abc import Collection, Mapping, Sequence

from game.campaign.campaign_tables import Change
from game.content.drafts.level_edits import (
    Tables,
    add_to_deployment,
    put_on_letters,
    rename,
    tables_of,
    take_out,
    units_of,
)
from game.content.toml_files.source import Changes

OF_AUTHOR = ("expect", "roster")
"""Tables that are about the unchanged level, and are left out."""
Goers = Mapping[str, Mapping[str, object]]
"""Unit tables of the heroes that go into the battle, by id, without place and side."""


def changed(
    changes: Sequence[Change],
    side: str | None,
    heroes: Collection[str],
    goers: Goers | None,
    is_seated: bool = False,
) -> Changes:
    """Return the changes that turn a level into the battle of a stop.

    `heroes` are the ids of all possible heroes. With `goers` None, the level's own units play. If
    `is_seated`, `goers` are units of the level that heroes play. The author's expectations and
    rosters are left out, because they are about the unchanged level.
    """

    def change(tables: Tables) -> None:
        """Change the tables of the level."""
        for key in OF_AUTHOR:
            tables.pop(key, None)
        for one in changes:
            take_out(tables, [id.rpartition(".")[2] for id in one.without])
            for unit in one.unit:
                _lay_over(tables, unit)
        party = side or party_side(tables)
        if goers is not None and party is not None:
            if is_seated:
                _sit(tables, goers)
            else:
                _enter(tables, party, heroes, goers)
            for one in changes:
                for unit in one.unit:
                    if unit.get("id") in goers:
                        _lay_over(tables, unit)

    return change


def party_side(tables: Tables) -> str | None:
    """Return the side for heroes, or else the players' side, or else the first side."""
    sides = [side for side in tables_of(tables, "side") if isinstance(side.get("id"), str)]
    kept = next((str(side["id"]) for side in sides if side.get("heroes") is True), None)
    first = str(sides[0]["id"]) if sides else None
    party = tables.get("party")
    return kept or (party if isinstance(party, str) else first)


def _lay_over(tables: Tables, unit: Mapping[str, object]) -> None:
    """Add a unit, or if there is one with its id, change the keys of that unit."""
    units = units_of(tables)
    old = next((it for it in tables_of(tables, "unit") if it.get("id") == unit.get("id")), None)
    if old is None:
        units.append(dict(unit))
        return
    if "at" in unit:
        put_on_letters(tables, {str(unit.get("id")): None})
    old.update(unit)


# Heroes


def _sit(tables: Tables, goers: Goers) -> None:
    """Let heroes play units of the level, which keep their ids, places and behaviours."""
    for unit in tables_of(tables, "unit"):
        keys = goers.get(str(unit.get("id")))
        if keys is not None:
            kept: Tables = {
                key: unit[key] for key in ("id", "side", "at", "behaviour") if key in unit
            }
            unit.clear()
            unit.update({**keys, **kept})


def _enter(tables: Tables, side: str, heroes: Collection[str], goers: Goers) -> None:
    """Put the chosen heroes in the places of the level's own heroes."""
    units = units_of(tables)
    old = {str(it["id"]): it for it in tables_of(tables, "unit") if _is_hero(it, side, heroes)}
    free = [id for id in old if id not in goers]
    strangers = [id for id in goers if id not in old]
    places = dict(zip(strangers, free, strict=False))
    names: dict[str, str | None] = dict.fromkeys(free)
    names |= {place: id for id, place in places.items()}
    rename(tables, names)
    for id, keys in goers.items():
        place = old.get(places.get(id, id)) or Tables()
        kept: Tables = {key: place[key] for key in ("at", "behaviour") if key in place}
        new: Tables = {**keys, **kept, "id": id, "side": side}
        if place:
            place.clear()
            place.update(new)
        else:
            units.append(new)
            add_to_deployment(tables, side, id)
    gone = set(free[len(strangers) :])
    units[:] = [it for it in units if not (isinstance(it, dict) and it.get("id") in gone)]


def _is_hero(unit: Tables, side: str, heroes: Collection[str]) -> bool:
    return unit.get("side") == side and unit.get("id") in heroes


def room(tables: Tables, side: str, heroes: Collection[str]) -> int | None:
    """Return the number of places for heroes, or None if the side can deploy any number."""
    if any(deploy.get("side") == side for deploy in tables_of(tables, "deploy")):
        return None
    return sum(_is_hero(it, side, heroes) for it in tables_of(tables, "unit"))
