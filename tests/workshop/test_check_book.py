"""`five-tables check --book ID`: each kind of finding, on a rulebook with that error."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.cli.main import main
from game.content.shipped_folders import assets_root, levels_root
from game.engine.book import Book
from game.systems import damage
from game.terms.book_schema import Schema
from game.terms.commands import Command, End, Move
from game.terms.events import Event
from game.terms.facts import BookFacts
from game.terms.parts import Part
from game.workshop.book_checks.book_findings import CODES
from game.workshop.book_checks.check_book import check_book
from tests.books.tag import events, records, scene, systems
from tests.books.tag.book import BOOK
from tests.books.tag.schema import Settings
from tests.conformance.books import books

ROWS = """
    ######
    #a..p#
    ######
"""
LEVELS = Path(scene.__file__).parents[1] / "levels"


def found(book: Book = BOOK, plays: int = 1, **level: Any) -> dict[str, list[str]]:
    """Return the messages of a rulebook's findings by code, except those that tag always has."""
    report = check_book(book, [scene.level(ROWS, **level)] * plays)
    said: dict[str, list[str]] = {}
    for finding in report.findings:
        assert finding.code in CODES
        assert finding.message.endswith(".")
        said.setdefault(finding.code, []).append(finding.message)
    return said


def without(part: Part, *kinds: type[Any]) -> Part:
    """Return the part without the named types."""
    kept = tuple(kind for kind in part.records if kind not in kinds)
    told = tuple(kind for kind in part.events if kind not in kinds)
    return replace(part, records=kept, events=told)


def lacking(*kinds: type[Any]) -> Book:
    """Return tag without the named records or events."""
    return replace(BOOK, parts=tuple(without(part, *kinds) for part in BOOK.parts))


def with_texts(tmp_path: Path, old: str, new: str, book: Book = BOOK) -> Book:
    """Return the rulebook with other texts."""
    text = book.texts[0].read_text(encoding="utf-8")
    assert old in text
    package = book.texts[0].parent
    for code in package.rglob("*.py"):
        place = tmp_path / code.relative_to(package)
        place.parent.mkdir(exist_ok=True)
        shutil.copy(code, place)
    path = tmp_path / "texts.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return replace(book, level_rules=replace(book.level_rules, texts=(path, *book.texts[1:])))


def test_item_without_system_is_found() -> None:
    kept = tuple(one for one in BOOK.systems if not isinstance(one, systems.Catching))
    said = found(replace(BOOK, systems=kept))["unhandled-item"]
    assert said == [
        "No system acts on the item Caught; add one to `systems`.",
        "No system acts on the item Dodged; add one to `systems`.",
    ]


def test_ask_without_rules_is_found() -> None:
    said = found(replace(BOOK, asks=()))["unhandled-item"]
    assert said == ["The ask TurnAsk has no rules; add its AskRules to `asks`."]


def test_ask_without_options_is_found() -> None:
    ask: Any = BOOK.asks[0]
    said = found(replace(BOOK, asks=(replace(ask, options=()),)))["unhandled-item"]
    assert said == ["The rules of the ask TurnAsk have no options; add one."]


def test_list_of_commands_that_differs_from_the_asks_is_found() -> None:
    class Fidget(Command, frozen=True):
        """A command that no ask takes."""

    rules = replace(BOOK.level_rules, commands=(Move, Fidget, End))
    said = found(replace(BOOK, level_rules=rules))
    assert said["unlisted-command"] == [
        "An ask takes the command Tag, which isn't listed; add it to `commands`."
    ]
    assert said["unhandled-command"] == [
        "No ask takes the command Fidget; add an option, or remove it from `commands`."
    ]


def test_ask_that_no_part_lists_is_found() -> None:
    said = found(lacking(records.TurnAsk))["missing-record"]
    assert "The ask TurnAsk has rules, but no part lists it; add it to a part." in said


