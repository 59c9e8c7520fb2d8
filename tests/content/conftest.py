from pathlib import Path

import pytest

from tests.content.world import make_root


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a levels folder with the data of the rulebook Skirmish, for reading only."""
    return make_root(tmp_path_factory.mktemp("levels"))
