"""Referees killed with `kill -9`: at most the unfinished command is lost."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.referee.killing import LEVELS, killed_again_and_again

AT_ONCE = 3
"""Number of battles at once.

Most of the time goes into starting programs.
"""


def kills(folder: Path, wanted: int, each: int, first: int = 0) -> int:
    """Kill `wanted` times in all, at most `each` times per battle; return the number of kills."""
    done, seed = 0, first
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while done < wanted:
            games = [(seed + n, LEVELS[(seed + n) % len(LEVELS)]) for n in range(AT_ONCE)]
            found = pool.map(
                lambda game: killed_again_and_again(folder / str(game[0]), game[1], game[0], each),
                games,
            )
            done += sum(found)
            seed += AT_ONCE
    return done


def test_battle_survives_twenty_kills(tmp_path: Path) -> None:
    assert kills(tmp_path, 20, 4) >= 20


@pytest.mark.long
def test_battle_survives_two_hundred_kills(tmp_path: Path) -> None:
    assert kills(tmp_path, 200, 10, 1000) >= 200