def test_table_and_command_without_facts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.workshop.book_checks.check_book.levels_root", lambda: LEVELS)
    assert "missing-facts" not in found()
    commands = {kind: tell for kind, tell in BOOK.facts.commands.items() if kind is not Move}
    lacking_both = replace(BOOK, facts=BookFacts(commands=commands))
    assert found(lacking_both)["missing-facts"] == [
        "The command 'move' has no facts; add them to `BookFacts.commands`.",
        "The table 'shoes' has no facts lines; add it to `BookFacts.gear`.",
    ]


def test_fact_without_text_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("game.workshop.book_checks.check_book.levels_root", lambda: LEVELS)
    said = found(with_texts(tmp_path, "steps = ", "other = "))["missing-text"]
    assert said == ["[facts] has no 'steps'; add a text for it to the rulebook's texts."]


def test_names_shared_by_two_kinds_are_found() -> None:
    class Reached(Event, frozen=True, kw_only=True):
        """Another event with this name."""

    class Touched(Command, frozen=True, tag="tag"):
        """Another command with this name."""

    parts = (*BOOK.parts, Part(events=(Reached,)))
    ask: Any = BOOK.asks[0]
    asks = (replace(ask, options=(*ask.options, replace(ask.options[1], command=Touched))),)
    rules = replace(BOOK.level_rules, commands=(*BOOK.commands, Touched))
    assert found(replace(BOOK, level_rules=rules, parts=parts, asks=asks))["same-name"] == [
        "2 commands are called 'tag'; rename all but one.",
        "2 events are called 'reached'; rename all but one.",
    ]


def test_component_that_no_part_lists_is_found() -> None:
    said = found(lacking(records.Den))["missing-record"]
    assert said == ["A state has Den, which no part lists; add it to a part."]


def test_item_that_no_part_lists_is_found() -> None:
    said = found(lacking(records.Touch), plays=9)["missing-record"]
    assert said == ["A state has Touch, which no part lists; add it to a part."]


def test_event_that_no_part_lists_is_found() -> None:
    said = found(lacking(events.Reached), plays=9)["missing-event"]
    assert said == ["No part lists the event 'reached'; add it to a part."]


def test_state_that_is_not_restored_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = iter(range(10_000))
    monkeypatch.setattr("game.engine.battle.Battle.hash", lambda _: str(next(hashes)))
    assert "a different hash" in found()["lost-state"][0]


def test_snapshot_that_cannot_be_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.engine.battle.Battle.snapshot", lambda _: b"[]")
    (said,) = found()["lost-state"]
    assert said == "A saved state can't be read: a snapshot needs `state` and `faces`."


def test_battle_that_fails_is_found() -> None:
    def broken(world: Any) -> None:
        raise LookupError("no shoes")

    (said,) = found(replace(BOOK, setup=broken))["cannot-be-played"]
    assert said == "In the level 'test' the game fails: LookupError: no shoes."


def test_rulebook_without_levels_is_found() -> None:
    (said,) = [one.message for one in check_book(BOOK, []).findings if one.code == "not-played"]
    assert said == "The rulebook has no level to play; add a level, or a template."


@pytest.mark.parametrize(
    ("old", "new", "lacks"),
    [
        ('reached = "{unit} reaches out for {target}"', "", "[event] has no 'reached'"),
        ('tag = "Touch {target}"', "", "[command] has no 'tag'"),
        ('turn = "{unit}\'s turn"', "", "[ask] has no 'turn'"),
        ('touch = "to touch"', "", "[why] has no 'touch'"),
        ('touch = "a touch"', "", "[cause] has no 'touch'"),
    ],
)
def test_missing_text_is_found(tmp_path: Path, old: str, new: str, lacks: str) -> None:
    said = found(with_texts(tmp_path, old, new), plays=9)["missing-text"]
    assert said == [f"{lacks}; add a sentence for it to the rulebook's texts."]


