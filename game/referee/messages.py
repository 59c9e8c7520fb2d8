"""Messages about a battle, limited to the knowledge of one side."""

from collections.abc import Iterable

import msgspec

from game.components.script_progress import Progress
from game.components.unit import Allegiance, Name, Position
from game.engine.battle import Battle
from game.play.table import Table
from game.present.answer_sheet import AnswerRow, AnswerSheet
from game.record.map_rows import map_of
from game.record.shortening import short
from game.referee import protocol as out
from game.terms.agenda import Ask, Roll
from game.terms.changes import row_of
from game.terms.commands import Command, to_json
from game.terms.events import BattleOver, Damaged, DiceRolled, Event
from game.terms.events import to_json as event_json
from game.terms.odds import Assume
from game.terms.records import Entity


class Messages:
    """Messages about one battle, limited to what the side `view` sees (None: everything)."""

    def __init__(self, table: Table, view: str | None) -> None:
        self._table, self._view = table, view
        self._sheet = AnswerSheet(table, view)
        self._words = self._sheet.words

    def hello(self) -> out.Hello:
        """Return the first message."""
        scene, seen = self._table.battle.world.scene, self._sheet.seen
        level = scene.level
        return out.Hello(
            out.VERSION,
            level.id,
            level.rulebook,
            None if self._view else self._table.dice.seed,
            [side.id for side in level.sides],
            {side.id: scene.names[side.id] for side in level.sides},
            level.rounds,
            level.rounds_winner,
            [
                out.ObjectiveRow(aim.id, aim.side, aim.title, aim.optional)
                for aim in level.script.objectives
            ],
            _units(seen),
            map_of(seen.world),
        )

    def event(self, n: int, event: Event) -> dict[str, object]:
        """Return an event as a message with its number."""
        text = self._words.event(event)
        if isinstance(event, DiceRolled):
            modifiers = self._words.modifiers(event.modifiers)
            event = msgspec.structs.replace(event, modifiers=modifiers)
        elif isinstance(event, Damaged) and event.parts:
            event = msgspec.structs.replace(event, parts=self._words.modifiers(event.parts))
        return {"say": "event", "n": n} | event_json(event) | {"text": text}

    def log(self) -> out.Log:
        """Return all events so far."""
        events = self._table.battle.log(self._view)
        return out.Log([self.event(n, event) for n, event in enumerate(events, 1)])

    def ask(self, ask: Ask) -> out.Asked:
        """Return the ask with its options."""
        unit = self._table.battle.id_of(ask.unit)
        return out.Asked(ask.called, ask.side, unit, self._sheet.question(ask), self._options())

    def wait(self, side: str) -> out.Wait:
        """Return the message that a side is asked, for views that don't show its options."""
        return out.Wait(side, self._words.say("wait", side=side))

    def legal(self) -> out.Legal:
        """Return the options of the side that is asked."""
        return out.Legal(self._options())

    def _options(self) -> list[out.OptionRow]:
        return list(_option_rows(self._sheet.options()))

    def roll(self, roll: Roll) -> out.RollDue:
        """Return the message about a pending roll."""
        unit = None if roll.roller is None else self._table.battle.id_of(roll.roller)
        return out.RollDue(str(roll.dice), roll.why, unit, self._sheet.roll(roll))

    def odds(self, command: Command, assume: Assume) -> out.OddsTold:
        """Return the exact odds of a legal command. Raise Wrong if it isn't legal."""
        found = self._sheet.odds(command, assume)
        outcomes = [
            out.Chance(one.weight, tuple(map(row_of, one.changes)), one.then)
            for one in found.outcomes
        ]
        modifiers = list(found.modifiers)
        return out.OddsTold(to_json(command), assume, found.of, outcomes, modifiers)

    def why(self, command: Command) -> out.Why:
        """Return whether a command is legal, and if not, why."""
        refusal = self._table.battle.why_not(command)
        if refusal is None:
            return out.Why(True)
        return out.Why(False, refusal.code, short(refusal.text(self._words.texts)), refusal.rule)

    def state(self) -> out.State:
        """Return the current state."""
        seen = self._sheet.seen
        progress = seen.world.find(seen.world.root, Progress) or Progress()
        return out.State(
            _units(seen),
            map_of(seen.world),
            seen.round,
            seen.turn,
            [out.SlotRow(list(s.units), s.round, s.state, s.under) for s in seen.queue()],
            list(progress.reached),
            list(progress.failed),
            seen.hash(),
        )

    def hash(self) -> out.Hash:
        """Return the fingerprint of the visible state."""
        return out.Hash(self._sheet.seen.hash())

    def over(self) -> out.Over:
        """Return the last message."""
        end = self._table.battle.outcome
        assert end is not None
        text = self._words.event(
            BattleOver(winner=end.winner, reason=end.reason, rounds=end.rounds)
        )
        return out.Over(end.winner, end.reason, end.rounds, self._sheet.seen.hash(), text)


def _option_rows(rows: Iterable[AnswerRow]) -> Iterable[out.OptionRow]:
    return (out.OptionRow(to_json(row.command), row.text, row.cost) for row in rows)


def _units(battle: Battle) -> list[out.UnitRow]:
    """Return the units in a battle, or in a side's view of it."""
    return [_unit(battle, unit) for unit in battle.units()]


def _unit(battle: Battle, unit: Entity) -> out.UnitRow:
    world = battle.world
    name, side = world.get(unit, Name), world.get(unit, Allegiance).side
    position, card = world.find(unit, Position), battle.book.card(world, unit)
    at, stats = position.at if position else None, msgspec.to_builtins(card.stats)
    return out.UnitRow(name.id, side, name.kind, name.title, at, stats, list(card.items))
