"""Checks of flags, counters, choices, items and sides in triggers."""

from collections.abc import Iterator

from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.toml_files.finding_texts import Words, because
from game.content.toml_files.positions import Keys
from game.content.values.wording import capital, subject
from game.terms.level_script import Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import ChoicePut, Do

Entries = Iterator[tuple[TableEntry[Trigger], Trigger]]


def have_own_ids(draft: LevelDraft) -> None:
    """Report choice-twice-put if choices, or the answers of one, share an id."""
    met: set[str] = set()
    for keys, deed in _effects(draft):
        if deed.choice is None:
            continue
        place = (*keys, "choice", "id")
        if deed.choice.id in met:
            draft.source.error("choice-twice-put", place, at_value=True, id=deed.choice.id)
        met.add(deed.choice.id)
        _differ(draft, deed.choice, (*keys, "choice", "answers"))


def _differ(draft: LevelDraft, put: ChoicePut, keys: Keys) -> None:
    ids = [answer.id for answer in put.answers]
    for number, id in enumerate(ids):
        if id in ids[:number]:
            place = (*keys, number, "id")
            draft.source.error(
                "choice-twice-put", place, at_value=True, variant="answer", id=put.id, answer=id
            )


def ask_for_known_answers(draft: LevelDraft) -> None:
    """Report unknown-answer if a condition names an answer that its choice doesn't offer."""
    offered = {deed.choice.id: deed.choice for _, deed in _effects(draft) if deed.choice}
    for keys, when in conditions(draft):
        if when.chosen is None or when.chosen.answer is None or when.chosen.choice not in offered:
            continue
        known = [answer.id for answer in offered[when.chosen.choice].answers]
        if when.chosen.answer in known:
            continue
        near = draft.source.nearest(when.chosen.answer, known)
        hint = because("did-you-mean", near=near) if near else Words(".")
        place = (*keys, "chosen", "answer")
        draft.source.error(
            "unknown-answer",
            place,
            at_value=True,
            subject=capital(subject(draft.source.tables, place)),
            choice=when.chosen.choice,
            answer=when.chosen.answer,
            hint=hint,
        )


def hand_over_items(draft: LevelDraft) -> None:
    """Report item-unfit if a trigger gives, takes or asks for something other than an item."""
    gear, usable = draft.gear, draft.usable
    if not usable:
        return
    named = [
        ((*keys, key, "item"), what.item)
        for keys, deed in _effects(draft)
        for key, what in (("give", deed.give), ("take", deed.take))
        if what is not None
    ]
    named += [
        ((*keys, "carries", "item"), when.carries.item)
        for keys, when in conditions(draft)
        if when.carries is not None
    ]
    for place, item in named:
        if item in gear[usable]:
            continue
        table = next(table for table, things in gear.items() if item in things)
        own, used = Words(f"{table}.toml"), Words(f"{usable}.toml")
        draft.source.error(
            "item-unfit",
            place,
            at_value=True,
            subject=capital(subject(draft.source.tables, place)),
            why=because("not-used-up", item=item, file=own, usable=used),
        )


def let_units_join(draft: LevelDraft) -> None:
    """Report cannot-join, and trigger-idle if the unit is on that side already."""
    for keys, deed in _effects(draft):
        if deed.join is None:
            continue
        place = (*keys, "join")
        if not draft.joins:
            what = capital(subject(draft.source.tables, place))
            draft.source.error("cannot-join", place, at_value=True, subject=what)
        unit, side = draft.distinct.get(deed.join.unit), deed.join.side
        others = [d.join for _, d in _effects(draft) if d.join and d.join.unit == deed.join.unit]
        if unit is not None and unit.side == side and len(others) == 1:
            name = Words(draft.called(keys))
            draft.source.warning(
                "trigger-idle",
                place,
                at_value=True,
                variant="side",
                effect=name,
                unit=deed.join.unit,
                side=side,
            )


def are_asked_for(draft: LevelDraft) -> None:
    """Report trigger-idle if no condition asks for a flag, a counter or the answer to a choice."""
    if not draft.plot.is_clear or draft.unclear:
        return
    whens = [when for _, when in conditions(draft)]
    flags = {name for when in whens for name in (when.flag, when.no_flag) if name}
    counters = {when.counter.id for when in whens if when.counter}
    choices = {when.chosen.choice for when in whens if when.chosen}
    told: set[str] = set()
    for keys, deed in _effects(draft):
        if deed.set is not None and deed.set not in (flags | told):
            told.add(deed.set)
            where = (*keys, "set")
            draft.source.warning(
                "trigger-idle", where, at_value=True, variant="flag", name=deed.set
            )
        if deed.choice is not None and deed.choice.id not in choices:
            where, id = (*keys, "choice", "id"), deed.choice.id
            draft.source.warning("trigger-idle", where, at_value=True, variant="choice", name=id)
    told.clear()
    for keys, deed in _effects(draft):
        if deed.add is not None and deed.add.counter not in (counters | told):
            told.add(deed.add.counter)
            where, id = (*keys, "add", "counter"), deed.add.counter
            draft.source.warning("trigger-idle", where, at_value=True, variant="counter", name=id)


def _effects(draft: LevelDraft) -> Iterator[tuple[Keys, Do]]:
    """Yield the effects of all triggers, each with its keys."""
    for entry in draft.plot.triggers:
        for number, deed in enumerate(entry.value.do if entry.value else ()):
            yield (*entry.keys, "do", number), deed


def conditions(draft: LevelDraft) -> Iterator[tuple[Keys, When]]:
    """Yield the conditions of all triggers, each with its keys."""
    for entry in draft.plot.triggers:
        trigger = entry.value
        for name in ("when", "any", "until") if trigger else ():
            for number, when in enumerate(getattr(trigger, name)):
                yield (*entry.keys, name, number), when
