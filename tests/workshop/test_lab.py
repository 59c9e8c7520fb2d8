"""`five-tables lab`: the battles it plays, its results, its output and exit codes."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.ai.player import RandomPlayer
from game.ai.soldier import Limits, Soldier
from game.content.levels import find_level, load_level
from game.content.shipped_folders import levels_root
from game.play import seat_shares
from game.play.level_list import level_list
from game.play.signals import DelayedSignals
from game.record.failure import Failure
from game.rules.registry import find_books
from game.terms.level import Level
from game.terms.level_script import Objective, Script, Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import Do
from game.workshop.battle_counts.counts import (
    BattleCounts,
    ObjectiveEnd,
    OfferedMeans,
    SideWaste,
    UnitDeeds,
    UsedMeans,
)
from game.workshop.lab import kept_shares as keeping
from game.workshop.lab import worker_pool
from game.workshop.lab.count_tables import SECTIONS
from game.workshop.lab.kept_shares import play_digest
from game.workshop.lab.lab_tables import ProgressBar, table
from game.workshop.lab.one_battle import Fought, fought
from game.workshop.lab.seatings import Bout, bouts, planned, rotations, solos
from game.workshop.lab.statistics import report
from game.workshop.lab.wilson_interval import wilson
from game.workshop.lab.worker_pool import LabLevels, all_fought
from tests.books.fake import level as yard
from tests.cli.runner import Run

BOOKS = find_books().books
SPARE = {"ms_per_turn"}
"""Keys that depend on the machine."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


def level_of(name: str) -> Level:
    return load_level(find_level(name), BOOKS)


# Plan


def test_each_player_has_each_side_equally_often_with_the_same_seeds() -> None:
    for name, sides in (("yard", 2), ("cellar", 3), ("market", 4)):
        plan = bouts(0, level_of(name), ("soldier", "novice"), 40, 7)
        for side in range(sides):
            assert Counter(bout.seating[side] for bout in plan) == {"soldier": 20, "novice": 20}
        seatings = {bout.seating for bout in plan}
        assert len(seatings) == 2
        assert {(bout.seed, bout.seating) for bout in plan} == {
            (seed, seating) for seed in range(7, 27) for seating in seatings
        }


@pytest.mark.parametrize(
    ("names", "turns"), [("a", 1), ("aa", 1), ("ab", 2), ("abab", 2), ("aab", 3), ("abc", 3)]
)
def test_no_battle_is_played_twice(names: str, turns: int) -> None:
    assert rotations(tuple(names)) == turns
    plan = bouts(0, yard(), tuple(names), 12, 1)
    assert len(set(plan)) == 12
    assert [bout.seed for bout in plan[: turns + 1]] == [1] * turns + [2]


def test_every_player_plays_the_only_asked_side_with_the_same_seeds() -> None:
    found = level_of("kennel")
    plan = planned(BOOKS["guard"], 0, found, ("soldier", "novice", "soldier"), 6, 5)
    assert [(bout.seed, bout.seating[0], bout.alone) for bout in plan] == [
        (seed, name, "party") for seed in (5, 6, 7) for name in ("soldier", "novice")
    ]
    other = planned(BOOKS["contest"], 0, level_of("yard"), ("soldier", "novice"), 6, 5)
    assert other == bouts(0, level_of("yard"), ("soldier", "novice"), 6, 5)


# Statistics


def test_wilson_equals_the_published_values() -> None:
    span = wilson(120, 200)
    assert (round(span.share, 3), round(span.low, 4), round(span.high, 4)) == (0.6, 0.5308, 0.6654)
    assert wilson(0, 10).low == 0
    assert wilson(0, 10).high == pytest.approx(0.2775, abs=1e-4)
    assert wilson(10, 10).high == pytest.approx(1)
    assert wilson(0, 0) == (0, 0, 1)


def ended(winner: str | None, rounds: int, reason: str = "elimination", **more: Any) -> Fought:
    return Fought(winner, reason, rounds, 4, 0.008, **more)


