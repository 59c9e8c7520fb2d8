"""The protocol's documentation: its dialogues can be played, and its lists are complete."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from game import referee
from game.play.opening import Options
from game.referee.protocol import HEARD, QUERIES, SAYS
from game.referee.terminal_commands import play_referee
from game.rules.registry import find_books
from game.terms.events import COMMON, name_of

ROOT = Path(referee.__file__).parents[2]
README = Path(referee.__file__).with_name("README.md").read_text(encoding="utf-8")
LEVEL = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
DIALOGUES = re.findall(
    r"^### [^\n]*: `(--[^\n]*)`\n\n```\n(.*?)```", README, re.DOTALL | re.MULTILINE
)


def bare(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without the parts that vary with a sentence or a component."""
    hidden = {key: value for key, value in message.items() if key not in ("text", "hash")}
    for option in hidden.get("options", ()):
        option.pop("text")
    return hidden


def test_readme_has_three_dialogues() -> None:
    assert len(DIALOGUES) == 3


@pytest.mark.parametrize(("options", "dialogue"), DIALOGUES)
def test_dialogue_goes_as_documented(tmp_path: Path, options: str, dialogue: str) -> None:
    assert LEVEL is not None
    lines = dialogue.splitlines()
    given = [line[2:] for line in lines if line.startswith("> ")]
    words = options.split()
    named: dict[str, Any] = {
        k.removeprefix("--"): v for k, v in zip(words[::2], words[1::2], strict=True)
    }
    out = BytesIO()
    stream = BytesIO("\n".join([LEVEL[1] + "END", *given, ""]).encode())
    chosen = Options(mark="END", seed="1", **named)
    play_referee(chosen, find_books().books, (stream, out), tmp_path)
    said = iter([bare(json.loads(line)) for line in out.getvalue().splitlines()])
    for line in lines:
        if line.startswith("< "):
            assert bare(json.loads(line[2:])) in said, line


def test_every_message_and_common_event_is_documented() -> None:
    says = {str(kind.__struct_config__.tag) for kind in SAYS} | {"ask", "event"}
    heard = {kind.__struct_fields__[0] for kind in HEARD}
    queries = {str(kind.__struct_config__.tag) for kind in QUERIES}
    assert [name for name in says if f"| `{name}` |" not in README] == []
    assert [name for name in heard if f'{{"{name}":' not in README] == []
    assert [name for name in queries if f'{{"query":"{name}"' not in README] == []
    assert [name_of(kind) for kind in COMMON if f"`{name_of(kind)}`" not in README] == []


def test_every_error_of_the_referee_is_documented() -> None:
    source = "".join(
        (ROOT / "game" / f"{name}.py").read_text(encoding="utf-8")
        for name in ("referee/referee", "referee/messages", "referee/message_reading", "play/table")
    )
    codes = set(re.findall(r'(?:[Ww]rong|Refusal|Error)\(\s*"([a-z0-9-]+)"', source))
    assert len(codes) > 12
    assert [code for code in codes if f"`{code}`" not in README] == []


@pytest.mark.parametrize(
    "package", ["record", "play", "present", "referee", "workshop", "campaign", "ai", "client"]
)
def test_guide_names_every_part_of_its_package(package: str) -> None:
    folder = ROOT / "game" / package
    guide = (folder / "README.md").read_text(encoding="utf-8")
    modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
    packages = [f"{path.parent.name}/" for path in folder.glob("*/__init__.py")]
    assert modules or packages
    assert [name for name in (*modules, *packages) if f"`{name}`" not in guide] == []


def test_example_for_level_authors_can_be_played(tmp_path: Path) -> None:
    front = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.search(r"<!-- level -->\n```toml\n(.*?)```", front, re.DOTALL)
    assert example is not None
    stream, out = BytesIO(f'{example[1]}END\n{{"quit":true}}\n'.encode()), BytesIO()
    chosen = Options(mark="END", seed="1")
    assert play_referee(chosen, find_books().books, (stream, out), tmp_path) == 0
    assert json.loads(out.getvalue().splitlines()[0])["map"]["rows"][1] == "#...#"
