"""The referee protocol, line by line."""

import json
import os
import random
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import jsonschema
import pytest

from game.play.replayer import replay
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.reader import read_save
from game.referee.protocol_schema import protocol_schema
from game.referee.referee import BattleCutOff
from tests.books.fake import BOOKS, lines, referee, table
from tests.referee.client import Client
from tests.referee.forms import Forms

SCHEMA = protocol_schema(BOOKS)
OUT, IN = Forms(SCHEMA, "Out"), Forms(SCHEMA, "In")

STRIKE = {"do": "strike", "unit": "red.ann", "target": "blue.bo"}
END = {"do": "end", "unit": "red.ann"}
MUTTER = {"do": "mutter", "unit": "red.ann", "word": "hush"}


Given = Mapping[str, Any] | str | bytes


class Told(list[dict[str, Any]]):
    """All messages of a referee, and its exit code."""

    code = 0

    def of(self, say: str) -> list[dict[str, Any]]:
        return [message for message in self if message["say"] == say]


def run(
    folder: Path,
    *given: Given,
    on: Table | None = None,
    view: str | None = None,
) -> Told:
    """Return the messages that answer these lines, each checked against the schema."""
    stream = lines(*(json.dumps(g) if isinstance(g, Mapping) else g for g in given))
    out = BytesIO()
    code = referee(on or table(), view, (stream, out), folder).run()
    told = Told(json.loads(line) for line in out.getvalue().splitlines())
    told.code = code
    for message in told:
        OUT.check(message)
    for one in given:
        if isinstance(one, Mapping):
            IN.check(one)
    return told


def test_hello_has_sides_units_and_map(tmp_path: Path) -> None:
    hello = run(tmp_path)[0]
    assert hello == {
        "say": "hello",
        "protocol": 1,
        "level": "yard",
        "rulebook": "fake",
        "seed": 7,
        "sides": ["red", "blue"],
        "titles": {"red": "Ann", "blue": "Bo"},
        "rounds": 50,
        "rounds_winner": None,
        "objectives": [],
        "units": [
            {
                "id": "red.ann",
                "side": "red",
                "kind": "brawler",
                "title": "Ann",
                "at": [0, 0],
                "stats": {"life": 10},
                "items": [],
            },
            {
                "id": "blue.bo",
                "side": "blue",
                "kind": "brawler",
                "title": "Bo",
                "at": [2, 0],
                "stats": {"life": 10},
                "items": [],
            },
        ],
        "map": {
            "width": 3,
            "height": 2,
            "rows": ["...", "##."],
            "legend": {".": "floor", "#": "wall"},
        },
    }


def test_events_are_numbered_and_have_texts(tmp_path: Path) -> None:
    told = run(tmp_path, STRIKE, on=table(dice=DiceSource(1, scripted=(3,))))
    events = told.of("event")
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    rolled, damaged = (e for e in events if e["event"] in ("rolled", "damaged"))
    assert rolled["text"] == "Ann rolls 1d6 for damage: 3"
    assert rolled["dice"] == [3]
    assert damaged == {
        "say": "event",
        "n": rolled["n"] + 1,
        "event": "damaged",
        "unit": "blue.bo",
        "amount": 3,
        "left": 7,
        "cause": "blow",
        "rule": "FAKE-01",
        "dice": [3],
        "text": "Bo takes 3 damage from a blow (7 life left)",
    }


def test_ask_has_its_options(tmp_path: Path) -> None:
    ask = run(tmp_path).of("ask")[0]
    assert (ask["ask"], ask["side"], ask["unit"]) == ("turn", "red", "red.ann")
    assert ask["text"] == "What does Ann do?"
    assert ask["options"][0] == {"command": STRIKE, "text": "Strike Bo"}
    assert ask["options"][-1] == {"command": END, "text": "End turn"}


def test_commands_and_choices_move_the_battle(tmp_path: Path) -> None:
    told = run(tmp_path, END, {"choose": 2}, {"choose": 0})
    assert [ask["side"] for ask in told.of("ask")] == ["red", "blue", "red", "blue"]
    assert not told.of("error")


def test_end_of_input_saves_the_battle(tmp_path: Path) -> None:
    told = run(tmp_path, STRIKE, END)
    assert told.code == 3
    assert told[-1]["say"] == "saved"
    found = replay(read_save(Path(told[-1]["path"])), BOOKS)
    assert found.trouble is None
    assert len(found.table.battle.history) == 1  # not the second ask of blue


