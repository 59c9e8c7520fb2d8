"""Random dice that are a pure function of seed, stream and position."""

from game.core.dice import Dice
from game.core.hashing import blake2b


def face(seed: int, stream: str, index: int, sides: int) -> int:
    """Return the face, from 1, of die `index` of a stream, on any machine and Python version.

    The number of sides only reduces the drawn number: a die read again with a different number of
    sides uses the same draw. With 128 bits, the bias is negligible.
    """
    digest = blake2b(f"{seed}|{stream}|{index}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big") % sides + 1


class Stream:
    """A sequence of dice. Its only state is `drawn`, the number of dice taken so far."""

    __slots__ = ("drawn", "name", "seed")

    def __init__(self, seed: int, name: str, drawn: int = 0) -> None:
        self.seed = seed
        self.name = name
        self.drawn = drawn

    def __repr__(self) -> str:
        return f"Stream({self.seed!r}, {self.name!r}, {self.drawn!r})"

    def roll(self, dice: Dice) -> tuple[int, ...]:
        """Return the faces of the expression's dice, in drawing order."""
        first, sides = self.drawn, dice.sides
        self.drawn += len(sides)
        return tuple(face(self.seed, self.name, i, most) for i, most in enumerate(sides, first))

    def pick(self, n: int) -> int:
        """Return a number from 0 to n-1.

        With n = 1 there is nothing to choose, and no die is drawn.
        """
        if n < 1:
            raise ValueError(f"Cannot pick one of {n!r}.")
        if n == 1:
            return 0
        self.drawn += 1
        return face(self.seed, self.name, self.drawn - 1, n) - 1
