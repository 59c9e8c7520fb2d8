"""The gains of a unit's rank and traits, and its stats with them. It reads levels, not battles."""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import asdict, replace

from game.core.footprints import SIZES
from game.rules.action.growth_tables import Growth, Skills
from game.rules.action.schema import Figure

T = TypeVar("T", bound=Hashable)


@lru_cache(maxsize=1000)
def grown(figure: object) -> Figure:
    """Return stats with the growths of their rank and the traits added."""
    assert isinstance(figure, Figure)
    for growth in gains(figure):
        figure = _gained(figure, growth)
    return figure


def gains(figure: Figure) -> tuple[Growth, ...]:
    """Return a unit's gains so far: the growths of its rank, then its traits."""
    return (*figure.growth[: figure.rank], *figure.traits)


LEAST = {"life": 1, "strength": -10, "agility": -10, "mind": -10, "attacks": 1}
"""Lower limits of stats that traits reduce. All others are at least 0."""


def _gained(figure: Figure, growth: Growth) -> Figure:
    skills = {key: old + getattr(growth.skills, key) for key, old in asdict(figure.skills).items()}
    numbers = ("life", "strength", "agility", "mind", "speed", "focus", "attacks", "rating")
    more = {
        key: max(LEAST.get(key, 0), getattr(figure, key) + getattr(growth, key)) for key in numbers
    }
    return replace(
        figure,
        **more,
        skills=Skills(**skills),
        weapons=_joined(figure.weapons, growth.weapons),
        powers=_joined(figure.powers, growth.powers),
        armour=growth.armour or figure.armour,
        shield=growth.shield or figure.shield,
        resist=_joined(figure.resist, growth.resist),
        dark_sight=figure.dark_sight or growth.dark_sight,
    )


def _joined(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[T, ...]:
    """Return the old entries, then the new ones that aren't among them."""
    return (*old, *(one for one in new if one not in old))


def size_number(figure: Figure) -> int:
    """Return the size as a number, as in `core.footprints`."""
    return SIZES.index(figure.size)
