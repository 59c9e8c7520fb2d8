"""Drawn text: whatever it contains, the window stays open."""

import time

import pygame
import pytest

from game.client.kit.theme import Look
from game.client.kit.typography import Type, printed


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
