"""Limits on imports and sizes in game/, checked on the syntax tree.

The checker takes a tree as a mapping from path to source. So the same code checks game/ and the
wrong snippets at the end of this file, which prove that each rule can fail.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LONGEST_FUNCTION = 50
LARGEST_FOLDER = 25
"""Maximum number of modules in one folder, not counting its `__init__`."""
LONGEST_FILE = 500

GROUND = {"core", "terms", "components", "world"}
BATTLES = GROUND | {"engine", "content"}

# Each part, with the other parts it may import. "book" is any folder of rules/, and "registry" is
# rules/registry, the only part that imports a rulebook. Every part may also import the version from
# `game`.
MAY_IMPORT: Mapping[str, set[str]] = {
    "game": set(),
    "core": set(),
    "terms": {"core"},
    "components": {"core", "terms"},
    "world": {"core", "terms", "components"},
    "systems": GROUND,
    "engine": GROUND,
    "rules": set(),
    "book": GROUND | {"systems", "engine"},
    "registry": GROUND | {"systems", "engine", "book"},
    "ai": GROUND | {"engine"},
    "content": {"core", "terms"},
    # Playing and showing battles: each part builds on those above it.
    "record": BATTLES,
    "play": BATTLES | {"registry", "ai", "record"},
    "present": BATTLES | {"registry", "ai", "record", "play"},
    "referee": BATTLES | {"record", "play", "present"},
    "campaign": {"terms", "content", "engine", "record", "play"},
    "workshop": BATTLES | {"systems", "registry", "ai", "record", "play", "present", "campaign"},
    "client": {"core", "terms", "record", "play", "present", "campaign", "workshop"},
    "cli": BATTLES
    | {"systems", "registry", "ai", "record", "play", "present", "referee", "campaign"}
    | {"workshop", "client"},
    "__main__": {"cli"},
}

# Third-party modules, each with the parts or modules that may import it; None means all.
LIBRARIES: Mapping[str, set[str] | None] = {
    "msgspec": None,
    "tomli": None,
    "platformdirs": None,
    "esper": {"world", "systems", "book"},  # the latter two only for Processor: see esper_findings
    "pygame": {"client"},
    "font_source_serif_pro": {"client"},
    "font_source_sans_pro": {"client"},
    "tcod": {
        "game.workshop.bench.tcod_search"
    },  # not a dependency; the bench uses it if it is installed
}


@dataclass(frozen=True)
class Import:
    """One imported name: `from a.b import c` has the target a.b and the name c."""

    target: str
    name: str
    line: int
    renamed: bool
    in_function: bool
    is_relative: bool
    for_types: bool = False
    """Whether the import is for type checkers only, and so costs nothing at run time."""

    @property
    def dotted(self) -> str:
        return f"{self.target}.{self.name}" if self.name else self.target


@dataclass(frozen=True)
class Module:
    path: str
    name: str
    source: str
    tree: ast.Module
    imports: tuple[Import, ...]
    nodes: tuple[ast.AST, ...]

    def at(self, line: int, sentence: str) -> str:
        return f"{self.path}:{line}: {sentence}"


def imports_of(
    node: ast.AST, in_function: bool = False, for_types: bool = False
) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for a in child.names:
                asname = bool(a.asname)
                yield Import(a.name, "", child.lineno, asname, in_function, False, for_types)
        elif isinstance(child, ast.ImportFrom):
            for a in child.names:
                yield Import(
                    child.module or "",
                    a.name,
                    child.lineno,
                    bool(a.asname),
                    in_function,
                    child.level > 0,
                    for_types,
                )
        else:
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            typed = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
            yield from imports_of(child, in_function or is_function, for_types or typed)


def parse(path: str, source: str) -> Module:
    parts = path.removesuffix(".py").split("/")
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    tree = ast.parse(source, path)
    nodes = tuple(ast.walk(tree))
    return Module(path, name, source, tree, (*imports_of(tree), *uses_of(nodes)), nodes)


def uses_of(nodes: Iterable[ast.AST]) -> Iterator[Import]:
    """Yield uses such as `game.part.module`, all of which work after any `import game.a`."""
    inner = {id(n.value) for n in nodes if isinstance(n, ast.Attribute)}
    for n in nodes:
        if isinstance(n, ast.Attribute) and id(n) not in inner:
            dotted = ast.unparse(n)
            if dotted.startswith("game.") and dotted.replace(".", "").isidentifier():
                yield Import(dotted, "", n.lineno, False, False, False)


def part(dotted: str) -> str:
    """Return the key of MAY_IMPORT for a module or a name in it.

    Return the name of an unknown part unchanged.
    """
    match dotted.split("."):
        case ["game"]:
            return "game"
        case ["game", "__version__"]:
            return "game"
        case ["game", "rules", "registry", *_]:
            return "registry"
        case ["game", "rules", _, *_]:
            return "book"
        case ["game", top, *_]:
            return top
    raise ValueError(f"{dotted!r} isn't a module of game")


def place(dotted: str) -> str:
    """Return the folder that a finding names, such as game/core or game/rules/action."""
    depth = 3 if dotted.startswith("game.rules.") else 2
    return "/".join(dotted.split(".")[:depth])


def layer_findings(m: Module) -> Iterator[str]:
    own = part(m.name)
    if own not in MAY_IMPORT:
        yield m.at(1, f"{place(m.name)} is not a part this design knows.")
        return
    for i in m.imports:
        if i.is_relative or i.target.split(".")[0] != "game":
            continue
        other = part(i.dotted)
        if other not in MAY_IMPORT:
            yield m.at(i.line, f"{i.dotted} is in no part this design knows.")
        elif own == other == "book" and place(m.name) != place(i.dotted):
            yield m.at(i.line, f"{place(m.name)} imports another rulebook, {place(i.dotted)}.")
        elif other not in MAY_IMPORT[own] | {own, "game"}:
            yield m.at(i.line, f"{place(m.name)} must not import {place(i.dotted)}.")
        elif own == "cli" and other not in {"cli", "game"} and not (i.in_function or i.for_types):
            yield m.at(i.line, f"cli must import {i.dotted} inside the command that needs it.")


def library_findings(m: Module) -> Iterator[str]:
    for i in m.imports:
        top = i.target.split(".")[0]
        if i.is_relative or top == "game" or top in sys.stdlib_module_names:
            continue
        if top not in LIBRARIES:
            yield m.at(i.line, f"{top} is not a dependency of the game.")
            continue
        allowed = LIBRARIES[top]
        if allowed is not None and part(m.name) not in allowed and m.name not in allowed:
            yield m.at(i.line, f"{place(m.name)} must not import {top}.")


def esper_findings(m: Module) -> Iterator[str]:
    """Yield uses of esper outside world, except esper.Processor under that name."""
    if part(m.name) == "world":
        return
    for i in m.imports:
        if i.target != "esper":
            continue
        if i.name not in {"", "Processor"}:
            yield m.at(i.line, f"only game/world may use esper.{i.name}.")
        elif i.renamed:
            yield m.at(i.line, f"{i.dotted} is imported under another name.")
    for node in m.nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="esper"), attr=attr) if attr != "Processor":
                yield m.at(node.lineno, f"only game/world may use esper.{attr}.")


def style_findings(m: Module) -> Iterator[str]:
    """Yield imports that are relative, or hidden in a function."""
    own = part(m.name)
    for i in m.imports:
        if i.is_relative:
            yield m.at(i.line, f"the import of {i.dotted!r} is relative; write its full name.")
        if i.in_function and own != "cli":
            yield m.at(i.line, f"{i.dotted} is imported inside a function; only cli may do that.")


UNSEEN = {"sys.modules", "importlib.import_module", "importlib.__import__"}


def unseen_findings(m: Module) -> Iterator[str]:
    """Yield imports at run time, and access to modules by computed names."""
    if part(m.name) in {"cli", "registry"}:
        return
    modules = {
        i.target.split(".")[0] if i.target == i.dotted else i.name
        for i in m.imports
        if i.target.split(".")[0] == "game" or i.target in LIBRARIES
    }
    for i in m.imports:
        if i.dotted in UNSEEN:
            yield m.at(i.line, f"{i.dotted} imports unseen; only rules/registry may do so.")
    for node in m.nodes:
        match node:
            case (
                ast.Attribute(value=ast.Name(id="sys"), attr="modules" as name)
                | ast.Attribute(attr=("import_module" | "__import__") as name)
                | ast.Name(id=("__import__" | "eval" | "exec") as name)
            ):
                yield m.at(node.lineno, f"{name} imports unseen; only rules/registry may do so.")
            case (
                ast.Call(func=ast.Name(id="getattr" | "vars"), args=[ast.Name(id=name), *_])
                | ast.Attribute(value=ast.Name(id=name), attr="__dict__")
            ) if name in modules:
                yield m.at(node.lineno, f"a name is looked up in {name}; write it out.")


BEHIND = {"table", "world"}
"""Attributes of a battle that show and change everything, so that a window mustn't use them."""


