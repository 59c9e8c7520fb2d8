"""Write the saves of this folder, by `python -m tests.saves.make`.

Read README.md first.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

from game.content.levels import find_level, load_level
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.agenda import Roll

FOLDER = Path(__file__).parent


def opened(level: str, dice: DiceSource, player: str = "random") -> Table:
    """Return a battle of a shipped level, with the same player for all sides."""
    found = load_level(find_level(level), books := find_books().books)
    players = dict.fromkeys((side.id for side in found.sides), player)
    return Table.open(books[found.rulebook], found, Setup(dice, players))


def over() -> Table:
    """Return a finished battle between two computer players."""
    table = opened("yard", DiceSource(5))
    while table.step():
        pass
    return table


def midway() -> Table:
    """Return a battle between people with scripted dice, a view and many undos."""
    table = opened("taproom", DiceSource(11, scripted=(3, 2, 4, 1)), "stdio")
    table.show("red")
    rng = Random(11)
    for _ in range(90):
        while table.step():
            pass
        legal = table.battle.legal()
        if not legal:
            break
        if rng.random() < 0.2:
            table.undo(agreed=True)
        else:
            assert table.submit(rng.choice(legal)) is None
    return table


def waiting() -> Table:
    """Return a battle with real dice, waiting for a roll."""
    table = opened("market", DiceSource(3, asked=True), "stdio")
    rng = Random(3)
    while table.record.count < 30 or not isinstance(table.battle.stop, Roll):
        stop = table.battle.stop
        if isinstance(stop, Roll):
            table.roll(tuple(rng.randint(1, sides) for sides in stop.dice.sides))
        else:
            assert table.submit(rng.choice(table.battle.legal())) is None
    return table


SAVES: dict[str, Callable[[], Table]] = {
    "contest-yard-over": over,
    "contest-taproom-midway": midway,
    "contest-market-waiting": waiting,
}

if __name__ == "__main__":
    for name, make in SAVES.items():
        (FOLDER / f"{name}.jsonl").write_bytes(make().saved())
