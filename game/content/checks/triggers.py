"""Checks of triggers' effects. `possible_events` checks whether triggers ever happen."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.toml_files.finding_texts import Words, because
from game.terms.level_script import KEYS, Trigger, keys_in
from game.terms.script.conditions import Heads


def bring_who_is_away(draft: LevelDraft) -> None:
    """Report reinforcement-standing if a unit that arrives is on the board from the start."""
    deployed = {id for entry in draft.plot.deploys if entry.value for id in entry.value.units or ()}
    for id, places in draft.brought.items():
        unit = draft.distinct.get(id)
        if unit is None or not (id in deployed or draft.is_placed(unit)):
            continue
        why = because("placed-by-side" if id in deployed else "placed-already")
        for keys in places:
            draft.source.error("reinforcement-standing", keys, at_value=True, unit=id, why=why)


def bring_nobody_twice(draft: LevelDraft) -> None:
    """Report reinforcement-twice if a unit arrives twice, probably by mistake."""
    for id, places in draft.brought.items():
        for keys in places[1:]:
            draft.source.warning("reinforcement-twice", keys, at_value=True, unit=id)


def reach_no_protection(draft: LevelDraft) -> None:
    """Report trigger-idle if a trigger completes an objective that can only be failed."""
    protecting = {
        entry.value.id for entry in draft.plot.objectives if entry.value and entry.value.protect
    }
    for entry, trigger in _all(draft):
        for number, deed in enumerate(trigger.do):
            if deed.objective in protecting:
                keys, aim = (*entry.keys, "do", number, "objective"), str(deed.objective)
                draft.source.error(
                    "trigger-idle", keys, at_value=True, variant="protect", objective=aim
                )


def agree_with_themselves(draft: LevelDraft) -> None:
    """Report trigger-torn if a trigger makes two sides win, or one side win and lose."""
    for entry, trigger in _all(draft):
        winner = next((deed.win for deed in trigger.do if deed.win), None)
        for number, deed in enumerate(trigger.do):
            keys = (*entry.keys, "do", number)
            if deed.win not in (None, winner):
                draft.source.error(
                    "trigger-torn",
                    keys,
                    at_value=True,
                    variant="two",
                    trigger=Words(draft.called(entry.keys)),
                    side=str(winner),
                    other=str(deed.win),
                )
            elif deed.lose is not None and deed.lose == winner:
                name = Words(draft.called(entry.keys))
                draft.source.error(
                    "trigger-torn", keys, at_value=True, variant="one", trigger=name, side=winner
                )


def change_something(draft: LevelDraft) -> None:
    """Report trigger-idle if an effect turns terrain into what it already is."""
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
            draft.source.warning(
                "trigger-idle",
                keys,
                at_value=True,
                variant="terrain",
                effect=Words(draft.called(keys)),
                area=change.area,
                terrain=change.terrain,
            )


def go_on_after_the_end(draft: LevelDraft) -> None:
    """Report trigger-idle if an effect comes after one that ends the battle."""
    for entry, trigger in _all(draft):
        is_over = False
        for number, deed in enumerate(trigger.do):
            ends = deed.win or (deed.lose and len(draft.sides) == 2)
            if is_over and not ends:
                keys = (*entry.keys, "do", number)
                name = Words(draft.called(keys))
                draft.source.warning(
                    "trigger-idle", keys, at_value=True, variant="after", effect=name
                )
                break
            is_over = is_over or bool(ends)


def ask_something(draft: LevelDraft) -> None:
    """Report trigger-always if a condition that counts units is always true."""
    if draft.plot.rosters or not draft.plot.is_clear or draft.unclear:
        return
    for entry, trigger in _all(draft):
        for number, when in enumerate(trigger.when):
            if when.count and (why := _is_met(draft, when.count)):
                keys = (*entry.keys, "when", number)
                name = Words(draft.called(keys))
                draft.source.warning("trigger-always", keys, at_value=True, condition=name, why=why)


def _is_met(draft: LevelDraft, heads: Heads) -> Words | None:
    """Return why a count of units is always true, or None if it may not be."""
    if heads.at_least:
        return None
    if heads.at_most is None:
        return because("at-least-none")
    most = sum(heads.side in (None, unit.side) for unit in draft.distinct.values())
    if heads.at_most < most:
        return None
    if heads.side is None:
        return because("never-more", most=most)
    return because("never-more-of-side", most=most, side=heads.side)


def name_known_keys(draft: LevelDraft) -> None:
    """Report unknown-action if the message of a lesson names a key that doesn't exist."""
    for entry in draft.plot.lessons:
        for name in keys_in(entry.value.message) if entry.value else ():
            if name not in KEYS:
                near = draft.source.nearest(name, KEYS)
                hint = because("did-you-mean", near=near) if near else because("listed-in-guide")
                keys, lesson = (*entry.keys, "message"), draft.called(entry.keys)
                draft.source.error(
                    "unknown-action",
                    keys,
                    at_value=True,
                    entry=Words(lesson[:1].lower() + lesson[1:]),
                    given=name,
                    hint=hint,
                )


def _all(draft: LevelDraft) -> Iterator[tuple[TableEntry[Trigger], Trigger]]:
    return ((entry, entry.value) for entry in draft.plot.triggers if entry.value is not None)
