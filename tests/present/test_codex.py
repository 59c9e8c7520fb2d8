"""The codex: every rule has an entry, and every example is played and shows its rule."""

import re
from pathlib import Path

import msgspec
import pytest

from game.cli.main import main
from game.engine.book import Book
from game.present.codex.entries import SHARED, Codex, proper
from game.record.failure import Failure
from game.rules.registry import find_books
from tests.rules.ledger import RULE

ROOT = Path(__file__).parents[2]
LEDGER = ROOT / "tests" / "rules" / "RULES.md"
BOOKS = find_books().books
SAME = 10
"""Number of consecutive words that count as copied from the ledger."""
FROM, TO = 40, 120
"""Minimum and maximum number of words in a text."""


@pytest.fixture(scope="module")
def codex() -> Codex:
    return Codex(BOOKS)


def ids_of_ledger() -> set[str]:
    return set(RULE.findall(LEDGER.read_text("utf-8")))


def with_codex(path: Path) -> dict[str, Book]:
    """Return the Contest rulebook with other codex files."""
    book = msgspec.structs.replace(BOOKS["contest"], codex=(path,))
    return {"contest": book}


def test_every_rule_of_the_ledger_has_an_entry(codex: Codex) -> None:
    wanted = ids_of_ledger()
    assert len(wanted) > 100
    assert sorted(id for id in wanted if codex.entry(id) is None) == []


@pytest.mark.parametrize("chapter", [*BOOKS, SHARED])
def test_every_example_is_played_and_shows_its_rule(codex: Codex, chapter: str) -> None:
    entries = codex.chapters.get(chapter, ())
    assert [entry.id for entry in entries if not codex.bears(entry.id)] == []


def test_texts_are_neither_terse_nor_long(codex: Codex) -> None:
    entries = [entry for some in codex.chapters.values() for entry in some]
    assert [e.id for e in entries if not FROM <= len(e.text.split()) <= TO] == []
    assert [e.id for e in entries if not e.title or not codex.about(e.id)] == []


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9']+", text.lower())
    return {tuple(words[n : n + length]) for n in range(len(words) - length + 1)}


def test_texts_are_not_copied_from_the_ledger(codex: Codex) -> None:
    known = runs(LEDGER.read_text("utf-8"), SAME)
    entries = [entry for some in codex.chapters.values() for entry in some]
    assert {e.id: found for e in entries if (found := runs(e.text, SAME) & known)} == {}


def test_related_rules_exist(codex: Codex) -> None:
    entries = [entry for some in codex.chapters.values() for entry in some]
    lost = {(e.id, id) for e in entries for id in e.see if codex.entry(id) is None}
    assert lost == set()


def test_example_is_played_once(codex: Codex) -> None:
    assert codex.example("CON-07") is codex.example("CON-07")


def test_numbers_in_texts_come_from_the_settings(codex: Codex) -> None:
    entry = codex.entry("CON-19")
    assert entry is not None
    assert "From round 20 on" in entry.text


def test_odds_of_an_example_equal_the_engines(codex: Codex) -> None:
    odds = next(part for part in codex.example("CON-07").parts if part.kind == "odds")
    assert (odds.of, sum(line.weight or 0 for line in odds.lines)) == (6, 6)
    assert [(one.text, one.value, one.rule) for one in odds.reasons] == [("armour", -2, "CON-07")]


CHAPTER = """
[frame.level]
side = [{ id = "red", title = "Red" }, { id = "blue", title = "Blue" }]
[frame.level.map.legend]
"." = "floor"
[frame.unit.ada]
side = "red"
kind = "brawler"
[frame.unit.bo]
side = "blue"
kind = "brawler"
[rule.CON-07]
title = "Blows"
text = "A text."
[rule.CON-07.example]
grid = "a.b"
steps = [STEP]
"""


def made(tmp_path: Path, step: str, text: str = CHAPTER) -> Codex:
    path = tmp_path / "codex.toml"
    path.write_text(text.replace("STEP", step), encoding="utf-8")
    return Codex(with_codex(path))


