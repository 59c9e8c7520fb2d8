"""Effects of hits, powers and items: on all targets, on the ground, on the user (ALL-02)."""

from collections.abc import Iterable

from game.components.hiding import Hidden
from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.rules.action.combat import attack_numbers, concentration, effects, saving_throws
from game.rules.action.combat.effect_items import (
    AffectTargets,
    Aftermath,
    Endure,
    Endured,
    Impact,
    SavingThrow,
    Working,
)
from game.rules.action.field import effect_areas, stealth
from game.rules.action.units import powers
from game.rules.action.units.figures import weapon
from game.rules.action.units.powers import RULES
from game.systems import hidden_units
from game.systems.damage import Blow, Hurt, reasons, tempered
from game.systems.script.ground import change_ground, could_change_tile
from game.terms.agenda import AgendaItem
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.system import EffectSystem
from game.world.unit_names import side_of


class AffectingTargets(EffectSystem[AffectTargets | Endured | Aftermath]):
    """A system that makes the rolls for all targets together, and pushes the effects."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case AffectTargets(working, targets):
                there = tuple(unit for unit in targets if world.has(unit, Position))
                world.push(_endure(world, working, there))
            case Endured(rolls):
                _hand_out(world, rolls)
            case Aftermath(working):
                _finish(world, working)

    def could_change(self, world: World, item: AgendaItem) -> bool:
        match item:
            case AffectTargets(working, targets):
                effect = powers.effect(world, working.source, working.thing)
                if not working.is_area:
                    return False
                if _might_reach_unseen(world, working):
                    return True
                return any(effects.could_hurt(world, unit, effect) for unit in targets)
            case Aftermath(working):
                return _could_find(world, working) or _could_change_ground(world, working)
        return True


def _endure(world: World, working: Working, targets: tuple[Entity, ...]) -> AgendaItem:
    """Return the damage roll of an area, and the saves of all its targets."""
    saving = powers.saving(world, working.source, working.thing)
    effect = powers.effect(world, working.source, working.thing)
    thrown: tuple[SavingThrow, ...] = ()
    if saving:
        needed = saving_throws.difficulty(world, working.user, working.source, saving)
        thrown = tuple(
            saving_throws.save(world, unit, saving.ability, needed, _cover(world, working, unit))
            for unit in targets
        )
    damage = effect.damage if working.is_area else None
    rolls = Endure(working, RULES[working.source], targets, thrown, damage)
    return Endured(rolls) if rolls.is_over else rolls


def _cover(world: World, working: Working, unit: Entity) -> tuple[Modifier, ...]:
    """Return the bonus to an Agility save from cover against the origin."""
    ignored = weapon(world, working.thing).ignores if working.source == "arms" else "none"
    return saving_throws.cover_part(world, unit, working.user, working.origin, ignored)


def _hand_out(world: World, rolls: Endure) -> None:
    """Deal an area's damage to all targets at once, then push the other effects on each."""
    working = rolls.working
    saving = powers.saving(world, working.source, working.thing)
    effect = powers.effect(world, working.source, working.thing)
    _tell(world, rolls)
    withstood = {s.unit for s, held in zip(rolls.saves, rolls.saved, strict=True) if held}
    is_half = saving is not None and saving.half
    blows, impacts = [], []
    for unit in rolls.targets:
        has_saved = unit in withstood
        if working.is_area and effect.damage and (is_half or not has_saved):
            dealt = rolls.dealt // 2 if has_saved else rolls.dealt
            factor = attack_numbers.factor(world, unit, effect.type)
            kept, why = tempered(dealt, factor), reasons(factor, effects.RESISTANCE)
            why = (effects.SAVED, *why) if has_saved else why
            blows.append(Blow(unit, kept, working.thing, rolls.source, working.user, why))
        if is_half or not has_saved:
            impacts.append(Impact(working, unit, has_saved))
    hurt = [Hurt(tuple(blows))] if blows else []
    world.push(Aftermath(working), *reversed(impacts), *hurt)


def _tell(world: World, rolls: Endure) -> None:
    """Log the results of the saves, each with its own dice."""
    faces = world.faces
    # Faces are in the order rolled: the damage of an area first, then each save in turn.
    if rolls.working.is_area:
        damage = powers.effect(world, rolls.working.source, rolls.working.thing).damage
        faces = faces[len(Dice.of(damage or "0").sides) :]
    for save, held in zip(rolls.saves, rolls.saved, strict=True):
        count = len(Dice.of(save.roll).sides)
        saving_throws.tell(world, save, held, faces[:count])
        faces = faces[count:]


def _finish(world: World, working: Working) -> None:
    """Reveal hidden units on the tiles, change the ground, and push the effect on the user."""
    user, rule = working.user, RULES[working.source]
    effect = powers.effect(world, working.source, working.thing)
    if effect.find:
        _find(world, working, rule)
    if effect.terrain:
        ground = tuple(cell for cell in working.cells if world.grid.cost(cell))
        change_ground(world, ground, effect.terrain, rule)
    own = powers.own(world, working.source, working.thing)
    if own:
        world.push(Impact(working, user, is_own=True))
    if own is None or own.condition is None:
        concentration.settle(world, user)


def _might_reach_unseen(world: World, working: Working) -> bool:
    if working.source == "arms":
        return False
    deed = powers.deed(world, working.source, working.thing)
    return effect_areas.seeks_unseen(world, working.user, deed)


def _could_change_ground(world: World, working: Working) -> bool:
    terrain = powers.effect(world, working.source, working.thing).terrain
    return terrain is not None and could_change_any(world, working.cells, terrain)


def could_change_any(world: World, cells: Iterable[Cell], terrain: str) -> bool:
    """Return whether any of these tiles is ground that could become `terrain`."""
    cost = world.grid.cost
    return any(cost(cell) and could_change_tile(world, cell, terrain) for cell in cells)


def _could_find(world: World, working: Working) -> bool:
    """Return whether the use could find anyone: a hidden unit might be anywhere."""
    finds = powers.effect(world, working.source, working.thing).find
    return finds and hidden_units.are_any(world, side_of(world, working.user))


def _find(world: World, working: Working, rule: str) -> None:
    """Reveal hidden units on the affected tiles to the user's side.

    Even finding no one reveals a secret.
    """
    side = side_of(world, working.user)
    world.reveal()
    for unit in world.ids(Hidden):
        position = world.find(unit, Position)
        is_there = position and not set(working.cells).isdisjoint(position.cells)
        if is_there and side_of(world, unit) != side:
            stealth.reveal(world, unit, side, rule)
