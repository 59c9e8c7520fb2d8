"""Packs that somebody made to do harm, or broke: a generated family.

Each is a name and the content of a file. Many are built by hand, because `zipfile` refuses to write
them.
"""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from itertools import product

from tests.workshop.packs.fen import GROUND, IMAGE, KIND, TABLE, files, own_level, sound

Hostile = tuple[str, bytes]

OUTSIDE = (
    *("../evil.toml", "levels/../../evil.toml", "/etc/evil.toml", "//host/evil.toml"),
    *("levels/..", "..", ".", "./levels/a.toml", "levels//a.toml", "levels/./a.toml"),
    *("..\\evil.toml", "levels\\a.toml", "C:evil.toml", "C:/evil.toml", "c:\\evil.toml"),
    *("\\\\host\\share\\a.toml", "levels/a.toml/../../../b.toml", "levels/a.toml:stream"),
    *("~/evil.toml", "levels/~a.toml", "$HOME/a.toml", "%APPDATA%/a.toml"),
    *("../../.bashrc", "../running/a.jsonl", "../settings.toml", "../../../../../../tmp/x.toml"),
)
DEVICES = tuple(
    pattern.format(name)
    for name in ("con", "nul", "aux", "prn", "com1", "lpt9", "com0")
    for pattern in ("levels/{}.toml", "{}/a.toml", "levels/{}/a.toml", "texts/{}/levels/first.toml")
)
STRANGE = (
    *("levels/A.toml", "Levels/a.toml", "LEVELS/FIRST.TOML", "pack.TOML", "Pack.toml"),
    *("levels/first.Toml", "levels/a b.toml", "levels/a\n.toml", "levels/a\t.toml"),
    *("levels/ä.toml", "levels/a\u202eb.toml", "levels/a\u200b.toml", "levels/-a.toml"),
    *(
        "levels/.hidden.toml",
        ".hidden/a.toml",
        "levels/a..toml",
        "levels/a.toml.",
        "levels/a.toml ",
    ),
    *(" levels/a.toml", "levels/" + "a" * 200 + ".toml", "/".join("a" * 40) + ".toml"),
    *("levels/a;b.toml", "levels/a'b.toml", "levels/a*.toml", "levels/a?.toml", "levels/*.toml"),
    *("levels/a|b.toml", "levels/a>b.toml", "levels/\x1b[2J.toml", "levels/\x7f.toml", ""),
)
ENDINGS = (
    *("run.py", "levels/a.py", "levels/a.pyc", "kinds/contest.so", "pieces/mudlark.png", "a.exe"),
    *("levels/a.sh", "sounds/mudlark.ogg", "sounds/mudlark.mp3", "pieces/mudlark.svgz", "a.bat"),
    *("levels/a.toml.bak", "levels/a", "extra.zip", "fen.ftpack", "proof/a.json", "a.desktop"),
    *("__init__.py", "levels/__pycache__/a.pyc", "settings.toml", "measured.toml", "a.dll"),
    *("action/bestiary.toml", "kinds/a/b.toml", "pieces/a/b.svg", "levels/a/b/c/d.toml", "a.lnk"),
    *("kinds/contest.json", "terrain.json", "pack.json", "assets/title/logo.svg", "conftest.py"),
)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" width="120" height="160">'
SHAPES = (
    *("<script>x()</script>", "<text>x</text>", '<use href="#a"/>', "<image/>", "<foreignObject/>"),
    *('<image href="file:///etc/passwd"/>', '<a href="http://x"/>', "<style>*{}</style>"),
    *('<rect onload="x()"/>', '<rect style="fill:red"/>', '<rect fill="red"/>', "<animate/>"),
    *('<rect fill="url(http://x)"/>', '<rect fill="url(#gone)"/>', "<filter/>", "<mask/>"),
    *('<circle r="1e9"/>', '<circle r="99999"/>', '<path d="M0 0 L1e30 5"/>', "<marker/>"),
    *('<path d="M0 0L9 9" stroke="#000000" stroke-width="5000"/>', "<pattern/>", "<symbol/>"),
    *('<g transform="scale(1000)"/>', '<g transform="scale(4) scale(4)"/>', "<clipPath/>"),
    *("<g>" * 200 + "</g>" * 200, "<g/>" * 3000, '<g transform="skewX(89)"/>', "<video/>"),
    '<g transform="scale(4)"><g transform="scale(4)"><g transform="scale(4)">'
    '<g transform="scale(4)"/></g></g></g>',
)
IMAGES = (
    *(f"{HEAD}{shape}</svg>" for shape in SHAPES),
    *("", "x", "<svg/>", HEAD, IMAGE.replace("120 160", "9 9"), IMAGE.replace("0 0 ", "-9 -9 ")),
    *("\0" * 100, "<" * 10_000, IMAGE + " " * 30_000, IMAGE.replace("svg", "html")),
    f'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>{HEAD}&b;</svg>',
    f'<!DOCTYPE svg SYSTEM "file:///etc/passwd">{IMAGE}',
    f'<?xml-stylesheet href="http://x"?>{IMAGE}',
    IMAGE.replace('width="120"', 'width="120000"'),
)
GROUND_IMAGES = IMAGE, *(one.replace("120 160", "96 96") for one in IMAGES[: len(SHAPES)])
SOUNDS = (
    *(b"", b"x", b"RIFF", sound()[:30], sound()[:-40], sound() + b"junk", b"OggS" + bytes(50)),
    *(sound(11), sound(0.1, 96_000), sound(0.1, channels=9), sound(0.1, kind=3), sound(0.1, 7)),
    sound().replace(b"data", b"evil"),
    sound().replace(b"fmt ", b"LIST"),
    sound()[:40] + struct.pack("<I", 2**32 - 1) + sound()[44:],
)
TEXTS = (
    *("[[[", "a = ", "\0", "= 1", "format = 1", "a = 1\na = 2", "[a]\n[a]", "\ufeff\ufeff"),
    *("a = " + "[" * 5000, "a = {" * 2000, "x" * 200_000, "a." * 3000 + "b = 1"),
)
TABLES = (
    *(TABLE.replace('"fen"', f'"{id}"') for id in ("", "mine", "../x", "FEN", "a b", "a" * 50)),
    *(TABLE.replace("1.0", it) for it in ("", "1.0.0.0", "01", "-1", "1..2", "../..", "999999")),
    *(TABLE + line for line in ('run = "x"\n', "game = 9\n", 'game = "999"\n', "format = 1\n")),
    *(TABLE.replace("format = 1", f"format = {it}") for it in ("2", "0", '"1"', "true", "1e9")),
    *(TABLE.replace("The fen", it) for it in ("", "x" * 100)),
    *TEXTS,
)
AGES = "0", "0.0.1", "0.0.99999", "0.1", "0.1.0", "1", "99999"
"""Versions of the game that say nothing true about a pack with an id of this version."""
SHADOWS: tuple[dict[str, str], ...] = (
    *(
        {
            "pack.toml": f'{TABLE}made = "{made}"\n',
            "kinds/contest.toml": KIND.replace("mudlark", "brawler"),
            "pieces/mudlark.svg": "",
            "sounds/mudlark.wav": "",
        }
        for made in AGES
    ),
    *({"kinds/contest.toml": KIND.replace("mudlark", id)} for id in ("brawler", "duelist")),
    *({"terrain.toml": GROUND.replace("ooze", id)} for id in ("water", "floor", "wall", "club")),
    {"kinds/contest.toml": KIND.replace('"club"', '"bomb"')},
    {"kinds/contest.toml": KIND.replace("12", "1000000000")},
    {"kinds/action.toml": KIND},
    {"levels/first.toml": own_level().replace("contest", "action")},
    {"levels/first.toml": own_level().replace("format = 1", "format = 99")},
    {"terrain.toml": GROUND + 'look = "ooze"\nhazard = "99999d99999"\n'},
    {"terrain.toml": GROUND + 'becomes = "../wall"\n'},
    {"campaigns/road/campaign.toml": 'format = 1\ntitle = "x"\n'},
    {"proof/a.jsonl": "x"},
    {"proof/a.jsonl": "{}\n" * 100_000},
)