FOUND = [
    ended("red", 3),
    ended("red", 5),
    ended(None, 60, "round_limit"),
    ended("blue", 7),
    ended(None, 0, "failed", trouble="The battle of 'yard' counts for nobody."),
]
PLAN = bouts(0, yard(), ("soldier", "novice"), 5, 1)


def test_report_counts_battles_wins_and_rounds() -> None:
    found = report(yard(), PLAN, FOUND)
    assert [(one.name, one.battles, one.wins, one.draws) for one in found.players] == [
        ("soldier", 5, 2, 1),
        ("novice", 5, 1, 1),
    ]
    assert [(one.name, one.wins) for one in found.sides] == [("red", 2), ("blue", 1)]
    assert (found.rounds, found.before_limit, found.seeds) == ((6, 60), 3, (1, 3))
    assert list(found.reasons.items()) == [
        ("elimination", 3),
        ("failed", 1),
        ("round_limit", 1),
    ]
    assert (found.turns, round(found.ms, 3), found.faults) == (4, 2, 0)
    assert found.troubles == ("The battle of 'yard' counts for nobody.",)


def test_table_lists_players_and_sides() -> None:
    assert table(report(yard(), PLAN, FOUND)).splitlines() == [
        "yard (fake): 5 battles with the seeds 1 to 3",
        "  player   battles  won  drawn  share            95 %",
        "  soldier        5    2      1  40.0%  11.8% to 76.9%",
        "  novice         5    1      1  20.0%   3.6% to 62.4%",
        "  side  battles  won  drawn  share            95 %",
        "  red         5    2      1  40.0%  11.8% to 76.9%",
        "  blue        5    1      1  20.0%   3.6% to 62.4%",
        "  rounds: 6 (median), at most 60; 3 of 5 battles ended before the limit of 50",
        "  ended by: elimination 3, failed 1, round_limit 1",
        "  unit turns: 4.0 per battle, 2.0 ms each",
        "  The battle of 'yard' counts for nobody.",
    ]


AIM = Objective(id="gate", side="red", title="Gate")
SAYING = Trigger(when=(When(round=2),), do=(Do(message="Hm."),))
SCRIPTED = msgspec.structs.replace(
    yard(),
    script=Script(objectives=(AIM,), triggers=(SAYING, msgspec.structs.replace(SAYING, id="late"))),
)


def with_counts(reached: int | None, fired: int, uses: int) -> Fought:
    club = UsedMeans("red.ann", "red", "weapon", "club", uses, 4 * uses, conditions={"prone": 1})
    ends = {} if reached is None else {"gate": ObjectiveEnd(reached=reached)}
    waste = (SideWaste("red", grants=2, unspent=1, turns=5), SideWaste("blue", rounds=3, held=2))
    offers = (
        OfferedMeans("red.ann", "red", "weapon", "club", 4),
        OfferedMeans("red.ann", "red", "item", "flour", 12),
    )
    ann = UnitDeeds("red.ann", "red", "brawler", turns=5, taken=2, fell=3 if fired == 2 else None)
    counts = BattleCounts(
        ends,
        (fired, 0),
        waste,
        (club,) if uses else (),
        offers=offers,
        units=(ann,),
        first="red" if fired else "blue",
    )
    return ended("red", 3, counts=counts)


COUNTED = [
    *(with_counts(2, 1, 2), with_counts(4, 2, 1), with_counts(None, 0, 0)),
    ended(None, 0, "failed", trouble="It has no end."),
]


