"""`new-level` and `new-campaign`: playable, instructive, and never overwriting a file."""

import io
import os
import re
from functools import partial
from pathlib import Path

import pytest
import tomli

from game.content.shipped_folders import CAMPAIGN, levels_root
from game.content.toml_files.finding_texts import words_text
from game.record.failure import Failure
from game.rules import registry
from game.rules.registry import find_books
from game.workshop.check_campaign import check_campaign
from game.workshop.check_levels import check, total
from game.workshop.expectations import trial_with
from game.workshop.new_level_commands import new_campaign, new_level

BOOKS = find_books().books


def written(path: Path, book: str) -> str:
    new_level(str(path), book, BOOKS, io.StringIO())
    return path.read_text(encoding="utf-8")


def test_every_rulebook_of_the_game_has_a_template() -> None:
    folder = Path(registry.__file__).parent
    assert {id: book.template for id, book in BOOKS.items()} == {
        id: folder / id / "new-level.toml" for id in BOOKS
    }


@pytest.mark.parametrize("book", BOOKS)
def test_template_is_clean_and_as_expected(tmp_path: Path, book: str) -> None:
    written(tmp_path / "mine.toml", book)
    report = total(check([str(tmp_path / "mine.toml")], BOOKS, trial_with(BOOKS)))
    assert (report.findings, report.code(strict=True)) == ((), 0)


@pytest.mark.parametrize("book", BOOKS)
def test_template_shows_every_table_of_levels(tmp_path: Path, book: str) -> None:
    text = written(tmp_path / "mine.toml", book)
    for table in ("[area]", "[trigger]", "[objective]", "[expect]", "# [[deploy]]", "[text]"):
        assert table in text, table
    comments = [line for line in text.splitlines() if "#" in line]
    assert len(comments) > 20


@pytest.mark.parametrize("book", BOOKS)
def test_template_names_every_kind_of_its_rulebook(tmp_path: Path, book: str) -> None:
    text = written(tmp_path / "mine.toml", book)
    kinds = tomli.loads((levels_root() / book / "bestiary.toml").read_text(encoding="utf-8"))
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", text)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_commented_parts_of_a_template_can_be_used(tmp_path: Path, book: str) -> None:
    """Drop the places of the first side's units, as the comment tells authors to."""
    text = written(tmp_path / "mine.toml", book)
    start, end = text.index("# [[area]]\n# id"), text.index("# The rulebook's settings")
    opened = re.sub("^# ?", "", text[start:end], flags=re.MULTILINE)
    assert "[[deploy]]" in opened
    text = text[:start] + opened + text[end:]
    reds = re.findall(r'id = "(\w+)"\nside = "red"\nkind', text)
    for letter in re.findall(rf'"(.)" = {{.*unit = "(?:{"|".join(reds)})"', text):
        text = re.sub(rf'"{letter}" = .*\n', "", text)
        text = re.sub(rf"^(#.*){letter}(.*#)$", r"\1.\2", text, count=1, flags=re.MULTILINE)
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    report = total(check([str(tmp_path / "mine.toml")], BOOKS, trial_with(BOOKS)))
    assert report.findings == ()


def test_new_level_prints_the_next_step(tmp_path: Path) -> None:
    out = io.StringIO()
    new_level(str(tmp_path / "mine.toml"), "contest", BOOKS, out)
    assert f"five-tables check {tmp_path / 'mine.toml'}" in out.getvalue()


def refusal(name: str | Path, book: str = "contest") -> str:
    with pytest.raises(Failure) as caught:
        new_level(str(name), book, BOOKS, io.StringIO())
    return str(caught.value)


