"""Try commands on the view, by the same steps that resolve them in play, and undo them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from game.ai.errands import Errand
from game.ai.valuation import AIM, gains_of
from game.components.script_progress import ChangedTerrain, Progress
from game.components.unit import Allegiance, Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.engine.battle import Battle
from game.engine.chain_odds import TooManyOutcomes, check_assume
from game.engine.change_summary import Place
from game.engine.legality import Desk
from game.engine.odds import Memo, OutcomeSearch, View, tally
from game.engine.position_after import let_pass
from game.terms.agenda import Agenda, Ask, BattleEnd
from game.terms.commands import Command
from game.terms.records import Component, Entity
from game.world import World
from game.world.saved_state import NextId
from game.world.unit_names import side_of, unit_by_id

ASSUME = check_assume("always")
"""The assumption that foes react whenever they can."""
OUTCOMES = 3
"""Maximum number of outcomes per roll."""
CLOSE_OUTCOMES = 8
"""Maximum number of outcomes per roll if the book estimates chances of winning."""
VICTORY = 200.0
"""Worth of winning the battle."""
DRAWN = 0.5
"""Chance of winning that a draw is worth."""
LEVER = 0.4
"""Share of an objective's worth for a trigger that opens the way to it, for using its lever, or for
breaking what bars the way.
"""
DESERTION = 1000.0
"""Cost of leaving a post that the unit must not leave."""
HARMS = (Vitals, Dead, Down)
"""Components that show harm to a unit."""
UNTOLD = (Agenda, NextId)


def spared(world: World, side: str) -> frozenset[Entity]:
    """Return the foes that the side must spare, because their death would lose it the battle."""
    names = {
        when.death.unit
        for trigger in world.scene.level.script.triggers
        if any(deed.lose == side for deed in trigger.do)
        for when in trigger.conditions
        if when.death is not None and when.death.unit is not None
    }
    found = (unit_by_id(world, name) for name in sorted(names))
    return frozenset(u for u in found if u is not None and side_of(world, u) != side)


class Outlook:
    """A view to try commands on; each trial is undone. `work` counts the trials.

    Everything that the view has found about the position serves the trials, too.
    """

    def __init__(self, view: Battle, side: str, looks_ahead: bool = False) -> None:
        """Prepare the trials on a view, or on a copy of a battle that is not a view.

        With `looks_ahead`, use the book's estimate of the chance to win, if it has one.
        """
        self.battle = view.clone() if view.own is None else view
        self.world = self.battle.world
        self.side = side
        self.work = 0
        self.zeal = 1.0
        """Factor by which foes' life counts for more than the side's own."""
        self.post: tuple[Entity, frozenset[Cell]] | None = None
        """A unit, and the tiles that it must not leave."""
        self.errand: Errand | None = None
        """What the unit was sent to do."""
        self.barrier: Cell | None = None
        """The tile with a thing that the unit has to break on its way."""
        self._gains, self._opens = gains_of(view.book.hints), view.book.hints.opens
        self._wears = view.book.hints.wears
        self._spared = spared(self.world, side)
        self._memo: Memo[tuple[float, str | None]] = {}
        self._chance = view.book.hints.chance if looks_ahead else None
        self._stood = self._before = self._odds_on()
        """The chance of winning now, and before the last command that was applied."""

    def keep(self, unit: Entity, tiles: frozenset[Cell] | None) -> None:
        """Make a unit stay on `tiles`; None lets it go anywhere."""
        self.post = None if tiles is None else (unit, tiles)

    def gain(self, command: Command) -> float:
        """Return the mean worth of the command to the side over all its outcomes."""
        self.work += 1
        view = View(self.battle.book, self.battle.machine, self.world)
        most = OUTCOMES if self._chance is None else CLOSE_OUTCOMES
        try:
            leaves, total, _ = tally(view, command, ASSUME, self._leaf, self._memo, most)
        except TooManyOutcomes:
            return 0.0
        return sum(value * weight for (value, _), weight in leaves.items()) / total

    def _leaf(
        self, walk: OutcomeSearch[tuple[float, str | None]], then: str | None
    ) -> tuple[float, str | None]:
        return self.value(walk.touched(), self._stood), then

    def value(self, touched: dict[Place, Component | None], stood: float) -> float:
        """Return the worth of all changes since an earlier moment.

        `touched` has the components of that moment, and `stood` is its chance to win.
        """
        world, total = self.world, -DESERTION if self._has_left(touched) else 0.0
        for (entity, kind), old in touched.items():
            if kind in UNTOLD:
                continue
            new = world.find(entity, kind)
            if new is old:
                continue
            if entity == world.root and not (kind is BattleEnd and self._chance):
                total += self._decided(kind, old, new)
            if self.barrier is not None:
                total += AIM * LEVER * self._broken(kind, old, new)
            gain: Callable[..., Iterable[tuple[Entity, float]]] | None = self._gains.get(kind)
            harms = kind in HARMS
            if harms and entity in self._spared:
                continue
            for unit, points in gain(world, entity, old, new) if gain else ():
                weight = self.zeal if harms and points < 0 else 1.0
                total += points * (1 if self._is_ours(unit) else -weight)
        if self._chance is not None:
            total += 2 * VICTORY * (self._odds_on() - stood)
        # Round, because outcomes of equal worth are merged, and the order of a sum affects its last
        # digits.
        return round(total, 6)

    def _broken(self, kind: type[Component], old: Component | None, new: Component | None) -> float:
        """Return how much of the barrier a change breaks: 1 for all of it."""
        if kind is ChangedTerrain:
            return float(self.barrier is not None and self.world.grid.cost(self.barrier) > 0)
        wear: Callable[..., Iterable[tuple[Cell, float]]] | None = self._wears.get(kind)
        return (
            sum(share for at, share in wear(self.world, old, new) if at == self.barrier)
            if wear
            else 0.0
        )

    def _odds_on(self) -> float:
        """Return the side's chance to win; 0 if the book doesn't estimate it."""
        if self._chance is None:
            return 0.0
        over = self.world.find(self.world.root, BattleEnd)
        if over is not None:
            return DRAWN if over.winner is None else float(over.winner == self.side)
        return self._chance(self.world, self.side)

    def _has_left(self, touched: dict[Place, Component | None]) -> bool:
        """Return whether the unit has left its post."""
        if self.post is None or (self.post[0], Position) not in touched:
            return False
        stand = self.world.find(self.post[0], Position)
        return stand is None or stand.at not in self.post[1]

    def _is_ours(self, unit: Entity) -> bool:
        """Return whether the unit is on this side, so that its gains are the side's gains."""
        of = self.world.find(unit, Allegiance)
        return of is not None and of.side == self.side

    def _decided(
        self, kind: type[Component], old: Component | None, new: Component | None
    ) -> float:
        """Return the worth of a decided battle, or of objectives completed and failed."""
        if isinstance(new, BattleEnd):
            return 0.0 if new.winner is None else VICTORY * self._for_us(new.winner)
        if kind is not Progress or not isinstance(new, Progress):
            return 0.0
        before = old if isinstance(old, Progress) else Progress()
        aims = {aim.id: aim.side for aim in self.world.scene.level.script.objectives}
        reached = sum(self._for_us(aims[id]) for id in new.reached if id not in before.reached)
        failed = sum(self._for_us(aims[id]) for id in new.failed if id not in before.failed)
        return AIM * (reached - failed + LEVER * self._ran(before, new))

    def _ran(self, before: Progress, now: Progress) -> int:
        """Return the number of triggers and levers of the errand that have been set off."""
        if self.errand is None or not self.errand.triggers:
            return 0
        tiles, triggers = self.errand.tiles, self.errand.triggers
        used = sum(use[1] in tiles for use in now.handled if use not in before.handled)
        return used + sum(n in triggers for n in now.fired if n not in before.fired)

    def _for_us(self, side: str) -> int:
        return 1 if side == self.side else -1

    def strikers(self, command: Command) -> frozenset[str]:
        """Return the foes that a move provokes to attack, as the book reports them."""
        return frozenset(self.battle.risks(command).strikers)

    @contextmanager
    def after(self, command: Command, is_let_pass: bool = False) -> Iterator["Battle | None"]:
        """Yield the battle after a command, if the same unit continues without a roll, else None.

        With `is_let_pass`, foes that are asked about reactions decline. The battle is restored on
        exit.
        """
        ask, battle, done = self.battle.stop, self.battle, len(self.battle.history)
        kept = self._memo, self._stood, self._before
        self.work += 1
        quiet, self.world.quiet = self.world.quiet, True
        try:
            battle.apply(command)
            if is_let_pass:
                let_pass(battle, self.side)
            goes_on = type(battle.stop) is type(ask) and battle.stop == ask
            if goes_on and self._chance is not None:
                # The memo holds gains relative to `_stood`, so a new `_stood` needs a new memo.
                self._memo, self._stood, self._before = {}, self._odds_on(), self._stood
            yield battle if goes_on and isinstance(ask, Ask) else None
        finally:
            self._memo, self._stood, self._before = kept
            battle.undo(agreed=True, commands=len(battle.history) - done)
            self.world.quiet = quiet

    def deeds(self, but: tuple[type[Command], ...]) -> tuple[Command, ...]:
        """Return the legal commands at the current ask, except those of the types `but`."""
        ask = self.battle.stop
        return Desk(self.battle.book, self.world, ask).legal(but) if isinstance(ask, Ask) else ()

    def changed(self) -> float:
        """Return the worth of the changes that the last applied command has made."""
        return self.value(self._touched(), self._before)

    def opens(self) -> bool:
        """Return whether the last applied command may have made new commands possible."""
        kinds = self._opens
        return kinds is None or any(kind in kinds for _, kind in self._touched())

    def _touched(self) -> dict[Place, Component | None]:
        return self.world.touched(self.battle.history[-1].mark)
