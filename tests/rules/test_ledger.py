"""The ledger finds missing parts, and counts only breaks that a test notices."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rules import breaking
from tests.rules.breaking import Break, Copy, breaks_of
from tests.rules.ledger import Ledger, Marked, ledger_of, main, sampled

GAME = """
def cost(steps):
    return steps * 2

def reach():
    return 3
"""
TESTS = """
import pytest
from game.walking import cost, reach

@pytest.mark.rule("TAG-01")
@pytest.mark.parametrize("steps", [1, 2], ids=["one step", "two steps"])
def test_cost(steps):
    assert cost(steps) == 2 * steps

@pytest.mark.rule("TAG-02")
def test_reach_is_a_number():
    assert reach() is not None
"""
RULES = "# Rules\n\n- **TAG-01** A step costs two.\n- **TAG-02** Reach is three tiles.\n"
COST, REACH = "steps * 2", "return 3"
PYPROJECT = """
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = ["--import-mode=importlib", "--strict-markers"]
markers = ["rule(id): names a rule"]
"""
NODES = {"TAG-01": ("tests/test_tag.py::test_cost",)}

Tree = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Return a function that makes a small project; its keywords replace texts of its files."""

    def made(breaks: str = "", rules: str = RULES, tests: str = TESTS, game: str = GAME) -> Path:
        files = {
            "pyproject.toml": PYPROJECT,
            "game/__init__.py": "",
            "game/walking.py": game,
            "tests/test_tag.py": tests,
            "tests/rules/RULES.md": rules,
            "tests/rules/breaks.toml": breaks,
        }
        root = tmp_path / "project"
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return root

    return made


def broken(rule: str, replace: str, by: str, file: str = "game/walking.py") -> str:
    return f"[[break]]\nrule = {rule!r}\nfile = {file!r}\nreplace = {replace!r}\nby = {by!r}\n"


BOTH = broken("TAG-01", COST, "steps * 3") + broken("TAG-02", REACH, "return None")


# Missing parts


def test_complete_ledger_has_no_findings(tree: Tree) -> None:
    assert list(ledger_of(tree(BOTH)).findings()) == []


def test_rule_without_a_test_is_reported(tree: Tree) -> None:
    tests = TESTS.replace('rule("TAG-02")', 'rule("TAG-01")')
    assert list(ledger_of(tree(BOTH, tests=tests)).findings()) == [
        "TAG-02: no test names this rule"
    ]


def test_rule_without_a_break_is_reported(tree: Tree) -> None:
    root = tree(broken("TAG-01", COST, "steps"))
    assert list(ledger_of(root).findings()) == ["TAG-02: breaks.toml has no break for this rule"]


def test_unknown_id_of_a_test_is_reported_with_the_test(tree: Tree) -> None:
    tests = TESTS.replace('@pytest.mark.rule("TAG-02")', '@pytest.mark.rule("TAG-02", "TAG-20")')
    [found] = ledger_of(tree(BOTH, tests=tests)).findings()
    assert found == (
        "TAG-20: RULES.md has no such rule, but tests/test_tag.py::test_reach_is_a_number names it"
    )


def test_unknown_id_of_a_break_is_reported(tree: Tree) -> None:
    [found] = ledger_of(tree(BOTH + broken("TAG-20", COST, "0"))).findings()
    assert found == "TAG-20: RULES.md has no such rule, but breaks.toml names it"


def test_test_of_four_rules_is_reported_and_one_of_three_is_not() -> None:
    ids = ("TAG-01", "TAG-02", "TAG-03", "TAG-04")
    tests = Marked("tests/test_a.py::test_all", ids), Marked("tests/test_a.py::test_some", ids[:3])
    breaks = tuple(Break(id, "game/walking.py", "a", "b") for id in ids)
    assert list(Ledger(ids, tests, breaks).findings()) == [
        "tests/test_a.py::test_all names 4 rules; 3 is the most"
    ]


MARKED = """
import pytest
pytestmark = pytest.mark.rule("TAG-01")

@pytest.mark.rule("TAG-02")
class TestWalks:
    @pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.rule("TAG-03"))])
    def test_both(self, a): ...

    def helper(self): ...

def test_module(): ...

def other(): ...
"""


def test_marks_of_module_class_and_function_add_up(tree: Tree) -> None:
    prefix = "tests/test_tag.py::"
    assert ledger_of(tree(tests=MARKED)).tests == (
        Marked(f"{prefix}TestWalks::test_both", ("TAG-01", "TAG-02", "TAG-03")),
        Marked(f"{prefix}test_module", ("TAG-01",)),
    )


def test_prefix_leaves_the_other_rules_out(tree: Tree) -> None:
    ledger = ledger_of(tree(broken("TAG-02", REACH, "return None"))).under(["TAG-02"])
    assert ledger.rules == ("TAG-02",)
    assert [one.rule for one in ledger.breaks] == ["TAG-02"]
    assert list(ledger.findings(["TAG-02"])) == []


