"""Using powers and items on the unit's turn (ACT-08, ACT-10, ACT-36)."""

from collections.abc import Iterable

from game.components.belongings import Hand
from game.components.unit import Name, Position
from game.components.uses import Uses
from game.core.cells import Cell
from game.rules.action.asks.seen import Seen
from game.rules.action.combat import possible_uses, using_powers, walking
from game.rules.action.combat.using_powers import Source
from game.rules.action.commands import Throw, UsePower, UsePowerAt
from game.rules.action.field import effect_areas, sight_and_cover, stealth
from game.rules.action.field.things_on_tiles import is_thing
from game.rules.action.records import Economy, Focus, Stealth
from game.rules.action.schema import Deed
from game.rules.action.units import powers
from game.rules.action.units.powers import RULES
from game.systems.ask_checks import check_yours
from game.terms.agenda import Ask
from game.terms.commands import Command, Use
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.work import Work
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import ids_of, side_of, unit_by_id

# Common parts

MEANS = (Economy, Hand, Focus, Uses, Name)
"""Components that decide which powers and items a unit could use."""


def _things(seen: Seen, source: Source) -> tuple[str, ...]:
    """Return the powers or items that the unit could use now, each once."""
    return seen.view.once(("usable", source, seen.unit), lambda: _usable(seen, source), MEANS)


def _usable(seen: Seen, source: Source) -> tuple[str, ...]:
    return tuple(id for id in _owned(seen, source) if _is_ready(seen, source, id))


def _owned(seen: Seen, source: Source) -> Iterable[str]:
    """Return the unit's powers or items, each once."""
    if source == "powers":
        return dict.fromkeys(powers.known(seen.view, seen.unit))
    hand = seen.view.find(seen.unit, Hand)
    return dict.fromkeys(hand.items if hand else ())


def _is_ready(seen: Seen, source: Source, id: str) -> bool:
    """Return whether the unit has the action for a power or item, and can pay for a power."""
    deed = _deed(seen, source, id)
    if deed.time == "reaction" or (seen.used.bonus if deed.time == "bonus" else seen.used.action):
        return False
    return source == "items" or powers.unpaid(seen.view, seen.unit, id) is None


def _unready(seen: Seen, unit: str, source: Source, id: str) -> Refusal | None:
    """Refuse a power or item that the unit doesn't have or can't pay for: action, focus or uses."""
    if refusal := check_yours(seen, unit):
        return refusal
    rule = RULES[source]
    if not using_powers.holds(seen.view, seen.unit, source, id):
        if source == "powers":
            return Refusal("not-known", rule, variant="power", unit=seen.id, thing=id)
        return Refusal("not-known", rule, variant="item", unit=seen.id, thing=id)
    deed = powers.deed(seen.view, source, id)
    if deed.time == "reaction":
        return Refusal("reaction-only", "ACT-09", thing=id)
    taken = seen.with_bonus(unit) if deed.time == "bonus" else seen.with_action(unit)
    return taken or (powers.unpaid(seen.view, seen.unit, id) if source == "powers" else None)


def _deed(seen: Seen, source: Source, id: str) -> Deed:
    return powers.deed(seen.view, source, id)


# On a creature, or without a target


def _targets(seen: Seen, source: Source) -> Iterable[tuple[str, str | None]]:
    """Yield every pair of a usable power or item and a possible target."""
    for id in _things(seen, source):
        deed = _deed(seen, source, id)
        if deed.shape == "one":
            units = _targeted(seen, source, id)
            # An attack that may hit could always change something.
            useful = (u for u in units if deed.attack or _is_useful(seen, source, id, u))
            yield from ((id, target) for target in ids_of(seen.view, useful))
        elif effect_areas.is_aimed(deed) or _check_alone(seen, id, deed) is not None:
            continue
        elif _is_useful(seen, source, id, None):
            yield id, None


def _is_useful(seen: Seen, source: Source, id: str, target: Entity | None) -> bool:
    """Return whether a use could change anything (ALL-08)."""
    view = seen.view
    return possible_uses.is_useful(view, possible_uses.work(view, seen.unit, source, id, target))


def _samples(seen: Seen, source: Source) -> Iterable[tuple[str, str | None]]:
    """Yield each power or item without a tile, with targets that show why it can't be used."""
    for id in _owned(seen, source):
        deed = _deed(seen, source, id)
        if deed.time == "reaction" or effect_areas.is_aimed(deed):
            continue
        if deed.shape != "one" or not _is_ready(seen, source, id):
            yield id, None
            continue
        near = _targeted(seen, source, id)
        yield from ((id, target) for target in ids_of(seen.view, near))
        meant = [u for u in seen.view.ids(Position) if u not in near and _is_meant(seen, deed, u)]
        if not near:
            yield id, seen.nearest(meant) or ("" if deed.targets == "foe" else seen.id)
        elif not any(_is_useful(seen, source, id, unit) for unit in near):
            far = seen.nearest(unit for unit in meant if _is_useful(seen, source, id, unit))
            yield from [(id, far)] if far is not None else []


