"""Count sequences of commands and of distinct roll values to a depth.

Each command and each roll is one step. A roll counts once for each value of its dice, and nothing
counts after the end of a battle. `python -m tests.conformance.perft` prints the counts and splits
in perft.toml; `--write` writes them there.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

import tomli

from game.engine.battle import Battle
from game.terms.agenda import BattleEnd, Roll
from game.terms.commands import to_text
from tests.conformance.books import Case, cases
from tests.conformance.driver import any_faces, faces_by_value

STORE = Path(__file__).with_name("perft.toml")

MOST = 6_000
"""Count above which counting stops at the depth reached."""

DEEPEST = 8

FIRST_ROLLS = ("initiative", "hide")
"""Number of rolls before counting begins."""


def children(battle: Battle) -> dict[str, Battle]:
    """Yield the step and the battle after it, for each possible step."""
    stop, found = battle.stop, {}
    if isinstance(stop, Roll):
        for value, faces in faces_by_value(stop.dice).items():
            found[f"{stop.why} {value}"] = child = battle.clone()
            child.settle(faces)
    elif not isinstance(stop, BattleEnd):
        for command in battle.legal():
            found[to_text(command)] = child = battle.clone()
            child.apply(command)
    return found


def width(battle: Battle) -> int:
    """Return the number of possible steps."""
    stop = battle.stop
    if isinstance(stop, Roll):
        return len(stop.dice.dist().weights)
    return len(battle.legal())


def perft(battle: Battle, depth: int) -> int:
    """Return the number of sequences of exactly `depth` steps."""
    if depth == 0:
        return 1
    if depth == 1:
        return width(battle)
    return sum(perft(child, depth - 1) for child in children(battle).values())


def tally(battle: Battle, depth: int) -> list[int]:
    """Return the number of sequences of each length up to `depth` steps."""
    if depth == 1:
        return [width(battle)]
    found = children(battle)
    below = [tally(child, depth - 1) for child in found.values()]
    return [len(found), *(map(sum, zip(*below, strict=True)) if below else [0] * (depth - 1))]


def split(battle: Battle, depth: int) -> dict[str, int]:
    """Return the number of sequences by their first step."""
    return {step: perft(child, depth - 1) for step, child in children(battle).items()}


def begun(case: Case) -> Battle:
    """Return the battle after the rolls for the turn order, which would dominate the counts."""
    battle, rng = case.start(), Random(f"perft {case}")
    while isinstance(battle.stop, Roll) and battle.stop.why in FIRST_ROLLS:
        battle.settle(any_faces(battle.stop, rng))
    return battle


def stored() -> dict[str, dict[str, Any]]:
    """Return the counts in perft.toml, by position.

    `counts` are by depth; `split` belongs to the last depth.
    """
    return tomli.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}


def counted(case: Case) -> dict[str, Any]:
    """Return the counts of a position, and the last split.

    The last depth is the first with too many sequences.
    """
    battle = begun(case)
    counts = [width(battle)]
    parts = split(battle, 1)
    while counts[-1] <= MOST and len(counts) < DEEPEST:
        parts = split(battle, len(counts) + 1)
        counts.append(sum(parts.values()))
    return {"counts": counts, "split": parts}


def written(found: dict[str, dict[str, Any]]) -> str:
    """Return the text of perft.toml with these counts."""
    lines = [
        "# Written by `python -m tests.conformance.perft --write`, whose docstring explains it."
    ]
    for name, entry in found.items():
        lines += ["", f"[{name}]", f"counts = {entry['counts']}", f"[{name}.split]"]
        lines += [f'"{step}" = {count}' for step, count in entry["split"].items()]
    return "\n".join(lines) + "\n"


def small_cases() -> list[Case]:
    """Return the positions to count: all except the shipped levels."""
    return [case for case in cases() if not case.name.startswith("level-")]


def main() -> None:
    text = written({str(case): counted(case) for case in small_cases()})
    if "--write" in sys.argv[1:]:
        STORE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
