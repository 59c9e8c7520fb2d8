"""A table's questions, options and odds, as plain values with their sentences."""

from collections.abc import Sequence

import msgspec

from game.components.unit import Name
from game.content.toml_files.finding_texts import words_text
from game.engine.battle import Battle
from game.engine.chain_odds import TooManyOutcomes, check_assume
from game.play.line_reading import Wrong
from game.play.table import Table, due
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.present.screen_sentences import said
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, target_of, unit_of
from game.terms.level_script import Script
from game.terms.odds import ASSUMPTIONS, Assume, Odds, OddsRoll
from game.terms.records import Entity
from game.terms.refusals import Refusal

USELESS = "no-effect"
"""Code of the refusal of a command that would change nothing."""

MOST_ASSUMED = 2000
"""Maximum length of an assumption, in characters."""

MOMENTS, PARTS = 16, 3
"""Number of steps in each part of an odds search, of 1 to 3 milliseconds, and of parts in each
tick.
"""


class AnswerRow(msgspec.Struct, frozen=True):
    """A legal command and its sentence; `cost` is the movement it spends, if any."""

    command: Command
    text: str
    cost: int | None = None


class AnswerSheet:
    """A table's question, answers and odds in words, limited to what the side `view` may know.

    If `view` is None, nothing is hidden.
    """

    def __init__(self, table: Table, view: str | None, others: Sequence[str] = ()) -> None:
        """Set up the sheet. Its answers leave out what is hidden from any of `others`."""
        self.table = table
        self.view = view
        self._others = tuple(others)
        self.words = BattleSentences(table.battle.book, table.battle.world.scene.names)
        self.lines = FactsLines.of_battle(table.battle, self.words)

    @property
    def battle(self) -> Battle:
        """The battle that questions and answers are taken from."""
        battle = self.table.battle
        if not self._others or battle.asked is None:
            return battle
        return battle.view(battle.asked, *(one for one in self._others if one != battle.asked))

    @property
    def seen(self) -> Battle:
        """The battle as far as the side `view` knows it."""
        battle = self.table.battle
        return battle.view(self.view) if self.view else battle

    @property
    def script(self) -> Script:
        """The level's script: its triggers, areas and objectives."""
        return self.table.battle.world.scene.level.script

    def question(self, ask: Ask) -> str:
        """Return the question to a side as a sentence."""
        return self.words.ask(ask, self._id_of, self.battle.ask_facts())

    def _id_of(self, entity: Entity) -> str | None:
        name = self.battle.world.find(entity, Name)
        return name.id if name else None

    def options(self) -> list[AnswerRow]:
        """Return the legal commands of the side asked, in their fixed order."""
        battle = self.battle
        return [AnswerRow(one, self.text(one), battle.cost(one)) for one in battle.legal()]

    def commands(self) -> tuple[Command, ...]:
        """Return the legal commands, then other forms of them, which only people are offered."""
        return self.battle.legal() + self.battle.also()

    def text(self, command: Command) -> str:
        """Return the sentence of a legal command."""
        return self.lines.sentence(self.battle, command)

    def why_not(self, command: Command, refusal: Refusal) -> str:
        """Return why a command is refused; if it would change nothing, also what it needs."""
        told = self.words.refusal(refusal)
        needs = self.lines.needs(command) if refusal.code == USELESS else ()
        if not needs:
            return told
        return self.words.say("needs", reason=told, needs=words_text(needs, "or"))

    def roll(self, roll: Roll) -> str:
        """Return a sentence about the pending dice and their purpose."""
        unit = None if roll.roller is None else self.battle.id_of(roll.roller)
        dice, cause = str(roll.dice), due(self.battle).head.cause
        return self.words.say("roll", dice=dice, why=roll.why, unit=unit, cause=cause)

    def odds(self, command: Command, assume: Assume, moments: int | None = None) -> Odds:
        """Return the exact odds of a command, with its modifiers in words.

        Raise Wrong if the command is illegal, the assumption is unknown, or there are too many
        outcomes to list. Raise Unfinished if `moments` steps of the search aren't enough; the next
        call continues the search.
        """
        refusal = self.battle.why_not(command)
        if refusal:
            raise Wrong.refused(refusal, self.words.texts)
        if len(str(assume)) > MOST_ASSUMED:
            raise Wrong("bad-assume", said("odds", "long_assumption", most=MOST_ASSUMED))
        try:
            check_assume(assume)
        except ValueError as fault:
            known = words_text([repr(one) for one in ASSUMPTIONS], "or")
            raise Wrong("bad-assume", said("odds", "assumption", names=known)) from fault
        try:
            found = self.battle.odds(command, assume, moments)
        except TooManyOutcomes as fault:
            raise Wrong("too-many-outcomes", said("odds", "too_many")) from fault
        return self.worded(found)

    def _whom(self, roll: OddsRoll, odds: Odds) -> str:
        """Return the target of an attack's roll, if the command doesn't name it; else ""."""
        id = self._id_of(roll.whom) if roll.whom is not None else None
        return "" if id is None or id == target_of(odds.command) else id

    def worded(self, found: Odds) -> Odds:
        """Return odds with their dice and modifiers in words."""
        worded, replace = self.words.modifiers, msgspec.structs.replace
        stop = self.battle.stop
        own = unit_of(found.command) or (self._id_of(stop.unit) if isinstance(stop, Ask) else None)
        names = (self._id_of(roll.who) if roll.who is not None else None for roll in found.rolls)
        rolls = tuple(
            replace(
                roll,
                told=self.words.foreseen(roll, who or "", who == own, self._whom(roll, found)),
                dice=self.words.dice(roll.dice),
                modifiers=worded(roll.modifiers),
                chance=roll.success(),
                is_own=who is not None and who == own,
            )
            for roll, who in zip(found.rolls, names, strict=True)
        )
        harms = tuple(
            replace(harm, told=self.words.cause(harm.cause), id=self._id_of(harm.unit) or "")
            for harm in found.harms
        )
        askers = tuple(
            replace(one, told=self.words.then_by(one.ask, self._id_of(one.unit) or ""))
            for one in found.askers
        )
        told = {"rolls": rolls, "harms": harms, "askers": askers}
        return replace(found, modifiers=worded(found.modifiers), **told)