def _is_meant(seen: Seen, deed: Deed, unit: Entity) -> bool:
    return effect_areas.is_meant(seen.view, seen.unit, unit, deed)


def _check_on(seen: Seen, unit: str, source: Source, id: str, target: str | None) -> Refusal | None:
    if refusal := _unready(seen, unit, source, id):
        return refusal
    deed, rule = _deed(seen, source, id), RULES[source]
    if effect_areas.is_aimed(deed):
        return Refusal("needs-tile", rule, thing=id)
    if deed.shape == "one":
        if target is None:
            return Refusal("needs-target", rule, thing=id)
        return _check_target(seen, id, deed, target, rule)
    if target is not None:
        return Refusal("no-target", rule, thing=id)
    return _check_alone(seen, id, deed)


def _check_alone(seen: Seen, id: str, deed: Deed) -> Refusal | None:
    """Refuse a use without a target if it would affect no one, or couldn't hide the unit."""
    if effect_areas.is_own(deed):
        return using_powers.no_catch(seen.view, seen.unit, id, deed, seen.at.at)
    return stealth.refusal(seen.view, seen.unit) if deed.effect.hide else None


def _targeted(seen: Seen, source: Source, id: str) -> tuple[Entity, ...]:
    """Return the creatures in range that a power or item can be used on."""
    view, deed = seen.view, _deed(seen, source, id)

    def find() -> tuple[Entity, ...]:
        return tuple(unit for unit in view.ids(Position) if _is_target(seen, deed, unit))

    return view.once(("targets", seen.unit, source, id), find, (*walking.WAYS, Stealth))


def _is_target(seen: Seen, deed: Deed, unit: Entity) -> bool:
    """Return whether a creature on the board is a valid target, seen and in range."""
    view = seen.view
    if not effect_areas.is_meant(view, seen.unit, unit, deed) or _is_lost(seen, deed, unit):
        return False
    return using_powers.obstacle_code(view, seen.unit, deed, view.get(unit, Position)) is None


def _is_lost(seen: Seen, deed: Deed, unit: Entity) -> bool:
    """Return whether the target is a foe that the unit must see but can't."""
    if deed.attack is not None or side_of(seen.view, unit) == seen.ask.side:
        return False
    return not sight_and_cover.sees(seen.view, seen.unit, unit)


def _check_target(seen: Seen, id: str, deed: Deed, target: str, rule: str) -> Refusal | None:
    """Refuse a target that is absent, invalid, unseen or out of range."""
    if refusal := seen.creature(target, rule):
        return refusal
    view, unit = seen.view, unit_by_id(seen.view, target)
    assert unit is not None
    if not effect_areas.is_meant(view, seen.unit, unit, deed):
        if deed.targets == "foe":
            return Refusal("no-foe", rule, unit=target)
        return Refusal("no-friend", rule, unit=target)
    if _is_lost(seen, deed, unit):
        return Refusal("not-seen", "ALL-07", unit=seen.id, target=target)
    return using_powers.unreached(view, seen.unit, id, deed, view.get(unit, Position), target)


def _use_on(world: World, ask: Ask, source: Source, id: str, target: str | None) -> None:
    using_powers.use(
        world, ask.unit, source, id, None if target is None else unit_by_id(world, target)
    )


def _casts(seen: Seen) -> Iterable[UsePower]:
    return (UsePower(seen.id, id, target) for id, target in _targets(seen, "powers"))


def _check_cast(seen: Seen, command: UsePower) -> Refusal | None:
    return _check_on(seen, command.unit, "powers", command.power, command.target)


def _cast(world: World, ask: Ask, command: UsePower) -> None:
    _use_on(world, ask, "powers", command.power, command.target)


def _uses(seen: Seen) -> Iterable[Use]:
    return (Use(seen.id, id, target) for id, target in _targets(seen, "items"))


def _check_use(seen: Seen, command: Use) -> Refusal | None:
    return _check_on(seen, command.unit, "items", command.item, command.target)


def _use(world: World, ask: Ask, command: Use) -> None:
    _use_on(world, ask, "items", command.item, command.target)


# At a tile


def _tiles(seen: Seen, source: Source) -> Iterable[tuple[str, Cell]]:
    """Yield every pair of a usable power or item and a possible tile, in reading order."""
    for id in _things(seen, source):
        if effect_areas.is_aimed(_deed(seen, source, id)):
            yield from ((id, at) for at in _aims(seen, source, id))