@pytest.mark.parametrize(
    ("book", "line", "lacks"),
    [
        ("contest", 'balance = "balance"', "[condition] has no 'balance'"),
        (
            "verdigris",
            'keep = "Keep the roll, for no new stress"',
            "[answer] has no 'keep'",
        ),
    ],
)
def test_missing_text_of_play_is_found(tmp_path: Path, book: str, line: str, lacks: str) -> None:
    """Use other rulebooks than tag, which has no conditions and no answers."""
    report = check_book(with_texts(tmp_path, f"\n{line}\n", "\n", books()[book]))
    (said,) = [one.message for one in report.findings if one.code == "missing-text"]
    assert said == f"{lacks}; add a sentence for it to the rulebook's texts."


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (
            "reaches out for {target}",
            "reaches {far}",
            "[event] 'reached' shows {far}, and Reached has no such field; correct the sentence.",
        ),
        (
            'tag = "Touch {target}"',
            'tag = "Touch {foe}"',
            "[command] 'tag' shows {foe}, and Tag has no such field; correct the sentence.",
        ),
        (
            "{unit}'s turn",
            "{who}'s turn",
            "[ask] 'turn' shows {who}, and TurnAsk has no such field; correct the sentence.",
        ),
        (
            "[event]",
            '[outcome]\nreached = "in {far}"\n[event]',
            "[outcome] 'reached' shows {far}, and Reached has no such field; correct the sentence.",
        ),
    ],
)
def test_unknown_field_is_found(tmp_path: Path, old: str, new: str, text: str) -> None:
    assert found(with_texts(tmp_path, old, new))["unknown-field"] == [text]


def test_field_that_may_be_missing_is_found(tmp_path: Path) -> None:
    said = found(with_texts(tmp_path, "{unit} is too quick", "{unit} is too quick by {rule}"))
    (text,) = said["empty-field"]
    assert text == (
        "[event] 'escaped' shows {rule}, which may be missing; add 'escaped_without_rule'."
    )


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (
            "{unit} reaches out for",
            "{unit}  reaches out for",
            "The event 'reached' is shown as 'A  reaches out for P'; correct its text.",
        ),
        (
            "Touch {target}",
            "Touch {target} ",
            "The command 'tag' is shown as 'Touch P '; correct its text.",
        ),
        (
            "{unit}'s turn",
            "{unit}'s turn_ask",
            "The ask 'turn' is shown as \"A's turn_ask\"; correct its text.",
        ),
    ],
)
def test_incomplete_sentence_is_found(tmp_path: Path, old: str, new: str, text: str) -> None:
    assert text in found(with_texts(tmp_path, old, new), plays=9)["broken-sentence"]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (
            "[event]",
            '[event]\nsneezed = "{unit}"',
            "[event] 'sneezed' belongs to nothing in the rulebook; delete the line.",
        ),
        (
            "[command]",
            '[command]\nsneeze = "Sneeze"',
            "[command] 'sneeze' belongs to nothing in the rulebook; delete the line.",
        ),
        (
            "[event]",
            '[heading]\nsneezed = "Sneezing"\n[event]',
            "[heading] 'sneezed' belongs to nothing in the rulebook; delete the line.",
        ),
        (
            "[event]",
            '[outcome]\nreached = "{unit} is there"\n[event]',
            "[event] 'reached' leaves out [outcome] 'reached'; add {outcome} to it.",
        ),
        (
            "[event]",
            '[sneezes]\nloud = "a"\n[event]',
            "No code or sentence reads the texts under [sneezes]; delete the table.",
        ),
    ],
)
def test_unused_text_is_found(tmp_path: Path, old: str, new: str, text: str) -> None:
    assert found(with_texts(tmp_path, old, new))["unused-text"] == [text]


def test_unusable_texts_are_found(tmp_path: Path) -> None:
    (said,) = found(with_texts(tmp_path, "[event]", "[event"))["unreadable-texts"]
    assert "can't be used" in said


class Sneezing(Settings, frozen=True, forbid_unknown_fields=True):
    """Settings with an unused key."""

    sneezing: int = 0