def reach_findings(m: Module) -> Iterator[str]:
    """Yield places where the client bypasses the interface of `present`."""
    if part(m.name) != "client":
        return
    for node in m.nodes:
        match node:
            case (
                ast.Attribute(attr=name)
                | ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_])
            ) if name in BEHIND:
                yield m.at(node.lineno, f"client must not reach through .{name}; ask present.")


CLIENT_ORDER: tuple[set[str], ...] = (
    {"kit"},
    {"board"},
    {"panels"},
    {"screens"},
    {"setup", "codex", "battle", "packs"},
    {"replay", "campaign", "editor"},
    {"title"},
    {"navigation"},
    {"program", "bench_window"},
    {"bench_turns", "bench_ticks", "bench_editor"},
    {"bench_rows"},
)
"""The folders of client/ and the modules next to them; each imports only earlier lines."""


def client_order_findings(m: Module) -> Iterator[str]:
    """Yield imports in client/ that go up or sideways.

    The kit, at the bottom, knows no battle.
    """
    own = child_of("game.client", m.name)
    if not own:
        return
    line = {name: n for n, names in enumerate(CLIENT_ORDER) for name in names}
    if own not in line:
        yield m.at(1, f"game/client/{own} has no line in CLIENT_ORDER.")
        return
    for i in m.imports:
        other = child_of("game.client", i.dotted)
        if other and other != own and line.get(other, len(line)) >= line[own]:
            yield m.at(i.line, f"game/client/{own} must not import game/client/{other}.")


