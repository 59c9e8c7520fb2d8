"""Readings: rules that a book interprets differently than in its first saved battles."""

from pathlib import Path

import msgspec
import tomli


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule whose interpretation has changed. `now` describes the new reading in a clause."""

    rule: str
    now: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A book's `readings.toml`."""

    reading: tuple[Reading, ...]


def read_readings(path: Path) -> tuple[Reading, ...]:
    """Return the changed readings of a file, oldest first."""
    return msgspec.convert(tomli.loads(path.read_text(encoding="utf-8")), _File).reading
