"""The names used in files stay the same, whatever their classes are called.

Saves, replays, protocol clients and text catalogues rely on these names. `tags.txt` may gain lines
(`python -m pytest tests/saves --regenerate` writes them), but a changed or removed line makes old
files unreadable: give the class its old name with `tag="…"`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.engine.legality import commands_of
from game.record.lines import Later
from game.terms import script_events
from game.terms.commands import verb
from game.terms.events import COMMON, name_of
from game.terms.records import tag_of
from tests.conformance.books import books
from tests.conformance.generate import records_of

PINNED = Path(__file__).parent / "tags.txt"

TEST_BOOKS = {"tag"}
"""Rulebooks that only tests use, and that no save needs."""


def tags() -> Iterator[str]:
    """Yield one line for each name: its rulebook, its kind and the name."""
    for book in books().values():
        if book.id not in TEST_BOOKS:
            yield from (f"{book.id} record {tag_of(kind)}" for kind in records_of(book))
            yield from (f"{book.id} command {verb(kind)}" for kind in commands_of(book))
            yield from (f"{book.id} event {name_of(kind)}" for kind in book.events)
            yield from (f"{book.id} ask {rules.ask.name}" for rules in book.asks)
    yield from (f"all event {name_of(kind)}" for kind in (*COMMON, *script_events.PART.events))
    yield from (f"all line {kind.__struct_config__.tag}" for kind in Later.__args__)


def test_names_that_were_written_are_still_read(
    request: pytest.FixtureRequest,
) -> None:
    pinned = set(PINNED.read_text(encoding="utf-8").split("\n")) - {""}
    now = set(tags())
    if request.config.getoption("--regenerate"):
        lines = sorted(pinned | now)
        PINNED.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        pinned = set(lines)
    assert sorted(pinned - now) == [], "names that can no longer be read"
    assert sorted(now - pinned) == [], "names not pinned yet: run with --regenerate"
