"""Edits of TOML as splices: what is asked for, and nothing else."""

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from game.content.toml_files.splices import (
    Edit,
    applied,
    composed,
    difference,
    in_order,
    inverse,
    rebased,
    shifted,
    tidy,
)
from game.content.toml_files.table_edits import (
    CannotEdit,
    add_table,
    copy_table,
    move_table,
    remove_entries,
    remove_keys,
    set_value,
    set_values,
)
from game.content.toml_files.toml_text import TomlText

Edits = list[Edit]


def toml(text: str) -> TomlText:
    return TomlText.parsed(text)


def after(text: str, edits: Edits) -> str:
    """Return the text after edits, once it is clear that it is TOML and can be undone."""
    ordered = tidy(text, edits)
    new = applied(text, ordered)
    tomli.loads(new)
    assert applied(new, inverse(text, ordered)) == text
    return new


def put(text: str, keys: tuple[str | int, ...], value: object) -> str:
    new = after(text, set_value(toml(text), keys, value))
    assert toml(new).get(keys) == value
    return new


@pytest.mark.parametrize(
    ("text", "keys", "value", "new"),
    [
        ("a = 1 # why\n", ("a",), 2, "a = 2 # why\n"),
        ("a = 'x'\n", ("a",), "y", "a = 'y'\n"),
        ("a = 'x'\n", ("a",), "it's", 'a = "it\'s"\n'),
        ("a = '''\nx\n'''\n", ("a",), "y\nz\n", "a = '''\ny\nz\n'''\n"),
        ('a = """\nx"""\n', ("a",), 'y"""\n', 'a = """\ny""\\"\n"""\n'),
        ("a = [1, 2, 3]\n", ("a",), [1, 5, 3], "a = [1, 5, 3]\n"),
        ("a = [1, 2]\n", ("a",), [1, 2, 3], "a = [1, 2, 3]\n"),
        ("a = [1, 2, 3]\n", ("a",), [1, 3], "a = [1, 3]\n"),
        ("a = [1]\n", ("a",), [], "a = []\n"),
        ("a = []\n", ("a",), [1, 2], "a = [1, 2]\n"),
        ("a = [\n  1, # one\n  2, # two\n]\n", ("a",), [1], "a = [\n  1, # one\n]\n"),
        ("a = [\n  1, # one\n  2 # two\n]\n", ("a",), [2], "a = [\n  2 # two\n]\n"),
        (
            "a = [\n  1, # one\n  2 # two\n]\n",
            ("a",),
            [1, 2, 3],
            "a = [\n  1, # one\n  2, # two\n  3\n]\n",
        ),
        ("a = [\n  1,\n  2,\n]\n", ("a",), [1, 2, 3], "a = [\n  1,\n  2,\n  3,\n]\n"),
        ("a = [ # none\n]\n", ("a",), [1], "a = [ # none\n    1,\n]\n"),
        ("a = {b = 1}\n", ("a", "c"), 2, "a = {b = 1, c = 2}\n"),
        ("a = { b = 1 }\n", ("a", "b"), 2, "a = { b = 2 }\n"),
        ("a = {}\n", ("a", "b"), 2, "a = { b = 2 }\n"),
        ("a = { b = 1, c = 2 }\n", ("a",), {"c": 2}, "a = { c = 2 }\n"),
        ("a = { b = 1 }\n", ("a",), {"c": 2}, "a = { c = 2 }\n"),
        ("[a]\nb = 1\n\n[c]\n", ("a", "d"), 2, "[a]\nb = 1\nd = 2\n\n[c]\n"),
        ("[a]\n\n[c]\n", ("a", "d"), 2, "[a]\nd = 2\n\n[c]\n"),
        ("[a]\nb = 1", ("a", "d"), 2, "[a]\nb = 1\nd = 2"),
        ("[a]\n  b=1\n", ("a", "d"), 2, "[a]\n  b=1\n  d=2\n"),
        ("[a]\r\nb = 1\r\n", ("a", "d"), "x\ny", '[a]\r\nb = 1\r\nd = "x\\ny"\r\n'),
        ("[a]\nid   = 1\nname = 2\n", ("a", "b"), 3, "[a]\nid   = 1\nname = 2\nb    = 3\n"),
        ('[a]\n"x" = 1\n"y" = 1\n', ("a", "z"), 1, '[a]\n"x" = 1\n"y" = 1\n"z" = 1\n'),
        ("a.b = 1\nc = 2\n", ("a", "d"), 3, "a.b = 1\na.d = 3\nc = 2\n"),
        ("[a.b]\nc = 1\n", ("a", "d"), 2, "[a]\nd = 2\n\n[a.b]\nc = 1\n"),
        ("# The file.\n[a]\nb = 1\n", ("c",), 2, "c = 2\n\n# The file.\n[a]\nb = 1\n"),
        ("[a]\nb = 1\n", ("a", "c", "d"), 2, "[a]\nb = 1\nc = { d = 2 }\n"),
        ("a = true\n", ("a",), 1, "a = 1\n"),
    ],
)
def test_setting_a_value_writes_like_the_file(
    text: str, keys: tuple[str | int, ...], value: object, new: str
) -> None:
    assert put(text, keys, value) == new


