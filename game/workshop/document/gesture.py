"""A gesture: the edits that one deed of the author makes, undone as one step."""

from collections.abc import Iterable
from typing import NamedTuple

from game.content.toml_files.splices import Edit, Edits, tidy
from game.workshop.document.document_sentences import said


class Gesture(NamedTuple):
    """The edits of one step of undo."""

    name: str
    """The name of the step, as Undo shows it: "Paint 3 tiles"."""
    edits: Edits
    notes: tuple[str, ...] = ()
    """Sentences about side effects, such as an area that grows."""


class GestureRefused(Exception):
    """The error for a gesture that can't be made. The message is a sentence."""


def gesture(text: str, name: str, edits: Iterable[Edit], notes: Iterable[str] = ()) -> Gesture:
    """Return a gesture with its edits in order, joined where they adjoin."""
    return Gesture(name, tidy(text, edits), tuple(dict.fromkeys(notes)))


def refused(key: str, /, **values: object) -> GestureRefused:
    """Return the error with a sentence of the catalogue."""
    return GestureRefused(said("refused", key, **values))
