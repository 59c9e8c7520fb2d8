"""The setup of an Action battle: units on the board, and steps before the first turn (ACT-37)."""

from collections import Counter

from game.components.belongings import Armed, Hand
from game.components.conditions import Condition, Conditions
from game.components.unit import Allegiance, Bulk, Down, Name, Vitals
from game.components.uses import Uses
from game.rules.action.field import surprise
from game.rules.action.records import Dying, Economy, Focus, HasRallied
from game.rules.action.schema import DYING, PRONE, Figure, Weapon
from game.rules.action.units.growth import grown, size_number
from game.systems import deployment, forced_stops
from game.systems.initiative import Contest
from game.systems.rounds import NextTurn
from game.systems.script import triggers
from game.terms.level import Unit
from game.terms.records import Entity
from game.world import World


def setup(world: World) -> None:
    """Place the units in unit order, then push surprise, placement and initiative."""
    for unit in triggers.in_unit_order(world.scene.level):
        _place(world, unit)
    placing = deployment.prepare(world)
    world.push(NextTurn(), Contest(), *placing, *surprise.prepare(world))


def _place(world: World, unit: Unit) -> None:
    figure = grown(unit.stats)
    spawned = world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Bulk(size_number(figure)),
        Vitals(max(0, figure.life - figure.hurt), figure.life),
        Armed(_first_in_hand(world, figure)),
        Hand(figure.items),
        Conditions(),
        Economy(action=True, bonus=True, hand=True),
    )
    if figure.focus:
        world.put(spawned, Focus(max(0, figure.focus - figure.spent), figure.focus))
    if figure.used:
        world.put(spawned, Uses(tuple(sorted(Counter(figure.used).items()))))
    if figure.rallied:
        world.put(spawned, HasRallied())
    if unit.at is not None:
        forced_stops.put_down(world, spawned, unit.at)
    _begin(world, spawned, figure)


def _first_in_hand(world: World, figure: Figure) -> str:
    """Return the first weapon that isn't natural, or ""."""
    made = (id for id in figure.weapons if not world.scene.gear("arms", id, Weapon).natural)
    return next(made, "")


def _begin(world: World, unit: Entity, figure: Figure) -> None:
    """Apply the unit's state at the start."""
    kinds: list[str] = [PRONE] if figure.begins != "up" else []
    if figure.begins in ("dying", "stable"):
        kinds.append(DYING)
        world.put(unit, Vitals(0, figure.life))
        world.put(unit, Down())
        world.put(unit, Dying(stable=figure.begins == "stable"))
    if kinds:
        world.put(unit, Conditions(tuple(Condition(kind, rule="ACT-35") for kind in kinds)))
