"""The command `check`: the levels it finds, its findings from playing, and its output."""

import io
import json
import os
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.campaign.campaign_list import all_campaigns
from game.content.finding_codes import CODES as LOADERS
from game.content.folder_search import MOST, toml_files
from game.content.levels import all_levels, load_level
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.engine.book import Book
from game.play.players import SOLDIER
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.level import Level
from game.terms.level_script import (
    Expect,
    ObjectiveShare,
    ShareOfBattles,
    TriggerShare,
    UseShare,
)
from game.terms.refusals import Refusal
from game.workshop.battle_counts.counts import BattleCounts, ObjectiveEnd, UsedMeans
from game.workshop.check_campaign import check_campaign
from game.workshop.check_levels import (
    CODES,
    CheckReport,
    check,
    tell,
    tell_json,
    total,
)
from game.workshop.expectations import Plays, trial_with, try_all
from game.workshop.resolved_values import tell_resolved
from game.workshop.share_expectations import expected_share
from game.workshop.trial_battles import TrialResult, play_trial, played
from game.world.ask_rules import Option
from tests.ai.finished_battles import are_mostly_finished, is_played_by_soldiers

BOOKS = find_books().books
CONTEST = BOOKS["contest"]

LEVEL = """\
format = 1
rulebook = "contest"
title = "Two in the yard"
rounds = 12
[map]
grid = '''
#######
#a.D.b#
#######
'''
legend = { "#" = "wall", "." = "floor", D = "floor", a = { terrain = "floor", unit = "ann" }, b = { terrain = "floor", unit = "bo" } }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
[[area]]
id = "middle"
letter = "D"
"""  # noqa: E501 - the legend as authors write it

USED = '[[trigger]]\nwhen = [{ enter = { area = "middle" } }]\ndo = [{ message = "Hm." }]\n'
WARNS = LEVEL.replace("legend = { ", 'legend = { x = "floor", ') + USED
BROKEN = LEVEL.replace('kind = "brawler"', 'kind = "brawlr"') + USED
GOOD = LEVEL + USED


ZONES = "zones = '''\n.......\n.oo.xx.\n.......\n'''\n"


@pytest.fixture
def save(tmp_path: Path) -> Any:
    def write(text: str, name: str = "yard.toml") -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def report(*words: str, strict: bool = False, books: dict[str, Book] = BOOKS) -> CheckReport:
    return total(check(words, books, trial_with(books) if strict else None))


def codes(found: CheckReport) -> list[str]:
    assert {finding.code for finding in found.findings} <= CODES.keys() | LOADERS.keys()
    return [finding.code for finding in found.findings]


def test_codes_are_distinct_and_well_formed() -> None:
    assert CODES.keys().isdisjoint(LOADERS)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)+", code) for code in CODES)


# Exit codes


def test_exit_code_depends_on_findings_and_strictness(save: Any) -> None:
    good, warns, broken = save(GOOD), save(WARNS, "w.toml"), save(BROKEN, "b.toml")
    for strict, words, code in [
        (False, [good], 0),
        (True, [good], 0),
        (False, [warns], 0),
        (True, [warns], 1),
        (False, [good, broken], 1),
        (False, ["nowhere.toml"], 2),
        (False, [broken, "nowhere.toml"], 2),
        (False, ["yrad"], 2),
    ]:
        assert report(*words, strict=strict).code(strict) == code, words


SHIPPED = [found.path for found in all_levels()]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_levels_are_clean(path: Path) -> None:
    assert report(str(path)).findings == ()


SLOW = ("masked_ball", "opera_box")
"""Duels with many players."""


