"""The sentences of one package, from its catalogue."""

from pathlib import Path

from game.record.failure import Failure
from game.terms.texts import BadTexts, Language, Texts


class Sentences:
    """A catalogue that is read when a sentence is needed, and again when the language changes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._texts: Texts | None = None
        self._language: Language | None = None

    def said(self, table: str, key: str, /, **values: object) -> str:
        """Return a sentence; raise Failure if the catalogue is unusable."""
        if self._texts is None or self._language is not Texts.language:
            try:
                self._texts, self._language = Texts.read(self.path), Texts.language
            except BadTexts as fault:
                raise Failure(str(fault)) from fault
        return self._texts.say(table, key, {}, **values)

    def failure(self, table: str, key: str, /, **values: object) -> Failure:
        """Return a failure with a sentence of the catalogue."""
        return Failure(self.said(table, key, **values))
