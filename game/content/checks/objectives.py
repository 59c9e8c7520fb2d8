"""Checks of objectives."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.values.wording import quoted
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
            text = f"Nothing says when the objective {quoted(aim.id)} is reached: it must have "
            text += "one of the keys 'reach', 'defeat', 'survive', 'hold' and 'protect', or a "
            text += "trigger must name it."
            draft.source.error("objective-never", text, entry.keys)


def come_in_time(draft: LevelDraft) -> None:
    """Report objective-late if an objective takes more rounds than there are."""
    if draft.rounds is None:
        return
    for entry, aim in _all(draft):
        keys, rounds = (*entry.keys, "survive"), aim.survive or 0
        if aim.hold is not None:
            keys, rounds = (*entry.keys, "hold", "rounds"), aim.hold.rounds
        if rounds > draft.rounds:
            text = f"The objective {quoted(aim.id)} takes {rounds} rounds, but the battle ends "
            text += f"after {draft.rounds}."
            draft.source.error("objective-late", text, keys, at_value=True)


def are_of_their_side(draft: LevelDraft) -> None:
    """Report objective-foreign if a side would reach an area with others' units, or defeat its own.

    Nor can it protect others: a side loses if units that it protects die.
    """
    for entry, aim in _all(draft):
        reach, defeat = aim.reach, aim.defeat
        if reach and _side(draft, reach.unit, reach.side) not in (None, aim.side):
            text = f"The objective {quoted(aim.id)} is of the side {quoted(aim.side)}, so one of "
            text += "its own units must reach the area."
            draft.source.error("objective-foreign", text, (*entry.keys, "reach"), at_value=True)
        if defeat and _side(draft, defeat.unit, defeat.side) == aim.side:
            text = f"The objective {quoted(aim.id)} asks the side {quoted(aim.side)} to defeat "
            text += "its own."
            draft.source.error("objective-foreign", text, (*entry.keys, "defeat"), at_value=True)
        if aim.protect and _side(draft, aim.protect, aim.side) not in (None, aim.side):
            text = f"The objective {quoted(aim.id)} is of the side {quoted(aim.side)}, so it must "
            text += "protect one of its own units."
            draft.source.error("objective-foreign", text, (*entry.keys, "protect"), at_value=True)


def can_win(draft: LevelDraft) -> None:
    """Report objectives-optional if all objectives of a side are optional."""
    if not draft.plot.is_clear or draft.unclear:
        return
    needed = {a.side for _, a in _all(draft) if not a.optional and a.protect is None}
    kinds: dict[str, str] = {}
    for _, aim in _all(draft):
        kind = "to protect somebody" if aim.protect and not aim.optional else "optional"
        both = kinds.setdefault(aim.side, kind) != kind
        kinds[aim.side] = "optional or to protect somebody" if both else kind
    for entry, aim in _all(draft):
        if aim.side not in needed:
            needed.add(aim.side)
            text = f"All objectives of the side {quoted(aim.side)} are {kinds[aim.side]}; it "
            text += "cannot win by them."
            draft.source.note("warning", "objectives-optional", text, entry.keys)


def _side(draft: LevelDraft, unit: str | None, side: str | None) -> str | None:
    found = draft.distinct.get(unit) if unit is not None else None
    return found.side if found else side


def _all(draft: LevelDraft) -> Iterator[tuple[TableEntry[Objective], Objective]]:
    return ((entry, entry.value) for entry in draft.plot.objectives if entry.value is not None)
