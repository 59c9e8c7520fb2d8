"""A level as a book receives it: checked, with every kind, item and setting resolved."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from game.core.cells import Cell
from game.terms.book_schema import DiceText
from game.terms.level_script import Script
from game.terms.rosters import Offer
from game.terms.script.behaviours import Behaviour
from game.terms.script.names import ComputerName, ref

S = TypeVar("S")

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
"""A name for people to read."""


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile. Distances are in tiles, costs in movement points."""

    title: Title
    cost: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """Movement that entering a tile costs, at least 1."""
    walk: bool = True
    """Whether units can enter it on foot."""
    see: bool = True
    """Whether units can see through it."""
    cover: Literal["none", "half", "three-quarters", "total"] = "none"
    """Cover that it gives to units behind it."""
    hazard: DiceText | None = None
    """Dice of damage to a unit that enters it or starts its turn on it."""
    fly: bool = False
    """Whether flying units can cross it even if it can't be walked on."""
    max_size: Literal["tiny", "small", "medium", "large", "huge"] = "huge"
    """Largest size of unit that fits. Units one size larger squeeze in."""
    dark: bool = False
    """Whether units on it are in the dark."""
    becomes: Annotated[str, ref("terrain")] | None = None
    """Terrain that it becomes when a unit interacts with it: a door that opens, a lever that is
    pulled.
    """
    armour: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Armour rating, if it can be broken."""
    life: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    """Damage that breaks it. 0: it can't be broken."""
    wreck: Annotated[str, ref("terrain")] | None = None
    """Terrain that it becomes when broken."""
    look: Annotated[str, ref("terrain")] | None = None
    """Terrain of the game that it looks like, for a ground that came in a pack."""


def made_passable(terrain: Mapping[str, Terrain], id: str) -> str | None:
    """Return the passable terrain that units can turn this terrain into, or None."""
    made = (terrain[id].becomes, terrain[id].wreck if terrain[id].life else None)
    return next((to for to in made if to is not None and terrain[to].walk), None)


def titles_of(things: Mapping[str, object]) -> dict[str, str]:
    """Return the titles of kinds, items or terrain by id; the id itself for any without a title."""
    return {id: getattr(thing, "title", id) for id, thing in things.items()}


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the sides in a battle."""

    id: str
    """Id of the side, used in all other tables: `red` in `red.ann`."""
    title: Title | None = None
    """Name that players read. Default: the name of the side's only unit, or else the id."""
    control: Literal["human", ComputerName] = "human"
    """Computer player for the side if no person plays it. "human" stands for the soldier."""
    colour: Literal["blue", "red", "ochre", "violet", "green", "grey"] | None = None
    """Colour of the side's tokens."""
    shape: Literal["round", "wedge", "hexagon", "square", "drop", "star"] | None = None
    """Shape of the side's tokens, so that sides can be told apart without colours."""
    heroes: bool = False
    """Whether a campaign's heroes join this side."""


class Unit(msgspec.Struct, frozen=True):
    """A unit, with the stats of its kind and the level's overrides merged.

    `id` has the form `side.name`. `at` is None for a unit that is not on the board yet. `stats` are
    of the `unit` type in the book's schema.
    """

    id: str
    side: str
    kind: str
    title: str
    at: Cell | None
    stats: object
    behaviour: Behaviour = Behaviour()
    look: str | UnsetType = UNSET
    """Kind whose image the unit has, as `action/warden`. Unset: its own kind's."""

    def stats_as(self, kind: type[S]) -> S:
        """Return the stats as `kind`, the `unit` type in the book's schema."""
        assert isinstance(self.stats, kind), f"stats are {type(self.stats).__name__}"
        return self.stats


