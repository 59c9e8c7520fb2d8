"""Saving throws: their numbers, and the bonus from cover (ACT-38)."""

from game.components.unit import Position
from game.core.dice import Dice
from game.rules.action.combat import advantage, attack_numbers
from game.rules.action.combat.effect_items import SavingThrow
from game.rules.action.events import SaveFailed, SaveMade
from game.rules.action.field import sight_and_cover
from game.rules.action.schema import Figure, Saving, Settings
from game.rules.action.units import conditions
from game.rules.action.units.figures import ability_parts, figure, settings
from game.rules.action.value_types import Ability
from game.systems import hidden_units
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, side_of

SKILLS: dict[Ability, str] = {"strength": "brawn", "agility": "reflexes", "mind": "resolve"}
"""The skill that is added to each ability."""


def difficulty(world: World, user: Entity, source: str, saving: Saving) -> int:
    """Return the total that a save against this user needs (ACT-36)."""
    return difficulty_in(settings(world), figure(world, user), source, saving)


def difficulty_in(numbers: Settings, stats: Figure | None, source: str, saving: Saving) -> int:
    """Return the total that a save needs.

    For powers, add the user's Mind and Magic; without `stats`, add nothing.
    """
    if saving.difficulty is not None:
        return saving.difficulty
    own = stats.mind + stats.skills.magic if stats and source == "powers" else 0
    return numbers.difficulty + own


def save(
    world: World, unit: Entity, ability: Ability, needed: int, cover: tuple[Modifier, ...] = ()
) -> SavingThrow:
    """Return the unit's save against a difficulty. `cover` is a bonus to Agility."""
    parts = (
        *ability_parts(world, unit, ability, SKILLS[ability]),
        *conditions.parts(world, unit, "save"),
        *(cover if ability == "agility" else ()),
    )
    roll, _, why = advantage.rolled(world, _leanings(world, unit) if ability == "agility" else ())
    bonus, sides = sum(part.value for part in parts), hidden_units.witnesses(world, unit)
    return SavingThrow(unit, roll, bonus, needed, (*parts, *why), sides)


def _leanings(world: World, unit: Entity) -> tuple[advantage.Lean, ...]:
    """Return the reasons for advantage or disadvantage on the unit's Agility saves."""
    squeezed = (
        [advantage.Lean("squeezed", -1, "ACT-25")] if conditions.is_squeezed(world, unit) else []
    )
    held = (
        advantage.Lean(condition.kind, 1 if means.agility_saves == "advantage" else -1, rule)
        for condition, means in conditions.held(world, unit)
        for rule in (condition.rule or "",)
        if means.agility_saves
    )
    return (*squeezed, *held)


def cover_part(
    world: World, unit: Entity, user: Entity, origin: Position, ignored: str
) -> tuple[Modifier, ...]:
    """Return the bonus of cover from the origin to an Agility save (ACT-32, ACT-33).

    If the origin isn't the user's tile, the user can give cover like any other unit.
    """
    cover = sight_and_cover.cover_from(world, origin, unit, side_of(world, user), ())
    taken = attack_numbers.cover_part(world, cover, ignored)
    return tuple(Modifier(part.text, -part.value, part.rule) for part in taken)


def tell(world: World, thrown: SavingThrow, held: bool, faces: tuple[int, ...]) -> None:
    """Log the result of a save, with the total from its own faces."""
    dice = Dice.of(thrown.roll)
    total = dice.value(faces) + thrown.bonus if len(faces) == len(dice.sides) else 0
    kind = SaveMade if held else SaveFailed
    told = kind(
        unit=id_of(world, thrown.unit), total=total, needed=thrown.needed, rule="ACT-38", dice=faces
    )
    world.tell(told, thrown.sides)
