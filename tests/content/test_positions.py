"""Places of keys, compared with a TOML writer that records each place."""

import random
from typing import Any

import pytest
import tomli
from hypothesis import example, given
from hypothesis import strategies as st

from game.content.toml_files.positions import Keys, Positions, Spot

BARE = "abcxyz019_-"
ODD = [".", " ", "#", "[x]", "=", "'", "ä", "", "{", "key one"]
PLAIN = [
    *("1", "-3.5", "true", "0xff", "1979-05-27 07:32:00Z", "1979-05-27", "inf", "1_000"),
    *('"a # b"', r'"q\" ] \\"', "'c\\'", '""', "''", '"[x]"'),
    *(
        "'''\nab\n'c'\n'''",
        "'''x''''",
        '"""\n#[a]\nb = 1\\\n  c\n"""',
        '"""a\\""" """',
        '""""a"""""',
    ),
]
NEWLINES = ["\n", "\r\n", "\n\n", " # it's [x]\n", '\t#"""\n']


class Writer:
    """Writer of random TOML.

    `places` has the offset of each key and value.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.text = ""
        self.places: dict[Keys, tuple[int, int]] = {}
        self.used: set[tuple[Keys, str]] = set()

    def put(self, *texts: str) -> None:
        self.text += self.random.choice(texts)

    def name(self, inside: Keys) -> str:
        """Return a name that is new in its table."""
        while True:
            name = self.random.choice(ODD) if self.random.random() < 0.3 else ""
            name = name or "".join(self.random.choices(BARE, k=self.random.randint(1, 4)))
            if (inside, name) not in self.used:
                self.used.add((inside, name))
                return name

    def write(self, name: str) -> None:
        is_bare = bool(name) and set(name) <= set(BARE)
        basic = '"' + name.replace('"', '\\"') + '"'
        escaped = '"' + "".join(f"\\u{ord(letter):04x}" for letter in name) + '"'
        literal = [f"'{name}'"] if "'" not in name else []
        self.put(*([name] * 3 if is_bare else []), basic, escaped, *literal)

    def pair(self, inside: Keys, depth: int, is_flat: bool = False) -> None:
        start, keys = len(self.text), inside
        for number in range(self.random.choice([1, 1, 1, 2, 3])):
            if number:
                self.put(".", " . ", "\t.")
            keys = (*keys, self.name(keys))
            self.write(str(keys[-1]))
            self.places.setdefault(keys, (start, -1))
        self.put("=", " = ", "\t=  ")
        self.places[keys] = (start, len(self.text))
        self.value(keys, depth, is_flat)

    def value(self, keys: Keys, depth: int, is_flat: bool = False) -> None:
        kind = self.random.random() if depth < 4 else 1.0
        if kind < 0.15:
            self.array(keys, depth, is_flat)
        elif kind < 0.3:
            self.inline(keys, depth)
        else:
            self.put(*PLAIN)

    def array(self, keys: Keys, depth: int, is_flat: bool) -> None:
        self.put("[", "[ ", *([] if is_flat else ["[\n", "[ # ]\n"]))
        for number in range(self.random.randint(0, 3)):
            entry = (*keys, number)
            self.places[entry] = (len(self.text), len(self.text))
            self.value(entry, depth + 1, is_flat)
            self.put(",", ", ", *([] if is_flat else [" ,\n", ",#,\n"]))
        self.put("]")

    def inline(self, keys: Keys, depth: int) -> None:
        self.put("{", "{ ")
        for number in range(self.random.randint(0, 3)):
            if number:
                self.put(",", ", ")
            self.pair(keys, depth + 1, is_flat=True)
        self.put("}", " }")

    def header(self, opening: str, closing: str, keys: Keys) -> None:
        self.put(opening, f"{opening} ")
        start = len(self.text)
        self.write(str(keys[0]))
        base = keys[:1]
        self.places.setdefault(base, (start, -1))
        self.places.setdefault(keys, (start, -1))
        self.put(closing, f" {closing}")

    def pairs(self, inside: Keys) -> None:
        for _ in range(self.random.randint(0, 4)):
            self.put(*NEWLINES)
            self.pair(inside, 0)
        self.put(*NEWLINES)

    def document(self) -> str:
        self.pairs(())
        for _ in range(self.random.randint(0, 4)):
            name = self.name(())
            if self.random.random() < 0.5:
                self.header("[", "]", (name,))
                self.pairs((name,))
                continue
            for number in range(self.random.randint(1, 3)):
                self.header("[[", "]]", (name, number))
                self.pairs((name, number))
        return self.text


def spot(text: str, offset: int) -> Spot:
    before = text[:offset]
    return Spot(before.count("\n") + 1, offset - before.rfind("\n"))


def paths(value: Any, keys: Keys = ()) -> set[Keys]:
    """Yield the paths to all values of a decoded text."""
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    else:
        entries = []
    inner: list[set[Keys]] = [paths(entry, (*keys, key)) for key, entry in entries]
    return set().union({keys} - {()}, *inner)


@pytest.mark.parametrize("seed", range(400))
def test_every_key_is_found_where_it_was_written(seed: int) -> None:
    writer = Writer(seed)
    text = writer.document()
    assert paths(tomli.loads(text)) == writer.places.keys()
    positions = Positions(text)
    assert positions.repeats == ()
    for keys, (key, value) in writer.places.items():
        assert positions.key(keys) == spot(text, key), keys
        assert positions.value(keys) == spot(text, value if value >= 0 else key), keys


@given(st.text(alphabet="ab.=[]{},'\"\\#\n\r \t1é", max_size=80))
@example('a = "\\')
@example("a = '''")
@example('"""')
@example("a=[[[[{b=[")
def test_any_text_can_be_scanned(text: str) -> None:
    positions = Positions(text)
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError:
        return
    assert positions.repeats == ()
    for keys in paths(tables):
        line, column = positions.key(keys)
        assert column <= len(text.split("\n")[line - 1])


