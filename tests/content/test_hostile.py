"""Files made to do harm: each gets its findings, in bounded time."""

import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from game.content.levels import CheckedLevel
from game.content.toml_files.findings import MOST, LevelError
from game.content.toml_files.text_reading import MOST_BYTES, read_text
from game.content.values.decoding import Decoder
from tests.content.test_levels import large
from tests.content.world import DATA, LEVEL, changed, check, make_root

LONGEST_MESSAGE = 700
SECONDS = 15
"""Maximum time on one core.

Every file takes far less on a slow machine. A quadratic step would take far more, even for a case
shorter than a level can be.
"""


def many(count: int, text: str) -> str:
    return "".join(text.format(n=number) for number in range(count))


AREA = '[[area]]\nid = "yard"\nletter = "."\n'
NO_BO = ('b = { terrain = "floor", unit = "bo" }', 'b = "floor"')
BIG = large(400, 2)
TRIGGER = '[[trigger]]\nwhen = [{{ round = 1 }}]\ndo = [{{ message = "{n}" }}]\n'


def chain() -> str:
    """Return a chain of triggers, each of which waits for the unit that the previous one brings."""
    units = many(990, '[[unit]]\nid = "z{n}"\nside = "red"\nkind = "grunt"\n')
    triggers = (
        f'[[trigger]]\nwhen = [{{ turn = "z{min(n + 1, 989)}" }}]\n'
        f'do = [{{ reinforcement = {{ units = ["z{n}"], area = "yard" }} }}]\n'
        for n in range(990)
    )
    return f'{BIG}{units}[[area]]\nid = "yard"\ntiles = [[5, 5]]\n{"".join(triggers)}'


def opens() -> str:
    """Return large areas, each used by many triggers."""
    areas = many(3, '[[area]]\nid = "a{n}"\nrect = [0, 0, 280, 280]\n')
    deeds = '{ open = { area = "a1", terrain = "floor" } }, ' * 20
    return f"{BIG}{areas}" + f"[[trigger]]\nwhen = [{{ round = 1 }}]\ndo = [{deeds}]\n" * 990


def strips() -> str:
    areas = many(990, '[[area]]\nid = "a{n}"\nrect = [0, {n}, 250, 1]\n')
    return f"{large(500, 2)}{areas}"


