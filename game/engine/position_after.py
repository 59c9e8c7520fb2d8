"""The position after a command that goes as its side hopes, on a copy of that side's view."""

from game.components.unit import Position
from game.core.dice import Dice
from game.engine.battle import Battle
from game.engine.legality import rules_of
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, path_of, unit_of
from game.world.unit_names import unit_by_id


def let_pass(battle: Battle, side: str) -> None:
    """Let all sides but `side` decline their asks, as long as they can."""
    while isinstance(battle.stop, Ask) and battle.stop.side != side:
        never = rules_of(battle.book, battle.stop).never
        declining = [command for command in battle.legal() if type(command) is never]
        if not declining:
            return
        battle.apply(declining[0])


def position_after(view: Battle, command: Command) -> Battle | None:
    """Return a copy of a view after a legal command, or None if it can't go as its side hopes.

    Other sides decline, a move reaches its end, and the same unit is asked the same again. If that
    takes rolls, they have their highest faces, or else their lowest.
    """
    for is_high in (True, False):
        battle, ask = view.clone(), view.stop
        assert isinstance(ask, Ask)
        battle.world.quiet = True
        battle.apply(command)
        rolls = _settled(battle, ask.side, is_high)
        if battle.stop == ask and battle.round == view.round and _has_arrived(battle, command):
            return battle
        if not rolls:
            return None
    return None


def _settled(battle: Battle, side: str, is_high: bool) -> int:
    """Resolve asks of others and rolls, all with highest or all with lowest faces.

    Return the number of rolls.
    """
    rolls = 0
    let_pass(battle, side)
    while isinstance(battle.stop, Roll):
        battle.settle(_faces(battle.stop.dice, is_high))
        rolls += 1
        let_pass(battle, side)
    return rolls


def _faces(dice: Dice, is_high: bool) -> tuple[int, ...]:
    return tuple(part.sides if is_high else 1 for part in dice.parts for _ in range(part.count))


def _has_arrived(battle: Battle, command: Command) -> bool:
    """Return whether the unit is at the end of the command's path, if it has one."""
    path, id = path_of(command), unit_of(command)
    unit = unit_by_id(battle.world, id) if id else None
    stand = battle.world.find(unit, Position) if unit is not None else None
    return not path or (stand is not None and stand.at == path[-1])
