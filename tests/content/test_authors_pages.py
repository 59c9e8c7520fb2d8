"""The pages for level authors explain every key, and every example on them plays."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from game.campaign.campaign_tables import (
    Assists,
    BattleGoal,
    CampaignTable,
    Change,
    Difficulty,
    Exit,
    Hero,
    Needs,
    RankChoice,
    RoadDifficulty,
    Stake,
    Stop,
    StopBattle,
    StopChoice,
)
from game.content.drafts.level_tables import Letter, LevelTable, MapTable, UnitTable
from game.content.levels import check_level
from game.content.shipped_folders import levels_root
from game.content.values.decoding import field_names
from game.rules.action.schema import Link
from game.rules.registry import find_books
from game.terms.level import Side, Terrain
from game.terms.level_script import (
    DEEDS,
    KEYS,
    Area,
    Between,
    Deploy,
    Expect,
    Hold,
    Lesson,
    Objective,
    ObjectiveShare,
    Story,
    Trigger,
    TriggerShare,
    UseShare,
)
from game.terms.rosters import Roster
from game.terms.script.behaviours import Behaviour
from game.terms.script.conditions import (
    Heads,
    LessonWhen,
    When,
    WhenAttacked,
    WhenCarried,
    WhenChosen,
    WhenCounted,
    WhenHealth,
    WhenSeen,
    WhenUsed,
    WhenWounded,
    Who,
)
from game.terms.script.effects import (
    BehaviourChange,
    ChoiceAnswer,
    ChoicePut,
    CounterChange,
    Do,
    GivenItem,
    Open,
    Reinforcement,
    SideChange,
    Speech,
    UnitMove,
)

BOOKS = find_books().books
PAGE = (levels_root() / "README.md").read_text(encoding="utf-8")
CODE = " ".join(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))
"""The code in the page's text and in its tables of keys."""
OF_LEVELS = (LevelTable, MapTable, Letter, UnitTable, Side, Area, Deploy, Objective, Trigger, When)
OF_SCRIPTS = (
    *(Do, Expect, Story, Behaviour, Heads, WhenHealth, Hold, Open, Reinforcement, WhenUsed, Who),
    *(WhenCarried, WhenChosen, WhenCounted, WhenSeen, WhenWounded, BehaviourChange, ChoiceAnswer),
    *(ChoicePut, CounterChange, GivenItem, SideChange, Speech, UnitMove),
    *(Roster, Lesson, LessonWhen, WhenAttacked, ObjectiveShare, TriggerShare, UseShare),
)
OF_CAMPAIGNS = (
    *(CampaignTable, Difficulty, Hero, Stop, Exit, Needs, StopBattle, Change),
    *(StopChoice, RankChoice, BattleGoal, Stake, RoadDifficulty, Assists),
)
TOLD_APART = {"title", "about", "icon"}
"""Keys of all tables that the page itself explains."""
NOT_OF_ITEMS = {("action", "items"): {"guard"}}
"""Keys of a shared type that this table can't have."""


def heads(path: Path) -> str:
    """Return the comments of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if line.startswith("#"))


def unnamed(names: Iterator[str] | tuple[str, ...], text: str) -> list[str]:
    return [name for name in names if not re.search(rf"\b{name}\b", text)]


# Every key


@pytest.mark.parametrize("kind", [*OF_LEVELS, *OF_SCRIPTS, Between, Link], ids=lambda k: k.__name__)
def test_every_key_of_a_level_is_on_the_page(kind: type[msgspec.Struct]) -> None:
    assert unnamed(field_names(kind), CODE) == []


@pytest.mark.parametrize("kind", OF_CAMPAIGNS, ids=lambda kind: kind.__name__)
def test_every_key_of_a_campaign_is_on_the_page(kind: type[msgspec.Struct]) -> None:
    chapter = PAGE[PAGE.index("## Campaigns") : PAGE.index("## Adding to")]
    assert unnamed(field_names(kind), chapter) == []


def test_no_table_of_levels_or_campaigns_is_missing() -> None:
    """Check that every type in a level's or campaign's tables is in one of the lists above."""
    known = {*OF_LEVELS, *OF_SCRIPTS, *OF_CAMPAIGNS, Between}
    assert {kind for top in (LevelTable, CampaignTable) for kind in held(top)} - known <= {
        kind for kind in held(LevelTable) if issubclass(kind, Who)
    }


def held(kind: type[msgspec.Struct]) -> set[type[msgspec.Struct]]:
    """Return a table's type and the types of all tables in it."""
    found, open_ = {kind}, [kind]
    while open_:
        for hint in get_type_hints(open_.pop()).values():
            new = {one for one in parts(hint) if one not in found}
            found |= new
            open_ += new
    return found


