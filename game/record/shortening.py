"""Cut long sentences short.

This module imports little, because the window needs it before its first frame.
"""

MOST_SENTENCE = 400
"""Maximum length of a sentence that quotes a message."""

_HEAD, _TAIL = 240, 140


def short(sentence: str) -> str:
    """Return a sentence, cut in the middle if it quotes something long."""
    if len(sentence) <= MOST_SENTENCE:
        return sentence
    return f"{sentence[:_HEAD]} … {sentence[-_TAIL:]}"
