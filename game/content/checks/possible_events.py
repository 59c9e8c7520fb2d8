"""Checks of possible events: conditions, triggers, arrivals and objectives."""

from collections.abc import Iterator, Sequence

from game.content.checks.objectives import KINDS
from game.content.checks.script_course import ScriptCourse, contradiction
from game.content.checks.things_on_tiles import Things, names_in
from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.toml_files.finding_texts import Words, because
from game.content.toml_files.positions import Keys
from game.terms.level_script import Lesson, Trigger
from game.terms.script.conditions import Heads, Standing, When, WhenCarried, Who


def can_come_to_pass(draft: LevelDraft) -> None:
    """Report trigger-never if a trigger can never happen, and report its consequences.

    They are objective-never (an objective can never be completed), unit-never (a unit never
    arrives) and no-way-to-win (fewer than two sides ever have units). Also report lesson-never and
    until-never (never true), and until-at-once (true too soon).
    """
    if draft.is_faulty or not (draft.plot.triggers or draft.plot.lessons):
        return
    course = _Course(draft)
    for entry in draft.plot.triggers:
        if found := course.flaws.get(entry.keys):
            keys, flaw = found
            called = Words(draft.called(keys))
            draft.source.warning("trigger-never", keys, condition=called, why=flaw)
    _find_idle(draft, course)
    _find_unreached(draft, course)
    for id, unit in draft.distinct.items():
        if id not in course.coming:
            draft.source.warning("unit-never", unit.keys, unit=id)
    sides = {draft.distinct[id].side for id in course.coming}
    if len(sides) < 2:
        if sides:
            only = min(map(str, sides))
            draft.source.error("no-way-to-win", ("side",), variant="one", side=only)
        else:
            draft.source.error("no-way-to-win", ("side",), variant="none")


def _find_idle(draft: LevelDraft, course: "_Course") -> None:
    """Report lessons that are never shown, `until` that can't come or comes too soon, and more."""
    for lesson in draft.plot.lessons:
        if lesson.value and (found := course.flaw(lesson.keys, lesson.value.when)):
            keys, flaw = found
            called = Words(draft.called(keys))
            draft.source.warning("lesson-never", keys, condition=called, why=flaw)
    for trigger in draft.plot.triggers:
        for number, deed in enumerate(trigger.value.do if trigger.value else ()):
            what = deed.give or deed.take or deed.move or deed.join or deed.behaviour
            if what is not None and what.unit not in course.coming:
                keys = (*trigger.keys, "do", number)
                called = Words(draft.called(keys))
                draft.source.warning(
                    "trigger-idle",
                    keys,
                    at_value=True,
                    variant="away",
                    effect=called,
                    unit=what.unit,
                )
    entries: list[tuple[Keys, Trigger | Lesson]] = [
        *((one.keys, one.value) for one in draft.plot.triggers if one.value),
        *((one.keys, one.value) for one in draft.plot.lessons if one.value),
    ]
    for entry_keys, entry in entries:
        for number, when in enumerate(entry.until):
            keys = (*entry_keys, "until", number)
            called = Words(draft.called(keys))
            if never := next(course.flaws_of(when), None):
                draft.source.warning("until-never", keys, condition=called, why=never)
            elif why := _comes_first(entry, when):
                draft.source.warning("until-at-once", keys, condition=called, why=why)


def _comes_first(entry: Trigger | Lesson, until: Standing) -> Words | None:
    """Return why an `until` is true as soon as the conditions are, or None if it may not be."""
    if until in entry.when or (isinstance(entry, Trigger) and entry.any == (until,)):
        return because("also-in-when")
    first = max((when.round or 1 for when in entry.when), default=1)
    if until.round is not None and until.round <= first:
        return because("round-by-then", round=first)
    return None


def _find_unreached(draft: LevelDraft, course: "_Course") -> None:
    """Report objectives that depend on triggers that can never happen."""
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
            name = str(entry.id)
            draft.source.warning("objective-never", entry.keys, variant="triggers", objective=name)