def hostile() -> Iterator[Hostile]:
    """Yield all hostile packs, each with a name."""
    names = (*OUTSIDE, *DEVICES, *STRANGE, *ENDINGS)
    for number, name in enumerate(names):
        yield f"name {number} {name[:30]!r}", archive(files(), extra=[(name, b"format = 1\n")])
    for number, text in enumerate(IMAGES):
        yield f"image {number}", archive(files(**{"pieces/mudlark.svg": text or " "}))
    for number, text in enumerate(GROUND_IMAGES):
        yield f"ground image {number}", archive(files(**{"grounds/ooze.svg": text}))
    for number, content in enumerate(SOUNDS):
        yield f"sound {number}", archive(files(**{"sounds/mudlark.wav": content or b" "}))
    for number, text in enumerate(TABLES):
        yield f"table {number}", archive(files(**{"pack.toml": text or " "}))
    data = ("levels/first.toml", "kinds/contest.toml", "terrain.toml", "texts/de/levels/first.toml")
    for name, (number, text) in product(data, enumerate(TEXTS)):
        yield f"text {name} {number}", archive(files(**{name: text or " "}))
    for number, changed in enumerate(SHADOWS):
        yield f"shadow {number}", archive(files(**changed))
    yield from _of_archives()


def _of_archives() -> Iterator[Hostile]:
    """Yield archives that are wrong as such."""
    whole = archive(files())
    yield "empty", b""
    yield "text", b"not an archive"
    yield "only the end", b"PK\x05\x06" + bytes(18)
    yield "program in front", b"#!/bin/sh\n" + whole
    yield "too large", whole + bytes(20_000_001)
    for share in range(1, 10):
        yield f"torn {share}", whole[: len(whole) * share // 10]
    with zipfile.ZipFile(io.BytesIO(whole)) as zipped:
        for it in zipped.infolist():
            at = it.header_offset + 30 + len(it.filename) + it.compress_size // 2
            yield f"flipped {at}", whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
    for kind in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK):
        yield f"mode {kind:o}", archive(files(), extra=[("levels/a.toml", b"/etc")], mode=kind)
    yield "10,000 files", archive(files(), [(f"levels/l{n}.toml", b"") for n in range(10_000)])
    yield "501 files", archive(files(), [(f"levels/l{n}.toml", b"") for n in range(501)])
    yield "twice", archive(files(), [("levels/first.toml", b"format = 1")])
    yield "file as folder", archive(files(), [("levels/first.toml/a.toml", b"format = 1")])
    yield "bomb", archive(files(), [("levels/bomb.toml", bytes(390_000))])
    yield "large bomb", archive(files(), [("levels/bomb.toml", bytes(50_000_000))])
    yield (
        "many bombs",
        archive(files(), [(f"levels/b{n}.toml", bytes(390_000)) for n in range(400)]),
    )
    yield "lying bomb", lying(archive(files(), [("levels/bomb.toml", bytes(50_000_000))]))
    yield "nested", archive(files(), [("levels/inner.zip", whole)])
    yield "no table", archive(files(**{"pack.toml": ""}))
    yield "bzip2", archive(files(), method=zipfile.ZIP_BZIP2)
    yield "lzma", archive(files(), method=zipfile.ZIP_LZMA)
    yield "encrypted", flagged(whole, 0x1)
    yield "checksum", whole.replace(struct.pack("<I", zlib.crc32(TABLE.encode())), bytes(4))
    yield "other name inside", whole.replace(b"pack.toml", b"evil.toml", 1)
    yield "overlapping", overlapping()


