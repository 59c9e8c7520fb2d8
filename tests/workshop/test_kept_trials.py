"""What is kept of a level's tests in the editor."""

from pathlib import Path

import pytest

from game.play.rosters import Picked
from game.play.seating import Seating
from game.record.failure import Failure
from game.terms.rosters import Offer, Offered
from game.workshop.kept_trials import KeptTrial, TrialSeats, keep_trial, kept_trial

OFFER = Offer(
    side="red",
    places=("red.ann",),
    usual=("duelist",),
    kinds={"duelist": Offered("Duelist", 0), "warden": Offered("Warden", 3)},
    points=5,
    spots=((1, 2), (3, 4)),
)
SEATING = Seating(
    names={"red": "Zoë “Z”"},
    colours={"blue": "violet"},
    kinds={"blue.bo": "warden"},
    rosters={"red": Picked(OFFER, ("warden",))},
    lots=("blue",),
)


def test_all_choices_of_seats_are_read_as_they_were_written(tmp_path: Path) -> None:
    level = tmp_path / "yard.toml"
    assert kept_trial(level, tmp_path) is None
    for seats in (
        TrialSeats({"red": "you", "blue": "soldier"}),
        TrialSeats({"red": "you", "blue": "friend"}, SEATING, True),
    ):
        keep_trial(level, tmp_path, KeptTrial(seats))
        assert kept_trial(level, tmp_path) == KeptTrial(seats)
    assert list(tmp_path.glob("*.toml*")) == []  # nothing is put beside the level


def test_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "trials").write_text("", encoding="utf-8")
    with pytest.raises(Failure, match="can't be kept in"):
        keep_trial(tmp_path / "yard.toml", tmp_path, KeptTrial(TrialSeats({})))
    assert kept_trial(tmp_path / "yard.toml", tmp_path) is None
