"""The command line: its output and its exit codes."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from game import __version__
from game.cli.main import main
from game.client.program import Opening
from game.content.levels import find_level, load_level
from game.content.shipped_folders import levels_root
from game.play import seat_shares
from game.play.seat_shares import FILE, SeatShares, fingerprint, written
from game.rules.registry import find_books
from tests.cli.runner import Run
from tests.referee.client import Client

ROOT = Path(__file__).parents[2]
YARD = (levels_root() / "duels" / "yard.toml").read_text(encoding="utf-8")

COMMANDS = [
    *(
        "levels",
        "play",
        "duel",
        "watch",
        "referee",
        "replay",
        "edit",
        "add",
        "remove",
        "pack",
        "check",
    ),
    *("new-level", "new-campaign", "schema", "rules", "lab", "bench"),
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


def test_program_prints_version_and_help(run: Run) -> None:
    assert run("--version").out == f"five-tables {__version__}\n"
    text = run("--help").out
    assert "examples:" in text
    assert "five-tables referee yard --seed 7" in text


def test_program_opens_the_window_without_a_command(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "title.png"
    assert run("--screenshot", str(picture), "--frames", "3").code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_play_opens_a_campaign_in_the_window(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "road.png"
    picks = ("--screenshot", str(picture), "--frames", "2")
    assert run("play", "fifth_table", *picks).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    run("play", "fifth_table", "--seed", "3")
    assert run.err == "--seed is for levels; campaigns have difficulties instead.\n"
    run("watch", "fifth_table", "--text")
    assert run.code == 2
    assert run.err.endswith("is a campaign, not a level; 'five-tables play' starts it.\n")


def opened(run: Run, monkeypatch: pytest.MonkeyPatch, *words: str) -> Opening:
    """Return the first scene that a command asks for, without opening a window."""
    asked: list[Opening] = []

    def open_window(*given: object) -> int:
        assert isinstance(given[4], Opening)
        asked.append(given[4])
        return 0

    monkeypatch.setattr("game.client.program.open_window", open_window)
    assert run(*words).code == 0
    return asked[0]


def test_play_takes_a_folder_of_levels_or_a_pack_like_a_drop(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = tmp_path / "fen.ftpack"
    pack.write_bytes(b"PK")
    for path in (tmp_path, pack):
        assert opened(run, monkeypatch, "play", str(path)).shelved == path
    monkeypatch.chdir(tmp_path)
    (tmp_path / "yard").mkdir()
    first = opened(run, monkeypatch, "play", "yard")
    assert (first.shelved, first.options is not None) == (None, True)


def test_play_lists_a_folder_of_levels_under_mine(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "own.toml").write_bytes(find_level("yard").read_bytes())
    picture = tmp_path / "list.png"
    assert run("play", str(tmp_path / "sent"), "--screenshot", str(picture)).code == 0
    assert run("levels").out.splitlines()[-1].split()[0] == "sent/own"
    (tmp_path / "none").mkdir()
    assert run("play", str(tmp_path / "none"), "--screenshot", str(picture)).code == 2
    assert run.err.startswith("There is no level and no campaign in")


@pytest.mark.parametrize("level", [(), ("yard",)], ids=["list", "level"])
def test_edit_opens_the_editor_or_its_list(run: Run, tmp_path: Path, level: tuple[str]) -> None:
    picture = tmp_path / "editor.png"
    picks = ("--screenshot", str(picture), "--frames", "2")
    assert run("edit", *level, *picks).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("level", ["", "yrad", "./none.toml", "fifth_table"])
def test_level_that_cannot_be_edited_is_told_in_one_sentence(run: Run, level: str) -> None:
    run("edit", level)
    assert (run.code, run.out) == (2, "")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("command", ["referee yard", "watch yard --text --fast", "rules con-7"])
def test_program_reports_unusable_texts_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "texts.toml"
    path.write_text("[event", encoding="utf-8")
    monkeypatch.setattr("game.engine.level_rules.COMMON", path)
    for book in find_books().books.values():
        monkeypatch.delitem(vars(book.level_rules), "_catalogues", raising=False)
    assert run(*command.split()).code == 2
    assert run.err.startswith(f"The texts in {str(path)!r} can't be used: ")
    assert run.err.count("\n") == 1


def test_play_ends_with_a_sentence_without_a_display(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    run("play", "yard")
    assert run.code == 2
    assert run.err.splitlines()[-1].endswith("'five-tables referee LEVEL' need none.")


def test_help_lists_only_commands_that_exist(run: Run) -> None:
    listed = re.findall(r"^    (\S+) ", run("--help").out, re.MULTILINE)
    assert listed == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_an_example(run: Run, command: str) -> None:
    assert f"example:\n  five-tables {command}" in run(command, "--help").out


def test_help_is_as_wide_as_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {}
    for width in ("50", "200", "?"):
        monkeypatch.setenv("COLUMNS", width)
        told[width] = run("referee", "--help").out.splitlines()
    assert len(told["50"]) > len(told["?"]) > len(told["200"])


def test_levels_lists_levels(run: Run) -> None:
    lines = run("levels").out.splitlines()
    assert any(line.split()[:2] == ["yard", "contest"] for line in lines)
    assert (run.code, run.err) == (0, "")


def test_levels_tells_how_even_measured_levels_are(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = find_books().books
    yard, bridge = (load_level(find_level(id), books) for id in ("yard", "bridge"))
    kept = {
        "yard": SeatShares(fingerprint(yard), 1600, {"red": 771, "blue": 829}),
        "bridge": SeatShares("0", 1600, {"red": 800, "blue": 800}),
    }
    (tmp_path / FILE).write_text(written(kept), "utf-8")
    monkeypatch.setattr(seat_shares, "levels_root", lambda: tmp_path)
    lines = {line.split()[0]: line for line in run("levels").out.splitlines()}
    assert lines["yard"].endswith("  even, 48 : 52 in 1,600")
    assert lines["bridge"].endswith(bridge.title), "a figure of another level is shown"
    assert lines["market"].endswith("Four at the market cross")
    uneven = SeatShares(fingerprint(bridge), 1000, {"red": 560, "blue": 440})
    (tmp_path / FILE).write_text(written({"bridge": uneven}), "utf-8")
    lines = {line.split()[0]: line for line in run("levels").out.splitlines()}
    assert lines["bridge"].endswith("  uneven, 56 : 44 in 1,000")


def test_watch_plays_to_the_end(run: Run) -> None:
    first = run("watch", "--text", "yard", "--seed", "3").out
    assert "Round 1" in first
    assert "Ann 9" in first
    assert "Victory for " in first or " is a draw: " in first
    assert run("watch", "--text", "yard", "--seed", "3", "--fast").out == first
    assert (run.code, run.err) == (0, "")
    assert first.count("# Stone wall") == 1
    assert "  0123456789" in first
    assert re.search(r"  Ann moves along \(\d+, \d+\), \(\d+, \d+\)", first)
    map_signs = {
        sign for row in re.findall(r"^ +\d+ (\S{11})", first, re.MULTILINE) for sign in row
    }
    assert {sign for sign in map_signs if sign.isalpha()} == {"A", "B"}


def test_watch_refuses_people(run: Run) -> None:
    assert run("watch", "--text", "yard", "--seed", "3", "--players", "red=random").code == 0
    mixed = run.out
    run("watch", "--text", "yard", "--seed", "3", "--players", "red=random,blue=soldier")
    assert run.out == mixed
    assert run("watch", "--text", "yard", "--players", "red=stdio").code == 2
    assert run.err == "Only computer players can be watched, not 'human' or 'stdio'.\n"


def test_level_stdin_mark_can_be_any_bytes(run: Run) -> None:
    mark = os.fsdecode(b"\xff")
    given = YARD.encode() + b'\xff\n{"quit":true}\n'
    assert run("referee", "--level-stdin", mark, given=given).code == 0
    assert run.said()[0]["level"] == "stdin"


def test_new_level_can_be_checked_and_played(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "mine.toml")
    assert run("new-level", path, "--rulebook", "contest").code == 0
    assert path in run.out
    page = run.out.removesuffix(" explains every key.\n").rpartition(" plays it. ")[2]
    assert Path(page).read_text(encoding="utf-8").startswith("# Levels")
    run("check", path, "--strict")
    assert (run.code, run.out, run.err) == (0, "Nothing found in 1 level.\n", "")
    assert "red.ann\n" in run("check", "--resolved", path).out
    assert "red.ann\n" in run("check", path, "--resolved").out
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("gams = 3\n")
    assert run("check", path).code == 1
    assert "did you mean 'games'?" in run.out
    assert [row["code"] for row in json.loads(run("check", path, "--json").out)] == ["unknown-key"]
    assert run("check", "nowhere.toml").code == 2


def test_readme_shows_the_output_of_check(run: Run, tmp_path: Path) -> None:
    front = Path(__file__).parents[2] / "README.md"
    shown = re.search(r"```\n(mine\.toml:.*?)```", front.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    path = tmp_path / "mine.toml"
    run("new-level", str(path), "--rulebook", "contest")
    text = path.read_text(encoding="utf-8").replace('kind = "brawler"', 'kind = "brawlr"')
    path.write_text(text, encoding="utf-8")
    assert run("check", str(path)).out.replace(str(path), "mine.toml") == shown[1]


def test_schema_prints_the_schema_of_levels(run: Run) -> None:
    schema = json.loads(run("schema", "--rulebook", "contest").out)
    assert schema["title"] == "A level of Contest"
    assert json.loads(run("schema").out)["properties"]["rulebook"]


def test_schema_describes_each_thing(run: Run) -> None:
    for given, prefix in ((("--rulebook", "contest"), ""), ((), "contest-")):
        things = json.loads(run("schema", *given).out)["$defs"][f"{prefix}items-id"]
        told = dict(zip(things["enum"], things["x-taplo"]["docs"]["enumValues"], strict=True))
        assert "heals" in told["bandage"]


def test_schema_replaces_an_existing_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for book in ("guard", "contest"):
        assert run("schema", "--rulebook", book, "-o", str(path)).out == f"{path} is written.\n"
    assert path.read_text(encoding="utf-8") == run("schema", "--rulebook", "contest").out
    assert [one.name for one in tmp_path.glob("a*")] == ["a.json"]


def test_schema_prints_the_schema_of_the_protocol(run: Run) -> None:
    schema = json.loads(run("schema", "--protocol", "--rulebook", "contest").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"do": "attack", "unit": "a", "target": "b"}, schema)
    assert json.loads(run("schema", "--protocol").out)["title"].startswith("Five Tables")
    assert run("schema", "--protocol", "--rulebook", "chess").code == 2
    assert run.err.startswith("There is no rulebook 'chess'")


def test_referee_prints_its_seed_and_repeats_the_battle_with_it(run: Run) -> None:
    first = run("referee", "yard", given='{"choose":0}\n{"quit":true}\n').said()
    seed = str(first[0]["seed"])
    again = run("referee", "yard", "--seed", seed, given='{"choose":0}\n{"quit":true}\n').said()
    assert first == again
    assert (run.code, run.err) == (0, "")


def test_referee_saves_its_battle_when_the_input_ends(run: Run, tmp_path: Path) -> None:
    said = run("referee", "yard", "--data-dir", str(tmp_path)).said()
    assert run.code == 3
    assert Path(said[-1]["path"]).parent == tmp_path / "saves"
    assert run("--data-dir", str(tmp_path / "b"), "referee", "yard").code == 3
    assert (tmp_path / "b" / "saves").is_dir()


def test_referee_reads_a_level_from_the_input(run: Run) -> None:
    given = YARD + 'DONE\r\n{"quit":true}\n'
    said = run("referee", "--level-stdin", "DONE", "--seed", "1", given=given).said()
    assert (said[0]["level"], said[0]["units"][0]["id"]) == ("stdin", "red.ann")
    assert run.code == 0


def test_referee_accepts_all_options_together(run: Run) -> None:
    options = ["--dice", "4,3", "--players", "blue=random", "--view", "red", "--seed", "1"]
    said = run("referee", "yard", *options, given='{"choose":0}\n{"quit":true}\n').said()
    rolled = next(m for m in said if m.get("event") == "rolled")
    assert rolled["dice"] == [4]
    assert said[0]["units"][1]["items"] == []


WRONG: list[tuple[list[str], str | bytes, str]] = [
    (["fly"], "", "invalid choice: 'fly'"),
    (["referee", "yard", "--fast"], "", "--fast"),
    (["schema", "--rulebook", "chess"], "", "There is no rulebook 'chess'; the rulebooks are "),
    (["check"], "", "Name either a PATH or --book ID."),
    (["schema", "-o", "mine.toml"], "", "A schema's file name must end in .json, as in "),
    (["schema", "-o", ".json/"], "", "A schema's file name must end in .json"),
    (["check", "--resolved"], "", "Name either a PATH or --book ID."),
    (["check", "--resolved", "yard", "cross"], "", "--resolved takes one level at a time."),
    (["new-level", "x.toml"], "", "--rulebook"),
    (["referee"], "", "Name either a LEVEL or --level-stdin MARK."),
    (["referee", "yard", "--level-stdin", "X"], "", "Name either a LEVEL"),
    (["referee", "yrad"], "", "did you mean 'yard'?"),
    (["referee", "none.toml"], "", "none.toml"),
    (["referee", ""], "", "LEVEL and MARK can't be empty"),
    (["referee", "yard", "--data-dir", ""], "", "--data-dir is empty; name a folder."),
    (["referee", "yard", "--seed", "9" * 100_000], "", "expected a whole number"),
    (["referee", "."], "", "."),
    (["referee", "yard", "--seed", "-1"], "", "'-1' isn't a seed"),
    (["referee", "yard", "--seed", "x"], "", "expected a whole number"),
    (["referee", "yard", "--dice", "0"], "", "isn't a list of dice; expected faces"),
    (["referee", "yard", "--dice", "7"], "", "Face 1 of the scripted dice is 7"),
    (
        ["referee", "yard", "--players", "red=wizard"],
        "",
        "players are stdio, random, novice, soldier and tactician.",
    ),
    (["referee", "yard", "--view", "green"], "", "There is no side 'green'"),
    (["referee", "--level-stdin", "X"], "a\nb\n", "has no last line 'X'"),
    (["referee", "--level-stdin", "X"], b"a\n\xff\nX\n", "not UTF-8 at line 2"),
    (["referee", "--level-stdin", "X"], "title = 3\nX\n", "standard input:"),
    (["referee", "--level-stdin", "X"], "x" * 2_000_000, "at most 1000000 bytes"),
    (["referee", "--level-stdin", "X"], ("#" * 99 + "\n") * 60_000, "longer than 5000000"),
]


@pytest.mark.parametrize(("args", "given", "sentence"), WRONG)
def test_wrong_input_gets_one_sentence(
    run: Run, args: list[str], given: str | bytes, sentence: str
) -> None:
    run(*args, given=given)
    assert run.code == 2
    assert sentence in run.err
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err


def test_unexpected_failure_writes_a_crash_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("an error in a rulebook")

    monkeypatch.setattr("game.play.table.Table.submit", broken)
    run("--data-dir", str(tmp_path), "referee", "yard", given='{"choose":0}\n')
    assert run.code == 2
    assert run.err.count("\n") == 1
    (path,) = (tmp_path / "crashes").iterdir()
    assert str(path) in run.err
    text = path.read_text(encoding="utf-8")
    assert "RuntimeError: an error in a rulebook" in text
    assert '"line":"checkpoint"' in text


def test_ctrl_c_saves_without_output(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.play.table.Table.submit", interrupted)
    run("--data-dir", str(tmp_path), "referee", "yard", given='{"choose":0}\n')
    assert (run.code, run.err) == (130, "")
    assert len(list((tmp_path / "saves").iterdir())) == 1


def test_broken_rulebook_is_named_and_the_others_can_be_played(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["levels"], extra=("tests.cli.no_such_book",)) == 0
    out, err = capfd.readouterr()
    assert "yard" in out
    assert err.startswith("The rulebook 'no_such_book' can't be used: ModuleNotFoundError")


def process(folder: Path, *args: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "game", "--data-dir", str(folder), *args]
    root = Path(__file__).parent.parent.parent
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=root)


@pytest.mark.parametrize("level", ["yard", "taproom", "market"])
def test_program_plays_a_whole_battle_through_pipes(tmp_path: Path, level: str) -> None:
    game = process(tmp_path, "referee", level, "--seed", "5")
    assert game.stdout is not None
    assert game.stdin is not None
    assert game.stderr is not None
    with game.stderr, Client(game.stdout, game.stdin).closing() as client:
        last = client.play(random.Random(5).randrange)
        assert last["say"] == "over"
        assert game.wait() == 0
        assert game.stderr.read() == b""


def test_closed_pipe_is_not_a_failure(tmp_path: Path) -> None:
    game = process(tmp_path, "watch", "--text", "yard", "--seed", "1", "--fast")
    assert game.stdout is not None
    assert game.stdin is not None
    assert game.stderr is not None
    with game.stdin, game.stderr:
        game.stdout.readline()
        game.stdout.close()
        assert game.wait() in (0, 3)
        assert game.stderr.read() == b""


PICTURES = ("--screenshot", "--frames")


@pytest.mark.parametrize("place", range(4))
def test_screenshot_option_can_precede_or_follow_the_command(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    asked: list[object] = []

    def open_window(*given: object) -> int:
        asked.append(given[5])
        return 0

    monkeypatch.setattr("game.client.program.open_window", open_window)
    picture = str(tmp_path / "a.png")
    options = [("--screenshot", picture), ("--frames", "7")]
    before = [word for n, one in enumerate(options) if place >> n & 1 for word in one]
    after = [word for n, one in enumerate(options) if not place >> n & 1 for word in one]
    assert run(*before, "play", "yard", *after).code == 0
    assert asked == [(7, Path(picture))]


@pytest.mark.parametrize("option", PICTURES)
@pytest.mark.parametrize("is_before", [True, False], ids=["before", "after"])
def test_screenshot_is_refused_by_a_command_without_a_window(
    run: Run, tmp_path: Path, option: str, is_before: bool
) -> None:
    words = (option, "7" if option == "--frames" else str(tmp_path / "a.png"))
    run(*words, "levels") if is_before else run("levels", *words)
    assert run.code == 2
    assert run.out == ""
    assert f"unrecognized arguments: {option}" in run.err
    assert run.err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="closed streams and file limits need POSIX")
def test_closed_stream_does_not_give_its_descriptor_to_a_file(tmp_path: Path) -> None:
    """Check that a battle's file gets no errors that libraries print."""
    code = (
        "import os\n"
        "for stream in (0, 1, 2): os.close(stream)\n"
        "from game.cli.main import main\n"
        "code = main(['levels'])\n"
        "kinds = [os.readlink(f'/dev/fd/{n}') for n in (0, 1, 2)]\n"
        f"open({str(tmp_path / 'told')!r}, 'w').write(f'{{code}} {{kinds}}')\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=False)
    told = (tmp_path / "told").read_text(encoding="utf-8")
    assert told.endswith(f" {[os.devnull] * 3}")


@pytest.mark.skipif(os.name != "posix", reason="file limits need POSIX")
def test_screenshot_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    code = (
        "import resource, sys\n"
        "from game.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        f"sys.exit(main(['--data-dir', {str(tmp_path)!r}, '--screenshot', {str(picture)!r},"
        " '--frames', '1']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=ROOT, timeout=60, capture_output=True, text=True
    )
    assert done.returncode == 2
    why = "the file would be too large"
    assert done.stderr == f"The screenshot can't be saved as {str(picture)!r}: {why}.\n"


def test_damaged_installation_is_reported_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damage it as a full disk can: Python then keeps half of a compiled module."""
    for name in ("game.referee.terminal_commands", "game.campaign.campaign_list"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run("levels").code == 2
    assert run.err.startswith("The game failed (ModuleNotFoundError: ")
    assert run.err.count("\n") == 1
