"""The computer players of a window's battle, each thinking in its own process."""

from contextlib import suppress

from game.play.players import STDIO
from game.play.table import Table
from game.play.thinker_process import Chair, Thinker
from game.terms.agenda import Ask


class Thinkers:
    """The computer players at a table.

    They are asked as soon as their turn comes, and think while the window shows what came before.
    """

    def __init__(self, table: Table, extra: tuple[str, ...]) -> None:
        """Seat the players; start no process yet. `extra` are packages with more rulebooks."""
        self._table = table
        level, luck = table.battle.world.scene.level, table.record.luck
        self.by_side = {
            side: Thinker(
                Chair(level, name, table.dice.seed, side, extra), luck.get(side, 0), table.mind
            )
            for side, name in table.record.header.players.items()
            if name != STDIO
        }
        self._unstarted = iter(self.by_side.values())

    def __contains__(self, side: object) -> bool:
        return side in self.by_side

    def start_next(self) -> None:
        """Start the process of the next player, so that the player is ready when asked.

        Call it once a frame from the start of the battle: each process takes some milliseconds.
        """
        thinker = next(self._unstarted, None)
        if thinker is not None:
            with suppress(OSError):  # the player's first ask tries again
                thinker.start()

    def ask_ahead(self) -> None:
        """Ask the player to move, if a computer is to move and its process has been started.

        A replay starts no process, so it asks nobody.
        """
        stop = self._table.battle.stop
        thinker = self.by_side.get(stop.side) if isinstance(stop, Ask) else None
        if isinstance(stop, Ask) and thinker is not None and thinker.is_started:
            self._ask(thinker, stop)

    def _ask(self, thinker: Thinker, ask: Ask) -> None:
        thinker.ask(self._table.battle.view(ask.side), self._table.record.count + 1)

    def answer(self, ask: Ask) -> bool:
        """Carry out the answer to an ask if it has come; return whether it has.

        If the player hasn't been asked yet, ask it.
        """
        thinker = self.by_side[ask.side]
        if not thinker.is_asked:
            self._ask(thinker, ask)
            return False
        command = thinker.answer()
        if command is None:
            return False
        refusal = self._table.submit(command, thinker.drawn)
        assert refusal is None, "the thinker gave an illegal command"
        return True

    def cancel(self) -> None:
        """Drop the pending ask, if there is one, because its position is gone."""
        for thinker in self.by_side.values():
            thinker.cancel()

    def close(self) -> None:
        """Stop all players."""
        self._unstarted = iter(())
        for thinker in self.by_side.values():
            thinker.close()