@pytest.mark.parametrize(
    "path",
    # Battles between two sides of soldiers take minutes, so random players try the duels.
    [
        path
        if path.parent.name == "duels" and path.stem not in SLOW
        else pytest.param(path, marks=pytest.mark.long)
        for path in SHIPPED
    ],
    ids=lambda path: path.stem,
)
def test_shipped_levels_are_as_expected(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note says that soldiers didn't take a way that the level leaves open; that's no fault.

    If soldiers play for this, check also that they end their battles before the last round.
    """
    reasons: list[str] = []

    def noted(book: Book, level: Level, seed: int, name: str) -> TrialResult:
        made = play_trial(book, level, seed, name)
        reasons.extend([made.reason] * (name == SOLDIER))
        return made

    monkeypatch.setattr("game.workshop.expectations.play_trial", noted)
    found = report(str(path), strict=True)
    faults = [one for one in found.findings if one.severity != "note"]
    assert (faults, found.code(True)) == ([], 0)
    if is_played_by_soldiers(load_level(path, BOOKS)):
        assert are_mostly_finished(reasons), reasons


# Paths


def test_check_takes_ids_files_and_folders_each_level_once(save: Any, tmp_path: Path) -> None:
    save(GOOD, "deep/er/one.toml")
    two = save(GOOD, "two.toml")
    assert report(str(tmp_path), two, "yard", "yard").levels == 3


def test_other_and_hidden_files_of_a_folder_are_skipped(save: Any, tmp_path: Path) -> None:
    save(GOOD)
    save("[tool.x]\ny = 1\n", "pyproject.toml")
    save(BROKEN, ".trash/old.toml")
    assert report(str(tmp_path)) == CheckReport((), 1)


def test_broken_toml_in_a_folder_counts_as_a_level(save: Any, tmp_path: Path) -> None:
    save("format = = 1\n")
    assert codes(report(str(tmp_path))) == ["not-toml"]


def test_check_takes_the_games_folder_of_levels_data_and_campaigns() -> None:
    others = {CAMPAIGN: partial(check_campaign, books=BOOKS)}
    reports = check([str(levels_root())], BOOKS, others=others)
    found = total(reports)
    assert found.findings == ()
    assert (found.levels, found.campaigns) == (len(all_levels()), len(all_campaigns()))


def test_campaign_is_checked_by_its_id_as_by_its_folder() -> None:
    others = {CAMPAIGN: partial(check_campaign, books=BOOKS)}
    by_folder = check([str(levels_root() / "campaign" / "fifth_table")], BOOKS, others=others)
    assert total(check(["fifth_table"], BOOKS, others=others)) == total(by_folder)


def test_folder_is_searched_up_to_a_number_of_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that near files are found first, and that the excess is reported."""
    monkeypatch.setattr("game.content.folder_search.MOST", 12)
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    for n in range(20):
        (deep / f"{n}.txt").touch()
    (tmp_path / "near.toml").write_text("format = 1", encoding="utf-8")
    found = report(str(tmp_path))
    assert found.code(False) == 2
    assert "folder-too-large" in codes(found)
    told = next(one.message for one in found.findings if one.code == "folder-too-large")
    assert told.startswith(f"{str(tmp_path)!r} has more than 12 files and folders")
    assert any(one.file.endswith("near.toml") for one in found.findings)


def test_folder_is_searched_up_to_a_depth(tmp_path: Path) -> None:
    shallow = tmp_path.joinpath(*"abcdefg")
    deep = shallow / "h"
    deep.mkdir(parents=True)
    for one in (shallow, deep):
        (one / "level.toml").write_text("format = 1", encoding="utf-8")
    found = report(str(tmp_path))
    assert found.code(False) == 2
    told = [one for one in found.findings if one.code == "folder-too-deep"]
    assert [one.file for one in told] == [str(deep)]
    assert {one.file for one in found.findings} - {str(deep)} == {str(shallow / "level.toml")}


@pytest.mark.skipif(os.name != "posix", reason="the test needs the root folder of POSIX")
def test_search_for_levels_stops_before_the_end_of_a_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[object] = []
    scandir = os.scandir

    def counted(path: str) -> Any:
        looked.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", counted)
    unread: list[str] = []

    def note(path: Path, code: str, **about: object) -> None:
        unread.append(f"{code}: {path} {about}")

    toml_files(Path("/"), note)
    assert len(looked) <= MOST
    assert unread


def test_folder_without_levels_is_unreadable(tmp_path: Path) -> None:
    found = report(str(tmp_path))
    assert codes(found) == ["no-levels"]
    assert found.findings[0].message == f"There is no level in the folder {str(tmp_path)!r}."
    assert found.code(False) == 2


# Findings of playing


class Breaking:
    """Contest with one error in it."""

    def __init__(self, **changes: Any) -> None:
        own: Any = CONTEST.asks[0]
        options = tuple(replace(option, **changes) for option in own.options)
        self.book = replace(CONTEST, asks=(replace(own, options=options), *CONTEST.asks[1:]))

    def found(self, path: str) -> str:
        books = {"contest": self.book}
        assert report(path, books=books) == CheckReport((), 1), "the level was played"
        found = report(path, strict=True, books=books)
        assert codes(found) == ["cannot-be-played"]
        assert found.code(False) == 1
        assert found.findings[0].line == 0
        return found.findings[0].message


def test_rulebook_that_breaks_is_a_finding(save: Any) -> None:
    def effect(*_: Any) -> None:
        raise KeyError("boots")

    said = Breaking(effect=effect).found(save(GOOD))
    assert said.startswith("With seed 1, the game fails at command 1, '")
    assert said.endswith("': KeyError: 'boots'.")


def test_legal_command_that_is_refused_is_a_finding(save: Any) -> None:
    seen: list[Any] = []

    def check_once(context: Any, command: Any) -> Refusal | None:
        seen.append(command)
        return Refusal("not-this-time") if seen.count(command) > 1 else None

    said = Breaking(check=check_once).found(save(GOOD))
    assert "is legal and refused: Not this time." in said


def test_ask_without_an_answer_is_a_finding(save: Any) -> None:
    said = Breaking(propose=lambda _: ()).found(save(GOOD))
    assert said == "With seed 1, 'red' is asked after the start, but has no legal command."


def test_number_of_commands_played_is_limited(save: Any) -> None:
    counted: list[Any] = []
    own: Any = CONTEST.asks[0]

    def counting(option: Option[Any, Any, Any]) -> Option[Any, Any, Any]:
        def effect(*given: Any) -> None:
            counted.append(given)
            option.effect(*given)

        return replace(option, effect=effect)

    options = tuple(counting(option) for option in own.options)
    book = replace(CONTEST, asks=(replace(own, options=options), *CONTEST.asks[1:]))
    text = GOOD.replace("rounds = 12", "rounds = 10000\n")
    text += "[contest]\nsudden_death = 9999\n"
    assert report(save(text), strict=True, books={"contest": book}).code(True) == 0
    assert 20 < len(counted) <= 300


def test_levels_with_errors_are_not_played(save: Any) -> None:
    assert codes(report(save(BROKEN), strict=True)) == ["unknown-name"] * 2


# Expectations


def expecting(save: Any, *expects: str, text: str = GOOD) -> list[tuple[str, str, int]]:
    path = save(text + "".join(f"[[expect]]\n{expect}\n" for expect in expects))
    assert report(path).findings == ()
    return [(f.code, f.message, f.line) for f in report(path, strict=True).findings]


@pytest.mark.parametrize("who", ['unit = "ann", ', 'side = "red", ', ""])
def test_area_counts_as_reachable_by_a_path(save: Any, who: str) -> None:
    assert expecting(save, f'reachable = {{ {who}area = "middle" }}') == []


def level_of(save: Any, text: str) -> Any:
    return load_level(Path(save(text)), BOOKS)


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ('unit = "bo", ', "'blue.bo' can't reach the area 'middle'."),
        ('side = "blue", ', "no unit of 'blue' can reach the area 'middle'."),
        ("", None),
    ],
)
def test_area_without_a_path_is_reported(save: Any, who: str, said: str | None) -> None:
    text = GOOD.replace("a.D.b", "a.D#b")
    level = level_of(save, f'{text}[[expect]]\nreachable = {{ {who}area = "middle" }}\n')
    found = [verdict.message for verdict in try_all(Plays(CONTEST, level))]
    assert found == ([f"Expectation 1 is not met: {said}"] if said else [])


