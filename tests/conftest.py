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
        help="write the golden playthroughs anew and print what has changed in them",
    )


@pytest.fixture(scope="session", autouse=True)
def _sentences_have_all_their_fields() -> Iterator[None]:
    """To players a field that nobody fills is shown as it is written; in the tests it fails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Texts, "is_strict", True)
        yield


@pytest.fixture(scope="session", autouse=True)
def _processes_find_the_game_compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where Python keeps nothing beside the source, each process would compile all of it anew."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        yield


def pytest_collection_finish() -> None:
    """What is collected stays to the end; nobody need look through it for garbage again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    """The clock by which recordings are stamped."""
    made = Now()
    monkeypatch.setattr("game.record.stamps.time.time_ns", made)
    return made
