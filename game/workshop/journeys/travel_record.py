"""What is kept of a journey that a computer player has travelled."""

import msgspec

from game.play.computer_answers import PlacedFault

WON, LOST, DRAWN = "won", "lost", "drawn"
"""Results of a battle for the party."""

GIVEN_UP, FAILED = "given_up", "failed"
"""Endings of a journey that reached no ending of its campaign."""


class Trip(msgspec.Struct, frozen=True):
    """One journey to play."""

    player: str
    """Computer player of the party."""
    difficulty: str
    seed: int
    """Seed of all dice, and of all paths taken."""
    road: str = ""
    """Difficulty of the road; "" for the usual one."""
    keeps_choices: bool = False
    """Whether the journey is kept as it was before each choice."""


class RoadBattle(msgspec.Struct, frozen=True):
    """One try at the battle of a stop."""

    stop: str
    level: str
    number: int
    """Number of the try, from 1."""
    result: str
    rounds: int
    life: int
    """Life of the party's units at the start."""
    lost: int
    """Life that these units lost."""
    heroes: tuple[str, ...]
    """Heroes of the roster in the battle; none if the level has its own units."""
    fallen: int = 0
    """Number of heroes who died for good."""
    left: float = 1.0
    """Share of its life that the whole roster had left on the road afterwards."""
    items: int = 0
    """Number of items that the stores and the heroes had afterwards."""
    down: tuple[str, ...] = ()
    """Units of the party that were down at the end, by name."""
    dead: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    """Objectives that the party reached."""
    failed: tuple[str, ...] = ()
    """Objectives that the party failed."""
    answers: dict[str, str] = {}
    """Answers to the level's choices."""


class ReachedChoice(msgspec.Struct, frozen=True):
    """A choice that a journey reached."""

    place: str
    """Id of the stop, or of the hero who gained a rank."""
    rank: int
    """Rank that the hero gained; 0 for a choice after a battle."""
    options: tuple[str, ...]
    option: str
    """Option that was chosen."""
    fought: int
    """Number of battles that were fought before, with all tries."""
    state: bytes = b""
    """File of the journey before the choice, if it was to be kept."""


class Travelled(msgspec.Struct, frozen=True):
    """A journey that is over."""

    trip: Trip
    ending: str
    """Id of the last stop, or the reason why the journey stopped."""
    battles: tuple[RoadBattle, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    """Paths taken where there was a choice, each as a stop and the next stop."""
    reached: tuple[ReachedChoice, ...] = ()
    """Choices that it reached, in order."""
    faults: tuple[PlacedFault, ...] = ()
    """Errors of the computer players."""
    trouble: str = ""
    """Sentence about an error that stopped the journey, or ""."""
