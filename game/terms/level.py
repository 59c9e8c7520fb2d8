"""A level as a book receives it: checked, with every kind, item and setting resolved."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import DiceText, ref
from game.terms.level_script import Behaviour, ComputerName, Script
from game.terms.rosters import Offer

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
"""A name people read."""


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of tile is like. Figures are in tiles and movement points."""

    title: Title
    cost: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """Movement to enter it; a step costs at least 1."""
    walk: bool = True
    """Whether it can be entered at all."""
    see: bool = True
    """Whether one sees through it."""
    cover: Literal["none", "half", "three-quarters", "total"] = "none"
    """The cover it gives to who stands behind it."""
    hazard: DiceText | None = None
    """Dice of damage to who enters it or starts a turn on it."""
    fly: bool = False
    """Whether flyers pass over it although nobody walks there."""
    max_size: Literal["tiny", "small", "medium", "large", "huge"] = "huge"
    """The largest size that has room; the next larger one squeezes in."""
    dark: bool = False
    """Whether who stands on it is in the dark."""
    becomes: Annotated[str, ref("terrain")] | None = None
    """What it becomes when somebody handles it: a door that opens, a lever that is pulled."""
    armour: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """The armor rating of a thing that can be broken."""
    life: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    """The damage that breaks it; 0 for what cannot be broken."""
    wreck: Annotated[str, ref("terrain")] | None = None
    """What it becomes when it is broken."""


def made_passable(terrain: Mapping[str, Terrain], id: str) -> str | None:
    """Return the terrain that hands make of an impassable one, so that it can be entered; None if
    none.
    """
    made = (terrain[id].becomes, terrain[id].wreck if terrain[id].life else None)
    return next((to for to in made if to is not None and terrain[to].walk), None)


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of those who play."""

    id: str
    """Names it everywhere; `red` in `red.ann`."""
    title: Title | None = None
    """What players read; the id if not said."""
    control: Literal["human", ComputerName] = "human"
    """The computer player that has it where no person does; a soldier for "human"."""
    colour: Literal["blue", "red", "ochre", "violet", "green", "grey"] | None = None
    """The colour of its pieces."""
    shape: Literal["round", "wedge", "hexagon", "square", "drop", "star"] | None = None
    """The shape of its pieces, for who cannot tell colours apart."""
    heroes: bool = False
    """Whether a campaign's heroes take this side."""


class Unit(msgspec.Struct, frozen=True):
    """A unit with its kind's figures and the level's overrides put together.

    `id` is `side.name`; `at` is None for who is not on the board yet; `stats` is of the type the
    book's schema names for units.
    """

    id: str
    side: str
    kind: str
    title: str
    at: Cell | None
    stats: Any
    behaviour: Behaviour = Behaviour()


class Level(msgspec.Struct, frozen=True):
    """Everything a battle starts from, apart from its seed."""

    id: str
    title: str
    rulebook: str
    width: int
    height: int
    tiles: str
    """One sign for each tile, row by row from the top left."""
    legend: Mapping[str, str]
    """The terrain's id of each sign."""
    terrain: Mapping[str, Terrain]
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    settings: Any
    """Of the type the book's schema names for its table."""
    gear: Mapping[str, Mapping[str, Any]]
    """The book's tables of things (`arms`, `items`, …): id to a value of the schema's type."""
    rounds: int
    """The last round; the book's default unless the level says otherwise."""
    rounds_winner: str | None = None
    """The side that wins when the rounds are over; nobody by default."""
    zones: tuple[str, ...] = ()
    """The zone of each tile, in the order of `tiles`, "" for none; empty where none are painted."""
    zone_names: Mapping[str, str] = {}
    """What players read for a zone, where that is not its letter."""
    script: Script = Script()
    """What happens by itself."""
    party: str = ""
    """The side that the level names as that of the players; see `party_side`."""
    text: str = ""
    """The file as it was read."""
    offers: tuple[Offer, ...] = ()
    """The sides that may choose their units, as long as they have not."""

    @property
    def party_side(self) -> str:
        """The side of the players, the others being the storyteller's: the first, if the level
        names none (ALL-04)."""
        return self.party or self.sides[0].id

    def terrain_at(self, cell: Cell) -> Terrain:
        """Return the terrain of a tile of the map."""
        return self.terrain[self.tile(cell)]

    def tile(self, cell: Cell) -> str:
        """Return the id of the terrain of a tile of the map."""
        return self.legend[self.tiles[cell[1] * self.width + cell[0]]]

    def terrains(self) -> tuple[str, ...]:
        """Return the terrain ids of the map, each once, in the order in which they come up."""
        return tuple(dict.fromkeys(self.legend[sign] for sign in dict.fromkeys(self.tiles)))
