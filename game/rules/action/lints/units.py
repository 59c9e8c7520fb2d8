"""Checks of an Action level's units: their start and their gear."""

from collections.abc import Iterable

from game.core.cells import Cell
from game.core.footprints import SIZES, SPAN, tiles
from game.rules.action.schema import DEFENDING, DYING, PRONE, UNARMED, Figure, Power, Weapon, Wear
from game.rules.action.units.growth import grown, size_number
from game.systems.shared_lints import name_in_file
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit, made_passable

OF_THE_RULES = (PRONE, DEFENDING, DYING)
"""Conditions that the rules themselves apply."""


def _figure(unit: Unit) -> Figure:
    return unit.stats_as(Figure)


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
            yield Flaw(
                "unit-too-large",
                ("unit", unit.id, "size"),
                unit=name_in_file(unit),
                size=_figure(unit).size,
                terrain=level.terrain_at(tight).title,
                tile=tight,
                most=SIZES[room[tight]],
            )


def _room(level: Level, cell: Cell) -> int:
    """Return the largest size that fits on a tile.

    Off the map any size fits: another check reports that.
    """
    x, y = cell
    inside = 0 <= x < level.width and 0 <= y < level.height
    return SIZES.index(level.terrain_at(cell).max_size) if inside else len(SIZES)


def room_to_arrive(level: Level) -> Iterable[Flaw]:
    """Yield large creatures with no room in the area where they are placed or arrive."""
    for unit, area in _comers(level):
        span = SPAN[size_number(_figure(unit))]
        spots = (tiles(cell, span) for cell in level.script.areas[area])
        if not any(_can_hold(level, unit, spot) for spot in spots):
            at, size = ("unit", unit.id, "size"), _figure(unit).size
            name = name_in_file(unit)
            yield Flaw("area-too-small", at, unit=name, size=size, span=span, area=area)


def _comers(level: Level) -> Iterable[tuple[Unit, str]]:
    """Yield the units not on the board at the start, each with an area where it arrives."""
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
        figure, name, at = _figure(unit), name_in_file(unit), ("unit", unit.id)
        if figure.begins in ("dying", "stable") and not figure.hero:
            yield Flaw("dying-unit", (*at, "begins"), unit=name, begins=figure.begins)
        if figure.begins in ("up", "prone") and figure.hurt >= (life := grown(figure).life):
            yield Flaw(
                "hero-without-life" if figure.hero else "unit-without-life",
                (*at, "hurt"),
                unit=name,
                lost=figure.hurt,
                life=life,
            )
        if figure.hides and figure.begins in ("dying", "stable"):
            yield Flaw("dying-hides", (*at, "hides"), unit=name, begins=figure.begins)
    for side in level.sides:
        heroes = [u for u in level.units if u.side == side.id and _figure(u).hero]
        if heroes and all(_figure(hero).begins in ("dying", "stable") for hero in heroes):
            yield Flaw("heroes-down", ("side", side.id), side=side.id)


def somebody_to_hide_from(level: Level) -> Iterable[Flaw]:
    """Yield units that lie in wait without a foe on the board to surprise (ACT-01)."""
    there = level.script.placed | {unit.id for unit in level.units if unit.at}
    sides = {unit.side for unit in level.units if unit.id in there}
    for unit in level.units:
        if _figure(unit).hides and unit.id in there and not sides - {unit.side}:
            yield Flaw("hides-from-nobody", ("unit", unit.id, "hides"), unit=name_in_file(unit))


def hiders_out_of_the_way(level: Level) -> Iterable[Flaw]:
    """Yield units that lie in wait where another side places its units (ACT-37)."""
    for deploy in level.script.deploy:
        area = set(level.script.areas[deploy.area])
        for unit in level.units:
            hides = _figure(unit).hides and unit.side != deploy.side and unit.at
            if hides and not area.isdisjoint(footprint(unit)):
                at, side = ("unit", unit.id, "hides"), deploy.side
                yield Flaw("hides-among-foes", at, unit=name_in_file(unit), side=side)


