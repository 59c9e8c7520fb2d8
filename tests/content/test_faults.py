"""One broken level for each error, with the exact place and sentence."""

from pathlib import Path

import pytest

from game.content.toml_files.findings import MOST, LevelError
from game.content.values.wording import dice_words
from game.terms.book_schema import Flaw
from tests.content.world import LEVEL, FakeBook, changed, check, faults, read, told

UNIT = '[[unit]]\nid = "ann"\nside = "red"\nkind = "grunt"\n'
SKIRMISH = "[skirmish]\nloss = 2\n"
CASES = {
    "syntax": (
        ("title =", "title ="),
        ('"Yard"', "Yard"),
        ['not-toml 3:9 This is not TOML: a text must be in quotes: "Yard".'],
    ),
    "apostrophe in a text without quotes": (
        ('"Yard"', "Bo's yard"),
        ['not-toml 3:9 This is not TOML: a text must be in quotes: "Bo\'s yard".'],
    ),
    "a grid that is not closed": (
        ("#####\n'''\n", "#####\n"),
        ["not-toml 5:8 The text that begins on line 5 is not closed; ''' must end it."],
    ),
    "top-level keys below a table": (
        ('kind = "scout"', 'kind = "scout"\n[text]\nparty = "red"'),
        [
            "unknown-key 24:1 There is no key 'party' in [text]; it belongs at the top of the "
            "file, before the first [table].",
        ],
    ),
    "a misspelt map": (
        ("[map]", "[maps]"),
        ["unknown-key 4:2 There is no key 'maps' in the file; did you mean 'map'?"],
    ),
    "units under a strange name": (
        ("[[unit]]", "[[character]]"),
        ("[[unit]]", "[[character]]"),
        ["unknown-key 15:3 There is no key 'character' in the file; did you mean 'unit'?"],
    ),
    "misspelt sides": (
        ("[[side]]", "[[sides]]"),
        ("[[side]]", "[[sides]]"),
        ["unknown-key 11:3 There is no key 'sides' in the file; did you mean 'side'?"],
    ),
    "a unit without a known side or a tile": (
        ('side = "blue"', 'side = "bleu"'),
        ('b = { terrain = "floor", unit = "bo" }', 'b = "floor"'),
        [
            "side-unknown 21:8 'side' in the unit 'bo': there is no side 'bleu'; did you mean "
            "'blue'?",
        ],
    ),
    "a deployment names an unknown unit": (
        ('b = { terrain = "floor", unit = "bo" }', 'b = "floor"'),
        (
            'kind = "scout"',
            'kind = "scout"\n[[area]]\nid = "yard"\nletter = "."\n[[deploy]]\nside = "blue"\n'
            'area = "yard"\nunits = ["boo"]',
        ),
        [
            "unknown-name 29:10 Entry 1 of 'units' in deployment 1: there is no unit 'boo'; did "
            "you mean 'bo'?",
        ],
    ),
    "a reinforcement names an unknown unit": (
        ('b = { terrain = "floor", unit = "bo" }', 'b = "floor"'),
        (
            'kind = "scout"',
            'kind = "scout"\n[[area]]\nid = "yard"\nletter = "."\n[[trigger]]\n'
            "when = [{ round = 2 }]\n"
            'do = [{ reinforcement = { units = ["boo"], area = "yard" } }]',
        ),
        [
            "unknown-name 28:36 Entry 1 of 'reinforcement.units' in entry 1 of 'do' in trigger 1: "
            "there is no unit 'boo'; did you mean 'bo'?",
        ],
    ),
    "repeated key": (
        ('title = "Yard"', 'title = "Yard"\nformat = 1'),
        ["not-toml 4:1 This is not TOML: 'format' is given twice, first at line 1, column 1."],
    ),
    "repeated table": (
        ("[[side]]", "[map]\n[[side]]"),
        ["not-toml 11:2 This is not TOML: 'map' is given twice, first at line 4, column 2."],
    ),
    "repeated key of a unit": (
        ('kind = "scout"', 'kind = "scout"\nid = "bo"'),
        ["not-toml 23:1 This is not TOML: 'unit.id' is given twice, first at line 20, column 1."],
    ),
    "deep": (
        ('"Yard"', "[" * 5000),
        ["not-toml 3:40 This is not TOML: the nesting here is too deep."],
    ),
    "digits": (
        ("format = 1", "format = " + "1" * 5000),
        ["not-toml 1:10 This is not TOML: a number here has too many digits."],
    ),
    "missing keys": (
        ('title = "Yard"\n', ""),
        ("format = 1\n", ""),
        ["missing-key 1:1 The file needs the keys 'format' and 'title'."],
    ),
    "missing map keys": (
        ("grid", "gird"),
        [
            "missing-key 4:2 [map] needs the key 'grid'.",
            "unknown-key 5:1 There is no key 'gird' in [map]; did you mean 'grid'?",
        ],
    ),
    "missing unit keys": (
        ('side = "blue"\nkind = "scout"\n', ""),
        ["missing-key 19:3 The unit 'bo' needs the keys 'side' and 'kind'."],
    ),
    "missing unit id": (
        ('id = "bo"\n', ""),
        [
            "missing-key 19:3 Unit 2 needs the key 'id'.",
        ],
    ),
    "missing terrain": (
        ('{ terrain = "floor", unit = "bo" }', '{ unit = "bo" }'),
        ["missing-key 10:82 The letter 'b' of the legend needs the key 'terrain'."],
    ),
    "unknown key": (
        ('kind = "scout"', 'kind = "scout"\nlive = 3'),
        ["unknown-key 23:1 There is no key 'live' in the unit 'bo'; did you mean 'life'?"],
    ),
    "unknown setting": (
        (UNIT, "[skirmish]\nodrer = 3\n" + UNIT),
        ["unknown-key 16:1 There is no key 'odrer' in [skirmish]; did you mean 'order'?"],
    ),
    "wrong type": (
        ('"Yard"', "3"),
        ["wrong-type 3:9 'title' must be a text of 1 to 80 letters, not 3."],
    ),
    "wrong types": (
        ('kind = "scout"', 'kind = "scout"\nlife = "x"\npace = 4\nhand = "club"\nquick = 1'),
        [
            "wrong-type 23:8 'life' in the unit 'bo' must be a whole number from 1 to 99, "
            "not the text 'x'.",
            f"wrong-type 24:8 'pace' in the unit 'bo' must be {dice_words()}, not 4; write it "
            'in quotes: "4".',
            "wrong-type 25:8 'hand' in the unit 'bo' must be a list, not the text 'club'; write "
            '["club"].',
            "wrong-type 26:9 'quick' in the unit 'bo' must be true or false, not 1.",
        ],
    ),
    "true isn't a number": (
        (UNIT, "[skirmish]\nloss = true\n" + UNIT),
        [
            "wrong-type 16:8 'loss' in [skirmish] must be a whole number from 0 to 9, not true.",
        ],
    ),
    "a date": (
        ('"Yard"', "2020-02-02"),
        ["wrong-type 3:9 'title' must be a text of 1 to 80 letters, not a date or time."],
    ),
    "a table for an array": (
        (LEVEL[LEVEL.index("[[unit]]") :], "[unit]\nid = 'x'\n"),
        [
            "wrong-type 15:2 'unit' must be written as [[unit]] for each, not a table.",
        ],
    ),
    "an array without tables": (
        (LEVEL[LEVEL.index("[[side]]") :], ""),
        ("format = 1", "format = 1\nside = [1, true]\nunit = [2, 3]"),
        [
            "wrong-type 2:9 Side 1 must be a table, not 1.",
            "wrong-type 2:12 Side 2 must be a table, not true.",
            "wrong-type 3:9 Unit 1 must be a table, not 2.",
            "wrong-type 3:12 Unit 2 must be a table, not 3.",
        ],
    ),
    "a number for a table": (
        (LEVEL[LEVEL.index("[map]") : LEVEL.index("[[side]]")], "map = 3\n"),
        ["wrong-type 4:7 'map' must be a table, not 3; write [map], with its keys below."],
    ),
    "a list for the legend": (
        (LEVEL[LEVEL.index("legend") : LEVEL.index("[[side]]")], "legend = []\n"),
        ["wrong-type 10:10 'legend' in [map] must be a table, not an empty list."],
    ),
    "wrong values": (
        (UNIT, '[skirmish]\nloss = 10\norder = "no"\nstart = "2x6"\n' + UNIT),
        [
            "wrong-value 16:8 'loss' in [skirmish] must be a whole number from 0 to 9, not 10.",
            "wrong-value 17:9 'order' in [skirmish] must be 'level' or 'roll', not the text 'no'.",
            f"wrong-value 18:9 'start' in [skirmish] must be {dice_words()}, not '2x6'.",
        ],
    ),
    "dice that are too long": (
        (UNIT, f'[skirmish]\nstart = "{"1+" * 90}1"\n' + UNIT),
        ["wrong-value 16:9 'start' in [skirmish] must have at most 100 letters."],
    ),
    "a tile of three numbers": (
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [1, 2, 3]'),
        [
            "wrong-value 23:6 'at' in the unit 'bo' must be a list of 2, [column, row], "
            "not a list of 3."
        ],
    ),
    "more than 64 bits": (
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [1, 0xFFFFFFFFFFFFFFFFFFFF]'),
        [
            "wrong-value 23:10 Entry 2 of 'at' in the unit 'bo' must be a whole number, not a "
            "number of more than 64 bits.",
        ],
    ),
    "not a number": (
        ('kind = "scout"', 'kind = "scout"\nweight = nan'),
        ["wrong-value 23:10 'weight' in the unit 'bo' must be a number, not nan."],
    ),
    "control character": (
        ('"Yard"', r'"Ya\u001b[31mrd"'),
        ["wrong-value 3:9 'title' must not contain the control character '\\x1b'."],
    ),
    "a line break in a title": (
        ('kind = "scout"', 'kind = "scout"\ntitle = "a\\nb"'),
        ["wrong-value 23:9 'title' in the unit 'bo' must not contain the control character '\\n'."],
    ),
    "rounds": (
        ('title = "Yard"', 'title = "Yard"\nrounds = 0'),
        ["wrong-value 4:10 'rounds' must be a whole number from 1 to 10000, not 0."],
    ),
    "newer format": (
        ("format = 1", "format = 2\nwhatever = 3"),
        [
            "newer-format 1:10 The level has a newer format than 1, the newest that this version "
            "reads; update the game.",
        ],
    ),
    "older format": (
        ("format = 1", "format = 0"),
        ["wrong-value 1:10 'format' must be 1, not 0."],
    ),
    "unknown rulebook": (
        ('"skirmish"', '"skirmsh"'),
        (UNIT, SKIRMISH + UNIT + "life = 3\n"),
        ["unknown-rulebook 2:12 There is no rulebook 'skirmsh'; did you mean 'skirmish'?"],
    ),
    "no such rulebook": (
        ('"skirmish"', '"chess"'),
        ["unknown-rulebook 2:12 There is no rulebook 'chess'; choose from 'skirmish'."],
    ),
    "unknown terrain": (
        ('"." = "floor"', '"." = "flor"'),
        [
            "unknown-name 10:32 The letter '.' of the legend: there is no terrain 'flor'; did you "
            "mean 'floor'?",
        ],
    ),
    "unknown kind": (
        ('"scout"', '"skout"'),
        [
            "unknown-name 22:8 'kind' in the unit 'bo': there is no kind 'skout'; did you mean "
            "'scout'?",
        ],
    ),
    "unknown things": (
        ('"scout"', '"scout"\ntool = "axe"\nhand = ["club", "clubb"]'),
        [
            "unknown-name 23:8 'tool' in the unit 'bo': there is no 'axe' in tools.toml; choose "
            "from 'club' and 'knife'.",
            "unknown-name 24:17 Entry 2 of 'hand' in the unit 'bo': there is no 'clubb' in "
            "tools.toml; did you mean 'club'?",
        ],
    ),
    "unknown unit": (
        ('unit = "bo"', 'unit = "boo"'),
        [
            "unknown-name 10:114 'unit' of the letter 'b' of the legend: there is no unit 'boo'; "
            "did you mean 'bo'?",
        ],
    ),
    "unknown side": (
        ('side = "blue"', 'side = "bleu"'),
        [
            "side-unknown 21:8 'side' in the unit 'bo': there is no side 'bleu'; did you mean "
            "'blue'?",
        ],
    ),
    "unknown winner": (
        ('title = "Yard"', 'title = "Yard"\nrounds_winner = "rd"\nparty = "green"'),
        [
            "side-unknown 4:17 'rounds_winner': there is no side 'rd'; did you mean 'red'?",
            "side-unknown 5:9 'party': there is no side 'green'; choose from 'red' and 'blue'.",
        ],
    ),
    "no rows": (
        ("#####\n#a.b#\n#####\n", ""),
        [
            "map-empty 5:1 The grid of [map] is empty; it needs at least one row of letters.",
        ],
    ),
    "ragged": (
        ("#a.b#\n#####", "#a.b##\n####"),
        [
            "map-ragged 7:6 Row 2 of the grid has 6 letters, but the map is 5 wide.",
            "map-ragged 8:5 Row 3 of the grid has 4 letters, but the map is 5 wide.",
        ],
    ),
    "too wide": (
        ("#####\n#a.b#\n#####", f"{'#' * 501}\n#a.b#{'#' * 496}"),
        ["map-too-large 5:1 The map is 501 × 2 tiles; the limit is 500 × 500."],
    ),
    "too high": (
        ("#####\n#a.b#", "#####\n" * 500 + "#a.b#"),
        ["map-too-large 5:1 The map is 5 × 502 tiles; the limit is 500 × 500."],
    ),
    "letters not in the legend": (
        ("#a.b#\n#####", "#a?b#\n#?~!#"),
        [
            "unknown-letter 7:3 The letter '?' of the grid isn't in the legend.",
            "unknown-letter 8:3 The letter '~' of the grid isn't in the legend.",
            "unknown-letter 8:4 The letter '!' of the grid isn't in the legend.",
        ],
    ),
    "long legend key": (
        ('"#" = "wall"', '"##" = "wall", "#" = "wall"'),
        ["wrong-value 10:12 A key of the legend must be one letter, not '##'."],
    ),
    "unit twice": (
        ('id = "bo"', 'id = "ann"'),
        ('unit = "bo"', 'unit = "ann"'),
        [
            "letter-twice 7:4 The unit 'ann' is in the grid 2 times; it can be there only once.",
            "unit-twice 20:6 There is already a unit 'ann'; each unit needs its own id.",
        ],
    ),
    "unit nowhere": (
        ('b = { terrain = "floor", unit = "bo" }', 'b = "floor"'),
        [
            "unit-nowhere 19:3 The unit 'bo' has no place; give it a letter in the grid, 'at', a "
            "[[deploy]] of its side, or a 'reinforcement' in a trigger.",
        ],
    ),
    "letter not in the grid": (
        ("#a.b#", "#a..#"),
        [
            "unit-nowhere 19:3 The unit 'bo' has no place; its letter 'b' must be in the grid.",
        ],
    ),
    "both a letter and at": (
        ('kind = "scout"', 'kind = "scout"\nat = [2, 1]'),
        [
            "unit-both 23:1 The unit 'bo' has the letter 'b' in the grid and also 'at'; delete one "
            "of them.",
        ],
    ),
    "off the map": (
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [5, -1]'),
        [
            "unit-off-map 23:6 The unit 'bo' is off the map at [5, -1]; columns go from 0 to 4 "
            "and rows from 0 to 2.",
        ],
    ),
    "in a wall, by letter": (
        ('b = { terrain = "floor"', 'b = { terrain = "wall"'),
        ["unit-in-wall 7:4 The unit 'bo' is at [3, 1] in 'Wall', which can't be entered."],
    ),
    "in a wall": (
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [0, 0]'),
        ["unit-in-wall 23:6 The unit 'bo' is at [0, 0] in 'Wall', which can't be entered."],
    ),
    "tile shared": (
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [1, 1]'),
        [
            "tile-shared 23:6 The unit 'bo' is at [1, 1], where the unit 'ann' already is; a "
            "tile has room for one.",
        ],
    ),
    "one side": (
        ('[[side]]\nid = "blue"\n', ""),
        ('side = "blue"', 'side = "red"'),
        ["no-sides 11:3 The level has only one [[side]]; it needs at least 2."],
    ),
    "no sides": (
        ('[[side]]\nid = "red"\n[[side]]\nid = "blue"\n', ""),
        [
            "no-sides 1:1 The level has no [[side]]; it needs at least 2.",
            "side-unknown 13:8 'side' in the unit 'ann': there is no side 'red'.",
            "side-unknown 17:8 'side' in the unit 'bo': there is no side 'blue'.",
        ],
    ),
    "side twice": (
        ('id = "blue"', 'id = "red"'),
        ('side = "blue"', 'side = "red"'),
        ["side-twice 14:6 There is already a side 'red'; each side needs its own id."],
    ),
    "side empty": (
        ('side = "blue"', 'side = "red"'),
        ["side-empty 13:3 The side 'blue' has no unit; it needs at least one."],
    ),
    "bad ids": (
        ('id = "blue"', 'id = "Blue"'),
        ('side = "blue"', 'side = "Blue"'),
        ('id = "bo"', 'id = "b.o"'),
        ('unit = "bo"', 'unit = "b.o"'),
        [
            "bad-id 14:6 'Blue' can't be the id of a side: an id begins with a small letter and "
            "has at most 31 of a-z, 0-9, '_' and '-'.",
            "bad-id 20:6 'b.o' can't be the id of a unit: an id begins with a small letter and "
            "has at most 31 of a-z, 0-9, '_' and '-'.",
        ],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_error_is_reported_with_its_place(case: str, root: Path) -> None:
    *pairs, expected = CASES[case]
    lines = faults(changed(*pairs), root)  # type: ignore[arg-type]
    errors = [line for line in lines if not line.startswith("letter-unused")]
    assert sorted(errors) == sorted(expected)


def test_unused_letter_is_only_a_warning(root: Path) -> None:
    checked = check(changed(('"#" = "wall"', '"#" = "wall", "~" = "floor"')), root)
    assert checked.level is not None
    assert told(checked.findings) == [
        "letter-unused 10:26 The letter '~' of the legend isn't in the grid."
    ]
    assert checked.findings[0].severity == "warning"


def test_finding_of_a_rulebook_is_an_error(root: Path) -> None:
    book = FakeBook(lints=(lambda level: [Flaw("too-small", level=level.title)],))
    with pytest.raises(LevelError) as refused:
        read(LEVEL, root, book)
    assert told(refused.value.findings) == ["book-rule 1:1 'Yard' is too small for a skirmish."]


def test_number_of_errors_is_limited(root: Path) -> None:
    with pytest.raises(LevelError) as refused:
        read("".join(f"a{n} = 1\n" for n in range(5000)) + LEVEL, root)
    assert len(refused.value.findings) == MOST
    assert refused.value.more == 4900
    assert str(refused.value).endswith("(And 4999 more; 'five-tables check' lists all.)")
    assert refused.value.text().endswith("\nAnd 4900 more.")
