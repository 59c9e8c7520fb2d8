"""The type of the rulebooks that a window holds and hands on, without looking into the engine."""

from collections.abc import Mapping

from game.engine.book import Book

Books = Mapping[str, Book]
"""The rulebooks by id."""
