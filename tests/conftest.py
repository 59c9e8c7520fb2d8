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
