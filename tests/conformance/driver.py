"""A driver of battles for the generic suites: random choices, random dice, wild commands."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.engine.battle import Battle
from game.engine.legality import commands_of
from game.terms.agenda import Ask, BattleEnd, Decision, DeployAsk, DrawAsk, Roll
from game.terms.commands import Command, verb
from game.world.unit_names import tile_of

REASONS = ("elimination", "objective", "concede", "agreed", "round_limit", "aborted")

MOST_COMMANDS = 20_000
"""Maximum number of commands in a battle of a small level."""

Chooser = Callable[[Battle, Random], Command]
Thrower = Callable[[Roll, Random], tuple[int, ...]]


def any_command(battle: Battle, rng: Random) -> Command:
    """Return a random legal command, with each verb equally likely.

    So rare verbs are tried often, too.
    """
    return any_of(battle.legal(), rng)


def any_of(legal: tuple[Command, ...], rng: Random) -> Command:
    """Return one of the commands, with each verb equally likely."""
    verbs = list(dict.fromkeys(type(command) for command in legal))
    kind = rng.choice(verbs)
    return rng.choice([command for command in legal if type(command) is kind])


def any_listed_alone(battle: Battle, rng: Random) -> Command:
    """Return a random legal command as likely as `any_command`, but list only its own type.

    The first type in a random order that has a legal command is any of those with the same chance.
    """
    ask = battle.stop
    if not isinstance(ask, Ask) or isinstance(ask, Decision | DeployAsk | DrawAsk):
        return any_command(battle, rng)
    desk = battle._desk_of(ask)  # shared with the check of the command
    kinds = [option.command for option in battle.book.rules_for(type(ask)).options]
    for kind in rng.sample(kinds, len(kinds)):
        but = tuple(other for other in kinds if not issubclass(kind, other))
        found = [command for command in desk.legal(but) if type(command) is kind]
        if found:
            return rng.choice(found)
    return any_command(battle, rng)


def any_faces(roll: Roll, rng: Random) -> tuple[int, ...]:
    """Return fair dice."""
    return tuple(rng.randint(1, sides) for sides in roll.dice.sides)


def play(
    battle: Battle,
    rng: Random,
    choose: Chooser = any_command,
    throw: Thrower = any_faces,
    most: int = MOST_COMMANDS,
) -> BattleEnd:
    """Play a battle to its end."""
    for _ in range(most):
        stop = battle.stop
        if isinstance(stop, BattleEnd):
            return stop
        if isinstance(stop, Roll):
            battle.settle(throw(stop, rng))
        else:
            refusal = battle.submit(choose(battle, rng))
            assert refusal is None, refusal
    raise AssertionError(f"no end after {most} stops; the battle is at {battle.stop}")


def stops(battle: Battle, rng: Random, most: int, games: Callable[[], Battle]) -> Iterator[Battle]:
    """Yield the battle at its stops during random play; begin a new battle after each end.

    A test must leave the battle unchanged, because play continues from it.
    """
    for _ in range(most):
        yield battle
        if isinstance(battle.stop, BattleEnd):
            battle = games()
        else:
            go_on(battle, rng)


def go_on(battle: Battle, rng: Random) -> None:
    """Answer the stop at random."""
    if isinstance(battle.stop, Roll):
        battle.settle(any_faces(battle.stop, rng))
    else:
        battle.apply(any_command(battle, rng))


@lru_cache(maxsize=256)
def faces_by_value(dice: Dice) -> dict[int, tuple[int, ...]]:
    """Return one roll for each value that the dice can give, by value."""
    found: dict[int, tuple[int, ...]] = {}
    for faces in product(*(range(1, sides + 1) for sides in dice.sides)):
        found.setdefault(dice.value(faces), faces)
    return dict(sorted(found.items()))


def types_of(battle: Battle) -> tuple[type[Command], ...]:
    """Return all types of command that some ask of a battle accepts."""
    return commands_of(battle.book)


class Wild:
    """Generator of commands from their types, with ids, tiles and things of any battle."""

    def __init__(self, battle: Battle, others: tuple[str, ...], rng: Random) -> None:
        self.battle, self.rng = battle, rng
        level = battle.world.scene.level
        self.units = tuple(battle.id_of(unit) for unit in battle.units())
        things = tuple(id for table in level.gear.values() for id in table)
        sides = tuple(side.id for side in level.sides)
        self.words = (*self.units, *things, *sides, *others, "yes", "no", "", "nobody", "Ümlaut")
        self.size = level.width, level.height

    def command(self) -> Command:
        """Return a command: half are of any type, half are legal commands with a field changed."""
        legal = self.battle.legal()
        if not legal or self.rng.random() < 0.5:
            return self._any(self.rng.choice(types_of(self.battle)))
        command = any_of(legal, self.rng)
        fields = command.__struct_fields__
        if not fields or self.rng.random() < 0.1:
            return command
        name = self.rng.choice(fields)
        changed = self._value(get_type_hints(type(command))[name], name)
        return msgspec.structs.replace(command, **{name: changed})

    def _any(self, kind: type[Command]) -> Command:
        hints = get_type_hints(kind)
        return kind(**{name: self._value(hints[name], name) for name in kind.__struct_fields__})

    def _value(self, hint: Any, name: str) -> Any:
        rng, inner = self.rng, get_args(hint)
        if hint is str:
            return self._word(name)
        if hint is bool:
            return rng.random() < 0.5
        if hint is int:
            return rng.randint(-2, 12)
        if get_origin(hint) is Literal:
            return rng.choice(inner)
        if hint == Cell:
            return self._cell()
        if hint == tuple[Cell, ...]:
            return self._path()
        if get_origin(hint) in (Union, UnionType):
            return self._value(rng.choice(inner), name)
        if hint in (None, NoneType):
            return None
        assert get_origin(hint) is tuple, f"cannot draw {name}: {hint}"
        return tuple(self._value(inner[0], name) for _ in range(rng.randint(0, 3)))

    def _word(self, name: str) -> str:
        ask = self.battle.stop
        if name == "unit" and isinstance(ask, Ask) and self.rng.random() < 0.7:
            return self.battle.id_of(ask.unit)
        if name == "target" and self.rng.random() < 0.7:
            return self.rng.choice(self.units)
        return self.rng.choice(self.words)

    def _cell(self) -> Cell:
        width, height = self.size
        return self.rng.randint(-1, width), self.rng.randint(-1, height)

    def _path(self) -> tuple[Cell, ...]:
        if self.rng.random() < 0.3:
            return tuple(self._cell() for _ in range(self.rng.randint(0, 4)))
        at = self._somewhere()
        path: list[Cell] = []
        for _ in range(self.rng.choice((0, 1, 1, 1, 2, 2, 3, 4, 6))):
            dx, dy = self.rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)))
            at = at[0] + dx, at[1] + dy
            path.append(at)
        return tuple(path)

    def _somewhere(self) -> Cell:
        ask, world = self.battle.stop, self.battle.world
        if isinstance(ask, Ask) and self.rng.random() < 0.8:
            return tile_of(world, ask.unit) or (0, 0)
        return self.rng.choice([position.at for _, position in world.all(Position)] or [(0, 0)])


def same_but_for_the_way(command: Command) -> tuple[Any, ...]:
    """Return the fields that decide whether two commands count as one in the list of options.

    For a path, only the end counts. Fields that can be omitted don't count.
    """
    needed = len(command.__struct_fields__) - len(command.__struct_defaults__)
    parts: list[Any] = [verb(command)]
    for index, name in enumerate(command.__struct_fields__):
        value = getattr(command, name)
        if name == "path":
            parts.append(value[-1:])
        elif index < needed:
            parts.append(value)
    return tuple(parts)
