"""Commands on units that need a move first, and other tiles for the planned command."""

from collections.abc import Iterable

from game.client.battle.context import BattleContext
from game.core.cells import Cell
from game.present.picture import Token
from game.present.question import Choice, Key


class Approaching:
    """Finder of approaches for the battle screen, and of other tiles for the planned command."""

    def __init__(self, seat: BattleContext) -> None:
        self._seat = seat
        self._pinned: Choice | None = None
        """Planned choice whose tile was clicked, so that the pointer no longer changes it."""

    # Approaches

    def foreseen(self, cell: Cell | None) -> Choice | None:
        """Return the approach that a click on a tile plans; None if there is none, or not yet."""
        token = self._aimed_at(cell)
        found = self._seat.approaches(token.id, self._seat.plan.chosen) if token else None
        return found[0] if found else None

    def now(self, cell: Cell) -> Choice | None:
        """Return the approach that a click on a tile plans, or None. Finish the search for it."""
        token = self._aimed_at(cell)
        found = self._all(token, self._seat.plan.chosen) if token else ()
        return found[0] if found else None

    def _aimed_at(self, cell: Cell | None) -> Token | None:
        """Return the unit on a tile if it can be approached: a foe, or any unit with a button."""
        seat, plan = self._seat, self._seat.plan
        if cell is None or plan.question is None or plan.is_met or plan.foreseen(cell) is not None:
            return None
        token = seat.board.token_at(cell)
        is_foe = token is not None and token.side != plan.question.side
        return token if is_foe or plan.chosen is not None else None

    def reaches(self, key: Key) -> bool:
        """Return whether a button that is unavailable works on a foe after a move."""
        seat, actor = self._seat, self._seat.actor
        if seat.plan.question is None or seat.plan.is_met or actor is None:
            return False
        foes = [one for one in seat.picture.tokens if one.side != actor.side and one.at is not None]
        return any(self._all(token, key) for token in _nearest(foes, actor))

    def targets(self) -> frozenset[Cell]:
        """Return the tiles of units on which the chosen button works after a move.

        Return none if the button is available here. While the search goes on, return those found.
        """
        seat, plan, actor = self._seat, self._seat.plan, self._seat.actor
        key = plan.chosen
        if key is None or plan.shut(key) is None or actor is None:
            return frozenset()
        others = [one for one in seat.picture.tokens if one != actor and one.at is not None]
        found = [one for one in _nearest(others, actor) if seat.approaches(one.id, key)]
        return frozenset(cell for one in found for cell in one.cells)

    def aims(self) -> set[Cell]:
        """Return the target tiles of the current button, here or else after a move."""
        plan = self._seat.plan
        is_far = plan.chosen is not None and plan.deed(plan.chosen) is None
        return set(self.targets() if is_far else plan.places())

    def _all(self, token: Token, key: Key | None) -> tuple[Choice, ...]:
        return self._seat.approaches(token.id, key, is_urgent=True) or ()

    # Tiles of the planned command

    @property
    def ways(self) -> tuple[Choice, ...]:
        """The planned command from each tile that it can be given from; empty if only from one."""
        planned, plan = self._seat.plan.planned, self._seat.plan
        if planned is None or planned.unit is None or plan.is_met or plan.question is None:
            return ()
        found = self._seat.approaches(planned.unit, planned.key)
        return found if found is not None and len(found) > 1 else ()

    def place(self, choice: Choice) -> Cell | None:
        """Return the tile from which a choice is given."""
        if choice.after is not None:
            return choice.after.at
        actor = self._seat.actor
        return actor.at if actor else None

    def places(self) -> frozenset[Cell]:
        """Return the tiles that the planned command can be given from."""
        found = (self.place(one) for one in self.ways)
        return frozenset(cell for cell in found if cell is not None)

    def turn(self, steps: int) -> bool:
        """Plan the command from another tile, `steps` further; return whether there are others."""
        ways, planned = self.ways, self._seat.plan.planned
        if not ways:
            return False
        here = next((n for n, one in enumerate(ways) if _is_same(one, planned)), 0)
        way = 1 if steps > 0 else -1
        others = [ways[(here + way * n) % len(ways)] for n in range(1, len(ways))]
        return self._to_first(others)

    def toward(self, dx: int, dy: int) -> bool:
        """Plan the command from the nearest tile in a direction.

        Return whether the planned command can be given from several tiles.
        """
        planned, ways = self._seat.plan.planned, self.ways
        start = self.place(planned) if planned else None
        if not ways or start is None:
            return False
        ahead = []
        for one in ways:
            at = self.place(one)
            if at is None:
                continue
            x, y = at[0] - start[0], at[1] - start[1]
            along, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            if along > 0:
                ahead.append((along + 2 * aside, one))
        ahead.sort(key=lambda found: found[0])
        self._to_first(one for _, one in ahead)
        return True

    def point(self, cell: Cell | None) -> bool:
        """Plan the command from the tile pointed at; return whether that changed the plan.

        Only a command that needs a move anyway follows the pointer.
        """
        planned = self._seat.plan.planned
        if planned is None or planned.after is None or self.is_pinned:
            return False
        found = self.at(cell)
        return found is not None and not _is_same(found, planned) and self._to_first([found])

    def at(self, cell: Cell | None) -> Choice | None:
        """Return the planned command as given from a tile, or None if that isn't possible."""
        if cell is None:
            return None
        return next((one for one in self.ways if self.place(one) == cell), None)

    def is_aim(self, cell: Cell) -> bool:
        """Return whether a tile is that of the planned command's target."""
        planned, token = self._seat.plan.planned, self._seat.board.token_at(cell)
        return planned is not None and token is not None and planned.unit == token.id

    def pin(self) -> None:
        """Keep the planned command's tile wherever the pointer moves."""
        self._pinned = self._seat.plan.planned

    @property
    def is_pinned(self) -> bool:
        """Return whether the planned command's tile was clicked."""
        return self._pinned is not None and self._pinned == self._seat.plan.planned

    def _to_first(self, ways: Iterable[Choice]) -> bool:
        """Plan the first of some choices that is legal after its move; return whether one is."""
        for one in ways:
            if one.after is None or self._seat.ahead.is_legal(one.after.command, one.command):
                self._seat.plan.planned = one
                return True
        return False

    def _is_legal(self, choice: Choice) -> bool:
        """Return whether a choice is legal once its move has gone as hoped."""
        move = choice.after
        return move is None or self._seat.ahead.is_legal(move.command, choice.command)


def _is_same(one: Choice, other: Choice | None) -> bool:
    """Return whether two choices give the same command from the same tile."""
    return other is not None and (one.command, one.after) == (other.command, other.after)


def _nearest(tokens: Iterable[Token], actor: Token) -> list[Token]:
    """Return tokens on the board, those near the actor first."""
    x, y = actor.at or (0, 0)

    def far(token: Token) -> int:
        its = token.at or (0, 0)
        return max(abs(its[0] - x), abs(its[1] - y))

    return sorted(tokens, key=far)
