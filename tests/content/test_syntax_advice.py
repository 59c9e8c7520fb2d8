"""Advice on slips in TOML written by hand: the place, and the probable meaning."""

import pytest

from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Source

SLIPS = {
    "a = carter": '1:5 a text must be in quotes: "carter"',
    "a = Two in the yard # x": '1:5 a text must be in quotes: "Two in the yard"',
    "a = Bo's yard": '1:5 a text must be in quotes: "Bo\'s yard"',
    'a = say "hi"': "1:5 invalid value; a text must be in quotes",
    "a = “x”": "1:5 '“' isn't a quote here; put the text between straight quotes, \" or '",
    'a = ["x" ‘y’]': "1:10 '‘' isn't a quote here; put the text between straight quotes, \" or '",
    "“a” = 1": "1:1 '“' isn't a quote here; put the text between straight quotes, \" or '",
    "a = True": "1:5 write true instead of 'True'",
    "a = [no]": "1:6 write false instead of 'no'",
    "a = null": "1:5 TOML has no 'null'; leave out a key that has no value",
    "a =": "1:4 the value is missing here",
    "a = # later": "1:5 the value is missing here",
    "a = { b = , c = 1 }": "1:11 the value is missing here",
    "a = 1d4+1": '1:6 put dice in quotes: "1d4+1"',
    "a = d6": '1:5 put dice in quotes: "d6"',
    "a = { m = 2d6 }": '1:12 put dice in quotes: "2d6"',
    "a = 5 ft": "1:7 there is more text after the value; put each key on its own line",
    "a = 01": "1:6 a whole number can't begin with 0",
    "a = .5": "1:5 a number begins with a digit: 0.5",
    "a = (1, 2)": "1:5 write a list between '[' and ']'",
    'a = "x" // no': "1:9 a comment begins with '#', not with '//'",
    "// no": "1:1 a comment begins with '#', not with '//'",
    'a = "x",': "1:8 a line can't end with ','; put each key on its own line",
    'a = "x" b = "y"': "1:9 there is more text after the value; put each key on its own line",
    "[unit] x = 3": "1:8 there is more text after the name of the table",
    "a = 'it's'": "1:9 the text ends before this, at '; put a text that contains this sign between "
    '" and "',
    'a: "x"': "1:2 a key is followed by '=', not by ':'",
    "x = { a: 1 }": "1:8 a key is followed by '=', not by ':'",
    'the title = "x"': "1:5 a key is one word, without spaces",
    'title "x"': "1:7 '=' is missing after the key 'title'",
    'x = { terrain "floor" }': "1:15 '=' is missing after the key 'terrain'",
    "}": "1:1 nothing is open here that '}' could close",
    "\x7f = 1": "1:1 the text can't be read from here on: 'Invalid statement'",
    '~ = "water"': '1:1 put a key with characters other than a to z in quotes: "~"',
    'x = { . = "floor" }': '1:7 put a key with characters other than a to z in quotes: "."',
    'x = { # = "wall", a = 1 }': "1:5 this '{' is not closed before the text ends; a '#' without "
    "quotes begins a comment",
    "= 3": "1:1 expected a key or a [table] here, not '='",
    "[]": "1:2 a table needs a name",
    "[[unit]": "1:7 ']' is missing: write each table of a list in [[ ]], on its own line",
    "[royal beak]": "1:8 the name of a table is one word, without spaces",
    "[map": "1:5 ']' is missing: write the name of a table in [ ], on its own line",
    'a = "c\\d"': "1:9 write '\\' twice in a text between \" and \", or put the text "
    "between ' and '",
    "do = [\n { a = 1 }\n { a = 2 }\n]": "3:2 a ',' is missing before this, or ']' for the '[' at "
    "line 1, column 6",
    "x = { a = 1 b = 2 }": "1:13 a ',' is missing before this, or '}' for the '{' at column 5",
    "do = [\n 1,\n\n[[side]]": "1:6 this '[' is not closed before line 4",
    "do = [\n 1 # one ]\n\n[[side]] # a side": "1:6 this '[' is not closed before line 4",
    "do = [\n 1,\nk = 3": "1:6 this '[' is not closed before line 3",
    "x = { a = ']' , b = 2\n\n[side]": "1:5 this '{' is not closed before line 3",
    "do = [1, [2], 3": "1:6 this '[' is not closed before the text ends",
    "x = { b = [ 1, 2 }": "1:18 the '[' at column 11 is not closed before '}' closes the "
    "brackets around it",
    'do = [{ m = "]", ]': "1:18 the '{' at column 7 is not closed before ']' closes the "
    "brackets around it",
    "a = 13,5": "1:7 write a number with a point, not a comma: 13.5",
    "a = { b = 0,1, c = 2 }": "1:14 write a number with a point, not a comma: 0.1",
    "a = { b = 10% }": "1:13 a number can't contain '%'; write a share as 0.5",
    "a = 1/3": "1:6 a number can't contain '/'; write a share as 0.5",
    'a == "x"': "1:4 write one '=' between a key and its value",
    "a =\u00a013": "1:4 this character only looks like a space (U+00A0); delete it",
    "a = 13\u200b": "1:7 this character only looks like a space (U+200B); delete it",
    'stärke = "x"': "1:3 a key can't contain 'ä'; keys and ids use a-z, 0-9, '_' and '-'",
    "[prügel]": "1:4 a key can't contain 'ü'; keys and ids use a-z, 0-9, '_' and '-'",
    'x = { ü = "water" }': '1:7 put a key with characters other than a to z in quotes: "ü"',
    'a = "C:\\users"': "1:10 write '\\' twice in a text between \" and \", or put the text "
    "between ' and '",
    "do = { a = 1) }": "1:13 expected ',' or '}' here, not ')': the '{' at column 6 is open",
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


def test_number_of_lines_to_read_again_is_limited() -> None:
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
        "a.toml:1:9: The text that begins at column 9 is not closed on this line; put a text of "
        "several lines between ''' and '''."
    )


def test_table_within_an_entry_is_below_its_header() -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", "[unit.behaviour]\nhold = true\n[[unit]]\nid = 'a'\n", (), ("unit",))
    (finding,) = refused.value.findings
    assert (finding.line, finding.column) == (1, 2)
    assert finding.message == (
        "[unit.behaviour] comes before the first [[unit]]; put it below the one it belongs to."
    )


@pytest.mark.parametrize("text", SLIPS)
def test_slip_far_down_is_found_too(text: str) -> None:
    above = 'before = [{ a = "]" }, "#"] # [ {\n[[stop]]\n' + "id = '['\n"
    with pytest.raises(LevelError) as refused:
        Source("a.toml", f"{above}{text}\n")
    (finding,) = refused.value.findings
    place, _, _ = SLIPS[text].partition(" ")
    assert f"{finding.line - 3}:{finding.column}" == place
