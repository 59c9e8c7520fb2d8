"""Languages of the program: translations, and the pseudo-locale that tests every screen.

A translation is a folder of catalogues, with the same paths as the English ones under `game/`. The
pseudo-locale is English text made longer, accented and bracketed. Text that appears without
brackets is in no catalogue; text that is cut off would be cut off in many translations too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.terms.texts import (
    FORMATTER,
    BadTexts,
    Catalogue,
    Language,
    Texts,
    read_catalogue,
)

PSEUDO = "pseudo"
ROOT = Path(__file__).parents[1]
OPEN, CLOSE = "‹", "›"
ACCENTS = str.maketrans("AEIOUaeiouCcNnSsYyZz", "ÂÊÎÔÛâêîôûÇçÑñŠšÝýŽž")
TWICE = "aeiou"
"""Letters to double, which makes a sentence about a third longer."""

DATA = {"rank": "", "cover": "", "keyboard": "_"}
"""Tables with entries that aren't words, and a part of these entries' keys; "" for all entries."""


def language_of(name: str) -> Language:
    """Return the pseudo-locale if `name` is `pseudo`, else the translation in the folder `name`.

    Raise BadTexts if there is no such folder.
    """
    if name == PSEUDO:
        return PseudoLocale()
    if not Path(name).is_dir():
        raise BadTexts(f"There is no folder {name!r} with translated texts.")
    return Translation(Path(name))


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """Read catalogues in this language within the block."""
    was, Texts.language = Texts.language, language
    try:
        yield
    finally:
        Texts.language = was


class Translation:
    """A translation read from a folder. Entries that the folder lacks stay English."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def catalogue(self, path: Path, english: Catalogue) -> Catalogue:
        """Return the translated catalogue of a file. Raise BadTexts if it is unusable.

        A catalogue from outside the game, such as an added rulebook's, stays English.
        """
        if not path.is_relative_to(ROOT):
            return english
        own = self.folder / path.relative_to(ROOT)
        if not own.is_file():
            return english
        translated = read_catalogue(own)
        for flaw in _unknown_fields(english, translated):
            raise BadTexts(f"The texts in {str(own)!r} can't be used: {flaw}.")
        tables = dict.fromkeys((*english, *translated))
        return {table: {**english.get(table, {}), **translated.get(table, {})} for table in tables}


def _unknown_fields(english: Catalogue, translated: Catalogue) -> Iterator[str]:
    """Yield the entries with a field that the English entry lacks: nothing would fill it."""
    for table, entries in translated.items():
        for key, template in entries.items():
            known = english.get(table, {}).get(key)
            lacking = _fields(template) - _fields(known) if known is not None else set()
            for field in sorted(lacking):
                yield f"{key!r} in [{table}] shows {{{field}}}, no field of the English entry"


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in FORMATTER.parse(template) if name}


class PseudoLocale:
    """The test language built from the English catalogues."""

    def catalogue(self, path: Path, english: Catalogue) -> Catalogue:
        """Return the catalogue of a file with every sentence longer, accented and bracketed."""
        return {
            table: {
                key: text if table in DATA and DATA[table] in key else pseudo(text)
                for key, text in entries.items()
            }
            for table, entries in english.items()
        }


def pseudo(template: str) -> str:
    """Return a template with changed words but the same fields; "" stays empty."""
    return f"{OPEN}{''.join(_parts(template))}{CLOSE}" if template else ""


def _parts(template: str) -> Iterator[str]:
    for literal, field, spec, conversion in FORMATTER.parse(template):
        yield _longer(literal).replace("{", "{{").replace("}", "}}")
        if field is None:
            continue
        kind = f"!{conversion}" if conversion else ""
        forms = (spec or "").split("|")
        told = spec if len(forms) == 1 else "|".join(map(_longer, forms))
        yield f"{{{field}{kind}{':' if told else ''}{told or ''}}}"


def _longer(words: str) -> str:
    """Return words with accents and doubled vowels."""
    return "".join(2 * letter if letter in TWICE else letter for letter in words).translate(ACCENTS)
