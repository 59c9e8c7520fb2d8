"""Checks of a campaign's options, after battles and at heroes' ranks, and of their traits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from game.campaign.campaign import CampaignDraft
from game.campaign.campaign_tables import CampaignTable, RankChoice, Stop, StopChoice
from game.content.toml_files.positions import Keys
from game.content.values.book_data import ID, BookLike
from game.content.values.decoding import Decoder

RESULTS = ("won", "lost")
LEAST = 2
"""Minimum number of options that each party must get."""


def choice_lints(draft: CampaignDraft) -> None:
    """Record errors in the choices of stops and heroes."""
    seen: set[str] = set()
    named = _named(draft)
    for number, stop in enumerate(draft.table.stop):
        keys: Keys = ("stop", number, "choice")
        _ids(draft, keys, stop.choice, seen)
        for index, option in enumerate(stop.choice):
            gives = (option.trait, option.finds, option.rest, option.told, option.id in named)
            _gives(draft, (*keys, index), option.id, any(gives))
        _offers(draft, number, stop)
    for number, hero in enumerate(draft.heroes):
        keys = ("hero", number, "choice")
        _ids(draft, keys, hero.choices, set())
        rank = hero.keys.get(draft.book.schema.gained, 0)
        for index, choice in enumerate(hero.choices):
            _gives(draft, (*keys, index), choice.id, bool(choice.trait or choice.finds))
            if choice.rank is not None and isinstance(rank, int) and choice.rank <= rank:
                place = (*keys, index, "rank")
                draft.source.error(
                    "option-never", place, at_value=True, variant="rank", option=choice.id
                )


def _named(draft: CampaignDraft) -> set[str | None]:
    """Return the options that paths or changes to battles name."""
    ways = (way.needs for stop in draft.table.stop for way in stop.way if way.needs)
    battles = (stop.battle for stop in draft.table.stop if stop.battle)
    changes = (change.chose for battle in battles for change in battle.change)
    return {*(needs.chose for needs in ways), *changes}


def _ids(
    draft: CampaignDraft,
    keys: Keys,
    options: Sequence[StopChoice | RankChoice],
    seen: set[str],
) -> None:
    """Record ids that are malformed, or that occur twice."""
    for index, option in enumerate(options):
        place = (*keys, index, "id")
        if not ID.fullmatch(option.id):
            draft.source.error("option-id", place, at_value=True, option=option.id)
        elif option.id in seen:
            draft.source.error("option-twice", place, at_value=True, option=option.id)
        seen.add(option.id)


def _gives(draft: CampaignDraft, keys: Keys, id: str, gives: bool) -> None:
    if not gives:
        draft.source.error("option-idle", (*keys, "id"), at_value=True, option=id)


def _offers(draft: CampaignDraft, number: int, stop: Stop) -> None:
    """Record options that are never offered, and choices that leave nothing to choose."""
    source, keys = draft.source, ("stop", number, "choice")
    if stop.choice and (stop.battle is None or stop.ending):
        source.error(
            "option-never",
            (*keys, 0, "id"),
            at_value=True,
            variant="ending" if stop.battle else "battle",
            stop=stop.id,
        )
        return
    if stop.battle is None:
        return
    for result in RESULTS:
        offered = [it for it in stop.choice if it.after in (result, "either")]
        if result == "lost" and stop.battle.lost is None:
            for index, option in enumerate(stop.choice):
                if option.after == "lost":
                    place = (*keys, index, "after")
                    source.error("option-never", place, at_value=True, option=option.id)
            continue
        for_all = [option for option in offered if not option.heroes]
        if offered and len(for_all) < LEAST:
            index = stop.choice.index(offered[0])
            source.error("choice-alone", (*keys, index, "id"), at_value=True, stop=stop.id)


# Traits


def trait_type(book: BookLike) -> type[msgspec.Struct] | None:
    """Return the type of the tables in a unit's list of traits, or None if the book has none."""
    if not book.schema.traits:
        return None
    fields = {field.encode_name: field for field in msgspec.structs.fields(book.schema.unit)}
    info = inspect.type_info(fields[book.schema.traits].type)
    assert isinstance(info, inspect.VarTupleType)
    assert isinstance(info.item_type, inspect.StructType)
    found: type[msgspec.Struct] = info.item_type.cls
    return found


def option_ids(tables: Mapping[str, object]) -> Iterator[str]:
    """Yield the ids of all options of stops; skip malformed tables."""
    for stop in _tables(tables.get("stop")):
        options = stop.get("choice") if isinstance(stop, dict) else None
        for option in _tables(options):
            id = option.get("id") if isinstance(option, dict) else None
            if isinstance(id, str):
                yield id


def _tables(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def check_traits(decoder: Decoder, table: CampaignTable, book: BookLike) -> None:
    """Record errors in the traits that options give."""
    trait = trait_type(book)
    for keys, option in _traits(table):
        if trait is None:
            decoder.source.error("trait-unknown", keys, book=book.id)
        else:
            decoder.fields(trait, dict(option), keys, partial=True)


def _traits(table: CampaignTable) -> Iterator[tuple[Keys, Mapping[str, object]]]:
    """Yield the traits of all options, with the path to each."""
    for number, stop in enumerate(table.stop):
        for index, option in enumerate(stop.choice):
            if option.trait:
                yield ("stop", number, "choice", index, "trait"), option.trait
    for number, hero in enumerate(table.hero):
        for index, choice in enumerate(_tables(hero.get("choice"))):
            given = choice.get("trait") if isinstance(choice, dict) else None
            if isinstance(given, dict) and given:
                yield ("hero", number, "choice", index, "trait"), given
