"""The sentences of the window, from the catalogue `texts.toml` in this folder."""

from pathlib import Path

from game.record.failure import Failure
from game.record.sentences import Sentences
from game.terms.texts import BadTexts, Texts

CATALOGUE = Path(__file__).with_name("texts.toml")
SENTENCES = Sentences(CATALOGUE)

said, failure = SENTENCES.said, SENTENCES.failure


class WindowTexts:
    """The sentences of the window."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    @classmethod
    def read(cls) -> "WindowTexts":
        """Read the catalogue in this folder; raise Failure if it can't be used."""
        try:
            return cls(Texts.read(CATALOGUE))
        except BadTexts as fault:
            raise Failure(str(fault)) from fault

    def say(self, table: str, key: str, **values: object) -> str:
        """Return a sentence, or the key in words if the catalogue lacks it."""
        if not self._texts.has(table, key):
            return key.replace("_", " ").capitalize()
        return self._texts.say(table, key, {}, **values)

    def keys(self, table: str) -> tuple[str, ...]:
        """Return the keys of a table, in its order."""
        return self._texts.keys(table)