def test_doors_that_triggers_open_count_as_open(save: Any) -> None:
    text = LEVEL.replace('D = "floor"', 'D = "wall"')
    text += '[[trigger]]\nwhen = [{ round = 2 }]\ndo = [{ open = { area = "middle", terrain = '
    text += '"door" } }]\n[[area]]\nid = "far"\nrect = [4, 1, 1, 1]\n'
    assert expecting(save, 'reachable = { unit = "ann", area = "far" }', text=text) == []


def test_crossings_count_as_paths(save: Any) -> None:
    text = GOOD.replace("contest", "action").replace("brawler", "poacher")
    text = text.replace("a.D.b", "a.#Db").replace("legend =", f"{ZONES}legend =")
    expect = '[[expect]]\nreachable = { unit = "ann", area = "middle" }\n'
    for link, count in (("", 0), (", closed = true", 1)):
        links = f'[action]\nzones = true\nlinks = [{{ zones = ["o", "x"]{link} }}]\n'
        level = level_of(save, f"{text}{links}{expect}")
        assert len(list(try_all(Plays(BOOKS["action"], level)))) == count


def test_later_and_deployed_units_start_in_their_areas(save: Any) -> None:
    placed = GOOD.replace("#a.D.b#", "#..D.b#").replace(
        'a = { terrain = "floor", unit = "ann" }, ', ""
    )
    placed += (
        '[[area]]\nid = "west"\nrect = [1, 1, 2, 1]\n[[deploy]]\nside = "red"\narea = "west"\n'
    )
    assert expecting(save, 'reachable = { unit = "ann", area = "middle" }', text=placed) == []


