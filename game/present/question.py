"""What people at a window are asked, with all that they may answer, as plain values."""

from collections.abc import Iterable

import msgspec

from game.core.cells import Cell
from game.engine.legality import rules_of
from game.present.account import Account, AnswerRow
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
    """A legal command: its sentence, what it costs, and what it belongs to.

    `verb` and `thing` are what a button is for: all choices of one are made on the board.
    """

    command: Command
    text: str
    cost: int | None
    verb: str
    thing: str | None
    label: str
    about: str
    unit: str | None
    """The unit it is done to, if it names one besides its own."""
    at: Cell | None
    """The tile it is done at; of a walk its end."""
    path: tuple[Cell, ...] = ()
    rank: int = 0
    """Where its button stands among others, as the book's texts say."""
    free: str | None = None
    """The field of the command that takes words of one's own, if it has one."""
    who: str | None = None
    """The unit that does it, where it can be chosen which one does."""
    is_short: bool = False
    """Whether its label leaves out what another button names."""


class Shut(msgspec.Struct, frozen=True):
    """A kind of command that is not to be had now, and why."""

    verb: str
    label: str
    why: str
    rule: str | None
    thing: str | None = None
    """The item, power, spell or ability that is of no use now."""


class Question(msgspec.Struct, frozen=True):
    """What a side is asked, with all it may answer."""

    ask: str
    side: str
    unit: str
    text: str
    choices: tuple[Choice, ...]
    shut: tuple[Shut, ...]
    decline: Command | None = None
    """The command that declines, where the ask has one."""


def question_of(account: Account, ask: Ask) -> Question:
    """Return what a side is asked."""
    battle = account.table.battle
    rows = [*account.options(), *account.other_forms()]
    crowds = _crowds(row.command for row in rows)
    apart = _apart(account, rows)
    choices = tuple(_choice(account, row, crowds, apart) for row in rows)
    plain = _shut(account, ask, {c.verb for c in choices})
    shut = *plain, *_vain(account, {(c.verb, c.thing) for c in choices}, crowds)
    never = rules_of(battle.book, ask).never
    no = verb(never) if never else None
    decline = next((c.command for c in choices if c.verb == no), None)
    if isinstance(ask, Branching):
        decline = choices[0].command
    unit, text = battle.id_of(ask.unit), account.question(ask)
    return Question(ask.called, ask.side, unit, text, choices, shut, decline)


def _said(account: Account, command: Command) -> list[str]:
    """Return what a command says beside who and where."""
    target, said = target_of(command), list(details_of(command))
    return [*said, target] if target and not _is_unit(account, target) else said


def _is_unit(account: Account, id: str) -> bool:
    return id in account.table.battle.world.scene.units


def _things(account: Account, command: Command, crowds: frozenset[str]) -> list[str]:
    """Return what a button names: what a command says, and of a crowd's also the unit."""
    unit = unit_of(command) if verb(command) in crowds else None
    return [*([unit] if unit else ()), *_said(account, command)]


def _apart(account: Account, rows: Iterable[AnswerRow]) -> str | None:
    """Return the one thing that has a button of its own and is named on others, as a weapon in
    hand; None if there are several, or none."""
    told = [(verb(row.command), _said(account, row.command)) for row in rows]
    own = {
        said[0]
        for do, said in told
        if len(said) == 1 and account.words.deed(do, said) == account.words.thing(said[0])
    }
    shared = own & {thing for _, said in told if len(said) > 1 for thing in said}
    return shared.pop() if len(shared) == 1 else None


def _label(account: Account, row: AnswerRow, things: list[str], apart: str | None) -> str:
    """Return what the button is called. What has a button of its own is not named on others again,
    if something else says what they do."""
    answer = answer_of(row.command)
    if answer:
        return account.words.answer(answer) or row.text
    others = [thing for thing in things if thing != apart]
    return account.words.deed(verb(row.command), others or things)


def _choice(account: Account, row: AnswerRow, crowds: frozenset[str], apart: str | None) -> Choice:
    """`crowds` are the verbs given to several units here; `apart` is the thing that has a button
    of its own."""
    command, word = row.command, verb(row.command)
    target, things = target_of(command), _things(account, command, crowds)
    return Choice(
        command,
        row.text,
        row.cost,
        word,
        " ".join(things) or None,
        _label(account, row, things, apart),
        about(account.table.battle.world, things[0]) if things else "",
        target if target and _is_unit(account, target) else None,
        cell_of(command),
        path_of(command),
        account.words.rank(word),
        free_field(type(command)),
        unit_of(command) if word in crowds else None,
        apart in things and len(things) > 1,
    )


def _shut(account: Account, ask: Ask, open_verbs: set[str]) -> list[Shut]:
    """The plain commands of the ask that are not to be had, each with its reason."""
    battle, unit = account.table.battle, account.table.battle.id_of(ask.unit)
    found = []
    for option in rules_of(battle.book, ask).options:
        word, fields = verb(option.command), option.command.__struct_fields__
        if word in open_verbs or fields != ("unit",):
            continue
        plain = from_text(f"{word} {unit}", (option.command,))
        refusal = battle.why_not(plain)
        if refusal and not refusal.is_moot:
            why = account.words.titled(refusal.message)
            found.append(Shut(word, account.words.verb(word), why, refusal.rule))
    return found


def _vain(
    account: Account, open_keys: set[tuple[str, str | None]], crowds: frozenset[str]
) -> Iterable[Shut]:
    """Return the things that could change nothing now, whatever they were used on (ALL-08)."""
    words = account.words
    for command, refusal in account.table.battle.vain():
        word, things = verb(command), _things(account, command, crowds)
        thing = " ".join(things) or None
        if (word, thing) not in open_keys:
            why = words.titled(refusal.message)
            yield Shut(word, words.deed(word, things), why, refusal.rule, thing)


def _crowds(commands: Iterable[Command]) -> frozenset[str]:
    """Return the verbs that are given to several units."""
    units: dict[str, set[str | None]] = {}
    for command in commands:
        units.setdefault(verb(command), set()).add(unit_of(command))
    return frozenset(word for word, found in units.items() if len(found) > 1)
