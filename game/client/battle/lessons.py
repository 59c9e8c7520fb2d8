"""The lessons of a level: what to show the player of the party, and when.

Lessons depend on deeds at the window, such as undoing, which are not part of the battle. So they
are the window's own: no record, replay or other player ever sees them.
"""

from pathlib import Path

import msgspec

from game.present.question import Question
from game.present.window_battle import WindowBattle
from game.record.safe_files import read_plain, write_whole
from game.terms.level_script import UNDO, Lesson
from game.terms.script.conditions import LessonWhen

FILE = "lessons.json"
MOST_BYTES = 1_000_000
"""Maximum number of bytes read from the file of lessons."""
MOST_LEVELS = 50
"""Maximum number of levels in that file; the oldest are dropped."""


class Learnt(msgspec.Struct, frozen=True):
    """The lessons and deeds of a battle, kept for when it is resumed."""

    over: tuple[str, ...] = ()
    """Messages of the lessons that were shown or withdrawn."""
    did: tuple[str, ...] = ()


class Lessons:
    """The lessons of one battle. Each is shown at most once, and one at a time.

    After a lesson, the next one waits until the player has given or undone a command.
    """

    def __init__(self, sitting: WindowBattle, folder: Path) -> None:
        """Prepare the lessons. In a resumed battle, skip those that were shown before."""
        self._sitting, self._path = sitting, folder / FILE
        self._all = sitting.lessons()
        is_new = not (sitting.given or sitting.is_checking)
        kept = Learnt() if is_new or not self._all else self._read().get(self._level, Learnt())
        self._over = set(kept.over)
        self._did = set(kept.did)
        self._steps = 0
        """Number of commands given and undone in this window."""
        self._taught_at = -1
        """The value of `_steps` when the last lesson was shown."""
        self.is_stale = bool(self._all)
        """Whether anything has happened since the conditions were last checked."""

    @property
    def _level(self) -> str:
        return self._sitting.overview().level

    # What the player does

    def changed(self) -> None:
        """Note that the battle or its question has changed."""
        self.is_stale = bool(self._all)

    def did(self, deed: str) -> None:
        """Note a deed of the player at the window."""
        if deed not in self._did:
            self._did.add(deed)
            self.changed()

    def gave(self, verb: str, is_early: bool) -> None:
        """Note a command of the player.

        `is_early` says that it ended a turn in which something could still be done.
        """
        self._steps += 1
        self.changed()
        self.did(verb)
        if is_early:
            self.did("end_early")

    def undid(self) -> None:
        """Note that the player has undone a command."""
        self._steps += 1
        self.changed()
        self.did(UNDO)

    # What to show

    def is_past(self, lesson: Lesson, question: Question | None) -> bool:
        """Return whether a lesson on the screen has had its time.

        While nobody is asked, only its `until` can withdraw it.
        """
        if any(self._holds(when, question) for when in lesson.until):
            return True
        return question is not None and not self._is_true(lesson, question)

    def next(self, question: Question) -> Lesson | None:
        """Return the lesson to show now, which then counts as shown, or None."""
        self.is_stale = False
        left = [one for one in self._all if one.message not in self._over]
        for lesson in left:
            if any(self._holds(when, question) for when in lesson.until):
                self._over.add(lesson.message)
        if self._taught_at == self._steps:
            return None
        open_ones = (one for one in left if one.message not in self._over)
        found = next((one for one in open_ones if self._is_true(one, question)), None)
        if found is not None:
            self._over.add(found.message)
            self._taught_at = self._steps
        return found

    def _is_true(self, lesson: Lesson, question: Question) -> bool:
        return all(self._holds(when, question) for when in lesson.when)

    def _holds(self, when: LessonWhen, question: Question | None) -> bool:
        """Return whether a condition is true now."""
        if when.did is not None:
            return when.did in self._did
        if when.can is None:
            return self._sitting.stands(when)
        if when.can == UNDO:
            given, walled = self._sitting.undoable_by(self._sitting.party)
            return question is not None and given > walled
        return question is not None and any(one.verb == when.can for one in question.choices)

    # On disk

    def keep(self) -> None:
        """Keep the lessons learnt for a resumed battle. Nothing is lost if that fails."""
        if not self._all:
            return
        kept = {level: one for level, one in self._read().items() if level != self._level}
        kept[self._level] = Learnt(tuple(sorted(self._over)), tuple(sorted(self._did)))
        newest = dict(list(kept.items())[-MOST_LEVELS:])
        try:
            write_whole(self._path, msgspec.json.encode(newest))
        except OSError:
            return

    def _read(self) -> dict[str, Learnt]:
        try:
            raw = read_plain(self._path, MOST_BYTES)
            return msgspec.json.decode(raw, type=dict[str, Learnt])
        except (OSError, ValueError, RecursionError, msgspec.MsgspecError):
            return {}
