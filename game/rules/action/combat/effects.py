"""Effects of hits, powers and items on one target, in the order of `schema.Effect` (ACT-36)."""

from collections.abc import Callable

from msgspec.structs import replace

from game.components.conditions import Condition
from game.components.hiding import Hidden
from game.components.turns import Acting
from game.components.unit import Position
from game.rules.action.combat import attack_numbers, concentration, dying, walking
from game.rules.action.combat.consequences import come_down
from game.rules.action.combat.effect_items import Impact
from game.rules.action.events import ExtraAttacks, FocusRegained, Teleported
from game.rules.action.field import stealth, zones
from game.rules.action.records import Dying, Focus, HasDisengaged, Stealth
from game.rules.action.schema import PRONE, Effect
from game.rules.action.units import conditions, powers, turn_economy
from game.rules.action.units.figures import FEET, worn
from game.rules.action.units.powers import RULES
from game.systems import hidden_units, shoving
from game.systems.damage import Blow, Hurt, Mended, reasons, tempered
from game.systems.items import could_heal, highest
from game.systems.movement import entering, stop_walk
from game.systems.turn_upkeep import conditions_of
from game.terms.agenda import AgendaItem, SingleRoll
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World, room_for_units
from game.world.system import EffectSystem
from game.world.unit_names import id_of, side_of

RESISTANCE = "ACT-34"
"""Rule of resistance and vulnerability."""
SAVED = Modifier("saved", 0, "ACT-38")
"""The reason for damage that a save halves."""


class Pang(SingleRoll, frozen=True):
    """The roll for an effect's damage to one target."""

    unit: Entity
    thing: str
    factor: str
    is_halved: bool

    def after(self, value: int) -> AgendaItem:
        dealt = max(0, value) // (2 if self.is_halved else 1)
        kept = tempered(dealt, self.factor)
        why = (*((SAVED,) if self.is_halved else ()), *reasons(self.factor, RESISTANCE))
        return Hurt((Blow(self.unit, kept, self.thing, self.source, self.by, why),))


class Balm(SingleRoll, frozen=True):
    """The roll for an effect's healing of one target."""

    unit: Entity

    def after(self, value: int) -> AgendaItem:
        return Mended(self.unit, max(0, value), self.source)


SHOVING = shoving.Shoving("ACT-18", walking.flies, stealth.reveal, zones.are_parted)


Do = Callable[[World, Impact, Effect], None]
"""A function that applies one part of an effect."""
Could = Callable[[World, Impact, Effect], bool]
"""A function that returns whether one part of an effect could change anything."""


class Doing(EffectSystem[Impact]):
    """A system that applies one part of an effect to one target.

    After a save, only damage applies.
    """

    def __init__(self, part: str, do: Do, could: Could) -> None:
        self.part = part
        """The field of `schema.Effect` that holds this part."""
        self._do = do
        self._could = could

    def process(self, world: World, item: Impact) -> None:
        if item.has_saved and self._do is not _hurt:
            return
        effect = _effect_of(world, item)
        # Most effects have few parts.
        if effect is not None and getattr(effect, self.part) and world.has(item.target, Position):
            self._do(world, item, effect)

    def could_change(self, world: World, item: Impact) -> bool:
        effect = _effect_of(world, item)
        return effect is not None and self._could(world, item, effect)


def _effect_of(world: World, item: Impact) -> Effect | None:
    of = powers.own if item.is_own else powers.effect
    return of(world, item.working.source, item.working.thing)


def doings(world: World, item: Impact) -> tuple[Doing, ...]:
    """Return the systems in `IN_ORDER` that apply to an impact's effect."""
    # Cached by weapon, power or item: most effects have few parts, which never change in a battle.
    key = "doings", item.working.source, item.working.thing, item.is_own
    return world.scene.once(key, lambda: _parts(_effect_of(world, item)))


def _parts(effect: Effect | None) -> tuple[Doing, ...]:
    return tuple(one for one in IN_ORDER if effect and getattr(effect, one.part))


def _hurt(world: World, item: Impact, effect: Effect) -> None:
    working = item.working
    is_dealt = not item.is_own and (working.is_area or working.has_struck)
    if effect.damage and not is_dealt:
        roll = effect.damage, "damage", working.user, RULES[working.source]
        factor = attack_numbers.factor(world, item.target, effect.type)
        world.push(Pang(*roll, item.target, working.thing, factor, item.has_saved))