def _aims(seen: Seen, source: Source, id: str) -> tuple[Cell, ...]:
    """Return the tiles at which a use could change anything."""
    view, unit = seen.view, seen.unit
    found: tuple[Cell, ...] = view.once(
        ("useful", unit, source, id), lambda: possible_uses.useful_aims(view, unit, source, id)
    )
    return found


def _check_at(seen: Seen, unit: str, source: Source, id: str, at: Cell) -> Refusal | None:
    if refusal := _unready(seen, unit, source, id):
        return refusal
    deed, rule = _deed(seen, source, id), RULES[source]
    if not effect_areas.is_aimed(deed):
        return Refusal("no-tile", rule, thing=id)
    return seen.tile(at, rule) or using_powers.off_target(seen.view, seen.unit, id, deed, at)


def _tile_samples(seen: Seen, source: Source) -> Iterable[tuple[str, Cell]]:
    """Yield each power or item that needs a tile, with one that shows why it can't be used."""
    for id in _owned(seen, source):
        deed = _deed(seen, source, id)
        if effect_areas.is_aimed(deed) and deed.time != "reaction":
            is_ready = _is_ready(seen, source, id)
            near = using_powers.aims(seen.view, seen.unit, source, id) if is_ready else ()
            yield id, near[0] if near else seen.at.at


def _casts_at(seen: Seen) -> Iterable[UsePowerAt]:
    return (UsePowerAt(seen.id, id, at) for id, at in _tiles(seen, "powers"))


def _check_cast_at(seen: Seen, command: UsePowerAt) -> Refusal | None:
    return _check_at(seen, command.unit, "powers", command.power, command.at)


def _cast_at(world: World, ask: Ask, command: UsePowerAt) -> None:
    using_powers.use(world, ask.unit, "powers", command.power, at=command.at)


def _throws(seen: Seen) -> Iterable[Throw]:
    return (Throw(seen.id, id, at) for id, at in _tiles(seen, "items"))


def _check_throw(seen: Seen, command: Throw) -> Refusal | None:
    return _check_at(seen, command.unit, "items", command.item, command.at)


def _throw(world: World, ask: Ask, command: Throw) -> None:
    using_powers.use(world, ask.unit, "items", command.item, at=command.at)


# The effects of a use (ALL-08)


def _work(seen: Seen, source: Source, id: str, command: Command) -> Work:
    target, at = getattr(command, "target", None), getattr(command, "at", None)
    unit = None if target is None else unit_by_id(seen.view, target)
    return possible_uses.work(seen.view, seen.unit, source, id, unit, at)


def _power_work(seen: Seen, command: UsePower | UsePowerAt) -> Work:
    return _work(seen, "powers", command.power, command)


def _item_work(seen: Seen, command: Use | Throw) -> Work:
    return _work(seen, "items", command.item, command)


# The tiles that a use affects


def _power_area(seen: Seen, command: UsePowerAt) -> tuple[Cell, ...]:
    return _area(seen, "powers", command.power, command.at)


def _item_area(seen: Seen, command: Throw) -> tuple[Cell, ...]:
    return _area(seen, "items", command.item, command.at)


def _area(seen: Seen, source: Source, id: str, at: Cell) -> tuple[Cell, ...]:
    """Return the tiles affected by a use at a tile; none that are solid and can't be broken."""
    deed = _deed(seen, source, id)
    if deed.shape in ("one", "self", "place"):
        return ()
    view, cells = seen.view, effect_areas.area_of(seen.view, seen.unit, deed, at).cells
    return tuple(c for c in cells if is_thing(view, c) or not effect_areas.is_filled(view, c))


OPTIONS = (
    Option(
        *(UsePower, _casts, _check_cast, _cast),
        work=_power_work,
        samples=lambda seen: (UsePower(seen.id, *one) for one in _samples(seen, "powers")),
        is_sound=True,
    ),
    Option(
        *(UsePowerAt, _casts_at, _check_cast_at, _cast_at),
        area=_power_area,
        work=_power_work,
        samples=lambda seen: (UsePowerAt(seen.id, *one) for one in _tile_samples(seen, "powers")),
        is_sound=True,
    ),
    Option(
        *(Use, _uses, _check_use, _use),
        work=_item_work,
        samples=lambda seen: (Use(seen.id, *one) for one in _samples(seen, "items")),
        is_sound=True,
    ),
    Option(
        *(Throw, _throws, _check_throw, _throw),
        area=_item_area,
        work=_item_work,
        samples=lambda seen: (Throw(seen.id, *one) for one in _tile_samples(seen, "items")),
        is_sound=True,
    ),
)
