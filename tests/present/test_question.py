"""The choices of a question: their words are made when they are read, with the same result."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.battle import Battle
from game.play.opening import Options
from game.play.players import outside
from game.present.answer_sheet import AnswerSheet
from game.present.facts_lines import FactsLines
from game.present.question import Question
from game.present.window_battle import WindowBattle
from game.rules.registry import find_books
from game.terms.commands import Command

BOOKS = find_books().books
LEVELS = "toll_bar", "yard", "first_etiquette", "first_guard", "green_quay"
"""A level of each rulebook."""


def opened(level: str, folder: Path) -> WindowBattle:
    options = Options(level=level, seed="5")
    return WindowBattle.open(options, BOOKS, folder, seats=outside, is_kept=False)


def asked(sitting: WindowBattle) -> Question:
    """Return the first question."""
    while sitting.go_on():
        pass
    question = sitting.question()
    assert question is not None
    return question


@pytest.mark.parametrize("level", LEVELS)
def test_words_are_those_of_the_referee(level: str, tmp_path: Path) -> None:
    sitting = opened(level, tmp_path)
    choices = {choice.command: choice for choice in asked(sitting).choices}
    rows = AnswerSheet(sitting.table, None).options()
    assert len(rows) > 1
    for row in rows:
        choice = choices[row.command]
        assert choice.text == row.text
        assert bool(choice.cost) == (row.cost is not None)
        assert str(row.cost or "") in choice.cost
        assert choice.label


def test_words_are_made_once_and_only_when_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Command] = []
    sentence = FactsLines.sentence

    def noted(lines: FactsLines, battle: Battle, command: Command) -> str:
        made.append(command)
        return sentence(lines, battle, command)

    monkeypatch.setattr(FactsLines, "sentence", noted)
    question = asked(opened("toll_bar", tmp_path))
    assert made == []
    first = question.choices[0]
    assert first.text == first.text
    assert made == [first.command]


def test_choices_of_one_button_share_its_words(tmp_path: Path) -> None:
    walks = [one for one in asked(opened("toll_bar", tmp_path)).choices if one.verb == "move"]
    assert len(walks) > 20
    assert len({one.text for one in walks}) == len(walks)
    assert {(one.label, one.about, one.key) for one in walks} == {
        (walks[0].label, "", ("move", None))
    }


def test_move_between_zones_names_the_part_of_the_turn_it_takes(tmp_path: Path) -> None:
    """Check the first move of a turn, which takes the move, and the second: the action."""
    sitting, costs = opened("green_quay", tmp_path), list[str]()
    for _ in range(4):
        question = asked(sitting)
        walks = [one for one in question.choices if one.path]
        others = [one for one in question.choices if one.path or one.verb == "go"]
        costs += [walks[0].cost] if walks else []
        assert sitting.answer((walks or others)[0].command) is None
        if len(costs) == 2:
            break
    assert costs == ["the move", "the action"]
    # The title of a command after a move names the move already.
    assert [replace(one, after=one).cost for one in walks[:1]] == [""]
