"""Hiding, being noticed and being found (ACT-01, ACT-11, ACT-20, ACT-21).

A hidden unit has `Stealth`, with the foes that haven't noticed it. If no unit of a side has noticed
it, that side doesn't see it at all (`Hidden`).
"""

from msgspec.structs import replace

from game.components.hiding import Hidden, Lurks
from game.components.unit import Position
from game.core.cover import MOST
from game.rules.action import events
from game.rules.action.field import sight_and_cover
from game.rules.action.records import Overlooked, Stealth
from game.rules.action.units import conditions
from game.rules.action.units.figures import ability_parts, settings, worn
from game.systems import hidden_units
from game.systems.movement import Enter, Step
from game.systems.script.effects import ScriptRules
from game.terms.agenda import AgendaItem, Outcome, RollHead, SingleRoll
from game.terms.battlefield_events import Hid
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.deployment import is_unseen_yet
from game.world.system import System
from game.world.unit_names import id_of, ids_of, side_of

RULE = "ACT-11"

Watcher = tuple[Entity, int | None]
"""A foe, and the total that a hider needs against it; None if the foe notices nothing anyway."""


class HideRoll(SingleRoll, frozen=True, tag="Sneak"):
    """The check of hiders who share one roll. Only their own side sees the dice."""

    units: tuple[Entity, ...]
    parts: tuple[Modifier, ...]
    watchers: tuple[Watcher, ...]
    side: str

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, self.parts, seen_by=(self.side,))

    def after(self, value: int) -> AgendaItem:
        assert self.source is not None
        total = value + sum(part.value for part in self.parts)
        fooled = (foe for foe, needed in self.watchers if needed is None or total >= needed)
        return HideRolled(self.units, total, tuple(fooled), self.source)


class HideRolled(Outcome, frozen=True, tag="Sneaked"):
    """The result of the hiders' check, and the foes that don't notice them."""

    units: tuple[Entity, ...]
    total: int
    fooled: tuple[Entity, ...]
    rule: str


# The numbers


def passive(world: World, unit: Entity) -> int:
    """Return the total that a hider's check needs so that the unit doesn't notice the hider."""
    return settings(world).passive + sum(part.value for part in awareness(world, unit))


def awareness(world: World, unit: Entity) -> tuple[Modifier, ...]:
    """Return the modifiers to noticing and searching."""
    own = ability_parts(world, unit, "mind", "awareness")
    return (*own, *conditions.parts(world, unit, "save"))


def is_exposed(world: World, unit: Entity, foe: Entity) -> bool:
    """Return whether a foe would see the unit with less than three-quarters cover.

    Cover from creatures doesn't matter, because it is half cover at most.
    """
    its, here = world.find(foe, Position), world.get(unit, Position)
    if its is None or not conditions.is_alert(world, foe):
        return False
    if not sight_and_cover.could_see_at(world, foe, unit, here):
        return False
    return sight_and_cover.outlook(world.grid, its, here) < MOST


