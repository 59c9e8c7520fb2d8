"""The answers to a choice that a trigger of the level puts to a side."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from game.terms.agenda import ChoiceAsk, ChoiceMade
from game.terms.commands import Answer
from game.terms.refusals import Refusal
from game.terms.script.effects import ChoicePut
from game.terms.script_events import ChoiceAnswered
from game.terms.texts import Phrase, TextFacts
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.script_conditions import memory
from game.world.unit_names import id_of


class _Asked(NamedTuple):
    """The unit that must answer, and the choice."""

    unit: str
    put: ChoicePut


def choice_of(world: World, ask: ChoiceAsk) -> ChoicePut:
    """Return the choice that an ask puts to its side."""
    put = world.scene.level.script.triggers[ask.trigger].do[ask.effect].choice
    assert put is not None
    return put


def _asked(view: World, ask: ChoiceAsk) -> _Asked:
    return _Asked(id_of(view, ask.unit), choice_of(view, ask))


def _answers(asked: _Asked) -> Iterable[Answer]:
    return (Answer(asked.unit, answer.id) for answer in asked.put.answers)


def _check(asked: _Asked, command: Answer) -> Refusal | None:
    if command.unit != asked.unit:
        return Refusal("not-asked", asked=asked.unit, unit=command.unit)
    known = tuple(answer.id for answer in asked.put.answers)
    if command.answer not in known:
        return Refusal("no-answer", answer=command.answer, known=known)
    return None


def _text(put: ChoicePut, id: str) -> str:
    return next(answer.text for answer in put.answers if answer.id == id)


def _facts(asked: _Asked, command: Answer) -> TextFacts:
    return {"words": Phrase(_text(asked.put, command.answer))}


def _question(asked: _Asked) -> TextFacts:
    return {"question": Phrase(asked.put.question)}


def _answer(world: World, ask: ChoiceAsk, command: Answer) -> None:
    put, kept = choice_of(world, ask), memory(world)
    answers = dict(kept.answers) | {put.id: command.answer}
    world.put(world.root, replace(kept, answers=tuple(sorted(answers.items()))))
    told = ChoiceAnswered(
        side=ask.side,
        choice=put.id,
        answer=command.answer,
        reply=_text(put, command.answer),
    )
    world.tell(told)
    world.push(ChoiceMade(put.id, command.answer))


CHOICE_PUT = AskRules(
    ChoiceAsk, _asked, (Option(Answer, _answers, _check, _answer, facts=_facts),), facts=_question
)
"""The rules of choices that triggers put to sides."""