JSON = {"to_json", "from_json"}
"""Functions that turn commands and events into JSON, or parse it."""


def json_findings(m: Module) -> Iterator[str]:
    """Yield places that make or read JSON between parts that pass values."""
    if part(m.name) in {"terms", "record", "referee"}:
        return
    for i in m.imports:
        if i.name in JSON and i.target.startswith("game.terms."):
            yield m.at(i.line, f"only record and referee may use {i.dotted}.")


UNTYPED = {
    "game.content.toml_files.parsing": "TOML values before they are checked",
    "game.content.toml_files.source": "TOML values with their lines, before they are checked",
    "game.content.values.decoding": "checks TOML values against a type",
    "game.content.values.value_checks": "checks single values against a type",
    "game.content.type_schema": "types as JSON Schema, which is built key by key",
    "game.referee.protocol": "JSON objects of any content, for whose schema msgspec needs Any",
}
"""Modules whose public signatures may say Any, each with what Any stands for there."""


def any_findings(m: Module) -> Iterator[str]:
    """Yield the public signatures that say Any, or a private alias of Any."""
    if m.name in UNTYPED:
        return
    aliases = [node for node in m.tree.body if isinstance(node, ast.Assign)]
    loose = {"Any"} | {
        target.id
        for node in aliases
        for target in node.targets
        if isinstance(target, ast.Name) and target.id.startswith("_") and says({"Any"}, node.value)
    }
    for line, name, annotations in signatures(m.tree.body):
        if any(says(loose, annotation) for annotation in annotations):
            yield m.at(line, f"{name} says Any in public.")


