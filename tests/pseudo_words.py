"""Words in the pseudo-locale that are neither translated nor data."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from game.terms.languages import ACCENTS, CLOSE, OPEN

ROOT = Path(__file__).parents[1]
DATA = ("levels", "game/rules", "tests/campaign/road")
"""Folders whose TOML files have names, stories and rules; catalogues are excluded."""
LABEL = 4
"""Maximum number of words in a label, which must occur in a title or a name of the data."""
TITLE = 60
"""Maximum length of a title or a name."""
PLAIN = re.compile(rf"[{''.join(map(chr, ACCENTS))}]")
"""Letters that the pseudo-locale replaces."""
CHANGED = re.compile(rf"[{''.join(map(chr, ACCENTS.values()))}]")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
MARKS = re.compile(r"\d|[^\w\s'’-]|_")
"""Signs that separate runs of words."""


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a TOML value."""
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from strings(inner)
        case list():
            for inner in value:
                yield from strings(inner)


@cache
def data() -> frozenset[str]:
    """Return the texts of all levels and rulebooks."""
    files = [path for folder in DATA for path in (ROOT / folder).rglob("*.toml")]
    return frozenset(
        plain(text)
        for path in files
        if path.name != "texts.toml"
        for text in strings(tomli.loads(path.read_text(encoding="utf-8")))
    )


def plain(text: str) -> str:
    """Return the words of a text, in lower case."""
    return " ".join(WORD.findall(text.lower()))


@cache
def _texts(is_label: bool) -> str:
    texts = (text for text in data() if not is_label or len(text) <= TITLE)
    return "\n".join(f" {text} " for text in texts)


def escaped(text: str, story: str = "") -> list[str]:
    """Return the runs of words that are neither pseudo-locale nor data, nor in the story."""
    is_label, told = len(WORD.findall(text)) <= LABEL, f" {plain(story)} "

    def is_known(words: str) -> bool:
        return f"{plain(words)} " in told or is_data(words, is_label)

    found = []
    for part in re.split(f"[{OPEN}{CLOSE}]", text):
        if not is_known(part):
            found += [run for one in MARKS.split(part) for run in runs(one) if not is_known(run)]
    return found


def runs(part: str) -> Iterator[str]:
    """Yield the runs of unchanged words.

    An accented word ends a run.
    """
    words: list[str] = []
    for word in (*WORD.findall(part), ""):
        if word.isascii() and not word.isupper() and PLAIN.search(word):
            words.append(word)
        elif words:
            yield " ".join(words)
            words = []


@cache
def is_data(words: str, is_label: bool) -> bool:
    """Return whether words are in the data of a level or a rulebook.

    The words of a label must begin in a title. Other texts may lack their first letter, which a
    story draws separately.
    """
    return f"{' ' if is_label else ''}{plain(words)} " in _texts(is_label)


def untranslated(text: str) -> list[str]:
    """Return the words in the terminal that come from no catalogue."""
    return sorted({run for line in text.split("\n") for run in escaped(line)})


QUOTED = re.compile(
    r"""(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)|"[^"\n]*"|\[[^\]\n]*\]|--[a-z-]+|\S*[/_.]\w\S*"""
)
"""Parts that messages quote from files and commands: names in quotes, tiles, options and paths."""


BOOKS = ("action", "contest", "etiquette", "guard", "verdigris")
PLAYERS = ("stdio", "human", "random", "novice", "soldier", "tactician")
IDS = {*BOOKS, *PLAYERS, "red", "blue", "yard", "yrad", "elimination", "true", "false", "NaN"}
"""Values and ids that messages show without quotes."""


def english(message: str) -> list[str]:
    """Return the words of an error message that are in no catalogue, apart from quotes and ids."""
    some = (run for part in QUOTED.split(message) for run in runs(part))
    return [run for run in some if not IDS.issuperset(run.split())]