RANDOM = 'players = "random"\ngames = 5'


def test_met_expectation_is_not_reported(save: Any) -> None:
    expects = (
        'wins = { side = "red", most = 0.99 }',
        "ends_before = 60",
        "nobody_dies_before_acting = true",
    )
    text = GOOD.replace("rounds = 12", "rounds = 60")
    assert expecting(save, *(f"{expect}\n{RANDOM}" for expect in expects), text=text) == []


def test_wrong_share_of_wins_names_a_battle(save: Any) -> None:
    level = level_of(save, GOOD)
    winners = [play_trial(CONTEST, level, seed).winner for seed in range(1, 6)]
    won = winners.count("red")
    assert 0 < won < 5
    few, many = expecting(
        save,
        f'wins = {{ side = "red", least = 1 }}\n{RANDOM}',
        f'wins = {{ side = "red", most = 0 }}\n{RANDOM}',
    )
    lost = next(seed for seed, winner in enumerate(winners, 1) if winner != "red")
    assert few[:2] == (
        "expectation-failed",
        f"Expectation 1 is not met: 'red' wins in {won} of 5 battles ({won / 5:.0%}), but 100% "
        f"to 100% is expected; the first of the others has the seed {lost}.",
    )
    assert many[1].endswith(f"the first of these has the seed {winners.index('red') + 1}.")
    assert (few[2], many[2]) == (30, 34)


def test_battle_that_takes_too_long_is_named(save: Any) -> None:
    [(code, message, _)] = expecting(save, f"ends_before = 2\n{RANDOM}")
    assert code == "expectation-failed"
    assert "the battle with the seed 1 ends in round " in message
    assert message.endswith("but all are expected to end before round 2.")


def test_death_before_the_first_turn_is_named(save: Any) -> None:
    text = GOOD.replace("#a.D.b#", "#a..Db#")
    text = text.replace('kind = "brawler"\n[[area]]', 'kind = "brawler"\nlife = 1\n[[area]]')
    text = text.replace('side = "red"\n', 'side = "red"\nmovement = "6"\n')
    found = expecting(save, 'nobody_dies_before_acting = true\nplayers = "random"', text=text)
    assert "'blue.bo' dies before its first turn" in found[0][1]