def test_quit_and_over_exit_with_0(tmp_path: Path) -> None:
    assert run(tmp_path, {"quit": True}).code == 0
    told = run(tmp_path, {"do": "concede"}, {"query": "hash"})
    assert told.code == 0
    over = told[-1]
    assert (over["say"], over["winner"], over["reason"]) == ("over", "blue", "concede")
    assert told[-2]["text"] == over["text"] == "Victory for Bo: the other side conceded"
    assert not list(tmp_path.iterdir())


def test_queries_change_nothing(tmp_path: Path) -> None:
    queries: list[Given] = [{"query": q} for q in ("state", "legal", "hash", "log")]
    asked: list[Given] = [{"query": "odds", "of": STRIKE}, {"query": "why", "of": STRIKE}]
    told = run(tmp_path, *queries, *asked, {"query": "hash"})
    state, legal, log = told.of("state")[0], told.of("legal")[0], told.of("log")[0]
    assert (state["turn"], state["units"]) == ("red.ann", told[0]["units"])
    assert (state["reached"], state["failed"]) == ([], [])
    assert state["hash"] == told.of("hash")[0]["hash"] == told.of("hash")[1]["hash"]
    assert legal["options"] == told.of("ask")[0]["options"]
    assert log["events"] == told.of("event")
    assert told.of("why") == [
        {"say": "why", "legal": True, "code": None, "message": None, "rule": None}
    ]
    assert len(told.of("ask")) == 1


def test_weights_of_odds_add_up(tmp_path: Path) -> None:
    odds = run(tmp_path, {"query": "odds", "of": STRIKE, "assume": "never"}).of("odds")[0]
    assert (odds["of"], odds["assume"], odds["command"]) == (6, "never", STRIKE)
    assert sum(outcome["weight"] for outcome in odds["outcomes"]) == 6
    assert {"unit": "blue.bo", "damage": 6} in [o["changes"][0] for o in odds["outcomes"]]


def test_why_gives_code_sentence_and_rule(tmp_path: Path) -> None:
    why = run(tmp_path, {"query": "why", "of": STRIKE | {"target": "x"}}).of("why")[0]
    assert why == {
        "say": "why",
        "legal": False,
        "code": "no-foe",
        "message": "'x' isn't a foe here.",
        "rule": "FAKE-02",
    }


def test_undo_withdraws_events(tmp_path: Path) -> None:
    told = run(tmp_path, MUTTER, {"undo": True}, {"query": "log"})
    last = told.of("ask")[0]
    before = [m["n"] for m in told[: told.index(last)] if m["say"] == "event"][-1]
    assert told.of("undone") == [{"say": "undone", "to": before}]
    undone = next(e for e in told.of("event") if e["event"] == "undone")
    assert (undone["n"], undone["side"], undone["agreed"]) == (before + 1, "red", False)
    assert len(told.of("log")[0]["events"]) == before + 1
    assert told.of("ask")[-1] == last


def test_undo_past_the_wall_needs_consent(tmp_path: Path) -> None:
    told = run(tmp_path, STRIKE, {"undo": True}, {"undo": True, "agreed": True}, STRIKE)
    (error,) = told.of("error")
    assert error["code"] == "behind-the-wall"
    assert error["message"].endswith('If they do, send {"undo":true,"agreed":true}.')
    rolls = [e["dice"] for e in told.of("event") if e["event"] == "rolled"]
    expected = DiceSource(7)
    assert [tuple(roll) for roll in rolls] == [(expected._face(i, 6),) for i in (0, 1)]


def test_asked_dice_are_requested_and_accepted(tmp_path: Path) -> None:
    on = table(dice=DiceSource(1, asked=True))
    given: list[Given] = [
        STRIKE,
        END,
        {"query": "odds", "of": END},
        {"rolled": [7]},
        {"rolled": [1, 2]},
    ]
    told = run(tmp_path, *given, {"rolled": [5]}, {"rolled": [5]}, on=on)
    text = "Ann: roll 1d6 for damage"
    roll = {"say": "roll", "dice": "1d6", "for": "damage", "unit": "red.ann", "text": text}
    assert told.of("roll") == [roll] * 5
    codes = [error["code"] for error in told.of("error")]
    assert codes == ["dice-due", "dice-due", "bad-dice", "bad-dice", "no-dice-due"]
    assert told.of("ask")[-1]["side"] == "blue"


