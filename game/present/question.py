"""The question that the window asks people, with all possible answers, as plain values."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from game.core.cells import Cell
from game.engine.legality import rules_of
from game.present.answer_sheet import AnswerSheet
from game.present.facts_lines import MOVEMENT, Pip
from game.present.kind_stats import things_by_key
from game.present.picture import about
from game.present.thing_icons import CommandSign, icons_in
from game.terms.agenda import Ask, ChoiceAsk
from game.terms.agenda import Decision as Branching
from game.terms.commands import (
    Command,
    answer_of,
    cell_of,
    details_of,
    free_field,
    path_of,
    target_of,
    unit_of,
    verb,
)
from game.terms.refusals import Refusal

Key = tuple[str, str | None]
"""The key of a button: a verb, and the item, ability or unit it names, or None."""
ITEM = "item"
"""Field of commands that use an item."""


class ChoiceWords:
    """The words of a question's choices, for as long as the battle waits for its answer."""

    def __init__(self, sheet: AnswerSheet, apart: str | None) -> None:
        """Set up the words; `apart` is the thing with a separate button, or None."""
        self._sheet = sheet
        self.apart = apart

    def text(self, command: Command) -> str:
        """Return the sentence of a command."""
        return self._sheet.text(command)

    def cost(self, command: Command) -> str:
        """Return the movement that a command spends, or "" if it spends none.

        If tiles cost nothing, a path takes a part of the turn instead (`[move_cost]`).
        """
        words = self._sheet.words
        if movement := self.movement(command):
            return movement
        spent = [pip.key for pip in self.legal_pips(command)] if path_of(command) else []
        named = (key for key in spent if words.texts.has("move_cost", key))
        return next((words.texts.say("move_cost", key, {}) for key in named), "")

    def movement(self, command: Command) -> str:
        """Return the movement that a command spends, in the book's words; "" if it spends none."""
        cost = self._sheet.battle.cost(command)
        return "" if cost is None else self._sheet.words.say("cost", cost=cost)

    def label(self, command: Command, things: Sequence[str]) -> str:
        """Return the label of the button with these things.

        Leave out the thing with a separate button, unless the label would be empty.
        """
        words, answer = self._sheet.words, answer_of(command)
        if answer and isinstance(self._sheet.battle.stop, ChoiceAsk):
            return self.text(command)
        if answer:
            return words.answer(answer) or self.text(command)
        others = [thing for thing in things if thing != self.apart]
        return words.deed(verb(command), others or things)

    def about(self, things: Sequence[str]) -> str:
        """Return the flavour of the first of `things`, or ""."""
        return about(self._sheet.battle.world, things[0]) if things else ""

    def sign(self, word: str, things: Sequence[str]) -> CommandSign:
        """Return the images of a button by its verb and its things.

        The thing with a separate button is only the mark, as the label leaves it out.
        """
        gear, words = self._sheet.table.battle.world.scene.level.gear, self._sheet.words
        shown = [thing for thing in things if thing != self.apart]
        named = next((thing for thing in shown or things if icons_in(gear, thing)), None)
        if named is None:
            icons = (*(f"{word}_{thing}" for thing in shown), *shown)
            apart = self.apart if self.apart in things else None
            return CommandSign(icons, icons_in(gear, apart) if apart else ())
        if words.deed(word, things) == words.thing(named):
            return CommandSign(icons_in(gear, named))
        return CommandSign(icons_in(gear, named), (*(one for one in shown if one != named), word))

    def facts(self, command: Command) -> str:
        """Return the facts line of a command."""
        return self._sheet.lines.of_command(command)

    def pips(self, command: Command) -> tuple[Pip, ...]:
        """Return the usual cost of a command as symbols."""
        return self._sheet.lines.pips(command)

    def legal_pips(self, command: Command) -> tuple[Pip, ...]:
        """Return the cost of a legal command as symbols.

        This includes movement that the command costs only now, such as an aggressor's attack, and
        what pays for it once its usual cost is spent, such as the action for a second move.
        """
        pips = tuple(self._payable(pip, unit_of(command)) for pip in self.pips(command))
        cost = self._sheet.table.battle.cost(command)
        if cost and not any(pip.key == MOVEMENT for pip in pips):
            return *pips, Pip(MOVEMENT, cost)
        return pips

    def instead(self, command: Command) -> str:
        """Return what a legal command takes because its usual cost is spent, or ""."""
        for pip in self.pips(command):
            if self._payable(pip, unit_of(command)) != pip:
                return self._sheet.words.once_spent(pip.key)
        return ""

    def cost_name(self, pip: Pip) -> str:
        """Return the book's name for a part of a command's cost, or "" if it has none."""
        words = self._sheet.words
        return words.fact(pip.key, {}) if words.texts.has("facts", pip.key) else ""

    def _payable(self, pip: Pip, id: str | None) -> Pip:
        """Return a symbol, or that of what replaces it for this unit because it is spent."""
        other, battle = self._sheet.words.pip_once_spent(pip.key), self._sheet.table.battle
        if not other:
            return pip
        unit = next((unit for unit in battle.units() if battle.id_of(unit) == id), None)
        if unit is None or battle.book.card(battle.world, unit).stats.get(pip.key) is not False:
            return pip
        return Pip(other, pip.count)