def signatures(body: Iterable[ast.stmt]) -> Iterator[tuple[int, str, list[ast.expr | None]]]:
    """Yield the public names of a module or class, each with its line and its type annotations."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name, args=a) if is_public(name):
                given = (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg)
                yield node.lineno, name, [*(one.annotation for one in given if one), node.returns]
                own = (n for n in ast.walk(node) if isinstance(n, ast.AnnAssign))
                for n in own:
                    if isinstance(n.target, ast.Attribute) and is_public(n.target.attr):
                        yield n.lineno, n.target.attr, [n.annotation]
            case ast.ClassDef(name=name) if is_public(name):
                yield node.lineno, name, [*node.bases]
                yield from signatures(node.body)
            case ast.AnnAssign(target=ast.Name(id=name)) if is_public(name):
                is_alias = ast.unparse(node.annotation) == "TypeAlias"
                yield node.lineno, name, [node.value if is_alias else node.annotation]
            case ast.Assign(targets=[ast.Name(id=name)]) if is_public(name):
                yield node.lineno, name, [node.value]


def is_public(name: str) -> bool:
    return not name.startswith("_") or name.startswith("__")


def says(names: set[str], annotation: ast.expr | None) -> bool:
    """Return whether an annotation contains one of the names, in quotes or not."""
    if annotation is None:
        return False
    for node in ast.walk(annotation):
        match node:
            case ast.Name(id=said) | ast.Attribute(attr=said) | ast.Constant(value=str(said)):
                if not names.isdisjoint(re.findall(r"\w+", said)):
                    return True
    return False


def size_findings(m: Module) -> Iterator[str]:
    lines = len(m.source.splitlines())
    if lines > LONGEST_FILE:
        yield m.at(LONGEST_FILE + 1, f"the file has {lines} lines, over {LONGEST_FILE}.")
    for node in m.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield m.at(node.lineno, f"{node.name} has {length} lines, over {LONGEST_FUNCTION}.")


def cycle_findings(modules: Mapping[str, Module]) -> Iterator[str]:
    """Return at most one finding, because a cycle hides others.

    Imports for type checking count too.
    """

    def edges(m: Module) -> dict[str, int]:
        """Return the modules that `m` imports, with their lines.

        `from package import module` doesn't count as a use of the package.
        """
        found: dict[str, int] = {}
        for i in m.imports:
            for target in (i.dotted, i.target):
                if target in modules:
                    found.setdefault(target, i.line)
                    break
        return found

    graph = {name: edges(m) for name, m in sorted(modules.items())}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        names: list[str] = error.args[1][::-1]
        line = graph[names[0]][names[1]]
        yield modules[names[0]].at(line, f"imports run in a circle: {' → '.join(names)}.")


def level_rules_findings(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield the rulebooks whose level rules need the world, so that `check` would load it.

    The level rules are in the package's `__init__`; its module `book` has the rules of battles.
    """
    for name, m in sorted(modules.items()):
        if part(m.name) != "book" or place(m.name) != name.replace(".", "/"):
            continue
        way = way_to("game.world", name, modules)
        if way:
            yield m.at(1, f"levels can't be checked without game.world: {' → '.join(way)}.")


def way_to(package: str, start: str, modules: Mapping[str, Module]) -> list[str]:
    """Return the shortest way by which a module imports a package when it runs, or []."""
    ways, seen = [[start]], {start}
    while ways:
        way = ways.pop(0)
        if part(way[-1]) == part(package):
            return way
        for i in modules[way[-1]].imports if way[-1] in modules else ():
            name = known_name(i, modules)
            is_ours = name.split(".")[0] == "game" and not (i.for_types or i.in_function)
            if is_ours and name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