BAD = [
    ("not json", "bad-json"),
    ("{", "bad-json"),
    ("{}{}", "bad-json"),
    ('{"choose":NaN}', "bad-json"),
    ('{"choose":' + "9" * 5000 + "}", "bad-json"),
    ('{"choose":1e999}', "bad-json"),
    ('{"save":"\\ud800"}', "bad-json"),
    ("[" * 100_000, "bad-json"),
    ('{"a":' * 900 + "1" + "}" * 900, "unknown-message"),
    (b"\xff\xfe", "not-utf8"),
    ("[1]", "not-an-object"),
    ("null", "not-an-object"),
    ("{}", "unknown-message"),
    ('{"choose":1,"quit":true}', "unknown-message"),
    ('{"choose":"1"}', "bad-message"),
    ('{"choose":1.5}', "bad-message"),
    ('{"choose":true}', "bad-message"),
    ('{"choose":0,"x":1}', "bad-message"),
    ('{"choose":-1}', "no-such-option"),
    ('{"choose":99999999999999999999}', "no-such-option"),
    ('{"undo":false}', "bad-message"),
    ('{"undo":1}', "bad-message"),
    ('{"undo":true}', "nothing-to-undo"),
    ('{"quit":false}', "bad-message"),
    ('{"query":"secrets"}', "bad-message"),
    ('{"query":["odds"]}', "bad-message"),
    ('{"query":"odds"}', "bad-message"),
    ('{"query":"odds","of":{"do":"end","unit":"red.ann"},"assume":"maybe"}', "bad-assume"),
    ('{"query":"odds","of":{"do":"end","unit":"x"}}', "not-your-unit"),
    ('{"query":"odds","of":{"do":"fly"}}', "bad-command"),
    ('{"query":"why","of":{"do":"end"}}', "bad-command"),
    ('{"rolled":[1]}', "no-dice-due"),
    ('{"rolled":[[]]}', "bad-message"),
    ('{"do":"fly"}', "bad-command"),
    ('{"do":' + '"' + "x" * 900_000 + '"}', "bad-command"),
    ('{"do":{"do":"end"}}', "bad-command"),
    ('{"do":"end","unit":"red.ann","x":1}', "bad-command"),
    ('{"do":"end","unit":3}', "bad-command"),
    ('{"do":"end","unit":"blue.bo"}', "not-your-unit"),
    ('{"do":"offer_draw","unit":"red.ann"}', "bad-command"),
    ('{"do":"answer","unit":"red.ann","answer":"yes"}', "wrong-command"),
    ('{"save":""}', "cannot-save"),
    ('{"save":"\\u0000"}', "cannot-save"),
    (" " * 1_000_001, "line-too-long"),
    ("x" * 3_000_000, "line-too-long"),
]


@pytest.mark.parametrize(
    ("line", "code"), BAD, ids=[f"{n}-{code}" for n, (_, code) in enumerate(BAD)]
)
def test_wrong_line_is_refused_and_the_ask_repeated(
    tmp_path: Path, line: str | bytes, code: str
) -> None:
    told = run(tmp_path, {"query": "hash"}, line, "", {"query": "hash"})
    at = told.index(told.of("error")[0])
    assert told[at]["code"] == code
    assert len(told[at]["message"]) < 500
    assert told[at + 1] == told.of("ask")[0]
    assert told.of("hash")[0] == told.of("hash")[1]
    assert told.code == 3


SAID = [
    ('{"query":"help"}', "the queries are 'state', 'legal', 'hash', 'log', 'odds' and 'why'."),
    ('{"query":3}', "There is no such query; the queries are"),
    ('{"query":"odds"}', "The key 'of' is missing."),
    (
        '{"query":"why","of":{}}',
        "The key 'do' is missing; every command has it, as the options show.",
    ),
    ('{"choose":"1"}', "'choose' must be a whole number, not the text '1'."),
    ('{"choose":0,"x":1}', "There is no key 'x'; the keys are 'choose'."),
    ('{"undo":1}', "'undo' must be true, not 1."),
    ('{"rolled":6}', "'rolled' must be a list of whole numbers such as [4,2], not 6."),
    ('{"do":"end"}', "The command 'end' doesn't fit. The key 'unit' is missing."),
    ('{"do":"end","unit":null}', "'unit' must be a text, not null."),
    ('{"do":"fly"}', "There is no command 'fly' here; the commands are 'answer',"),
    ('{"choose":', "The line isn't JSON: it can't be read from column 11."),
    ('{"choose":NaN}', "The line isn't JSON: there is no number NaN in it."),
    ('{"save":"\\ud800"}', "is half a letter, and its other half is missing."),
    ('{"save":"a\\u0000b"}', "its path can't contain null bytes."),
    ('{"save":"/dev/null/x"}', "part of the path is a file, not a folder."),
]