class Choice(msgspec.Struct, frozen=True, dict=True):
    """A legal command and its button. Its words are made when they are first read.

    Choices with the same `key` share a button; you pick among them on the board.
    """

    command: Command
    words: ChoiceWords
    key: Key
    """Key of the button."""
    things: tuple[str, ...] = ()
    """Things on the button: the command's details, after the unit if several can act."""
    unit: str | None = None
    """Unit that the command affects, if it names one besides its own."""
    at: Cell | None = None
    """Tile that the command affects; for a move, the end of its path."""
    path: tuple[Cell, ...] = ()
    free: str | None = None
    """Field of the command that takes free text, if it has one."""
    who: str | None = None
    """Unit that acts, if there is a choice of units."""
    is_short: bool = False
    """Whether the label leaves out an item or weapon that another button names."""
    after: "Choice | None" = None
    """Move that makes the command legal and comes first, or None."""

    @property
    def verb(self) -> str:
        """The verb of the command."""
        return self.key[0]

    @property
    def thing(self) -> str | None:
        """The things on the button as one text, or None."""
        return self.key[1]

    @cached_property
    def text(self) -> str:
        """The sentence of the command."""
        return self.words.text(self.command)

    @cached_property
    def cost(self) -> str:
        """Movement that the command and its move spend, in the book's words; "" for none."""
        after = self.after
        return after.words.movement(after.command) if after else self.words.cost(self.command)

    @cached_property
    def label(self) -> str:
        """The label of the button."""
        return self.words.label(self.command, self.things)

    @cached_property
    def about(self) -> str:
        """The flavour of the item or ability."""
        return self.words.about(self.things)

    @cached_property
    def facts(self) -> str:
        """Facts line of the command."""
        return self.words.facts(self.command)

    @cached_property
    def pips(self) -> tuple[Pip, ...]:
        """Cost of the command and its move as symbols."""
        if self.after is not None:
            return *self.after.pips, *self.words.pips(self.command)
        return self.words.legal_pips(self.command)

    @cached_property
    def instead(self) -> str:
        """The cost in words that replaces the usual one, because that is spent, or ""."""
        return self.after.instead if self.after else self.words.instead(self.command)

    @cached_property
    def sign(self) -> CommandSign:
        """Images of the button."""
        return self.words.sign(self.verb, self.things)


class Shut(msgspec.Struct, frozen=True):
    """A kind of command that is unavailable now, and the reason."""

    verb: str
    label: str
    why: str
    rule: str | None
    thing: str | None = None
    """Item, power, spell or ability that can't be used now."""
    facts: str = ""
    """Facts line of the command."""
    pips: tuple[Pip, ...] = ()
    """Cost of the command as symbols."""
    brief: str = ""
    """The reason in two or three words, or ""."""
    command: Command | None = None
    """An example of the command."""
    sign: CommandSign = CommandSign()
    """Images of the button."""

    @property
    def key(self) -> Key:
        """The key of the button."""
        return self.verb, self.thing


class Question(msgspec.Struct, frozen=True):
    """A question to a side, with all possible answers."""

    ask: str
    side: str
    unit: str
    text: str
    choices: tuple[Choice, ...]
    shut: tuple[Shut, ...]
    buttons: tuple[Key, ...] = ()
    """Keys of all buttons, available or not, in the order of the book."""
    decline: Command | None = None
    """Command that declines, if the ask has one."""
    takes_items: bool = False
    """Whether answers can use items, whether or not the unit has any."""


