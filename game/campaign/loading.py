"""Read campaigns: from a file to a checked Campaign, or all its errors."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from game.campaign.campaign import Campaign, CampaignDraft, CampaignError, Heroic
from game.campaign.campaign_lints import run_lints
from game.campaign.campaign_tables import FORMAT, CampaignTable, Hero
from game.campaign.option_checks import check_traits, option_ids
from game.content.levels import Books, book_of, refuse_newer
from game.content.pack_data import data_root_of, level_data
from game.content.shipped_folders import CAMPAIGN
from game.content.toml_files.finding_texts import Problem, because
from game.content.toml_files.findings import Finding, LevelError, in_order
from game.content.toml_files.source import Source
from game.content.toml_files.text_reading import checked_text, printable, read_text
from game.content.toml_files.translated_data import translate
from game.content.values.book_data import ID, BookData, BookLike
from game.content.values.decoding import Decoder, field_names
from game.content.values.wording import capital, given, noun

Lint = Callable[[CampaignDraft], None]
"""A function that checks a draft and records findings on its source."""

_ARRAYS = ("difficulty", "road", "hero", "stop")
_HOMES = {
    "battle": "[stop.battle]",
    "way": "[[stop.way]]",
    "choice": "[[stop.choice]]",
    "goal": "[[stop.battle.goal]]",
    "stake": "[[stop.battle.stake]]",
    "change": "[[stop.battle.change]]",
    "needs": "[[stop.way]]",
}
"""The tables of keys that authors often put at the top by mistake."""
_TOP = ("format", "title", "about", "rulebook", "start")


class CheckedCampaign(NamedTuple):
    """A campaign, or None if it has errors, and all findings."""

    campaign: Campaign | None
    findings: tuple[Finding, ...]
    more: int = 0
    """Number of findings beyond those listed."""


def load_campaign(path: Path, books: Books) -> Campaign:
    """Return the campaign in a file or folder. Raise CampaignError with all its errors.

    The levels are read only when they are played; `check_campaign` reads them all.
    """
    checked = read_campaign(path, books)
    if checked.campaign is None:
        raise CampaignError(checked.findings, checked.more)
    return checked.campaign


def read_campaign(path: Path, books: Books, lints: Iterable[Lint] = ()) -> CheckedCampaign:
    """Return a campaign and all its findings. `lints` are checks to run after the usual ones."""
    file = _file_of(path)
    name = printable(str(file))
    try:
        source = Source(name, checked_text(read_text(file), name), (), _ARRAYS)
        refuse_newer(source, "campaign", FORMAT)
        source.change(partial(translate, file))
    except LevelError as error:
        return CheckedCampaign(None, error.findings, error.more)
    book, others = book_of(source, books), CheckedCampaign(None, ())
    data = None
    try:
        data = level_data(book, data_root_of(file)) if book else None
    except LevelError as error:
        others = CheckedCampaign(None, error.findings, error.more)
    draft = _draft(source, file, book, data, books)
    if draft is not None:
        run_lints(draft)
        for lint in lints:
            lint(draft)
    campaign = None
    if draft is not None and not source.has_errors and not others.findings:
        campaign = draft.campaign()
    return CheckedCampaign(
        campaign, in_order([*source.found, *others.findings]), source.more + others.more
    )


def _file_of(path: Path) -> Path:
    """Return the campaign's file in a folder; if `path` is a file, return it."""
    try:
        return path / CAMPAIGN if path.is_dir() else path
    except OSError:  # such as a name that is too long; reading reports it
        return path


def _draft(
    source: Source, path: Path, book: BookLike | None, data: BookData | None, books: Books
) -> CampaignDraft | None:
    """Return the draft to check as a whole, or None if any table has errors."""
    tables = source.tables
    decoder = Decoder(source, _names(tables, data), _TOP, homes=_HOMES)
    table = decoder.struct(CampaignTable, tables, ())
    _check_ids(source)
    heroes = [
        _hero(decoder, ("hero", n), hero, book, data)
        for n, hero in enumerate(_entries(tables, "hero"))
    ]
    if table is not None and book is not None:
        check_traits(decoder, table, book)
    if table is None or book is None or data is None or source.has_errors:
        return None
    whole = tuple(hero for hero in heroes if hero is not None)
    return CampaignDraft(source, path.resolve(), table, book, books, data, whole)


def _names(tables: dict[str, Any], data: BookData | None) -> dict[str, Any]:
    gear = data.gear if data else {}
    return {
        "terrain": data.terrain if data else None,
        "kind": data.kinds if data else None,
        **{name: _ids(tables, name) for name in _ARRAYS},
        "choice": dict.fromkeys(option_ids(tables)),
        "items": None,
        **gear,
    }


def _entries(tables: dict[str, Any], name: str) -> list[Any]:
    entries = tables.get(name)
    return entries if isinstance(entries, list) else []


def _ids(tables: dict[str, Any], name: str) -> dict[str, None] | None:
    """Return the ids in the tables of an array, or None if any is unclear."""
    if not isinstance(tables.get(name, []), list):
        return None
    ids = [it.get("id") if isinstance(it, dict) else None for it in _entries(tables, name)]
    known = dict.fromkeys(id for id in ids if isinstance(id, str))
    return known if None not in ids else None


def _check_ids(source: Source) -> None:
    """Record ids that are malformed, or that occur twice."""
    for name in _ARRAYS:
        seen: set[str] = set()
        for number, entry in enumerate(_entries(source.tables, name)):
            id = entry.get("id") if isinstance(entry, dict) else None
            if not isinstance(id, str):
                continue
            keys = (name, number, "id")
            if not ID.fullmatch(id):
                what, rule = because(name), because("id-rule")
                source.error("bad-id", keys, at_value=True, given=id, what=what, rule=rule)
            elif id in seen:
                source.add("error", _twice(name, id), keys, at_value=True)
            seen.add(id)


def _twice(name: str, id: str) -> Problem:
    match name:
        case "stop":
            return Problem("stop-twice", id=id)
        case "hero":
            return Problem("hero-twice", id=id)
        case "road":
            return Problem("road-twice", id=id)
        case _:
            return Problem("difficulty-twice", id=id)


def _hero(
    decoder: Decoder,
    keys: tuple[str, int],
    table: object,
    book: BookLike | None,
    data: BookData | None,
) -> Heroic | None:
    """Return a hero, with keys checked by the book's schema, or None after recording errors."""
    if not isinstance(table, dict):
        decoder.source.error(
            "wrong-type",
            keys,
            at_value=True,
            variant="table",
            subject=capital(because("with-number", noun=noun("hero"), number=keys[1] + 1)),
            given=given(table),
        )
        return None
    names = field_names(Hero)
    of_book = [] if book is None else [k for k in field_names(book.schema.unit) if k not in names]
    found = decoder.fields(Hero, table, keys, elsewhere=of_book if book else table)
    if book is None or data is None or not {"id", "kind"} <= found.keys():
        return None
    own = {key: table[key] for key in of_book if key in table}
    right = decoder.fields(book.schema.unit, own, keys, partial=True)
    if len(right) < len(own):
        return None
    figure: Any = decoder.merged(book.schema.unit, data.kinds[found["kind"]], own, keys)
    if figure is None:
        return None
    title: str = found.get("title") or figure.title
    about: str = found.get("about") or str(getattr(figure, "about", ""))
    return Heroic(
        found["id"],
        found["kind"],
        title,
        about,
        own,
        found.get("choice", ()),
        found.get("stands", {}),
    )