def _could_hurt(world: World, item: Impact, effect: Effect) -> bool:
    """Return whether this impact's damage could hurt; an area's damage is dealt elsewhere."""
    is_dealt = not item.is_own and item.working.is_area
    return not is_dealt and could_hurt(world, item.target, effect)


def could_hurt(world: World, unit: Entity, effect: Effect) -> bool:
    """Return whether an effect's damage could hurt a unit, given its resistances."""
    if not effect.damage:
        return False
    factor = attack_numbers.factor(world, unit, effect.type)
    return tempered(highest(effect.damage), factor) > 0


def _heal(world: World, item: Impact, effect: Effect) -> None:
    if effect.heal:
        rule = RULES[item.working.source]
        world.push(Balm(effect.heal, "healing", item.working.user, rule, item.target))


def _could_heal(world: World, item: Impact, effect: Effect) -> bool:
    return could_heal(world, item.target, effect.heal)


def _stabilise(world: World, item: Impact, effect: Effect) -> None:
    if effect.stabilise:
        dying.stabilise(world, item.target)


def _could_stabilise(world: World, item: Impact, effect: Effect) -> bool:
    dying = world.find(item.target, Dying) if effect.stabilise else None
    return dying is not None and not dying.stable


def _cure(world: World, item: Impact, effect: Effect) -> None:
    if effect.cure:
        conditions.lift(world, item.target, effect.cure, RULES[item.working.source])


def _could_cure(world: World, item: Impact, effect: Effect) -> bool:
    held = conditions_of(world, item.target).all if effect.cure else ()
    return any(condition.kind in effect.cure for condition in held)


def _condition(world: World, item: Impact, effect: Effect) -> None:
    """Apply the condition, unless it needs concentration that has ended."""
    if effect.condition is None or concentration.is_lost(world, item.working):
        return
    unit, rule = item.target, RULES[item.working.source]
    means = conditions.kind(world, effect.condition)
    if means.bright:
        stealth.come_out(world, unit, rule)
    conditions.lay(world, unit, _laid(world, item, effect.condition, effect.rounds))
    concentration.lapse(world, unit)
    if means.prone:
        come_down(world, unit)


def _laid(world: World, item: Impact, kind: str, rounds: int) -> Condition:
    """Return the condition that an effect applies."""
    working = item.working
    return Condition(
        kind,
        turns=rounds or None,
        dice=conditions.kind(world, kind).harm,
        rule=RULES[working.source],
        cause=working.thing,
        by=working.user,
    )


def _could_lay(world: World, item: Impact, effect: Effect) -> bool:
    if effect.condition is None:
        return False
    unit, means = item.target, conditions.kind(world, effect.condition)
    is_hiding = world.has(unit, Stealth) or world.has(unit, Hidden)
    laid = _laid(world, item, effect.condition, effect.rounds)
    return (means.bright and is_hiding) or conditions.is_news(world, unit, laid)


def _push(world: World, item: Impact, effect: Effect) -> None:
    if effect.push:
        steps = _steps(world, item.target, effect.push)
        shoving.shove(world, item.target, item.working.user, item.working.origin, steps)


def _steps(world: World, unit: Entity, push: int) -> int:
    """Return the number of tiles of a push, less the armour's effect; negative for a pull."""
    borne = sum(piece.bears for piece in worn(world, unit))
    steps = max(0, abs(push) - borne) // FEET
    return steps if push > 0 else -steps


def _could_push(world: World, item: Impact, effect: Effect) -> bool:
    if not effect.push:
        return False
    unit, working, steps = item.target, item.working, _steps(world, item.target, effect.push)
    due = shoving.pushed(world, unit, working.user, working.origin, steps)
    return due is not None and SHOVING.can_go(world, due)


def _prone(world: World, item: Impact, effect: Effect) -> None:
    if effect.prone and not conditions.is_prone(world, item.target):
        rule = RULES[item.working.source]
        conditions.lay(world, item.target, Condition(PRONE, rule=rule))
        come_down(world, item.target)


def _could_fell(world: World, item: Impact, effect: Effect) -> bool:
    return effect.prone and not conditions.is_prone(world, item.target)