CASES: dict[str, tuple[Callable[[], str], str | None]] = {
    "triggers": (lambda: LEVEL + many(10_000, TRIGGER), "too-many"),
    "areas": (lambda: LEVEL + many(10_000, '[[area]]\nid = "a{n}"\ntiles = []\n'), "too-many"),
    "units": (lambda: large(200, 10_000), "too-many"),
    "sides": (lambda: LEVEL + many(50_000, '[[side]]\nid = "s{n}"\n'), "too-many"),
    "tiles": (
        lambda: LEVEL + many(1000, '[[area]]\nid = "a{n}"\nrect = [0, 0, 9999, 9999]\n'),
        "area-off-map",
    ),
    "many tiles of a letter": (
        lambda: BIG + many(1000, '[[area]]\nid = "a{n}"\nletter = "."\n'),
        "too-many",
    ),
    "a chain of arrivals": (chain, "trigger-never"),
    "doors": (opens, None),
    "strips": (strips, "area-off-map"),
    "letters": (
        lambda: changed(("legend = {", "legend = {" + many(5000, '"x{n}" = "floor", '))),
        "too-many",
    ),
    "a hand with many items": (
        lambda: f"{LEVEL}hand = [{'3, ' * 100_000}]\n",
        "wrong-type",
    ),
    "a hand with unknown items": (
        lambda: LEVEL + "hand = [" + many(40_000, '"thing{n}", ') + "]\n",
        "unknown-name",
    ),
    "misspelt units": (
        lambda: (
            LEVEL
            + many(900, '[[unit]]\nid = "unit{n}"\nside = "red"\nkind = "grunt"\n')
            + AREA
            + many(900, '[[trigger]]\nwhen = [{{ turn = "untt{n}" }}]\ndo = [{{ win = "red" }}]\n')
        ),
        "unknown-name",
    ),
    "keys": (lambda: many(70_000, "k{n} = 1\n") + LEVEL, "unknown-key"),
    "many unknown letters": (
        lambda: changed(("#a.b#", "".join(map(chr, range(0x4E00, 0x9E00))))),
        "unknown-letter",
    ),
    "a wide grid": (lambda: changed(("#a.b#", "." * 3_900_000)), "map-ragged"),
    "a high grid": (lambda: changed(("#a.b#", ".\n" * 1_900_000)), "map-too-large"),
    "brackets": (lambda: "a = " + "[" * 1_000_000, "not-toml"),
    "braces": (lambda: "a = " + "{a = " * 200_000, "not-toml"),
    "dots": (lambda: "a" + ".a" * 500_000 + " = 1", "not-toml"),
    "tables": (lambda: f"[{'.'.join('a' * 900)}]\n" * 600, "not-toml"),
    "digits": (lambda: "a = " + "1" * 3_900_000, "not-toml"),
    "many numbers": (
        lambda: many(900, "a{n} = " + "1" * 3990 + "\n") + "b = " + "1" * 5000,
        "not-toml",
    ),
    "quotes": (lambda: "a = " + "'" * 3_900_000, "not-toml"),
    "a long title": (lambda: changed(('"Yard"', f'"{"y" * 3_900_000}"')), "wrong-value"),
    "a long id": (lambda: changed(('id = "bo"', f'id = "{"b" * 3_000_000}"')), "bad-id"),
    "a long name": (lambda: changed(('"scout"', f'"{"s" * 3_000_000}"')), "unknown-name"),
    "long dice": (lambda: f'{LEVEL}pace = "{"1d6+" * 700_000}1"\n', "wrong-value"),
    "many dice": (lambda: f'{LEVEL}pace = "999999999d999999999"\n', "wrong-value"),
    "a path": (
        lambda: changed(('"scout"', '"../../../etc/passwd"'), ('"floor"', '"/etc/passwd"')),
        "unknown-name",
    ),
    "a path as the rulebook": (
        lambda: changed(('"skirmish"', '"../../skirmish"')),
        "unknown-rulebook",
    ),
    "control characters": (
        lambda: LEVEL + '[text]\nintro = "\\u001b[2J\\u0000\\u202e"\n',
        "wrong-value",
    ),
    "raw control characters": (lambda: LEVEL + '[text]\nintro = "\x1b[2J"\n', "not-toml"),
    "large numbers": (
        lambda: changed(NO_BO) + "at = [9223372036854775807, -9223372036854775808]\n",
        "unit-off-map",
    ),
    "a large rectangle": (
        lambda: LEVEL + f'[[area]]\nid = "x"\nrect = [{2**63 - 1}, {-(2**63)}, 10000, 10000]\n',
        "area-off-map",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_hostile_level_gets_a_finding(case: str, root: Path) -> None:
    make, code = CASES[case]
    text = make()
    assert len(text) <= MOST_BYTES
    start = time.process_time()
    checked = check(text, root)
    assert time.process_time() - start < SECONDS
    assert code is None or code in {finding.code for finding in checked.findings}
    are_fit_to_read(checked)


def are_fit_to_read(checked: CheckedLevel) -> None:
    assert len(checked.findings) <= 2 * MOST
    for finding in checked.findings:
        assert len(finding.message) <= LONGEST_MESSAGE
        assert len(finding.text()) <= LONGEST_MESSAGE + 400
        assert all(letter.isprintable() or letter in "\t\n" for letter in finding.text())


def test_grid_of_fifty_megabytes_is_refused_without_reading(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text(changed(("#a.b#", "." * 50_000_000)), encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(LevelError, match="the limit is 4000000"):
        read_text(path)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


FULL = (
    changed(
        ("title = ", 'rounds = 9\nparty = "red"\ntitle = '),
        ("legend", "zones = '''\n.....\n.A.B.\n.....\n'''\nlegend"),
    )
    + """life = 7
hand = ["knife"]
[skirmish]
loss = 2
[[area]]
id = "yard"
rect = [1, 1, 3, 1]
[[objective]]
id = "hold"
side = "red"
title = "Hold the yard"
hold = { area = "yard", rounds = 3 }
[[trigger]]
when = [{ enter = { unit = "ann", area = "yard" } }, { count = { side = "blue", at_most = 1 } }]
do = [{ message = "Now." }, { open = { area = "yard", terrain = "wall" } }, { objective = "hold" }]
once = false
[[expect]]
wins = { side = "red", least = 0.4, most = 0.6 }
[text]
intro = "Two meet."
"""
)
JUNK = (
    *("", "", "'", '"', "\n", "[", "]", "{", "}", "=", "3", ".", "\\", "é", "a", "#", ",", "-1"),
    *(
        "[[unit]]\n",
        "ann",
        "yard",
        "true",
        "99999999999999999999",
        "nan",
        "'''",
        "\t",
        "\x7f",
        "\u2028",
    ),
)


def mangled(source: random.Random) -> str:
    """Return a level with parts cut out, inserted, doubled or swapped."""
    text = FULL
    for _ in range(source.choice([1, 1, 2, 5])):
        start = source.randrange(len(text) + 1)
        end = min(len(text), start + source.choice([0, 1, 2, 9, 40]))
        piece = source.choice([source.choice(JUNK), text[end : end + source.randrange(60)]])
        text = text[:start] + piece + text[end:]
    lines = text.split("\n")
    if source.random() < 0.3:
        one, two = source.randrange(len(lines)), source.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def is_told(text: str, root: Path) -> None:
    checked = check(text, root)
    assert (checked.level is None) == any(f.severity == "error" for f in checked.findings)
    are_fit_to_read(checked)
    for finding in checked.findings:
        assert 1 <= finding.line <= text.count("\n") + 2
        assert finding.message.endswith((".", "?"))


def test_any_change_to_a_level_is_reported(root: Path) -> None:
    assert check(FULL, root).level is not None
    source = random.Random(1)
    for _ in range(500):
        is_told(mangled(source), root)


def test_quick_check_misses_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(2)
    texts = [FULL, *(mangled(source) for _ in range(300))]
    quick = [check(text, root) for text in texts]
    monkeypatch.setattr(Decoder, "quick", lambda *_: None)
    assert [check(text, root) for text in texts] == quick


@pytest.mark.long
def test_any_change_to_many_levels_is_reported(root: Path) -> None:
    source = random.Random()
    seed = source.randrange(2**32)
    source.seed(seed)
    for number in range(40_000):
        text = mangled(source)
        try:
            is_told(text, root)
        except Exception as fault:
            raise AssertionError(f"seed {seed}, level {number}:\n{text}") from fault


def test_long_name_of_a_table_is_shortened_in_a_rulebook_file_too(tmp_path: Path) -> None:
    name = "k" * 5000
    table = f"[{name}]\ntitle = 3\nfoo = 1\n"
    root = make_root(tmp_path, bestiary=DATA["skirmish/bestiary.toml"] + table)
    found = check(LEVEL, root).findings
    assert {finding.code for finding in found} >= {"bad-id", "wrong-type", "unknown-key"}
    assert max(len(finding.message) for finding in found) <= LONGEST_MESSAGE
