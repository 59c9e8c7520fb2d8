"""Computer players that fail: the game gives a safe command and logs the error."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.ai.player import RandomPlayer
from game.engine.battle import Battle
from game.play import fault_log, players, table
from game.play.computer_answers import computer_answer, safe
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.terms.agenda import Ask, DrawAsk
from game.terms.commands import Answer, Command, End, OfferDraw
from tests.books.fake import BOOK, Strike, level
from tests.books.fake import table as fake_table
from tests.cli.runner import Run


class Broken(RandomPlayer):
    """Player that returns `answer`, or raises it."""

    answer: Any = None

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        super().choose(view, ask, legal)
        if isinstance(self.answer, Exception):
            raise self.answer
        given: Command = self.answer
        return given


BOO = ValueError("boo")
SEVEN: Any = 7
NO_FOE, STRANGE = Strike("red.ann", "red.ann"), Strike("red.ann", SEVEN)
WRONG: Mapping[str, tuple[Any, str]] = {
    "raises": (BOO, "ValueError: boo"),
    "illegal": (NO_FOE, "it gave 'strike red.ann red.ann': 'red.ann' isn't a foe here."),
    "rubbish": ("move on", "it gave something that isn't a command: str 'move on'"),
    "nothing": (None, "it gave something that isn't a command: NoneType None"),
    "half": (STRANGE, "it gave 'strike red.ann 7': 7 isn't a foe here."),
    "other": (
        Answer("red.ann", "yes"),
        "it gave 'answer red.ann yes': 'answer' doesn't answer this",
    ),
}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> type[Broken]:
    """Register the failing player as "random"."""
    monkeypatch.setattr(Broken, "answer", BOO)
    monkeypatch.setattr(players, "PLAYERS", {**players.PLAYERS, "random": Broken})
    return Broken


@pytest.mark.parametrize("how", WRONG)
def test_failing_player_ends_its_turn_and_the_battle_continues(
    how: str, broken: type[Broken], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, what = WRONG[how]
    monkeypatch.setattr(broken, "answer", answer)
    played = fake_table("random stdio")
    assert played.step()
    assert played.battle.history[0].command == End("red.ann")
    assert played.battle.asked == "blue"
    (fault,) = played.faults
    assert fault.slip.what.startswith(what)
    assert ("Traceback" in fault.slip.trace) == (how == "raises")
    assert (fault.level, fault.seed, fault.side, fault.number) == ("yard", 7, "red", 1)
    assert (fault.player, fault.ask, fault.command) == ("random", "turn", "end red.ann")


def test_legal_but_unlisted_command_is_not_an_error(
    broken: type[Broken], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken, "answer", OfferDraw())
    played = fake_table("random stdio")
    assert played.step()
    assert played.faults == []
    assert isinstance(played.battle.stop, DrawAsk)


def test_battle_of_failing_players_ends(broken: type[Broken]) -> None:
    played = fake_table("random random", rounds=5)
    while played.step():
        pass
    assert played.battle.outcome is not None
    assert played.battle.outcome.reason == "round_limit"
    assert len(played.faults) == 10


def test_good_player_has_no_error() -> None:
    battle = fake_table().battle
    made = computer_answer(RandomPlayer(1, "red"), battle, "red", battle.legal())
    assert made.command in battle.legal()
    assert made.slip is None


# Safe commands


def asked(battle: Battle) -> Ask:
    assert isinstance(battle.stop, Ask)
    return battle.stop


def test_safe_declines_a_draw() -> None:
    battle = fake_table().battle
    battle.submit(OfferDraw())
    assert safe(battle, asked(battle), battle.legal()) == Answer("blue.bo", "no")


def test_safe_prefers_the_declining_command(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = fake_table().battle
    own: Any = battle.book.asks[0]
    declining = msgspec.structs.replace(own, never=Strike)
    monkeypatch.setattr("game.play.computer_answers.rules_of", lambda *_: declining)
    assert safe(battle, asked(battle), battle.legal()) == Strike("red.ann", "blue.bo")


def test_safe_takes_the_first_command_if_no_command_declines_or_ends() -> None:
    battle = fake_table().battle
    legal = tuple(c for c in battle.legal() if not isinstance(c, End))
    assert safe(battle, asked(battle), legal) == legal[0]


# Reports


def opened() -> Table:
    setup = Setup(DiceSource(7), {"red": "random", "blue": "random"})
    return table.Table.open(BOOK, level(), setup)


@pytest.mark.usefixtures("broken")
def test_all_errors_are_logged_and_the_first_is_reported(tmp_path: Path) -> None:
    told: list[str] = []
    played = opened()
    played.mind = fault_log.FaultLog(tmp_path / "data", told.append)
    for _ in range(3):
        played.step()
    path = tmp_path / "data" / "players.log"
    assert told == [
        "The player 'random' of 'red' failed at command 1 and gives a harmless command instead; "
        f"details are in {str(path)!r}."
    ]
    text = path.read_text(encoding="utf-8")
    head = "level yard, seed 7, red, player random, command 1, ask turn: ValueError: boo"
    assert text.startswith(f"{head}\nGiven instead: end red.ann\nTraceback")
    assert text.count("ValueError: boo\n\n") == 3


@pytest.mark.usefixtures("broken")
def test_long_log_is_renamed_for_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault_log, "MOST_BYTES", 10)
    played = opened()
    played.mind = fault_log.FaultLog(tmp_path, print)
    for _ in range(3):
        played.step()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["players.log", "players.log.1"]


@pytest.mark.usefixtures("broken")
def test_unwritable_log_is_reported(tmp_path: Path) -> None:
    told: list[str] = []
    folder = tmp_path / "file"
    folder.write_text("", encoding="utf-8")
    played = opened()
    played.mind = fault_log.FaultLog(folder, told.append)
    assert played.step()
    assert told[0].endswith("the details can't be saved: part of the path is a file, not a folder.")


@pytest.mark.usefixtures("broken")
def test_watch_and_referee_report_an_error_apart_from_the_battle(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = Run(monkeypatch, capfd, tmp_path)
    one = ("--players", "red=random", "--seed", "1")
    assert run("watch", "--text", "yard", *one).code == 0
    assert run.err.startswith("The player 'random' of 'red' failed at command ")
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.out
    assert "ValueError: boo" in (tmp_path / "players.log").read_text(encoding="utf-8")
    run("referee", "yard", *one, given='{"quit":true}\n')
    assert (run.code, run.err.count("failed at command")) == (0, 1)
