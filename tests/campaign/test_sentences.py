"""The sentences of a journey: all are in its catalogue, and all are used."""

from pathlib import Path

import tomli

from game import campaign
from game.campaign.journey_sentences import CATALOGUE, failure, said

FILES = sorted(Path(campaign.__file__).parent.glob("*.py"))
SOURCE = "".join("".join(path.read_text(encoding="utf-8").split()) for path in FILES)
"""Code of the package without spaces."""
NEEDS = "shut"
"""Table whose keys are the conditions of a path."""


def test_every_sentence_is_used() -> None:
    tables = tomli.loads(CATALOGUE.read_text(encoding="utf-8"))
    keys = [(table, key) for table in tables if table != NEEDS for key in tables[table]]
    assert len(keys) > 20
    assert [pair for pair in keys if '("{}","{}"'.format(*pair) not in SOURCE] == []


def test_closed_path_names_its_condition() -> None:
    assert said("shut", "hero", hero="Tam") == "Tam must be with you."
    assert said("shut", "won", stop="The weir") == "Open only if you won at “The weir”."
    assert str(failure("battle", "too_many", most=4)) == "Too many: at most 4 heroes can go."
