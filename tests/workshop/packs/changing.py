"""A program that installs, updates, removes and restores packs, for tests that kill it."""

import sys
from itertools import count
from pathlib import Path

from game.record.failure import Failure
from game.workshop.packs.pack_store import install, removed, restore, staged, uninstall
from tests.workshop.packs.fen import BOOKS, TABLE, files
from tests.workshop.packs.hostile import archive

VERSIONS = "1.0", "1.1"


def content(version: str) -> bytes:
    """Return the file of a version of the pack, with enough files to be killed between them."""
    found = files(**{"pack.toml": TABLE.replace("1.0", version), "readme.txt": "a" * 40_000})
    level = found["levels/first.toml"]
    return archive(found | {f"levels/l{n}.toml": level for n in range(6)})


def main(data: Path) -> None:
    """Change packs until the program is killed."""
    packs = [content(version) for version in VERSIONS]
    print("ready", flush=True)
    for number in count():
        with staged(packs[number % 2], BOOKS, data, str) as pack:
            try:
                install(pack, data)
            except Failure as failure:  # a kept version of the same name can't differ
                raise SystemExit(str(failure)) from failure
        if number % 3 == 2:
            uninstall("fen", data)
        if number % 5 == 4 and removed(data):
            name = removed(data)[-1].name
            if not (data / "packs" / "fen" / name.partition("@")[2]).exists():
                restore(name, data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
