"""The pages for authors beside the reference: each recipe plays, and all ids are on their page."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from game.content.levels import check_level, read_level
from game.content.shipped_folders import levels_root
from game.rules.registry import find_books
from game.workshop.trial_battles import play_trial
from tests.content.ids_page import PATH, WRITE, page

BOOKS = find_books().books
RECIPES = (levels_root() / "RECIPES.md").read_text(encoding="utf-8")
REFERENCE = (levels_root() / "README.md").read_text(encoding="utf-8")
FRAME, *BLOCKS = re.findall(r"```toml\n(.*?)```", RECIPES, re.DOTALL)
TITLES = re.findall(r"^## (.*)", RECIPES, re.MULTILINE)
SEEDS = 3
"""Number of battles in which something that a recipe is about must happen."""


def text(number: int) -> str:
    return f"{FRAME}{BLOCKS[number]}"


def test_each_recipe_has_one_block_and_a_link() -> None:
    assert len(BLOCKS) == len(TITLES) == 6
    for title in TITLES:
        assert f"[{title}](#{title.lower().replace(' ', '-')})" in RECIPES


@pytest.mark.parametrize("number", range(len(BLOCKS)), ids=TITLES)
def test_recipe_is_a_level_without_findings(number: int) -> None:
    checked = check_level(text(number), file="recipe.toml", id="recipe", books=BOOKS)
    assert [one.text() for one in checked.findings] == []


@pytest.mark.parametrize("number", range(len(BLOCKS)), ids=TITLES)
def test_recipe_happens_between_soldiers(number: int) -> None:
    """Check that battles end, and that each trigger and an objective come about in one of them."""
    level = read_level(text(number), file="recipe.toml", id="recipe", books=BOOKS)
    played = [play_trial(BOOKS["action"], level, seed, "soldier") for seed in range(1, SEEDS + 1)]
    for index in range(len(level.script.triggers)):
        assert any(one.counts.triggers[index] for one in played), f"trigger {index + 1}"
    ends = [one for one in played if one.winner == "red"]
    assert ends, "nobody has ever won"
    for aim in level.script.objectives:
        reached = any(aim.id in one.counts.objectives for one in ends)
        # the last foe's defeat ends the battle before an objective to defeat it is noted
        assert reached or aim.protect or aim.defeat, aim.id


def test_page_of_ids_is_made_from_the_data() -> None:
    assert PATH.read_text(encoding="utf-8") == page(), f"run {WRITE}"


def tables() -> Iterator[tuple[str, str]]:
    """Yield each table of the rulebooks' files, with its file."""
    for path in (levels_root() / "terrain.toml", *levels_root().glob("*/*.toml")):
        folder = path.parent.name
        if path.name == "settings.toml" or not (folder in BOOKS or path.name == "terrain.toml"):
            continue
        for id, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if isinstance(value, dict):
                yield path.relative_to(levels_root()).as_posix(), id


def test_every_table_of_the_data_is_on_the_page_of_ids() -> None:
    shown = set(re.findall(r"^\| `([^`]+)` \|", PATH.read_text(encoding="utf-8"), re.MULTILINE))
    assert [(file, id) for file, id in tables() if id not in shown] == []


def test_links_between_the_pages_lead_somewhere() -> None:
    for name in ("README.md", "RECIPES.md", "IDS.md", "FIRST_LEVEL.md"):
        words = (levels_root() / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+\.md)", words):
            assert (levels_root() / target).exists(), f"{name}: {target}"
