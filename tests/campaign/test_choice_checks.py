"""Errors in the choices and optional objectives of a campaign, each with line and column."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.content.shipped_folders import levels_root
from game.workshop import check_campaign
from game.workshop.expectations import trial_with
from tests.campaign.choice_faults import CHOICE_FAULTS
from tests.campaign.conftest import BOOKS
from tests.campaign.test_checks import FILE, edit, findings

IN_WALL = '[[stop.battle.change.unit]]\nid = "first"\nat = [0, 0]\n'


def test_road_with_choices_has_no_findings(forks: Path) -> None:
    assert findings(forks) == ()


@pytest.mark.parametrize(("old", "new", "code", "says"), CHOICE_FAULTS)
def test_error_in_a_choice_is_reported(
    forks: Path, old: str, new: str, code: str, says: str
) -> None:
    edit(forks, old, new)
    found = [finding for finding in findings(forks) if finding.code == code]
    assert found, [str(finding) for finding in findings(forks)]
    assert any(says in finding.message for finding in found), [str(f) for f in found]
    assert all(finding.line and finding.column for finding in found)


def test_examples_of_the_page_have_no_findings(forks: Path) -> None:
    page = (levels_root() / "README.md").read_text(encoding="utf-8")
    choices, goal = re.findall(r"```toml\n(\[\[stop\..*?)```", page, re.DOTALL)
    path = forks / FILE
    text = path.read_text(encoding="utf-8")
    first, last = text.index("[[stop.choice]]"), text.index('[[stop]]\nid = "gaol"')
    text = text[:first] + choices + "\n" + text[last:]
    first, last = text.index("[[stop.battle.goal]]"), text.index("[[stop.battle.change]]\nchose")
    text = text[:first] + goal.replace('"quiet"', '"unseen"') + text[last:]
    path.write_text(text.replace('chose = "bribe"', 'chose = "clerk"'), encoding="utf-8")
    assert findings(forks) == ()


def test_trait_needs_a_rulebook_that_has_traits(forks: Path) -> None:
    book = BOOKS["action"]
    rules = replace(book.level_rules, schema=replace(book.schema, traits=""))
    plain = replace(book, level_rules=rules)
    found = check_campaign.check_campaign(forks / FILE, {**BOOKS, "action": plain}).findings
    assert {it.code for it in found} == {"trait-unknown"}
    assert all("has no traits" in it.message and it.line for it in found)


def test_battle_is_checked_after_the_choices_that_change_it(forks: Path) -> None:
    edit(forks, 'chose = "bribe"\nwithout = ["blue.second"]', 'chose = "bribe"\n' + IN_WALL)
    found = findings(forks)
    assert {it.code for it in found} == {"battle-unusable"}
    assert all("level 'yard_fight'" in it.message and it.line for it in found)


def test_battle_is_tried_after_the_choices_that_change_it(forks: Path) -> None:
    one = (
        "[[trigger]]\nwhen = [{ count = { side = 'blue', at_most = 1 } }]\ndo = [{ win = 'red' }]\n"
    )
    edit(forks, "[[expect]]", f"{one}[[expect]]", "yard_fight.toml")
    found = check_campaign.check_campaign(forks / FILE, BOOKS, trial_with(BOOKS)).findings
    told = [it for it in found if "'hanne', 'joss' and 'tam'" in it.message]
    assert [it.code for it in told] == ["settled-at-once"] * 2, "the bribe leaves one foe there"
