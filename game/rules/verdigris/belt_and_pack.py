"""Belt and pack: their contents, and the effects of items (VER-33)."""

from msgspec.structs import replace

from game.components.belongings import Armed, Loot
from game.components.conditions import Condition
from game.components.unit import Down, Position
from game.core.dice import Dice
from game.rules.verdigris import attacks, events, figures, grapples, wounds
from game.rules.verdigris.records import Grappled, LoadingLeft, Mounted, Remedied, Stress
from game.rules.verdigris.schema import Beast, Remedy
from game.systems import turn_upkeep
from game.systems.damage import Fall, Mended, Suffer
from game.systems.items import Consumed, could_heal, highest
from game.terms.agenda import AgendaItem, SingleRoll
from game.terms.events import ItemUsed
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import EffectSystem, System
from game.world.unit_names import id_of

RULE = "VER-33"
DICE = ("attack", "dodge", "withstand")
"""Dice that an item can change for a number of turns. Several such changes add up."""


class Mending(SingleRoll, frozen=True):
    """The roll for the life that an item heals."""

    unit: Entity

    def after(self, value: int) -> AgendaItem:
        return Mended(self.unit, max(0, value), self.source)


def take(world: World, unit: Entity, thing: str, place: str) -> None:
    """Remove one item or weapon from the belt or the pack, if it is known to be there."""
    gear = figures.gear(world, unit)
    left = list(getattr(gear, place))
    if thing in left:
        left.remove(thing)
        world.put(unit, replace(gear, **{place: tuple(left)}))


def wield(world: World, unit: Entity, arms_id: str, place: str) -> None:
    """Take a weapon in hand, which all see. The weapon held before goes where the new one was."""
    take(world, unit, arms_id, place)
    armed = world.find(unit, Armed)
    if armed and armed.weapon:
        gear = figures.gear(world, unit)
        world.put(unit, replace(gear, **{place: (*getattr(gear, place), armed.weapon)}))
    hold(world, unit, arms_id)
    world.reveal()


def hold(world: World, unit: Entity, arms_id: str) -> None:
    """Put the weapon in the unit's hand."""
    world.put(unit, Armed(arms_id))
    told = events.WeaponTaken(unit=id_of(world, unit), weapon=arms_id, rule=RULE)
    world.tell(told)


def pick_up(world: World, unit: Entity, arms_id: str) -> None:
    """Pick up a weapon from the ground, where all see it; that held before is put in its place."""
    found = near(world, unit)
    entity = next(entity for entity, items in found if arms_id in items)
    loot = world.get(entity, Loot)
    left = list(loot.items)
    left.remove(arms_id)
    armed = world.find(unit, Armed)
    if armed and armed.weapon:
        left.append(armed.weapon)
    if left:
        world.put(entity, Loot(loot.at, tuple(left)))
    else:
        world.drop(entity, Loot)
    hold(world, unit, arms_id)


def near(world: World, unit: Entity) -> tuple[tuple[Entity, tuple[str, ...]], ...]:
    """Return the loot on the unit's tile and next to it, each pile with its items."""
    at = world.get(unit, Position).at
    return tuple(
        (entity, loot.items)
        for entity, loot in world.all(Loot)
        if loot.at == at or world.grid.adjacent(at, loot.at)
    )


def use(world: World, unit: Entity, target: Entity, thing: str, place: str) -> None:
    """Use up an item."""
    take(world, unit, thing, place)
    foe = id_of(world, target) if target != unit else None
    world.tell(ItemUsed(unit=id_of(world, unit), item=thing, target=foe, rule=RULE))
    world.reveal()
    world.push(Consumed(unit, thing), Remedied(unit, target, thing))


