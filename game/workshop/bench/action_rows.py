"""Rows that measure the rulebook Action."""

from functools import partial

from game.core.lines_between import lines
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.engine.legality import commands_of
from game.terms.agenda import Ask
from game.terms.commands import Command, End, from_text
from game.workshop.bench.battle_rows import turns
from game.workshop.bench.bench_battles import SEED, level_of, play, play_as, settle
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured, Task
from game.workshop.bench.odds_rows import forget

HEAD = """format = 1
rulebook = "action"
title = "Bench"
rounds = 60
"""
SIDES = '[[side]]\nid = "red"\n[[side]]\nid = "blue"'
LEGEND = 'legend = { "." = "floor", "#" = "wall", "," = "mud", "o" = "crate" }'

SOLDIERS = 20
"""Number of commands that the soldier gives while its turns are timed."""

Drawing = tuple[str, dict[str, str]]
"""The rows of a map, and `side kind column row` for each unit id."""

SHOT: Drawing = (
    "........\n...o....\n........",
    {"ann": "red fowler 0 1", "bo": "blue bailiff 6 1"},
)
"""A shot past a crate: ability, skill, and cover that the archer's bow ignores."""

PASSAGE: Drawing = (
    ".........\n.........\n.........",
    {
        "ann": "red warden 1 1",
        "p": "blue bailiff 0 0",
        "q": "blue bailiff 0 1",
        "r": "blue bailiff 0 2",
    },
)
"""A move away from three foes. Its first step provokes an opportunity attack from each."""

MELEE: Drawing = (
    "\n".join(["............", "..,,....##..", "............", "....oo......"] * 3),
    {
        "a": "red warden 1 1",
        "b": "red fowler 1 4",
        "c": "red barber 1 7",
        "d": "red stoker 1 10",
        "p": "blue bailiff 10 1",
        "q": "blue poacher 10 4",
        "r": "blue footpad 10 7",
        "s": "blue hedge_witch 10 10",
    },
)
"""Eight units that together can give most of Action's commands."""


SIDE, APART = 64, 24
"""Width and height of the map of crates, and the distance between crates in reading order, in
tiles.
"""

CRATES: Drawing = (
    "\n".join("".join(".o"[(y * SIDE + x) % APART == 0] for x in range(SIDE)) for y in range(SIDE)),
    {"ann": "red fowler 33 32", "bo": "blue bailiff 36 32"},
)
"""An archer among many targets."""

CASTER = 48
"""Width and height of the caster's map, in tiles."""

AIMS: Drawing = (
    "\n".join(["." * CASTER] * CASTER),
    {"bo": "blue bailiff 28 24", "ann": "red hedge_witch 25 24"},
)
POWERS = 'powers = ["bramble_ring", "kindle"]'
"""Powers that the caster can aim at any tile in range."""


def text_of(drawing: Drawing) -> str:
    """Return the text of a drawing's level."""
    rows, units = drawing
    parts = [HEAD, "[map]\ngrid = '''", rows, "'''", LEGEND, SIDES]
    for id, words in units.items():
        side, kind, x, y = words.split()
        parts.append(f'[[unit]]\nid = "{id}"\nside = "{side}"\nkind = "{kind}"\nat = [{x}, {y}]')
    return "\n".join(parts)


def melee(bench: Bench) -> str:
    """Return the text of a level with four units against four."""
    bench.book("action")
    return text_of(MELEE)


def many_options(bench: Bench) -> str:
    """Return the text of a level whose caster has more than 1,000 options."""
    bench.book("action")
    return f"{text_of(AIMS)}\n{POWERS}"


def begun(bench: Bench, drawing: Drawing, unit: str | None = None) -> Battle:
    """Return the battle of a drawing, at the first turn of `unit` or, if None, of any unit."""
    book = bench.book("action")
    battle, dice = Battle.start(book, level_of(book, text_of(drawing))), Stream(SEED, "bench dice")
    for _ in range(100):
        settle(battle, dice)
        if not isinstance(battle.stop, Ask):
            break
        if unit in (None, battle.id_of(battle.stop.unit)):
            return battle
        refusal = battle.submit(End(battle.id_of(battle.stop.unit)))
        if refusal:
            battle.submit(battle.legal()[0])
    raise NotMeasured(f"the turn of {unit!r} never comes")


def meant(battle: Battle, text: str) -> Command:
    """Return the command in a text. Raise NotMeasured if it is illegal."""
    command = from_text(text, commands_of(battle.book))
    refusal = battle.why_not(command)
    if refusal:
        raise NotMeasured(refusal.text(battle.book.catalogue))
    return command


def _attack(bench: Bench) -> float:
    battle = begun(bench, SHOT, "red.ann")
    arms = battle.book.card(battle.world, battle.units()[0]).stats["weapon"]
    command = meant(battle, f"attack red.ann blue.bo {arms}")
    return bench.beside(Task(lambda: battle.odds(command), lambda: forget(battle)))


def _path(bench: Bench) -> float:
    battle = begun(bench, PASSAGE, "red.ann")
    command = meant(battle, "move red.ann 2,1 3,1 4,1")
    return bench.beside(Task(lambda: battle.odds(command, "always"), lambda: forget(battle)))


def _turn(bench: Bench) -> float:
    battle = begun(bench, MELEE)
    play(battle, 1)
    return bench.beside(turns(battle))


def _soldiers(bench: Bench) -> float:
    battle = begun(bench, MELEE)
    play(battle, 1)
    return bench.beside(turns(battle, partial(play_as, name="soldier"), SOLDIERS))


def _first_list(bench: Bench) -> float:
    """Return the ratio for a battle's first list of options, with nothing about its map cached."""
    battles: list[Battle] = []

    def start() -> None:
        lines.cache_clear()
        battles[:] = [begun(bench, CRATES, "red.ann")]

    return bench.beside(Task(lambda: battles[0].legal(), start))


ROWS = (
    BenchRow("odds-action", "odds of one shot with modifiers, Action", 2, "reach", _attack),
    BenchRow("odds-path", "odds of a path past three strikers", 100, "reach", _path),
    BenchRow(
        "legal-crates", "first legal list of an archer, 64² with crates", 200, "reach", _first_list
    ),
    BenchRow("turn-action", "one unit's turn of random play, Action", 15, "reach", _turn),
    BenchRow("turn-soldier", "one unit's turn by the soldier, Action", 30, "reach", _soldiers),
)
