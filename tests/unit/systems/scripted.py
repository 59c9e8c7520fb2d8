"""Contest battles with a script in the form of a level file."""

from typing import Any

import msgspec

from game.core.cells import Cell, reading
from game.engine.battle import Battle
from game.rules.contest.book import BOOK
from game.terms.level_script import Deploy, Objective, Script, Trigger
from tests.rules.contest.duel import level
from tests.scenario import Play

Rows = list[dict[str, Any]]


def scripted(
    rows: str,
    *dice: int,
    areas: dict[str, list[Cell]] | None = None,
    triggers: Rows | None = None,
    objectives: Rows | None = None,
    deploy: Rows | None = None,
    absent: str = "",
    settings: dict[str, Any] | None = None,
    **units: dict[str, Any],
) -> Play:
    """Return the battle of `level` with this script.

    Units of `absent` letters have no place yet.
    """
    made = level(rows, settings, **units)
    kept = tuple(
        msgspec.structs.replace(unit, at=None) if unit.id[-1] in absent else unit
        for unit in made.units
    )
    aims = objectives or []
    script = Script(
        areas={id: tuple(sorted(tiles, key=reading)) for id, tiles in (areas or {}).items()},
        triggers=tuple(msgspec.convert(t, Trigger) for t in triggers or ()),
        objectives=tuple(msgspec.convert({"title": "Aim"} | aim, Objective) for aim in aims),
        deploy=tuple(msgspec.convert(d, Deploy) for d in deploy or ()),
    )
    changed = msgspec.structs.replace(made, units=kept, script=script)
    return Play(Battle.start(BOOK, changed), dice)


def says(*when: dict[str, Any], once: bool = True) -> dict[str, Any]:
    """Return a trigger that shows "now" when these conditions are true."""
    return {"when": list(when), "do": [{"message": "now"}], "once": once}
