"""Two texts side by side: every line is there, and those that differ are marked."""

import random

from game.workshop.document.side_by_side import AROUND, side_by_side


def test_rows_of_a_map_are_paired_and_their_letters_marked() -> None:
    ours, theirs = "a\nb\nc\n#..#\nd\ne\nf\n", "a\nb\nc\n#.x#\nd\ne\nf\n"
    rows = side_by_side(ours, theirs)
    assert [row.ours for row in rows] == ["b", "c", "#..#", "d", "e"]
    (changed,) = [row for row in rows if row.is_changed]
    assert (changed.theirs, changed.our_number, changed.columns) == ("#.x#", 4, (2,))


def test_lines_of_one_text_only_have_nothing_beside_them() -> None:
    rows = side_by_side("a\nb\n", "a\nnew\nb\n")
    (added,) = [row for row in rows if row.is_changed]
    assert (added.ours, added.theirs, added.our_number, added.their_number) == (
        None,
        "new",
        None,
        2,
    )
    assert side_by_side("same\n", "same\n") == ()


def test_distant_changes_have_a_gap_between_them() -> None:
    base = [f"line {n}" for n in range(40)]
    theirs = ["x" if n in (5, 30) else line for n, line in enumerate(base)]
    rows = side_by_side("\n".join(base), "\n".join(theirs))
    assert [row.is_gap for row in rows].count(True) == 1
    assert len(rows) == 2 * (1 + 2 * AROUND) + 1


def test_no_changed_line_is_missing() -> None:
    dice = random.Random(1)
    for _ in range(200):
        ours = [dice.choice("abcd") for _ in range(dice.randrange(30))]
        theirs = [line for line in ours if dice.random() < 0.8]
        theirs.insert(dice.randrange(len(theirs) + 1), "new")
        rows = side_by_side("\n".join(ours), "\n".join(theirs))
        gone = [row.our_number for row in rows if row.is_changed and row.our_number]
        kept = [line for n, line in enumerate(ours) if n + 1 not in gone]
        come = [row.their_number for row in rows if row.is_changed and row.their_number]
        assert kept == [line for n, line in enumerate(theirs) if n + 1 not in come]