def archive(
    found: dict[str, bytes],
    extra: list[tuple[str, bytes]] | tuple[tuple[str, bytes], ...] = (),
    mode: int = stat.S_IFREG,
    method: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """Return an archive of files, with entries that needn't be allowed; `mode` is theirs."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as zipped:
        for name, content in found.items():
            zipped.writestr(name, content)
        for name, content in extra:
            entry = zipfile.ZipInfo("x")
            entry.filename = entry.orig_filename = name
            entry.external_attr, entry.compress_type = (mode | 0o777) << 16, method
            with_warning(zipped, entry, content)
    return made.getvalue()


def with_warning(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo, content: bytes) -> None:
    """Write an entry, even if there is one of its name."""
    zipped.NameToInfo.pop(entry.filename, None)
    zipped.writestr(entry, content)


def lying(data: bytes) -> bytes:
    """Return an archive whose entries claim to be small."""
    made, at = bytearray(data), 0
    while (at := made.find(b"PK\x01\x02", at)) >= 0:
        (size,) = struct.unpack_from("<I", made, at + 24)
        struct.pack_into("<I", made, at + 24, min(size, 1000))
        at += 4
    return bytes(made)


def flagged(data: bytes, flag: int) -> bytes:
    """Return an archive whose entries have a flag set."""
    made, at = bytearray(data), 0
    while (at := made.find(b"PK\x01\x02", at)) >= 0:
        made[at + 8] |= flag
        at += 4
    return bytes(made)


def overlapping() -> bytes:
    """Return an archive with many entries that share the same content."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files().items():
            zipped.writestr(name, content)
        zipped.writestr("levels/a.toml", b"# x\n" * 90_000)
        first = zipped.getinfo("levels/a.toml")
        for number in range(300):
            entry = zipfile.ZipInfo(f"levels/b{number}.toml")
            for key in ("header_offset", "CRC", "compress_size", "file_size", "compress_type"):
                setattr(entry, key, getattr(first, key))
            zipped.filelist.append(entry)
        zipped.comment = b"written again"
    return made.getvalue()
