"""Playing from the editor: the seats are chosen once, then a key begins a battle."""

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.setup.seat_choice import Chosen, SeatChoice, first_chosen, options_of
from game.play.level_list import ChoosableLevel
from game.play.played_again import PlayedAgain
from game.present.window_battle import WindowBattle
from game.record.failure import Failure
from game.record.reader import ReadRecording
from game.workshop.document.level_document import LevelDocument
from game.workshop.kept_trials import KeptTrial, TrialSeats, keep_trial, kept_trial
from game.workshop.trial_play import DocumentSource, LevelSource, trial_of

if TYPE_CHECKING:
    from game.client.kit.app import App


class EditorTrial:
    """The battles that are played from one editor, and the record of the last one."""

    def __init__(self, app: "App", document: LevelDocument) -> None:
        self._app, self._document = app, document
        path = document.path
        kept = kept_trial(path, app.folder) if path is not None else None
        seats = kept.seats if kept is not None else None
        self._chosen = Chosen(seats.players, seats.seating, seats.is_real) if seats else None
        """The seats, once they are chosen."""
        self.last = kept.record if kept is not None else None
        """The record of the last battle in which a command was given, or None."""
        self._replayed = 0
        """Number of commands of the battle that is shown which come from the last one."""

    def play(self, is_asking: bool = False) -> None:
        """Play the level as it is now.

        Ask for the seats first if `is_asking`, or if they aren't chosen yet for these sides.
        """
        level = self._level()
        if level is None:
            return
        chosen, sides = self._chosen, {seat.id for seat in level.seats}
        if chosen is not None and chosen.players.keys() == sides and not is_asking:
            self._begin(level, chosen)
            return
        if chosen is None or chosen.players.keys() != sides:
            chosen = first_chosen(level.seats, False, self._app.settings.names)
        self._app.push(SeatChoice(self._app, level, chosen, partial(self._seated, level)))

    def replay(self) -> None:
        """Play the commands of the last battle again in the level as it is now.

        Stop at the first one that isn't possible any more, and say why.
        """
        if self.last is None or self._chosen is None:
            self._refuse(self._app.words.say("editor", "no_test"))
            return
        level = self._level()
        if level is not None:
            self._begin(level, self._chosen, self.last)

    def source(self) -> LevelSource:
        """Return the document, whose file may change while a battle is shown."""
        return DocumentSource(self._document, self._app.folder, self._app.books)

    def left(self, sitting: WindowBattle) -> None:
        """Keep the record of a battle, unless nothing was done in it."""
        if sitting.count > self._replayed:
            self.last = sitting.so_far()
            self._keep()

    def _keep(self) -> None:
        """Keep the seats and the last battle for the next time, if the level has a file."""
        path, chosen = self._document.path, self._chosen
        if path is None or chosen is None:
            return
        seats = TrialSeats(chosen.players, chosen.seating, chosen.is_real)
        try:
            keep_trial(path, self._app.folder, KeptTrial(seats, self.last))
        except Failure as fault:
            self._app.notices.add(str(fault))

    def _level(self) -> ChoosableLevel | None:
        """Return the level as it is now; say why if it can't be played."""
        try:
            return trial_of(self._document, self._app.folder, self._app.books)
        except Failure as failure:
            self._refuse(str(failure))
            return None

    def _refuse(self, why: str) -> None:
        self._app.sounds.ui("refused")
        self._app.notices.add(why)

    def _seated(self, level: ChoosableLevel, chosen: Chosen) -> None:
        self._chosen = chosen
        self._keep()
        self._begin(level, chosen)

    def _begin(
        self, level: ChoosableLevel, chosen: Chosen, before: ReadRecording | None = None
    ) -> None:
        """Begin a battle, which leaves neither a save nor a replay."""
        book = self._app.books[level.book]
        seed = str(before.header.seed) if before is not None else None
        options = options_of(str(level.path), chosen, book, seed)
        options = msgspec.structs.replace(options, root=level.root)
        made = self._app.navigation.trial(options, self, before)
        if made is None:
            return
        scene, told = made
        self._replayed = told.done if told is not None else 0
        self._app.push(scene)
        if told is not None:
            self._tell(told)

    def _tell(self, told: PlayedAgain) -> None:
        """Say how far the last battle could be played again."""
        app, say = self._app, self._app.words.say
        if told.is_whole:
            app.notices.add(str(told))
            return
        answers = (
            DialogButton(say("editor", "go_on_here")),
            DialogButton(say("battle", "to_editor"), app.pop),
        )
        app.push(Dialog(app, say("editor", "replay_stopped"), str(told), answers))
