"""The type of rulebooks, for modules that only pass them on and import no engine."""

from collections.abc import Mapping

from game.engine.book import Book

__all__ = ["Book", "Books"]

Books = Mapping[str, Book]
"""Rulebooks by id."""