@pytest.mark.parametrize(("line", "sentence"), SAID, ids=[line for line, _ in SAID])
def test_error_uses_no_library_wording(tmp_path: Path, line: str, sentence: str) -> None:
    (error,) = run(tmp_path, line, {"quit": True}).of("error")
    assert sentence in error["message"]


LONG = "x" * 500_000


@pytest.mark.parametrize(
    "line",
    [
        {"do": LONG},
        {"do": "end", "unit": LONG},
        {"query": LONG},
        {"query": "why", "of": STRIKE | {"target": LONG}},
        {"query": "odds", "of": END, "assume": {LONG: "stop"}},
        {"choose": 0, LONG: 1},
        {"choose": LONG},
        {"save": LONG},
    ],
)
def test_long_input_is_not_echoed(tmp_path: Path, line: dict[str, Any]) -> None:
    told = run(tmp_path, json.dumps(line), {"quit": True})
    assert all(len(json.dumps(message)) < 1500 for message in told)
    assert any(message["say"] in ("error", "why") for message in told)


def test_draw_offer_is_asked_in_words(tmp_path: Path) -> None:
    yes = {"do": "answer", "unit": "blue.bo", "answer": "yes"}
    told = run(tmp_path, {"do": "offer_draw"}, yes)
    ask = told.of("ask")[-1]
    assert (ask["ask"], ask["text"]) == ("draw", "Does Bo accept a draw?")
    texts = [option["text"] for option in ask["options"]]
    assert texts == ["Accept the draw", "Decline the draw"]
    assert told[-1]["reason"] == "agreed"


def test_impossible_scripted_die_does_not_lose_the_battle(tmp_path: Path) -> None:
    out = BytesIO()
    on = table(dice=DiceSource(7, scripted=(2, 9, 3)))
    given = lines(json.dumps(STRIKE), '{"choose":0}')
    with pytest.raises(BattleCutOff, match=r"is a d6\. The battle is saved in '"):
        referee(on, None, (given, out), tmp_path).run()
    error, saved = (json.loads(line) for line in out.getvalue().splitlines()[-2:])
    assert error["code"] == "bad-dice"
    found = replay(read_save(Path(saved["path"])), BOOKS)
    assert found.trouble is None
    assert len(found.table.battle.history) == 2
    assert found.table.step()


def test_save_is_written_to_the_given_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    told = run(tmp_path, END, {"save": str(path)}, {"quit": True})
    assert told.of("saved") == [{"say": "saved", "path": str(path)}]
    assert len(replay(read_save(path), BOOKS).table.battle.history) == 1
    told = run(tmp_path, {"save": str(tmp_path)}, {"quit": True})
    assert "folder" in told.of("error")[0]["message"]


@pytest.mark.rule("ALL-09")
def test_faces_can_be_corrected_until_the_next_command(tmp_path: Path) -> None:
    on = table(dice=DiceSource(1, asked=True))
    correct = {"correct": True}
    blue = {"do": "end", "unit": "blue.bo"}
    given: list[Given] = [correct, STRIKE, {"rolled": [5]}, correct, {"rolled": [2]}, blue]
    told = run(tmp_path, *given, correct, {"query": "log"}, on=on)
    assert [e["code"] for e in told.of("error")] == ["nothing-to-correct"] * 2
    assert len(told.of("roll")) == 2
    assert len(told.of("undone")) == 1
    log = told.of("log")[0]["events"]
    assert [e["dice"] for e in log if e["event"] == "rolled"] == [[2]]
    numbers = [e["n"] for e in log]
    assert numbers == list(range(1, len(log) + 1))


# Views


@pytest.mark.rule("ALL-09")
def test_undo_is_refused_while_another_side_is_asked(tmp_path: Path) -> None:
    def seen(*secret: Given) -> Told:
        queries: list[Given] = [{"undo": True}, {"query": "state"}, {"query": "hash"}]
        return run(tmp_path, END, *secret, *queries, {"quit": True}, view="red")

    mutter = {"do": "mutter", "unit": "blue.bo", "word": "trap"}
    assert seen() == seen(mutter) == seen(mutter, mutter)
    assert [e["code"] for e in seen(mutter).of("error")] == ["behind-the-wall"]


