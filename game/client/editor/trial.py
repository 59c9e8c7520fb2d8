"""Playing from the editor: the seats are chosen once, then a key begins a battle."""

from functools import partial
from typing import TYPE_CHECKING

from game.client.setup.seat_choice import Chosen, SeatChoice, first_chosen, options_of
from game.play.level_list import ChoosableLevel
from game.record.failure import Failure
from game.workshop.document.level_document import LevelDocument
from game.workshop.trial_play import trial_of

if TYPE_CHECKING:
    from game.client.kit.app import App


class EditorTrial:
    """The battles that are played from one editor."""

    def __init__(self, app: "App", document: LevelDocument) -> None:
        self._app, self._document = app, document
        self._chosen: Chosen | None = None
        """The seats, once they are chosen."""

    def play(self, is_asking: bool = False) -> None:
        """Play the level as it is now.

        Ask for the seats first if `is_asking`, or if they aren't chosen yet for these sides.
        """
        try:
            level = trial_of(self._document, self._app.folder, self._app.books)
        except Failure as failure:
            self._app.sounds.ui("refused")
            self._app.notices.add(str(failure))
            return
        chosen, sides = self._chosen, {seat.id for seat in level.seats}
        if chosen is not None and chosen.players.keys() == sides and not is_asking:
            self._begin(level, chosen)
            return
        if chosen is None or chosen.players.keys() != sides:
            chosen = first_chosen(level.seats, False, self._app.settings.names)
        self._app.push(SeatChoice(self._app, level, chosen, partial(self._seated, level)))

    def _seated(self, level: ChoosableLevel, chosen: Chosen) -> None:
        self._chosen = chosen
        self._begin(level, chosen)

    def _begin(self, level: ChoosableLevel, chosen: Chosen) -> None:
        """Begin a battle, which leaves neither a save nor a replay."""
        book = self._app.books[level.book]
        scene = self._app.navigation.trial(options_of(str(level.path), chosen, book))
        if scene is not None:
            self._app.push(scene)