def test_counts_of_battles_with_an_end_are_added_up() -> None:
    found: Any = report(SCRIPTED, PLAN[:4], COUNTED).plain()
    share = {key: round(value, 4) for key, value in wilson(2, 3)._asdict().items()}
    none = {key: round(value, 4) for key, value in wilson(0, 3)._asdict().items()}
    assert found["objectives"] == [
        {
            "objective": "gate",
            "side": "red",
            "reached": {"battles": 2, **share, "round": 3.0},
            "failed": {"battles": 0, **none, "round": None},
        }
    ]
    told = {"sentence": "Once, when round 2 begins — show “Hm.”"}
    assert found["triggers"] == [
        {"trigger": 1, "id": None, **told, "fired": {"battles": 2, **share}, "times": 3},
        {"trigger": 2, "id": "late", **told, "fired": {"battles": 0, **none}, "times": 0},
    ]
    wasted = [(one["grants"], one["unspent"], one["turns"], one["held"]) for one in found["waste"]]
    assert wasted == [(6, 3, 15, 0), (0, 0, 0, 6)]
    assert found["means"] == [
        {
            **{"side": "red", "kind": "item", "name": "flour", "uses": 0, "offered": 36},
            "used_in": {"battles": 0, **none},
            **dict.fromkeys(("damage", "own_damage", "healed", "defeated")),
            "conditions": {},
        },
        {
            **{"side": "red", "kind": "weapon", "name": "club", "uses": 3, "offered": 12},
            "used_in": {"battles": 2, **share},
            **{"damage": 4.0, "own_damage": 0.0, "healed": 0.0, "defeated": 0.0},
            "conditions": {"prone": 2},
        },
    ]
    fell = {key: round(value, 4) for key, value in wilson(1, 3)._asdict().items()}
    assert found["units"] == [
        {
            **{"side": "red", "unit": "red.ann", "kind": "brawler", "battles": 3, "turns": 5.0},
            **{"damage": 4.0, "own_damage": 0.0, "healed": 0.0, "defeated": 0.0, "taken": 2.0},
            "fell": {"battles": 1, **fell},
        }
    ]
    assert found["weak"] == [
        {
            **{"unit_kind": "brawler", "kind": "item", "name": "flour"},
            **{"turns": 36, "uses": 0, "better": None},
        }
    ]
    assert found["lengths"] == {"3": 3}
    first = found["first_turn"]
    assert (first["battles"], first["wins"], first["draws"]) == (3, 2, 0)


def test_table_has_the_sections_asked_for() -> None:
    found = report(SCRIPTED, PLAN[:4], COUNTED)
    plain = table(found).splitlines()
    shown = [line for line in table(found, SECTIONS).splitlines() if line not in plain]
    assert shown == [
        "  objectives, with the median round in which they were completed:",
        "  side  objective  completed  share            95 %  round  failed",
        "  red   gate               2  66.7%  20.8% to 93.9%      3       0",
        "  triggers, with the battles in which they fired, and the times in all of them:",
        "  trigger                                       fired  share            95 %  times",
        "  1: Once, when round 2 begins — show “Hm.”         2  66.7%  20.8% to 93.9%      3",
        "  late: Once, when round 2 begins — show “Hm.”      0   0.0%   0.0% to 56.1%      0",
        "  waste, and posts held:",
        "  side  movement unused  turns ended in a hazard  steps through avoidable harm"
        "  rounds with posts held  on the way",
        "  red            3 of 6                  0 of 15                             –"
        "                       –           –",
        "  blue                –                        –                             –"
        "                  6 of 9           0",
        "  means, with the life, defeated foes and conditions per use:",
        "  side  kind    name  uses  turns offered  battles  damage  to own side  healed"
        "  defeated  conditions",
        "  red   weapon  club     3             12      67%       4            –       –"
        "         –        0.67",
        "  units, with their turns, life and defeated foes per battle, and the battles in which "
        "they fell:",
        "  side  unit     kind     turns  damage  to own side  healed  defeated  damage taken"
        "  fell",
        "  red   red.ann  brawler      5       4            –       –         –             2"
        "   33%",
        "  means that were hardly used, or did less per use than another:",
        "  unit kind  kind  name   turns offered  uses  did more",
        "  brawler    item  flour             36     0         –",
    ]
    objectives = table(report(yard(), PLAN, FOUND), ("objectives", "triggers")).splitlines()
    assert {"  no objectives", "  no triggers"} <= set(objectives)


