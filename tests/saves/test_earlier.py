"""Battles that were recorded before a rule changed: they play up to there, and are never lost."""

from io import BytesIO, StringIO
from pathlib import Path

import pytest

from game.rules.registry import find_books
from game.session.lines import Checkpoint
from game.session.moments import from_moment
from game.session.reading import Saved, parse_save
from game.session.reel import Reel
from game.session.replay import Replayed, replay
from game.session.replaying import DIFFERS, verify
from game.session.resuming import trouble_told
from game.session.save import save_text
from game.terms.agenda import Over

FOLDER = Path(__file__).parent / "earlier"
CHANGED = {
    "contest-0.1.0-roles": "CON-14",
    "etiquette-0.1.0-useless": "ALL-08",
    "verdigris-0.1.0-sight": "VER-07",
    "guard-0.1.0-useless": "ALL-08",
    "action-0.1.0-walk": "ACT-09",
}
"""The rule by whose new reading each of them first goes otherwise."""
BOOKS = find_books().books
each = pytest.mark.parametrize("name", CHANGED)


def saved(name: str) -> Saved:
    return parse_save(BytesIO((FOLDER / f"{name}.jsonl").read_bytes()))


def followed(record: Saved) -> Replayed:
    found = replay(record, BOOKS)
    assert found.trouble is not None
    return found


def test_there_is_one_of_each_book() -> None:
    files = {path.stem for path in FOLDER.glob("*.jsonl")}
    assert files == set(CHANGED)
    assert {saved(name).header.rulebook for name in files} == set(BOOKS)


@each
def test_it_says_which_command_goes_otherwise_and_which_rule_has_changed(name: str) -> None:
    trouble = followed(saved(name)).trouble
    assert trouble is not None
    assert trouble.command > 1, "some of it is played as it was"
    assert trouble.given
    assert "the rules have changed since this battle was recorded" in trouble.message
    assert f"({CHANGED[name]})" in trouble.message
    assert f"command {trouble.command} ({trouble.given}): the rules" in str(trouble)


@each
def test_it_goes_on_from_the_newest_checkpoint(name: str) -> None:
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
    assert isinstance(found.table.battle.stop, Over)


@each
def test_without_a_checkpoint_it_goes_on_from_the_last_command_that_agrees(name: str) -> None:
    record = saved(name)
    lines = tuple(it for it in record.lines if not isinstance(it[1], Checkpoint))
    found = followed(Saved(record.header, lines))
    assert found.trouble is not None
    assert not found.is_checkpoint
    assert found.table.record.count in (found.trouble.command - 1, found.trouble.command)
    assert found.table.step()


@each
def test_what_goes_on_is_of_todays_rules(name: str) -> None:
    text = save_text(followed(saved(name)).table)
    assert replay(parse_save(BytesIO(text)), BOOKS).trouble is None


@each
def test_all_that_is_told_of_it_says_so(name: str) -> None:
    out, path = StringIO(), FOLDER / f"{name}.jsonl"
    assert verify(path, BOOKS, out) == DIFFERS
    told = out.getvalue()
    assert "the rules have changed since" in told
    assert "goes on from the newest checkpoint" in told
    (note,) = trouble_told(followed(saved(name)))
    assert "the rules have changed since" in note
    assert "It goes on after the newest checkpoint" in note


@each
def test_it_is_shown_up_to_there_and_can_be_played_on_from_there(name: str) -> None:
    record = saved(name)
    reel, found = Reel(record, BOOKS), followed(record)
    assert found.trouble is not None
    assert reel.trouble is not None
    assert reel.trouble.message == found.trouble.message
    assert reel.trouble.command == found.trouble.command
    assert reel.count > 0
    text = from_moment(record, reel.last_n, BOOKS)
    assert replay(parse_save(BytesIO(text)), BOOKS).trouble is None
