"""Sentences cut short; light, as the window needs it before its first picture."""

MOST_SENTENCE = 400
"""No sentence that quotes from a message is longer than this."""

_HEAD, _TAIL = 240, 140


def short(sentence: str) -> str:
    """Return a sentence cut in its middle if something long is quoted in it."""
    if len(sentence) <= MOST_SENTENCE:
        return sentence
    return f"{sentence[:_HEAD]} … {sentence[-_TAIL:]}"
