"""Playthroughs of levels with fixed seeds, written with all asks, commands, rolls and events.

The first character of a line is its kind: `?` an ask, `-` a legal command, `>` the command given,
`*` dice, `!` an event, `=` the hash of the state, `#` the end.
"""

import json

from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import to_text, verb
from game.terms.events import to_json
from tests.conformance.books import Case

SEED = 46


class Playthrough:
    """One battle, and the text about it."""

    def __init__(self, case: Case) -> None:
        self._battle = case.start()
        self._dice = Stream(SEED, "golden dice")
        self._choices = Stream(SEED, "golden choices")
        self._told = 0
        self.lines = [f"{case.book}, {case.name.removeprefix('level-')}, from seed {SEED}"]

    def text(self) -> str:
        """Return the text of the battle from beginning to end."""
        while not isinstance(self._battle.stop, BattleEnd):
            self._step(self._battle)
        self._events()
        over = self._battle.stop
        self.lines.append(f"# {over.winner or 'nobody'} by {over.reason} in round {over.rounds}")
        return "\n".join(self.lines) + "\n"

    def _step(self, battle: Battle) -> None:
        self._events()
        stop = battle.stop
        if isinstance(stop, Roll):
            faces = self._dice.roll(stop.dice)
            battle.settle(faces)
            self.lines.append(f"* {stop.why} {stop.dice}: {' '.join(map(str, faces))}")
        elif isinstance(stop, Ask):
            self._answer(battle, stop)
        self.lines.append(f"= {battle.hash()}")

    def _answer(self, battle: Battle, ask: Ask) -> None:
        legal = battle.legal()
        self.lines.append(f"? {ask.called} {battle.id_of(ask.unit)}")
        self.lines += [f"- {to_text(command)}" for command in legal]
        verbs = list(dict.fromkeys(verb(command) for command in legal))
        word = verbs[self._choices.pick(len(verbs))]
        chosen = [command for command in legal if verb(command) == word]
        command = chosen[self._choices.pick(len(chosen))]
        self.lines.append(f"> {to_text(command)}")
        battle.apply(command)

    def _events(self) -> None:
        """Write the new events, with the sides that see each one and what others get instead."""
        for told in self._battle.told()[self._told :]:
            line = json.dumps(to_json(told.event), ensure_ascii=False)
            if told.seen_by is not None:
                other = json.dumps(to_json(told.instead)) if told.instead else "nothing"
                line += f" for {', '.join(told.seen_by)}; others: {other}"
            self.lines.append(f"! {line}")
        self._told = len(self._battle.told())
