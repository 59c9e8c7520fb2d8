"""Nobody sees dice or secrets that a power failure could undo, and no frame waits for the disk."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from game.core.random_streams import Stream
from game.play.opening import Options
from game.play.players import outside
from game.play.replayer import replay
from game.present.shown_events import ShownEvent
from game.present.window_battle import WindowBattle
from game.record.reader import read_save
from game.referee.terminal_commands import play_referee
from game.rules.registry import find_books
from game.terms.board_events import Matched
from game.terms.commands import Command, Concede, OfferDraw
from game.terms.events import DiceRolled, Event
from tests.playing_on import play_on
from tests.slow_disk import SlowDisk, slow_disk

BOOKS = find_books().books
LEVELS = ("first_contest", "market", "toll_bar", "masked_ball", "kennel", "bell_yard")
COMMANDS = 25
ROLLS = DiceRolled, Matched
"""The events that show dice for the first time; later ones repeat them."""

Open = Callable[[str], WindowBattle]


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    return slow_disk(monkeypatch)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    made: list[WindowBattle] = []

    def make(level: str) -> WindowBattle:
        options = Options(level=level, seed="5")
        made.append(WindowBattle.open(options, BOOKS, tmp_path / "data", seats=outside))
        return made[-1]

    yield make
    for one in made:
        one.close()


def tried(sitting: WindowBattle) -> None:
    """Take all steps that are possible while the disk stands still."""
    while sitting.go_on():
        pass


def after_a_power_cut(disk: SlowDisk, sitting: WindowBattle, folder: Path) -> list[Event]:
    """Return the events of the battle as it would be if the power failed now."""
    assert sitting.keeper.running is not None
    path = folder / "cut.jsonl"
    path.write_bytes(disk.left(sitting.keeper.running))
    found = replay(read_save(path), BOOKS)
    assert found.trouble is None
    while found.table.is_rolling:  # the same dice fall again
        found.table.step()
    return found.table.battle.log()


def events(told: list[ShownEvent]) -> list[Event]:
    return [one.event for one in told]


def legal(sitting: WindowBattle) -> list[Command]:
    found = sitting.table.battle.legal()
    return [one for one in found if not isinstance(one, Concede | OfferDraw)]


@pytest.mark.parametrize("level", LEVELS)
def test_everything_shown_through_the_last_dice_survives_a_power_cut(
    level: str, opened: Open, disk: SlowDisk, tmp_path: Path
) -> None:
    sitting, choices, held = opened(level), Stream(3, "choices"), 0
    battle, record = sitting.table.battle, sitting.table.record
    play_on(sitting)
    for _ in range(COMMANDS):
        options = legal(sitting)
        if not options:
            break
        shown, lines = events(sitting.told(None)), len(record.lines)
        picture, known = sitting.picture(None), battle.world.revealed
        with disk.stopped():
            assert sitting.answer(options[choices.pick(len(options))]) is None
            tried(sitting)
            rolls = [one for one in record.lines[lines:] if "faces" in one.__struct_fields__]
            assert sitting.is_held == bool(rolls or battle.world.revealed > known)
            if sitting.is_held:
                held += 1
                new = events(sitting.told(None))[len(shown) :]
                assert not any(isinstance(one, ROLLS) for one in new)
                assert sitting.picture(None) is picture
                assert (sitting.asked, sitting.question(), sitting.is_over) == (None, None, False)
            seen, left = events(sitting.told(None)), after_a_power_cut(disk, sitting, tmp_path)
            last = max((n for n, one in enumerate(seen, 1) if isinstance(one, ROLLS)), default=0)
            assert left[:last] == seen[:last]
        play_on(sitting)
        if sitting.is_over:
            break
        record.wait()
        assert events(sitting.told(None)) == after_a_power_cut(disk, sitting, tmp_path)
    assert held
    assert disk.in_main_thread <= 3, "the disk holds up the window"


def test_first_look_after_the_wait_shows_all_at_once(opened: Open, disk: SlowDisk) -> None:
    sitting = opened("market")
    with disk.stopped():
        tried(sitting)
        assert sitting.is_held
        before = len(sitting.told(None))
    sitting.table.record.wait()
    assert len(sitting.told(None)) == before, "events appear in the middle of a frame"
    assert sitting.go_on(), "the window isn't told that there is news"
    assert len(sitting.told(None)) > before
    assert not sitting.is_held
    assert sitting.question() is not None


def test_answer_about_the_position_waits_for_the_disk(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = slow_disk(monkeypatch, 0.05)
    sitting = opened("market")
    tried(sitting)
    assert sitting.is_held
    synced = disk.elsewhere
    sitting.card("red", next(token.id for token in sitting.picture(None).tokens))
    assert disk.elsewhere > synced
    assert not sitting.is_held
    assert sitting.go_on(), "the window isn't told that there is news"


def test_undo_drops_what_is_held_back(opened: Open, disk: SlowDisk) -> None:
    sitting = opened("market")
    play_on(sitting)
    shown = events(sitting.told(None))
    with disk.stopped():
        while not sitting.is_held:
            assert sitting.answer(legal(sitting)[0]) is None
            tried(sitting)
        while sitting.given:
            assert sitting.undo(agreed=True, side=sitting.table.battle.history[-1].side) is None
        assert not sitting.is_held
        assert events(sitting.told(None))[: len(shown)] == shown
        assert sitting.question() is not None
    play_on(sitting)


def test_battle_is_over_once_its_end_is_on_disk(opened: Open, disk: SlowDisk) -> None:
    sitting = opened("yard")
    play_on(sitting)
    path = sitting.keeper.running
    assert path is not None
    with disk.stopped():
        assert sitting.answer(Concede()) is None
        for _ in range(3):
            tried(sitting)
        assert sitting.is_syncing
        assert path.exists()
    play_on(sitting)
    assert sitting.is_over
    assert not sitting.is_syncing
    (kept,) = (sitting.keeper.folder / "replays").iterdir()
    assert disk.left(kept) == kept.read_bytes()
    assert disk.in_main_thread <= 3


def test_real_dice_are_asked_for_one_roll_after_the_other(tmp_path: Path, disk: SlowDisk) -> None:
    options = Options(level="market", dice="ask")
    sitting = WindowBattle.open(options, BOOKS, tmp_path, seats=outside)
    rolls = 0
    while sitting.question() is None:
        assert (due := sitting.dice_due) is not None
        with disk.stopped():
            assert sitting.throw((1,) * len(due.sides)) is None
            tried(sitting)
            assert sitting.is_held
            assert sitting.dice_due is None
        sitting.table.record.wait()
        tried(sitting)
        assert not sitting.is_held
        rolls += 1
    assert rolls > 1
    sitting.close()


def test_failed_sync_holds_nothing_back(tmp_path: Path, disk: SlowDisk) -> None:
    told: list[str] = []
    options = Options(level="market", seed="5")
    sitting = WindowBattle.open(options, BOOKS, tmp_path, told.append, outside)
    disk.fault = OSError(28, "No space left on device")
    play_on(sitting)
    assert sitting.question() is not None
    assert ["the disk is full" in one for one in told] == [True]
    sitting.close()


CHOICES = 40


class Output:
    """An output that notes what a power cut would leave when each message is sent."""

    def __init__(self, disk: SlowDisk, folder: Path) -> None:
        self._disk, self._running = disk, folder / "running"
        self.rolled = 0
        """Number of rolls sent."""

    def write(self, line: bytes) -> int:
        message = json.loads(line)
        if message.get("event") == "rolled":
            self.rolled += 1
            (path,) = self._running.iterdir()
            kept = self._disk.left(path).count(b'"line":"dice"')
            assert kept >= self.rolled, "dice are sent before they are on disk"
        return len(line)

    def flush(self) -> None:
        """Do nothing."""


def test_referee_sends_dice_only_once_they_are_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = slow_disk(monkeypatch, 0.005)
    out = Output(disk, tmp_path)
    given = BytesIO(b'{"choose":0}\n' * CHOICES)
    options = Options(level="yard", seed="4")
    assert play_referee(options, BOOKS, (given, cast(BinaryIO, out)), tmp_path) in (0, 3)
    assert out.rolled > 5
