"""The labels of fields: the names of keys in the catalogues, or the keys as words."""

from game.terms.texts import Texts
from game.workshop.forms.form_sentences import said


def label_of(key: str) -> str:
    """Return the label of a key of every rulebook's levels."""
    try:
        return said("label", key)
    except KeyError:
        return in_words(key)


def label_of_book(texts: Texts, key: str, parent: str = "") -> str:
    """Return the label of a rulebook's own key; `parent` is the key of the table around it."""
    for table in ("figure", parent.removesuffix("s"), "ability"):
        if texts.has(table, key) and not texts.fields(table, key):
            found = texts.say(table, key, {})
            return found[:1].upper() + found[1:]
    return in_words(key)


def in_words(key: str) -> str:
    """Return a key as words."""
    return key.replace("_", " ").capitalize()
