"""The question that the window asks people, with all possible answers, as plain values."""

from collections.abc import Iterable

import msgspec

from game.core.cells import Cell
from game.engine.legality import rules_of
from game.present.answer_sheet import AnswerRow, AnswerSheet
from game.present.picture import about
from game.terms.agenda import Ask
from game.terms.agenda import Decision as Branching
from game.terms.commands import (
    Command,
    answer_of,
    cell_of,
    details_of,
    free_field,
    from_text,
    path_of,
    target_of,
    unit_of,
    verb,
)


class Choice(msgspec.Struct, frozen=True):
    """A legal command: its sentence, its cost, and its button.

    Choices with the same `verb` and `thing` share a button; you pick among them on the board.
    """

    command: Command
    text: str
    cost: str
    """Movement that the command spends, in the book's words; "" if it spends none."""
    verb: str
    thing: str | None
    label: str
    about: str
    unit: str | None
    """Unit that the command affects, if it names one besides its own."""
    at: Cell | None
    """Tile that the command affects; for a move, the end of its path."""
    path: tuple[Cell, ...] = ()
    rank: int = 0
    """Place of the choice's button among others, from the book's texts."""
    free: str | None = None
    """Field of the command that takes free text, if it has one."""
    who: str | None = None
    """Unit that acts, if there is a choice of units."""
    is_short: bool = False
    """Whether the label leaves out an item or weapon that another button names."""
    facts: str = ""
    """Facts line of the command; `about` is the flavour of the item or ability."""


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


class Question(msgspec.Struct, frozen=True):
    """A question to a side, with all possible answers."""

    ask: str
    side: str
    unit: str
    text: str
    choices: tuple[Choice, ...]
    shut: tuple[Shut, ...]
    decline: Command | None = None
    """Command that declines, if the ask has one."""


def question_of(sheet: AnswerSheet, ask: Ask) -> Question:
    """Return the question to a side."""
    battle = sheet.table.battle
    rows = [*sheet.options(), *sheet.other_forms()]
    crowds = _crowds(row.command for row in rows)
    apart = _apart(sheet, rows)
    choices = tuple(_choice(sheet, row, crowds, apart) for row in rows)
    plain = _shut(sheet, ask, {c.verb for c in choices})
    shut = *plain, *_vain(sheet, {(c.verb, c.thing) for c in choices}, crowds)
    never = rules_of(battle.book, ask).never
    no = verb(never) if never else None
    decline = next((c.command for c in choices if c.verb == no), None)
    if isinstance(ask, Branching):
        decline = choices[0].command
    unit, text = battle.id_of(ask.unit), sheet.question(ask)
    return Question(ask.called, ask.side, unit, text, choices, shut, decline)


def _said(sheet: AnswerSheet, command: Command) -> list[str]:
    """Return the details that a command names besides its unit and place."""
    target, said = target_of(command), list(details_of(command))
    return [*said, target] if target and not _is_unit(sheet, target) else said


def _is_unit(sheet: AnswerSheet, id: str) -> bool:
    return id in sheet.table.battle.world.scene.units


def _things(sheet: AnswerSheet, command: Command, crowds: frozenset[str]) -> list[str]:
    """Return the things on a button: the command's details, after the unit if several can act."""
    unit = unit_of(command) if verb(command) in crowds else None
    return [*([unit] if unit else ()), *_said(sheet, command)]


def _apart(sheet: AnswerSheet, rows: Iterable[AnswerRow]) -> str | None:
    """Return the weapon or item that has its own button and is also on other buttons.

    An example is a held weapon. Return None unless there is exactly one.
    """
    told = [(verb(row.command), _said(sheet, row.command)) for row in rows]
    own = {
        said[0]
        for do, said in told
        if len(said) == 1 and sheet.words.deed(do, said) == sheet.words.thing(said[0])
    }
    shared = own & {thing for _, said in told if len(said) > 1 for thing in said}
    return shared.pop() if len(shared) == 1 else None


def _label(sheet: AnswerSheet, row: AnswerRow, things: list[str], apart: str | None) -> str:
    """Return the label of a button.

    Leave out `apart`, which has a separate button, unless the label would be empty.
    """
    answer = answer_of(row.command)
    if answer:
        return sheet.words.answer(answer) or row.text
    others = [thing for thing in things if thing != apart]
    return sheet.words.deed(verb(row.command), others or things)


def _choice(
    sheet: AnswerSheet, row: AnswerRow, crowds: frozenset[str], apart: str | None
) -> Choice:
    """Return the choice of a command.

    `crowds` are the verbs for several units; `apart` is the thing with its own button.
    """
    command, word = row.command, verb(row.command)
    target, things = target_of(command), _things(sheet, command, crowds)
    return Choice(
        command,
        row.text,
        "" if row.cost is None else sheet.words.say("cost", cost=row.cost),
        word,
        " ".join(things) or None,
        _label(sheet, row, things, apart),
        about(sheet.table.battle.world, things[0]) if things else "",
        target if target and _is_unit(sheet, target) else None,
        cell_of(command),
        path_of(command),
        sheet.words.rank(word),
        free_field(type(command)),
        unit_of(command) if word in crowds else None,
        apart in things and len(things) > 1,
        sheet.lines.of_command(command),
    )


def _shut(sheet: AnswerSheet, ask: Ask, open_verbs: set[str]) -> list[Shut]:
    """Return the unavailable commands of the ask that name only a unit, each with its reason."""
    battle, unit = sheet.table.battle, sheet.table.battle.id_of(ask.unit)
    found = []
    for option in rules_of(battle.book, ask).options:
        word, fields = verb(option.command), option.command.__struct_fields__
        if word in open_verbs or fields != ("unit",):
            continue
        plain = from_text(f"{word} {unit}", (option.command,))
        refusal = battle.why_not(plain)
        if refusal and not refusal.is_moot:
            why = sheet.words.refusal(refusal)
            facts = sheet.lines.of_command(plain)
            found.append(Shut(word, sheet.words.verb(word), why, refusal.rule, facts=facts))
    return found


def _vain(
    sheet: AnswerSheet, open_keys: set[tuple[str, str | None]], crowds: frozenset[str]
) -> Iterable[Shut]:
    """Yield the items and abilities that would have no effect on any target now (ALL-08)."""
    words = sheet.words
    for command, refusal in sheet.table.battle.vain():
        word, things = verb(command), _things(sheet, command, crowds)
        thing = " ".join(things) or None
        if (word, thing) not in open_keys:
            why = words.refusal(refusal)
            facts, label = sheet.lines.of_command(command), words.deed(word, things)
            yield Shut(word, label, why, refusal.rule, thing, facts)


def _crowds(commands: Iterable[Command]) -> frozenset[str]:
    """Return the verbs of commands that you can give to several units."""
    units: dict[str, set[str | None]] = {}
    for command in commands:
        units.setdefault(verb(command), set()).add(unit_of(command))
    return frozenset(word for word, found in units.items() if len(found) > 1)
