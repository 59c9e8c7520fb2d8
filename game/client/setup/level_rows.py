"""The rows of the list of levels, in groups."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.client.kit.widgets.list_box import ListRow
from game.client.setup.level_measuring import LevelMeasuring
from game.play.level_list import ChoosableLevel

if TYPE_CHECKING:
    from game.client.kit.app import App

LESSONS, DUELS, CAMPAIGNS = "beginnings", "duels", "campaign"
"""Names of the folders of tutorials, of duels between people, and of campaign levels."""

LevelGroup = tuple[str, list[ChoosableLevel]]
"""A head and the levels below it."""


def own_head(app: "App", home: str) -> str:
    """Return the head over what is on the shelf; `home` is a pack or folder, "" for neither."""
    say = app.words.say
    return say("choose", "mine_in", home=home) if home else say("choose", "mine")


class LevelRows:
    """Maker of the rows; `measuring` knows what was measured of levels on the shelf."""

    def __init__(self, app: "App", is_duel: bool, measuring: LevelMeasuring) -> None:
        self._app, self._is_duel, self._measuring = app, is_duel, measuring

    def rows(self, levels: Sequence[ChoosableLevel], book: str | None) -> Iterator[ListRow[str]]:
        """Yield the rows of the levels of one rulebook, or of all, under their heads."""
        for head, group in self._groups(levels, book):
            if head and group:
                yield ListRow("", head, is_head=True)
            for level in group:
                about = level.trouble or self._about(level)
                yield ListRow(level.id, level.title, about, is_bad=bool(level.trouble))

    def _groups(self, all_levels: Sequence[ChoosableLevel], book: str | None) -> list[LevelGroup]:
        """Return the groups of a tab's levels: own, tutorials, by rulebook, of campaigns.

        If the list is for duels, rulebooks with duels come first and tutorials last.
        """
        say, shown = self._app.words.say, [it for it in all_levels if book in (None, it.book)]
        shipped = [it for it in shown if not it.is_own]
        lessons = say("choose", "lessons"), [it for it in shipped if LESSONS in _folders(it)]
        roads = say("choose", "roads"), [it for it in shipped if CAMPAIGNS in _folders(it)]
        others = [it for it in shipped if it not in lessons[1] + roads[1]]
        with_duels = {it.book for it in others if DUELS in _folders(it)}
        ids = list(dict.fromkeys(it.book for it in all_levels))
        if self._is_duel:
            ids.sort(key=lambda id: id not in with_duels)
        tables = [(self.book_title(id), [it for it in others if it.book == id]) for id in ids]
        groups = [*tables, roads, lessons] if self._is_duel else [lessons, *tables, roads]
        return [*self._own_groups(shown), *groups]

    def _own_groups(self, shown: Sequence[ChoosableLevel]) -> Iterator[LevelGroup]:
        """Yield the groups of the shelf's levels: one for each pack or folder."""
        for home in dict.fromkeys(it.home for it in shown if it.is_own):
            head = own_head(self._app, home)
            yield head, [it for it in shown if it.is_own and it.home == home]

    def _about(self, level: ChoosableLevel) -> str:
        """Return the line under a level's title in the list."""
        if level.is_own or LESSONS not in _folders(level):
            return self._measured(level)
        return self._app.words.say("choose", "lesson", book=self.book_title(level.book))

    def _measured(self, level: ChoosableLevel) -> str:
        """Return a level's sizes; for a level on the shelf also what was measured here."""
        shares = self._measuring.shares(level) if level.is_own else None
        if shares is None:
            return self.sizes(level)
        told, rounds = shares.told(seat.id for seat in level.seats), round(shares.rounds)
        sizes = self.sizes(level)
        return self._app.words.say("choose", "measured", sizes=sizes, shares=told, rounds=rounds)

    def book_title(self, id: str) -> str:
        """Return the title of a rulebook; its id if it isn't installed."""
        if id in self._app.books:
            title: str = self._app.books[id].title
            return title
        return id or self._app.words.say("choose", "no_book")

    def sizes(self, level: ChoosableLevel) -> str:
        """Return the numbers of a level's units and tiles."""
        against = self._app.words.say("choose", "against")
        counts = f" {against} ".join(str(len(seat.shown)) for seat in level.seats)
        if len(level.seats) > 2:
            counts = self._app.words.say("choose", "sides", count=len(level.seats))
        wide, high = (level.ground.width, level.ground.height) if level.ground else (0, 0)
        return self._app.words.say("choose", "sizes", counts=counts, wide=wide, high=high)


def _folders(level: ChoosableLevel) -> tuple[str, ...]:
    """Return the names of the folders that contain a level."""
    return level.path.parent.parts
