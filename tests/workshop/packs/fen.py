"""A small pack with a kind, a picture, a ground and a sound of its own."""

import re
import struct
from pathlib import Path

from game.content.levels import find_level
from game.rules.registry import find_books
from game.workshop.packs.pack_making import PackWishes, made_pack

BOOKS = find_books().books

TABLE = """\
format = 1
id = "fen"
title = "The fen"
version = "1.0"
author = "Somebody"
licence = "CC0"
"""
KIND = """\
[mudlark]
title = "Mudlark"
about = "Finds what the tide leaves."
price = 12
life = 12
movement = "1d6"
weapon = "club"
"""
IMAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" width="120" height="160">
<ellipse cx="60" cy="110" rx="40" ry="46" fill="#44617a"/>
<circle cx="60" cy="48" r="30" fill="#d9b38c"/>
<rect x="30" y="14" width="60" height="16" fill="#2f2a26"/>
</svg>
"""
GROUND = """\
[ooze]
title = "Ooze"
cost = 2
look = "mud"
"""
GROUND_IMAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<rect x="0" y="0" width="96" height="96" fill="#3f5a3a"/>
<circle cx="30" cy="60" r="12" fill="#2c4129"/>
</svg>
"""
LEVEL = find_level("yard").read_text(encoding="utf-8")


def sound(seconds: float = 0.1, rate: int = 22_050, channels: int = 1, kind: int = 1) -> bytes:
    """Return a silent WAV file."""
    samples = bytes(2 * channels * int(rate * seconds))
    head = struct.pack("<HHIIHH", kind, channels, rate, 2 * rate * channels, 2 * channels, 16)
    chunks = b"fmt " + struct.pack("<I", len(head)) + head
    chunks += b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


def own_level() -> str:
    """Return a level in which both units are of the pack's kind."""
    return re.sub(r'kind = "\w+"', 'kind = "mudlark"', LEVEL)


def files(**changed: str | bytes) -> dict[str, bytes]:
    """Return the files of the pack by name; `changed` ones replace or add to them."""
    found: dict[str, str | bytes] = {
        "pack.toml": TABLE,
        "levels/first.toml": own_level(),
        "kinds/contest.toml": KIND,
        "terrain.toml": GROUND,
        "pieces/mudlark.svg": IMAGE,
        "sounds/mudlark.wav": sound(),
    }
    found.update(changed)
    return {
        name: it.encode() if isinstance(it, str) else it for name, it in found.items() if it != ""
    }


def fen(folder: Path, **changed: str | bytes) -> Path:
    """Return the pack's folder, written with changes."""
    for name, content in files(**changed).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def packed(folder: Path, **changed: str | bytes) -> Path:
    """Return the pack's file, made as an author makes it."""
    goal = folder / f"fen-{len(list(folder.glob('*.ftpack')))}.ftpack"
    made_pack(str(fen(folder / goal.stem, **changed)), str(goal), PackWishes(), BOOKS, folder / "d")
    return goal