def package_cycle_findings(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield a finding for each package whose parts import one another in a circle.

    The parts are the packages directly in it, and its own modules, which count as one part. So the
    folders import the modules, or the modules import the folders, never both. A rulebook is the
    exception, in which each module is a part: folders import its records, and its list of systems
    imports the folders.
    """
    packages = {name.rpartition(".")[0] for name in modules}

    for package in sorted(
        {name.rpartition(".")[0] for name in modules} - {"", "game", "game.rules"}
    ):
        graph: dict[str, set[str]] = defaultdict(set)
        is_book = package.startswith("game.rules.")

        def part_of(name: str, package: str = package, is_book: bool = is_book) -> str:
            child = child_of(package, name)
            return child if is_book or not child or f"{package}.{child}" in packages else "modules"

        for name, m in modules.items():
            own = part_of(name)
            if own:
                used = {part_of(known_name(i, modules)) for i in m.imports}
                graph[own] |= used - {own, ""}
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circle = " → ".join(error.args[1][::-1])
            yield f"{package.replace('.', '/')}: its parts import in a circle: {circle}."


def child_of(package: str, name: str) -> str:
    """Return the part of a package that a module belongs to, or "" if it isn't in the package."""
    below = name.removeprefix(f"{package}.")
    return "" if below == name else below.partition(".")[0]


def known_name(i: Import, modules: Mapping[str, Module]) -> str:
    """Return the module that an import uses."""
    return i.dotted if i.dotted in modules else i.target


def folder_findings(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield the folders with too many modules on one level."""
    count = Counter(
        m.path.rpartition("/")[0] for m in modules.values() if not m.path.endswith("__init__.py")
    )
    for folder, found in sorted(count.items()):
        if found > LARGEST_FOLDER:
            yield f"{folder} has {found} modules, over {LARGEST_FOLDER}."


EVERY_BOOK = {
    "Settings": "the rulebook's table of numbers in levels",
    "Figure": "a kind of its bestiary",
    "Attack": "its attack command, with the arguments it needs",
    "Seen": "the basis on which its asks are judged",
    "Weapon": "in rulebooks with weapons",
    "Item": "in rulebooks with items",
}
"""Class names that every rulebook has, each under its own definition."""


def name_findings(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield the public class names with two definitions."""
    defined: dict[str, list[str]] = defaultdict(list)
    for m in modules.values():
        is_book = part(m.name) == "book"
        for node in m.tree.body:
            if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                continue
            if not (is_book and node.name in EVERY_BOOK):
                defined[node.name].append(m.path)
    for name, paths in sorted(defined.items()):
        if len(paths) > 1:
            yield f"{name} is defined in {' and '.join(sorted(paths))}."


def findings(sources: Mapping[str, str]) -> list[str]:
    """Return everything wrong with a tree, one sentence with file and line for each."""
    modules = {m.name: m for m in (parse(path, text) for path, text in sources.items())}
    found = [
        finding
        for m in modules.values()
        for check in (
            layer_findings,
            library_findings,
            esper_findings,
            style_findings,
            unseen_findings,
            reach_findings,
            json_findings,
            any_findings,
            client_order_findings,
            size_findings,
        )
        for finding in check(m)
    ]
    circles = list(cycle_findings(modules)) or list(package_cycle_findings(modules))
    rules = level_rules_findings(modules)
    return [*found, *circles, *rules, *folder_findings(modules), *name_findings(modules)]


def local_path_findings(path: str, text: str) -> list[str]:
    """Return findings for paths of one machine in the tree."""
    return [
        f"{path}:{number}: {word} is a path of one machine."
        for number, line in enumerate(text.splitlines(), 1)
        for word in ("/work/", "/tmp/")
        if word in line
    ]


BOOKLESS = (
    *(
        "core",
        "terms",
        "components",
        "world",
        "systems",
        "engine",
        "content",
        "ai",
        "record",
        "play",
    ),
    *("present", "referee", "campaign", "client"),
)
"""Parts that name no rulebook, so that another rulebook changes nothing in them."""

ORDINARY = {
    ("game/client/screens/settings_screen.py", "action"),  # the purpose of a key
    ("game/content/checks/areas.py", "guard"),  # a unit's behaviour
    ("game/content/values/unknown_keys.py", "guard"),
    ("game/terms/script/behaviours.py", "guard"),
    ("game/terms/book_schema.py", "action"),  # a key in an example
    ("game/systems/initiative.py", "Contest"),  # an initiative contest, a name that records use
}
"""Places where the name of a rulebook is an ordinary word."""

RULE_ID = re.compile(r"\b(?!ALL|UTF)[A-Z]{3}-\d{2}\b")


def book_findings(path: str, text: str, books: Iterable[str]) -> Iterator[str]:
    """Yield names of rulebooks: titles, ids in quotes, or rules."""
    ids = "|".join(sorted(books))
    titles = "|".join(id.capitalize() for id in sorted(books))
    named = re.compile(rf"\b({titles})\b|[\"']({ids})[\"']|\b({ids})\.toml")
    for number, line in enumerate(text.splitlines(), 1):
        for found in (*named.finditer(line), *RULE_ID.finditer(line)):
            word = found.group()
            if (path, word.strip("\"'")) not in ORDINARY:
                yield f"{path}:{number}: {word} names a rulebook."


def test_shared_code_names_no_rulebook() -> None:
    books = [path.parent.name for path in (ROOT / "game" / "rules").glob("*/__init__.py")]
    assert len(books) > 4
    found = [
        finding
        for part in BOOKLESS
        for path in sorted((ROOT / "game" / part).rglob("*"))
        if path.suffix in (".py", ".toml")
        for finding in book_findings(
            path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"), books
        )
    ]
    assert "\n".join(found) == ""


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('guard = "Guard"', "Guard"),
        ("if book.id == 'guard':", "'guard'"),
        ("# as in Tag", "Tag"),
        ('say("rule", "TAG-03")', "TAG-03"),
        ("the guard tags him (ALL-03)", ""),
    ],
)
def test_named_rulebook_is_found(line: str, named: str) -> None:
    said = f"game/client/a.py:1: {named} names a rulebook." if named else ""
    assert "\n".join(book_findings("game/client/a.py", line, ("guard", "tag"))) == said


