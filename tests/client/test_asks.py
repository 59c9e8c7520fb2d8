"""Questions of all levels: players can make every choice in the window."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from game.client.battle.planning import ButtonChoices, CommandPlan
from game.content.levels import all_levels
from game.play.opening import Options
from game.play.players import outside
from game.present.question import Choice, Question
from game.present.window_battle import WindowBattle
from game.rules.registry import find_books
from tests.playing_on import play_on

BOOKS = find_books().books
QUESTIONS = 15
"""Number of questions to answer at random in each level."""


def is_reachable(plan: CommandPlan, deed: ButtonChoices, choice: Choice) -> bool:
    """Return whether a click can make the choice.

    It can if the choice is the only one of its button, or the only one on some tile.
    """
    if deed.is_plain or len(deed.choices) == 1:
        return True
    places = plan.places(deed)
    return any(found == [choice] for found in places.values())


def stuck(plan: CommandPlan, question: Question) -> list[str]:
    """Return the choices that no click leads to."""
    return [
        f"{question.ask}: {choice.text} {choice.command}"
        for deed in plan.deeds
        for choice in deed.choices
        if not is_reachable(plan, deed, choice)
    ]


@pytest.mark.parametrize("level", [row.id for row in all_levels()])
def test_every_choice_can_be_made(level: str, tmp_path: Path) -> None:
    options = Options(level=level, seed="3")
    sitting = WindowBattle.open(options, BOOKS, tmp_path, lambda _: None, outside)
    rng, plan, asks = Random(5), CommandPlan(), Counter[str]()
    try:
        for _ in range(QUESTIONS):
            play_on(sitting)
            question = sitting.question()
            if question is None:
                break
            asks[question.ask] += 1
            plan.ask(question, sitting.picture(question.side))
            assert stuck(plan, question) == []
            labels = [deed.label for deed in plan.deeds]
            assert len(set(labels)) == len(labels), labels
            deed = rng.choice(plan.deeds)
            assert sitting.answer(rng.choice(deed.choices).command) is None
    finally:
        sitting.close()
    assert asks
