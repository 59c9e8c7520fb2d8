"""What foes would do if the turn ended now, from what one side knows.

The battle is played on from a copy of the side's view, as if that view were the whole truth: the
side ends its turn, and the computer players that play the foes are asked in turn. Nobody's secrets
and no coming dice enter, so an intent gives nothing away.

Dice that fall before a foe chooses lead to several lines, each with its weight: all outcomes of the
first rolls, and as soon as there are enough lines, dice from a stream of the search's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor

import msgspec

from game.ai.computer_players import CHANGEABLE, COMPUTERS
from game.components.unit import Dead, Down, Position
from game.core.cells import Cell
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.engine.chain_odds import check_assume, thinned
from game.play.computer_answers import computer_answer, safe
from game.terms.agenda import Ask, BattleEnd, Chain, DeployAsk, Roll
from game.terms.commands import Command, cell_of, path_of, target_of
from game.world.unit_names import id_of, is_known, side_of, unit_by_id

OUTCOMES = 12
"""Maximum number of outcomes of one roll to tell apart before a foe has chosen."""
LINES, KEPT = 48, 16
"""Maximum number of lines until the first foe has chosen, and until each later one has."""
GUESSES = 6
"""Number of times that a player who chooses at random is asked."""
STOPS = 4000
"""Maximum number of asks and rolls on all lines to one foe's choice."""
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
    tried: int = 0
    """Number of ways tried to get to the foe's choice, if dice fall before it; else 0."""


@dataclass(frozen=True)
class Line:
    """One way that the battle may go on, until a foe has chosen."""

    battle: Battle
    weight: float
    planned: frozenset[str] = frozenset()
    """Foes that have chosen."""
    has_rolled: bool = False
    """Whether dice were rolled before the foe's choice."""
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
    known: set[str] = field(default_factory=set)
    """Foes that the side knows of now. Nothing is told of those that come later."""
    dice: Stream = field(default_factory=lambda: Stream(1, "foresight"))
    """Dice for lines that aren't told apart; never those of the battle."""
    last: int = 0
    """The last round to look into: by its end, every foe has had a turn."""

    def of(self, view: Battle) -> Iterator[Intent]:
        """Yield the intent of each foe, in the order of their turns, from the side's view."""
        lines, most = [self.begun(view)], LINES
        found: dict[str, list[Line]] = {}
        while lines:
            lines = self._chosen(lines, most)
            for line in lines:
                assert line.unit is not None
                found.setdefault(line.unit, []).append(line)
            lines, most = [carried_out(line) for line in spread(lines, KEPT)], KEPT
            yield from self._finished(found, lines)
        yield from self._finished(found, ())

    def _finished(self, found: dict[str, list[Line]], lines: Sequence[Line]) -> Iterator[Intent]:
        """Yield the next intents that no line can add to, and remove them from `found`."""
        for unit in list(found):
            if any(self._is_open(line, unit) for line in lines):
                return
            yield _intent(unit, found.pop(unit))

    def begun(self, battle: Battle) -> Line:
        """Return the line on which a copy of a battle goes on."""
        own = Battle(battle.book, battle.world.clone())
        others = (id_of(own.world, unit) for unit in battle.units())
        foes = (id for id in others if id.partition(".")[0] != self.side)
        self.known = {id for id in foes if _is_up(own, id)}
        self.last = battle.round + 1
        return Line(own, 1.0)

    def _chosen(self, lines: list[Line], most: int) -> list[Line]:
        """Return all ways to the next foe's choice, as far as they lead to one."""
        done: list[Line] = []
        left = lines
        for _ in range(STOPS):
            if not left:
                break
            line = left.pop()
            room = most - len(left) - len(done)
            for one in self._stepped(line, min(OUTCOMES, room)):
                (done if one.plan is not None else left).append(one)
        return done

    def _stepped(self, line: Line, most: int) -> list[Line]:
        """Return the ways that the battle may go on at the next stop; none if it ends there."""
        line = self.looked(line)
        battle, stop = line.battle, line.battle.stop
        if line.plan is not None:
            return [line]
        if isinstance(stop, BattleEnd) or self.is_over(line):
            return []
        if not isinstance(stop, Ask):
            line = self.defended(line, stop)
            return self._rolled(line, most)
        if stop.side == self.side or stop.side not in self.players:
            return [_given(line, safe(battle, stop, battle.legal()))]
        return self._asked(line, stop, most)

    def is_over(self, line: Line) -> bool:
        """Return whether no other foe will choose on a line."""
        is_late = line.battle.round > self.last
        return is_late or not any(self._is_open(line, unit) for unit in self.known)

    def defended(self, line: Line, roll: Roll) -> Line:
        """Return the line with whether the side has rolled in the foe's turn, to defend itself.

        Then the foe has chosen already, by a rule and not by a command.
        """
        is_own = roll.roller is not None and side_of(line.battle.world, roll.roller) == self.side
        is_defended = line.is_defended or (is_own and line.unit is not None)
        return replace(line, is_defended=is_defended, has_rolled=line.has_rolled or not is_defended)

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
        if unit is None and turn is not None and self._is_open(line, turn):
            return replace(line, unit=turn, targets=())
        return line

    def _asked(self, line: Line, ask: Ask, most: int) -> list[Line]:
        """Return the ways after a foe's answers."""
        battle, unit = line.battle, id_of(line.battle.world, ask.unit)
        legal = battle.legal()
        if isinstance(ask, DeployAsk) or not self._is_open(line, unit):
            return [_given(line, safe(battle, ask, legal))]
        found: list[Line] = []
        counts = self._answers(line, ask, legal, most)
        for command, share in counts.items():
            plan = shown(battle, unit, command, self.side) if unit == line.unit else None
            one = replace(line, weight=line.weight * share)
            if len(counts) > 1:
                one = replace(one, battle=_copy(battle), seen=0)
            if plan is not None:
                found.append(replace(one, plan=plan, given=command))
            else:
                found.append(_given(one, command))
        return found

    def _is_open(self, line: Line, unit: str) -> bool:
        """Return whether a unit is a foe that may still choose on a line."""
        return unit in self.known and unit not in line.planned and _is_up(line.battle, unit)

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

    def _rolled(self, line: Line, most: int) -> list[Line]:
        """Return the line after the outcomes of the roll that is due, at most `most`.

        Return it after a single roll if there is no room for more. In a foe's turn the events show
        its targets, and they need the faces of dice; so several rolls stand for all.
        """
        stop = line.battle.stop
        assert isinstance(stop, Roll)
        if most > 1 and not line.is_defended:
            return _told_apart(line, most)
        others = [replace(line, battle=_copy(line.battle), seen=0) for _ in range(most - 1)]
        found = [replace(one, weight=line.weight / (len(others) + 1)) for one in (line, *others)]
        for one in found:
            one.battle.settle(self.dice.roll(stop.dice))
        return found