def test_game_keeps_to_its_architecture() -> None:
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "game").rglob("*.py"))
    }
    assert sources
    assert "\n".join(findings(sources)) == ""


def test_no_file_names_a_local_path() -> None:
    paths = [p for name in ("game", "assets", "levels") for p in (ROOT / name).rglob("*")]
    texts = {".py", ".toml", ".md", ".svg", ".json", ".jsonl", ".txt"}
    found = [
        finding
        for path in sorted([*paths, *ROOT.glob("*")])
        if path.suffix in texts and path.is_file()
        for finding in local_path_findings(
            path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        )
    ]
    assert "\n".join(found) == ""


BODY = "    pass\n"

OFFENCES = [
    # Imports between parts
    (
        {"game/core/a.py": "import game.terms.b"},
        "core/a.py:1: game/core must not import game/terms",
    ),
    ({"game/core/a.py": "\nfrom game import terms"}, "core/a.py:2: game/core must not"),
    ({"game/terms/a.py": "from game.components import b"}, "game/terms must not"),
    ({"game/components/a.py": "from game.world import b"}, "game/components must not"),
    ({"game/world/a.py": "from game.systems import b"}, "game/world must not"),
    ({"game/systems/a.py": "from game.engine import b"}, "game/systems must not"),
    ({"game/engine/a.py": "from game.systems import b"}, "must not import game/systems"),
    ({"game/engine/a.py": "from game.rules.action import b"}, "must not import game/rules/action"),
    ({"game/rules/guard/a.py": "from game.rules.action import b"}, "imports another rulebook"),
    ({"game/rules/guard/a.py": "from game.rules import action"}, "imports another rulebook"),
    ({"game/rules/guard/a.py": "import game.rules.registry"}, "game/rules/guard must not"),
    ({"game/rules/registry.py": "import game.content.a"}, "game/rules/registry must not"),
    ({"game/rules/__init__.py": "import game.rules.action"}, "game/rules must not"),
    ({"game/content/a.py": "import game.rules.registry"}, "game/content must not"),
    ({"game/ai/a.py": "import game.rules.registry"}, "game/ai must not"),
    ({"game/ai/a.py": "import game.play.b"}, "game/ai must not"),
    ({"game/record/a.py": "import game.rules.contest"}, "game/record must not"),
    ({"game/record/a.py": "import game.play.b"}, "game/record must not import game/play"),
    ({"game/play/a.py": "import game.present.b"}, "game/play must not import game/present"),
    ({"game/present/a.py": "import game.referee.b"}, "game/present must not import game/referee"),
    ({"game/referee/a.py": "import game.workshop.b"}, "game/referee must not"),
    ({"game/workshop/a.py": "import game.referee.b"}, "game/workshop must not"),
    ({"game/workshop/a.py": "import game.client.b"}, "game/workshop must not"),
    ({"game/campaign/a.py": "import game.present.b"}, "game/campaign must not"),
    ({"game/client/battle/a.py": "import game.world.b"}, "game/client must not"),
    ({"game/client/battle/a.py": "import game.referee.b"}, "game/client must not"),
    ({"game/cli/a.py": "def f():\n    import game.rules.guard"}, "game/cli must not"),
    ({"game/cli/a.py": "from game.play import a"}, "inside the command that needs it"),
    (
        {"game/cli/a.py": "if True:\n    from game.play import a"},
        "inside the command that needs it",
    ),
    ({"game/__main__.py": "import game.play"}, "game/__main__ must not"),
    ({"game/__init__.py": "import game.core"}, "game must not import game/core"),
    ({"game/core/a.py": "if True:\n    import game.ai"}, "core/a.py:2: game/core must not"),
    ({"game/tavern/a.py": ""}, "game/tavern is not a part"),
    ({"game/client/battle/a.py": "import game.tavern"}, "game.tavern is in no part"),
    # Level rules without the world
    (
        {
            "game/rules/guard/__init__.py": "from game.rules.guard.lints import LINTS",
            "game/rules/guard/lints.py": "from game.world import World",
        },
        "game/rules/guard/__init__.py:1: levels can't be checked without game.world: "
        "game.rules.guard → game.rules.guard.lints → game.world.",
    ),
    # Libraries
    ({"game/core/a.py": "import requests"}, "requests is not a dependency"),
    ({"game/play/a.py": "import pygame.display"}, "game/play must not import pygame"),
    ({"game/content/a.py": "from tomlkit import parse"}, "tomlkit is not a dependency of the game"),
    ({"game/engine/a.py": "import esper"}, "game/engine must not import esper"),
    ({"game/systems/a.py": "from esper import World"}, "may use esper.World"),
    ({"game/rules/guard/a.py": "import esper\nesper.process()"}, "a.py:2: only game/world may"),
    ({"game/systems/a.py": "import esper as e"}, "imported under another name"),
    # Form of imports
    ({"game/core/a.py": "from . import b"}, "is relative"),
    ({"game/core/a.py": "from .b import c"}, "is relative"),
    ({"game/core/a.py": "def f():\n    import json"}, "core/a.py:2: json is imported inside"),
    (
        {"game/core/a.py": "class A:\n    async def f(self):\n        import json"},
        "a.py:3: json is",
    ),
    ({"game/core/a.py": "import importlib\nimportlib.import_module('b')"}, "imports unseen"),
    ({"game/core/a.py": "__import__('b')"}, "imports unseen"),
    ({"game/core/a.py": "from importlib import import_module as f"}, "imports unseen"),
    ({"game/core/a.py": "import sys\nsys.modules['game.ai.b'].c()"}, "modules imports unseen"),
    ({"game/core/a.py": "from sys import modules as m"}, "sys.modules imports unseen"),
    ({"game/core/a.py": "eval('game.ai')"}, "eval imports unseen"),
    ({"game/core/a.py": "from game.core import b\ngetattr(b, 'c')"}, "is looked up in b"),
    ({"game/world/a.py": "import esper\nvars(esper)['World']"}, "is looked up in esper"),
    ({"game/world/a.py": "import esper\nesper.__dict__['World']"}, "is looked up in esper"),
    ({"game/core/a.py": "import game.core.b\ngame.ai.c.d()"}, "a.py:2: game/core must not"),
    # The window's access
    (
        {"game/client/battle/a.py": "def f(sitting):\n    sitting.table.undo()"},
        "a.py:2: client must not",
    ),
    ({"game/client/battle/a.py": "def f(one):\n    world = one.world"}, "reach through .world"),
    ({"game/client/battle/a.py": "def f(one):\n    getattr(one, 'table')"}, "reach through .table"),
    # The order of the window's folders
    (
        {"game/client/kit/a.py": "if True:\n    from game.client.board.b import c"},
        "a.py:2: game/client/kit must not import game/client/board",
    ),
    (
        {"game/client/kit/widgets/a.py": "from game.client import navigation"},
        "game/client/kit must not import game/client/navigation",
    ),
    (
        {"game/client/battle/a.py": "import game.client.setup.b"},
        "game/client/battle must not import game/client/setup",
    ),
    (
        {"game/client/title/a.py": "from game.client.program import b"},
        "game/client/title must not import game/client/program",
    ),
    ({"game/client/attic/a.py": ""}, "game/client/attic has no line in CLIENT_ORDER"),
    # JSON
    (
        {"game/present/a.py": "from game.terms.commands import to_json"},
        "only record and referee may use game.terms.commands.to_json",
    ),
    ({"game/play/a.py": "from game.terms.events import from_json as f"}, "may use"),
    # Cycles
    (
        {
            "game/core/a.py": "import json\nfrom game.core import b",
            "game/core/b.py": "from game.core.c import d",
            "game/core/c.py": "import game.core.a",
        },
        "imports run in a circle: game.core.",
    ),
    (
        {
            "game/core/__init__.py": "import game.core.a",
            "game/core/a.py": "from game.core import B",
        },
        "imports run in a circle",
    ),
    (
        {
            "game/content/a.py": "",
            "game/content/b.py": "from game.content.checks import c",
            "game/content/checks/c.py": "from game.content import a",
        },
        "game/content: its parts import in a circle: ",
    ),
    # Any.
    ({"game/core/a.py": "def f(a: Any) -> None: ..."}, "core/a.py:1: f says Any in public."),
    ({"game/core/a.py": "def f(*, a: int, **b: Any) -> None: ..."}, "f says Any"),
    ({"game/core/a.py": "def f() -> 'dict[str, Any]': ..."}, "f says Any"),
    ({"game/core/a.py": "_J = dict[str, Any]\ndef f() -> _J: ..."}, "core/a.py:2: f says Any"),
    ({"game/core/a.py": "class A(B[typing.Any]): ..."}, "A says Any"),
    ({"game/core/a.py": "class A:\n    b: dict[str, Any] = {}"}, "core/a.py:2: b says Any"),
    ({"game/core/a.py": "class A:\n    def f(self, a: Any): ..."}, "core/a.py:2: f says Any"),
    (
        {"game/core/a.py": "class A:\n    def __init__(self):\n        self.b: Any = 1"},
        "core/a.py:3: b says Any",
    ),
    ({"game/core/a.py": "F = Callable[[Any], int]"}, "F says Any"),
    ({"game/core/a.py": "F: TypeAlias = list[Any]"}, "F says Any"),
    # Size
    ({"game/core/a.py": "x = 1\n" * 501}, "core/a.py:501: the file has 501 lines"),
    ({"game/core/a.py": "def f():\n" + BODY * 50}, "core/a.py:1: f has 51 lines"),
]


