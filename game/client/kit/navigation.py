"""The interface through which screens open other screens."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.client.kit.scene import Scene

if TYPE_CHECKING:
    from game.campaign.last_played import Latest
    from game.play.opening import Options
    from game.play.played_again import PlayedAgain
    from game.present.codex.rulebook_lens import LensAttack
    from game.present.window_battle import WindowBattle
    from game.record.reader import ReadRecording
    from game.workshop.trial_play import LevelSource


class LetterField(Protocol):
    """The parts of a text field that the on-screen keyboard needs."""

    label: str
    text: str
    most: int
    accepts: Callable[[str], bool]
    on_written: Callable[[], object]

    def set(self, text: str) -> None:
        """Replace the text."""


class Trying(Protocol):
    """The editor from which a battle is played."""

    def left(self, sitting: "WindowBattle") -> None:
        """Note that the battle's scene is gone."""

    def source(self) -> "LevelSource":
        """Return the origin of the level, whose changes the battle follows."""


class Navigation(Protocol):
    """Maker of scenes, for screens that lead to other screens.

    The only implementation, client/navigation.py, imports every scene. It is loaded after the title
    has been drawn, because it imports everything that battles need.
    """

    def choose(self, book: str | None = None, is_duel: bool = False, level: str = "") -> Scene:
        """Return the list of levels of one rulebook, or of all; select the level with this id."""

    def dropped(self, path: Path) -> Scene:
        """Take a file or folder that was dropped on the window; return the scene to show.

        Raise Failure if it is nothing for the shelf.
        """

    def read_levels(self) -> Iterator[None]:
        """Read the levels for `choose` one by one."""

    def read_campaigns(self) -> Iterator[None]:
        """Read the campaigns for `journeys` one by one."""

    def settings(self) -> Scene:
        """Return the settings screen."""

    def journeys(self, road: Path | None = None) -> Scene:
        """Return the list of journeys and campaigns; select the campaign in the file `road`.

        Raise Failure if the campaign in `road` can't be played.
        """

    def replays(self) -> Scene:
        """Return the list of replays."""

    def replay(self, path: Path) -> Scene:
        """Return the viewer of a replay. Raise Failure if the replay can't be shown."""

    def codex(self, rule: str | None) -> Scene:
        """Return the codex, open at a rule or page (None: at its first rule)."""

    def editor(self, level: str) -> Scene:
        """Return the editor of a level, by its id or path. Raise Failure if that is impossible."""

    def new_level(self, book: str) -> Scene:
        """Return the editor of a new level of a rulebook. Raise Failure if that is impossible."""

    def trial(
        self, options: "Options", editor: "Trying", before: "ReadRecording | None" = None
    ) -> "tuple[Scene, PlayedAgain | None] | None":
        """Return a battle played from the editor, of which nothing is kept.

        With `before`, play the commands of that battle again, and also return how far that was
        possible. If opening it fails, show a notice and return None.
        """

    def packs(self) -> Scene:
        """Return the list of packs and folders, to add and remove them."""

    def shelf(self, level: str = "") -> Scene:
        """Return the list of levels to edit; select the one with this id."""

    def rule_of(self, book: str, ask: str) -> str | None:
        """Return the rule behind an ask of a rulebook, or None."""

    def lens(self, attack: "LensAttack") -> Scene | None:
        """Return the lens with an attack, or None if the lens doesn't know such units."""

    def letters(self, into: LetterField) -> Scene:
        """Return the on-screen keyboard, which writes into a field."""

    def left(self) -> "list[Latest]":
        """Return everything that can be resumed, newest first: journeys and battles."""

    def resume(self) -> Scene:
        """Return the list of everything that can be resumed."""

    def go_on(self, left: "Latest") -> None:
        """Resume a journey or battle; if that fails, show a notice with the reason."""

    def battle(self, options: "Options") -> Scene | None:
        """Return a battle, or show a notice and return None if opening it fails."""

    def first_battle(self, options: "Options") -> Scene:
        """Return a battle. Raise Failure if opening it fails."""
