"""Every break in breaks.toml can be applied, and the tests of its rule notice it."""

import ast
from pathlib import Path

import pytest
import tomli

from tests.rules.breaking import Copy, breaks_of
from tests.rules.ledger import RULE, Ledger, ledger_of

ROOT = Path(__file__).parents[2]
BREAKS = breaks_of(ROOT / "tests/rules/breaks.toml")
RULES = RULE.findall((ROOT / "tests/rules/RULES.md").read_text(encoding="utf-8"))


def test_every_break_applies_in_exactly_one_place() -> None:
    stale = [
        (one.rule, one.file, one.replace)
        for one in BREAKS
        if (ROOT / one.file).read_text(encoding="utf-8").count(one.replace) != 1
    ]
    assert stale == []


def test_every_break_changes_something() -> None:
    assert [one.rule for one in BREAKS if one.replace == one.by] == []


def test_every_break_leaves_valid_code() -> None:
    unreadable = []
    for one in BREAKS:
        text = (ROOT / one.file).read_text(encoding="utf-8").replace(one.replace, one.by)
        try:
            ast.parse(text) if one.file.endswith(".py") else tomli.loads(text)
        except (SyntaxError, tomli.TOMLDecodeError) as error:
            unreadable.append(f"{one}: {error}")
    assert unreadable == []


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(ROOT, tmp_path_factory.mktemp("broken"))


@pytest.fixture(scope="session")
def ledger() -> Ledger:
    return ledger_of(ROOT)


@pytest.mark.long
@pytest.mark.parametrize("rule", RULES)
def test_every_break_of_a_rule_is_noticed(rule: str, copy: Copy, ledger: Ledger) -> None:
    nodes, breaks = ledger.nodes(rule), ledger.under([rule]).breaks
    assert nodes
    assert breaks
    assert copy.failing(nodes) is None
    assert [fault for one in breaks if (fault := copy.fault(one, nodes))] == []
