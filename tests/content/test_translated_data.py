"""Translations of the levels, campaigns, rulebooks' data and codex that come with the game."""

from pathlib import Path

import pytest

from game.campaign.campaign_list import all_campaigns
from game.content.levels import all_levels, load_level
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.values.book_data import book_data
from game.present.codex.entries import Codex
from game.rules.registry import find_books
from game.terms.languages import language_of, spoken

BOOKS = find_books().books
YARD = levels_root() / "duels" / "yard.toml"
FILES = {
    "levels/duels/yard.toml": 'title = "Der Hof"\n',
    "levels/action/bestiary.toml": '[footpad]\ntitle = "Strauchdieb"\n',
    "levels/campaign/fifth_table/campaign.toml": 'title = "Der fünfte Tisch"\n',
    "rules/contest/codex.toml": '[rule.CON-07]\ntitle = "Schaden"\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def titles() -> list[object]:
    """Return the titles of a level, a kind, a campaign and a rule."""
    level = next(found.title for found in all_levels() if found.path == YARD)
    kinds = book_data(BOOKS["action"], levels_root()).kinds
    campaign = next(found.title for found in all_campaigns() if found.id == "fifth_table")
    rule = Codex(BOOKS).entry("CON-07")
    assert rule is not None
    return [level, load_level(YARD, BOOKS).title, kinds["footpad"]["title"], campaign, rule.title]


def test_data_are_translated_while_the_language_is_spoken(folder: Path) -> None:
    english = titles()
    with spoken(language_of(str(folder))):
        assert titles() == ["Der Hof", "Der Hof", "Strauchdieb", "Der fünfte Tisch", "Schaden"]
    assert titles() == english


def test_unusable_translation_is_an_error_of_its_file(folder: Path) -> None:
    (folder / "levels" / "duels" / "yard.toml").write_text('rulebook = "guard"\n')
    with spoken(language_of(str(folder))), pytest.raises(LevelError, match="isn't a text"):
        load_level(YARD, BOOKS)
