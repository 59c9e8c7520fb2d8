"""What is said of the slips of people who write TOML by hand: the place, and what was meant."""

import pytest

from game.content.findings import LevelError
from game.content.source import Source

SLIPS = {
    "a = carter": '1:5 a text must stand in quotes: "carter"',
    "a = Two in the yard # x": '1:5 a text must stand in quotes: "Two in the yard"',
    "a = Bo's yard": '1:5 a text must stand in quotes: "Bo\'s yard"',
    'a = say "hi"': "1:5 invalid value; a text must stand in quotes",
    "a = “x”": "1:5 '“' is no quote here; a text stands between straight ones, \" or '",
    'a = ["x" ‘y’]': "1:10 '‘' is no quote here; a text stands between straight ones, \" or '",
    "“a” = 1": "1:1 '“' is no quote here; a text stands between straight ones, \" or '",
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
    '~ = "water"': '1:1 a key of other signs than letters stands in quotes: "~"',
    'x = { . = "floor" }': '1:7 a key of other signs than letters stands in quotes: "."',
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
    "do = { a = 1) }": "1:13 ',' or '}' must stand here, not ')': the '{' at column 6 is open",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_is_told_in_the_words_of_an_author(text: str) -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", f"{text}\n")
    (finding,) = refused.value.findings
    place, _, words = SLIPS[text].partition(" ")
    assert finding.code == "not-toml"
    assert (f"{finding.line}:{finding.column}", finding.message) == (
        place,
        f"This is not TOML: {words}.",
    )


def test_a_table_within_an_entry_stands_below_its_header() -> None:
    with pytest.raises(LevelError) as refused:
        Source("a.toml", "[unit.behaviour]\nhold = true\n[[unit]]\nid = 'a'\n", (), ("unit",))
    (finding,) = refused.value.findings
    assert (finding.line, finding.column) == (1, 2)
    assert finding.message == (
        "[unit.behaviour] stands above the first [[unit]]; put it below the one it belongs to."
    )


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_is_found_as_well_far_down(text: str) -> None:
    above = 'before = [{ a = "]" }, "#"] # [ {\n[[stop]]\n' + "id = '['\n"
    with pytest.raises(LevelError) as refused:
        Source("a.toml", f"{above}{text}\n")
    (finding,) = refused.value.findings
    place, _, _ = SLIPS[text].partition(" ")
    assert f"{finding.line - 3}:{finding.column}" == place
