"""What hits, powers and items do to one target, in the order of `schema.Effect` (ACT-36)."""

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from game.components.conditions import Condition
from game.components.turns import Acting
from game.components.unit import Position
from game.rules.action import (
    concentration,
    conditions,
    dying,
    economy,
    powers,
    profiles,
    stealth,
    walking,
)
from game.rules.action.consequences import come_down
from game.rules.action.events import ExtraAttacks, FocusRegained, Teleported
from game.rules.action.figures import FEET, worn
from game.rules.action.powers import RULES
from game.rules.action.records import Focus
from game.rules.action.schema import Effect
from game.rules.action.workings import Impact
from game.systems import shoving, unseen
from game.systems.harm import Blow, Hurt, Mended, tempered
from game.systems.movement import entering, stop_walk
from game.terms.agenda import Item, Throw
from game.world import World, places
from game.world.names import id_of, side_of
from game.world.system import System


class Pang(Throw, frozen=True):
    """The roll for damage that an effect does to one target."""

    unit: int
    thing: str
    factor: str
    is_halved: bool

    def after(self, value: int) -> Item:
        dealt = max(0, value) // (2 if self.is_halved else 1)
        kept = tempered(dealt, self.factor)
        return Hurt((Blow(self.unit, kept, self.thing, self.source, self.by),))


class Balm(Throw, frozen=True):
    """The roll for healing."""

    unit: int

    def after(self, value: int) -> Item:
        return Mended(self.unit, max(0, value), self.source)


RECORDS = (Pang, Balm)


Do = Callable[[World, Impact, Effect], None]
"""A part of an effect, done to who is there."""


class Doing(System):
    """Does a part of what a thing does to one target; who has saved is only hurt."""

    acts_on: ClassVar = (Impact,)

    def __init__(self, do: Do) -> None:
        self._do = do

    def process(self, world: World, item: Impact) -> None:
        working = item.working
        if not world.has(item.target, Position) or (item.has_saved and self._do is not _hurt):
            return
        of = powers.own if item.is_own else powers.effect
        effect = of(world, working.source, working.thing)
        if effect is not None:
            self._do(world, item, effect)


def _hurt(world: World, item: Impact, effect: Effect) -> None:
    working = item.working
    is_dealt = not item.is_own and (working.is_area or working.has_struck)
    if effect.damage and not is_dealt:
        roll = effect.damage, "damage", working.user, RULES[working.source]
        factor = profiles.factor(world, item.target, effect.type)
        world.push(Pang(*roll, item.target, working.thing, factor, item.has_saved))


def _heal(world: World, item: Impact, effect: Effect) -> None:
    if effect.heal:
        rule = RULES[item.working.source]
        world.push(Balm(effect.heal, "healing", item.working.user, rule, item.target))


def _stabilise(world: World, item: Impact, effect: Effect) -> None:
    if effect.stabilise:
        dying.stabilise(world, item.target)


def _cure(world: World, item: Impact, effect: Effect) -> None:
    if effect.cure:
        conditions.lift(world, item.target, effect.cure, RULES[item.working.source])


def _condition(world: World, item: Impact, effect: Effect) -> None:
    """Lays it on, unless who has to keep it up no longer can."""
    if effect.condition is None or concentration.is_lost(world, item.working):
        return
    unit, working, rule = item.target, item.working, RULES[item.working.source]
    means = conditions.kind(world, effect.condition)
    if means.bright:
        stealth.come_out(world, unit, rule)
    laid = Condition(
        effect.condition,
        turns=effect.rounds or None,
        dice=means.harm,
        rule=rule,
        cause=working.thing,
        by=working.user,
    )
    conditions.lay(world, unit, laid)
    concentration.lapse(world, unit)
    if means.prone:
        come_down(world, unit)


def _push(world: World, item: Impact, effect: Effect) -> None:
    """What a unit wears may bear some of it."""
    if effect.push:
        borne = sum(piece.bears for piece in worn(world, item.target))
        steps = max(0, abs(effect.push) - borne) // FEET
        way = 1 if effect.push > 0 else -1
        shoving.shove(world, item.target, item.working.user, item.working.origin, way * steps)


def _prone(world: World, item: Impact, effect: Effect) -> None:
    if effect.prone and not conditions.is_prone(world, item.target):
        rule = RULES[item.working.source]
        conditions.lay(world, item.target, Condition(conditions.PRONE, rule=rule))
        come_down(world, item.target)


def _focus(world: World, item: Impact, effect: Effect) -> None:
    focus = world.find(item.target, Focus)
    if effect.focus and focus:
        left = min(focus.most, focus.left + effect.focus)
        world.put(item.target, replace(focus, left=left))
        name, amount = id_of(world, item.target), left - focus.left
        rule = RULES[item.working.source]
        told = FocusRegained(unit=name, amount=amount, left=left, rule=rule)
        world.tell(told, unseen.witnesses(world, item.target))


def _has_turn(world: World, unit: int) -> bool:
    acting = world.find(world.root, Acting)
    return acting is not None and acting.unit == unit


def _move(world: World, item: Impact, effect: Effect) -> None:
    if effect.move and _has_turn(world, item.target):
        walking.gain(world, item.target, effect.move // FEET, RULES[item.working.source])


def _attacks(world: World, item: Impact, effect: Effect) -> None:
    unit = item.target
    if effect.attacks and _has_turn(world, unit):
        economy.use(world, unit, attacks=economy.economy(world, unit).attacks + effect.attacks)
        rule = RULES[item.working.source]
        told = ExtraAttacks(unit=id_of(world, unit), amount=effect.attacks, rule=rule)
        world.tell(told, unseen.witnesses(world, unit))


def _disengage(world: World, item: Impact, effect: Effect) -> None:
    if effect.disengage and _has_turn(world, item.target):
        walking.disengage(world, item.target, RULES[item.working.source])


def _hide(world: World, item: Impact, effect: Effect) -> None:
    if effect.hide:
        stealth.hide(world, item.target, RULES[item.working.source])


def _teleport(world: World, item: Impact, effect: Effect) -> None:
    """Who hides there is found, and in the way."""
    unit, at = item.target, item.working.at
    if not effect.teleport or at is None:
        return
    there = Position(at, places.full_span(world, unit))
    if not places.is_free(world, there.cells, unit):
        others = {other for cell in there.cells for other in world.at(Position, cell)} - {unit}
        for other in sorted(others):
            stealth.found(world, other, side_of(world, unit), RULES[item.working.source])
        return
    stop_walk(world, unit)
    here = world.get(unit, Position)
    world.put(unit, there)
    told = Teleported(unit=id_of(world, unit), at=at, rule="ACT-18")
    world.tell(told, unseen.witnesses(world, unit))
    world.push(entering(unit, here, there))


IN_ORDER = tuple(
    Doing(do)
    for do in (
        *(_hurt, _heal, _stabilise, _cure, _condition, _push, _prone),
        *(_focus, _move, _attacks, _disengage, _hide, _teleport),
    )
)
"""The systems that act on an impact, as `schema.Effect` has its fields."""
