"""Damaged or edited slots: the reader gets a sentence, and everything readable is kept."""

import os
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile, copytree
from typing import Any

import msgspec
import pytest

from game.campaign.journey import Journey
from game.campaign.journey_file import FORMAT, read_state
from game.campaign.last_played import latest
from game.campaign.save_slots import SlotInUse, delete, slots
from game.content.shipped_folders import levels_root
from game.play.battle_files import battle_of, prune
from game.record.failure import Failure
from tests.campaign.conftest import BOOKS, Begin


@pytest.fixture
def slot(begin: Begin) -> Path:
    """Return the slot of a journey at its second stop, 'yard', with some items given to heroes."""
    journey = begin()
    journey.give("surgeons_roll", "hanne")
    journey.take(0)
    journey.close()
    return journey.path


def edited(slot: Path, **changes: Any) -> None:
    raw = msgspec.json.decode(slot.read_bytes())
    slot.write_bytes(msgspec.json.encode(raw | changes))


@pytest.mark.parametrize("content", [b"", b"{", b"\0" * 300, b'{"format": 1}', b"[" * 9000])
def test_damaged_slot_resumes_from_the_state_before(slot: Path, content: bytes) -> None:
    folder = slot.parent.parent
    slot.write_bytes(content)
    (row,) = slots(folder)
    assert row.trouble == ""
    assert "isn't a journey" in row.note
    assert "The previous save, from 20" in row.note
    assert row.stop == "gate"
    found = latest(folder)
    assert found is not None
    assert found.slot == row
    journey = Journey.load(slot, BOOKS)
    assert journey.note == row.note
    assert "surgeons_roll" in journey.roster[0].items
    journey.take(0)
    journey.close()
    assert read_state(slot).stop == "yard"
    assert Journey.load(slot, BOOKS, as_copy=True).note == ""


def test_slot_of_a_newer_version_is_not_overwritten(slot: Path) -> None:
    content = b'{"format": %d}' % (FORMAT + 1)
    slot.write_bytes(content)
    (row,) = slots(slot.parent.parent)
    assert "Install a newer version" in row.trouble
    with pytest.raises(Failure, match="Install a newer version"):
        Journey.load(slot, BOOKS)
    assert slot.read_bytes() == content


MEMBER = {"id": "hanne"}
EDITS: list[tuple[dict[str, Any], str]] = [
    ({"roster": [MEMBER | {"keys": {"rnak": 2}}]}, "its entry for Hanne .*unknown field `rnak`"),
    ({"roster": [MEMBER | {"keys": {"hurt": -4}}]}, "its entry for Hanne .*doesn't fit"),
    ({"roster": [MEMBER | {"keys": {"items": ["1d6"]}}]}, "there is no '1d6' among the items"),
    ({"roster": [MEMBER, MEMBER]}, "its roster lists .*Hanne.* 2 times"),
    ({"roster": [{"id": "nobody"}]}, "no longer has 'nobody'"),
    ({"stores": ["x" * 5000]}, "no longer has 'xxx"),
    ({"difficulty": "easy"}, "no longer has 'easy'"),
    ({"path": "x" * 5000}, "campaign can't be used"),
    ({"path": "a\0b"}, "campaign can't be used"),
]


@pytest.mark.parametrize(("changes", "says"), EDITS, ids=[says[:30] for _, says in EDITS])
def test_edit_that_does_not_fit_is_reported(slot: Path, changes: dict[str, Any], says: str) -> None:
    edited(slot, **changes)
    with pytest.raises(Failure, match=says) as told:
        Journey.load(slot, BOOKS)
    assert "\n" not in str(told.value)
    assert slot in [row.path for row in slots(slot.parent.parent)]


def test_impossible_battle_is_dropped_from_its_slot(slot: Path) -> None:
    edited(slot, pending={"mark": "a-1"}, won=["yard"])
    journey = Journey.load(slot, BOOKS)
    assert journey.running is None
    journey.close()


def test_unreadable_file_hides_no_slots(slot: Path) -> None:
    folder = slot.parent.parent
    for place in ("campaigns", "replays", "saves"):
        (folder / place).mkdir(exist_ok=True)
        for ending in ("json", "jsonl"):
            (folder / place / f"gone.{ending}").symlink_to(folder / "nowhere")
    assert [row.path for row in slots(folder)] == [slot]
    found = latest(folder)
    assert found is not None
    assert found.path == slot
    assert battle_of(folder, "a-1") is None
    prune(folder / "replays", 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
def test_pipe_is_not_a_slot_and_is_not_waited_for(slot: Path) -> None:
    pipe = slot.with_name("pipe.json")
    os.mkfifo(pipe)
    assert {row.path: bool(row.trouble) for row in slots(slot.parent.parent)} == {slot: False}
    with pytest.raises(Failure, match="can't be read: it isn't a file"):
        Journey.load(pipe, BOOKS)


def test_open_slot_is_neither_loaded_nor_deleted(slot: Path) -> None:
    journey = Journey.load(slot, BOOKS)
    with pytest.raises(SlotInUse, match="is open in another window"):
        Journey.load(slot, BOOKS)
    with pytest.raises(SlotInUse, match="is open in another window"):
        delete(slot)
    journey.close()
    delete(slot)
    assert slots(slot.parent.parent) == []


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the bestiary of the journey's rulebook, which the test damages."""
    root = tmp_path / "shipped"
    copytree(levels_root() / "action", root / "action")
    copyfile(levels_root() / "terrain.toml", root / "terrain.toml")
    for user in ("play.aftermath", "content.pack_data"):
        monkeypatch.setattr(f"game.{user}.levels_root", lambda: root)
    return root / "action" / "bestiary.toml"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text + "[x", "']'"),
        (lambda text: text.replace("[warden", "[wardn"), "no longer has the kind 'warden'"),
    ],
)
def test_bestiary_damaged_during_a_journey_is_reported(
    slot: Path, data: Path, spoil: Callable[[str], str], says: str
) -> None:
    journey = Journey.load(slot, BOOKS)
    data.write_text(spoil(data.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(Failure, match=says):
        _ = journey.roster
    journey.close()
    with pytest.raises(Failure):
        Journey.load(slot, BOOKS)
