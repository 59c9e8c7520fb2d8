"""Options of the whole suite."""

import gc
import sys
from collections.abc import Iterator

import pytest

from game.terms.texts import Texts
from tests.clock import Now


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="rewrite the golden playthroughs and print their changes",
    )


@pytest.fixture(scope="session", autouse=True)
def _sentences_have_all_their_fields() -> Iterator[None]:
    """Raise an error for an unfilled field of a sentence, which players would see unfilled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Texts, "is_strict", True)
        yield


@pytest.fixture(scope="session", autouse=True)
def _processes_find_the_game_compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Cache compiled modules, so that each process needn't compile all of them again."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        yield


SLOWEST = (
    *("test_difficulty", "test_kill", "at_length", "test_strength", "test_shipped_levels_are_as"),
    *("ten_thousand_random", "test_endless", "every_path_of_shipped", "ALL-08", "signals_end"),
)
"""Parts of the names of the slowest tests of the long suite, slowest first."""


def is_long(config: pytest.Config) -> bool:
    """Return whether the long suite runs."""
    return bool(config.option.markexpr == "long")


def pytest_configure(config: pytest.Config) -> None:
    """Let workers of the long suite that have no tests left take over some from the others."""
    if is_long(config) and getattr(config.option, "dist", "no") == "load":
        config.option.dist = "worksteal"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the slowest tests of the long suite first, so that all workers end together."""

    def place(item: pytest.Item) -> int:
        return next((n for n, part in enumerate(SLOWEST) if part in item.nodeid), len(SLOWEST))

    if is_long(config):
        items.sort(key=place)


def pytest_collection_finish() -> None:
    """Freeze the collected tests, which last to the end, so that garbage collection skips them."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    """Return the clock that stamps recordings."""
    made = Now()
    monkeypatch.setattr("game.record.play_order.time.time_ns", made)
    return made
