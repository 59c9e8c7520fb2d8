"""What hits, powers and items do: to all targets at once, to the ground, to the user (ALL-02)."""

from game.components.hiding import Hidden
from game.components.unit import Position
from game.core.dice import Dice
from game.rules.action import areas, concentration, effects, powers, profiles, saves, stealth
from game.rules.action.figures import weapon
from game.rules.action.powers import RULES
from game.rules.action.workings import (
    Affect,
    Aftermath,
    Endure,
    Endured,
    Impact,
    Save,
    Working,
)
from game.systems import script, unseen
from game.systems.harm import Blow, Hurt, tempered
from game.terms.agenda import Item
from game.terms.odds import Modifier
from game.world import World
from game.world.names import side_of
from game.world.system import EffectSystem


class Affecting(EffectSystem[Affect | Endured | Aftermath]):
    """Rolls what is to be rolled for all targets together, and hands out what follows."""

    def process(self, world: World, item: Item) -> None:
        match item:
            case Affect(working, targets):
                there = tuple(unit for unit in targets if world.has(unit, Position))
                world.push(_endure(world, working, there))
            case Endured(rolls):
                _hand_out(world, rolls)
            case Aftermath(working):
                _finish(world, working)

    def could_change(self, world: World, item: Item) -> bool:
        match item:
            case Affect(working, targets):
                effect = powers.effect(world, working.source, working.thing)
                if not working.is_area:
                    return False
                if _might_reach_unseen(world, working):
                    return True
                return any(effects.could_hurt(world, unit, effect) for unit in targets)
            case Aftermath(working):
                return _could_find(world, working) or _could_change_ground(world, working)
        return True


def _endure(world: World, working: Working, targets: tuple[int, ...]) -> Item:
    """The damage of an area, and the saves of all."""
    saving = powers.saving(world, working.source, working.thing)
    effect = powers.effect(world, working.source, working.thing)
    thrown: tuple[Save, ...] = ()
    if saving:
        needed = saves.difficulty(world, working.user, working.source, saving)
        thrown = tuple(
            saves.save(world, unit, saving.ability, needed, _cover(world, working, unit))
            for unit in targets
        )
    damage = effect.damage if working.is_area else None
    rolls = Endure(working, RULES[working.source], targets, thrown, damage)
    return Endured(rolls) if rolls.is_over else rolls


def _cover(world: World, working: Working, unit: int) -> tuple[Modifier, ...]:
    """What cover from where it starts adds to an agility save."""
    ignored = weapon(world, working.thing).ignores if working.source == "arms" else "none"
    return saves.cover_part(world, unit, working.user, working.origin, ignored)


def _hand_out(world: World, rolls: Endure) -> None:
    """The damage of an area lands on all at once; then each target has the rest."""
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
            kept = tempered(dealt, profiles.factor(world, unit, effect.type))
            blows.append(Blow(unit, kept, working.thing, rolls.source, working.user))
        if is_half or not has_saved:
            impacts.append(Impact(working, unit, has_saved))
    hurt = [Hurt(tuple(blows))] if blows else []
    world.push(Aftermath(working), *reversed(impacts), *hurt)


def _tell(world: World, rolls: Endure) -> None:
    """Says how the saves came out, each with its own dice."""
    faces = world.faces
    if rolls.working.is_area:
        damage = powers.effect(world, rolls.working.source, rolls.working.thing).damage
        faces = faces[len(Dice.of(damage or "0").sides) :]
    for save, held in zip(rolls.saves, rolls.saved, strict=True):
        count = len(Dice.of(save.roll).sides)
        saves.tell(world, save, held, faces[:count])
        faces = faces[count:]


def _finish(world: World, working: Working) -> None:
    """What is hidden there is found, the ground changes, the user has its own share."""
    user, rule = working.user, RULES[working.source]
    effect = powers.effect(world, working.source, working.thing)
    if effect.find:
        _find(world, working, rule)
    if effect.terrain:
        ground = tuple(cell for cell in working.cells if world.grid.cost(cell))
        script.change_ground(world, ground, effect.terrain, rule)
    own = powers.own(world, working.source, working.thing)
    if own:
        world.push(Impact(working, user, is_own=True))
    if own is None or own.condition is None:
        concentration.settle(world, user)


def _might_reach_unseen(world: World, working: Working) -> bool:
    if working.source == "arms":
        return False
    deed = powers.deed(world, working.source, working.thing)
    return areas.seeks_unseen(world, working.user, deed)


def _could_change_ground(world: World, working: Working) -> bool:
    terrain = powers.effect(world, working.source, working.thing).terrain
    if terrain is None:
        return False
    ground = (cell for cell in working.cells if world.grid.cost(cell))
    return any(script.could_change_tile(world, cell, terrain) for cell in ground)


def _could_find(world: World, working: Working) -> bool:
    """Return whether anyone could hide there: who is not seen might be anywhere."""
    finds = powers.effect(world, working.source, working.thing).find
    return finds and unseen.are_any(world, side_of(world, working.user))


def _find(world: World, working: Working, rule: str) -> None:
    """The user's side sees who hides there; that nobody does is a secret that is out, too."""
    side = side_of(world, working.user)
    world.reveal()
    for unit in world.ids(Hidden):
        position = world.find(unit, Position)
        is_there = position and not set(working.cells).isdisjoint(position.cells)
        if is_there and side_of(world, unit) != side:
            stealth.found(world, unit, side, rule)
