"""The flags, counters and choices that the possible triggers of a level can bring about."""

from collections.abc import Iterator, Sequence
from math import inf

from game.content.toml_files.finding_texts import Words, because
from game.terms.level_script import Trigger
from game.terms.script.conditions import Standing, When, WhenCounted


class ScriptCourse:
    """What the triggers added so far can set, count and offer."""

    def __init__(self) -> None:
        self._flags: set[str] = set()
        self._choices: set[str] = set()
        self._ends: dict[str, tuple[float, float]] = {}
        """The lowest and the highest number that each counter can have."""

    def add(self, trigger: Trigger) -> None:
        """Add a trigger that can happen."""
        for deed in trigger.do:
            self._flags.update([deed.set] if deed.set else ())
            self._choices.update([deed.choice.id] if deed.choice else ())
            if deed.add is not None:
                low, high = self._ends.get(deed.add.counter, (0, 0))
                by = deed.add.by if trigger.once else deed.add.by * inf if deed.add.by else 0
                self._ends[deed.add.counter] = low + min(by, 0), high + max(by, 0)

    def flaws_of(self, when: When) -> Iterator[Words]:
        """Yield the reasons why a condition on flags, counters or choices can never be true."""
        if when.flag is not None and when.flag not in self._flags:
            yield because("flag-never-set", flag=when.flag)
        if when.chosen is not None and when.chosen.choice not in self._choices:
            yield because("choice-never-put", choice=when.chosen.choice)
        if when.counter is not None:
            yield from self._miscount(when.counter)

    def _miscount(self, what: WhenCounted) -> Iterator[Words]:
        low, high = self._ends.get(what.id, (0, 0))
        if what.at_least is not None and what.at_most is not None and what.at_least > what.at_most:
            yield because("bounds-crossed", least=what.at_least, most=what.at_most)
        elif what.at_least is not None and high < what.at_least:
            yield because("counter-too-low", counter=what.id, most=int(high))
        elif what.at_most is not None and low > what.at_most:
            yield because("counter-too-high", counter=what.id, least=int(low))


def contradiction(when: When, others: Sequence[Standing]) -> Words | None:
    """Return why a condition can't be true together with one of `others`, or None."""
    for other in others:
        if not isinstance(other, When):
            continue
        if when.flag is not None and when.flag == other.no_flag:
            return because("flag-and-not", flag=when.flag, how=because("flag-not-set"))
        if when.no_flag is not None and when.no_flag == other.flag:
            return because("flag-and-not", flag=when.no_flag, how=because("flag-set"))
        one, two = when.chosen, other.chosen
        if one and two and one.choice == two.choice and None not in (one.answer, two.answer):
            return because("answers-differ") if one.answer != two.answer else None
    return None
