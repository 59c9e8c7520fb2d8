"""Battles between computer players, for tests."""

from collections.abc import Callable, Mapping

from game.ai.computer_players import COMPUTERS
from game.ai.player import Player
from game.content.levels import find_level, load_level, read_level
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.rules.registry import find_books
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import Command
from game.terms.level import Level

BOOKS = find_books().books
MOST = 3000
"""Maximum number of commands in a battle."""

Watch = Callable[[Battle, Command], None]


def level(name: str) -> Level:
    """Return a shipped level."""
    return load_level(find_level(name), BOOKS)


def drawn(text: str, book: str = "action") -> Level:
    """Return a level from its text without the header."""
    head = f'format = 1\nrulebook = "{book}"\ntitle = "Test"\nrounds = 12\n'
    return read_level(head + text, file="test", id="test", books=BOOKS)


def begun(found: Level) -> Battle:
    """Return a battle at its first stop."""
    return Battle.start(BOOKS[found.rulebook], found)


def seated(battle: Battle, name: str, seed: int = 1) -> Mapping[str, Player]:
    """Return the named computer player for every side."""
    sides = battle.world.scene.level.sides
    return {side.id: COMPUTERS[name](seed, side.id, 0) for side in sides}


def play(
    battle: Battle,
    players: Mapping[str, Player],
    seed: int = 1,
    most: int = MOST,
    watch: Watch | None = None,
) -> list[Command]:
    """Play until the end, or for `most` commands; call `watch` before each command."""
    dice, given = Stream(seed, "dice"), list[Command]()
    while not isinstance(battle.stop, BattleEnd) and len(given) < most:
        if isinstance(battle.stop, Roll):
            battle.settle(dice.roll(battle.stop.dice))
            continue
        command = chosen(battle, players)
        if watch is not None:
            watch(battle, command)
        refusal = battle.submit(command)
        assert refusal is None, (command, refusal)
        given.append(command)
    return given


def chosen(battle: Battle, players: Mapping[str, Player]) -> Command:
    """Return the choice of the player whose side is asked now."""
    assert isinstance(battle.stop, Ask)
    view = battle.view(battle.stop.side)
    assert isinstance(view.stop, Ask)
    return players[battle.stop.side].choose(view, view.stop, battle.legal())
