"""What foes would do, for a window: an aid that people can switch on.

It is found in another process, from nothing but the view of the people's side.
"""

from collections.abc import Iterable

from game.core.cells import Cell
from game.play.foresight.intent_process import IntentSearch, IntentSeat
from game.play.foresight.intents import Intent, Plan
from game.play.play_sentences import said
from game.play.players import STDIO
from game.play.table import Table
from game.terms.agenda import Ask, DeployAsk
from game.terms.texts import titles_text

MOST_TOLD = 3
"""Maximum number of plans of a foe in words."""


class ShownIntents:
    """The foes' intents in the current position of a table, if they are switched on."""

    def __init__(self, table: Table, extra: tuple[str, ...]) -> None:
        """Search for nothing yet. `extra` are packages with more rulebooks."""
        self._table, self._extra = table, extra
        self._search: IntentSearch | None = None
        self._place: tuple[object, ...] | None = None
        """The position that the search is about, or None."""

    @property
    def side(self) -> str | None:
        """The side that may be shown intents: the only side that people play, else None.

        In a duel, intents would be advice against the other people.
        """
        players = self._table.record.header.players
        people = [side for side, name in players.items() if name == STDIO]
        return people[0] if len(people) == 1 and len(players) > 1 else None

    def update(self, is_wanted: bool) -> bool:
        """Look for what foes would do now; return whether that has changed.

        On a journey, its assist decides whether intents are shown; elsewhere `is_wanted` does.
        """
        header, side = self._table.record.header, self.side
        is_on = side is not None and (header.intent if header.journey else is_wanted)
        self._table.shown_intents = side if is_on else None
        place = self._now(side) if is_on and side is not None else None
        if place == self._place:
            return self._search is not None and self._search.look()
        had_any, self._place = bool(self.found), place
        if place is None or side is None:
            if self._search is not None:
                self._search.drop()
            return had_any
        if self._search is None:
            self._search = IntentSearch(self._seat(side))
        self._search.ask(self._table.battle.view(side))
        return had_any

    def _now(self, side: str) -> tuple[object, ...] | None:
        """Return a key of the position, if the side is to choose in its own turn, else None."""
        battle = self._table.battle
        stop = battle.stop
        if not isinstance(stop, Ask) or isinstance(stop, DeployAsk) or stop.side != side:
            return None
        turn = battle.turn
        is_own = turn is None or turn.partition(".")[0] == side
        return (battle.world.writes, len(battle.history)) if is_own else None

    def _seat(self, side: str) -> IntentSeat:
        players = self._table.record.header.players
        others = {one: name for one, name in players.items() if one != side}
        return IntentSeat(self._table.battle.world.scene.level, side, others, self._extra)

    @property
    def found(self) -> tuple[Intent, ...]:
        """The intents found so far, the first foe to act first.

        Empty if they are switched off, or if the position has changed since.
        """
        search, side = self._search, self.side
        is_now = side is not None and self._place is not None and self._now(side) == self._place
        return search.found if search is not None and is_now else ()

    @property
    def is_searching(self) -> bool:
        """Return whether there may be more."""
        return self._search is not None and not self._search.is_done

    def of(self, unit: str) -> Intent | None:
        """Return a foe's intent, or None if none is known."""
        return next((one for one in self.found if one.unit == unit), None)

    def wait(self, seconds: float) -> None:
        """Wait for news of the search, for at most `seconds`."""
        if self._search is not None:
            self._search.wait(seconds)

    def close(self) -> None:
        """End the search."""
        if self._search is not None:
            self._search.close()


def intent_lines(intent: Intent, stands: Cell | None, titles: dict[str, str]) -> tuple[str, ...]:
    """Return a foe's intent in words, the likeliest plan first.

    `stands` is the foe's tile now, and `titles` has the titles of units by id.
    """
    lines = []
    for choice in intent.choices[:MOST_TOLD]:
        words = plan_text(choice.plan, stands, titles)
        if len(intent.choices) > 1:
            words = _with_share(words, choice.share)
        elif intent.tried:
            words = said("intent", "likely", what=words)
        lines.append(words)
    if len(intent.choices) > MOST_TOLD:
        rest = sum(choice.share for choice in intent.choices[MOST_TOLD:])
        lines.append(_with_share(said("intent", "other"), rest))
    if intent.tried:
        lines.append(said("intent", "tried", tried=intent.tried))
    return tuple(lines)


def share_text(share: float) -> str:
    """Return a share as a percentage, as exact as a few tries are."""
    return said("intent", "percent", share=min(95, max(5, 5 * round(20 * share))))


def _with_share(words: str, share: float) -> str:
    return said("intent", "share", what=words, share=share_text(share))


def plan_text(plan: Plan, stands: Cell | None, titles: dict[str, str]) -> str:
    """Return a plan in words."""
    key = "moves" if plan.at is not None and plan.at != stands else "stays"
    names = titles_text(tuple(_titles(plan.targets, titles)))
    if names:
        key += "_target"
    elif plan.spot is not None:
        key += "_spot"
    at, spot = plan.at or (0, 0), plan.spot or (0, 0)
    where = {"x": at[0], "y": at[1], "to_x": spot[0], "to_y": spot[1]}
    return said("intent", key, whom=names, **where)


def _titles(targets: Iterable[str], titles: dict[str, str]) -> Iterable[str]:
    return (titles.get(one, one) for one in targets)