LAYERS = '''a = 1
[map]
grid = """
##
.#"""
zones = \'\'\'ab
c\'\'\'
line = "xyz"
odd = "a\\nb"
'''


@pytest.mark.parametrize(
    ("key", "row", "column", "expected"),
    [
        ("grid", 0, 0, (4, 1)),
        ("grid", 1, 1, (5, 2)),
        ("zones", 0, 1, (6, 13)),
        ("zones", 1, 0, (7, 1)),
        ("line", 0, 2, (8, 11)),
        ("odd", 1, 0, (9, 7)),
        ("nothing", 1, 0, (2, 2)),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_characters_of_a_layer_are_located(
    key: str, row: int, column: int, expected: tuple[int, int], newline: str
) -> None:
    text = LAYERS.replace("\n", newline)
    assert Positions(text).letter(("map", key), row, column) == expected


def test_missing_key_is_located_at_its_table() -> None:
    positions = Positions("\n[unit]\nid = 'x'\n")
    assert positions.key(("unit", "side")) == (2, 2)
    assert positions.value(("unit", "id", "x")) == (3, 1)
    assert positions.key(("else",)) == (1, 1)


def test_later_tables_belong_to_the_last_entry_of_an_array() -> None:
    positions = Positions("[[a]]\n[[a]]\n[a.b]\nc = 1\n[[a.d]]\ne = 2\n")
    assert positions.key(("a", 1, "b", "c")) == (4, 1)
    assert positions.key(("a", 1, "d", 0, "e")) == (6, 1)


def test_repeated_keys_are_named() -> None:
    repeats = Positions('a = 1\nb = {c=1, c=2}\n[d]\n[d]\n"a" = 1\n').repeats
    assert [(repeat.keys, repeat.here, repeat.first) for repeat in repeats] == [
        (("b", "c"), (2, 11), (2, 6)),
        (("d",), (4, 2), (3, 2)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a=" + "[" * 300_000,
        "a=" + "{a=" * 100_000,
        "a." * 150_000 + "a=1",
        '"' * 300_000,
        'a="' * 100_000,
        "a='''\n" * 60_000,
        "#\n" * 150_000,
        'a = "' + "\\\\" * 150_000,
        "[" + "a." * 150_000 + "a]",
        "a = 1\n" * 50_000,
    ],
    ids=lambda text: text[:12].replace("\n", " "),
)
def test_no_text_takes_long(text: str) -> None:
    assert Positions(text).key(("nothing",)) == (1, 1)