class Level(msgspec.Struct, frozen=True):
    """The complete start of a battle, apart from its seed."""

    id: str
    title: str
    rulebook: str
    width: int
    height: int
    tiles: str
    """One sign for each tile, row by row from the top left."""
    legend: Mapping[str, str]
    """Terrain id of each sign."""
    terrain: Mapping[str, Terrain]
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    settings: object
    """The book's settings, of the type in its schema."""
    gear: Mapping[str, Mapping[str, object]]
    """The book's other tables (`arms`, `items`, …): entries of the schema's types, by id."""
    rounds: int
    """The last round. Default: the book's."""
    rounds_winner: str | None = None
    """The side that wins after the last round, or None for a draw."""
    zones: tuple[str, ...] = ()
    """Zone of each tile in the order of `tiles`, "" for none; empty if the level has no zones."""
    zone_names: Mapping[str, str] = {}
    """Names of zones that players read. Default: the zone's letter."""
    script: Script = Script()
    """Triggers, objectives and everything else that the level itself makes happen."""
    party: str = ""
    """The players' side if the level names one, else "". Read `party_side` instead."""
    text: str = ""
    """The source text of the level file."""
    offers: tuple[Offer, ...] = ()
    """The rosters of sides that have yet to choose their units."""
    pieces: Mapping[str, str] = {}
    """The SVG images of kinds that didn't come with the game, by kind."""
    ground_images: Mapping[str, str] = {}
    """The SVG images of grounds that didn't come with the game, by ground."""
    pack: str = ""
    """The pack that the level is from, as in `fen@1.2`; "" for none."""

    @property
    def party_side(self) -> str:
        """The players' side. All other sides are the storyteller's.

        If the level names none, it is the first side (ALL-04).
        """
        return self.party or self.sides[0].id

    def side_title(self, id: str) -> str:
        """Return the name of a side that players read.

        Without a title it is that of its only unit, so that nobody has two names, or else the id.
        """
        side = next((one for one in self.sides if one.id == id), None)
        if side is not None and side.title:
            return side.title
        own = [unit.title for unit in self.units if unit.side == id]
        is_one = len(own) == 1 and side is not None and not side.heroes
        return own[0] if is_one else id.capitalize()

    def settings_as(self, kind: type[S]) -> S:
        """Return the settings as `kind`, the `settings` type in the book's schema."""
        assert isinstance(self.settings, kind), f"settings are {type(self.settings).__name__}"
        return self.settings

    def thing(self, table: str, id: str, kind: type[S]) -> S:
        """Return an entry of one of the book's tables as `kind`, its type in the schema."""
        found = self.gear[table][id]
        assert isinstance(found, kind), f"{id!r} is {type(found).__name__}"
        return found

    def things(self, table: str, kind: type[S]) -> dict[str, S]:
        """Return all entries of one of the book's tables by id."""
        return {id: self.thing(table, id, kind) for id in self.gear[table]}

    def terrain_at(self, cell: Cell) -> Terrain:
        """Return the terrain of a tile of the map."""
        return self.terrain[self.tile(cell)]

    def tile(self, cell: Cell) -> str:
        """Return the terrain id of a tile of the map."""
        return self.legend[self.tiles[cell[1] * self.width + cell[0]]]

    def terrains(self) -> tuple[str, ...]:
        """Return each terrain id on the map once, in order of appearance."""
        return tuple(dict.fromkeys(self.legend[sign] for sign in dict.fromkeys(self.tiles)))


class OwnLooks(NamedTuple):
    """The looks of one pack's kinds and grounds."""

    book: str = ""
    pack: str = ""
    """The pack, as in `fen@1.2`. Other packs, and the game, can use the same ids."""
    pieces: Mapping[str, str] = {}
    """The images of kinds as SVG, by kind."""
    grounds: Mapping[str, str] = {}
    """For each ground, the ground of the game that it looks like."""
    ground_images: Mapping[str, str] = {}
    """The images of grounds as SVG, by ground."""


def own_looks(level: Level) -> OwnLooks:
    """Return the looks that a level brings along."""
    grounds = looks_of_grounds(level.terrain)
    return OwnLooks(level.rulebook, level.pack, level.pieces, grounds, level.ground_images)


def looks_of_grounds(terrain: Mapping[str, Terrain]) -> dict[str, str]:
    """Return the ground that each ground looks like, if that is another one."""
    return {id: one.look for id, one in terrain.items() if one.look is not None}
