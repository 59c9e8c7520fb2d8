"""Checks of triggers' effects. For whether they ever happen, see `possible_events`."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.values.wording import quoted
from game.terms.level_script import Heads, Trigger


def bring_who_is_away(draft: LevelDraft) -> None:
    """Report reinforcement-standing if a unit that arrives is on the board from the start."""
    deployed = {id for entry in draft.plot.deploys if entry.value for id in entry.value.units or ()}
    for id, places in draft.brought.items():
        unit = draft.distinct.get(id)
        if unit is None or not (id in deployed or draft.is_placed(unit)):
            continue
        how = "its side places it at the start" if id in deployed else "it has a place already"
        for keys in places:
            text = f"The unit {quoted(id)} cannot arrive: {how}."
            draft.source.error("reinforcement-standing", text, keys, at_value=True)


def bring_nobody_twice(draft: LevelDraft) -> None:
    """Report reinforcement-twice if a unit arrives twice, probably by mistake."""
    for id, places in draft.brought.items():
        for keys in places[1:]:
            text = f"The unit {quoted(id)} is brought more than once; only the first time counts."
            draft.source.note("warning", "reinforcement-twice", text, keys, at_value=True)


def reach_no_protection(draft: LevelDraft) -> None:
    """Report trigger-idle if a trigger completes an objective that can only be failed."""
    protecting = {
        entry.value.id for entry in draft.plot.objectives if entry.value and entry.value.protect
    }
    for entry, trigger in _all(draft):
        for number, deed in enumerate(trigger.do):
            if deed.objective in protecting:
                text = f"The objective {quoted(deed.objective)} cannot be reached by a trigger, as "
                text += "it has 'protect': it can only be failed."
                keys = (*entry.keys, "do", number, "objective")
                draft.source.error("trigger-idle", text, keys, at_value=True)


def agree_with_themselves(draft: LevelDraft) -> None:
    """Report trigger-torn if a trigger makes two sides win, or one side win and lose."""
    for entry, trigger in _all(draft):
        winner = next((deed.win for deed in trigger.do if deed.win), None)
        for number, deed in enumerate(trigger.do):
            keys = (*entry.keys, "do", number)
            if deed.win not in (None, winner):
                text = f"{draft.called(entry.keys)} lets both {quoted(winner)} and "
                text += f"{quoted(deed.win)} win; only one side can."
                draft.source.error("trigger-torn", text, keys, at_value=True)
            elif deed.lose is not None and deed.lose == winner:
                text = f"{draft.called(entry.keys)} lets {quoted(winner)} both win and lose."
                draft.source.error("trigger-torn", text, keys, at_value=True)


def change_something(draft: LevelDraft) -> None:
    """Report trigger-idle if opened terrain is already what it becomes."""
    if draft.is_faulty or draft.rows is None:
        return
    changes = [
        ((*entry.keys, "do", number), deed.open)
        for entry, trigger in _all(draft)
        for number, deed in enumerate(trigger.do)
        if deed.open
    ]
    made = {change.terrain for _, change in changes}
    kinds = {
        area: {draft.terrain_id(cell) for cell in draft.areas.get(area, ())}
        for area in {change.area for _, change in changes}
    }
    for keys, change in changes:
        if kinds[change.area] == made == {change.terrain}:
            text = f"{draft.called(keys)} changes nothing: the area {quoted(change.area)} is "
            text += f"{quoted(change.terrain)} already."
            draft.source.note("warning", "trigger-idle", text, keys, at_value=True)


def go_on_after_the_end(draft: LevelDraft) -> None:
    """Report trigger-idle if an effect comes after one that ends the battle."""
    for entry, trigger in _all(draft):
        is_over = False
        for number, deed in enumerate(trigger.do):
            ends = deed.win or (deed.lose and len(draft.sides) == 2)
            if is_over and not ends:
                keys = (*entry.keys, "do", number)
                text = f"{draft.called(keys)} never happens, as a deed before it ends the battle; "
                text += "put that last."
                draft.source.note("warning", "trigger-idle", text, keys, at_value=True)
                break
            is_over = is_over or bool(ends)


def ask_something(draft: LevelDraft) -> None:
    """Report trigger-always if a count is true whatever happens."""
    if draft.plot.rosters or not draft.plot.is_clear or draft.unclear:
        return
    for entry, trigger in _all(draft):
        for number, when in enumerate(trigger.when):
            if when.count and (why := _is_met(draft, when.count)):
                keys = (*entry.keys, "when", number)
                text = f"{draft.called(keys)} always holds: {why}."
                draft.source.note("warning", "trigger-always", text, keys, at_value=True)


def _is_met(draft: LevelDraft, heads: Heads) -> str:
    """Return why a count of units is always true; "" if it may not be."""
    if heads.at_least:
        return ""
    if heads.at_most is None:
        return "'at_least' is 0"
    most = sum(heads.side in (None, unit.side) for unit in draft.distinct.values())
    whose = "" if heads.side is None else f" of the side {quoted(heads.side)}"
    are = "is never more than 1 unit" if most == 1 else f"are never more than {most} units"
    return f"there {are}{whose}" if heads.at_most >= most else ""


def _all(draft: LevelDraft) -> Iterator[tuple[TableEntry[Trigger], Trigger]]:
    return ((entry, entry.value) for entry in draft.plot.triggers if entry.value is not None)