def test_unknown_key_of_a_break_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "breaks.toml"
    path.write_text(broken("TAG-01", COST, "") + "instead = 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="instead"):
        breaks_of(path)


# Breaks


def test_noticed_break_causes_no_finding(tree: Tree, tmp_path: Path) -> None:
    root = tree()
    copy = Copy(root, tmp_path / "copy")
    assert (
        copy.fault(Break("TAG-01", "game/walking.py", COST, "steps * 3"), NODES["TAG-01"]) is None
    )
    assert (root / "game/walking.py").read_text(encoding="utf-8") == GAME
    assert (copy.folder / "game/walking.py").read_text(encoding="utf-8") == GAME


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (Break("TAG-01", "game/walking.py", REACH, "return 4"), "its tests still pass (1)"),
        (Break("TAG-01", "game/walking.py", "return", "pass"), "to replace occurs 2 times"),
        (Break("TAG-01", "game/walking.py", "nothing", "pass"), "to replace occurs 0 times"),
        (Break("TAG-01", "game/riding.py", COST, "steps"), "there is no such file"),
        (Break("TAG-01", "game/walking.py", COST, "steps * "), "its tests didn't run"),
        (Break("TAG-01", "game/walking.py", COST, "step"), "could never work: NameError"),
    ],
)
def test_break_that_proves_nothing_is_reported(
    tree: Tree, tmp_path: Path, one: Break, said: str
) -> None:
    fault = Copy(tree(), tmp_path / "copy").fault(one, NODES["TAG-01"])
    assert fault is not None
    assert str(one) in fault
    assert said in fault


def test_break_of_a_rule_without_tests_is_reported(tree: Tree, tmp_path: Path) -> None:
    one = Break("TAG-01", "game/walking.py", COST, "steps")
    assert Copy(tree(), tmp_path / "copy").fault(one, ()) == f"{one}: no test names this rule"


def test_endless_break_is_stopped(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaking, "PATIENCE", 2)
    one = Break("TAG-01", "game/walking.py", f"    return {COST}", "    while True: pass")
    fault = Copy(tree(), tmp_path / "copy").fault(one, NODES["TAG-01"])
    assert fault == f"{one}: its tests are still running after 2 seconds"


def test_next_break_ignores_compiled_code_of_the_last(tree: Tree, tmp_path: Path) -> None:
    """Apply the breaks within a second, in files of the same size."""
    copy, nodes = Copy(tree(), tmp_path / "copy"), NODES["TAG-01"]
    wrong = Break("TAG-01", "game/walking.py", COST, "steps * 3")
    harmless = Break("TAG-01", "game/walking.py", COST, "2 * steps")
    assert copy.fault(wrong, nodes) is None
    assert "still pass" in (copy.fault(harmless, nodes) or "")
    assert copy.fault(wrong, nodes) is None
    assert copy.failing(nodes) is None


# The command


def test_command_ends_with_0_when_nothing_is_missing(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--break", "--jobs", "2"], tree(BOTH.replace("None", "0"))) == 1
    assert capsys.readouterr().out.splitlines() == [
        "2 rules, 2 tests that name them, 0 findings",
        "TAG-02 in game/walking.py, 'return 3': broken, and its tests still pass (1)",
        "1 of 2 breaks are noticed",
    ]
    assert main(["--break"], tree(BOTH)) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 of 2 breaks are noticed"


def test_command_ends_with_1_when_a_rule_has_no_break(tree: Tree) -> None:
    assert main([], tree(broken("TAG-01", COST, "steps"))) == 1
    assert main(["TAG-01"], tree(broken("TAG-01", COST, "steps"))) == 0


def test_command_ends_with_1_when_no_rule_matches(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ACT"], tree(BOTH)) == 1
    assert capsys.readouterr().out == "RULES.md has no rule that starts with ACT\n"


def test_command_applies_no_break_when_a_test_fails_anyway(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--break"], tree(BOTH, game=GAME.replace("* 2", "* 2 + 0 * steps + 1"))) == 1
    out = capsys.readouterr().out
    assert "tests of rules fail without any break: FAILED tests/test_tag.py::test_cost" in out
    assert "noticed" not in out


def test_sample_is_repeatable_with_its_seed(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    breaks = tuple(Break(f"TAG-{n:02}", "game/walking.py", "a", "b") for n in range(40))
    assert sampled(breaks, 5, 7) == sampled(breaks, 5, 7) != sampled(breaks, 5, 8)
    assert len(set(sampled(breaks, 5, 7))) == 5
    assert set(sampled(breaks, 50, 7)) == set(breaks)
    assert main(["--sample", "1", "--seed", "7"], tree(BOTH)) == 0
    assert "a sample of 1 breaks: --sample 1 --seed 7" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["0", "-1", "many"])
def test_sample_that_is_not_an_integer_is_refused(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([f"--sample={wrong}"])
    assert f"'{wrong}' isn't a whole number above 0" in capsys.readouterr().err
