"""Findings about the units of an Action level: their start and their gear."""

from collections.abc import Iterable

import msgspec

from game.core.cells import Cell
from game.core.footprints import SPAN, tiles
from game.rules.action.schema import Figure, Power, Weapon, Wear
from game.rules.action.units.conditions import DEFENDING, DYING, PRONE
from game.rules.action.units.figures import UNARMED, grown, size_number
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit, made_passable
from game.world.battlefield import SIZES

OF_THE_RULES = (PRONE, DEFENDING, DYING)
"""Conditions that the rules themselves apply."""


def _figure(unit: Unit) -> Figure:
    return unit.stats_as(Figure)


def quoted_unit(unit: Unit) -> str:
    """Return the unit's name in the level, in quotes."""
    return repr(unit.id.partition(".")[2])


def _flaw(unit: Unit, what: str, *key: str | int) -> Flaw:
    """Return an error about a unit, at one of its keys."""
    return Flaw(f"The unit {quoted_unit(unit)} {what}.", ("unit", unit.id, *key))


def _doubt(unit: Unit, what: str, *key: str | int) -> Flaw:
    """Return a warning about a unit, at one of its keys."""
    return msgspec.structs.replace(_flaw(unit, what, *key), severity="warning")


# Room


def no_tile_too_tight(level: Level) -> Iterable[Flaw]:
    """Yield units that begin on terrain too tight for their size (ACT-25)."""
    for unit in level.units:
        size = size_number(_figure(unit))
        span = SPAN[size]
        room = {cell: _room(level, cell) for cell in (tiles(unit.at, span) if unit.at else ())}
        spare = 1 if span == 1 else 0
        tight = next((cell for cell, most in room.items() if most + spare < size), None)
        if tight is not None:
            title = level.terrain_at(tight).title
            text = f"is {_figure(unit).size}, and in {title} at [{tight[0]}, {tight[1]}] there is "
            yield _flaw(unit, text + f"room for {SIZES[room[tight]]} ones only", "size")


def _room(level: Level, cell: Cell) -> int:
    """Return the largest size that fits on a tile.

    Off the map any size fits: another check reports that.
    """
    x, y = cell
    inside = 0 <= x < level.width and 0 <= y < level.height
    return SIZES.index(level.terrain_at(cell).max_size) if inside else len(SIZES)


def room_to_arrive(level: Level) -> Iterable[Flaw]:
    """Yield large creatures with no tile to be placed or to arrive on."""
    for unit, area in _comers(level):
        span = SPAN[size_number(_figure(unit))]
        spots = (tiles(cell, span) for cell in level.script.areas[area])
        if not any(_can_hold(level, unit, spot) for spot in spots):
            text = f"is {_figure(unit).size} and takes {span}×{span} tiles, and nowhere in the "
            yield _flaw(unit, text + f"area {area!r} is there so much room", "size")


def _comers(level: Level) -> Iterable[tuple[Unit, str]]:
    """Return the units not on the board at the start, each with an area where it arrives."""
    units = {unit.id: unit for unit in level.units}
    script = level.script
    for deploy in script.deploy:
        yield from ((units[id], deploy.area) for id in deploy.units or ())
    for coming in script.reinforcements:
        yield from ((units[id], coming.area) for id in coming.units)


def _can_hold(level: Level, unit: Unit, spot: tuple[Cell, ...]) -> bool:
    inside = all(0 <= x < level.width and 0 <= y < level.height for x, y in spot)
    opened = {
        cell
        for trigger in level.script.triggers
        for deed in trigger.do
        if deed.open and level.terrain[deed.open.terrain].walk
        for cell in level.script.areas[deed.open.area]
    }
    placed = level.script.placed  # before anything can be opened
    return inside and all(
        level.terrain_at(cell).walk
        or cell in opened
        or (unit.id not in placed and made_passable(level.terrain, level.tile(cell)))
        or (level.terrain_at(cell).fly and _figure(unit).fly)
        for cell in spot
    )


# Start


def beginnings(level: Level) -> Iterable[Flaw]:
    """Yield units that begin down but aren't heroes, begin without life, or can't lie in wait."""
    for unit in level.units:
        figure = _figure(unit)
        if figure.begins in ("dying", "stable") and not figure.hero:
            yield _flaw(unit, f"begins {figure.begins}, and only heroes can", "begins")
        if figure.begins in ("up", "prone") and figure.hurt >= grown(figure).life:
            text = f"has lost {figure.hurt} life at the start, and has {grown(figure).life}"
            if figure.hero:
                text += "; begins = 'dying' says so"
            yield _flaw(unit, text, "hurt")
        if figure.hides and figure.begins in ("dying", "stable"):
            yield _flaw(unit, f"lies in wait, and begins {figure.begins}", "hides")
    for side in level.sides:
        heroes = [u for u in level.units if u.side == side.id and _figure(u).hero]
        if heroes and all(_figure(hero).begins in ("dying", "stable") for hero in heroes):
            text = f"All heroes of the side {side.id!r} begin dying or stable; it has lost at once."
            yield Flaw(text, ("side", side.id))


