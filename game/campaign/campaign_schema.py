"""The JSON Schema of campaign files, generated from their types."""

from collections.abc import Mapping

from game.campaign.campaign_tables import CampaignTable, Hero
from game.campaign.option_checks import trait_type
from game.content.drafts.level_tables import UnitTable
from game.content.level_schema import by_rulebook, unit_schema
from game.content.type_schema import Json, Types
from game.content.values.book_data import BookLike
from game.content.values.decoding import field_names


def campaigns_schema(books: Mapping[str, BookLike]) -> Json:
    """Return the schema of campaigns. `rulebook` decides which book's part applies."""
    return by_rulebook("campaign", books, None, _campaign)


def _campaign(book: BookLike, types: Types) -> Json:
    """Return the schema of a whole file.

    The keys of heroes, traits and changed units come from the book.
    """
    whole, unit = types.table(CampaignTable), unit_schema(book, types)
    hero = types.table(Hero)
    trait = trait_type(book)
    for name in ("StopChoice", "RankChoice"):
        about = types.defs[types.prefix + name]["properties"]["trait"].get("description", "")
        keys = types.table(trait) if trait else {"type": "object", "maxProperties": 0}
        types.defs[types.prefix + name]["properties"]["trait"] = {
            **{key: value for key, value in keys.items() if key != "required"},
            "description": about,
        }
    own = {k: v for k, v in unit["properties"].items() if k in field_names(book.schema.unit)}
    hero["properties"] = {**own, **hero["properties"]}
    whole["properties"]["hero"]["items"] = types.define("Hero", hero)
    change = types.defs[types.prefix + "Change"]["properties"]
    changed = types.define("UnitTable", {**unit, "required": ["id"]})
    change["unit"]["items"] = {"anyOf": [changed, _of_other_books(unit, types)]}
    return whole


def _of_other_books(unit: Json, types: Types) -> Json:
    """Return the schema of a changed unit with a key or a kind that `unit` doesn't have.

    `unit` is of the campaign's book, so the changed unit belongs to a level of another rulebook.
    `five-tables check` knows which keys and kinds that has.
    """
    table, kind = types.table(UnitTable), unit["properties"]["kind"]
    table["properties"]["kind"] = {key: kind[key] for key in ("description",) if key in kind}
    keys = {"not": {"propertyNames": {"enum": [*unit["properties"]]}}}
    other = {"properties": {"kind": {"type": "string", "not": kind}}, "required": ["kind"]}
    return {**table, "required": ["id"], "additionalProperties": True, "anyOf": [keys, other]}
