"""The tests' own powers and items, and terrain that powers leave behind."""

from typing import Any

from game.terms.level import Terrain
from tests.rules.action.scene import scene
from tests.scenario import Play

MORE = {
    "B": ("brambles", Terrain("Brambles", cost=2, hazard="1d4")),
    "F": ("fire", Terrain("Fire", hazard="1d6")),
    "R": ("rubble", Terrain("Rubble", cost=2)),
    "S": ("shallows", Terrain("Shallows", cost=2)),
}
BLAST: dict[str, Any] = {"shape": "burst", "range": 60, "size": 5}


def power(kind: str = "spell", **given: Any) -> dict[str, Any]:
    """Return a power; by default, a spell that costs nothing."""
    return {"title": "Deed", "about": "For tests", "kind": kind, **given}


def item(**given: Any) -> dict[str, Any]:
    """Return an item."""
    return {"title": "Thing", "about": "For tests", **given}


def casting(
    rows: str, settings: dict[str, Any] | None = None, order: str = "", /, **given: Any
) -> Play:
    """Return a scene in which `a` knows `powers` and has `items`.

    Both are tables by id. For a shipped power or item, use its id and None.
    """
    own: dict[str, Any] = {"focus": 10} | given.pop("a", {})
    tables: dict[str, dict[str, dict[str, Any]]] = {}
    for table in ("powers", "items"):
        known: dict[str, dict[str, Any]] = given.pop(table, {})
        if known:
            own[table] = list(known)
            tables[table] = {id: thing for id, thing in known.items() if thing}
    return scene(rows, order, {"more": MORE} | (settings or {}), tables, a=own, **given)
