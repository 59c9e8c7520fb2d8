"""The sentences of findings, from the catalogue `findings.toml` next to this package.

In a sentence, a text is quoted, a tile is [column, row], and several texts are a list.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from game.terms.texts import Language, Texts

CATALOGUE = Path(__file__).parents[1] / "findings.toml"
TABLE = "finding"
"""The catalogue table with the sentences of findings."""
REASONS = "because"
"""The catalogue table with the reasons used within sentences."""
TOLD = "told"
"""The catalogue entry for a sentence that another module has worded."""

_LONGEST = 60


class Words(str):
    """Words shown unquoted in a sentence."""

    near: str = ""
    """The name that the words propose instead of a wrong one; "" if none."""


FindingParam = str | int | float | tuple[int, int] | tuple[str, ...]
"""A parameter of a sentence: a text, a number, a tile, or several texts."""


class Problem:
    """A finding before its place is known: its code, and the parameters of its sentence."""

    __slots__ = ("code", "entry", "params")

    def __init__(self, code: str, /, *, variant: str = "", **params: FindingParam) -> None:
        """Make a problem; `params` are named like the fields of the sentence."""
        self.code, self.params = code, params
        self.entry = f"{code}_{variant}" if variant else code

    @classmethod
    def told(cls, code: str, text: Words) -> "Problem":
        """Return a problem whose sentence another module has worded."""
        problem = cls(code, text=text)
        problem.entry = TOLD
        return problem

    def text(self) -> str:
        """Return the sentence: the entry `<code>` or `<code>_<variant>`."""
        return _say(TABLE, self.entry, self.params)


def because(entry: str, /, **params: FindingParam) -> Words:
    """Return a reason within a sentence."""
    words, near = Words(_say(REASONS, entry, params)), params.get("near")
    if isinstance(near, str) and not isinstance(near, Words):
        words.near = near
    return words


def words_text(words: Sequence[str], last: str = "and") -> Words:
    """Return the words as a list in a sentence, with the reason `last` before the last word."""
    if len(words) < 2:
        return Words("".join(words))
    before = Words(words[0])
    for word in words[1:-1]:
        before = because("comma", before=before, word=Words(word))
    word = Words(words[-1])
    return because(last, before=before, word=word)


def quoted(word: object) -> str:
    """Return a name or text in quotes, shortened if it is long."""
    return repr(cut(word))


def cut(word: object) -> str:
    """Return a text, shortened if it is long."""
    text = str(word)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_catalogues: dict[Language | None, Texts] = {}


def finding_texts() -> Texts:
    """Return the catalogue in the current language. Raise BadTexts if it is unusable."""
    if Texts.language not in _catalogues:
        _catalogues[Texts.language] = Texts.read(CATALOGUE)
    return _catalogues[Texts.language]


def _say(table: str, key: str, params: Mapping[str, FindingParam]) -> str:
    shown = {field: _shown(value) for field, value in params.items()}
    return finding_texts().say(table, key, {}, **shown)


def _shown(value: FindingParam) -> object:
    if isinstance(value, Words):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, tuple):
        texts = [quoted(one) for one in value if isinstance(one, str)]
        return words_text(texts) if len(texts) == len(value) else f"[{value[0]}, {value[1]}]"
    return value
