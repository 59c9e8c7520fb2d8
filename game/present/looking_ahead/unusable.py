"""The reasons why no command can be used on a unit, from the book's refusals."""

import msgspec

from game.components.unit import Position
from game.core.cells import Cell
from game.core.paths import reach
from game.engine.battle import Battle
from game.present.answer_sheet import AnswerSheet
from game.present.looking_ahead.approaches import aimed_buttons
from game.present.question import Key, Question
from game.terms.commands import changed, target_of
from game.world.unit_names import unit_by_id

MOST = 3
"""Maximum number of reasons."""
TOO_FAR, NO_STEP = "too-far", "no-step"
"""Codes of refusals of paths: too little movement, and a tile that can't be entered or left."""
MOST_WAYS = 12
"""Maximum number of paths to try around tiles that the book refuses."""


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
            reason = sheet.why_not(aim.command, refusal), refusal.rule
            found.setdefault(reason, []).append(aim.label)
    told = (Unusable(tuple(labels), *reason) for reason, labels in found.items())
    return tuple(told)[:MOST]


def aims_at_units(question: Question) -> bool:
    """Return whether any button of a question, available or not, names a unit as target."""
    shut = (one.command for one in question.shut if one.command is not None)
    return any(one.unit for one in question.choices) or any(map(target_of, shut))


def beyond_reach(sheet: AnswerSheet, question: Question, end: Cell) -> str:
    """Return the refusal of a move to a tile that lacks only movement, or "".

    It says how much the way there costs, and how much movement is left.
    """
    view = sheet.battle.view(question.side).world
    mover = unit_by_id(view, question.unit)
    stand = view.find(mover, Position) if mover is not None else None
    walk = next((one.command for one in question.choices if one.path), None)
    if walk is None or stand is None:
        return ""
    barred = set[Cell]()
    for _ in range(MOST_WAYS):
        found = reach(view.grid, stand.at, None, closed=frozenset(barred))
        path = found.path(end) if end in found.costs else ()
        why = sheet.battle.why_not(changed(walk, path=path)) if path else None
        if why is None or why.code not in (TOO_FAR, NO_STEP):
            return ""
        if why.code == TOO_FAR:
            return sheet.words.refusal(why)
        shut = next((cell for cell in path if cell == why.params.get("at")), end)
        if shut == end:
            return ""
        barred.add(shut)
    return ""
