"""Texts with spaces are quoted in the text form of commands."""

import pytest

from game.terms.commands import Use, from_text, to_text


@pytest.mark.parametrize(
    "words", ["a b", 'she said "no"', '"', "", " ", "tab\there", "Ümläut und mehr", "back\\slash x"]
)
def test_quoted_texts_parse_back(words: str) -> None:
    command = Use("red.ann", words, "blue.bo")
    assert from_text(to_text(command), (Use,)) == command


def test_plain_words_are_not_quoted() -> None:
    assert to_text(Use("red.ann", "salve")) == "use red.ann salve"
    assert to_text(Use("red.ann", "a salve")) == 'use red.ann "a salve"'
