"""Changes to a level's raw tables before it is read: to its units and their places.

Tables with errors stay unchanged, because reading the level reports them.
"""

from collections.abc import Collection, Mapping, Sequence

Tables = dict[str, object]
ABOUT_UNITS = ("say", "choice", "give", "take", "move", "join", "behaviour")
"""Effects of triggers that name a unit."""


def tables_of(tables: Tables, name: str) -> list[Tables]:
    """Return the entries of an array that are tables."""
    entries = tables.get(name)
    return [it for it in entries if isinstance(it, dict)] if isinstance(entries, list) else []


def title_of(unit: Mapping[str, object]) -> str:
    """Return the title that players read for a unit: its own, or one made from its id."""
    return str(unit.get("title") or called(str(unit.get("id"))))


def called(id: str) -> str:
    """Return the title that players read for an id that has no title of its own."""
    return id.replace("_", " ").replace("-", " ").capitalize()


def units_of(tables: Tables) -> list[object]:
    """Return all entries of the array of units, creating it if necessary."""
    units = tables.setdefault("unit", list[object]())
    return units if isinstance(units, list) else []


def take_out(tables: Tables, ids: Collection[str]) -> None:
    """Remove units, also from the map, the deployments and the arrivals."""
    rename(tables, dict.fromkeys(ids))
    units = units_of(tables)
    units[:] = [it for it in units if not (isinstance(it, dict) and it.get("id") in ids)]


def rename(tables: Tables, names: Mapping[str, str | None]) -> None:
    """Replace units on letters, in deployments and in arrivals by others, or by none.

    Leave out the lessons about them, and the effects of triggers on them.
    """
    put_on_letters(tables, names)
    lessons = tables.get("lesson")
    if isinstance(lessons, list):
        lessons[:] = [lesson for lesson in lessons if not _is_about(lesson, names)]
    for deploy in tables_of(tables, "deploy"):
        units = deploy.get("units")
        if isinstance(units, list):
            deploy["units"] = _renamed(units, names)
    for trigger in tables_of(tables, "trigger"):
        deeds = trigger.get("do")
        if isinstance(deeds, list):
            trigger["do"] = [deed for deed in deeds if _still_does(deed, names)]
    triggers = tables.get("trigger")
    if isinstance(triggers, list):
        triggers[:] = [it for it in triggers if not (isinstance(it, dict) and it.get("do") == [])]


def _is_about(lesson: object, names: Collection[str]) -> bool:
    """Return whether a condition of a lesson names one of these units."""
    if not isinstance(lesson, dict):
        return False
    lists = [some for key in ("when", "until") if isinstance(some := lesson.get(key), list)]
    whens = [when for some in lists for when in some if isinstance(when, dict)]
    inside = [value for when in whens for value in when.values() if isinstance(value, dict)]
    named = [when.get("turn") for when in whens] + [value.get("unit") for value in inside]
    return any(isinstance(name, str) and name in names for name in named)


def put_on_letters(tables: Tables, names: Mapping[str, str | None]) -> None:
    """Replace units on letters of the map by others, or by none."""
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


def _renamed(units: Sequence[object], names: Mapping[str, str | None]) -> list[object]:
    found = [names.get(it, it) if isinstance(it, str) else it for it in units]
    return [it for it in found if it is not None]


def _still_does(deed: object, names: Mapping[str, str | None]) -> bool:
    """Rename the units that an effect brings. Return False if it no longer brings any.

    Also return False if it is about a unit that is replaced. A choice only loses its speaker.
    """
    if not isinstance(deed, dict):
        return True
    for key in ABOUT_UNITS:
        table = deed.get(key)
        name = table.get("unit") if isinstance(table, dict) else None
        if not isinstance(name, str) or names.get(name, name) == name:
            continue
        if key != "choice" or not isinstance(table, dict):
            return False
        del table["unit"]
    brought = deed.get("reinforcement")
    if not isinstance(brought, dict) or not isinstance(brought.get("units"), list):
        return True
    had = bool(brought["units"])
    brought["units"] = _renamed(brought["units"], names)
    return not had or bool(brought["units"])


def add_to_deployment(tables: Tables, side: str, id: str) -> None:
    """Add a unit to the side's first deployment, unless a deployment of the side lists no units."""
    mine = [deploy for deploy in tables_of(tables, "deploy") if deploy.get("side") == side]
    if any("units" not in deploy for deploy in mine):
        return
    units = mine[0].get("units") if mine else None
    if isinstance(units, list):
        units.append(id)