def footprint(unit: Unit) -> tuple[Cell, ...]:
    """Return the tiles of a unit at the start."""
    return tiles(unit.at, SPAN[size_number(_figure(unit))]) if unit.at else ()


def ranks(level: Level) -> Iterable[Flaw]:
    """Yield units with more ranks than growths."""
    for unit in level.units:
        figure = _figure(unit)
        if figure.rank > len(figure.growth):
            yield Flaw(
                "rank-too-high",
                ("unit", unit.id, "rank"),
                unit=name_in_file(unit),
                rank=figure.rank,
                kind=unit.kind,
                most=len(figure.growth),
            )


# Gear


def gear_in_place(level: Level) -> Iterable[Flaw]:
    """Yield armour carried as a shield, and shields worn as armour."""
    for unit in level.units:
        figure = _figure(unit)
        for kind, id in (("armour", figure.armour), ("shield", figure.shield)):
            piece = level.thing("armour", id, Wear) if id else None
            if id and piece and piece.kind != kind:
                yield Flaw(
                    "shield-worn" if piece.kind == "shield" else "armour-held",
                    ("unit", unit.id, kind),
                    unit=name_in_file(unit),
                    thing=id,
                )


def shields_that_serve(level: Level) -> Iterable[Flaw]:
    """Yield shields of units whose weapons all need two hands."""
    for unit in level.units:
        figure = grown(_figure(unit))
        made = [level.thing("arms", id, Weapon) for id in figure.weapons]
        hands = {arms.hands for arms in made if not arms.natural}
        if figure.shield and hands == {2}:
            at, name = ("unit", unit.id, "shield"), name_in_file(unit)
            yield Flaw("shield-idle", at, severity="warning", unit=name)


def powers_affordable(level: Level) -> Iterable[Flaw]:
    """Yield powers that cost more focus than their owner can have."""
    for unit in level.units:
        figure = grown(_figure(unit))
        for id in figure.powers:
            cost = level.thing("powers", id, Power).cost
            if cost > figure.focus:
                own = _figure(unit).powers
                place = (own.index(id),) if id in own else ()
                yield Flaw(
                    "power-unaffordable",
                    ("unit", unit.id, "powers", *place),
                    unit=name_in_file(unit),
                    power=id,
                    cost=cost,
                    focus=figure.focus,
                )


def spent_before(level: Level) -> Iterable[Flaw]:
    """Yield focus or powers used up before the start that the unit never had."""
    for unit in level.units:
        figure, name = grown(_figure(unit)), name_in_file(unit)
        if figure.spent > figure.focus:
            at, spent, focus = ("unit", unit.id, "spent"), figure.spent, figure.focus
            yield Flaw("focus-spent", at, severity="warning", unit=name, spent=spent, focus=focus)
        for number, id in enumerate(figure.used):
            if id not in figure.powers:
                place = ("unit", unit.id, "used", number)
                yield Flaw("power-unknown", place, severity="warning", unit=name, power=id)


def arms_that_work(level: Level) -> Iterable[Flaw]:
    """Yield ranged weapons without a range, and melee weapons with a range or loading."""
    for id, arms in level.things("arms", Weapon).items():
        if arms.kind != "melee" and not arms.range:
            yield Flaw("no-range", (id, "kind"), file="arms", header=id, kind=arms.kind)
        if arms.kind == "melee" and (arms.range or arms.long):
            key = "range" if arms.range else "long"
            yield Flaw("melee-range", (id, key), file="arms", header=id)
        if arms.kind == "melee" and arms.loading:
            yield Flaw("melee-loading", (id, "loading"), file="arms", header=id)


def rules_find_their_own(level: Level) -> Iterable[Flaw]:
    """Yield entries that the rules need but the book's files lack."""
    if UNARMED not in level.gear["arms"]:
        yield Flaw("weapon-missing", file="arms", thing=UNARMED)
    for id in OF_THE_RULES:
        if id not in level.gear["conditions"]:
            yield Flaw("condition-missing", file="conditions", thing=id)


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
