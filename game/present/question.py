"""What people at a window are asked, with all that they may answer, as plain values."""

from collections.abc import Iterable
from typing import Any

import msgspec

from game.core.cells import Cell
from game.engine.legality import commands_of, rules_of
from game.present.messages import Account
from game.present.picture import about
from game.present.protocol import OptionRow
from game.terms.agenda import Ask
from game.terms.agenda import Decision as Branching
from game.terms.commands import Command, free_field, from_json, to_json, verb


class Choice(msgspec.Struct, frozen=True):
    """A legal command: its JSON form, its sentence, what it costs, and what it belongs to.

    `verb` and `thing` are what a button is for: all choices of one are made on the board.
    """

    command: dict[str, Any]
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
    decline: dict[str, Any] | None = None
    """The command that declines, where the ask has one."""


AIMS = ("do", "unit", "at", "to", "path")
"""The fields of commands that say who and where, beside a target that is a unit; all others say
what with, or how."""


def question_of(account: Account, ask: Ask) -> Question:
    """What a side is asked."""
    asked = account.ask(ask)
    rows = [*asked.options, *account.other_forms()]
    crowds = _crowds(row.command for row in rows)
    kinds = {verb(kind): kind for kind in commands_of(account.table.battle.book)}
    apart = _apart(account, rows)
    choices = tuple(
        _choice(account, row, kinds[row.command["do"]], row.command["do"] in crowds, apart)
        for row in rows
    )
    plain = _shut(account, ask, {c.verb for c in choices})
    shut = *plain, *_vain(account, {(c.verb, c.thing) for c in choices}, crowds)
    never = rules_of(account.table.battle.book, ask).never
    no = verb(never) if never else None
    decline = next((c.command for c in choices if c.verb == no), None)
    if isinstance(ask, Branching):
        decline = choices[0].command
    return Question(asked.ask, asked.side, asked.unit, asked.text, choices, shut, decline)


def _said(account: Account, command: dict[str, Any]) -> list[str]:
    """What a command says beside who and where."""
    said = [str(v) for k, v in command.items() if v and k not in AIMS and k != "target"]
    target, units = command.get("target"), account.table.battle.world.scene.units
    return [*said, str(target)] if target and target not in units else said


def _apart(account: Account, rows: Iterable[OptionRow]) -> str | None:
    """The one thing that is named on several buttons and has one of its own, as a weapon in hand;
    None if there are several, or none."""
    told = [(row.command["do"], _said(account, row.command)) for row in rows]
    own = {
        said[0]
        for do, said in told
        if len(said) == 1 and account.words.deed(do, said) == account.words.thing(said[0])
    }
    shared = own & {thing for _, said in told if len(said) > 1 for thing in said}
    return shared.pop() if len(shared) == 1 else None


def _label(account: Account, row: OptionRow, things: list[str], apart: str | None) -> str:
    """What stands on the button. What has a button of its own is not named on others again, if
    something else says what they do."""
    answer = row.command.get("answer")
    if answer:
        return account.words.answer(str(answer)) or row.text
    others = [thing for thing in things if thing != apart]
    return account.words.deed(row.command["do"], others or things)


def _choice(
    account: Account,
    row: OptionRow,
    kind: type[Command],
    is_of_many: bool,
    apart: str | None,
) -> Choice:
    """`is_of_many` says that commands of this kind are given to several units here; `apart` is the
    thing that has a button of its own."""
    command, text = row.command, row.text
    said, target = _said(account, command), command.get("target")
    if target and target not in account.table.battle.world.scene.units:
        target = None
    things = [command["unit"], *said] if is_of_many else said
    thing = " ".join(things) or None
    path = tuple((x, y) for x, y in command.get("path", ()))
    at = command.get("at") or command.get("to") or (path[-1] if path else None)
    world = account.table.battle.world
    return Choice(
        command,
        text,
        row.cost,
        command["do"],
        thing,
        _label(account, row, things, apart),
        about(world, things[0]) if things else "",
        target,
        (at[0], at[1]) if at else None,
        path,
        account.words.rank(command["do"]),
        free_field(kind),
        command["unit"] if is_of_many else None,
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
        plain = from_json({"do": word, "unit": unit}, (option.command,))
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
        row = to_json(command)
        verb, said = row["do"], _said(account, row)
        things = [row["unit"], *said] if verb in crowds else said
        thing = " ".join(things) or None
        if (verb, thing) not in open_keys:
            why = words.titled(refusal.message)
            yield Shut(verb, words.deed(verb, things), why, refusal.rule, thing)


def _crowds(commands: Iterable[dict[str, Any]]) -> frozenset[str]:
    """The verbs that are given to several units."""
    units: dict[str, set[Any]] = {}
    for command in commands:
        units.setdefault(command["do"], set()).add(command.get("unit"))
    return frozenset(word for word, found in units.items() if len(found) > 1)
