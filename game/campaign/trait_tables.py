"""The options of a campaign's file: their ids, and the traits that they give."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from game.campaign.campaign_tables import CampaignTable
from game.content.toml_files.positions import Keys
from game.content.values.book_data import BookLike
from game.content.values.decoding import Decoder


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


def option_ids(tables: Mapping[str, Any]) -> Iterator[tuple[Keys, str]]:
    """Yield the ids of all options of stops, with the path to each; skip malformed tables."""
    for number, stop in enumerate(_tables(tables.get("stop"))):
        options = stop.get("choice") if isinstance(stop, dict) else None
        for index, option in enumerate(_tables(options)):
            id = option.get("id") if isinstance(option, dict) else None
            if isinstance(id, str):
                yield ("stop", number, "choice", index, "id"), id


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