def _focus(world: World, item: Impact, effect: Effect) -> None:
    focus = world.find(item.target, Focus)
    if effect.focus and focus:
        left = min(focus.most, focus.left + effect.focus)
        world.put(item.target, replace(focus, left=left))
        name, amount = id_of(world, item.target), left - focus.left
        rule = RULES[item.working.source]
        told = FocusRegained(unit=name, amount=amount, left=left, rule=rule)
        world.tell(told, hidden_units.witnesses(world, item.target))


def _could_refocus(world: World, item: Impact, effect: Effect) -> bool:
    focus = world.find(item.target, Focus) if effect.focus > 0 else None
    return focus is not None and focus.left < focus.most


def _has_turn(world: World, unit: Entity) -> bool:
    acting = world.find(world.root, Acting)
    return acting is not None and acting.unit == unit


def _move(world: World, item: Impact, effect: Effect) -> None:
    if effect.move and _has_turn(world, item.target):
        walking.gain(world, item.target, effect.move // FEET, RULES[item.working.source])


def _could_move(world: World, item: Impact, effect: Effect) -> bool:
    return effect.move > 0 and _has_turn(world, item.target)


def _attacks(world: World, item: Impact, effect: Effect) -> None:
    unit = item.target
    if effect.attacks and _has_turn(world, unit):
        turn_economy.use(
            world, unit, attacks=turn_economy.economy(world, unit).attacks + effect.attacks
        )
        rule = RULES[item.working.source]
        told = ExtraAttacks(unit=id_of(world, unit), amount=effect.attacks, rule=rule)
        world.tell(told, hidden_units.witnesses(world, unit))


def _could_attack(world: World, item: Impact, effect: Effect) -> bool:
    return effect.attacks > 0 and _has_turn(world, item.target)


def _disengage(world: World, item: Impact, effect: Effect) -> None:
    if effect.disengage and _has_turn(world, item.target):
        walking.disengage(world, item.target, RULES[item.working.source])


def _could_disengage(world: World, item: Impact, effect: Effect) -> bool:
    if not effect.disengage or not _has_turn(world, item.target):
        return False
    return not world.has(item.target, HasDisengaged)


def _hide(world: World, item: Impact, effect: Effect) -> None:
    if effect.hide:
        stealth.hide(world, item.target, RULES[item.working.source])


def _could_hide(world: World, item: Impact, effect: Effect) -> bool:
    return effect.hide and stealth.refusal(world, item.target) is None


def _teleport(world: World, item: Impact, effect: Effect) -> None:
    """Teleport the user, or reveal the hidden unit that is in the way."""
    unit, at = item.target, item.working.at
    if not effect.teleport or at is None:
        return
    there = Position(at, room_for_units.full_span(world, unit))
    if not room_for_units.is_free(world, there.cells, unit):
        others = {other for cell in there.cells for other in world.at(Position, cell)} - {unit}
        for other in sorted(others):
            stealth.reveal(world, other, side_of(world, unit), RULES[item.working.source])
        return
    stop_walk(world, unit)
    here = world.get(unit, Position)
    world.put(unit, there)
    told = Teleported(unit=id_of(world, unit), at=at, rule="ACT-18")
    world.tell(told, hidden_units.witnesses(world, unit))
    world.push(entering(unit, here, there))


def _could_teleport(world: World, item: Impact, effect: Effect) -> bool:
    at = item.working.at
    return effect.teleport and at is not None and at != world.get(item.target, Position).at


PUSHING = Doing("push", _push, _could_push)
IN_ORDER = (
    Doing("damage", _hurt, _could_hurt),
    Doing("heal", _heal, _could_heal),
    Doing("stabilise", _stabilise, _could_stabilise),
    Doing("cure", _cure, _could_cure),
    Doing("condition", _condition, _could_lay),
    PUSHING,
    Doing("prone", _prone, _could_fell),
    Doing("focus", _focus, _could_refocus),
    Doing("move", _move, _could_move),
    Doing("attacks", _attacks, _could_attack),
    Doing("disengage", _disengage, _could_disengage),
    Doing("hide", _hide, _could_hide),
    Doing("teleport", _teleport, _could_teleport),
)
"""The systems for an impact, in the order of the fields of `schema.Effect`."""


PART = part_of(globals())
