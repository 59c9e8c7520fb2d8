"""Check that a battle works after it was read from a file, which may have been edited."""

from game.components.unit import Allegiance, Name, Placed
from game.engine.battle import Battle
from game.record.failure import Misfit
from game.record.record_sentences import said
from game.terms.agenda import Ask, Roll
from game.terms.commands import verb

MOST_TRIED = 20
"""Maximum number of rolls to resolve in a row."""


def probe(battle: Battle) -> None:
    """Raise an error if a battle that looks intact can't be shown or played."""
    level, world = battle.world.scene.level, battle.world
    sides, units = {side.id for side in level.sides}, {unit.id for unit in level.units}
    for unit in battle.units():
        if world.get(unit, Name).id not in units or world.get(unit, Allegiance).side not in sides:
            raise Misfit(said("save", "foreign_units"))
    for cell in (p.at for kind in Placed.__subclasses__() for _, p in world.all(kind)):
        if cell not in world.grid:
            raise Misfit(said("save", "off_map", at=str(list(cell))))
    for view in (battle, *(battle.view(side) for side in sorted(sides))):
        for unit in view.units():
            view.book.card(view.world, unit)
        view.queue()
        view.hash()
    _try_commands(battle)


def _try_commands(battle: Battle) -> None:
    """Carry out one command of each type, or the pending roll, on copies."""
    _try_rolls(battle.clone())
    if isinstance(battle.stop, Ask):
        for command in {verb(command): command for command in battle.legal()}.values():
            battle.facts(command)
            copy = battle.clone()
            copy.apply(command)
            _try_rolls(copy)


def _try_rolls(battle: Battle) -> None:
    """Resolve the pending rolls with the highest faces."""
    for _ in range(MOST_TRIED):
        if not isinstance(battle.stop, Roll):
            break
        battle.settle(battle.stop.dice.sides)
