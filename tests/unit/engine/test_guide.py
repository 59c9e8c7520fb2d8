"""The guide to engine, world and systems names all their files, and no others."""

import re
from pathlib import Path

GAME = Path(__file__).parents[3] / "game"
GUIDE = GAME / "engine" / "README.md"


def test_guide_names_every_file() -> None:
    """Count a name without a folder as in the last folder of its row."""
    table = GUIDE.read_text(encoding="utf-8").partition("## Where things are")[2]
    named = set[str]()
    for row in (line.split("|")[1] for line in table.splitlines() if line.startswith("| `")):
        folder = "engine"
        for path in re.findall(r"`([^`]+)`", row):
            *parts, name = path.split("/")
            folder = parts[-1] if parts else folder
            named.add(f"{folder}/{name}")
    there = (p for part in ("engine", "world", "systems") for p in (GAME / part).rglob("*.py"))
    assert named == {f"{p.parent.name}/{p.name}" for p in there if p.name != "__init__.py"}
