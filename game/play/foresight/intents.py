"""What foes would do if the turn ended now, from what one side knows.

The battle is played on from a copy of the side's view, as if that view were the whole truth: the
side ends its turn, and the computer players that play the foes are asked in turn. Nobody's secrets
and no coming dice enter, so an intent gives nothing away.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from game.ai.computer_players import CHANGEABLE, COMPUTERS
from game.components.unit import Dead, Down, Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.engine.chain_odds import check_assume, thinned
from game.play.computer_answers import computer_answer, safe
from game.terms.agenda import Ask, BattleEnd, Chain, DeployAsk, Roll
from game.terms.commands import Command, cell_of, path_of, target_of
from game.world.unit_names import id_of, is_known, side_of, unit_by_id

OUTCOMES = 12
"""Maximum number of outcomes of one roll to tell apart before a foe has chosen."""
LINES = 48
"""Maximum number of ways to tell apart until a foe has chosen; rolls then have one outcome."""
GUESSES = 6
"""Number of times that a player who chooses at random is asked."""
STOPS = 400
"""Maximum number of asks and rolls on the way to one foe's choice."""
STOP = check_assume("stop")

Seats = Mapping[str, str]
"""The name of the player of each side that a computer plays."""


class Plan(msgspec.Struct, frozen=True):
    """What a foe would do: the tile where it would be, and its targets there.

    A group has several targets. `spot` is the tile that a command is aimed at, if it names no unit.
    """

    at: Cell | None
    targets: tuple[str, ...] = ()
    spot: Cell | None = None


class IntentChoice(msgspec.Struct, frozen=True):
    """A plan, with its share of everything that the foe may do."""

    plan: Plan
    share: float


class Intent(msgspec.Struct, frozen=True):
    """What a foe would do as things stand; the likeliest plan comes first.

    The shares add up to 1. There are several if dice are rolled first, or if the foe's player
    chooses at random.
    """

    unit: str
    choices: tuple[IntentChoice, ...]


@dataclass(frozen=True)
class Line:
    """One way that the battle may go on, until a foe has chosen."""

    battle: Battle
    weight: float
    unit: str | None = None
    """The foe whose turn it is."""
    seen: int = 0
    """Number of events that have been looked at."""
    targets: tuple[str, ...] = ()
    is_defended: bool = False
    """Whether the side has rolled dice in the foe's turn."""
    plan: Plan | None = None
    """The foe's plan, once it is known."""
    given: Command | None = None
    """The command that has shown the plan. It hasn't been carried out yet."""


@dataclass
class Foresight:
    """The search for the foes' intents. `side` is the side that looks ahead."""

    side: str
    players: Seats
    planned: set[str] = field(default_factory=set)
    """Foes whose intents are known."""
    known: set[str] = field(default_factory=set)
    """Foes that the side knows of now. Nothing is told of those that come later."""

    def of(self, view: Battle) -> Iterator[Intent]:
        """Yield the intent of each foe, in the order of their turns, from the side's view."""
        lines = [self.begun(view)]
        while lines:
            found = [line for line in self._chosen(lines) if line.plan is not None]
            units = dict.fromkeys(line.unit for line in found if line.unit is not None)
            if not units:
                return
            for unit in units:
                self.planned.add(unit)
                yield _intent(unit, [line for line in found if line.unit == unit])
            # The next foe is asked as things would most likely stand by then.
            lines = [_carried_out(max(found, key=lambda line: line.weight))]

    def begun(self, battle: Battle) -> Line:
        """Return the line on which a copy of a battle goes on."""
        own = Battle(battle.book, battle.world.clone())
        others = (id_of(own.world, unit) for unit in battle.units())
        foes = (id for id in others if id.partition(".")[0] != self.side)
        self.known = {id for id in foes if _is_up(own, id)}
        return Line(own, 1.0)

    def _chosen(self, lines: list[Line]) -> list[Line]:
        """Return all ways to the next foe's choice, as far as they lead to one."""
        done: list[Line] = []
        left = lines
        for _ in range(STOPS):
            if not left:
                break
            line = left.pop()
            further = self._stepped(line, OUTCOMES if len(left) + len(done) < LINES else 1)
            for one in further:
                (done if one.plan is not None else left).append(one)
        return done

    def _stepped(self, line: Line, most: int) -> list[Line]:
        """Return the ways that the battle may go on at the next stop; none if it ends there."""
        line = self.looked(line)
        battle, stop = line.battle, line.battle.stop
        if line.plan is not None:
            return [line]
        if isinstance(stop, BattleEnd):
            return []
        if not isinstance(stop, Ask):
            line = self.defended(line, stop)
            return _rolled(line, 1 if line.is_defended else most)
        if stop.side == self.side or stop.side not in self.players:
            return [_given(line, safe(battle, stop, battle.legal()))]
        return self._asked(line, stop, most)

    def defended(self, line: Line, roll: Roll) -> Line:
        """Return the line with whether the side has rolled in the foe's turn, to defend itself.

        Then the foe has chosen already, by a rule and not by a command.
        """
        is_own = roll.roller is not None and side_of(line.battle.world, roll.roller) == self.side
        is_defended = line.is_defended or (is_own and line.unit is not None)
        return replace(line, is_defended=is_defended)

    def looked(self, line: Line) -> Line:
        """Return the line with whose turn it is, and with the targets that events have shown."""
        battle, world = line.battle, line.battle.world
        unit = line.unit
        told = [one.event for one in world.log[line.seen :]]
        found = (
            str(getattr(event, "target", ""))
            for event in told
            if unit is not None and getattr(event, "unit", None) == unit
        )
        new = (id for id in found if id and not id.startswith(f"{str(unit).partition('.')[0]}."))
        targets = tuple(dict.fromkeys((*line.targets, *new)))
        line = replace(line, seen=len(world.log), targets=targets)
        turn = battle.turn
        if unit is not None and (turn != unit or isinstance(battle.stop, BattleEnd)):
            return replace(line, plan=Plan(_at(battle, unit), line.targets))
        if unit is None and self._is_due(turn) and _is_up(battle, turn):
            return replace(line, unit=turn, targets=())
        return line

    def _asked(self, line: Line, ask: Ask, most: int) -> list[Line]:
        """Return the ways after a foe's answers."""
        battle, unit = line.battle, id_of(line.battle.world, ask.unit)
        legal = battle.legal()
        if isinstance(ask, DeployAsk) or not (self._is_due(unit) and _is_up(battle, unit)):
            return [_given(line, safe(battle, ask, legal))]
        found: list[Line] = []
        counts = self._answers(line, ask, legal, most)
        for command, share in counts.items():
            plan = shown(battle, unit, command, self.side) if unit == line.unit else None
            one = replace(line, weight=line.weight * share)
            if plan is not None:
                found.append(replace(one, plan=plan, given=command))
            else:
                apart = one if len(counts) == 1 else replace(one, battle=_copy(one.battle))
                found.append(_given(apart, command))
        return found

    def _is_due(self, unit: str | None) -> bool:
        """Return whether a unit is a foe whose intent is still to be found."""
        return unit in self.known and unit not in self.planned

    def _answers(
        self, line: Line, ask: Ask, legal: tuple[Command, ...], most: int
    ) -> dict[Command, float]:
        """Return the answers of the player who is asked, with their shares."""
        name = self.players[ask.side]
        is_random = name in CHANGEABLE and most > 1
        counts: dict[Command, float] = {}
        for seed in range(GUESSES if is_random else 1):
            player = COMPUTERS[name](seed, ask.side, 0)
            answer = computer_answer(player, line.battle, ask.side, legal).command
            counts[answer] = counts.get(answer, 0) + 1
        total = sum(counts.values())
        return {command: count / total for command, count in counts.items()}


