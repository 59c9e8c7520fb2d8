"""The damage that units in range of each other could do in a turn, by their own numbers alone.

Computer players ask for it all the time, so it is kept until one of the components it depends on
is another. Cover, light and other units don't count.
"""

from game.components.belongings import Armed
from game.components.conditions import Conditions
from game.components.unit import Down, Name, Position
from game.components.uses import Uses
from game.engine.hints import mean_of
from game.rules.action.combat import advantage, attack_numbers, expected_damage
from game.rules.action.field import sight_and_cover
from game.rules.action.records import Crossing, Focus, IsSurprised, Unloaded
from game.rules.action.schema import Deed
from game.rules.action.units import conditions, powers
from game.rules.action.units.figures import (
    ability_parts,
    best_ability,
    figure,
    own_rating,
    ready_weapons,
    weapon,
)
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of

LANDS = 0.6
"""Share of a power's damage that is expected to take effect."""
SHARES = 1.0, 0.8, 0.55, 0.5
"""Share of damage that each level of cover lets through, from none to total; from total cover, the
attacker may come out.
"""
MOST = 5000
"""Maximum number of results to keep for a level."""
MINE = (Name, Armed, Conditions, Unloaded, Focus, Uses, Down, IsSurprised, Crossing)
ITS = (Name, Armed, Conditions)
"""The components of the attacker and the target that the result depends on."""


def might(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean damage of the unit's best turn against a foe in range."""
    # The components of the target are among those of the attacker.
    return world.once(("might", unit, foe), lambda: _kept(world, unit, foe), MINE)


def _kept(world: World, unit: Entity, foe: Entity) -> float:
    kept: dict[object, float] = world.scene.once("might", dict[object, float])
    find = world.find
    key = *[find(unit, kind) for kind in MINE], *[find(foe, kind) for kind in ITS]
    known = kept.get(key)
    if known is None:
        if len(kept) >= MOST:
            kept.clear()
        known = kept[key] = found(world, unit, foe)
    return known


def found(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean damage of the unit's best turn without keeping it."""
    if not conditions.is_able(world, unit):
        return 0.0
    attacks, empty = figure(world, unit).attacks, world.find(unit, Unloaded)
    ready = (id for id in ready_weapons(world, unit) if not (empty and id in empty.weapons))
    blows = [_mean(world, unit, foe, id) * attacks for id in ready]
    return max((*blows, *powers_now(world, unit)), default=0.0)


def powers_now(world: World, unit: Entity) -> list[float]:
    """Return the rough mean damage of each harmful power that the unit can pay for."""
    return [
        power_mean(deed)
        for id, deed in harmful_powers(world, unit)
        if powers.unpaid(world, unit, id) is None
    ]


def harmful_powers(world: World, unit: Entity) -> list[tuple[str, Deed]]:
    """Return the ids of the unit's powers that do damage, and the powers."""
    known = [(id, powers.power(world, id)) for id in powers.known(world, unit)]
    return [(id, deed) for id, deed in known if expected_damage.is_harmful(deed)]


def power_mean(deed: Deed) -> float:
    """Return the mean damage of a power, times the share that is expected to take effect."""
    return mean_of(deed.effect.damage or "0") * LANDS


def _mean(world: World, unit: Entity, foe: Entity, id: str) -> float:
    """Return the mean damage of one attack with a weapon."""
    arms, stats = weapon(world, id), figure(world, unit)
    ability, is_shot = best_ability(stats, arms), arms.kind == "ranged"
    leans = [means.attack for _, means in conditions.held(world, unit)]
    for _, means in conditions.held(world, foe):
        leans += [means.against, means.far if is_shot else means.near]
    ways = (advantage.Lean("", way, "") for way in map(advantage.way, leans) if way)
    added = getattr(stats, ability) + _sum(world, unit, "damage")
    parts = ability_parts(world, unit, ability, "shooting" if is_shot else "fighting")
    bonus = sum(part.value for part in parts) + arms.hit + _sum(world, unit, "hit")
    return attack_numbers.mean_damage_of(
        advantage.rolled(world, tuple(ways)).dice,
        bonus,
        own_rating(world, foe) + _sum(world, foe, "rating"),
        arms.damage,
        added,
        arms.least,
        attack_numbers.factor(world, foe, arms.type),
    )


def _sum(world: World, unit: Entity, figure: str) -> int:
    """Return the sum of one kind of modifier from the unit's conditions."""
    return sum(part.value for part in conditions.parts(world, unit, figure))


def shelter(world: World, unit: Entity, at: Position) -> float:
    """Return the share of a unit's damage that cover lets through, from its tile to a footprint."""
    side = side_of(world, unit)
    between = (u for cell in at.cells for u in world.at(Position, cell))
    cover = sight_and_cover.cover_of(world, world.get(unit, Position), at, side, (unit, *between))
    return SHARES[cover]
