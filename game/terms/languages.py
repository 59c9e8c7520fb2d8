"""Languages of the program: translations, and the pseudo-locale that tests every screen.

A translation is a folder of catalogues, with the same paths as the English ones under `game/`. The
pseudo-locale is English text made longer, accented and bracketed. Text that appears without
brackets is in no catalogue; text that is cut off would be cut off in many translations too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tomli

from game.core.pack_folders import pack_of
from game.terms.texts import (
    FORMATTER,
    BadTexts,
    Catalogue,
    Language,
    Texts,
    bad_texts,
    read_catalogue,
)

PSEUDO = "pseudo"
ROOT = Path(__file__).resolve().parents[1]
DATA_ROOTS = (ROOT / "_data", ROOT, ROOT.parent)
"""Folders of the data that come with the game: inside the installed package, or next to it."""
TEXTS = "texts"
"""The folder of translations in a pack."""
OPEN, CLOSE = "‹", "›"
ACCENTS = str.maketrans("AEIOUaeiouCcNnSsYyZz", "ÂÊÎÔÛâêîôûÇçÑñŠšÝýŽž")
TWICE = "aeiou"
"""Letters to double, which makes a sentence about a third longer."""

DATA_TEXTS = frozenset(
    ("title", "about", "text", "intro", "won", "lost", "draw", "message", "by", "chapter", "help")
)
"""Keys of texts in levels, campaigns, rulebooks' data and the codex."""
ZONE_NAMES = "zone_names"
"""A table whose values are texts."""
Keys = tuple[str, ...]

DATA = {"rank": "", "cover": "", "keyboard": "_"}
"""Tables with entries that aren't words: those whose keys contain this text ("" for all)."""


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
            raise bad_texts(own, flaw)
        tables = dict.fromkeys((*english, *translated))
        return {table: {**english.get(table, {}), **translated.get(table, {})} for table in tables}

    def translate(self, path: Path, tables: dict[str, object]) -> None:
        """Translate the texts in the tables of a data file, in place.

        The translation has the same tables with only their texts. That of a pack's file is in the
        pack, in a folder with the name of this one. Raise BadTexts if it is unusable.
        """
        root = next((root for root in DATA_ROOTS if path.is_relative_to(root)), None)
        own = self.folder / path.relative_to(root) if root is not None else None
        if root is None and (pack := pack_of(path)) is not None:
            own = pack / TEXTS / self.folder.resolve().name / path.relative_to(pack)
        if own is None or not own.is_file():
            return
        try:
            translated = tomli.loads(own.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as fault:
            raise bad_texts(own, str(fault)) from fault
        for key in _overlaid(tables, translated, ()):
            raise bad_texts(own, f"{key!r} isn't a text of the English file")


def _overlaid(
    english: dict[str, object], translated: dict[str, object], keys: Keys
) -> Iterator[str]:
    """Put translated texts in the place of English ones. Yield the keys that aren't texts."""
    for key, value in translated.items():
        old, path = english.get(key), (*keys, key)
        is_text = key in DATA_TEXTS or keys[-1:] == (ZONE_NAMES,)
        if isinstance(old, dict) and isinstance(value, dict):
            yield from _overlaid(old, value, path)
        elif isinstance(old, list) and isinstance(value, list):
            for number, one in enumerate(value):
                entry = _entry(old, one, number)
                if entry is None:
                    yield ".".join((*path, str(number + 1)))
                else:
                    yield from _overlaid(entry, one, path)
        elif is_text and isinstance(old, str) and isinstance(value, str):
            english[key] = value
        elif value != old:
            yield ".".join(path)


def _entry(entries: list[object], translated: object, number: int) -> dict[str, object] | None:
    """Return the English entry for a translated one: with the same id, or at the same place."""
    if not isinstance(translated, dict):
        return None
    tables = [one for one in entries if isinstance(one, dict)]
    if "id" in translated:
        return next((one for one in tables if one.get("id") == translated["id"]), None)
    return tables[number] if number < len(tables) else None


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

    def translate(self, path: Path, tables: dict[str, object]) -> None:
        """Leave data unchanged, so that the tests can tell data from sentences."""


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
    """Return `words` with accents added and vowels doubled."""
    return "".join(2 * letter if letter in TWICE else letter for letter in words).translate(ACCENTS)
