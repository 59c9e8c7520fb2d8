"""Answer offers of a draw."""

from game.components.unit import Dead, Down, Vitals
from game.terms.agenda import DrawAsk
from game.terms.commands import Answer, Command
from game.world import World
from game.world.unit_names import side_of


def answer(world: World, ask: DrawAsk, legal: tuple[Command, ...]) -> Command:
    """Return the answer to an offered draw: yes if the side has less life left."""
    wanted = "yes" if _strength(world, ask.side) < 0 else "no"
    return next(c for c in legal if isinstance(c, Answer) and c.answer == wanted)


def _strength(world: World, side: str) -> float:
    """Return the life left to the side minus that of its foes. A unit at full life counts 1."""
    own: list[float] = []
    others: list[float] = []
    for unit, vitals in world.all(Vitals):
        able = not (world.has(unit, Down) or world.has(unit, Dead))
        share = vitals.life / max(1, vitals.most) if able else 0.0
        (own if side_of(world, unit) == side else others).append(share)
    return sum(own) - sum(others)
