"""Files that can't be read as TOML: each gets a finding that says why."""

from pathlib import Path

import pytest

from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import MOST_BYTES, checked_text, read_text
from tests.content.world import told


def refusal(path: Path) -> str:
    with pytest.raises(LevelError) as refused:
        read_text(path)
    assert len(refused.value.findings) == 1
    return told(refused.value.findings)[0].replace(f"{path.parent}/", "")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            b"a = '\xe4'",
            "not-utf8 1:6 'a.toml' is not UTF-8: byte 5 is 0xe4, the 'ä' of "
            "Windows-1252; save it as UTF-8.",
        ),
        (
            "ä\nß\n".encode() + b"\xff",
            "not-utf8 3:1 'a.toml' is not UTF-8: byte 6 is 0xff, the 'ÿ' of "
            "Windows-1252; save it as UTF-8.",
        ),
        (
            "a = 1".encode("utf-16"),
            "not-utf8 1:1 'a.toml' is text in UTF-16; save it as UTF-8.",
        ),
        (
            "a = 1".encode("utf-16-le"),
            "not-utf8 1:1 'a.toml' is text in UTF-16; save it as UTF-8.",
        ),
        (
            b"a = 1\rb = 2\r",
            "not-toml 0:0 'a.toml' has the line ends of old Macintosh files (CR); save it with "
            "the line ends of Unix (LF) or Windows (CRLF).",
        ),
        (
            b"a = 1\n\0",
            "not-toml 2:1 'a.toml' isn't text: there is a zero byte here; save it as UTF-8 text.",
        ),
    ],
)
def test_binary_file_is_refused(tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    assert refusal(path) == expected


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a.toml") == "file-missing 0:0 There is no file 'a.toml'."
    (tmp_path / "b").write_text("")
    assert "file-missing" in refusal(tmp_path / "b" / "c.toml")


def test_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").mkdir()
    expected = "file-is-folder 0:0 'a.toml' is a folder; a file is needed."
    assert refusal(tmp_path / "a.toml") == expected


def test_impossible_file_name_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / ("a" * 3000)).startswith("file-unreadable 0:0 ")
    assert refusal(tmp_path / "a\0b").startswith("file-unreadable 0:0 ")


def test_large_file_is_refused_without_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    expected = "file-too-large 0:0 'a.toml' has 50000000 bytes; the limit is 4000000."
    assert refusal(path) == expected


def test_text_from_another_source_gets_the_same_checks() -> None:
    for text, code in [
        ("a" * (MOST_BYTES + 1), "file-too-large"),
        ("a\0", "not-toml"),
        ("a\udce4", "not-utf8"),
    ]:
        with pytest.raises(LevelError) as refused:
            checked_text(text, "-")
        assert [finding.code for finding in refused.value.findings] == [code]


def test_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert read_text(path) == "a = 1\r\n"
