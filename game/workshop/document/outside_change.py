"""Changes of a level's file by another program."""

from typing import Literal, NamedTuple, TypeAlias

from game.content.toml_files.splices import NO_EDITS, Edits, difference

OutsideKind: TypeAlias = Literal["reloaded", "merged", "conflict", "gone", "unreadable"]


class OutsideChange(NamedTuple):
    """The result of a change from outside.

    - `reloaded`: nothing was unsaved, and the document has the file's text now.
    - `merged`: the document has both changes. Like a reload, that is a step of undo.
    - `conflict`: both changed the same place; the document's `conflict` has both texts.
    - `gone`: the file is missing; saving writes it again.
    - `unreadable`: the file is not a text; the document stays as it is.
    """

    kind: OutsideKind
    sentence: str
    edits: Edits = NO_EDITS
    """What changed in the document, so that a cursor can move along."""


class OutsideConflict(NamedTuple):
    """Two versions of one text that changed the same place."""

    base: str
    """The text that both began with."""
    ours: str
    theirs: str

    @property
    def our_edits(self) -> Edits:
        """The changes made here, in the common text."""
        return difference(self.base, self.ours)

    @property
    def their_edits(self) -> Edits:
        """The changes made by the other program, in the common text."""
        return difference(self.base, self.theirs)
