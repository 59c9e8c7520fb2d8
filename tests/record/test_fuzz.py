"""Damaged saves and lines always get a sentence, never a crash, and soon."""

import json
import time
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from game.play.replayer import replay
from game.record.reader import Unreadable, parse_save
from game.rules.registry import find_books
from tests.books.fake import lines, referee
from tests.play.test_lockstep import dealt
from tests.record.mutations import changed, spoilt

SAVES = [p.read_bytes() for p in sorted((Path(__file__).parent.parent / "saves").glob("*.jsonl"))]
BOOKS = find_books().books

LONGEST = 10
"""Maximum number of seconds for one save or conversation."""


def read_spoilt(seed: int) -> str:
    """Return the message for a damaged save, and check that the rest of it makes a battle."""
    rng = Random(f"save {seed}")
    text = spoilt(rng.choice(SAVES), rng)
    begun = time.process_time()
    try:
        found = replay(parse_save(BytesIO(text)), BOOKS)
        again = replay(parse_save(BytesIO(found.table.saved())), BOOKS)
        assert found.trouble is not None or again.trouble is None
        assert again.table.battle.hash() == found.table.battle.hash()
        said = str(found.trouble) if found.trouble else "equal"
    except Unreadable as fault:
        said = str(fault)
    assert said
    assert time.process_time() - begun < LONGEST
    return said


def fuzz_saves(first: int, count: int) -> set[str]:
    found = set()
    for seed in range(first, first + count):
        try:
            found.add(read_spoilt(seed)[:12])
        except BaseException as fault:
            fault.add_note(f"the seed is {seed}")
            raise
    return found


SENT = (
    {"choose": 0},
    {"choose": 1},
    {"query": "state"},
    {"query": "legal"},
    {"query": "log"},
    {"query": "hash"},
    {"query": "odds", "of": {"do": "end", "unit": "red.ann"}, "assume": "stop"},
    {"query": "why", "of": {"do": "move", "unit": "red.ann", "path": [[1, 1]]}},
    {"do": "end", "unit": "red.ann"},
    {"do": "move", "unit": "red.ann", "path": [[2, 1], [1, 1]]},
    {"do": "attack", "unit": "red.ann", "target": "blue.bo"},
    {"do": "offer_draw"},
    {"do": "answer", "unit": "blue.bo", "answer": "no"},
    {"rolled": [1]},
    {"rolled": [3, 2]},
    {"undo": True},
    {"undo": True, "agreed": True},
)


def line_of(rng: Random) -> bytes:
    """Return a line that a program may send, or that no program would send."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(300)).replace(b"\n", b"")
    message = rng.choice(SENT)
    if rng.random() < 0.5:
        return json.dumps(message).encode()
    text = json.dumps(changed(message, rng)).encode("utf-8", "replace")
    return spoilt(text, rng).replace(b"\n", b"") if rng.random() < 0.4 else text


def talk(folder: Path, seed: int, count: int) -> int:
    """Send damaged lines, check that each is answered, and return the number of errors."""
    rng = Random(f"talk {seed}")
    table = dealt(seed)
    out = BytesIO()
    given = [line_of(rng) for _ in range(count)]
    given = [line for line in given if b'"save"' not in line]
    code = referee(table, table.view, (lines(*given), out), folder).run()
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert code in (0, 3)
    assert told[-1]["say"] in ("over", "saved") or code == 0
    assert parse_save(BytesIO(table.saved())).lines
    return sum(message["say"] == "error" for message in told)


def test_damaged_saves_get_a_sentence() -> None:
    assert len(fuzz_saves(0, 150)) > 3


def test_damaged_lines_get_a_sentence(tmp_path: Path) -> None:
    assert sum(talk(tmp_path, seed, 60) for seed in range(20)) > 100


@pytest.mark.long
@pytest.mark.parametrize("first", range(10_000, 20_000, 500))
def test_thousands_of_damaged_saves_get_a_sentence(first: int) -> None:
    fuzz_saves(first, 500)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 200))
def test_thousands_of_damaged_conversations_get_a_sentence(tmp_path: Path, first: int) -> None:
    for seed in range(first, first + 200):
        talk(tmp_path, seed, 100)