def test_codex_reports_an_example_that_does_not_show_its_rule(tmp_path: Path) -> None:
    assert not made(tmp_path, '{ play = "end red.ada" }').bears("CON-07")


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ('{ play = "attack red.ada blue.bo" }', "is refused"),
        ('{ refused = "end red.ada" }', "should be refused, but is legal"),
        ('{ play = "end red.ada", dice = [3, 3, 3, 3] }', "these dice weren't rolled"),
        ('{ play = "dance red.ada" }', "'dance' isn't a command"),
    ],
)
def test_unplayable_example_says_why(tmp_path: Path, step: str, says: str) -> None:
    with pytest.raises(Failure, match=says):
        made(tmp_path, step).example("CON-07")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('text = "A text."', "text = 3", "Expected `str`, got `int`"),
        ('text = "A text."', 'txt = "A text."', "unknown field `txt`"),
        ('"A text."', '"A {text}."', "The text of CON-07 .* can't be filled in"),
        ("[rule.CON-07]", "[rule.CON-07", "can't be read"),
    ],
)
def test_invalid_file_is_reported_in_a_sentence(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    codex = made(tmp_path, '{ play = "end red.ada" }', CHAPTER.replace(old, new))
    assert len(codex.troubles) == 1
    assert re.search(says, codex.troubles[0])
    assert codex.entry("CON-07") is None


def test_codex_of_the_game_has_no_errors(codex: Codex) -> None:
    assert codex.troubles == []


SOUND = (
    CHAPTER
    + """
[rule.CON-08]
title = "Steps"
text = "Another text."
[rule.CON-08.example]
grid = "a.b"
steps = [{ play = "end red.ada" }]
"""
)


def test_invalid_rule_does_not_affect_the_others_in_its_file(tmp_path: Path) -> None:
    codex = made(tmp_path, "3", SOUND)
    (trouble,) = codex.troubles
    assert "The rule 'CON-07' in the codex file" in trouble
    entry = codex.entry("CON-08")
    assert entry is not None
    assert entry.text == "Another text."
    assert codex.example("CON-08").parts


def test_invalid_file_does_not_affect_the_other_rulebooks(tmp_path: Path) -> None:
    path = tmp_path / "codex.toml"
    path.write_text("[rule", encoding="utf-8")
    codex = Codex({**BOOKS, **with_codex(path)})
    assert [str(path) in trouble for trouble in codex.troubles] == [True]
    assert codex.entry("CON-07") is None
    others = {id for id, book in BOOKS.items() if book.codex and id != "contest"}
    assert set(codex.chapters) == {*others, SHARED}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('side = "red"\n', "", "the key 'side' is missing in a unit or a side"),
        ('{ id = "red", title = "Red" }', '"red"', "a value has the wrong type"),
    ],
)
def test_position_that_cannot_be_drawn_says_why(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    codex = made(tmp_path, '{ play = "end red.ada" }', CHAPTER.replace(old, new, 1))
    with pytest.raises(Failure, match=says):
        codex.example("CON-07")


def test_unknown_place_is_reported(tmp_path: Path) -> None:
    text = CHAPTER.replace('grid = "a.b"', 'place = "nowhere"')
    with pytest.raises(Failure, match="starts from an unknown place: 'nowhere'"):
        made(tmp_path, "", text).example("CON-07")


def test_rulebook_without_a_codex_has_no_chapter() -> None:
    plain = msgspec.structs.replace(BOOKS["contest"], codex=())
    assert Codex({"contest": plain}).chapters == {}


def test_rule_of_each_ask_exists(codex: Codex) -> None:
    for book in BOOKS.values():
        if not book.codex:
            continue
        for rules in book.asks:
            name = rules.ask.name
            rule = codex.of_ask(book.id, name)
            assert codex.entry(rule or ""), (book.id, name)


# Search


def test_search_finds_all_words_and_puts_titles_first(codex: Codex) -> None:
    found = [entry.id for entry in codex.search("ends the chase")]
    assert found[0] == "CON-13"
    assert codex.search("chase zeppelin") == []


def test_search_finds_ids_in_any_spelling(codex: Codex) -> None:
    assert [entry.id for entry in codex.search("con7")] == ["CON-07"]
    assert codex.search("d6")


@pytest.mark.parametrize("word", ["con-7", "CON07", "con7", "CON-07"])
def test_entry_is_found_by_a_carelessly_written_id(word: str) -> None:
    assert proper(word) == "CON-07"


# The terminal


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


def test_rules_lists_all_rules(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys)
    assert "  CON-07  Attacks\n" in out
    assert "All rulebooks\n  ALL-01" in out


def test_rules_prints_several_rules_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    alone = []
    for id in ("CON-01", "CON-02"):
        assert main(["rules", id]) == 0
        alone.append(capsys.readouterr().out)
    assert main(["rules", "CON-01", "con-2", "CON-01"]) == 0
    assert capsys.readouterr().out == "\n\n".join(alone)
    assert main(["rules", "CON-01", "XXX-99"]) == 2
    assert capsys.readouterr().err.startswith("There is no rule 'XXX-99'")


def test_rules_lists_the_rules_of_one_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "CON")
    assert out.startswith("Contest\n  CON-01")
    assert out == told(capsys, "contest")
    assert "ALL-01" not in out


def test_rules_prints_one_rule_with_its_example(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "con-7")
    assert "CON-07  Attacks  (Contest)" in out
    assert "4 (66.7%)  Bo takes 1–4 damage (each equally likely)" in out
    assert "2 (33.3%)  Ada has 2 movement left" in out
    assert "Bo takes 3 damage from Old sword (7 life left)  [CON-07]" in out
    assert "See also: CON-08" in out


def test_rules_prints_the_search_results(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "search", "ends", "the", "chase")
    assert out.startswith("  CON-13  Chases\n")
    assert out == told(capsys, "ends", "the", "chase")


def test_rules_reports_errors_on_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "shared.toml"
    path.write_bytes(b"\xff")
    monkeypatch.setattr("game.present.codex.entries.SHARED_CODEX", path)
    assert main(["rules", "con-7"]) == 0
    said = capsys.readouterr()
    assert "CON-07  Attacks  (Contest)" in said.out
    assert f"{str(path)!r} is not UTF-8" in said.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["CON-99"], r"There is no rule 'CON-99'; did you mean CON-\d\d\?"),
        (["search"], "Name words to search for"),
        (["search", "zeppelin"], "Nothing matches 'zeppelin'."),
        (["zeppelin"], "Nothing in the rules is called 'zeppelin'"),
    ],
)
def test_rules_reports_an_unknown_rule(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["rules", *words]) == 2
    assert re.search(says, capsys.readouterr().err)
