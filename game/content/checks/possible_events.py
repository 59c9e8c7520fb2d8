"""Checks of possible events: conditions, triggers, arrivals and objectives."""

from collections.abc import Iterator

from game.content.checks.objectives import KINDS
from game.content.checks.things_on_tiles import Things, names_in
from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.toml_files.positions import Keys
from game.content.values.wording import quoted
from game.terms.level_script import Heads, Trigger, When, Who


def can_come_to_pass(draft: LevelDraft) -> None:
    """Report trigger-never and other findings if a trigger can never happen.

    The others are objective-never, unit-never and no-way-to-win: an objective can never be
    completed, a unit never arrives, or two sides never meet.
    """
    if draft.is_faulty or not draft.plot.triggers:
        return
    course = _Course(draft)
    for entry in draft.plot.triggers:
        if found := course.flaws.get(entry.keys):
            keys, flaw = found
            text = f"{draft.called(keys)} can never hold: {flaw}."
            draft.source.note("warning", "trigger-never", text, keys)
    _find_unreached(draft, course)
    for id, unit in draft.distinct.items():
        if id not in course.coming:
            text = f"The unit {quoted(id)} never comes onto the board, as no trigger that brings "
            text += "it can go off."
            draft.source.note("warning", "unit-never", text, unit.keys)
    sides = {draft.distinct[id].side for id in course.coming}
    if len(sides) < 2:
        who = f"Only the side {quoted(min(map(str, sides)))}" if sides else "No side"
        text = f"{who} ever has units on the board, so that nobody can win or lose."
        draft.source.error("no-way-to-win", text, ("side",))


def _find_unreached(draft: LevelDraft, course: "_Course") -> None:
    """Record objectives that only triggers complete which can never happen."""
    reaching: dict[str, list[Keys]] = {}
    for trigger in draft.plot.triggers:
        for deed in trigger.value.do if trigger.value else ():
            if deed.objective is not None:
                reaching.setdefault(deed.objective, []).append(trigger.keys)
    for entry in draft.plot.objectives:
        triggers = reaching.get(entry.id or "", ())
        aim = entry.value
        if aim is None or any(getattr(aim, kind) is not None for kind in KINDS):
            continue
        if triggers and all(keys in course.flaws for keys in triggers):
            text = f"Nothing reaches the objective {quoted(entry.id)}, as no trigger that does can "
            text += "go off."
            draft.source.note("warning", "objective-never", text, entry.keys)


