"""Battles recorded before a rule changed play up to the change, and are never lost."""

from io import BytesIO, StringIO
from pathlib import Path

import pytest

from game.play.replayer import Replayed, replay
from game.play.resuming import trouble_told
from game.play.rewind import RewindableBattle
from game.present.turning_points import from_moment
from game.record.lines import Checkpoint
from game.record.reader import ReadRecording, parse_save
from game.referee.replay_command import DIFFERS, verify
from game.rules.registry import find_books
from game.terms.agenda import BattleEnd

FOLDER = Path(__file__).parent / "earlier"
CHANGED = {
    "contest-0.1.0-roles": "CON-14",
    "etiquette-0.1.0-useless": "ALL-08",
    "verdigris-0.1.0-sight": "VER-07",
    "guard-0.1.0-useless": "ALL-08",
    "action-0.1.0-walk": "ACT-09",
}
"""The changed rule that each battle meets first."""
BOOKS = find_books().books
each = pytest.mark.parametrize("name", CHANGED)


def saved(name: str) -> ReadRecording:
    return parse_save(BytesIO((FOLDER / f"{name}.jsonl").read_bytes()))


def followed(record: ReadRecording) -> Replayed:
    found = replay(record, BOOKS)
    assert found.trouble is not None
    return found


def test_each_rulebook_has_an_earlier_battle() -> None:
    files = {path.stem for path in FOLDER.glob("*.jsonl")}
    assert files == set(CHANGED)
    assert {saved(name).header.rulebook for name in files} == set(BOOKS)


@each
def test_replay_names_the_command_that_differs_and_the_changed_rule(name: str) -> None:
    trouble = followed(saved(name)).trouble
    assert trouble is not None
    assert trouble.command > 1, "no command plays as it was recorded"
    assert trouble.given
    assert "the rules have changed since this battle was recorded" in trouble.message
    assert f"({CHANGED[name]})" in trouble.message
    assert f"command {trouble.command} ({trouble.given}): the rules" in str(trouble)


@each
def test_earlier_battle_resumes_at_the_newest_checkpoint(name: str) -> None:
    record = saved(name)
    found = followed(record)
    assert found.is_checkpoint
    newest = [line for _, line in record.lines if isinstance(line, Checkpoint)][-1]
    assert found.table.record.count == newest.n
    for side in found.table.players:
        found.table.seat(found.table.record.header.players | {side: "random"})
    for _ in range(60):
        if not found.table.step():
            break
    else:
        return
    assert isinstance(found.table.battle.stop, BattleEnd)


@each
def test_earlier_battle_resumes_after_the_last_equal_command_without_a_checkpoint(
    name: str,
) -> None:
    record = saved(name)
    lines = tuple(it for it in record.lines if not isinstance(it[1], Checkpoint))
    found = followed(ReadRecording(record.header, lines))
    assert found.trouble is not None
    assert not found.is_checkpoint
    assert found.table.record.count in (found.trouble.command - 1, found.trouble.command)
    assert found.table.step()


@each
def test_resumed_battle_uses_the_current_rules(name: str) -> None:
    text = followed(saved(name)).table.saved()
    assert replay(parse_save(BytesIO(text)), BOOKS).trouble is None


@each
def test_every_report_of_an_earlier_battle_names_the_change(name: str) -> None:
    out, path = StringIO(), FOLDER / f"{name}.jsonl"
    assert verify(path, BOOKS, out) == DIFFERS
    told = out.getvalue()
    assert "the rules have changed since" in told
    assert "resumes at the last checkpoint" in told
    (note,) = trouble_told(followed(saved(name)))
    assert "the rules have changed since" in note
    assert "The battle resumes at the newest checkpoint" in note


@each
def test_earlier_battle_is_shown_up_to_the_change_and_can_be_resumed_there(name: str) -> None:
    record = saved(name)
    reel, found = RewindableBattle(record, BOOKS), followed(record)
    assert found.trouble is not None
    assert reel.trouble is not None
    assert reel.trouble.message == found.trouble.message
    assert reel.trouble.command == found.trouble.command
    assert reel.count > 0
    text = from_moment(record, reel.last_n, BOOKS)
    assert replay(parse_save(BytesIO(text)), BOOKS).trouble is None
