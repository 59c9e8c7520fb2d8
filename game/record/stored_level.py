"""The resolved level in a recording's header, read back and checked."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from game.content.svg_images import BOXES, GROUND_BOXES, image_trouble
from game.content.toml_files.finding_texts import quoted
from game.core.dice import Dice, DiceError
from game.engine.book import Book
from game.record.failure import Misfit
from game.record.record_sentences import said
from game.terms.level import Level, Terrain
from game.terms.level_script import Script
from game.terms.script.behaviours import Behaviour
from game.terms.texts import dice_text

MOST_TILES, MOST_UNITS = 250_000, 1000
"""Maximum number of tiles and of units in a battle."""

Names = Mapping[str, Collection[str]]


def level_of_header(raw: dict[str, object], book: Book) -> Level:
    """Return the level of a header; raise Misfit if a part of it doesn't fit."""
    try:
        level = _decoded(raw, book)
    except (LookupError, TypeError, AttributeError, msgspec.ValidationError) as fault:
        raise Misfit(said("level", "unfit", why=str(fault))) from fault
    flaw = next(_flaws(level, book), None)
    if flaw:
        raise Misfit(said("level", "unfit", why=flaw))
    return level


def _decoded(raw: dict[str, Any], book: Book) -> Level:
    schema, signs, tiles = book.schema, raw["legend"], "".join(raw["tiles"])
    if len(tiles) > MOST_TILES or len(raw["units"]) > MOST_UNITS:
        raise LookupError(said("level", "too_large", tiles=MOST_TILES, units=MOST_UNITS))
    legend = {sign: signs[sign] for sign in dict.fromkeys(tiles)}
    level = msgspec.convert(raw | {"tiles": tiles, "legend": legend}, Level)
    return msgspec.structs.replace(
        level,
        settings=msgspec.convert(level.settings, schema.settings),
        units=tuple(
            msgspec.structs.replace(unit, stats=msgspec.convert(unit.stats, schema.unit))
            for unit in level.units
        ),
        gear={
            table: {id: msgspec.convert(it, schema.gear[table]) for id, it in things.items()}
            for table, things in level.gear.items()
        },
    )


def flaws_of(stats: msgspec.Struct, book: Book, names: Names) -> Iterator[str]:
    """Yield the errors in a unit's stats: dice that can't be rolled, and unknown names."""
    return _value_flaws(inspect.type_info(book.schema.unit), stats, names)


def _flaws(level: Level, book: Book) -> Iterator[str]:
    """Yield the errors in a level whose parts are all readable."""
    yield from _map_flaws(level)
    yield from _script_flaws(level)
    yield from _unit_flaws(level, book)
    if level.rulebook != book.id:
        yield said("level", "rulebook", id=quoted(level.rulebook))
    if level.rounds < 1:
        yield said("level", "rounds", count=level.rounds)
    if level.gear.keys() != book.schema.gear.keys():
        own = tuple(book.schema.gear)
        yield said("level", "tables", names=own) if own else said("level", "tables_none")
    for images, boxes in ((level.pieces, BOXES), (level.ground_images, GROUND_BOXES)):
        for id, svg in images.items():
            if why := image_trouble(svg, boxes):
                yield said("level", "image", id=quoted(id), why=why)
    names: Names = {"terrain": level.terrain.keys(), **level.gear}
    # Describing a type takes longer than checking a value, so each is described once.
    terrain_type = inspect.type_info(Terrain)
    for terrain in level.terrain.values():
        yield from _value_flaws(terrain_type, terrain, names)
    yield from _value_flaws(inspect.type_info(book.schema.settings), level.settings, names)
    areas: Names = {"area": level.script.areas.keys()}
    unit_type, behaviour_type = inspect.type_info(book.schema.unit), inspect.type_info(Behaviour)
    for unit in level.units:
        yield from _value_flaws(unit_type, unit.stats, names)
        yield from _value_flaws(behaviour_type, unit.behaviour, areas)
    for table, kind in book.schema.gear.items():
        thing_type = inspect.type_info(kind)
        for thing in level.gear.get(table, {}).values():
            yield from _value_flaws(thing_type, thing, names)


def _map_flaws(level: Level) -> Iterator[str]:
    if level.width < 1 or level.height < 1 or level.width * level.height != len(level.tiles):
        count, width, height = len(level.tiles), level.width, level.height
        yield said("level", "map_size", count=count, width=width, height=height)
    for id in level.terrains():
        if id not in level.terrain:
            yield said("level", "terrain", id=quoted(id))


def _script_flaws(level: Level) -> Iterator[str]:
    """Yield unknown names, and areas off the map."""
    script = level.script
    names: Names = {
        "area": script.areas.keys(),
        "side": {side.id for side in level.sides},
        "unit": {unit.id for unit in level.units},
        "objective": {aim.id for aim in script.objectives},
        "terrain": level.terrain.keys(),
    }
    yield from _value_flaws(inspect.type_info(Script), script, names)
    for id, cells in script.areas.items():
        if not all(0 <= x < level.width and 0 <= y < level.height for x, y in cells):
            yield said("level", "area_off_map", id=quoted(id))


def _unit_flaws(level: Level, book: Book) -> Iterator[str]:
    sides = [side.id for side in level.sides]
    ids = [unit.id for unit in level.units]
    if not ids or len(set(ids)) < len(ids) or len(set(sides)) < len(sides):
        yield said("level", "ids")
    for side in (level.rounds_winner, level.party):
        if side and side not in sides:
            yield said("level", "side", id=quoted(side))
    awaited = level.script.coming | level.script.placed
    for unit in level.units:
        id = quoted(unit.id)
        if unit.side not in sides or not unit.id.startswith(f"{unit.side}."):
            yield said("level", "unit_side", id=id, side=quoted(unit.side))
        if unit.at is None:
            if unit.id not in awaited and not book.schema.stations:
                yield said("level", "unit_nowhere", id=id)
        elif not (0 <= unit.at[0] < level.width and 0 <= unit.at[1] < level.height):
            yield said("level", "unit_off_map", id=id, at=str(list(unit.at)))
        elif not level.terrain_at(unit.at).walk:
            yield said("level", "unit_in_wall", id=id, at=str(list(unit.at)))


def _value_flaws(info: inspect.Type, value: Any, names: Names) -> Iterator[str]:
    """Yield dice that can't be rolled, and unknown names."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            yield from _marked(extra or {}, value, names)
            yield from _value_flaws(inner, value, names)
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from _value_flaws(field.type, getattr(value, field.name), names)
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            for one in value:
                yield from _value_flaws(inner, one, names)
        case inspect.UnionType(types=types) if value is not None:
            for kind in types:
                is_named = isinstance(kind, inspect.Metadata) and isinstance(value, str)
                is_whole = isinstance(kind, inspect.StructType) and isinstance(value, kind.cls)
                is_list = isinstance(kind, inspect.VarTupleType) and isinstance(value, tuple)
                if is_named or is_whole or is_list:
                    yield from _value_flaws(kind, value, names)


def _marked(extra: Mapping[str, object], value: Any, names: Names) -> Iterator[str]:
    if not isinstance(value, str):
        return
    if extra.get("dice"):
        try:
            Dice.parse(value)
        except DiceError as fault:
            yield dice_text(fault).removesuffix(".")
    table = extra.get("ref")
    is_none = value == "" and extra.get("or_none")
    if isinstance(table, str) and table in names and value not in names[table] and not is_none:
        yield said("level", "unknown_name", id=quoted(value), table=table)