@pytest.mark.rule("ALL-09")
def test_undo_under_a_view_undoes_a_command_of_its_side(tmp_path: Path) -> None:
    told = run(tmp_path, MUTTER, {"undo": True}, {"undo": True}, {"quit": True}, view="red")
    assert [e["code"] for e in told.of("error")] == ["nothing-to-undo"]
    assert [e["side"] for e in told.of("event") if e["event"] == "undone"] == ["red"]


def test_view_hides_other_sides_asks_and_counts_only_its_events(tmp_path: Path) -> None:
    blue = {"do": "end", "unit": "blue.bo"}
    whisper = {"do": "whisper", "unit": "blue.bo", "word": "trap"}
    told = run(tmp_path, END, whisper, END, blue, view="red")
    assert [m["say"] for m in told if m["say"] in ("ask", "wait")] == [
        "ask",
        "wait",
        "ask",
        "wait",
        "ask",
    ]
    assert "trap" not in json.dumps(told)
    assert [e["n"] for e in told.of("event")] == list(range(1, len(told.of("event")) + 1))


def test_two_secrets_look_the_same_to_the_other_side(tmp_path: Path) -> None:
    def seen(word: str) -> Told:
        whisper = {"do": "whisper", "unit": "blue.bo", "word": word}
        queries: list[Given] = [{"query": q} for q in ("state", "log", "hash", "legal")]
        return run(tmp_path, END, whisper, *queries, {"quit": True}, view="red")

    assert seen("one") == seen("another")


def test_view_does_not_reveal_the_seed(tmp_path: Path) -> None:
    assert run(tmp_path, view="red")[0]["seed"] is None
    assert run(tmp_path)[0]["seed"] == 7


def test_view_can_command_only_its_own_side(tmp_path: Path) -> None:
    of = {"do": "end", "unit": "blue.bo"}
    given: list[Given] = [
        {"query": "legal"},
        {"query": "odds", "of": of},
        {"query": "why", "of": of},
    ]
    wrong = {"do": "end", "unit": "nobody"}
    told = run(tmp_path, END, *given, {"choose": 0}, wrong, {"query": "state"}, view="red")
    codes = [error["code"] for error in told.of("error")]
    assert codes == ["not-your-turn"] * 4 + ["refused"]
    wait = {"say": "wait", "side": "blue", "text": "Waiting for Bo"}
    assert told.of("wait") == [wait] * 6
    assert len(told.of("state")) == 1


def test_wait_for_a_computer_player_is_sent_once(tmp_path: Path) -> None:
    told = run(tmp_path, END, on=table("stdio random"), view="red")
    assert [m["side"] for m in told if m["say"] in ("ask", "wait")] == ["red", "blue", "red"]
    events = [e["event"] for e in told.of("event")]
    assert events.count("turn_started") == 3


# Whole battles, over pipes


@pytest.mark.parametrize("seed", range(20))
def test_random_battles_fit_the_schema_through_the_client(tmp_path: Path, seed: int) -> None:
    (in_read, in_write), (out_read, out_write) = os.pipe(), os.pipe()
    codes: list[int] = []

    def serve() -> None:
        with os.fdopen(in_read, "rb") as stream, os.fdopen(out_write, "wb") as out:
            codes.append(referee(table(), None, (stream, out), tmp_path).run())

    thread = Thread(target=serve)
    thread.start()
    with Client(os.fdopen(out_read, "rb"), os.fdopen(in_write, "wb")).closing() as client:
        last = client.play(random.Random(seed).randrange)
    thread.join()
    assert (last["say"], codes) == ("over", [0])
    for message in client.heard:
        OUT.check(message)


def test_battle_is_saved_when_the_reader_disappears(tmp_path: Path) -> None:
    class Closed(BytesIO):
        def flush(self) -> None:
            if self.getvalue().count(b'"say":"ask"') > 1:
                raise BrokenPipeError

    code = referee(table(), None, (lines(json.dumps(END)), Closed()), tmp_path).run()
    assert code == 3
    saves = list((tmp_path / "saves").iterdir())
    assert len(replay(read_save(saves[0]), BOOKS).table.battle.history) == 1


def test_protocol_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for wrong in ({"say": "hello"}, {"do": "fly"}, {"choose": "1"}, {"undo": False}, {}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMA)
        assert not OUT.fits(wrong)
        assert not IN.fits(wrong)
