"""The answer of a computer player, and the command that replaces it if the player fails.

A player's error never stops a battle: the game gives a safe command and logs the error.
"""

import traceback

import msgspec

from game.ai.player import Player
from game.engine.battle import Battle
from game.engine.legality import rules_of
from game.terms.agenda import Ask, DrawAsk
from game.terms.commands import Command, Done, End, to_text

MOST_SHOWN = 300
"""Maximum length of a player's answer in the log."""


class PlayerFault(msgspec.Struct, frozen=True):
    """A computer player's error: one line about it, and details if there are any."""

    what: str
    trace: str = ""


class PlacedFault(msgspec.Struct, frozen=True):
    """A computer player's error, and where it happened."""

    level: str
    seed: int
    side: str
    player: str
    number: int
    """Number of the command given instead, from 1."""
    ask: str
    command: str
    """The command given instead of the player's."""
    slip: PlayerFault

    def text(self) -> str:
        """Return the whole entry for the log."""
        where = f"level {self.level}, seed {self.seed}, {self.side}, player {self.player}"
        head = f"{where}, command {self.number}, ask {self.ask}: {self.slip.what}"
        return "\n".join([head, f"Given instead: {self.command}", self.slip.trace.rstrip(), ""])


class ComputerAnswer(msgspec.Struct, frozen=True):
    """A command, and the player's error if the command isn't the player's own."""

    command: Command
    slip: PlayerFault | None = None


def computer_answer(
    player: Player, battle: Battle, side: str, legal: tuple[Command, ...]
) -> ComputerAnswer:
    """Return a player's command for the ask of its side.

    If the player fails, return a safe command and the error.
    """
    view = battle.view(side)
    ask = view.stop
    assert isinstance(ask, Ask)
    try:
        command = player.choose(view, ask, legal)
        slip = _slip(battle, command, legal)
        if slip is None:
            return ComputerAnswer(command)
    except Exception as fault:  # whatever a player does wrong, the battle continues
        slip = fault_of(fault)
    return ComputerAnswer(safe(battle, ask, legal), slip)


def _slip(battle: Battle, command: object, legal: tuple[Command, ...]) -> PlayerFault | None:
    """Return the error in an answer, or None if it is legal."""
    if not isinstance(command, Command):
        return PlayerFault(f"it gave something that isn't a command: {_shown(command)}")
    if command in legal:
        return None
    refusal = battle.why_not(command)
    if refusal is None:
        return None
    return PlayerFault(f"it gave {to_text(command)!r}: {refusal.text(battle.book.catalogue)}")


def fault_of(fault: BaseException) -> PlayerFault:
    """Return the error to log for an exception that a player has raised."""
    return PlayerFault(described(fault), "".join(traceback.format_exception(fault)))


def described(fault: BaseException) -> str:
    """Return an exception on one line."""
    return " ".join(f"{type(fault).__name__}: {fault}".rstrip(": ").split())[:MOST_SHOWN]


def _shown(value: object) -> str:
    return f"{type(value).__name__} {value!r}"[:MOST_SHOWN]


def safe(battle: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
    """Return a harmless legal command: decline, else end the turn, else the first command."""
    if isinstance(ask, DrawAsk):
        return legal[-1]
    never = rules_of(battle.book, ask).never
    for kind in (never, End, Done):
        found = next((command for command in legal if type(command) is kind), None)
        if found is not None:
            return found
    return legal[0]
