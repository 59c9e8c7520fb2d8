"""The way from the title to everything behind it, as the rest of the window sees it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.client.kit.scene import Scene

if TYPE_CHECKING:
    from game.campaign.last_played import Latest
    from game.play.opening import Options
    from game.present.codex.rulebook_lens import LensAttack


class LetterField(Protocol):
    """A text field as the on-screen keyboard needs it, which itself contains a field."""

    label: str
    text: str
    most: int
    accepts: Callable[[str], bool]
    on_written: Callable[[], object]

    def set(self, text: str) -> None:
        """Replace the text."""


class Navigation(Protocol):
    """The makers of the scenes that follow one another.

    The only implementation, client/navigation.py, imports all that battles need. It is above every
    scene, and the title is drawn before it is loaded.
    """

    def choose(self, book: str | None = None, is_duel: bool = False) -> Scene:
        """Return the levels of one rulebook, or of all."""

    def settings(self) -> Scene:
        """Return the settings."""

    def journeys(self, road: Path | None = None) -> Scene:
        """Return the journeys of all campaigns, or those of the campaign in the file `road`.

        Raise Failure if that campaign cannot be played.
        """

    def replays(self) -> Scene:
        """Return the list of replays."""

    def replay(self, path: Path) -> Scene:
        """Return the viewer of a replay. Raise Failure if it cannot be shown."""

    def codex(self, rule: str | None) -> Scene:
        """Return the codex, open at a rule or page, or at its contents."""

    def rule_of(self, book: str, ask: str) -> str | None:
        """Return the rule that an ask of a rulebook is about."""

    def lens(self, attack: "LensAttack") -> Scene | None:
        """Return the lens with an attack, or None if no other rulebook has such units."""

    def letters(self, into: LetterField) -> Scene:
        """Return the on-screen keyboard that writes into a field."""

    def left(self) -> "list[Latest]":
        """Return all that can be resumed, newest first: journeys and battles."""

    def resume(self) -> Scene:
        """Return the list of all that can be resumed."""

    def go_on(self, left: "Latest") -> None:
        """Resume a journey or battle, or notify the player why that fails."""

    def battle(self, options: "Options") -> Scene | None:
        """Return a battle; None, after a notice, if there is none."""

    def first_battle(self, options: "Options") -> Scene:
        """Return a battle. Raise Failure if there is none."""
