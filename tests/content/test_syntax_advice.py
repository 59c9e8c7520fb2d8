"""Advice on slips of people who write TOML by hand: the place, and what was meant."""

import pytest

from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Source

SLIPS = {
    "a = carter": '1:5 a text must stand in quotes: "carter"',
    "a = Two in the yard # x": '1:5 a text must stand in quotes: "Two in the yard"',
    "a = Bo's yard": '1:5 a text must stand in quotes: "Bo\'s yard"',
    'a = say "hi"': "1:5 invalid value; a text must stand in quotes",
    "a = “x”": "1:5 '“' isn't a quote here; put the text between straight ones, \" or '",
    'a = ["x" ‘y’]': "1:10 '‘' isn't a quote here; put the text between straight ones, \" or '",
    "“a” = 1": "1:1 '“' isn't a quote here; put the text between straight ones, \" or '",
    "a = True": "1:5 'True' is written true",
    "a = [no]": "1:6 'no' is written false",
    "a = null": "1:5 there is no 'null'; a key without a value is left out",
    "a =": "1:4 no value stands here",
    "a = # later": "1:5 no value stands here",
    "a = { b = , c = 1 }": "1:11 no value stands here",
    "a = 1d4+1": '1:6 dice stand in quotes: "1d4+1"',
    "a = d6": '1:5 dice stand in quotes: "d6"',
    "a = { m = 2d6 }": '1:12 dice stand in quotes: "2d6"',
    "a = 5 ft": "1:7 something more stands behind the value; each key has a line of its own",
    "a = 01": "1:6 a whole number does not begin with 0",
    "a = .5": "1:5 a number begins with a digit: 0.5",
    "a = (1, 2)": "1:5 a list stands between '[' and ']'",
    'a = "x" // no': "1:9 a comment begins with '#', not with '//'",
    "// no": "1:1 a comment begins with '#', not with '//'",
    'a = "x",': "1:8 no ',' stands at the end of a line; each key has a line of its own",
    'a = "x" b = "y"': "1:9 something more stands behind the value; each key has a line of its own",
    "[unit] x = 3": "1:8 something more stands behind the name of the table",
    "a = 'it's'": "1:9 the text ends before this, at '; one with such a quote in it stands between "
    '" and "',
    'a: "x"': "1:2 a key is followed by '=', not by ':'",
    "x = { a: 1 }": "1:8 a key is followed by '=', not by ':'",
    'the title = "x"': "1:5 a key is one word, without spaces",
    'title "x"': "1:7 '=' is missing after the key 'title'",
    'x = { terrain "floor" }': "1:15 '=' is missing after the key 'terrain'",
    "}": "1:1 '}' closes nothing that is open here",
    '~ = "water"': '1:1 a key of other signs than a to z stands in quotes: "~"',
    'x = { . = "floor" }': '1:7 a key of other signs than a to z stands in quotes: "."',
    'x = { # = "wall", a = 1 }': "1:5 this '{' is not closed before the text ends; a '#' without "
    "quotes begins a comment",
    "= 3": "1:1 a key or a [table] must stand here, not '='",
    "[]": "1:2 a table needs a name",
    "[[unit]": "1:7 ']' is missing: tables of a list stand in [[ ]], each with a line of its own",
    "[royal beak]": "1:8 the name of a table is one word, without spaces",
    "[map": "1:5 ']' is missing: the name of a table stands in [ ], on a line of its own",
    'a = "c\\d"': "1:9 a '\\' in a text between \" and \" is written twice, or the text stands "
    "between ' and '",
    "do = [\n { a = 1 }\n { a = 2 }\n]": "3:2 a ',' is missing before this, or ']' for the '[' at "
    "line 1, column 6",
    "x = { a = 1 b = 2 }": "1:13 a ',' is missing before this, or '}' for the '{' at column 5",
    "do = [\n 1,\n\n[[side]]": "1:6 this '[' is not closed before line 4",
    "do = [\n 1 # one ]\n\n[[side]] # a side": "1:6 this '[' is not closed before line 4",
    "do = [\n 1,\nk = 3": "1:6 this '[' is not closed before line 3",
    "x = { a = ']' , b = 2\n\n[side]": "1:5 this '{' is not closed before line 3",
    "do = [1, [2], 3": "1:6 this '[' is not closed before the text ends",
    "x = { b = [ 1, 2 }": "1:18 the '[' at column 11 is not closed before '}' closes what is "
    "around it",
    'do = [{ m = "]", ]': "1:18 the '{' at column 7 is not closed before ']' closes what is "
    "around it",
    "a = 13,5": "1:7 a number has a point, not a comma: 13.5",
    "a = { b = 0,1, c = 2 }": "1:14 a number has a point, not a comma: 0.1",
    "a = { b = 10% }": "1:13 '%' cannot stand in a number; a share is written as 0.5",
    "a = 1/3": "1:6 '/' cannot stand in a number; a share is written as 0.5",
    'a == "x"': "1:4 one '=' stands between a key and its value",
    "a =\u00a013": "1:4 a sign that only looks like a space stands here (U+00A0); take it away",
    "a = 13\u200b": "1:7 a sign that only looks like a space stands here (U+200B); take it away",
    'stärke = "x"': "1:3 'ä' cannot stand in a key; keys and ids are of a-z, 0-9, '_' and '-'",
    "[prügel]": "1:4 'ü' cannot stand in a key; keys and ids are of a-z, 0-9, '_' and '-'",
    'x = { ü = "water" }': '1:7 a key of other signs than a to z stands in quotes: "ü"',
    'a = "C:\\users"': "1:10 a '\\' in a text between \" and \" is written twice, or the text "
    "stands between ' and '",
    "do = { a = 1) }": "1:13 ',' or '}' must stand here, not ')': the '{' at column 6 is open",
}


