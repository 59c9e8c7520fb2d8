"""Read lines of input. An error means that the line changed nothing."""

from typing import BinaryIO

from game.play.play_sentences import said
from game.record.shortening import short
from game.terms.refusals import Refusal
from game.terms.texts import Texts

MOST_BYTES = 1_000_000
"""Maximum length of a line."""


class Wrong(Exception):
    """The error for input that changes nothing, with the reason."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        message = short(message)
        super().__init__(message)
        self.code, self.message, self.rule = code, message, rule

    @classmethod
    def refused(cls, refusal: Refusal, texts: Texts) -> "Wrong":
        """Return the error for an illegal command, with ids in its sentence."""
        return cls(refusal.code, refusal.text(texts), refusal.rule)


def read_line(stream: BinaryIO) -> bytes | None:
    """Return the next line without its line end, or None at the end of input.

    Raise Wrong if the line is too long.
    """
    line = stream.readline(MOST_BYTES + 1)
    if not line:
        return None
    if len(line) > MOST_BYTES and not line.endswith(b"\n"):
        while line and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES)
        raise Wrong("line-too-long", said("line", "too_long", most=MOST_BYTES))
    return line.rstrip(b"\r\n")