def test_new_level_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    assert refusal(path) == f"{str(path)!r} already exists; nothing was written."
    assert path.read_text(encoding="utf-8") == "mine"
    assert "already exists" in refusal(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_new_level_needs_a_name() -> None:
    assert refusal("") == "The level's file name is empty; name one, as in 'mine.toml'."


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
def test_broken_link_counts_as_an_existing_file(tmp_path: Path) -> None:
    link = tmp_path / "mine.toml"
    link.symlink_to(tmp_path / "elsewhere.toml")
    assert "already exists" in refusal(link)
    assert not (tmp_path / "elsewhere.toml").exists()


def test_new_level_does_not_create_a_missing_folder(tmp_path: Path) -> None:
    path = tmp_path / "far" / "mine.toml"
    assert refusal(path) == f"There is no folder {str(path.parent)!r}; create it first."
    assert list(tmp_path.iterdir()) == []


def test_unknown_rulebook_is_answered_with_the_known_rulebooks(tmp_path: Path) -> None:
    known = words_text(tuple(BOOKS))
    said = refusal(tmp_path / "mine.toml", "chess")
    assert said == f"There is no rulebook 'chess'; the rulebooks are {known}."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000])
def test_new_level_refuses_impossible_names(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(refusal(name).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_new_level_must_end_in_toml(tmp_path: Path) -> None:
    assert "must end in .toml, as in" in refusal(tmp_path / "yard")


def test_missing_rulebook_is_answered_with_the_known_rulebooks() -> None:
    for write in (new_level, new_campaign):
        with pytest.raises(Failure) as caught:
            write("mine.toml", None, BOOKS, io.StringIO())
        books = words_text(tuple(BOOKS), "or")
        assert str(caught.value) == f"Name the rulebook: --rulebook {books}."


# Template campaigns

ROADS = sorted(id for id, book in BOOKS.items() if book.road)


def campaign(path: Path, book: str) -> str:
    new_campaign(str(path), book, BOOKS, io.StringIO())
    return (path / CAMPAIGN).read_text(encoding="utf-8")


def test_some_rulebook_has_a_template_campaign() -> None:
    assert "action" in ROADS


@pytest.mark.parametrize("book", ROADS)
def test_template_campaign_is_clean_and_as_expected(tmp_path: Path, book: str) -> None:
    campaign(tmp_path / "my_road", book)
    others = {CAMPAIGN: partial(check_campaign, books=BOOKS)}
    found = total(check([str(tmp_path / "my_road")], BOOKS, trial_with(BOOKS), others))
    assert (found.findings, found.code(strict=True)) == ((), 0)
    assert found.summary() == "Nothing found in 1 level and 1 campaign."


@pytest.mark.parametrize("book", ROADS)
def test_template_campaign_shows_every_part_of_campaigns(tmp_path: Path, book: str) -> None:
    text = campaign(tmp_path / "my_road", book)
    tables = ("difficulty", "hero", "stop", "stop.way", "stop.battle.change")
    for part in (*(f"[[{table}]]" for table in tables), "[stop.battle]"):
        assert part in text, part
    for key in ("camp", "ending", "joins", "finds", "needs", "won", "lost", "grows", "without"):
        assert re.search(rf"^{key} = .*", text, re.MULTILINE), key
    assert text.count("#") > 25


def test_new_campaign_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(name: str | Path, book: str = "action") -> str:
        with pytest.raises(Failure) as caught:
            new_campaign(str(name), book, BOOKS, io.StringIO())
        return str(caught.value)

    taken = tmp_path / "taken"
    taken.mkdir()
    assert refused(taken) == f"{str(taken)!r} already exists; nothing was written."
    assert list(taken.iterdir()) == []
    assert refused(tmp_path / "no" / "road").startswith("There is no folder ")
    assert "is its id, and 'My Road' isn't an id: an id begins with" in refused(
        tmp_path / "My Road"
    )
    assert refused("road", "contest").endswith("has no campaign to start from; 'action' does.")
    assert "'actoin'" in refused("road", "actoin")
    monkeypatch.setattr("game.workshop.new_level_commands.write_new", failing)
    assert refused(tmp_path / "full").endswith("can't be written: the disk is full.")
    assert not (tmp_path / "full").exists()


def failing(paths: list[Path], content: bytes) -> Path:
    paths[0].write_bytes(content[:9])
    raise OSError(28, "No space left on device")
