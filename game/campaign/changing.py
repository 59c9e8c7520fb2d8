"""Changes the raw tables of a level: by difficulty, and so that a roster's heroes take part.

Tables that are faulty are left as they are: the reading of the level tells of them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from game.campaign.tables import Change
from game.content.source import Changes

Tables = dict[str, Any]
Goers = Mapping[str, Mapping[str, Any]]
"""The units of those who go, by their ids: all keys but place and side."""


def changed(
    changes: Sequence[Change], side: str | None, heroes: Collection[str], goers: Goers | None
) -> Changes:
    """What makes a level the battle of a stop.

    `heroes` are all who may ever go; with `goers` None the level's own units play. What the level's
    author expects of it holds for the level as it stands, and is left out.
    """

    def change(tables: Tables) -> None:
        tables.pop("expect", None)
        for one in changes:
            _take_out(tables, [id.rpartition(".")[2] for id in one.without])
            for unit in one.unit:
                _lay_over(tables, unit)
        party = side or party_side(tables)
        if goers is not None and party is not None:
            _enter(tables, party, heroes, goers)
            for one in changes:
                for unit in one.unit:
                    if unit.get("id") in goers:
                        _lay_over(tables, unit)

    return change


def party_side(tables: Tables) -> str | None:
    """The side for heroes, or else the players', or else the first."""
    sides = [side for side in _tables(tables, "side") if isinstance(side.get("id"), str)]
    kept: str | None = next((side["id"] for side in sides if side.get("heroes") is True), None)
    first: str | None = sides[0]["id"] if sides else None
    party = tables.get("party")
    return kept or (party if isinstance(party, str) else first)


def _tables(tables: Tables, name: str) -> list[Tables]:
    """The entries of an array that are tables."""
    entries = tables.get(name)
    return [it for it in entries if isinstance(it, dict)] if isinstance(entries, list) else []


def _units(tables: Tables) -> list[Any]:
    units = tables.setdefault("unit", [])
    return units if isinstance(units, list) else []


def _lay_over(tables: Tables, unit: Mapping[str, Any]) -> None:
    """Adds a unit, or changes the keys of the one of its id."""
    units = _units(tables)
    old = next((it for it in _tables(tables, "unit") if it.get("id") == unit.get("id")), None)
    if old is None:
        units.append(dict(unit))
        return
    if "at" in unit:
        _put_on_letters(tables, {str(unit.get("id")): None})
    old.update(unit)


# Taking units out


def _take_out(tables: Tables, ids: Collection[str]) -> None:
    """Units that are not there, nor named where units are placed or brought."""
    _rename(tables, dict.fromkeys(ids))
    units = _units(tables)
    units[:] = [it for it in units if not (isinstance(it, dict) and it.get("id") in ids)]


def _rename(tables: Tables, names: Mapping[str, str | None]) -> None:
    """Others stand in the places of some units, or nobody: letters, deployments, arrivals."""
    _put_on_letters(tables, names)
    for deploy in _tables(tables, "deploy"):
        if isinstance(deploy.get("units"), list):
            deploy["units"] = _renamed(deploy["units"], names)
    for trigger in _tables(tables, "trigger"):
        deeds = trigger.get("do")
        if isinstance(deeds, list):
            trigger["do"] = [deed for deed in deeds if _still_does(deed, names)]
    triggers = tables.get("trigger")
    if isinstance(triggers, list):
        triggers[:] = [it for it in triggers if not (isinstance(it, dict) and it.get("do") == [])]


def _put_on_letters(tables: Tables, names: Mapping[str, str | None]) -> None:
    whole = tables.get("map")
    legend = whole.get("legend") if isinstance(whole, dict) else None
    for letter in legend.values() if isinstance(legend, dict) else ():
        unit = letter.get("unit") if isinstance(letter, dict) else None
        if isinstance(unit, str) and unit in names:
            new = names[unit]
            if new is None:
                del letter["unit"]
            else:
                letter["unit"] = new


def _renamed(units: Sequence[Any], names: Mapping[str, str | None]) -> list[Any]:
    found = [names.get(it, it) if isinstance(it, str) else it for it in units]
    return [it for it in found if it is not None]


def _still_does(deed: Any, names: Mapping[str, str | None]) -> bool:
    """Renames the units that a deed brings; False if it brings none any more."""
    brought = deed.get("reinforcement") if isinstance(deed, dict) else None
    if not isinstance(brought, dict) or not isinstance(brought.get("units"), list):
        return True
    had = bool(brought["units"])
    brought["units"] = _renamed(brought["units"], names)
    return not had or bool(brought["units"])


# Heroes


def _enter(tables: Tables, side: str, heroes: Collection[str], goers: Goers) -> None:
    """Those who go stand where the level's own heroes would."""
    units = _units(tables)
    old = {it["id"]: it for it in _tables(tables, "unit") if _is_hero(it, side, heroes)}
    free = [id for id in old if id not in goers]
    strangers = [id for id in goers if id not in old]
    places = dict(zip(strangers, free, strict=False))
    names: dict[str, str | None] = dict.fromkeys(free)
    names |= {place: id for id, place in places.items()}
    _rename(tables, names)
    for id, keys in goers.items():
        place = old.get(places.get(id, id)) or Tables()
        kept: Tables = {key: place[key] for key in ("at", "behaviour") if key in place}
        new: Tables = {**keys, **kept, "id": id, "side": side}
        if place:
            place.clear()
            place.update(new)
        else:
            units.append(new)
            _add_to_deployment(tables, side, id)
    gone = set(free[len(strangers) :])
    units[:] = [it for it in units if not (isinstance(it, dict) and it.get("id") in gone)]


def _is_hero(unit: Tables, side: str, heroes: Collection[str]) -> bool:
    return unit.get("side") == side and unit.get("id") in heroes


def _add_to_deployment(tables: Tables, side: str, id: str) -> None:
    """Who has no place is placed by the side, where the level says who is."""
    mine = [deploy for deploy in _tables(tables, "deploy") if deploy.get("side") == side]
    if any("units" not in deploy for deploy in mine):
        return
    for deploy in mine[:1]:
        deploy["units"].append(id)


def room(tables: Tables, side: str, heroes: Collection[str]) -> int | None:
    """For how many heroes there are places; None where the side places as many as there are."""
    if any(deploy.get("side") == side for deploy in _tables(tables, "deploy")):
        return None
    return sum(_is_hero(it, side, heroes) for it in _tables(tables, "unit"))