def foreseen(view: Battle, side: str, players: Seats) -> Iterator[Intent]:
    """Yield the intents of all foes that a side knows of, the first to act first.

    `view` is the side's view, at an ask to it.
    """
    yield from Foresight(side, players).of(view)


def _intent(unit: str, lines: Sequence[Line]) -> Intent:
    """Return a foe's intent from all lines on which it has chosen.

    Plans with the same tile and first target are one, with the targets that all of them have.
    """
    plans: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        assert line.plan is not None
        plan = line.plan
        plans.setdefault((plan.at, plan.targets[:1], plan.spot), []).append(line)
    whole = sum(line.weight for line in lines)
    found = []
    for some in plans.values():
        likeliest = max(some, key=lambda line: line.weight).plan
        assert likeliest is not None
        shared = [set(line.plan.targets) for line in some if line.plan is not None]
        targets = tuple(one for one in likeliest.targets if all(one in has for has in shared))
        share = sum(line.weight for line in some) / whole
        found.append(IntentChoice(Plan(likeliest.at, targets, likeliest.spot), share))
    found.sort(key=lambda choice: -choice.share)
    has_dice = len(found) > 1 or any(line.has_rolled for line in lines)
    return Intent(unit, tuple(found), len(lines) if has_dice else 0)


def _copy(battle: Battle) -> Battle:
    return Battle(battle.book, battle.world.clone())


def _given(line: Line, command: Command) -> Line:
    """Return the line after a command."""
    line.battle.apply(command)
    return line


def carried_out(line: Line) -> Line:
    """Return the line after the foe's plan, ready for the next foe."""
    assert line.unit is not None
    if line.given is not None:
        line.battle.apply(line.given)
    # A foe that has chosen without a command has rolled its dice by now.
    has_rolled = line.has_rolled or line.is_defended
    planned = line.planned | {line.unit}
    return Line(line.battle, line.weight, planned, has_rolled, seen=line.seen)


def spread(lines: Sequence[Line], most: int) -> list[Line]:
    """Return at most `most` of the lines, which stand for all of them by their weights."""
    if len(lines) <= most:
        return list(lines)
    part = sum(line.weight for line in lines) / most
    kept, passed, before = list[Line](), 0.0, 0
    for line in lines:
        passed += line.weight / part
        # Take a line each time that the weights so far reach the middle of another part.
        count = min(most, floor(passed + 0.5)) - before
        before += count
        if count:
            kept.append(replace(line, weight=count * part))
    return kept


def _told_apart(line: Line, most: int) -> list[Line]:
    """Return the line after each outcome of the roll that is due, at most `most`."""
    battle = line.battle
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