SOLOS = solos(0, yard(), ("soldier", "novice"), 9, 1, "red")
ENDS = [
    *(ended("red", 3), ended("blue", 3)),  # better
    *(ended(None, 3, "aborted"), ended("red", 3)),  # worse
    *(ended("blue", 3), ended("blue", 4)),  # equal
    *(ended("red", 3), ended(None, 0, "failed", trouble="It has no end.")),  # no pair
    ended("red", 3),  # no player to compare with
]


def test_players_are_compared_by_their_results_with_the_same_seeds() -> None:
    found = report(yard(), SOLOS, ENDS)
    assert [(one.name, one.battles, one.wins) for one in found.players] == [
        ("soldier", 5, 3),
        ("novice", 4, 1),
    ]
    (pair,) = found.pairs
    assert (pair.name, pair.other, pair.pairs, pair.better, pair.equal) == (
        *("soldier", "novice"),
        *(3, 1, 1),
    )
    assert (pair.worse, pair.span) == (1, wilson(1, 2))
    plain: Any = found.plain()
    assert (plain["only_asked"], plain["pairs"][0]["against"]) == ("red", "novice")
    lines = table(found).splitlines()
    at = next(n for n, line in enumerate(lines) if "only red makes choices" in line)
    assert lines[at + 1 : at + 3] == [
        "  pair                    seeds  better  worse  equal  share           95 %",
        "  soldier against novice      3       1      1      1  50.0%  9.5% to 90.5%",
    ]
    mixed = report(yard(), PLAN, FOUND).plain()
    assert (mixed["only_asked"], mixed["pairs"]) == (None, [])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_terminal_shows_a_bar_and_other_streams_one_line() -> None:
    shown, quiet = Terminal(), io.StringIO()
    for err in (shown, quiet):
        bar = ProgressBar(err, 4)
        bar.show(1, "yard")
        bar.show(2, "yard")
        bar.close(3)
    assert "\r[######..................] 1/4 yard" in shown.getvalue()
    assert shown.getvalue().endswith("\r")
    assert quiet.getvalue().startswith("2 battles in 0.0 s, by 3 processes.\n")
    ProgressBar(None, 4).close(1)


# Command


def figures(run: Run, *args: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("lab", *args, "--json").out)
    return [{key: value for key, value in one.items() if key not in SPARE} for one in found]


def test_result_does_not_depend_on_the_processes(run: Run) -> None:
    args = ("yard", "bridge", "-n", "6", "--players", "novice,random", "--seed", "3")
    alone = figures(run, *args, "--jobs", "1")
    assert (run.code, run.err) == (0, "")
    assert alone == figures(run, *args, "--jobs", "3")
    assert [one["level"] for one in alone] == ["yard", "bridge"]
    assert [one["seeds"] for one in alone] == [[3, 5], [3, 5]]
    assert sum(one["wins"] for one in alone[0]["sides"]) + alone[0]["sides"][0]["draws"] == 6


def test_sections_are_shown_only_if_asked_for(run: Run) -> None:
    args = ("lab", "cellar", "-n", "1", "--jobs", "1", "--players", "random")
    assert "objectives, with" not in run(*args).out
    shown = run(*args, "--show", "objectives, waste").out
    assert "objectives, with" in shown
    assert "waste, and" in shown
    assert "means, with" not in shown
    assert "means, with" in run(*args, "--show", "all").out