def question_of(sheet: AnswerSheet, ask: Ask) -> Question:
    """Return the question to a side."""
    battle = sheet.battle
    told = [_parts(sheet, command) for command in sheet.commands()]
    crowds = _crowds(told)
    refused = [(_parts(sheet, command), why) for command, why in battle.refused()]
    words = ChoiceWords(sheet, _apart(sheet, (*told, *(parts for parts, _ in refused))))
    choices = tuple(_choice(parts, words, crowds) for parts in told)
    available = {one.key for one in choices}
    found = (_shut(sheet, parts, words, crowds, why) for parts, why in refused)
    shut = tuple(one for one in found if one.key not in available)
    rules = rules_of(battle.book, ask)
    takes_items = any(ITEM in one.command.__struct_fields__ for one in rules.options)
    never = rules.never
    no = verb(never) if never else None
    decline = next((c.command for c in choices if c.verb == no), None)
    if isinstance(ask, Branching):
        decline = choices[0].command
    unit, text = battle.id_of(ask.unit), sheet.question(ask)
    buttons = _in_order(sheet, unit, (*choices, *shut))
    told_of = ask.called, ask.side, unit, text
    return Question(*told_of, choices, shut, buttons, decline, takes_items)


def _in_order(sheet: AnswerSheet, unit: str, found: Iterable[Choice | Shut]) -> tuple[Key, ...]:
    """Return the keys of buttons by the ranks of their verbs, then as the unit lists its things."""
    keys: Iterable[Key] = dict.fromkeys(one.key for one in found)
    owner = sheet.battle.world.scene.units.get(unit)
    tables = things_by_key(sheet.battle.book.schema, owner.stats) if owner else {}
    things = [thing for some in tables.values() for thing in some]

    def place(key: Key) -> tuple[int, int]:
        word, thing = key
        listed = things.index(thing) if thing in things else len(things)
        return sheet.words.rank(word), listed

    return tuple(sorted(keys, key=place))


class _Parts(NamedTuple):
    """A command, its verb, its unit, its target if that is a unit, and its other details."""

    command: Command
    verb: str
    unit: str | None
    target: str | None
    said: tuple[str, ...]

    def things(self, crowds: frozenset[str]) -> tuple[str, ...]:
        """Return the things on a button: the details, after the unit if several can act."""
        return (self.unit, *self.said) if self.unit and self.verb in crowds else self.said


def _parts(sheet: AnswerSheet, command: Command) -> _Parts:
    target, said = target_of(command), details_of(command)
    if target and not _is_unit(sheet, target):
        said, target = (*said, target), None
    return _Parts(command, verb(command), unit_of(command), target, said)


def _is_unit(sheet: AnswerSheet, id: str) -> bool:
    return id in sheet.battle.world.scene.units


def _crowds(told: Iterable[_Parts]) -> frozenset[str]:
    """Return the verbs of commands that you can give to several units."""
    units: dict[str, set[str | None]] = {}
    for parts in told:
        units.setdefault(parts.verb, set()).add(parts.unit)
    return frozenset(word for word, found in units.items() if len(found) > 1)


def _apart(sheet: AnswerSheet, told: Iterable[_Parts]) -> str | None:
    """Return the weapon or item that has its own button and is also on other buttons.

    An example is a held weapon. Return None unless there is exactly one.
    """
    words, named = sheet.words, {(parts.verb, parts.said) for parts in told}
    own = {
        said[0]
        for word, said in named
        if len(said) == 1 and words.deed(word, said) == words.thing(said[0])
    }
    shared = own & {thing for _, said in named if len(said) > 1 for thing in said}
    return shared.pop() if len(shared) == 1 else None


def _choice(parts: _Parts, words: ChoiceWords, crowds: frozenset[str]) -> Choice:
    """Return the choice of a command; `crowds` are the verbs for several units."""
    command, things = parts.command, parts.things(crowds)
    return Choice(
        command,
        words,
        (parts.verb, " ".join(things) or None),
        things,
        parts.target,
        cell_of(command),
        path_of(command),
        free_field(type(command)),
        parts.unit if parts.verb in crowds else None,
        words.apart in things and len(things) > 1,
    )


def _shut(
    sheet: AnswerSheet, parts: _Parts, words: ChoiceWords, crowds: frozenset[str], why: Refusal
) -> Shut:
    """Return the button of an unavailable command, with the reason."""
    command, things = parts.command, parts.things(crowds)
    return Shut(
        parts.verb,
        words.label(command, things),
        sheet.why_not(command, why),
        why.rule,
        " ".join(things) or None,
        words.facts(command),
        words.pips(command),
        sheet.words.brief(why),
        command,
        words.sign(parts.verb, things),
    )
