"""Count what happens in a battle while it is played."""

from collections import Counter

from game.engine.battle import Battle
from game.terms.agenda import Ask
from game.terms.commands import verb
from game.terms.events import Event, RoundStarted
from game.terms.script_events import ChoiceAnswered, ObjectiveFailed, ObjectiveReached
from game.workshop.battle_counts.counts import BattleCounts, ObjectiveEnd
from game.workshop.battle_counts.deeds import DeedsCounter
from game.workshop.battle_counts.means import MeansCounter
from game.workshop.battle_counts.offers import OfferCounter
from game.workshop.battle_counts.waste import WasteCounter
from game.world.script_conditions import progress


class BattleCounter:
    """The counts of a battle so far. Call `before` and `after` around every command and roll."""

    def __init__(self, battle: Battle) -> None:
        """Count from the battle's first stop."""
        self._battle = battle
        self._events = self._commands = 0
        self._given: Counter[tuple[str, str]] = Counter()
        self._script = _ScriptCounter(battle)
        self._means = MeansCounter(battle)
        self._waste = WasteCounter(battle)
        self._offers = OfferCounter(battle)
        self._deeds = DeedsCounter(battle)
        self.after()

    def before(self) -> None:
        """Note the state before a command. Before a roll this does nothing."""
        if isinstance(self._battle.stop, Ask):
            self._waste.before(self._battle.stop)
            self._offers.before()

    def after(self) -> None:
        """Count what has happened since the last call: at most one command, and its events."""
        battle = self._battle
        played = battle.history[-1] if len(battle.history) > self._commands else None
        command = None if played is None else played.command
        if played is not None:
            self._given[played.side, verb(played.command)] += 1
        events = [told.event for told in battle.world.log[self._events :]]
        self._commands, self._events = len(battle.history), len(battle.world.log)
        self._script.after(events)
        self._means.after(command, events)
        self._waste.after(command, events)
        self._offers.after(command, events)
        self._deeds.after(events)

    def counts(self) -> BattleCounts:
        """Return the counts. Call this at the end of the battle."""
        return BattleCounts(
            dict(self._script.objectives),
            tuple(self._script.fired),
            self._waste.counts(),
            self._means.counts(),
            dict(self._given),
            dict(self._script.choices),
            self._offers.counts(),
            self._deeds.counts(),
            self._deeds.first,
        )


class _ScriptCounter:
    """The counts of objectives, triggers and choices.

    A trigger that can fire again is counted if its conditions hold after a command or roll, and
    didn't before it.
    """

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._round = 0
        self._before: frozenset[int] = frozenset()
        self.objectives: dict[str, ObjectiveEnd] = {}
        self.choices: dict[str, str] = {}
        self.fired = [0] * len(battle.world.scene.level.script.triggers)

    def after(self, events: list[Event]) -> None:
        """Count the facts in these events, and the triggers that have fired."""
        for event in events:
            match event:
                case RoundStarted(round=number):
                    self._round = number
                case ChoiceAnswered(choice=id, answer=answer):
                    self.choices[id] = answer
                case ObjectiveReached(objective=id):
                    self.objectives[id] = ObjectiveEnd(reached=self._round)
                case ObjectiveFailed(objective=id):
                    self.objectives[id] = ObjectiveEnd(failed=self._round)
        if self.fired:
            kept = progress(self._battle.world)
            now = frozenset((*kept.fired, *kept.holding))
            for number in now - self._before:
                self.fired[number] += 1
            self._before = now