def test_key_that_no_code_reads_is_found() -> None:
    schema = Schema(Sneezing, BOOK.schema.unit, BOOK.schema.gear)
    book = replace(BOOK, level_rules=replace(BOOK.level_rules, schema=schema))
    said = found(book)["unused-key"]
    assert said == [
        "No code reads the key 'sneezing' of Sneezing; delete it from the schema and the data."
    ]


def test_missing_images_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.workshop.book_checks.check_book.levels_root", lambda: LEVELS)
    said = found()
    assert [text.partition(" has no ")[0] for text in said["missing-piece"]] == [
        "The kind 'runner'",
        "The kind 'sprinter'",
    ]
    assert said["missing-icon"][0].startswith("The command 'tag' has no icon")


def test_unknown_icon_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(levels_root(), tmp_path / "levels")
    file = tmp_path / "levels" / "contest" / "items.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count('icon = "bandage"') == 1
    file.write_text(text.replace('icon = "bandage"', 'icon = "bandge"'), encoding="utf-8")
    monkeypatch.setattr(
        "game.workshop.book_checks.check_book.levels_root", lambda: tmp_path / "levels"
    )
    (one,) = [
        one for one in check_book(books()["contest"], ()).findings if one.code == "unknown-icon"
    ]
    assert one.severity == "warning"
    said = "'icon' in [bandage]: there is no icon 'bandge'; did you mean 'bandage'?"
    assert one.message == said
    line = file.read_text(encoding="utf-8").split("\n")[one.line - 1]
    assert line[one.column - 1 :] == '"bandge"'


def test_existing_images_are_not_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.workshop.book_checks.check_book.levels_root", lambda: LEVELS)
    monkeypatch.setattr("game.workshop.book_checks.check_book.assets_root", lambda: tmp_path)
    (tmp_path / "pieces" / "tag").mkdir(parents=True)
    shutil.copytree(assets_root() / "icons", tmp_path / "icons")
    for name in ("pieces/tag/runner", "pieces/sprinter", "icons/tag"):
        (tmp_path / f"{name}.svg").touch()
    assert not {"missing-icon", "missing-piece"} & found().keys()


def test_condition_without_icon_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.workshop.book_checks.check_book.assets_root", lambda: tmp_path)
    (tmp_path / "icons" / "conditions").mkdir(parents=True)
    said = [finding.message for finding in check_book(books()["action"]).findings]
    assert [text for text in said if text.startswith("The condition 'prone' has no icon")]


def test_rule_without_codex_entry_is_found() -> None:
    rules = [text.split()[2] for text in found()["missing-rule"]]
    assert rules == ["TAG-01", "TAG-02", "TAG-03", "TAG-04", "TAG-05"]


def test_command_ends_with_the_right_code(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = f"--data-dir={tmp_path}"
    assert main(["check", "--book", "contest", data]) == 0
    assert capfd.readouterr().out == "Nothing found.\n"
    assert main(["check", "--book", "contest", "--json", data]) == 0
    assert json.loads(capfd.readouterr().out) == []
    assert main(["check", "--book", "nothing", data]) == 2
    assert "There is no rulebook 'nothing'" in capfd.readouterr().err
    assert main(["check", data]) == 2
    assert main(["check", "yard", "--book", "contest", data]) == 2
    assert main(["check", "--book", "contest", "--resolved", data]) == 2
    assert capfd.readouterr().err.count("\n") == 3


def test_command_fails_for_a_rulebook_with_errors(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = books()["contest"]
    parts = tuple(without(part, *damage.PART.records) for part in broken.parts)
    monkeypatch.setattr("game.rules.contest.book.BOOK", replace(broken, parts=parts))
    assert main(["check", "--book", "contest", "--json", f"--data-dir={tmp_path}"]) == 1
    rows = json.loads(capfd.readouterr().out)
    assert {row["code"] for row in rows} == {"missing-record"}
    assert rows[0].keys() == _finding().plain().keys()


def _finding() -> Any:
    return check_book(BOOK, []).findings[0]