def test_lab_prints_a_table_and_one_line_on_standard_error(run: Run) -> None:
    run("lab", "yard", "cellar", "-n", "2", "--jobs", "1", "--players", "random")
    first, second = run.out.split("\n\n")
    assert first.startswith("yard (contest): 2 battles with the seeds 1 to 2\n")
    assert "  ochre " in second
    assert run.err.startswith("4 battles in ")
    assert run.code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["yrad"], "did you mean 'yard'?"),
        (["yard", "-n", "0"], "'0' isn't a number of battles (-n); expected 1 to 100000."),
        (
            ["yard", "-n", "100001"],
            "'100001' isn't a number of battles (-n); expected 1 to 100000.",
        ),
        (["yard", "-n", "many"], "'many' isn't a number of battles (-n); expected 1 to 100000."),
        (["yard", "--jobs", "0"], "'0' isn't a number of processes (--jobs); expected 1 to 256."),
        (
            ["yard", "--players", "soldier,wizard"],
            "no computer player 'wizard'; the players are random,",
        ),
        (["yard", "--players", "stdio"], "There is no computer player 'stdio'"),
        (
            ["yard", "--players", "random," * 6 + "random"],
            "Too many players: 7, and the limit is 6.",
        ),
        (["yard", "--seed", "-1"], "expected a whole number"),
        (
            ["yard", "--show", "waste,luck"],
            "no section 'luck' to show; the sections are objectives, triggers, waste, means, units",
        ),
        (
            ["yard", "--seed", str(2**63 - 99)],
            "the last seed is 9223372036854775807.",
        ),
        ([], "LEVEL"),
    ],
)
def test_wrong_input_gets_one_sentence(run: Run, args: list[str], sentence: str) -> None:
    assert run("lab", *args).code == 2
    assert sentence in run.err
    assert (run.err.count("\n"), run.out) == (1, "")


def test_last_possible_seed_can_be_played(run: Run) -> None:
    last = str(2**63 - 1)
    args = "--jobs", "1", "--players", "random,random", "--seed", last
    assert run("lab", "yard", "-n", "1", *args).code == 0
    assert run("lab", "yard", "-n", "2", *args).code == 2


# Failures