def foreseen(view: Battle, side: str, players: Seats) -> Iterator[Intent]:
    """Yield the intents of all foes that a side knows of, the first to act first.

    `view` is the side's view, at an ask to it.
    """
    yield from Foresight(side, players).of(view)


def _intent(unit: str, lines: list[Line]) -> Intent:
    shares: dict[Plan, float] = {}
    for line in lines:
        assert line.plan is not None
        shares[line.plan] = shares.get(line.plan, 0.0) + line.weight
    whole = sum(shares.values())
    order = sorted(shares, key=lambda plan: -shares[plan])
    return Intent(unit, tuple(IntentChoice(plan, shares[plan] / whole) for plan in order))


def _copy(battle: Battle) -> Battle:
    return Battle(battle.book, battle.world.clone())


def _given(line: Line, command: Command) -> Line:
    """Return the line after a command."""
    line.battle.apply(command)
    return line


def _carried_out(line: Line) -> Line:
    """Return the line after the foe's plan, ready for the next foe."""
    if line.given is not None:
        line.battle.apply(line.given)
    return Line(line.battle, 1.0, seen=line.seen)


def _rolled(line: Line, most: int) -> list[Line]:
    """Return the line after each outcome of the roll that is due, at most `most`.

    With a single outcome, its dice show their middle faces.
    """
    battle = line.battle
    if most == 1:
        sides = battle.stop.dice.sides if isinstance(battle.stop, Roll) else ()
        battle.settle(tuple((most + 1 + n % 2) // 2 for n, most in enumerate(sides)))
        return [line]
    chain = battle.world.frames()[-1].item
    assert isinstance(chain, Chain)
    outcomes, total = thinned(chain, STOP, most)
    found: list[Line] = []
    for outcome, weight in battle.machine.sorts(battle.world, outcomes):
        world = battle.world.clone()
        world.quiet = True  # events would need the faces of dice
        if battle.machine.handles(type(outcome)):
            battle.machine.happen(world, outcome)
        else:
            world.pop()
            world.push(outcome)
        after = Battle(battle.book, world)
        world.quiet = False
        share = line.weight * weight / total
        found.append(replace(line, battle=after, weight=share, seen=0))
    return found


def shown(battle: Battle, unit: str, command: Command, side: str) -> Plan | None:
    """Return the plan that a foe's command shows, or None if it only prepares one."""
    target, path, at = target_of(command), path_of(command), _at(battle, unit)
    if target == unit:
        return None
    if target is not None:
        return Plan(at, (target,))
    if path:
        met = (
            id
            for one in battle.world.ids(Position)
            if path[-1] in battle.world.get(one, Position).cells
            and is_known(battle.world, one, None)
            and (id := id_of(battle.world, one)).partition(".")[0] == side
        )
        found = next(met, None)
        return Plan(path[-1], (found,)) if found is not None else None
    spot = cell_of(command)
    return Plan(at, (), spot) if spot is not None else None


def _at(battle: Battle, unit: str) -> Cell | None:
    found = unit_by_id(battle.world, unit)
    stand = battle.world.find(found, Position) if found is not None else None
    return stand.at if stand is not None else None


def _is_up(battle: Battle, unit: str | None) -> bool:
    """Return whether a unit is on the board and can act, as far as is known."""
    world = battle.world
    found = unit_by_id(world, unit) if unit is not None else None
    if found is None or world.has(found, Down) or world.has(found, Dead):
        return False
    return world.has(found, Position)
