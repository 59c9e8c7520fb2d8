"""The signs over the tables of the inn, read before any rulebook is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.engine.bookshelf import LazyBookshelf
from game.present.inn_signs import InnSign, signs
from tests.conformance.books import books

GAMES = ("contest", "etiquette", "action", "verdigris", "guard")


def test_each_rulebook_of_the_game_has_its_own_place_at_the_inn() -> None:
    found = signs({})
    assert tuple(sign.book for sign in found) == GAMES
    assert [sign.place for sign in found] == list(range(1, len(GAMES) + 1))


def test_extra_rulebooks_have_signs_too() -> None:
    found = signs(LazyBookshelf(("tests.books.tag", "tests.nowhere", "nowhere.at.all"), dict))
    assert [sign.book for sign in found] == [*GAMES, "tag"]


@pytest.mark.parametrize("sign", signs(LazyBookshelf(("tests.books.tag",), dict)))
def test_sign_equals_the_rulebooks_title(sign: InnSign) -> None:
    assert sign.title == books()[sign.book].title
    assert sign.under


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place = ",
        'title = "A"\nunder = "b"',
        'place = "first"\ntitle = "A"\nunder = "b"',
        'place = []\ntitle = "A"\nunder = "b"',
    ],
)
def test_rulebook_without_a_readable_sign_has_no_table(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "signless"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    other = LazyBookshelf(("signless",), dict)
    assert len(signs(other)) == len(GAMES)
    (package / "sign.toml").write_text(text, encoding="utf-8")
    assert len(signs(other)) == len(GAMES)
    (package / "sign.toml").write_text('place = 0\ntitle = "A"\nunder = "b"', encoding="utf-8")
    assert signs(other)[0] == InnSign(0, "signless", "A", "b")


def test_signs_import_no_rulebook() -> None:
    code = (
        "import sys; from game.present.inn_signs import signs; signs({});"
        "assert not [name for name in sys.modules if name.startswith('game.rules')]"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
