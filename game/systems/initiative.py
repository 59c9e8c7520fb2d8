"""Initiative: the rolls, the units that roll together, and how ties are broken.

A book's `setup` pushes `Contest` above `NextTurn`. Every contender rolls once, in unit order. Then
the level's tie policies apply in order, each to the ties that are still left. After the last, tied
units stay in unit order. Units that arrive later roll on arrival, and act from the next round on.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from game.components.turns import Initiative, Rounds
from game.core.dice import Dice
from game.systems.rounds import MOST_TIES, Join, Ordered
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Component, Entity, Record
from game.world import World
from game.world.system import System
from game.world.unit_names import units_on_board

Policy = Literal["agility", "reroll", "players", "controller"]


class OrderContender(Record, frozen=True, tag="Contender"):
    """A unit that rolls initiative, for itself or for a group that acts together.

    `members` are all units of the group, including this unit. `parts` are the modifiers that add up
    to `bonus`.
    """

    unit: Entity
    side: str
    members: tuple[Entity, ...]
    bonus: int
    agility: int
    is_player: bool
    parts: tuple[Modifier, ...] = ()


Tied = tuple[OrderContender, ...]


class OrderRules(NamedTuple):
    """A level's rules for initiative: the dice, and the policies for ties, in order."""

    dice: str
    ties: tuple[Policy, ...]


class Contest(AgendaItem, frozen=True):
    """The rolls for initiative of all units on the board."""


class Parting(AgendaItem, frozen=True):
    """The moment at which the level's tie policy number `step` (from 0) applies."""

    step: int


class Ranking(Component, frozen=True):
    """On the root: the turn order as far as it is known, best first.

    Tied units share a rank, in unit order. `picked` lists the tied units that their sides have
    picked, in this order.
    """

    ranks: tuple[Tied, ...]
    picked: tuple[Entity, ...] = ()


class PlaceRoll(Chain, frozen=True):
    """The initiative rolls of all contenders, one at a time."""

    expr: str
    purpose: Literal["start", "again", "join"]
    contenders: Tied
    source: str
    totals: tuple[int, ...] = ()
    passes: int = 1

    @property
    def _due(self) -> OrderContender:
        return self.contenders[len(self.totals)]

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def head(self) -> RollHead:
        return RollHead("initiative", self.source, self._due.unit, self._due.parts)

    def after(self, value: int) -> AgendaItem:
        totals = (*self.totals, value + self._due.bonus)
        if len(totals) < len(self.contenders):
            return replace(self, totals=totals)
        return PlacesRolled(self.purpose, self.contenders, totals, self.passes)


class PlacesRolled(Outcome, frozen=True):
    """The initiative totals of all contenders."""

    purpose: Literal["start", "again", "join"]
    contenders: Tied
    totals: tuple[int, ...]
    passes: int


