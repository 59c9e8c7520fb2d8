"""A battle that is watched in the terminal follows the file of its level."""

import io
from pathlib import Path

import pytest

from game.content.levels import find_level
from game.play.opening import Options
from game.referee.terminal_commands import play_watch
from game.rules.registry import find_books
from game.workshop.trial_play import FileSource

BOOKS = find_books().books
YARD = find_level("yard").read_text(encoding="utf-8")
CHANGED = YARD.replace("Two in the yard", "Three in the yard")
BROKEN = YARD.replace('rulebook = "contest"', 'rulebook = "nonsense"')

TEXTS = {"plain": YARD, "broken": BROKEN}


def watched(folder: Path, text: str, at: int) -> str:
    """Watch the yard; after `at` looks at its file, another program saves a text."""
    path = folder / "mine" / "yard.toml"
    path.parent.mkdir(parents=True)
    path.write_text(YARD, encoding="utf-8")
    source, looks, out = FileSource(path, BOOKS), [0], io.StringIO()

    def news() -> str | None:
        looks[0] += 1
        if looks[0] == at:
            path.write_text(text, encoding="utf-8")
        found = source.look()
        return None if found is None else found.trouble

    options = Options(level=str(path), seed="3", players="red=soldier,blue=soldier")
    play_watch(options, BOOKS, out, folder / "data", True, news=news)
    assert looks[0] > at + 1
    return out.getvalue()


def test_battle_goes_on_in_the_level_that_was_saved(tmp_path: Path) -> None:
    assert CHANGED != YARD
    plain = watched(tmp_path / "plain", YARD, 20)
    assert "The level has changed" not in plain
    told = watched(tmp_path / "changed", CHANGED, 20)
    before, _, after = told.partition("The level has changed. ")
    assert plain.startswith(before)
    assert after.startswith("Played again with the same dice: 5 commands.\n")
    assert plain.splitlines()[-2:] == told.splitlines()[-2:]  # the same end, with the same dice


def test_level_that_cannot_be_played_leaves_the_battle_as_it_is(tmp_path: Path) -> None:
    assert BROKEN != YARD
    plain, told = (watched(tmp_path / title, text, 10) for title, text in TEXTS.items())
    (line,) = [one for one in told.splitlines() if "can't be played now" in one]
    assert "nonsense" in line
    assert told.replace(f"{line}\n", "") == plain


@pytest.mark.parametrize("at", [2, 35])
def test_commands_are_given_again_wherever_the_battle_is(tmp_path: Path, at: int) -> None:
    told = watched(tmp_path, YARD.replace("rounds = 40", "rounds = 39"), at)
    assert "The level has changed. " in told
