"""Errors that authors make in the real rulebooks' files, each reported at its own line."""

import shutil
from pathlib import Path

import pytest

from game.content.levels import CheckedLevel, check_level
from game.content.shipped_folders import levels_root
from game.rules.registry import find_books
from game.workshop import check_levels

BOOKS = find_books().books

ADDED = {
    "contest/items.toml": [
        (
            "[club]\ntitle = 'C'\ntarget = 'self'\nabout = 'c'\nheal = '1'",
            1,
            "error",
            "'club' can't be the id of a table, because arms.toml has a 'club' too; each thing "
            "needs its own id.",
        ),
        (
            "[wine]\ntitle = 'W'\ntarget = 'self'\nabout = 'w'",
            1,
            "warning",
            "[wine] has no effect.",
        ),
        (
            "[wine]\ntitle = 'W'\ntarget = 'self'\nabout = 'w'\ngain = '99'",
            5,
            "error",
            "[wine] gives up to 99 movement; the limit is 40.",
        ),
    ],
    "contest/arms.toml": [
        (
            "[mud]\ntitle = 'M'\ndamage = '1'",
            1,
            "error",
            "'mud' can't be the id of a table, because terrain.toml has a 'mud' too; each thing "
            "needs its own id.",
        ),
    ],
    "action/arms.toml": [
        (
            "[bow2]\ntitle = 'B'\nabout = 'b'\nkind = 'ranged'\ndamage = '1d6'\ntype = 'piercing'",
            4,
            "error",
            "[bow2] has the kind 'ranged', so it needs a range.",
        ),
    ],
    "action/items.toml": [
        ("[ale]\ntitle = 'A'\nabout = 'a'\nrange = 30", 1, "warning", "[ale] has no effect."),
    ],
    "action/powers.toml": [
        (
            "[sigh]\ntitle = 'S'\nabout = 's'\nkind = 'ability'\neffect = { rounds = 2 }",
            1,
            "warning",
            "[sigh] has no effect.",
        ),
    ],
    "etiquette/items.toml": [
        (
            "[bow2]\ntitle = 'B'\nabout = 'b'\ntarget = 'attack'\nlose = '1'",
            4,
            "error",
            "[bow2] has the target 'attack', so it needs a 'knack'.",
        ),
        (
            "[bow2]\ntitle = 'B'\nabout = 'b'\ntarget = 'attack'\nknack = { when = 'hurt' }",
            1,
            "warning",
            "[bow2] has no effect.",
        ),
    ],
    "guard/items.toml": [
        ("[goo]\ntitle = 'G'\nabout = 'g'", 1, "error", "[goo] has no effect."),
    ],
    "verdigris/items.toml": [
        ("[goo]\ntitle = 'G'\nabout = 'g'\nturns = 2", 1, "warning", "[goo] has no effect."),
    ],
    "verdigris/injuries.toml": [
        (
            "[cold]\ntitle = 'C'\nabout = 'c'\nlow = 11\nhigh = 11\nstress = 1",
            1,
            "error",
            "The injury table has 2 entries for 11; it needs 1.",
        ),
    ],
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(levels_root(), tmp_path / "levels"))


def check(book: str, root: Path, more: str = "") -> CheckedLevel:
    """Check the level that the rulebook's authors start from."""
    template = BOOKS[book].template
    assert template is not None
    text = template.read_text(encoding="utf-8") + more
    return check_level(text, file="l.toml", id="l", books=BOOKS, root=root)


@pytest.mark.parametrize(
    ("file", "added", "line", "severity", "text"),
    [(file, *case) for file, cases in ADDED.items() for case in cases],
)
def test_error_is_reported_at_its_line(
    root: Path, file: str, added: str, line: int, severity: str, text: str
) -> None:
    path = root / file
    before = path.read_text(encoding="utf-8")
    path.write_text(f"{before}\n{added}\n", encoding="utf-8")
    checked = check(file.partition("/")[0], root)
    (finding,) = checked.findings
    assert (finding.message, finding.severity) == (text, severity)
    assert finding.file == str(path)
    assert finding.line == before.count("\n") + 1 + line
    assert finding.source == added.split("\n")[line - 1]
    assert (checked.level is None) == (severity == "error")


def test_terrain_without_a_wreck_is_reported_in_the_shared_file(root: Path) -> None:
    path = root / "terrain.toml"
    path.write_text(path.read_text(encoding="utf-8") + "[urn]\ntitle = 'U'\nlife = 3\n")
    (finding,) = check("action", root).findings
    assert (finding.file, finding.source) == (str(path), "life = 3")
    assert finding.message == "[urn] can be broken, but has no wreck."
    assert check("contest", root).findings == ()


def test_error_is_reported_once_for_all_levels(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.content.levels.levels_root", lambda: root)
    path = root / "contest" / "items.toml"
    added = "[wine]\ntitle = 'W'\ntarget = 'self'\nabout = 'w'\n"
    path.write_text(path.read_text(encoding="utf-8") + added)
    whole = check_levels.total(check_levels.check([str(root / "duels")], BOOKS))
    assert [finding.source for finding in whole.findings] == ["[wine]"]
    assert whole.code(strict=True) == 1


def test_thing_that_a_trigger_waits_for_needs_no_other_effect(root: Path) -> None:
    path = root / "contest" / "items.toml"
    added = "[letter]\ntitle = 'Letter'\ntarget = 'self'\nabout = 'Reads it'\n"
    path.write_text(path.read_text(encoding="utf-8") + added)
    trigger = "[[trigger]]\nwhen = [{ used = { item = 'letter' } }]\ndo = [{ message = 'Oh.' }]\n"
    text = BOOKS["contest"].template
    assert text is not None
    found = check_level(
        text.read_text(encoding="utf-8").replace('"tripwire"', '"letter"') + trigger,
        file="l.toml",
        id="l",
        books=BOOKS,
        root=root,
    )
    assert found.findings == ()
    assert [f.message for f in check("contest", root).findings] == ["[letter] has no effect."]


@pytest.mark.parametrize(
    ("most", "text"),
    [
        (0, "No unit on the board can have 0 life or less, so this is never true."),
        (12, "The unit 'bo' starts with 12 life, so this is true at once."),
        (11, ""),
    ],
)
def test_life_that_a_trigger_waits_for_must_be_lost_first(root: Path, most: int, text: str) -> None:
    when = f"when = [{{ health = {{ unit = 'bo', at_most = {most} }} }}]"
    trigger = f"[[trigger]]\n{when}\ndo = [{{ message = 'Ow.' }}]\n"
    found = check("contest", root, trigger).findings
    assert [(f.message, f.severity, f.source) for f in found] == [(text, "warning", when)] * bool(
        text
    )
