"""What a journey says to players: the catalogue `texts.toml` beside this file."""

from functools import cache
from pathlib import Path
from typing import Any

from game.session.failure import Failure
from game.terms.texts import Texts

CATALOGUE = Path(__file__).with_name("texts.toml")


@cache
def _texts() -> Texts:
    return Texts.read(CATALOGUE)


def said(table: str, key: str, **values: Any) -> str:
    """A sentence of the catalogue."""
    return _texts().say(table, key, {}, **values)


def failure(table: str, key: str, **values: Any) -> Failure:
    """A refusal, in a sentence of the catalogue."""
    return Failure(said(table, key, **values))