def somebody_to_hide_from(level: Level) -> Iterable[Flaw]:
    """Yield units that lie in wait without a foe on the board to surprise (ACT-01)."""
    there = level.script.placed | {unit.id for unit in level.units if unit.at}
    sides = {unit.side for unit in level.units if unit.id in there}
    for unit in level.units:
        if _figure(unit).hides and unit.id in there and not sides - {unit.side}:
            yield _flaw(unit, "lies in wait, and no foe is on the board at the start", "hides")


def hiders_out_of_the_way(level: Level) -> Iterable[Flaw]:
    """Yield units that lie in wait where another side places its units (ACT-37)."""
    for deploy in level.script.deploy:
        area = set(level.script.areas[deploy.area])
        for unit in level.units:
            hides = _figure(unit).hides and unit.side != deploy.side and unit.at
            if hides and not area.isdisjoint(footprint(unit)):
                text = f"lies in wait in the area where {deploy.side!r} is placed"
                yield _flaw(unit, text, "hides")


def footprint(unit: Unit) -> tuple[Cell, ...]:
    """Return the tiles of a unit at the start."""
    return tiles(unit.at, SPAN[size_number(_figure(unit))]) if unit.at else ()


def ranks(level: Level) -> Iterable[Flaw]:
    """Yield units with more ranks than growths."""
    for unit in level.units:
        figure = _figure(unit)
        if figure.rank > len(figure.growth):
            text = f"has rank {figure.rank}, and {unit.kind!r} has {len(figure.growth)} growths"
            if not figure.growth:
                text = f"has rank {figure.rank}, and {unit.kind!r} has no growths; take 'rank' away"
            yield _flaw(unit, text, "rank")


# Gear


def gear_in_place(level: Level) -> Iterable[Flaw]:
    """Yield armour held, and shields worn."""
    for unit in level.units:
        figure = _figure(unit)
        for kind, id in (("armour", figure.armour), ("shield", figure.shield)):
            piece = level.thing("armour", id, Wear) if id else None
            if piece and piece.kind != kind:
                article = "a shield" if piece.kind == "shield" else "armour"
                text = f"has {id!r} as {kind}, and that is {article}"
                yield _flaw(unit, f"{text}: {piece.kind} = {id!r}", kind)


def shields_that_serve(level: Level) -> Iterable[Flaw]:
    """Yield shields for which no weapon leaves a hand free."""
    for unit in level.units:
        figure = grown(_figure(unit))
        made = [level.thing("arms", id, Weapon) for id in figure.weapons]
        hands = {arms.hands for arms in made if not arms.natural}
        if figure.shield and hands == {2}:
            text = "has a shield, and all of its weapons take both hands"
            yield _doubt(unit, text, "shield")


def powers_affordable(level: Level) -> Iterable[Flaw]:
    """Yield powers that cost more focus than their owner can have."""
    for unit in level.units:
        figure = grown(_figure(unit))
        for id in figure.powers:
            cost = level.thing("powers", id, Power).cost
            if cost > figure.focus:
                text = f"knows {id!r}, which costs {cost} focus, and has {figure.focus} at most"
                own = _figure(unit).powers
                place = (own.index(id),) if id in own else ()
                yield _flaw(unit, text, "powers", *place)


def spent_before(level: Level) -> Iterable[Flaw]:
    """Yield focus or uses spent at the start that the unit never had."""
    for unit in level.units:
        figure = grown(_figure(unit))
        if figure.spent > figure.focus:
            text = f"has spent {figure.spent} focus at the start, and has {figure.focus} at most"
            yield _doubt(unit, text, "spent")
        for number, id in enumerate(figure.used):
            if id not in figure.powers:
                yield _doubt(unit, f"has used {id!r}, and has no such power", "used", number)


def arms_that_work(level: Level) -> Iterable[Flaw]:
    """Yield ranged weapons without a range, and melee weapons to load."""
    for id, arms in level.things("arms", Weapon).items():
        if arms.kind != "melee" and not arms.range:
            yield _of_arms(id, f"is {arms.kind} and needs a range", "kind")
        if arms.kind == "melee" and (arms.range or arms.long):
            yield _of_arms(id, "is melee, and so has no range", "range" if arms.range else "long")
        if arms.kind == "melee" and arms.loading:
            yield _of_arms(id, "is melee, and so is not loaded", "loading")


def _of_arms(id: str, what: str, key: str) -> Flaw:
    return Flaw(f"[{id}] {what}.", (id, key), file="arms")


def rules_find_their_own(level: Level) -> Iterable[Flaw]:
    """Yield entries that the rules themselves use and that are missing in the book's files."""
    if UNARMED not in level.gear["arms"]:
        text = f"There is no {UNARMED!r} in arms.toml, and everybody has to have it."
        yield Flaw(text, file="arms")
    for id in OF_THE_RULES:
        if id not in level.gear["conditions"]:
            text = f"There is no {id!r} in conditions.toml, and the rules need it."
            yield Flaw(text, file="conditions")


UNIT_LINTS = (
    *(
        no_tile_too_tight,
        room_to_arrive,
        beginnings,
        somebody_to_hide_from,
        hiders_out_of_the_way,
        ranks,
    ),
    *(gear_in_place, shields_that_serve, powers_affordable, spent_before),
    *(arms_that_work, rules_find_their_own),
)