@pytest.mark.parametrize(("sources", "sentence"), OFFENCES)
def test_offence_is_reported(sources: dict[str, str], sentence: str) -> None:
    found = findings(sources)
    assert len(found) == 1, found
    assert sentence in found[0]


HONEST = {
    "game/__init__.py": "__version__ = '1'",
    "game/__main__.py": "from game.cli.main import main",
    "game/cli/main.py": "from game import __version__\ndef main():\n    from game.client import a",
    "game/cli/a.py": "if TYPE_CHECKING:\n    from game.engine.book import Book",
    "game/core/__init__.py": "",
    "game/core/a.py": "import json\nimport msgspec\n" + "def f():\n" + BODY * 49,
    "game/core/b.py": "from game.core import a\n" * 500,
    "game/core/c.py": "def _f(a: Any) -> Any: ...\nclass _A:\n    a: Any\nb: int = f(Any)",
    "game/content/type_schema.py": "def of(kind: Any) -> int: ...",
    "game/world/a.py": "import esper\nfrom esper import World\nesper.switch_world('b')",
    "game/systems/a.py": "from esper import Processor\nfrom game.world import a",
    "game/rules/guard/a.py": "import esper\nclass A(esper.Processor): ...",
    "game/rules/guard/b.py": "from game.rules.guard import a\nimport game.engine.c",
    "game/rules/tag/__init__.py": "if TYPE_CHECKING:\n    from game.world import World",
    "game/rules/tag/book.py": "from game.rules.tag import b\nfrom game.world import World",
    "game/rules/registry.py": "import importlib\nimportlib.import_module('game.rules.guard')",
    "game/workshop/a.py": "from game import __version__\nfrom game.rules.registry import books",
    "game/client/battle/a.py": "import pygame\nfrom game.workshop import a\ntable = a.tables",
    "game/client/replay/b.py": "from game.client.kit.a import b\nfrom game.client.battle import a",
    "game/workshop/bench/a.py": "import signal\ngetattr(signal, 'SIGINT')",
    "game/rules/guard/asks/c.py": "from game.rules.guard import a",
    "game/rules/guard/d.py": "from game.rules.guard.asks import c",
    "game/systems/b.py": "import game.core.a\ngame.core.a.f()\ndef f(world):\n    world.table",
}


def test_honest_code_is_not_reported() -> None:
    assert findings(HONEST) == []


def test_local_path_is_reported() -> None:
    found = local_path_findings("README.md", "one\nsee /tmp/notes")
    assert found == ["README.md:2: /tmp/ is a path of one machine."]
    assert local_path_findings("a.md", "in /work/here")
    assert local_path_findings("a.md", "a/work and attempt") == []
