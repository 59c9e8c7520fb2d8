"""Compare the rules of RULES.md with the tests that name them, and prove that those tests work.

A test names a rule with `@pytest.mark.rule("ACT-17")`, on the function, on its class, or through
`pytestmark`. The report lists rules without a test or a break, ids that are not in RULES.md, and
tests that name too many rules. `--break` and `--sample` also apply breaks; see `breaking`.
"""

import argparse
import ast
import os
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.rules.breaking import Break, Unproved, breaks_of, faults

ROOT = Path(__file__).resolve().parents[2]
RULES, BREAKS = Path("tests", "rules", "RULES.md"), Path("tests", "rules", "breaks.toml")
RULE = re.compile(r"^- \*\*([A-Z]{3}-\d{2})\*\*", re.MULTILINE)
OWN = "tests/rules/"
"""Folder of the tests of single rules."""
CROWD = 3
"""Maximum number of rules that one test can name, as a test of many rules proves none of them."""


@dataclass(frozen=True)
class Marked:
    """A test by its pytest name, and the ids of the rules that it names."""

    node: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Ledger:
    """The rules, the tests that name them, and the breaks that these tests must notice."""

    rules: tuple[str, ...]
    tests: tuple[Marked, ...]
    breaks: tuple[Break, ...]

    def under(self, prefixes: Sequence[str]) -> "Ledger":
        """Return the part whose ids begin with one of the prefixes, or everything without any."""
        if not prefixes:
            return self
        starts = tuple(prefixes)
        return Ledger(
            tuple(rule for rule in self.rules if rule.startswith(starts)),
            tuple(test for test in self.tests if any(id.startswith(starts) for id in test.rules)),
            tuple(one for one in self.breaks if one.rule.startswith(starts)),
        )

    def nodes(self, rule: str) -> tuple[str, ...]:
        """Return the tests that name a rule.

        The rule's own tests come first: they take little time, and notice most breaks.
        """
        nodes = [test.node for test in self.tests if rule in test.rules]
        return tuple(sorted(nodes, key=lambda node: not node.startswith(OWN)))

    def findings(self, prefixes: Sequence[str] = ()) -> Iterator[str]:
        """Yield a sentence for each error that can be found without running a test."""
        named = {id for test in self.tests for id in test.rules}
        broken = {one.rule for one in self.breaks}
        for rule in self.rules:
            if rule not in named:
                yield f"{rule}: no test names this rule"
            if rule not in broken:
                yield f"{rule}: {BREAKS.name} has no break for this rule"
        starts = tuple(prefixes) or ("",)
        for id in sorted(named | broken):
            if id.startswith(starts) and id not in self.rules:
                where = next(iter(self.nodes(id)), BREAKS.name)
                yield f"{id}: {RULES.name} has no such rule, but {where} names it"
        for test in self.tests:
            if len(test.rules) > CROWD:
                yield f"{test.node} names {len(test.rules)} rules; {CROWD} is the most"


def ledger_of(root: Path) -> Ledger:
    """Return the ledger of the tree at `root`."""
    rules = RULE.findall((root / RULES).read_text(encoding="utf-8"))
    return Ledger(tuple(rules), tuple(marked(root)), breaks_of(root / BREAKS))


def marked(root: Path) -> Iterator[Marked]:
    """Yield the tests of a tree that name rules."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        source = ast.parse(path.read_text(encoding="utf-8"), str(path))
        yield from _marked(source.body, (), path.relative_to(root).as_posix())


def _marked(body: Sequence[ast.stmt], inherited: tuple[str, ...], prefix: str) -> Iterator[Marked]:
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                inherited += tuple(_named(value))
    for statement in body:
        if not isinstance(statement, ast.ClassDef | ast.FunctionDef):
            continue
        own = tuple(id for one in statement.decorator_list for id in _named(one))
        ids, node = tuple(dict.fromkeys(inherited + own)), f"{prefix}::{statement.name}"
        if isinstance(statement, ast.ClassDef):
            yield from _marked(statement.body, ids, node)
        elif statement.name.startswith("test") and ids:
            yield Marked(node, ids)


def _named(expression: ast.expr) -> Iterator[str]:
    """Yield the rule ids of each `….rule(…)` in an expression."""
    for node in ast.walk(expression):
        match node:
            case ast.Call(func=ast.Attribute(attr="rule"), args=arguments):
                for one in arguments:
                    match one:
                        case ast.Constant(value=str(id)):
                            yield id


def sampled(breaks: Sequence[Break], count: int, seed: int) -> tuple[Break, ...]:
    """Return `count` random breaks, or all of them if there are fewer."""
    return tuple(random.Random(seed).sample(breaks, min(count, len(breaks))))


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.rules.ledger",
        description="List rules without tests or breaks, and prove that the tests work.",
    )
    parser.add_argument(
        "prefixes", nargs="*", metavar="ID", help="rule id or its start, such as ACT (default: all)"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--break", action="store_true", dest="all", help="apply all breaks")
    which.add_argument("--sample", type=_count, metavar="N", help="apply N random breaks")
    parser.add_argument(
        "--seed", type=int, metavar="S", help="seed of the sample (default: random, printed)"
    )
    jobs = os.cpu_count() or 1
    parser.add_argument(
        "--jobs", type=_count, default=jobs, metavar="N", help=f"processes (default: {jobs})"
    )
    return parser.parse_args(given)


def _count(text: str) -> int:
    if not text.isdecimal() or text.strip("0") == "":
        raise argparse.ArgumentTypeError(f"'{text}' isn't a whole number above 0")
    return int(text)


def main(given: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Report the findings of a tree's ledger.

    Return 1 if there are any, else 0.
    """
    args = _arguments(given)
    ledger = ledger_of(root).under(args.prefixes)
    if not ledger.rules:
        print(f"{RULES.name} has no rule that starts with {' or '.join(args.prefixes)}")
        return 1
    found = list(ledger.findings(args.prefixes))
    print(*found, sep="\n", end="\n" if found else "")
    count = len(ledger.rules)
    print(f"{count} rules, {len(ledger.tests)} tests that name them, {len(found)} findings")
    chosen = ledger.breaks if args.all else ()
    if args.sample:
        seed = random.randrange(10**6) if args.seed is None else args.seed
        chosen = sampled(ledger.breaks, args.sample, seed)
        print(f"a sample of {len(chosen)} breaks: --sample {args.sample} --seed {seed}")
    if chosen:
        found += _tried(root, chosen, {one.rule: ledger.nodes(one.rule) for one in chosen}, args)
    return 1 if found else 0


def _tried(
    root: Path,
    chosen: Sequence[Break],
    nodes: Mapping[str, Sequence[str]],
    args: argparse.Namespace,
) -> list[str]:
    found = []
    try:
        for fault in faults(root, chosen, nodes, args.jobs):
            found.append(fault)
            print(fault, flush=True)
    except Unproved as error:
        print(error)
        return [str(error)]
    print(f"{len(chosen) - len(found)} of {len(chosen)} breaks are noticed")
    return found


if __name__ == "__main__":
    sys.exit(main())
