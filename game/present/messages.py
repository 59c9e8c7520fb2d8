"""What the referee tells of a battle, as messages; to one side only what it may know."""

from collections.abc import Iterable
from typing import Any

import msgspec

from game.components.script_progress import Progress
from game.components.unit import Name
from game.engine.battle import Battle
from game.engine.odds import check_assume
from game.play.line_reading import Wrong
from game.play.table import Table, due
from game.present import protocol as out
from game.present.battle_sentences import BattleSentences
from game.record.map_and_units import map_of, units_of
from game.record.shortening import short
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, to_json
from game.terms.events import BattleOver, DiceRolled, Event
from game.terms.events import to_json as event_json
from game.terms.odds import Assume, Modifier
from game.terms.records import Entity

MOST_ASSUMED = 2000
"""An assumption is not longer than this."""


class Account:
    """Speaks of one table to who sees what `view` sees (None: all)."""

    def __init__(self, table: Table, view: str | None) -> None:
        self.table = table
        self.view = view
        self.words = BattleSentences(table.battle.book, table.battle.world.scene.names)

    def _seen(self) -> Battle:
        battle = self.table.battle
        return battle.view(self.view) if self.view else battle

    def hello(self) -> out.Hello:
        """The first message."""
        scene, seen = self.table.battle.world.scene, self._seen()
        level = scene.level
        return out.Hello(
            out.VERSION,
            level.id,
            level.rulebook,
            None if self.view else self.table.dice.seed,
            [side.id for side in level.sides],
            {side.id: scene.names[side.id] for side in level.sides},
            level.rounds,
            level.rounds_winner,
            [
                out.ObjectiveRow(aim.id, aim.side, aim.title, aim.optional)
                for aim in level.script.objectives
            ],
            units_of(seen),
            map_of(seen.world),
        )

    def event(self, n: int, event: Event) -> dict[str, Any]:
        """An event under its number."""
        text = self.words.event(event)
        if isinstance(event, DiceRolled):
            event = msgspec.structs.replace(event, modifiers=self._modifiers(event.modifiers))
        return {"say": "event", "n": n} | event_json(event) | {"text": text}

    def _modifiers(self, found: Iterable[Modifier]) -> tuple[Modifier, ...]:
        """Modifiers as people read them."""
        return tuple(msgspec.structs.replace(m, text=self.words.modifier(m.text)) for m in found)

    def log(self) -> out.Log:
        """All events so far."""
        events = self.table.battle.log(self.view)
        return out.Log([self.event(n, event) for n, event in enumerate(events, 1)])

    def ask(self, ask: Ask) -> out.Asked:
        """What a side has to choose from."""
        facts = self.table.battle.ask_facts()
        unit = self.table.battle.id_of(ask.unit)
        text = self.words.ask(ask, self._id_of, facts)
        return out.Asked(ask.called, ask.side, unit, text, self.options())

    def _id_of(self, entity: Entity) -> str | None:
        name = self.table.battle.world.find(entity, Name)
        return name.id if name else None

    def wait(self, side: str) -> out.Wait:
        """A side is asked whose options are not shown."""
        return out.Wait(side, self.words.say("wait", side=side))

    def options(self) -> list[out.OptionRow]:
        """The legal commands of the side that is asked, in their fixed order."""
        battle = self.table.battle
        return [
            out.OptionRow(to_json(command), self._option(command), battle.cost(command))
            for command in battle.legal()
        ]

    def other_forms(self) -> list[out.OptionRow]:
        """Return other forms of the legal commands, which people are offered beside them."""
        battle = self.table.battle
        return [
            out.OptionRow(to_json(other), self._option(other), battle.cost(other))
            for command in battle.legal()
            for other in battle.also(command)
        ]

    def _option(self, command: Command) -> str:
        battle = self.table.battle
        assert isinstance(battle.stop, Ask)
        return self.words.command(command, battle.facts(command), battle.stop.called)

    def roll(self, roll: Roll) -> out.RollDue:
        """The dice that are due."""
        unit = None if roll.roller is None else self.table.battle.id_of(roll.roller)
        dice, cause = str(roll.dice), due(self.table.battle).cause
        text = self.words.say("roll", dice=dice, why=roll.why, unit=unit, cause=cause)
        return out.RollDue(dice, roll.why, unit, text)

    def odds(self, command: Command, assume: Assume) -> out.OddsTold:
        """The exact odds of a legal command; Wrong if it is not one."""
        refusal = self.table.battle.why_not(command)
        if refusal:
            raise Wrong.refused(refusal)
        if len(str(assume)) > MOST_ASSUMED:
            raise Wrong("bad-assume", f"An assumption has at most {MOST_ASSUMED} letters.")
        try:
            check_assume(assume)
        except ValueError as fault:
            raise Wrong("bad-assume", str(fault)) from fault
        try:
            found = self.table.battle.odds(command, assume)
        except ValueError as fault:
            raise Wrong("too-many-outcomes", str(fault)) from fault
        outcomes, modifiers = list(found.outcomes), list(self._modifiers(found.modifiers))
        return out.OddsTold(to_json(command), assume, found.of, outcomes, modifiers)

    def why(self, command: Command) -> out.Why:
        """Whether a command is legal, and why not."""
        refusal = self.table.battle.why_not(command)
        if refusal is None:
            return out.Why(True)
        return out.Why(False, refusal.code, short(refusal.message), refusal.rule)

    def state(self) -> out.State:
        """How things stand."""
        seen = self._seen()
        progress = seen.world.find(seen.world.root, Progress) or Progress()
        return out.State(
            units_of(seen),
            map_of(seen.world),
            seen.round,
            seen.turn,
            [out.SlotRow(list(s.units), s.round, s.state, s.under) for s in seen.queue()],
            list(progress.reached),
            list(progress.failed),
            seen.hash(),
        )

    def hash(self) -> out.Hash:
        """The fingerprint of what is seen."""
        return out.Hash(self._seen().hash())

    def over(self) -> out.Over:
        """The last message."""
        end = self.table.battle.outcome
        assert end is not None
        text = self.words.event(BattleOver(winner=end.winner, reason=end.reason, rounds=end.rounds))
        return out.Over(end.winner, end.reason, end.rounds, self._seen().hash(), text)