class _Course:
    """The triggers that can happen, and the units that are ever on the board."""

    def __init__(self, draft: LevelDraft) -> None:
        self.draft = draft
        self.coming: set[str] = set(draft.standing)
        if draft.stations:
            self.coming.update(draft.distinct.keys() - draft.brought.keys())
        for deploy in draft.plot.deploys:
            self.coming.update(draft.deployed(deploy.value) if deploy.value else ())
        self._count()
        whens = [w for e in draft.plot.triggers if e.value for w in e.value.when]
        self._goods = _goods(draft) if any(w.used and w.used.item for w in whens) else set()
        is_asked = any(w.handled or w.broken for w in whens)
        self._things = Things(draft) if is_asked else None
        self._room = {area: sum(map(draft.can_come, tiles)) for area, tiles in draft.areas.items()}
        self.flaws: dict[Keys, tuple[Keys, str]] = {}
        """For each trigger that can never happen, the condition that can't be true, and why."""
        self._follow()

    def _follow(self) -> None:
        """Let triggers bring units until no more of them can happen."""
        waiting: list[tuple[TableEntry[Trigger], Trigger]] = [
            (entry, entry.value) for entry in self.draft.plot.triggers if entry.value
        ]
        while True:
            self.flaws = {e.keys: flaw for e, t in waiting if (flaw := self._flaw(e, t))}
            going = [t for e, t in waiting if e.keys not in self.flaws]
            waiting = [(e, t) for e, t in waiting if e.keys in self.flaws]
            if not going:
                return
            for trigger in going:
                for deed in trigger.do:
                    self.coming.update(deed.reinforcement.units if deed.reinforcement else ())
            self._count()

    def _count(self) -> None:
        self._heads: dict[str | None, int] = {None: len(self.coming)}
        for id in self.coming:
            side = self.draft.distinct[id].side
            self._heads[side] = self._heads.get(side, 0) + 1

    def _flaw(self, entry: TableEntry[Trigger], trigger: Trigger) -> tuple[Keys, str] | None:
        """Return the first condition that can't be true, and why, or None."""
        acting = None
        dead = {when.death.unit for when in trigger.when if when.death} - {None}
        for number, when in enumerate(trigger.when):
            flaw = next(self._flaws(when), None)
            if flaw is None and (gone := _standing(when) & dead):
                flaw = f"{quoted(min(gone))} is dead at that moment, as another condition says"
            if when.turn is not None:
                if flaw is None and acting not in (None, when.turn):
                    flaw = f"it is the turn of {quoted(acting)} at that moment"
                acting = when.turn
            if flaw is not None:
                return (*entry.keys, "when", number), flaw
        return None

    def _flaws(self, when: When) -> Iterator[str]:
        rounds = self.draft.rounds
        if when.round is not None and rounds is not None and when.round > rounds:
            yield f"the last round is {rounds}"
        named = [
            when.turn,
            *(w.unit for w in _meant(when)),
        ]
        for unit in named:
            if unit is not None and unit not in self.coming:
                yield f"the unit {quoted(unit)} never comes onto the board"
        for who in _meant(when):
            if who.side is not None and not self._heads.get(who.side):
                yield f"the side {quoted(who.side)} never has units on the board"
        if when.enter and not self._room.get(when.enter.area, 1):
            yield f"no tile of the area {quoted(when.enter.area)} can be entered"
        if when.used and when.used.item is not None:
            yield from self._misuse(when.used.item)
        if self._things and when.handled:
            yield from self._things.never_handled(when.handled.area)
        if self._things and when.broken:
            yield from self._things.never_broken(when.broken.area)
        if when.count:
            yield from self._miscounts(when.count)

    def _misuse(self, item: str) -> Iterator[str]:
        gear, usable = self.draft.gear, self.draft.usable
        if usable and item not in gear[usable]:
            table = next(table for table, things in gear.items() if item in things)
            text = f"{quoted(item)} stands in {table}.toml, and only what stands in "
            yield f"{text}{usable}.toml is used up"
        elif item not in self._goods:
            yield f"nobody has {quoted(item)}"

    def _miscounts(self, heads: Heads) -> Iterator[str]:
        least, most = heads.at_least, heads.at_most
        if least is None:
            return
        if most is not None and least > most:
            yield f"'at_least' is {least} and 'at_most' is {most}"
        if least > (there := self._heads.get(heads.side, 0)):
            whose = "in all" if heads.side is None else f"of the side {quoted(heads.side)}"
            units = "is 1 unit" if there == 1 else f"are {there} units"
            yield f"there {units} {whose}, not {least}"
        if heads.area is not None and least > 0 and not self._room.get(heads.area, 1):
            yield f"no tile of the area {quoted(heads.area)} can be entered"


def _standing(when: When) -> set[str]:
    """Return the units that must be on the board for a condition."""
    names = {when.turn, *(who.unit for who in (when.enter, when.health) if who)}
    return {name for name in names if name is not None}


def _meant(when: When) -> Iterator[Who]:
    """Yield the units or sides that the condition names."""
    named = (when.enter, when.death, when.health, when.used, when.handled, when.broken)
    return (who for who in named if who)


def _goods(draft: LevelDraft) -> set[str]:
    """Return all things that units or the book's table name."""
    values = (draft.settings, *(unit.stats for unit in draft.units))
    return {name for value in values for name in names_in(value)}