def test_setting_the_same_value_changes_nothing() -> None:
    assert set_value(toml("a = 0x1F\n"), ("a",), 31) == []
    assert set_value(toml("a = [1,  2]\n"), ("a",), [1, 2]) == []


def test_value_in_a_value_cannot_be_set() -> None:
    with pytest.raises(CannotEdit):
        set_value(toml("a = 1\n"), ("a", "b"), 2)


UNITS = """\
# All units.

# The first, at the door.
[[unit]]
id = "ann" # small
# Her key.
life = 3

# The second, by the gate.
[[unit]]
id = "bo"
[unit.behaviour]
hold = true
# end of bo

[[unit]]
id = "cy"

# Nobody's comment.

[map]
grid = "."
"""


@pytest.mark.parametrize(
    ("number", "gone"),
    [
        (0, '# The first, at the door.\n[[unit]]\nid = "ann" # small\n# Her key.\nlife = 3\n\n'),
        (
            1,
            '# The second, by the gate.\n[[unit]]\nid = "bo"\n'
            "[unit.behaviour]\nhold = true\n# end of bo\n\n",
        ),
        (2, '[[unit]]\nid = "cy"\n\n'),
    ],
)
def test_removing_a_table_takes_its_own_comments(number: int, gone: str) -> None:
    new = after(UNITS, remove_entries(toml(UNITS), ("unit",), [number]))
    assert gone in UNITS
    assert new == UNITS.replace(gone, "")


def test_removing_a_key_keeps_the_comment_above_it() -> None:
    new = after(UNITS, remove_keys(toml(UNITS), ("unit", 0), ["id", "life"]))
    assert new == UNITS.replace('id = "ann" # small\n', "").replace("life = 3\n", "")


def test_removing_a_table_with_a_header_works_as_a_key() -> None:
    new = after(UNITS, remove_keys(toml(UNITS), ("unit", 1), ["behaviour"]))
    assert tomli.loads(new)["unit"][1] == {"id": "bo"}


def test_new_table_comes_after_the_last_of_its_kind() -> None:
    new = after(UNITS, add_table(toml(UNITS), "unit", {"id": "di", "at": [1, 2]}))
    assert new == UNITS.replace('id = "cy"\n', 'id = "cy"\n\n[[unit]]\nid = "di"\nat = [1, 2]\n')


def test_first_table_of_a_kind_comes_after_another_kind() -> None:
    new = after(UNITS, add_table(toml(UNITS), "area", {"id": "a"}, ("side", "unit")))
    assert new == UNITS.replace('id = "cy"\n', 'id = "cy"\n\n[[area]]\nid = "a"\n')
    last = after(UNITS, add_table(toml(UNITS), "area", {"id": "a"}))
    assert last == UNITS + '\n[[area]]\nid = "a"\n'


def test_tables_without_blank_lines_stay_close() -> None:
    text = '[[side]]\nid = "red"\n[[side]]\nid = "blue"'
    new = after(text, add_table(toml(text), "side", {"id": "green"}))
    assert new == f'{text}\n[[side]]\nid = "green"'


def test_tables_in_an_inline_list_are_added_and_removed_there() -> None:
    text = 'unit = [\n  { id = "ann" }, # first\n  { id = "bo" },\n]\n'
    new = after(text, add_table(toml(text), "unit", {"id": "cy"}))
    assert new == text.replace("]\n", '  { id = "cy" },\n]\n')
    assert after(text, remove_entries(toml(text), ("unit",), [0])) == (
        'unit = [\n  { id = "bo" },\n]\n'
    )


