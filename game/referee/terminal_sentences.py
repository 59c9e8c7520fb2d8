"""The sentences of the referee and the terminal, from the catalogue `texts.toml`."""

from pathlib import Path

from game.play.line_reading import Wrong
from game.record.sentences import Sentences

CATALOGUE = Path(__file__).with_name("texts.toml")
SENTENCES = Sentences(CATALOGUE)

said, failure = SENTENCES.said, SENTENCES.failure


def wrong(code: str, /, *, variant: str = "", **values: object) -> Wrong:
    """Return the error with this code; its sentence is `<code>` or `<code>_<variant>`."""
    return Wrong(code, said("error", f"{code}_{variant}" if variant else code, **values))