def test_error_of_a_player_is_counted_reported_and_logged(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("boo")

    monkeypatch.setattr(RandomPlayer, "choose", broken)
    run("lab", "yard", "-n", "2", "--jobs", "1", "--players", "random")
    assert run.code == 1
    assert "  players failed " in run.out
    assert "ValueError: boo" in (tmp_path / "data" / "players.log").read_text(encoding="utf-8")


def test_failed_battle_is_reported_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("boots")

    monkeypatch.setattr("game.play.table.Table.roll", broken)
    found = fought(BOOKS["contest"], level_of("yard"), Bout(0, 3, ("random",) * 2), lambda: None)
    assert found.reason == "failed"
    assert found.trouble is not None
    assert found.trouble.startswith("The battle of 'yard' with seed 3 doesn't count: it f")
    assert found.trouble.endswith(": KeyError: 'boots'.")


def test_endless_battle_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.workshop.lab.one_battle.LONGEST", 3)
    found = fought(BOOKS["contest"], level_of("yard"), Bout(0, 3, ("random",) * 2), lambda: None)
    assert found.reason == "unfinished"
    assert found.trouble is not None
    assert found.trouble.endswith("it isn't over after 3 commands.")


def die(line: Any) -> None:
    """Kill the process at the first battle."""
    line.recv()
    line.recv_bytes()
    line.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def fail(line: Any) -> None:
    """Raise an error at the first battle."""
    raise RuntimeError("no room")


@pytest.mark.parametrize(
    ("work", "said"),
    [(die, r"seed 1: the process is gone \(signal 9\)\."), (fail, r"RuntimeError: no room \(exit")],
)
def test_dead_process_gets_one_sentence(
    work: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "win32":
        pytest.skip("this system has no such signals")
    monkeypatch.setattr(worker_pool, "work", work)
    ground = LabLevels([level_of("yard")], BOOKS)
    plan = bouts(0, ground.levels[0], ("random",), 1, 1)
    with pytest.raises(Failure, match=said):
        list(all_fought(ground, plan, 2, DelayedSignals()))


def children(pid: int) -> list[int]:
    """Return the living child processes of a process."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text(encoding="ascii").split()]


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except OSError:
        return False


def test_ctrl_c_stops_all_processes(tmp_path: Path) -> None:
    if not Path("/proc/self/task").exists():
        pytest.skip("this system doesn't list its processes")
    args = ["lab", "yard", "market", "-n", "5000", "--jobs", "2", "--players", "random"]
    pipe = subprocess.PIPE
    game = subprocess.Popen(
        [sys.executable, "-m", "game", "--data-dir", str(tmp_path), *args],
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=pipe,
        cwd=Path(__file__).parents[2],
        start_new_session=True,
    )
    wanted = 3  # two workers, and the process that tracks their shared resources
    assert within(20, lambda: len(children(game.pid)) == wanted)
    started = children(game.pid)
    os.killpg(game.pid, signal.SIGINT)
    out, err = game.communicate(timeout=20)
    assert (game.returncode, out, err) == (130, b"", b"")
    assert within(20, lambda: not any(map(lives, started)))


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


def test_single_process_stops_between_two_steps() -> None:
    steps = iter(range(10))

    def check() -> None:
        if next(steps) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fought(BOOKS["contest"], level_of("yard"), Bout(0, 3, ("random",) * 2), check)


# Kept shares


def test_soldiers_shares_are_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "levels"
    kept.mkdir()
    monkeypatch.setattr(seat_shares, "levels_root", lambda: kept)
    monkeypatch.setattr(keeping, "levels_root", lambda: kept)
    monkeypatch.setattr(keeping, "is_shipped", lambda _: True)
    (kept / seat_shares.FILE).write_text(
        seat_shares.written({"bridge": seat_shares.SeatShares("0", 3, {"red": 1, "blue": 2})})
    )
    run("lab", "yard", "-n", "6", "--jobs", "1", "--keep", "--json")
    assert run.code == 0
    [told] = json.loads(run.out)
    found = seat_shares.kept_shares()
    assert found["bridge"].battles == 3
    assert found["yard"].battles == 6
    assert found["yard"].wins == {side["side"]: side["wins"] for side in told["sides"]}
    assert found["yard"].play == play_digest(level_of("yard"), BOOKS["contest"])
    assert seat_shares.shares_of(level_of("yard")) == found["yard"]
    assert [path.name for path in kept.iterdir()] == [seat_shares.FILE]


def test_digest_changes_if_soldiers_play_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    level, book = level_of("kitchen"), BOOKS["contest"]
    before = play_digest(level, book)
    assert play_digest(level, book) == before
    monkeypatch.setattr(Soldier, "limits", Limits(ends=1, options=2))
    assert play_digest(level, book) != before


@pytest.mark.long
@pytest.mark.parametrize("id", seat_shares.kept_shares())
def test_shares_of_shipped_levels_are_those_of_the_soldiers_of_today(id: str) -> None:
    level, kept = level_of(id), seat_shares.kept_shares()[id]
    today = play_digest(level, BOOKS[level.rulebook])
    assert kept.play == today, f"soldiers play otherwise: `five-tables lab {id} -n 1600 --keep`"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["yard", "--players", "novice"], "only soldiers play"),
        (["kitchen", "--roster", "red=any"], "only soldiers play"),
    ],
)
def test_other_battles_are_not_kept(run: Run, args: list[str], sentence: str) -> None:
    before = (levels_root() / seat_shares.FILE).read_bytes()
    run("lab", *args, "-n", "1", "--keep")
    assert (run.code, run.out) == (2, "")
    assert sentence in run.err
    assert (levels_root() / seat_shares.FILE).read_bytes() == before


def test_shares_of_own_levels_are_kept_in_the_data_folder(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "data" / "levels"
    own.mkdir(parents=True)
    shutil.copy(find_level("yard"), own / "yard.toml")
    before = (levels_root() / seat_shares.FILE).read_bytes()
    run("lab", "mine/yard", "-n", "2", "--jobs", "1", "--keep", "--json")
    assert run.code == 0
    [told] = json.loads(run.out)
    level = next(it for it in level_list(BOOKS, tmp_path / "data") if it.id == "mine/yard")
    assert level.shares is not None
    assert level.shares.battles == 2
    assert level.shares.rounds > 0
    assert level.shares.wins == {side["side"]: side["wins"] for side in told["sides"]}
    assert (levels_root() / seat_shares.FILE).read_bytes() == before
    text = (own / "yard.toml").read_text(encoding="utf-8")
    (own / "yard.toml").write_text(text.replace("rounds = 40", "rounds = 41"), "utf-8")
    changed = next(it for it in level_list(BOOKS, tmp_path / "data") if it.id == "mine/yard")
    assert changed.shares is None