@pytest.mark.parametrize("text", SLIPS)
def test_slip_is_reported_in_words_for_an_author(text: str) -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", f"{text}\n")
    (finding,) = refused.value.findings
    place, _, words = SLIPS[text].partition(" ")
    assert finding.code == "not-toml"
    assert (f"{finding.line}:{finding.column}", finding.message) == (
        place,
        f"This is not TOML: {words}.",
    )


SEVERAL = """\
rounds = 24,
[[unit]
id = carter
life = 13
life = 14
hand = (3, 4)
side: "red"
title = "Bo
[[area]]
id = „yard“
"""


def test_independent_errors_are_reported_at_once() -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", SEVERAL, (), ("unit", "area"))
    assert [f.line for f in refused.value.findings] == [1, 2, 3, 5, 6, 7, 8, 10]


@pytest.mark.parametrize(
    "text",
    [
        "do = [\n { a = 1 }\n { b = x }\n]\nc = 3",
        "legend = {\n a = 1\n b = 2\n}\nc = 3",
        'grid = "\n####\n#a.#\n"\nc = 3',
        "grid = '''\n####\n\nc = 3\nzones = '''\n....\n'''\n",
        "x[[unit]]\nid = 'b'",
        "rect = [1, 2\nid = 'b'",
    ],
)
def test_consequences_of_a_broken_line_are_not_reported(text: str) -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", f"[[unit]]\nname = 'a'\n{text}\n", (), ("unit",))
    assert len(refused.value.findings) == 1


def test_number_of_lines_read_again_is_limited() -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", "a = b\n" * 100)
    assert len(refused.value.findings) == 20
    with pytest.raises(LevelError) as refused:
        Source("a.toml", "a = b\n" * 2 + "# x\n" * 500_000)
    assert len(refused.value.findings) == 1


def test_text_of_several_lines_has_three_quotes() -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", 'intro = "It rains,\nand it snows."\n')
    assert str(refused.value.findings[0]) == (
        "a.toml:1:9: The text that begins at column 9 is not closed on this line; a text of "
        "several lines stands between ''' and '''."
    )


def test_table_within_an_entry_is_below_its_header() -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", "[unit.behaviour]\nhold = true\n[[unit]]\nid = 'a'\n", (), ("unit",))
    (finding,) = refused.value.findings
    assert (finding.line, finding.column) == (1, 2)
    assert finding.message == (
        "[unit.behaviour] stands above the first [[unit]]; put it below the one it belongs to."
    )


@pytest.mark.parametrize("text", SLIPS)
def test_slip_far_down_is_found_as_well(text: str) -> None:
    above = 'before = [{ a = "]" }, "#"] # [ {\n[[stop]]\n' + "id = '['\n"
    with pytest.raises(LevelError) as refused:
        Source("a.toml", f"{above}{text}\n")
    (finding,) = refused.value.findings
    place, _, _ = SLIPS[text].partition(" ")
    assert f"{finding.line - 3}:{finding.column}" == place