def parts(hint: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for inner in get_args(hint):
        yield from parts(inner)


FILES = [
    (id, name, kind)
    for id, book in sorted(BOOKS.items())
    for name, kind in (("bestiary", book.schema.unit), *book.schema.gear.items())
]


@pytest.mark.parametrize(
    ("id", "name", "kind"), FILES, ids=lambda it: it if type(it) is str else ""
)
def test_every_key_of_a_rulebook_file_is_explained_there(id: str, name: str, kind: Any) -> None:
    told = heads(levels_root() / id / f"{name}.toml")
    spared = TOLD_APART | NOT_OF_ITEMS.get((id, name), set())
    if name == "items" and id == "guard":
        told += heads(levels_root() / id / "spells.toml")
    assert [key for key in unnamed(field_names(kind), told) if key not in spared] == []


def test_every_key_of_terrain_is_explained() -> None:
    told = heads(levels_root() / "terrain.toml")
    assert unnamed(field_names(Terrain), told + " title") == []


@pytest.mark.parametrize("id", sorted(BOOKS))
def test_every_setting_is_explained_next_to_its_default(id: str) -> None:
    text = (levels_root() / id / "settings.toml").read_text(encoding="utf-8")
    for key in field_names(BOOKS[id].schema.settings):
        is_told = re.search(rf"^{key} = .*#|^#.*\n{key} = |^#.*\b{key}\b", text, re.MULTILINE)
        assert is_told, f"{key} in {id}/settings.toml"


@pytest.mark.parametrize("id", sorted(BOOKS))
def test_required_keys_of_new_kinds_and_things_are_listed(id: str) -> None:
    chapter = PAGE[PAGE.index("## Adding to") :]
    schema = BOOKS[id].schema
    for name, kind in (("bestiary", schema.unit), *schema.gear.items()):
        rows = [
            row
            for row in chapter.splitlines()
            if row.startswith("|") and f"`{id}/{name}.toml`" in row
        ]
        assert rows, f"{id}/{name}.toml"
        required = [field.encode_name for field in msgspec.structs.fields(kind) if field.required]
        assert unnamed(tuple(required), rows[0]) == [], f"{id}/{name}.toml"


# Every example

SKELETON = """
format = 1
rulebook = "action"
title = "An example"
party = "red"
{map}
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "warden"
[[unit]]
id = "bo"
side = "blue"
kind = "toll_guard"
at = [5, 1]
[[area]]
id = "cellar"
rect = [3, 1, 1, 1]
[[area]]
id = "door"
letter = "D"
{more}
"""
EVENTS = PAGE[PAGE.index("### Choices") : PAGE.index("## Texts\n")]
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE.replace(EVENTS, ""), re.DOTALL)


def test_page_has_the_examples_that_are_tested_here() -> None:
    """Leave the campaign to `tests/campaign` and the level to `tests/referee`.

    `test_events_on_page.py` plays the events of triggers, and the lab writes measured levels.
    """
    tops = [next(iter(tomllib.loads(block)), "") for block in BLOCKS]
    own = ["title", "map", "unit", "roster", "trigger", "lesson", "action"]
    assert tops == [*own, "yard", "format", "hero", "stop", "stop"]


def test_map_and_trigger_are_a_level() -> None:
    text = SKELETON.format(map=BLOCKS[1], more=BLOCKS[4])
    assert not errors(text), errors(text)


def test_lesson_fits_a_level() -> None:
    text = SKELETON.format(map=BLOCKS[1], more=BLOCKS[5])
    assert not errors(text), errors(text)


def test_every_deed_and_key_of_lessons_is_on_the_page() -> None:
    assert unnamed((*DEEDS, *KEYS), CODE) == []


def test_captain_and_coward_are_played() -> None:
    area = "[[area]]\nid = 'bar'\nrect = [2, 1, 2, 1]\n"
    text = SKELETON.format(map=BLOCKS[1], more=area + BLOCKS[2])
    assert not errors(text), errors(text)
    checked = check_level(text, file="page.toml", id="page", books=BOOKS)
    assert "behaviour-idle" not in {finding.code for finding in checked.findings}


def test_roster_can_be_chosen() -> None:
    area = "[[area]]\nid = 'yard'\nrect = [2, 1, 2, 1]\n"
    text = SKELETON.format(map=BLOCKS[1], more=area + BLOCKS[3])
    assert not errors(text), errors(text)


def test_links_join_zones() -> None:
    grid = "#########\n#a......#\n#.......#\n#.......#\n#...DDD.#\n#########\n"
    zones = ".........\n.fff.bbb.\n.fff.bbb.\n.fff.bbb.\n.sss.bbb.\n.........\n"
    made = f"[map]\ngrid = '''\n{grid}'''\nzones = '''\n{zones}'''\n"
    made += "[map.legend]\n'#' = 'wall'\n'.' = 'floor'\nD = 'windlass'\n"
    made += "a = { terrain = 'floor', unit = 'ann' }\n"
    area = "[[area]]\nid = 'windlass'\nletter = 'D'\n"
    text = SKELETON.format(map=made, more=area + BLOCKS[6])
    assert not errors(text), errors(text)


def errors(text: str) -> list[str]:
    found = check_level(text, file="page.toml", id="page", books=BOOKS).findings
    return [finding.text() for finding in found if finding.severity == "error"]


# Inline examples: `behaviour = { … }`, `reach = { area = "gate" }`


def test_every_value_on_the_page_is_toml() -> None:
    shown = [
        code
        for code in re.findall(r"`([^`\n]+)`", PAGE)
        if re.match(r"[a-z_]+ = (?!\[column)", code)
    ]
    assert len(shown) > 40
    for code in shown:
        tomllib.loads(code)


SHOWN = (When, Do, Expect, Objective, Behaviour, UnitTable, LevelTable)


def test_rows_with_a_value_show_a_valid_one() -> None:
    """Check each row whose key has a value: the value must be valid."""
    tried = 0
    for code in re.findall(r"^\| `([a-z_]+ = [^`]+)`", PAGE, re.MULTILINE):
        ((key, value),) = tomllib.loads(code).items()
        hints = [get_type_hints(kind, include_extras=True) for kind in SHOWN]
        able = [some[key] for some in hints if key in some]
        assert any(converts(value, hint) for hint in able) or not able, code
        tried += bool(able)
    assert tried >= 20


def converts(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