class Remedying(EffectSystem[Remedied]):
    """A system that applies an item's effects to its target."""

    def process(self, world: World, item: Remedied) -> None:
        unit, what = item.target, figures.remedy(world, item.item)
        if not world.has(unit, Position):
            return
        if what.free:
            grapples.end(world, unit, RULE)
        if what.load:
            self._load(world, unit)
        self._soothe(world, item)
        for kind in DICE:
            value = getattr(what, kind)
            if value:
                turns = what.turns or None
                turn_upkeep.gain(world, unit, Condition(kind, value, turns, None, RULE, item.item))
        if what.prone and _could_fall(world, unit):
            attacks.fall_prone(world, unit, RULE)
        if what.pinned:
            attacks.lay(world, unit, "pinned", RULE)
        self._heal(world, item)
        if what.damage:
            world.push(Suffer(unit, what.damage, item.item, RULE, by=item.user))

    def could_change(self, world: World, item: Remedied) -> bool:
        unit, what = item.target, figures.remedy(world, item.item)
        return (
            any(getattr(what, kind) for kind in DICE)
            or highest(what.damage) > 0
            or (what.heal is not None and world.has(unit, Down))
            or could_heal(world, unit, what.heal)
            or (what.free and world.has(unit, Grappled))
            or (what.load and attacks.to_load(world, unit, figures.in_hand(world, unit)) > 0)
            or (what.prone and _could_fall(world, unit))
            or (what.pinned and not figures.has(world, unit, "pinned"))
            or _could_soothe(world, unit, what)
        )

    def _heal(self, world: World, item: Remedied) -> None:
        unit, heal = item.target, figures.remedy(world, item.item).heal
        if not heal:
            return
        if world.has(unit, Down):
            wounds.revive(world, unit)
        elif Dice.of(heal).sides:
            world.push(Mending(heal, "healing", item.user, RULE, unit))
        else:
            world.push(Mended(unit, Dice.of(heal).value(()), RULE))

    def _load(self, world: World, unit: Entity) -> None:
        unloaded, arms = world.find(unit, LoadingLeft), figures.in_hand(world, unit)
        if unloaded:
            left = tuple(w for w in unloaded.weapons if w[0] != arms)
            world.put(unit, LoadingLeft(left))
            told = events.Loading(unit=id_of(world, unit), weapon=arms, left=0, rule=RULE)
            world.tell(told)

    def _soothe(self, world: World, item: Remedied) -> None:
        unit, what = item.target, figures.remedy(world, item.item)
        stress, mounted = world.find(unit, Stress), world.find(unit, Mounted)
        name = id_of(world, unit)
        if what.cure:
            attacks.lift(world, unit, "bleeding", RULE)
        if what.calm and stress and stress.level:
            level = max(0, stress.level - what.calm)
            world.put(unit, Stress(level, stress.pushed))
            world.tell(events.Calmed(unit=name, stress=level, rule=RULE))
        if what.feed and mounted:
            life = min(_most(world, mounted), mounted.life + what.feed)
            world.put(unit, replace(mounted, life=life))
            world.tell(events.MountFed(unit=name, left=life, rule=RULE))


def _most(world: World, mounted: Mounted) -> int:
    """Return a mount's maximum life."""
    return world.scene.gear("mounts", mounted.kind, Beast).life


def _could_fall(world: World, unit: Entity) -> bool:
    """Return whether the unit can be knocked prone."""
    return not (figures.rides(world, unit) or figures.has(world, unit, "prone"))


def _could_soothe(world: World, unit: Entity, what: Remedy) -> bool:
    """Return whether the item would stop bleeding, reduce stress or heal the unit's mount."""
    stress, mounted = world.find(unit, Stress), world.find(unit, Mounted)
    return (
        (what.cure and figures.has(world, unit, "bleeding"))
        or (what.calm > 0 and stress is not None and stress.level > 0)
        or (what.feed > 0 and mounted is not None and mounted.life < _most(world, mounted))
    )


class Dropping(System[Fall]):
    """A system that drops the weapons of dead units on their tiles.

    It comes before `damage.Burial`.
    """

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            attacks.drop_weapon(world, unit, "VER-18")


PART = part_of(globals(), Consumed, Armed, Loot)
