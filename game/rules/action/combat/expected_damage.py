"""The damage that a unit's next turn is expected to do to a foe in range, without cover."""

from collections.abc import Iterator

from game.components.unit import Position
from game.core.dice import Dice
from game.engine.hints import MeanHarm
from game.rules.action.combat import advantage, attack_numbers, saving_throws, using_powers
from game.rules.action.schema import Deed
from game.rules.action.units import conditions, powers
from game.rules.action.units.figures import FEET, figure, ready_weapons, weapon
from game.terms.records import Entity
from game.world import World

LONG_RANGE = advantage.Lean("long range", -1, "ACT-15")


def ways(world: World, unit: Entity, foe: Entity) -> Iterator[MeanHarm]:
    """Yield each attack and power with which the unit could harm a foe next turn.

    The numbers are those of this moment, from the foe's side as well as the unit's.
    """
    if not (conditions.is_able(world, unit) and world.has(unit, Position)):
        return
    attacks = figure(world, unit).attacks
    for id in dict.fromkeys((*ready_weapons(world, unit), *figure(world, unit).weapons)):
        for far, mean in _of_weapon(world, unit, foe, id):
            yield MeanHarm(far // FEET, mean * attacks)
    for id in powers.known(world, unit):
        deed = powers.power(world, id)
        if is_harmful(deed) and powers.unpaid(world, unit, id) is None:
            yield MeanHarm((deed.range + deed.size) // FEET, _of_power(world, unit, foe, id))


def is_harmful(deed: Deed) -> bool:
    """Return whether a power damages foes."""
    return deed.effect.damage is not None and deed.targets != "ally" and not deed.guard


def _of_weapon(world: World, unit: Entity, foe: Entity, id: str) -> Iterator[tuple[int, float]]:
    """Yield each range of a weapon in feet, with the mean damage of one attack."""
    arms = weapon(world, id)
    if arms.kind != "ranged":
        profile = attack_numbers.open_profile(world, unit, foe, id, "melee")
        yield arms.reach, attack_numbers.mean_damage(profile)
    if arms.kind != "melee":
        profile = attack_numbers.open_profile(world, unit, foe, id, "ranged")
        yield arms.range, attack_numbers.mean_damage(profile)
    if arms.kind != "melee" and arms.long > arms.range:
        profile = attack_numbers.open_profile(world, unit, foe, id, "ranged", (LONG_RANGE,))
        yield arms.long, attack_numbers.mean_damage(profile)


def _of_power(world: World, unit: Entity, foe: Entity, id: str) -> float:
    """Return the mean damage of a power: after its attack roll, or after the foe's save."""
    deed = powers.power(world, id)
    if deed.attack:
        return attack_numbers.mean_damage(using_powers.profile(world, unit, foe, "powers", id))
    dealt = Dice.of(deed.effect.damage or "0").dist()
    times = {"full": 1.0, "half": 0.5, "double": 2.0}[
        attack_numbers.factor(world, foe, deed.effect.type)
    ]
    full = dealt.summed() / dealt.total * times
    if deed.save is None:
        return full
    needed = saving_throws.difficulty(world, unit, "powers", deed.save)
    save = saving_throws.save(world, foe, deed.save.ability, needed)
    thrown = Dice.of(save.roll).dist()
    held = sum(weight for value, weight in thrown.weights if save.holds(value)) / thrown.total
    halved = sum(value // 2 * weight for value, weight in dealt.weights) / dealt.total * times
    return full * (1 - held) + (halved * held if deed.save.half else 0.0)
