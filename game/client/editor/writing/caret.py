"""The caret in a text, and the part that is selected."""

import re

from game.client.editor.writing.code_rows import CodeText, moved

_WORD = re.compile(r"\w+|[^\w\s]+|\r?\n")


class Caret:
    """A place in a text. What is between it and the anchor is selected."""

    def __init__(self) -> None:
        self.place = self.anchor = 0
        self._goal: int | None = None
        """Column that up and down keep, or None."""

    @property
    def selection(self) -> tuple[int, int]:
        """The start and end of the selection; both are the caret's place if nothing is selected."""
        return min(self.place, self.anchor), max(self.place, self.anchor)

    @property
    def has_selection(self) -> bool:
        """Return whether anything is selected."""
        return self.place != self.anchor

    def put(self, place: int, is_selecting: bool = False) -> bool:
        """Move the caret; return whether it or the selection has changed."""
        before = self.place, self.anchor
        self.place, self._goal = place, None
        if not is_selecting:
            self.anchor = place
        return before != (self.place, self.anchor)

    def follow(self, change: tuple[int, int, int]) -> None:
        """Stay at the same letter after a change of the text."""
        self.place = self.anchor = moved(self.place, change)

    def select_word(self, text: str, place: int) -> bool:
        """Select the word at a place, or else the signs there; return whether there are any."""
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        line = _WORD.finditer(text, start, end if end >= 0 else len(text))
        some = [one for one in line if one.start() <= place <= one.end() and one[0].strip()]
        word = min(some, key=lambda one: not _is_word(one[0]), default=None)
        if word is None:
            return False
        self.put(word.start())
        return self.put(word.end(), is_selecting=True)

    def move(self, code: CodeText, key: str, page: int, is_selecting: bool) -> bool:
        """Move by a key; `page` is the number of rows of a page. Return whether anything moved."""
        if key in ("up", "down", "page_up", "page_down"):
            by = {"up": -1, "down": 1, "page_up": -page, "page_down": page}[key]
            return self._by_rows(code, by, is_selecting)
        if key in ("left", "right") and self.has_selection and not is_selecting:
            return self.put(self.selection[key == "right"])
        return self.put(self._goal_of(code, key), is_selecting)

    def _by_rows(self, code: CodeText, by: int, is_selecting: bool) -> bool:
        number = code.row_of(self.place)
        row = code.rows[number]
        column = min(code.column_of(self.place), row.end) - row.start
        goal = column if self._goal is None else self._goal
        other = code.rows[min(max(0, number + by), len(code.rows) - 1)]
        if other is row:
            edge = code.offset(row.line, row.end if by > 0 else row.start)
            return self.put(edge, is_selecting) if row.hidden == 0 else False
        is_last = other.end == len(code.lines[other.line])
        most = other.end if is_last else other.end - 1
        is_moved = self.put(code.offset(other.line, min(other.start + goal, most)), is_selecting)
        self._goal = goal
        return is_moved

    def _goal_of(self, code: CodeText, key: str) -> int:
        place, row = self.place, code.rows[code.row_of(self.place)]
        line = code.line_of(place)
        match key:
            case "left":
                is_first = place == code.starts[line]
                return code.offset(line - 1, 10**9) if is_first and line else max(0, place - 1)
            case "right":
                is_last = code.column_of(place) >= len(code.lines[line])
                if is_last and line + 1 < len(code.starts):
                    return code.starts[line + 1]
                return place if is_last else place + 1
            case "home":
                return code.offset(row.line, row.start)
            case "end":
                is_last = row.end == len(code.lines[row.line])
                return code.offset(row.line, row.end if is_last else row.end - 1)
            case "start":
                return 0
            case "finish":
                return len(code.text)
            case "word_right":
                found = _WORD.search(code.text, place)
                return found.end() if found else len(code.text)
            case "word_left":
                starts = [
                    one.start() for one in _WORD.finditer(code.text, max(0, place - 200), place)
                ]
                return starts[-1] if starts else max(0, place - 200)
        return place


def _is_word(found: str) -> bool:
    """Return whether something found is a word, and not signs."""
    return found[:1].isalnum() or found[:1] == "_"
