"""The battles that rows are measured in: levels written here, played up to a certain ask."""

from msgspec.structs import replace

from game.ai.computer_players import COMPUTERS
from game.content.levels import read_level
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.engine.book import Book
from game.play.computer_answers import computer_answer
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, verb
from game.terms.level import Level
from game.workshop.bench.measuring import Bench, NotMeasured

LONGEST = 500
"""Maximum number of commands to play before the ask must come."""

SEED = 5


def crowd(count: int, width: int, height: int) -> str:
    """Return the text of a Contest level with `count` units of two sides on an open map."""
    rows = ["." * width] * height
    units = [_unit(n, width, height, count) for n in range(count)]
    return "\n".join([*_head("A crowd", rows), *units])


def _unit(number: int, width: int, height: int, count: int) -> str:
    """Return a unit's table; the units are spread evenly over the map.

    The unit's kind has fixed movement, so no dice are rolled for it.
    """
    place = number * width * height // count
    at = [place % width, place // width]
    side = ("red", "blue")[number % 2]
    return f'[[unit]]\nid = "u{number}"\nside = "{side}"\nkind = "cooper"\nat = {at}'


def _head(title: str, rows: list[str], sides: tuple[str, ...] = ("red", "blue")) -> list[str]:
    return [
        f'format = 1\nrulebook = "contest"\ntitle = "{title}"\nrounds = 60\n[map]\ngrid = \'\'\'',
        *rows,
        "'''",
        'legend = { "." = "floor", "#" = "wall", "," = "mud" }',
        *(f'[[side]]\nid = "{side}"' for side in sides),
    ]


DUEL = "\n".join(
    [
        *_head("A duel", ["......", "......"]),
        "[contest]\nfury_after = 0\nfight_price = 0",
        '[[unit]]\nid = "ann"\nside = "red"\nkind = "thresher"\nmovement = "3"\nat = [0, 0]',
        '[[unit]]\nid = "bo"\nside = "blue"\nkind = "guardsman"\nlife = 100\nat = [1, 0]',
    ]
)
"""Two units about to fight; every attack has two modifiers."""

KINDS = {
    "red": "poacher",
    "blue": "cutpurse",
    "ochre": "herbwife",
    "green": "knight",
    "violet": "duelist",
    "white": "brawler",
}
BRAWL = "\n".join(
    [
        *_head("A brawl", ["............", "..,,....##.."] * 5, tuple(KINDS)),
        *(
            f'[[unit]]\nid = "u{n}"\nside = "{side}"\nkind = "{kind}"\nat = [{n * 2}, {n % 3 * 2}]'
            for n, (side, kind) in enumerate(KINDS.items())
        ),
    ]
)
"""Six units that together can give all of Contest's commands."""


def level_of(book: Book, text: str) -> Level:
    """Return the level in a text."""
    return read_level(text, file="bench", id="bench", books={book.id: book})


def any_size(book: Book) -> Book:
    """Return the book without its checks, because Contest allows only one unit per side."""
    return replace(book, level_rules=replace(book.level_rules, lints=()))


def crowded(bench: Bench, count: int) -> Battle:
    """Return a battle of `count` units, at the first turn."""
    book = any_size(bench.book("contest"))
    return Battle.start(book, level_of(book, crowd(count, 24, 24)))


def lead_to(battle: Battle, ask: str) -> None:
    """Play the battle until an ask. Raise NotMeasured if it never comes.

    Give the first legal command each time, which brings units into contact.
    """
    for _ in range(LONGEST):
        settle(battle, Stream(SEED, "bench dice"))
        stop = battle.stop
        if not isinstance(stop, Ask):
            break
        if stop.called == ask:
            return
        battle.submit(battle.legal()[0])
    raise NotMeasured(f"the ask {ask!r} never comes")


def first_of(battle: Battle, word: str) -> Command:
    """Return the first legal command with a name. Raise NotMeasured if there is none."""
    found = next((c for c in battle.legal() if verb(c) == word), None)
    if found is None:
        raise NotMeasured(f"no command {word!r} is legal")
    return found


def settle(battle: Battle, dice: Stream) -> None:
    """Resolve the pending rolls."""
    while isinstance(battle.stop, Roll):
        battle.settle(dice.roll(battle.stop.dice))


def play_as(battle: Battle, commands: int, name: str) -> None:
    """Play commands that computer players of type `name` choose for all sides."""
    dice = Stream(SEED, "bench dice")
    sides = (side.id for side in battle.world.scene.level.sides)
    players = {side: COMPUTERS[name](SEED, side, 0) for side in sides}
    for _ in range(commands):
        settle(battle, dice)
        if not isinstance(battle.stop, Ask):
            return
        side = battle.stop.side
        battle.apply(computer_answer(players[side], battle, side, battle.legal()).command)


def play(battle: Battle, commands: int) -> None:
    """Play `commands` random legal commands, or up to the battle's end; always the same ones."""
    dice, choices = Stream(SEED, "bench dice"), Stream(SEED, "bench choices")
    for _ in range(commands):
        settle(battle, dice)
        if not isinstance(battle.stop, Ask):
            return
        legal = battle.legal()
        battle.submit(legal[choices.pick(len(legal))])