def in_the_open(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the foes that see the unit well enough to notice it, in unit order."""
    return tuple(
        foe for foe in sight_and_cover.foes_of(world, unit) if is_exposed(world, unit, foe)
    )


def _watch(world: World, unit: Entity, foe: Entity) -> Watcher:
    """Return a foe as a watcher: its passive Awareness if it could see the unit, else None."""
    here = world.get(unit, Position)
    sees = conditions.is_alert(world, foe) and sight_and_cover.could_see_at(world, foe, unit, here)
    return foe, passive(world, foe) if sees else None


# Going into hiding


def refusal(view: World, unit: Entity) -> Refusal | None:
    """Refuse to hide a unit that can't hide on its tile, as far as its side knows."""
    id, foes, stealth = (
        id_of(view, unit),
        sight_and_cover.foes_of(view, unit),
        view.find(unit, Stealth),
    )
    if stealth and all(foe in stealth.foes for foe in foes):
        return Refusal("hidden", RULE, unit=id)
    if conditions.has(view, unit, "bright"):
        return Refusal("bright", RULE, unit=id)
    watching = in_the_open(view, unit)
    if watching:
        return Refusal("in-sight", RULE, unit=id, foes=ids_of(view, watching))
    return None


def hide(world: World, unit: Entity, rule: str = RULE) -> None:
    """Let the unit try to hide from all foes except foes that see it in the open."""
    if conditions.has(world, unit, "bright"):
        return
    foes = (f for f in sight_and_cover.foes_of(world, unit) if not is_exposed(world, unit, f))
    sneak(world, (unit,), tuple(_watch(world, unit, foe) for foe in foes), rule)


def sneak(
    world: World, units: tuple[Entity, ...], watchers: tuple[Watcher, ...], rule: str
) -> None:
    """Push the check of hiders who share one roll, with the stats of the first."""
    first, numbers = units[0], settings(world)
    own = ability_parts(world, first, "agility", "stealth")
    noisy = any(piece.noisy for piece in worn(world, first))
    why = (Modifier("noisy armour", 0, RULE),) if noisy else ()
    parts = (*own, *conditions.parts(world, first, "save"), *why)
    dice = numbers.disadvantage if noisy else numbers.check
    side = side_of(world, first)
    world.push(HideRoll(dice, "hide", units[0], rule, units, parts, watchers, side))


class HidingFromFoes(System[HideRolled]):
    """A system that applies the hiders' check, foe by foe."""

    def process(self, world: World, item: HideRolled) -> None:
        for unit in item.units:
            if world.has(unit, Position):
                _sneaked(world, unit, item)


def _sneaked(world: World, unit: Entity, item: HideRolled) -> None:
    """Apply the check to a unit. Foes that hadn't noticed the unit stay unaware."""
    old, hidden = world.find(unit, Stealth), world.find(unit, Hidden)
    before = old.foes if old else ()
    fooled = tuple(sorted({*before, *item.fooled}))
    others = sight_and_cover.foes_of(world, unit)
    noticing = tuple(foe for foe in others if foe not in fooled)
    sides = _in_the_dark(world, unit, noticing) if fooled or not others else ()
    kept = hidden.sides if old and hidden else ()
    sides = tuple(dict.fromkeys((*kept, *sides)))
    _put(world, unit, Stealth(item.total if item.fooled or not old else old.total, fooled), sides)
    _tell(world, unit, noticing, item.rule)


def _in_the_dark(world: World, unit: Entity, noticing: tuple[Entity, ...]) -> tuple[str, ...]:
    """Return the sides on which no one has noticed the unit."""
    knowing = {side_of(world, foe) for foe in noticing} | {side_of(world, unit)}
    return tuple(side.id for side in world.scene.level.sides if side.id not in knowing)


def _put(world: World, unit: Entity, stealth: Stealth, sides: tuple[str, ...]) -> None:
    if sides:
        world.put(unit, Hidden(sides))
    else:
        world.drop(unit, Hidden)
    if sides or stealth.foes:
        world.put(unit, stealth)
    else:
        world.drop(unit, Stealth)


def _tell(world: World, unit: Entity, noticing: tuple[Entity, ...], rule: str) -> None:
    """Log that a unit is hidden, and the foes that noticed it.

    If the unit lies in wait, foes don't see this event. The hider's side sees no names of foes that
    have yet to be placed, because it doesn't know them.
    """
    name, own = id_of(world, unit), side_of(world, unit)
    witnesses = hidden_units.witnesses(world, unit)
    told = None if rule == RULE else witnesses
    world.reveal(told)
    if world.has(unit, Hidden):
        world.tell(Hid(unit=name, rule=rule), told)
    seen = [foe for foe in noticing if not hidden_units.is_unseen(world, foe, own)]
    there = [foe for foe in seen if not is_unseen_yet(world, own, foe)]
    _tell_noticed(world, name, there, rule, witnesses)
    for side in world.scene.level.sides:
        to_come = [f for f in seen if f not in there and side_of(world, f) == side.id]
        _tell_noticed(world, name, to_come, rule, (side.id,))


def _tell_noticed(
    world: World, name: str, noticing: list[Entity], rule: str, to: tuple[str, ...] | None
) -> None:
    if noticing:
        by = tuple(id_of(world, foe) for foe in noticing)
        world.tell(events.Noticed(unit=name, by=by, rule=rule), to)


# Being found


def come_out(world: World, unit: Entity, rule: str) -> None:
    """Reveal the unit's tile to everyone."""
    world.drop(unit, Stealth)
    hidden_units.come_out(world, unit, rule)


SCRIPT_RULES = ScriptRules(come_out=lambda world, unit: come_out(world, unit, RULE))
"""How triggers act on units: a unit that joins another side no longer hides."""


def reveal(world: World, unit: Entity, side: str, rule: str) -> None:
    """Reveal the unit's tile to the whole side."""
    stealth = world.find(unit, Stealth)
    hidden_units.find(world, unit, side, rule)
    if stealth:
        _keep(world, unit, tuple(foe for foe in stealth.foes if side_of(world, foe) != side))


def notice(world: World, unit: Entity, foe: Entity, rule: str) -> None:
    """Let a foe notice the unit. If it is the first of its side, the whole side sees the unit."""
    stealth = world.find(unit, Stealth)
    hidden_units.find(world, unit, side_of(world, foe), rule)
    if stealth:
        _keep(world, unit, tuple(other for other in stealth.foes if other != foe))


def _keep(world: World, unit: Entity, foes: tuple[Entity, ...]) -> None:
    """Keep the unit hidden from these foes only."""
    stealth = world.get(unit, Stealth)
    if foes or world.has(unit, Hidden):
        world.put(unit, replace(stealth, foes=foes))
    else:
        world.drop(unit, Stealth)


def show(world: World, unit: Entity, rule: str = RULE) -> None:
    """Let foes notice a hidden unit that is in plain sight of them."""
    if world.has(unit, Stealth) or world.has(unit, Hidden):
        for foe in in_the_open(world, unit):
            notice(world, unit, foe, rule)
            world.reveal(hidden_units.witnesses(world, unit))


class Overlooking(System[Step]):
    """A system that records, during a step, the foes that hadn't noticed the mover before."""

    def process(self, world: World, item: Step) -> None:
        unit = item.unit
        if world.has(unit, Stealth) or world.has(unit, Hidden):
            foes = sight_and_cover.foes_of(world, unit)
            unaware = tuple(foe for foe in foes if not sight_and_cover.notices(world, foe, unit))
            world.put(unit, Overlooked(unaware))


class Forgetting(System[Step]):
    """A system that deletes `Overlooked` records. It comes after all other systems for the step."""

    def process(self, world: World, item: Step) -> None:
        world.drop(item.unit, Overlooked)


class ComingIntoSight(System[Enter]):
    """A system that lets foes notice a hidden unit that steps, or is moved, into plain sight.

    It doesn't apply to units that lie in wait on arrival: no foe was watching there (ACT-01).
    """

    def process(self, world: World, item: Enter) -> None:
        if world.has(item.unit, Lurks):
            world.drop(item.unit, Lurks)
        elif world.has(item.unit, Position):
            show(world, item.unit)


PART = part_of(globals(), Hid)
