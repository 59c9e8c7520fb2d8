"""The sentences of a journey, from the catalogue `texts.toml` beside this file."""

from functools import cache
from pathlib import Path

from game.record.failure import Failure
from game.terms.texts import BadTexts, Texts

CATALOGUE = Path(__file__).with_name("texts.toml")


@cache
def _texts() -> Texts:
    try:
        return Texts.read(CATALOGUE)
    except BadTexts as fault:
        raise Failure(str(fault)) from fault


def said(table: str, key: str, **values: object) -> str:
    """Return a sentence of the catalogue."""
    return _texts().say(table, key, {}, **values)


def failure(table: str, key: str, **values: object) -> Failure:
    """Return a refusal, in a sentence of the catalogue."""
    return Failure(said(table, key, **values))
