"""What a journey says stands in its catalogue, and no sentence there is idle."""

from pathlib import Path

import tomli

from game import campaign
from game.campaign.sentences import CATALOGUE, failure, said

FILES = sorted(Path(campaign.__file__).parent.glob("*.py"))
SOURCE = "".join("".join(path.read_text(encoding="utf-8").split()) for path in FILES)
"""All of the package, without any space."""
NEEDS = "shut"
"""The table whose keys are those of what a way needs."""


def test_every_sentence_is_said_somewhere() -> None:
    tables = tomli.loads(CATALOGUE.read_text(encoding="utf-8"))
    keys = [(table, key) for table in tables if table != NEEDS for key in tables[table]]
    assert len(keys) > 20
    assert [pair for pair in keys if '("{}","{}"'.format(*pair) not in SOURCE] == []


def test_a_way_says_what_it_needs() -> None:
    assert said("shut", "hero", hero="Tam") == "Tam would have to be with you."
    assert said("shut", "won", stop="The weir") == "It would be open if you had won at “The weir”."
    assert str(failure("battle", "too_many", most=4)) == "At most 4 can go."
