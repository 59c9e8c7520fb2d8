"""The messages about a level: objectives, last round, titles, zones, speakers and choices."""

import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine.battle import Battle
from game.play.opening import Options
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.map_rows import map_of
from game.record.recording import Setup
from game.referee.protocol_schema import protocol_schema
from game.referee.terminal_commands import play_referee, watch
from game.rules.registry import find_books
from game.terms.level import Level
from game.terms.level_script import Objective, Script
from tests.books.fake import BOOK, level
from tests.referee.forms import Forms
from tests.referee.test_referee import OUT

LEVEL = """
format = 1
rulebook = "contest"
title = "A gate"
rounds = 9
rounds_winner = "blue"
[map]
grid = '''
ag.b
'''
[map.legend]
"." = "floor"
g = "floor"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
title = "The road"
[[side]]
id = "blue"
[[area]]
id = "gate"
letter = "g"
[[objective]]
id = "out"
side = "red"
title = "Stand in the gate"
reach = { area = "gate" }
optional = true
[[objective]]
id = "rid"
side = "red"
title = "Be rid of Bo"
defeat = { unit = "bo" }
[[unit]]
id = "ann"
side = "red"
kind = "duelist"
title = "Old Ann"
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
"""


def told(folder: Path, *given: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    """Return the messages that answer these lines, each checked against the schema except asks."""
    lines = "".join(f"{json.dumps(one)}\n" for one in given)
    out = io.BytesIO()
    streams = io.BytesIO(f"{LEVEL}END\n{lines}".encode()), out
    chosen = Options(mark="END", seed="4", **options)
    assert play_referee(chosen, find_books().books, streams, folder) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_hello_has_objectives_and_titles(tmp_path: Path) -> None:
    for view in (None, "red", "blue"):
        hello = told(tmp_path, {"quit": True}, view=view)[0]
        OUT.check(hello)
        assert (hello["rounds"], hello["rounds_winner"]) == (9, "blue")
        assert hello["titles"] == {"red": "The road", "blue": "Bo"}
        assert hello["units"][0]["title"] == "Old Ann"
        assert "zones" not in hello["map"]
        aim = {"id": "out", "side": "red", "title": "Stand in the gate", "optional": True}
        rid = {"id": "rid", "side": "red", "title": "Be rid of Bo", "optional": False}
        assert hello["objectives"] == [aim, rid]


def test_state_has_the_objectives_reached(tmp_path: Path) -> None:
    step = {"do": "move", "unit": "red.ann", "path": [[1, 0]]}
    state = {"query": "state"}
    said = told(tmp_path, state, step, state, {"quit": True})
    before, after = (message for message in said if message["say"] == "state")
    OUT.check(after)
    assert (before["reached"], before["failed"]) == ([], [])
    assert (after["reached"], after["failed"]) == (["out"], [])


CHOICE = """
[[trigger]]
when = [{ enter = { unit = "ann", area = "gate" } }]
[[trigger.do]]
[trigger.do.choice]
id = "toll"
side = "red"
unit = "bo"
question = "Your purse?"
answers = [{ id = "no", text = "Keep it" }, { id = "yes", text = "Hand it over" }]
[[trigger]]
when = [{ chosen = { choice = "toll", answer = "yes" } }]
do = [{ message = "Bo counts." }]
"""


def test_choice_is_an_ask_with_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.referee.test_aims.LEVEL", LEVEL + CHOICE)
    step = {"do": "move", "unit": "red.ann", "path": [[1, 0]]}
    back = {"undo": True}
    says = told(tmp_path, step, {"choose": 1}, back, {"choose": 0}, {"quit": True})
    asks = [one for one in says if one["say"] == "ask"]
    assert [one["ask"] for one in asks][:5] == ["turn", "choice", "turn", "choice", "turn"]
    choice = asks[1]
    assert (choice["side"], choice["unit"]) == ("red", "red.ann")
    assert choice["text"] == "Your purse? (The road chooses)"
    assert [(one["command"]["answer"], one["text"]) for one in choice["options"]] == [
        ("no", "Keep it"),
        ("yes", "Hand it over"),
    ]
    spoken, *_ = (one for one in says if one.get("speaker"))
    assert spoken["text"] == "Bo: Your purse?"
    assert (spoken["unit"], spoken["kind"], spoken["side"]) == ("blue.bo", "brawler", "blue")
    given = [one for one in says if one.get("event") == "choice_answered"]
    assert [(one["choice"], one["answer"], one["text"]) for one in given] == [
        ("toll", "yes", "Chosen by the road: Hand it over"),
        ("toll", "no", "Chosen by the road: Keep it"),
    ]
    assert [one["message"] for one in says if one.get("message") == "Bo counts."] == ["Bo counts."]
    out = Forms(protocol_schema({"contest": find_books().books["contest"]}), "Out")
    for one in says:
        out.check(one)


def watched(level: Level, is_new: bool = True) -> str:
    out = io.StringIO()
    table = Table.open(BOOK, level, Setup(DiceSource(7), {"red": "random", "blue": "random"}))
    watch(table, out, 0, is_new=is_new)
    return out.getvalue()


def test_watch_begins_with_the_objectives() -> None:
    aims = (
        Objective(id="hold", side="red", title="Hold the yard"),
        Objective(id="more", side="blue", title="Fetch the pail!", optional=True),
    )
    told = msgspec.structs.replace(
        level(9), script=Script(objectives=aims), rounds_winner="red", text=""
    )
    head = [
        "Objective for Ann: Hold the yard.",
        "Optional objective for Bo: Fetch the pail!",
        "Victory for Ann after round 9.",
    ]
    assert watched(told).splitlines()[:5] == ["The yard", "========", *head]
    assert watched(told, is_new=False).splitlines()[:3] == head
    assert "The battle is a draw after round 9." in watched(level(9))


def test_map_has_the_names_of_its_zones() -> None:
    zoned = msgspec.structs.replace(level(), zones=("a", "a", "", "", "", "b"))
    assert map_of(Battle.start(BOOK, zoned).world).zones == ["aa.", "..b"]
    assert map_of(Battle.start(BOOK, level()).world).zones == []
