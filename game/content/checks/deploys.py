"""Units that their side places before the first turn."""

from game.content.draft import Draft, Entry
from game.content.wording import quoted
from game.terms.script import Deploy


def are_free(draft: Draft) -> None:
    """deploy-placed: a unit that its side places has no place in the file."""
    for entry, deploy in _all(draft):
        for number, id in enumerate(deploy.units or ()):
            if id in draft.distinct and draft.is_placed(draft.distinct[id]):
                text = f"The unit {quoted(id)} has a place already; it cannot be placed by its "
                text += "side too."
                keys = (*entry.keys, "units", number)
                draft.source.error("deploy-placed", text, keys, at_value=True)


def are_own(draft: Draft) -> None:
    """deploy-foreign: a side places its own units."""
    for entry, deploy in _all(draft):
        for number, id in enumerate(deploy.units or ()):
            unit = draft.distinct.get(id)
            if unit is not None and unit.side is not None and unit.side != deploy.side:
                text = f"The unit {quoted(id)} is of the side {quoted(unit.side)}; the side "
                text += f"{quoted(deploy.side)} cannot place it."
                keys = (*entry.keys, "units", number)
                draft.source.error("deploy-foreign", text, keys, at_value=True)


def are_once(draft: Draft) -> None:
    """deploy-twice: no unit is placed by two deployments."""
    seen: set[str] = set()
    for entry, deploy in _all(draft):
        units = draft.deployed(deploy)
        for number, id in enumerate(units):
            if id in seen:
                text = f"The unit {quoted(id)} is placed by two deployments; one of them must "
                text += "leave it out."
                keys = (*entry.keys, "units", number) if deploy.units else entry.keys
                draft.source.error("deploy-twice", text, keys, at_value=True)
            seen.add(id)


def have_units(draft: Draft) -> None:
    """deploy-empty: there is somebody to place. Says nothing while anybody's side is unclear."""
    if any(unit.side is None for unit in draft.units):
        return
    for entry, deploy in _all(draft):
        if not draft.deployed(deploy):
            text = f"{draft.called(entry.keys)} has no units to place: all of the side "
            text += f"{quoted(deploy.side)} have a place or come later."
            draft.source.note("warning", "deploy-empty", text, entry.keys)


def have_room(draft: Draft) -> None:
    """deploy-cramped: the area has a free tile for each unit, also if two are placed there."""
    if draft.source.has_errors:
        return
    taken = set(draft.standing.values())
    rooms: dict[str, int] = {}
    waiting: dict[str, int] = {}
    for entry, deploy in _all(draft):
        waiting[deploy.area] = waiting.get(deploy.area, 0) + len(draft.deployed(deploy))
        if deploy.area not in rooms:
            tiles = draft.areas.get(deploy.area, ())
            rooms[deploy.area] = sum(c not in taken and draft.can_walk(c) for c in tiles)
        room = rooms[deploy.area]
        if 0 < room < waiting[deploy.area]:
            text = f"The area {quoted(deploy.area)} has room for {room}, but "
            text += f"{waiting[deploy.area]} are to be placed there."
            draft.source.error("deploy-cramped", text, (*entry.keys, "area"), at_value=True)


def _all(draft: Draft) -> list[tuple[Entry[Deploy], Deploy]]:
    return [(entry, entry.value) for entry in draft.plot.deploys if entry.value is not None]