class _Course:
    """The triggers that can happen, and the units that are ever on the board."""

    def __init__(self, draft: LevelDraft) -> None:
        self.draft = draft
        self.coming: set[str] = set(draft.standing)
        self._state = ScriptCourse()
        self._joining: set[tuple[str, str]] = set()
        """The units that can join another side, each with that side."""
        if draft.stations:
            self.coming.update(draft.distinct.keys() - draft.brought.keys())
        for deploy in draft.plot.deploys:
            self.coming.update(draft.deployed(deploy.value) if deploy.value else ())
        self._count()
        triggers = [entry.value for entry in draft.plot.triggers if entry.value]
        whens = [w for t in triggers for w in (*t.conditions, *t.until)]
        is_item_named = any((w.used and w.used.item) or w.carries for w in whens)
        self._goods = _goods(draft) if is_item_named else set()
        is_asked = any(w.handled or w.broken for w in whens)
        self._things = Things(draft) if is_asked else None
        self._room = {area: sum(map(draft.can_come, tiles)) for area, tiles in draft.areas.items()}
        self.flaws: dict[Keys, tuple[Keys, Words]] = {}
        """For each trigger that can never happen, the condition that can't be true, and why."""
        self._follow()

    def _follow(self) -> None:
        """Let triggers bring units until no further trigger can happen."""
        waiting: list[tuple[TableEntry[Trigger], Trigger]] = [
            (entry, entry.value) for entry in self.draft.plot.triggers if entry.value
        ]
        while True:
            self.flaws = {e.keys: flaw for e, t in waiting if (flaw := self._flaw_of(e.keys, t))}
            going = [t for e, t in waiting if e.keys not in self.flaws]
            waiting = [(e, t) for e, t in waiting if e.keys in self.flaws]
            if not going:
                return
            for trigger in going:
                self._state.add(trigger)
                for deed in trigger.do:
                    self.coming.update(deed.reinforcement.units if deed.reinforcement else ())
                    self._goods.update([deed.give.item] if deed.give else ())
                    self._joining.update([(deed.join.unit, deed.join.side)] if deed.join else ())
            self._count()

    def _count(self) -> None:
        self._heads: dict[str | None, int] = {None: len(self.coming)}
        own = {(id, self.draft.distinct[id].side) for id in self.coming}
        for _, side in own | {(id, side) for id, side in self._joining if id in self.coming}:
            self._heads[side] = self._heads.get(side, 0) + 1

    def _flaw_of(self, keys: Keys, trigger: Trigger) -> tuple[Keys, Words] | None:
        """Return the condition of a trigger that can't be true, and why, or None."""
        if flaw := self.flaw(keys, trigger.when):
            return flaw
        flaws = [next(self.flaws_of(when), None) for when in trigger.any]
        first = flaws[0] if flaws else None
        return ((*keys, "any", 0), first) if first is not None and all(flaws) else None

    def flaw(self, keys: Keys, whens: Sequence[Standing]) -> tuple[Keys, Words] | None:
        """Return the first condition that can't be true, and why, or None."""
        acting = None
        dead = {when.death.unit for when in whens if when.death} - {None}
        for number, when in enumerate(whens):
            flaw = next(self.flaws_of(when), None)
            if flaw is None and isinstance(when, When):
                flaw = contradiction(when, whens[:number])
            if flaw is None and (gone := _standing(when) & dead):
                flaw = because("dead-then", unit=min(gone))
            if when.turn is not None:
                if flaw is None and acting not in (None, when.turn):
                    flaw = because("turn-of-other", unit=acting)
                acting = when.turn
            if flaw is not None:
                return (*keys, "when", number), flaw
        return None

    def flaws_of(self, when: Standing) -> Iterator[Words]:
        """Yield the reasons why a condition can never be true."""
        yield from self._missing(when)
        if isinstance(when, When):
            yield from self._undone(when)

    def _missing(self, when: Standing) -> Iterator[Words]:
        """Yield reasons that lie in the rounds, the units or the map."""
        rounds = self.draft.rounds
        if when.round is not None and rounds is not None and when.round > rounds:
            yield because("last-round", rounds=rounds)
        named = [
            when.turn,
            *(w.unit for w in _meant(when)),
            *([when.sees.target] if isinstance(when, When) and when.sees else []),
        ]
        for unit in named:
            if unit is not None and unit not in self.coming:
                yield because("unit-never-there", unit=unit)
        for who in _meant(when):
            if who.side is not None and not self._heads.get(who.side):
                yield because("side-never-there", side=who.side)
        if when.enter and not self._room.get(when.enter.area, 1):
            yield because("area-closed", area=when.enter.area)
        if when.count:
            yield from self._miscounts(when.count)

    def _undone(self, when: When) -> Iterator[Words]:
        """Yield reasons why a deed is impossible, or a flag, counter or answer."""
        yield from self._state.flaws_of(when)
        rounds = self.draft.rounds
        if when.round_end is not None and rounds is not None and when.round_end > rounds:
            yield because("last-round", rounds=rounds)
        if when.carries is not None:
            yield from self._missing_item(when.carries)
        if when.used and when.used.item is not None:
            yield from self._misuse(when.used.item)
        if self._things and when.handled:
            yield from self._things.never_handled(when.handled.area)
        if self._things and when.broken:
            yield from self._things.never_broken(when.broken.area)
        if when.reacted and not self.draft.reacts:
            yield because("no-reacting")
        target = when.attacked.target if when.attacked else None
        if target is not None and target not in self.coming:
            yield because("unit-never-there", unit=target)

    def _missing_item(self, what: WhenCarried) -> Iterator[Words]:
        if what.item not in self._goods:
            yield because("item-of-nobody", item=what.item)
        if what.area is not None and not self._room.get(what.area, 1):
            yield because("area-closed", area=what.area)

    def _misuse(self, item: str) -> Iterator[Words]:
        gear, usable = self.draft.gear, self.draft.usable
        if usable and item not in gear[usable]:
            table = next(table for table, things in gear.items() if item in things)
            own, used = Words(f"{table}.toml"), Words(f"{usable}.toml")
            yield because("not-used-up", item=item, file=own, usable=used)
        elif item not in self._goods:
            yield because("item-of-nobody", item=item)

    def _miscounts(self, heads: Heads) -> Iterator[Words]:
        least, most = heads.at_least, heads.at_most
        if least is None:
            return
        if most is not None and least > most:
            yield because("bounds-crossed", least=least, most=most)
        if least > (there := self._heads.get(heads.side, 0)):
            if heads.side is None:
                yield because("too-few-units", count=there, least=least)
            else:
                yield because("too-few-of-side", count=there, side=heads.side, least=least)
        if heads.area is not None and least > 0 and not self._room.get(heads.area, 1):
            yield because("area-closed", area=heads.area)


def _standing(when: Standing) -> set[str]:
    """Return the units that must be on the board for a condition."""
    names = {when.turn, *(who.unit for who in (when.enter, when.health, when.wounded) if who)}
    return {name for name in names if name is not None}


def _meant(when: Standing) -> Iterator[Who]:
    """Yield the units or sides that the condition names."""
    named: tuple[Who | None, ...] = (when.enter, when.death, when.health, when.wounded)
    if isinstance(when, When):
        named += (when.used, when.handled, when.broken)
        named += (when.attacked, when.reacted, when.ended, when.sees, when.carries)
    return (who for who in named if who)


def _goods(draft: LevelDraft) -> set[str]:
    """Return all names in the units' stats and in the book's settings."""
    values = (draft.settings, *(unit.stats for unit in draft.units))
    return {name for value in values for name in names_in(value)}
