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
"""More commands than any of these battles takes."""

Watch = Callable[[Battle, Command], None]


def level(name: str) -> Level:
    """A shipped level."""
    return load_level(find_level(name), BOOKS)


def drawn(text: str, book: str = "action") -> Level:
    """A level from its text without its head."""
    head = f'format = 1\nrulebook = "{book}"\ntitle = "Test"\nrounds = 12\n'
    return read_level(head + text, file="test", id="test", books=BOOKS)


def begun(found: Level) -> Battle:
    """A battle at its first stop."""
    return Battle.start(BOOKS[found.rulebook], found)


def seated(battle: Battle, name: str, seed: int = 1) -> Mapping[str, Player]:
    """A player of this name for every side."""
    sides = battle.world.scene.level.sides
    return {side.id: COMPUTERS[name](seed, side.id, 0) for side in sides}


def play(
    battle: Battle,
    players: Mapping[str, Player],
    seed: int = 1,
    most: int = MOST,
    watch: Watch | None = None,
) -> list[Command]:
    """Plays until it is over, or so many commands were given; `watch` sees each before it is."""
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
    """What the player of the side that is asked chooses now."""
    assert isinstance(battle.stop, Ask)
    view = battle.view(battle.stop.side)
    assert isinstance(view.stop, Ask)
    return players[battle.stop.side].choose(view, view.stop, battle.legal())
