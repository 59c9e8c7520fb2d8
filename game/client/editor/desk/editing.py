"""What the author has in hand: a ground or kind, a side, and the wares used last."""

from game.client.kit.window_texts import WindowTexts
from game.core.cells import Cell
from game.workshop.document import units
from game.workshop.document.level_document import LevelDocument
from game.workshop.palette import Palette, Ware

MOST_USED = 9


class Editing:
    """The author's hand on one document."""

    def __init__(self, document: LevelDocument, palette: Palette, words: WindowTexts) -> None:
        self.document, self.palette, self._words = document, palette, words
        self.ware: Ware | None = next(iter(palette.grounds), None)
        self.side = next(iter(self.sides), "")
        self.used: list[Ware] = []
        """The wares used last, which answer to the keys 1 to 9. They keep their places."""

    def take_palette(self, palette: Palette) -> None:
        """Take the palette of another rulebook, and its first ground in hand."""
        self.palette, self.used = palette, []
        self.ware = next(iter(palette.grounds), None)

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the level's sides."""
        draft = self.document.reading.draft
        return tuple(side.id for side in draft.sides if side.id) if draft else ()

    def note_use(self) -> None:
        """Remember that the ware in hand was used."""
        if self.ware is None or self.ware in self.used:
            return
        if len(self.used) == MOST_USED:
            self.used.pop(0)
        self.used.append(self.ware)

    def take_ground(self) -> None:
        """Take the ground used last in hand, if there is a kind in it."""
        if self.ware is not None and self.ware.what == "kind":
            grounds = (one for one in reversed(self.used) if one.what == "ground")
            self.ware = next(grounds, next(iter(self.palette.grounds), None))

    def unit_on(self, cell: Cell) -> str | None:
        """Return the id of the unit on a tile, or None."""
        return units.unit_on(self.document.reading, cell)

    def title(self, terrain: str | None) -> str:
        """Return the name of a terrain, or that of a tile without one."""
        ware = self.palette.ware("ground", terrain) if terrain else None
        return ware.title if ware else self._words.say("editor", "no_ground")
