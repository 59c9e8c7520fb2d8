"""Checks of objectives."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.toml_files.finding_texts import because
from game.terms.level_script import Objective

KINDS = ("reach", "defeat", "survive", "hold", "protect")


def can_be_reached(draft: LevelDraft) -> None:
    """Report objective-never if nothing ever completes an objective."""
    if not draft.plot.is_clear or draft.unclear:
        return
    named = {
        deed.objective
        for trigger in draft.plot.triggers
        if trigger.value
        for deed in trigger.value.do
    }
    for entry, aim in _all(draft):
        if aim.id not in named and all(getattr(aim, kind) is None for kind in KINDS):
            draft.source.error("objective-never", entry.keys, objective=aim.id)


def come_in_time(draft: LevelDraft) -> None:
    """Report objective-late if an objective takes more rounds than the battle has."""
    if draft.rounds is None:
        return
    for entry, aim in _all(draft):
        keys, rounds = (*entry.keys, "survive"), aim.survive or 0
        if aim.hold is not None:
            keys, rounds = (*entry.keys, "hold", "rounds"), aim.hold.rounds
        if rounds > draft.rounds:
            most = draft.rounds
            draft.source.error(
                "objective-late", keys, at_value=True, objective=aim.id, rounds=rounds, most=most
            )


def are_of_their_side(draft: LevelDraft) -> None:
    """Report objective-foreign if an objective names a unit of the wrong side.

    A side reaches areas with its own units, defeats others' units, and protects its own: it loses
    if a unit that it protects dies.
    """
    for entry, aim in _all(draft):
        reach, defeat = aim.reach, aim.defeat
        if reach and _side(draft, reach.unit, reach.side) not in (None, aim.side):
            draft.source.error(
                "objective-foreign",
                (*entry.keys, "reach"),
                at_value=True,
                variant="reach",
                objective=aim.id,
                side=aim.side,
            )
        if defeat and _side(draft, defeat.unit, defeat.side) == aim.side:
            draft.source.error(
                "objective-foreign",
                (*entry.keys, "defeat"),
                at_value=True,
                variant="defeat",
                objective=aim.id,
                side=aim.side,
            )
        if aim.protect and _side(draft, aim.protect, aim.side) not in (None, aim.side):
            draft.source.error(
                "objective-foreign",
                (*entry.keys, "protect"),
                at_value=True,
                variant="protect",
                objective=aim.id,
                side=aim.side,
            )


def can_win(draft: LevelDraft) -> None:
    """Report objectives-optional if all objectives of a side are optional."""
    if not draft.plot.is_clear or draft.unclear:
        return
    needed = {a.side for _, a in _all(draft) if not a.optional and a.protect is None}
    kinds: dict[str, str] = {}
    for _, aim in _all(draft):
        kind = "protecting" if aim.protect and not aim.optional else "optional"
        both = kinds.setdefault(aim.side, kind) != kind
        kinds[aim.side] = "optional-or-protecting" if both else kind
    for entry, aim in _all(draft):
        if aim.side not in needed:
            needed.add(aim.side)
            kind = because(kinds[aim.side])
            draft.source.warning("objectives-optional", entry.keys, side=aim.side, kind=kind)


def _side(draft: LevelDraft, unit: str | None, side: str | None) -> str | None:
    found = draft.distinct.get(unit) if unit is not None else None
    return found.side if found else side


def _all(draft: LevelDraft) -> Iterator[tuple[TableEntry[Objective], Objective]]:
    return ((entry, entry.value) for entry in draft.plot.objectives if entry.value is not None)