@pytest.mark.parametrize("name", ["novice", "soldier"])
def test_expectation_can_name_other_players(save: Any, name: str) -> None:
    level = level_of(save, GOOD)
    winners = [play_trial(CONTEST, level, seed, name).winner for seed in range(1, 6)]
    won = f'wins = {{ side = "red", most = 0 }}\nplayers = "{name}"\ngames = 5'
    [(_, message, _)] = expecting(save, won)
    assert f"'red' wins in {winners.count('red')} of 5 battles" in message


AIMS = """\
[[trigger]]
id = "hm"
when = [{ enter = { area = "middle" } }]
do = [{ message = "Hm." }]
[[trigger]]
id = "late"
when = [{ round = 12 }]
do = [{ objective = "wait" }]
[[objective]]
id = "wait"
side = "red"
title = "Wait"
[[objective]]
id = "safe"
side = "blue"
title = "Safe"
protect = "bo"
[[objective]]
id = "alone"
side = "blue"
title = "Alone"
defeat = { side = "red" }
"""


def test_share_of_completed_objectives_and_of_triggers_can_be_expected(save: Any) -> None:
    trials = [play_trial(CONTEST, level_of(save, LEVEL + AIMS), seed) for seed in (1, 2, 3)]
    assert [bool(one.counts.triggers[1]) for one in trials] == [True, False, False]
    least, games = "least = 0.5", 'players = "random"\ngames = 3'
    found = expecting(
        save,
        f'completes = {{ objective = "wait", {least} }}\n{games}',
        f'fires = {{ trigger = "late", {least} }}\n{games}',
        f'fires = {{ trigger = "hm", {least} }}\n{games}',
        text=LEVEL + AIMS,
    )
    assert [message for _, message, _ in found] == [
        f"Expectation {number} is not met: the {what} in 1 of 3 battles (33%), but 50% to 100% "
        "is expected; the first of the others has the seed 2."
        for number, what in (
            (1, "objective 'wait' is completed"),
            (2, "trigger 'late' fires"),
        )
    ]


HAPPENED = BattleCounts(
    {"wait": ObjectiveEnd(reached=3), "safe": ObjectiveEnd(failed=4)},
    triggers=(0, 2),
    means=(
        UsedMeans("red.ann", "red", "item", "bandage", 1),
        UsedMeans("blue.bo", "blue", "item", "flour", 0),
    ),
    commands={("red", "end"): 2, ("blue", "decline"): 1},
)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Expect(completes=ObjectiveShare(objective="wait")), "the objective 'wait' is completed"),
        (Expect(fails=ObjectiveShare(objective="safe")), "the objective 'safe' fails"),
        (Expect(fires=TriggerShare(trigger="late")), "the trigger 'late' fires"),
        (Expect(uses=UseShare(thing="bandage")), "someone uses 'bandage'"),
        (Expect(uses=UseShare(thing="bandage", side="red")), "'red' uses 'bandage'"),
        (Expect(uses=UseShare(command="decline", side="blue")), "'blue' uses 'decline'"),
        (Expect(completes=ObjectiveShare(objective="safe")), ""),
        (Expect(fails=ObjectiveShare(objective="wait")), ""),
        (Expect(fires=TriggerShare(trigger="hm")), ""),
        (Expect(uses=UseShare(thing="flour")), ""),
        (Expect(uses=UseShare(thing="bandage", side="blue")), ""),
        (Expect(uses=UseShare(command="decline", side="red")), ""),
    ],
)
def test_expected_share_is_of_the_battles_in_which_it_happened(
    save: Any, asked: Expect, said: str
) -> None:
    """`said` is what happens in the second battle of two, or "" if it never happens."""
    trials = [
        TrialResult(seed, None, "round_limit", 12, (), counts)
        for seed, counts in ((1, BattleCounts(triggers=(0, 0))), (2, HAPPENED))
    ]
    expected = expected_share(level_of(save, LEVEL + AIMS), asked)
    assert expected is not None
    never = expected._replace(share=ShareOfBattles(most=0.0)).failure(trials, 2)
    always = expected._replace(share=ShareOfBattles(least=1.0)).failure(trials, 2)
    assert always is not None
    if not said:
        assert never is None
        assert " in 0 of 2 battles (0%), but 100% to 100% " in always
        return
    assert never == (
        f"{said} in 1 of 2 battles (50%), but 0% to 0% is expected; the first of these has the "
        "seed 2."
    )
    assert always.startswith(f"{said} in 1 of 2 battles (50%), but 100% to 100% is expected; ")
    assert always.endswith("the first of the others has the seed 1.")
    assert expected._replace(share=ShareOfBattles(least=0.5, most=0.5)).failure(trials, 2) is None


