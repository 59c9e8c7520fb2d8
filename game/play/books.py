"""The type of the rulebooks that a window passes on, without imports from the engine."""

from collections.abc import Mapping

from game.engine.book import Book

Books = Mapping[str, Book]
"""Rulebooks by id."""
