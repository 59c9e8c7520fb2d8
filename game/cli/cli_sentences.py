"""The sentences of the command line, from the catalogue `texts.toml` next to this file."""

from pathlib import Path

CATALOGUE = Path(__file__).with_name("texts.toml")


def said(table: str, key: str, /, **values: object) -> str:
    """Return a sentence; the catalogue is read only when one is needed."""
    from game.record.sentences import Sentences

    return Sentences(CATALOGUE).said(table, key, **values)
