"""The tables of what heroes gain, by rank or as traits."""

from typing import Annotated

from game.rules.action.value_types import BookTable, Count, Harm, Line, Score, Shift
from game.terms.level import Title
from game.terms.script.names import ref


class Skills(BookTable, frozen=True):
    """Skills: bonuses on top of an ability."""

    fighting: Score = 0
    """Bonus to melee attacks."""
    shooting: Score = 0
    """Bonus to ranged attacks."""
    magic: Score = 0
    """Bonus to spell attacks and to the difficulty of saves against spells."""
    stealth: Score = 0
    """Bonus to checks to hide."""
    awareness: Score = 0
    """Bonus to noticing and to searching."""
    resolve: Score = 0
    """Bonus to Mind saves."""
    reflexes: Score = 0
    """Bonus to Agility saves."""
    brawn: Score = 0
    """Bonus to Strength saves."""


class Growth(BookTable, frozen=True, kw_only=True):
    """A hero's gain from one rank, or a trait."""

    title: Title
    """Name that players read."""
    about: Line
    """Flavour text for players. The facts line states the effects."""
    life: Score = 0
    """Added to maximum life."""
    strength: Score = 0
    """Added to Strength."""
    agility: Score = 0
    """Added to Agility."""
    mind: Score = 0
    """Added to Mind."""
    speed: Shift = 0
    """Added to speed, in feet."""
    focus: Score = 0
    """Added to focus."""
    attacks: Count = 0
    """Added to the attacks of one action."""
    rating: Score = 0
    """Added to armour rating."""
    skills: Skills = Skills()
    """Added to the skills."""
    weapons: tuple[Annotated[str, ref("arms")], ...] = ()
    """Additional weapons carried."""
    powers: tuple[Annotated[str, ref("powers")], ...] = ()
    """Additional powers known."""
    armour: Annotated[str, ref("armour")] | None = None
    """Armour worn instead of the hero's own."""
    shield: Annotated[str, ref("armour")] | None = None
    """Shield carried instead of the hero's own."""
    resist: tuple[Harm, ...] = ()
    """Additional types of damage that are halved."""
    dark_sight: bool = False
    """Whether the hero sees in the dark from now on."""