def test_battles_that_cannot_change_the_result_are_left_out(save: Any) -> None:
    """Play at least ten, in which triggers should fire, and all before a failure is reported."""
    expect = Expect(completes=ObjectiveShare(objective="wait"))
    expected = expected_share(level_of(save, LEVEL + AIMS), expect)
    assert expected is not None

    def played(happened: str, least: float, most: float) -> tuple[bool, int]:
        trials = (
            TrialResult(seed, None, "objective", 3, (), HAPPENED if did == "x" else BattleCounts())
            for seed, did in enumerate(happened, start=1)
        )
        failure = expected._replace(share=ShareOfBattles(least=least, most=most)).failure(
            trials, len(happened)
        )
        return failure is None, len(happened) - len(list(trials))

    assert played("x." * 10, 0.1, 0.9) == (True, 10)
    assert played("x" * 18 + "..", 0.5, 0.95) == (True, 19)
    assert played("." * 11 + "x" * 9, 0.45, 1.0) == (True, 20)
    assert played("x" * 20, 0.5, 0.95) == (False, 20)
    assert played("." * 20, 0.1, 0.9) == (False, 20)


def test_soldier_plays_by_default(save: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert expecting(save, "ends_before = 12\ngames = 3") == []

    def broken(*_: Any) -> None:
        raise ValueError("boo")

    monkeypatch.setattr("game.ai.soldier.Soldier.choose", broken)
    [(code, message, _)] = expecting(save, "ends_before = 12\ngames = 3")
    assert code == "expectation-failed"
    assert message == (
        "Expectation 1 is not met: with seed 1, the player of 'red' fails after the start: "
        "ValueError: boo."
    )


def test_reported_battle_can_be_watched_with_its_seed(save: Any) -> None:
    level = level_of(save, GOOD)
    table = Table.open(
        CONTEST, level, Setup(DiceSource(3), dict.fromkeys(("red", "blue"), "random"))
    )
    while table.step():
        pass
    assert played(CONTEST, level, 3, 20_000).hash() == table.battle.hash()


# Output


def test_text_ends_with_a_summary(save: Any) -> None:
    out = io.StringIO()
    tell(check([save(BROKEN), save(WARNS, "w.toml")], BOOKS), out)
    lines = out.getvalue().splitlines()
    assert lines[-1] == "2 errors, 1 warning in 2 levels."
    assert lines[0].endswith("[unknown-name]")
    assert lines[2].strip() == "|        ^"


def test_summary_says_that_nothing_was_found(save: Any) -> None:
    out = io.StringIO()
    tell(check([save(GOOD)], BOOKS), out)
    assert out.getvalue() == "Nothing found in 1 level.\n"


def test_findings_beyond_the_limit_are_counted(save: Any) -> None:
    units = (f'[[unit]]\nid = "u{n}"\nside = "red"\nkind = "x"\nat = [1, 1]\n' for n in range(150))
    out, rows = io.StringIO(), io.StringIO()
    path = save(GOOD + "".join(units))
    told = tell(check([path], BOOKS), out)
    assert told.more > 0
    assert f"And {told.more} more.\n" in out.getvalue()
    assert f"{len(told.findings) + told.more} errors in 1 level." in out.getvalue()
    tell_json(check([path], BOOKS), rows)
    assert len(json.loads(rows.getvalue())) == len(told.findings)


def test_json_has_the_same_keys(save: Any) -> None:
    out = io.StringIO()
    whole = tell_json(check([save(BROKEN), save(WARNS, "w.toml")], BOOKS), out)
    rows = json.loads(out.getvalue())
    assert rows == [finding.plain() for finding in whole.findings]
    keys = ["file", "line", "column", "severity", "code", "message", "source"]
    assert [list(row) for row in rows] == [keys] * 3


def test_json_without_findings_is_an_empty_list(save: Any) -> None:
    out = io.StringIO()
    tell_json(check([save(GOOD)], BOOKS), out)
    assert json.loads(out.getvalue()) == []


# Final stats


@pytest.fixture
def resolved(save: Any) -> tuple[str, dict[str, Any]]:
    path, text, rows = save(GOOD), io.StringIO(), io.StringIO()
    assert tell_resolved(path, BOOKS, text, as_json=False) == 0
    assert tell_resolved(path, BOOKS, rows, as_json=True) == 0
    return text.getvalue(), json.loads(rows.getvalue())


def test_resolved_stats_are_shown_with_their_origin(resolved: tuple[str, dict[str, Any]]) -> None:
    text, rows = resolved
    lines = [line.split() for line in text.splitlines()]
    assert ["red.ann"] in lines
    life = next(line for line in lines if line[0] == "life")
    assert life[1] == "12"
    assert life[2].rpartition(":")[0].endswith("bestiary.toml")
    assert rows["units"]["red.ann"]["life"] == {"value": 12, "origin": life[2]}
    assert rows["settings"]["sudden_death"]["value"] == 20


def test_resolved_things_are_shown_with_their_effects(resolved: tuple[str, dict[str, Any]]) -> None:
    text, rows = resolved
    line = rows["facts"]["red.ann"]["weapon"]["club"]
    assert "damage" in line
    told = " ".join(text.split())
    assert f"club: {line}" in told
    assert all(some for keys in rows["facts"].values() for some in keys.values())


def test_resolved_stats_of_an_invalid_level_are_its_errors(save: Any) -> None:
    out = io.StringIO()
    assert tell_resolved(save(BROKEN), BOOKS, out, as_json=False) == 1
    assert "[unknown-name]" in out.getvalue()
    assert tell_resolved("nowhere.toml", BOOKS, out, as_json=False) == 2


def test_long_values_are_split_into_lines(save: Any) -> None:
    text, out = GOOD.replace("contest", "action").replace("brawler", "warden"), io.StringIO()
    text = text.replace('kind = "warden"', 'kind = "warden"\nrank = 2', 1)
    assert tell_resolved(save(text), BOOKS, out, as_json=False) == 0
    lines = out.getvalue().splitlines()
    values = {line.split()[0]: line for line in lines if line.startswith("  ")}
    assert max(len(line.partition("/")[0]) for line in lines) < 85
    life = [line.split()[1] for line in lines if line.split()[0] == "life"]
    assert life == ["26", "20"]
    assert "and what is gained" in next(line for line in lines if line.split()[0] == "life")
    assert sum(line.split()[0] in ("1.", "5.") for line in lines) == 2
    assert {"behaviour", "rank"} <= values.keys()


# Triggers


def test_trigger_that_never_fired_is_noted(save: Any) -> None:
    rare = '[[trigger]]\nwhen = [{ round = 1 }, { round = 12 }]\ndo = [{ message = "Late." }]\n'
    often = '[[trigger]]\nwhen = [{ round = 1 }]\ndo = [{ message = "Soon." }]\n'
    expect = "[[expect]]\nends_before = 60\n"
    text = GOOD.replace("rounds = 12", "rounds = 60") + f"{rare}{often}"
    (found,) = report(save(f"{text}{expect}games = 10\n"), strict=True).findings
    assert (found.code, found.severity) == ("trigger-not-seen", "note")
    assert found.message == (
        "Trigger 2 fired in none of the 10 battles played for the expectations."
    )
    lines = text.splitlines()
    assert (found.line, found.column) == (lines.index(rare.split("\n")[1]), 3)
    assert found.source == "[[trigger]]"
    for few in ("games = 9", 'games = 10\nplayers = "random"'):
        assert report(save(f"{text}{expect}{few}\n"), strict=True).findings == ()


# Decided at the start


def settled(path: str) -> str:
    found = report(path, strict=True)
    assert codes(found) == ["settled-at-once"]
    return found.findings[0].message


def test_objective_reached_at_the_start_is_a_warning(save: Any) -> None:
    first = '[[objective]]\nid = "late"\nside = "red"\ntitle = "Late"\nsurvive = 9\n'
    aim = '[[objective]]\nid = "go"\nside = "red"\ntitle = "Go"\nreach = { area = "start" }\n'
    area = '[[area]]\nid = "start"\nletter = "a"\n'
    path = save(f"{GOOD}{area}{first}{aim}")
    assert settled(path) == (
        "The objective 'go' is completed before the first turn; begin farther from it, or make it "
        "harder."
    )
    (found,) = report(path, strict=True).findings
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    assert (found.line, found.column) == (lines.index('id = "go"'), 3)
    assert found.source == "[[objective]]"


def test_battle_over_at_the_start_is_a_warning(save: Any) -> None:
    trigger = '[[trigger]]\nwhen = [{ round = 1 }]\ndo = [{ win = "red" }]\n'
    assert settled(save(f"{GOOD}{trigger}")) == (
        "The battle is over before the first turn; look at what decides it in round 1."
    )


def test_deployment_is_not_a_turn(save: Any) -> None:
    level = GOOD.replace("#a.D.b#", "#..D.b#").replace(
        'a = { terrain = "floor", unit = "ann" }, ', ""
    )
    level += '[[area]]\nid = "west"\nrect = [1, 1, 2, 1]\n[[deploy]]\nside = "red"\narea = "west"\n'
    trigger = '[[trigger]]\nwhen = [{ round = 1 }]\ndo = [{ win = "red" }]\n'
    assert settled(save(f"{level}{trigger}")).startswith("The battle is over before the first turn")


# Other files


def test_file_of_a_rulebook_is_not_a_level(save: Any, tmp_path: Path) -> None:
    for word in ("action/powers.toml", "contest/bestiary.toml", "terrain.toml"):
        found = report(str(levels_root() / word))
        assert (codes(found), found.code(False)) == (["book-file"], 1)
        assert "check any level of it" in found.findings[0].message
    save("[club]", "book/bestiary.toml")
    assert codes(report(save("[club", "book/arms.toml"))) == ["not-toml"]
    assert codes(report(save(GOOD, "book/mine.toml"))) == []


@pytest.mark.skipif(os.name != "posix", reason="pipes and links need POSIX")
def test_pipe_is_not_a_level(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    found = report(str(tmp_path / "pipe.toml"))
    assert codes(found) == ["file-unreadable"]
    assert "isn't a regular file" in found.findings[0].message
    assert found.code(False) == 2


@pytest.mark.skipif(os.name != "posix", reason="pipes and links need POSIX")
def test_circular_links_do_not_hide_the_rest(save: Any, tmp_path: Path) -> None:
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    save(BROKEN)
    assert set(codes(report(str(tmp_path)))) == {"file-unreadable", "unknown-name"}


def test_name_that_is_not_utf8_is_escaped(save: Any, tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(str(tmp_path)) + b"/b\xff.toml")
    try:
        Path(path).write_text(BROKEN, encoding="utf-8")
    except OSError:
        return  # This system has no such names.
    out = io.StringIO()
    tell_json(check([path], BOOKS), out)
    assert json.loads(out.getvalue())[0]["file"].endswith("b\\udcff.toml")
