"""Commands run within the test's process."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from game.cli.main import main


class Run:
    """One run of a command within this process."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self._patch, self._capfd = monkeypatch, capfd
        self._folder = folder
        self.code: Any = None
        self.out = self.err = ""

    def __call__(self, *args: str, given: str | bytes = b"") -> "Run":
        raw = given.encode() if isinstance(given, str) else given
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        with open(1, "wb", closefd=False) as out:
            self._patch.setattr(sys, "stdout", io.TextIOWrapper(out, write_through=True))
            with open(2, "wb", closefd=False) as err:
                self._patch.setattr(sys, "stderr", io.TextIOWrapper(err, write_through=True))
                try:
                    self.code = main(["--data-dir", str(self._folder), *args])
                except SystemExit as end:
                    self.code = end.code
        self.out, self.err = self._capfd.readouterr()
        return self

    def said(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]
