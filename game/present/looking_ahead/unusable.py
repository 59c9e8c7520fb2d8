"""The reasons why no command can be used on a unit, from the book's refusals."""

import msgspec

from game.engine.battle import Battle
from game.present.answer_sheet import AnswerSheet
from game.present.looking_ahead.approaches import aimed_buttons
from game.present.question import Key, Question
from game.terms.commands import target_of

MOST = 3
"""Maximum number of reasons."""


class Unusable(msgspec.Struct, frozen=True):
    """The reason why some buttons can't be used on a unit."""

    labels: tuple[str, ...]
    text: str
    rule: str | None


def unusable_on(
    sheet: AnswerSheet, question: Question, unit: str, key: Key | None = None
) -> tuple[Unusable, ...]:
    """Return why no button can be used on a unit where the acting unit stands.

    Return nothing if one can. Buttons with the same reason are together, in the order of the book.
    With `key`, return the reason of that button alone.
    """
    battle: Battle = sheet.battle
    found: dict[tuple[str, str | None], list[str]] = {}
    for aim in aimed_buttons(sheet, question, unit, key):
        refusal = battle.why_not(aim.command)
        if refusal is None:
            return ()
        if not refusal.is_moot:
            reason = sheet.words.refusal(refusal), refusal.rule
            found.setdefault(reason, []).append(aim.label)
    told = (Unusable(tuple(labels), *reason) for reason, labels in found.items())
    return tuple(told)[:MOST]


def aims_at_units(question: Question) -> bool:
    """Return whether any button of a question, available or not, names a unit as target."""
    shut = (one.command for one in question.shut if one.command is not None)
    return any(one.unit for one in question.choices) or any(map(target_of, shut))
