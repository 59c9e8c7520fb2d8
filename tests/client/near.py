"""A computer player that thinks in the window's process, as starting another process is slow."""

from game.ai.computer_players import COMPUTERS
from game.engine.battle import Battle
from game.play.computer_answers import computer_answer
from game.play.thinker_process import Chair
from game.terms.commands import Command


class Near:
    """A replacement for `Thinker`."""

    is_started = True

    def __init__(self, chair: Chair, drawn: int = 0, mind: object = None) -> None:
        self.chair, self.drawn = chair, drawn
        self._command: Command | None = None

    @property
    def is_asked(self) -> bool:
        return self._command is not None

    def start(self) -> None:
        """Do nothing: this process has been started."""

    def ask(self, view: Battle, number: int) -> None:
        player = COMPUTERS[self.chair.player](self.chair.seed, self.chair.side, self.drawn)
        self._command = computer_answer(player, view, self.chair.side, view.legal()).command
        self.drawn = player.drawn

    def answer(self) -> Command | None:
        command, self._command = self._command, None
        return command

    def cancel(self) -> None:
        self._command = None

    close = cancel