class RollingForOrder(System[Contest | Join | PlacesRolled | Parting]):
    """A system that rolls for initiative, breaks ties, and adds units that join.

    List it before `rounds.TurnOrder`, and instead of `rounds.Joining`.
    """

    def __init__(
        self,
        rules: tuple[str, str],
        terms: Callable[[World], OrderRules],
        contenders: Callable[[World, tuple[Entity, ...]], Tied],
        ask: Callable[[str, Entity, tuple[Entity, ...]], Ask],
    ) -> None:
        """Make the system. `rules` are the ids of the rules for rolls and for ties.

        `contenders` returns the contenders among some units, in unit order. `ask` makes the ask
        with which a side picks the first of its tied units.
        """
        self._rule, self._tie_rule = rules
        self._terms = terms
        self._contenders = contenders
        self._ask = ask

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case Contest():
                self._roll(world, "start", self._contenders(world, units_on_board(world)))
            case Join(units):
                rounds = world.find(world.root, Rounds)
                new = tuple(u for u in units if rounds and u not in rounds.order)
                self._roll(world, "join", self._contenders(world, new))
            case PlacesRolled():
                self._rolled(world, item)
            case Parting(step):
                self._part(world, step)

    def _roll(
        self, world: World, purpose: Literal["start", "again", "join"], who: Tied, passes: int = 1
    ) -> None:
        rule = self._tie_rule if purpose == "again" else self._rule
        if who:
            dice = self._terms(world).dice
            world.push(PlaceRoll(dice, purpose, who, rule, passes=passes))
        elif purpose == "start":
            world.push(Ordered(()))

    def _rolled(self, world: World, item: PlacesRolled) -> None:
        if item.purpose == "again":
            self._rolled_again(world, item)
            return
        for contender, total in zip(item.contenders, item.totals, strict=True):
            note = Initiative(total, contender.agility, contender.is_player)
            for unit in contender.members:
                world.put(unit, note)
            if item.purpose == "join":
                self._take_in(world, contender, note)
        if item.purpose == "start":
            world.put(world.root, Ranking((item.contenders,)))
            _split_all(world, lambda c: world.get(c.unit, Initiative).total)
            world.push(Parting(0))

    def _rolled_again(self, world: World, item: PlacesRolled) -> None:
        totals = {c.unit: t for c, t in zip(item.contenders, item.totals, strict=True)}
        # Units that aren't tied don't roll again. Each is alone in its rank, so its 0 doesn't move
        # it.
        _split_all(world, lambda c: totals.get(c.unit, 0))
        left = _tied(world)
        if left and item.passes < MOST_TIES:
            self._roll(world, "again", left, item.passes + 1)

    def _part(self, world: World, step: int) -> None:
        """Apply one tie policy. After the last, the order is final."""
        ties = self._terms(world).ties
        if step == len(ties):
            self._set(world)
        elif ties[step] == "controller":
            self._let_pick(world, step)
        else:
            world.push(Parting(step + 1))
            if ties[step] == "reroll":
                self._roll(world, "again", _tied(world))
            else:
                _split_all(world, lambda c: _worth(ties[step], c))

    def _let_pick(self, world: World, step: int) -> None:
        """Ask sides with several tied units which comes first, until all ties are broken."""
        ranking = world.get(world.root, Ranking)
        for rank in ranking.ranks:
            for side in dict.fromkeys(c.side for c in rank):
                left = [c.unit for c in rank if c.side == side and c.unit not in ranking.picked]
                if len(left) > 1:
                    world.push(Parting(step), self._ask(side, left[0], tuple(left)))
                    return
        ranks = (_as_picked(rank, ranking.picked) for rank in ranking.ranks)
        single = tuple((contender,) for rank in ranks for contender in rank)
        world.put(world.root, Ranking(single))
        world.push(Parting(step + 1))

    def _set(self, world: World) -> None:
        ranks = world.get(world.root, Ranking).ranks
        world.drop(world.root, Ranking)
        together = [contender.members for rank in ranks for contender in rank]
        order = tuple(unit for members in together for unit in members)
        world.push(Ordered(order, tuple(members for members in together if len(members) > 1)))

    def _take_in(self, world: World, contender: OrderContender, note: Initiative) -> None:
        """Add a joining contender to the turn order, behind all units that it doesn't beat."""
        rounds, members = world.get(world.root, Rounds), contender.members
        ties = self._terms(world).ties
        own = _standing(note, ties)
        later = (
            place
            for place, unit in enumerate(rounds.order)
            if (other := world.find(unit, Initiative)) and _standing(other, ties) < own
        )
        place = next(later, len(rounds.order))
        world.put(
            world.root,
            replace(
                rounds,
                order=(*rounds.order[:place], *members, *rounds.order[place:]),
                acted=(*rounds.acted, *members),
                groups=(*rounds.groups, *((members,) if len(members) > 1 else ())),
            ),
        )


def pick(world: World, unit: Entity) -> None:
    """Record that a side has picked this unit from its tied units."""
    ranking = world.get(world.root, Ranking)
    world.put(world.root, replace(ranking, picked=(*ranking.picked, unit)))


def _worth(policy: Policy, of: OrderContender | Initiative) -> int:
    """Return the value by which a policy without a roll sorts units, highest first."""
    return of.agility if policy == "agility" else int(of.is_player)


def _standing(note: Initiative, ties: tuple[Policy, ...]) -> tuple[int, ...]:
    """Return the key that ranks joining units: the total, then the policies without a roll."""
    still = (policy for policy in ties if policy in ("agility", "players"))
    return note.total, *(_worth(policy, note) for policy in still)


def _split_all(world: World, key: Callable[[OrderContender], int]) -> None:
    """Split each rank by a key, the highest first."""
    ranks = (part for rank in world.get(world.root, Ranking).ranks for part in _split(rank, key))
    world.put(world.root, Ranking(tuple(ranks)))


def _split(rank: Tied, key: Callable[[OrderContender], int]) -> list[Tied]:
    values = sorted({key(contender) for contender in rank}, reverse=True)
    return [tuple(c for c in rank if key(c) == value) for value in values]


def _tied(world: World) -> Tied:
    """Return all contenders that are tied with another, in unit order."""
    ranks = world.get(world.root, Ranking).ranks
    tied = (contender for rank in ranks if len(rank) > 1 for contender in rank)
    return tuple(sorted(tied, key=lambda contender: contender.unit))


def _as_picked(rank: Tied, picked: tuple[Entity, ...]) -> Tied:
    """Return a rank with each side's units in the order picked, in the places that the side had."""
    last = len(picked)
    ordered = sorted(rank, key=lambda c: picked.index(c.unit) if c.unit in picked else last)
    queues = {side: iter([c for c in ordered if c.side == side]) for side in {c.side for c in rank}}
    return tuple(next(queues[contender.side]) for contender in rank)


PART = part_of(globals(), Initiative)