def test_table_moves_with_its_comments() -> None:
    new = after(UNITS, move_table(toml(UNITS), "unit", 2, 0))
    assert [unit["id"] for unit in tomli.loads(new)["unit"]] == ["cy", "ann", "bo"]
    assert '# The second, by the gate.\n[[unit]]\nid = "bo"' in new
    assert sorted(new.splitlines()) == sorted(UNITS.splitlines())
    back = after(new, move_table(toml(new), "unit", 0, 2))
    assert back == UNITS


def test_copy_of_a_table_is_below_it() -> None:
    new = after(UNITS, copy_table(toml(UNITS), "unit", 1, {"id": "di"}))
    units = tomli.loads(new)["unit"]
    assert [unit["id"] for unit in units] == ["ann", "bo", "di", "cy"]
    assert units[2]["behaviour"] == {"hold": True}


def test_several_keys_can_be_set_at_once() -> None:
    text = "[a]\nb = 1\n"
    assert after(text, set_values(toml(text), ("a",), {"b": 2, "c": 3})) == "[a]\nb = 2\nc = 3\n"


# Splices


def test_edits_that_overlap_are_an_error() -> None:
    with pytest.raises(ValueError, match="overlap"):
        in_order([Edit(0, 3, ""), Edit(2, 4, "")])


def test_composed_edits_do_what_both_do() -> None:
    text = "abcdefgh"
    first = in_order([Edit(1, 3, "XYZ"), Edit(6, 6, "-")])
    middle = applied(text, first)
    then = in_order([Edit(0, 2, "q"), Edit(5, 8, ""), Edit(9, 9, "!")])
    assert applied(text, composed(first, then)) == applied(middle, then)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "both"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", "a\nb\nC\n", "a\nB\nC\n"),
        ("xyz\n", "xyz1\n", "Axyz\n", "Axyz1\n"),
        ("a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"),
        ("a\nb\n", "a\nB1\n", "a\nB2\n", None),
        ("a\n", "a\nb\n", "a\nc\n", None),
    ],
)
def test_changes_are_merged_unless_they_touch(
    base: str, ours: str, theirs: str, both: str | None
) -> None:
    moved = rebased(difference(base, theirs), difference(base, ours))
    assert (None if moved is None else applied(ours, moved)) == both


def test_difference_is_short() -> None:
    old = "#####\n#a.b#\n#####\n"
    assert difference(old, old.replace("a.b", "a,b")) == (Edit(8, 9, ","),)


@pytest.mark.parametrize(("old", "new"), [(0, 0), (1, 1), (2, 4), (3, 4), (5, 6), (6, 8), (8, 10)])
def test_cursor_moves_along_with_edits(old: int, new: int) -> None:
    edits = (Edit(1, 3, "XYZ"), Edit(6, 6, "-"))
    assert shifted(old, edits) == new


LINES = st.lists(st.sampled_from(["a", "b", "#..#", "#.,#", "x = 1", ""]), max_size=8)


@given(LINES, LINES, LINES)
def test_merging_is_the_same_from_both_sides(
    base: list[str], ours: list[str], theirs: list[str]
) -> None:
    texts = ["".join(f"{line}\n" for line in lines) for lines in (base, ours, theirs)]
    to_ours, to_theirs = difference(texts[0], texts[1]), difference(texts[0], texts[2])
    assert applied(texts[0], to_ours) == texts[1]
    there, here = rebased(to_theirs, to_ours), rebased(to_ours, to_theirs)
    assert (there is None) == (here is None)
    if there is not None and here is not None:
        assert applied(texts[1], there) == applied(texts[2], here)


@given(st.text("abc", max_size=12), st.data())
def test_composed_random_edits_do_what_both_do(text: str, data: st.DataObject) -> None:
    def some(of: str) -> tuple[Edit, ...]:
        places = st.integers(0, len(of))
        ends = sorted(data.draw(st.lists(places, max_size=6)))
        pairs = zip(ends[::2], ends[1::2], strict=False)
        return tuple(Edit(*pair, data.draw(st.text("xyz", max_size=3))) for pair in pairs)

    first = some(text)
    middle = applied(text, first)
    then = some(middle)
    both = composed(first, then)
    assert applied(text, both) == applied(middle, then)
    assert applied(applied(text, both), inverse(text, both)) == text
    assert applied(text, tidy(text, first)) == middle
