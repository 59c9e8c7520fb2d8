"""Drawn text: whatever it contains, the window stays open."""

import time

import pygame
import pytest

from game.client.kit.theme import Look
from game.client.kit.typography import SMALLEST, Face, Type, printed
from game.client.kit.window_texts import CATALOGUE
from game.terms.texts import read_catalogue


@pytest.fixture(scope="module")
def kind() -> Type:
    pygame.font.init()
    return Type(Look(1.0, 1.0, False))


@pytest.mark.parametrize(
    "words",
    [
        *("", "a\0b", "\0", "\ud800", "caf\udce9", "\u200b", "\u200b\u200d", "\ufeff", "a\nb"),
        *("\r", "\x1b[31m", "שלום", "\u202eabc", "a" + "\u0301" * 60, "💀" * 300, "x" * 100_000),
    ],
    ids=lambda words: ascii(words[:6]),
)
def test_any_text_can_be_drawn(kind: Type, words: str) -> None:
    begun = time.process_time()
    line = kind.line(words)
    assert line.get_height() >= kind.height() - 2
    assert line.get_width() <= 200_000
    assert kind.width(words) >= 0
    assert kind.block(words, 200).get_width() == 200
    assert kind.width(kind.fitted(words, 90)) <= 90
    assert time.process_time() - begun < 5


def test_undrawable_character_is_marked(kind: Type) -> None:
    assert kind.width("a\udce9b") == kind.width("a\ufffdb") > kind.width("ab")
    assert kind.line("a\0b").get_width() == kind.line("a\ufffdb").get_width()


def test_apostrophe_at_the_end_of_a_word_gets_no_space() -> None:
    assert printed("the carts' party lost", "serif") == "the carts’ party lost"
    assert printed("the carts'", "serif bold") == "the carts’"
    quoted = printed("He said 'go' and went", "serif")
    assert quoted.replace("\u2009", "") == "He said ‘go’ and went"
    assert quoted.count("\u2009") == 2


def test_typographic_quotes_of_a_text_are_kept_apart_from_its_letters() -> None:
    words = "“Edit” in the list, and “Parts”."
    thin = "\u2009"
    assert printed(words, "serif") == f"“{thin}Edit”{thin} in the list, and “{thin}Parts”."
    assert printed(printed(words, "serif"), "serif") == printed(words, "serif")
    assert printed(words, "sans") == words


LONG = [
    words for table in read_catalogue(CATALOGUE).values() for words in table.values() if words[50:]
]
"""The longer texts of the window."""


def plainly_fitted(kind: Type, words: str, width: int, most: int, face: Face) -> int:
    """Return the largest size at which the words fit, by trying one size after another."""
    size, smallest = 20, round(SMALLEST * 20)
    while size > smallest and len(kind.wrapped(words, width, face, size)) > most:
        size -= 1
    return size


@pytest.mark.parametrize("face", ["serif", "sans", "sans bold"])
def test_sizes_left_out_by_arithmetic_do_not_fit(kind: Type, face: Face) -> None:
    shrunk = 0
    for n, words in enumerate(LONG):
        width, most = 60 + 37 * n % 500, 1 + n % 4
        lines, size = kind.fit_lines(words, width, most, face, 20)
        assert len(lines) <= most
        assert size == plainly_fitted(kind, words, width, most, face), words
        assert kind.least_lines(words, width, face, 20) <= len(kind.wrapped(words, width, face, 20))
        shrunk += size < 20
    assert shrunk > 20


def test_sizes_that_cannot_fit_are_not_wrapped(kind: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    wrapped: list[int] = []
    plain = Type.wrapped

    def note(self: Type, words: str, width: int, face: Face, size: int) -> list[str]:
        wrapped.append(size)
        return plain(self, words, width, face, size)

    monkeypatch.setattr(Type, "wrapped", note)
    assert kind.fit_lines("a long line of words " * 9, 300, 2, "sans", 40)[1] == 28
    assert wrapped == [28]
