"""The text of findings."""

import pytest

from game.content.toml_files.findings import Finding, LevelError, in_order
from game.content.toml_files.source import nearest


def finding(line: int, column: int, source: str = "", **changes: str) -> Finding:
    fields = {"file": "a.toml", "severity": "error", "code": "x-y", "message": "Wrong."} | changes
    return Finding(line=line, column=column, source=source, **fields)  # type: ignore[arg-type]


def test_finding_shows_its_line_and_a_caret() -> None:
    assert finding(12, 3, "a = b").text() == (
        "a.toml:12:3: error: Wrong. [x-y]\n  12 | a = b\n     |   ^"
    )


def test_finding_about_the_file_shows_no_line() -> None:
    assert finding(0, 0, severity="warning").text() == "a.toml: warning: Wrong. [x-y]"


def test_caret_is_under_its_place_despite_tabs_and_invisible_characters() -> None:
    shown, caret = finding(1, 4, "\ta\x1bb").text().split("\n")[1:]
    assert shown == "  1 | \ta�b"
    assert caret == "    | \t  ^"


def test_long_line_is_cropped_around_the_place() -> None:
    shown, caret = finding(1, 5001, "a" * 5000 + "b" * 5000).text().split("\n")[1:]
    assert len(shown) < 120
    assert shown[caret.index("^")] == "b"
    assert shown[caret.index("^") - 1] == "a"


def test_errors_come_before_warnings_without_duplicates() -> None:
    early = finding(1, 1, severity="warning")
    found = in_order([early, finding(3, 1), finding(2, 9), finding(3, 1)])
    assert [(f.line, f.severity) for f in found] == [(2, "error"), (3, "error"), (1, "warning")]


def test_message_of_an_error_is_its_first_sentence() -> None:
    assert str(LevelError([finding(2, 9)])) == "a.toml:2:9: Wrong."
    assert str(LevelError([finding(2, 9), finding(3, 1)])) == (
        "a.toml:2:9: Wrong. (And 1 more; 'five-tables check' lists all.)"
    )
    with pytest.raises(ValueError, match="needs a finding"):
        LevelError([])


@pytest.mark.parametrize(
    ("word", "expected"), [("knd", "kind"), ("KIND", "kind"), ("zones", None), ("k" * 5000, None)]
)
def test_nearest_name_is_found(word: str, expected: str | None) -> None:
    assert nearest(word, ["kind", "side", "contest"]) == expected
