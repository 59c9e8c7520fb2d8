"""Find wording that the project avoids, by `python -m tests.voice.check`.

`patterns.toml` lists each offence with its fix; README.md says how everything is written. Texts
that players, authors and engineers read have no findings at all. For comments, messages and levels,
`baseline.json` gives the number each file may have. These numbers can only shrink.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import tomli

from tests.voice.pieces import Piece, pieces

ROOT = Path(__file__).resolve().parents[2]
PATTERNS, BASELINE = (Path(__file__).with_name(name) for name in ("patterns.toml", "baseline.json"))

LONGEST = 40
"""Maximum number of words in a sentence of a document, a catalogue or a level."""
SENTENCED = ("doc", "ui", "level", "codex")
CODE = re.compile(r"`[^`]*`")
END = re.compile(r"(?<=[.!?:;])\s+")
CLAUSE = re.compile(r"^(?:What|Who|Whom|How|Where|Why|Which|Whether)\b")
HEADING = 5
"""Minimum number of words in a comment that isn't a heading."""
SHOWN = 170


class Pattern(NamedTuple):
    """One offence: its code, its form, the fix, and the kinds of text it applies to."""

    code: str
    form: re.Pattern[str]
    advice: str
    kinds: frozenset[str]


class Finding(NamedTuple):
    """One offence in a text."""

    piece: Piece
    code: str
    hit: str
    advice: str

    def __str__(self) -> str:
        piece = self.piece
        where, said = f"{piece.file}:{piece.line}", repr(piece.text[:SHOWN])
        return f"{where}: {self.code} [{self.hit}] {said}: {self.advice}"


def patterns(path: Path = PATTERNS) -> tuple[Pattern, ...]:
    """Return the offences that a file lists."""
    return tuple(
        Pattern(code, re.compile(table["pattern"]), table["advice"], frozenset(table["kinds"]))
        for code, table in tomli.loads(path.read_text("utf-8")).items()
    )


def offences(piece: Piece, forms: Sequence[Pattern]) -> Iterator[Finding]:
    """Yield all offences in one text."""
    plain = CODE.sub("`x`", piece.text)
    if piece.kind == "comment" and len(plain.split()) < HEADING:
        return
    for one in forms:
        if piece.kind in one.kinds and (hit := one.form.search(plain)):
            yield Finding(piece, one.code, hit.group().strip(), one.advice)
    if piece.is_of_function and (hit := CLAUSE.match(plain)):
        yield Finding(piece, "clause", hit.group(), "imperative: 'Return …', 'Return whether …'")
    if piece.kind in SENTENCED and "|" not in plain:
        for sentence in END.split(plain):
            count = len(sentence.split())
            if count > LONGEST:
                yield Finding(piece, "long", f"{count} words", "split it")


def found_in(root: Path) -> tuple[Finding, ...]:
    """Return all offences in the project below `root`."""
    forms = patterns()
    return tuple(one for piece in pieces(root) for one in offences(piece, forms))


def counted(found: Sequence[Finding]) -> dict[str, int]:
    """Return the number of findings by file and code, sorted."""
    return dict(sorted(Counter(f"{one.piece.file}:{one.code}" for one in found).items()))


def grown(found: Sequence[Finding], known: Mapping[str, int]) -> list[Finding]:
    """Return the findings of each file and code with more findings than are known."""
    more = {key for key, count in counted(found).items() if count > known.get(key, 0)}
    return [one for one in found if f"{one.piece.file}:{one.code}" in more]


def main(args: Sequence[str] | None = None) -> int:
    """Print the new findings.

    Return 1 if there are any, or if the baseline is out of date.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.voice.check", description=__doc__)
    parser.add_argument("--all", action="store_true", help="print all findings, also known ones")
    parser.add_argument("--shrink", action="store_true", help="write the smaller baseline")
    asked = parser.parse_args(args)
    found, known = found_in(ROOT), json.loads(BASELINE.read_text("utf-8"))
    new, now = grown(found, known), counted(found)
    for one in found if asked.all else new:
        print(one)
    print(f"{len(found)} findings, {len(new)} of them new", file=sys.stderr)
    if new:
        return 1
    if now != known:
        if not asked.shrink:
            print("There are fewer findings than known; run it with --shrink.", file=sys.stderr)
            return 1
        BASELINE.write_text(json.dumps(now, indent=0) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
