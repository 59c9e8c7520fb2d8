"""A player for the tests of levels: fast, and knowing only the legal commands."""

from collections.abc import Callable, Iterable
from itertools import chain
from random import Random
from typing import Any

from game.components.unit import Allegiance, Down, Position
from game.content.levels import find_level, load_level
from game.core.cells import Cell
from game.core.footprints import steps_between
from game.core.paths import reach
from game.engine.battle import Battle
from game.rules.action.book import BOOK
from game.rules.action.commands import Attack, Cross, Dash, Drop, Handle, Load, UsePower, UsePowerAt
from game.rules.action.schema import Deed
from game.terms.agenda import Ask, BattleEnd, DeployAsk
from game.terms.battlefield_commands import Pass, Stand
from game.terms.commands import Command, Done, End, Move, Use
from game.terms.events import to_json
from game.world.unit_names import unit_by_id
from tests.conformance.driver import any_faces

MOST = 600
"""Maximum number of commands per battle."""

Told = dict[str, Any]
Goals = dict[str, tuple[Cell, ...]]
"""Tiles that a side wants to reach before it looks for foes."""


class Brisk:
    """Player that helps dying allies, attacks, opens doors, approaches, and ends its turn."""

    def __init__(self, battle: Battle, rng: Random, goals: Goals) -> None:
        self.battle = battle
        self.rng = rng
        self.goals = goals

    def choose(self) -> Command:
        """Return one of the legal commands."""
        legal, stop = self.battle.legal(), self.battle.stop
        assert isinstance(stop, Ask)
        if isinstance(stop, DeployAsk):
            return next(one for one in legal if isinstance(one, Done))
        ways = (self._help, self._strike, self._open, self._rise, self._near, self._far)
        found = (way(stop, legal) for way in ways)
        plain = (one for one in legal if not isinstance(one, Pass | Drop | Dash))
        return next((one for one in found if one), None) or self._end(legal) or next(plain)

    def _help(self, ask: Ask, legal: tuple[Command, ...]) -> Command | None:
        """Return a command that heals or stabilises a unit that is down, or None."""
        uses = (one for one in legal if isinstance(one, Use | UsePower) and one.target)
        return next((one for one in uses if self._is_down(one.target) and self._mends(one)), None)

    def _is_down(self, id: str | None) -> bool:
        unit = unit_by_id(self.battle.world, id or "")
        return unit is not None and self.battle.world.has(unit, Down)

    def _mends(self, command: Use | UsePower) -> bool:
        gear = self.battle.world.scene.level.gear
        if isinstance(command, Use):
            deed = gear["items"][command.item]
        else:
            deed = gear["powers"][command.power]
        assert isinstance(deed, Deed)
        return deed.effect.heal is not None or deed.effect.stabilise

    def _strike(self, ask: Ask, legal: tuple[Command, ...]) -> Command | None:
        """Return an attack, or sometimes a power with a target, or None."""
        blows = [one for one in legal if isinstance(one, Attack) and not self._is_down(one.target)]
        spells = [
            one for one in legal if isinstance(one, UsePower | UsePowerAt) and self._harms(one)
        ]
        choices: list[Command] = [*(spells if self.rng.random() < 0.4 else ()), *blows]
        return self.rng.choice(choices) if choices else None

    def _harms(self, command: UsePower | UsePowerAt) -> bool:
        deed = self.battle.world.scene.level.gear["powers"][command.power]
        assert isinstance(deed, Deed)
        return deed.targets == "foe" and deed.effect.damage is not None

    def _open(self, ask: Ask, legal: tuple[Command, ...]) -> Command | None:
        """Return a command to open a door or zone, pull a lever or load a crossbow, or None."""
        handles = (one for one in legal if isinstance(one, Handle | Cross | Load))
        return next((one for one in handles if self._is_worth_it(one)), None)

    def _is_worth_it(self, command: Handle | Cross | Load) -> bool:
        world = self.battle.world
        return not isinstance(command, Handle) or not world.terrain_at(command.at).walk

    def _rise(self, ask: Ask, legal: tuple[Command, ...]) -> Command | None:
        return next((one for one in legal if isinstance(one, Stand)), None)

    def _near(self, ask: Ask, legal: tuple[Command, ...]) -> Command | None:
        """Return the move that ends nearest to a goal, or None if no move leads nearer."""
        walks = [one for one in legal if isinstance(one, Move)]
        if not walks:
            return None
        far = self._distances(ask)
        here = self.battle.world.get(ask.unit, Position).at
        best = min(walks, key=lambda walk: (far(walk.path[-1]), len(walk.path)))
        return best if far(best.path[-1]) < far(here) else None

    def _far(self, ask: Ask, legal: tuple[Command, ...]) -> Command | None:
        """Return a dash if no foe could be attacked, or None."""
        return next((one for one in legal if isinstance(one, Dash)), None)

    def _distances(self, ask: Ask) -> Callable[[Cell], float]:
        """Return a function from a tile to its distance from the nearest goal."""
        world = self.battle.world
        goals = self._wanted(ask)
        costs: dict[Cell, int] = {}
        for goal in goals:
            for cell, cost in reach(world.grid, goal, None).costs.items():
                costs[cell] = min(cost, costs.get(cell, cost))
        here = world.get(ask.unit, Position).at
        if here in costs:
            return lambda cell: costs.get(cell, 10_000)
        return lambda cell: min((steps_between(cell, 1, goal, 1) for goal in goals), default=0)

    def _wanted(self, ask: Ask) -> Iterable[Cell]:
        world, side = self.battle.world, ask.side
        others = [u for u in world.ids(Position) if world.get(u, Allegiance).side != side]
        if ask.side in self.goals:
            return self.goals[ask.side]
        friends = [u for u in world.ids(Down) if world.get(u, Allegiance).side == side]
        sought = [u for u in (*friends, *others) if world.has(u, Position)]
        return [world.get(unit, Position).at for unit in sought]

    def _end(self, legal: tuple[Command, ...]) -> Command | None:
        return next((one for one in legal if isinstance(one, End)), None)


def happens(level: str, seed: int, sought: Callable[[Told], bool], goals: Goals, most: int) -> bool:
    """Return whether a battle between brisk players reaches this event within `most` rounds."""
    battle = Battle.start(BOOK, load_level(find_level(level), {"action": BOOK}))
    for goal in chain.from_iterable(goals.values()):
        assert battle.world.terrain_at(goal).walk, f"no unit can stand on the goal {goal}"
    rng, read = Random(seed), 0
    player = Brisk(battle, rng, goals)
    for _ in range(MOST):
        told: list[dict[str, Any]] = [to_json(event) for event in battle.log()[read:]]
        read += len(told)
        if any(sought(event) for event in told):
            return True
        late = any(e["event"] == "round_started" and e["round"] > most for e in told)
        if late or isinstance(battle.stop, BattleEnd):
            return False
        if isinstance(battle.stop, Ask):
            refusal = battle.submit(player.choose())
            assert refusal is None, refusal
        else:
            battle.settle(any_faces(battle.stop, rng))
    return False
