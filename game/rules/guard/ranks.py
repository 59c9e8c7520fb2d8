"""The ranks: places, numbers and reach (GUA-08, 09, 13, 16, 18, 19).

A rank is a band of the map's zones. The tile within a rank doesn't matter (GUA-21).
"""

from game.components.conditions import Conditions
from game.components.unit import Position, Vitals
from game.core.cells import Cell, reading
from game.core.footprints import steps_between
from game.rules.guard.figures import figure, has, known, members, number, settings, total
from game.rules.guard.level_ranks import FRONT, REAR, Bands, bands_in
from game.rules.guard.records import Came
from game.systems.parties import is_player
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.room_for_units import fits
from game.world.unit_names import id_of

WAYS = {"melee": ("melee",), "ranged": ("ranged",), "both": ("melee", "ranged")}
"""The kinds of attack that a group can make, by its key `fights`."""


def bands(world: World) -> Bands:
    """Return the ranks of the battle."""
    return world.scene.once("bands", lambda: bands_in(world.scene.level))


def rank_at(world: World, party: bool, at: Cell) -> str:
    """Return the rank that a tile belongs to."""
    return REAR if at in bands(world)[party, REAR] else FRONT


def room_in(world: World, unit: Entity, rank: str) -> Cell | None:
    """Return the free tile of a rank that is nearest to the unit, or None if there is none.

    For a unit not on the board, return the free tile nearest to the foes' front. Of equally near
    tiles, take the most central. Tiles directly behind or in front of a unit come last, so that
    tokens don't hide one another.
    """
    here, party = world.find(unit, Position), is_player(world, unit)
    near = (here.at,) if here else bands(world)[not party, FRONT]
    band = bands(world)[party, rank]
    rows = [y for _, y in band]
    middle = (min(rows, default=0) + max(rows, default=0)) // 2
    free = (c for c in band if fits(world, unit, c))

    def order(cell: Cell) -> tuple[bool, int, int, tuple[int, int]]:
        hidden = _is_hidden(world, unit, cell)
        return hidden, _far(cell, near), abs(cell[1] - middle), reading(cell)

    return min(free, key=order, default=None)


def _is_hidden(world: World, unit: Entity, cell: Cell) -> bool:
    """Return whether another unit is directly behind or in front of a tile."""
    x, y = cell
    others = (one for row in (y - 1, y + 1) for one in world.at(Position, (x, row)))
    return any(one != unit for one in others)


def _far(cell: Cell, others: tuple[Cell, ...]) -> int:
    return min((steps_between(cell, 1, other, 1) for other in others), default=0)


class Ranks:
    """The ranks of all units: as they are now, or as if one unit had changed rank."""

    def __init__(self, world: World, moved: tuple[Entity, str] | None = None) -> None:
        self._world = world
        self.party, self.foes = members(world, True), members(world, False)
        self._rank = {
            unit: rank_at(world, side, world.get(unit, Position).at)
            for side, units in ((True, self.party), (False, self.foes))
            for unit in units
        }
        if moved is not None and moved[0] in self._rank:
            self._rank[moved[0]] = moved[1]
        self.exposed = self._exposed()
        self._heads = {True: self._count(True), False: self._count(False)}

    def rank(self, unit: Entity) -> str:
        """Return the rank of the unit's tile."""
        return self._rank[unit]

    def there(self, party: bool, rank: str) -> tuple[Entity, ...]:
        """Return the units on the tiles of a rank."""
        return tuple(u for u in (self.party if party else self.foes) if self._rank[u] == rank)

    def front(self, party: bool) -> tuple[Entity, ...]:
        """Return the units in front, and those without a place in the rear (GUA-16)."""
        units = self.party if party else self.foes
        return tuple(u for u in units if self._rank[u] == FRONT or u in self.exposed)

    # Places in the rear

    def places(self) -> int:
        """Return the number of places in the party's rear."""
        world, numbers = self._world, settings(self._world)
        own = sum(total(world, unit, "places") for unit in self.party)
        taken = sum(total(world, group, "foe_places") for group in self.foes)
        made = len(self.there(True, FRONT)) // numbers.rear_each
        return max(0, made + numbers.rear_more + own + taken)

    def takers(self) -> tuple[Entity, ...]:
        """Return the characters that take a place in the rear, in order of arrival."""
        rear = (u for u in self.there(True, REAR) if not has(self._world, u, "no_place"))
        return tuple(sorted(rear, key=self._came))

    def _exposed(self) -> frozenset[Entity]:
        """Return the characters without a place in the rear: those that arrived last."""
        return frozenset(self.takers()[self.places() :])

    def _came(self, unit: Entity) -> tuple[int, Entity]:
        came = self._world.find(unit, Came)
        return came.turn if came else 0, unit

    # Numbers

    def _count(self, party: bool) -> int:
        by_heads = settings(self._world).count == "heads"
        return sum(
            (number(self._world, unit) if by_heads else 1)
            * max(0, 1 + total(self._world, unit, "heads"))
            for unit in self.front(party)
        )

    def heads(self, party: bool) -> int:
        """Return the number that a side's front counts for."""
        return self._heads[party]

    def outnumbered(self, party: bool) -> bool:
        """Return whether a side's front is empty, or counts for less than its foes' (GUA-18)."""
        return not self._heads[party] or self._heads[party] < self._heads[not party]

    # Reach

    def unreached(self, unit: Entity, target: Entity, way: str) -> Refusal | None:
        """Refuse an attack that can't reach the target in this way: melee, ranged or any."""
        if has(self._world, target, "hidden"):
            return Refusal("hidden", "GUA-12", target=self._id(target))
        refusal = self._from_here(unit, way)
        if refusal is None and not self._lies_open(unit, target, way):
            return self._covered(target, "GUA-08" if way == "melee" else "GUA-18")
        return refusal

    def _covered(self, target: Entity, rule: str) -> Refusal:
        party = is_player(self._world, target)
        heads, others = self._heads[party], self._heads[not party]
        name = self._id(target)
        return Refusal("rear-covered", rule, target=name, heads=heads, others=others)

    def reaches(self, unit: Entity, target: Entity, way: str) -> bool:
        """Return whether a unit can attack another in this way."""
        return self.unreached(unit, target, way) is None

    def _from_here(self, unit: Entity, way: str) -> Refusal | None:
        """Refuse melee from the rear and shots from the front.

        A unit without a place in the rear can do both.
        """
        world, both = self._world, unit in self.exposed
        rear = self._rank[unit] == REAR and not both
        if way == "melee" and rear and not has(world, unit, "from_rear"):
            return Refusal("not-in-front", "GUA-08", unit=self._id(unit))
        if way == "ranged" and self._rank[unit] == FRONT and not has(world, unit, "from_front"):
            return Refusal("not-in-rear", "GUA-09", unit=self._id(unit))
        return None

    def strikes(self, unit: Entity, way: str) -> bool:
        """Return whether a unit can attack in this way from its rank, whatever the target."""
        return self._from_here(unit, way) is None

    def goes_over(self, unit: Entity, target: Entity, way: str) -> bool:
        """Return whether a unit's attacks reach a rear whose front isn't outnumbered."""
        if way != "melee" and any(what.screened for _, what in known(self._world, target)):
            return False
        shoots = way != "melee" and self._rank[unit] == REAR
        return shoots or has(self._world, unit, "over_front")

    def _lies_open(self, unit: Entity, target: Entity, way: str) -> bool:
        """Return whether the target is in front, or in a rear that the unit can reach."""
        party = is_player(self._world, target)
        if target in self.front(party) or self.outnumbered(party):
            return True
        return self.goes_over(unit, target, way)

    def hurts(self, group: Entity) -> frozenset[Cell]:
        """Return the tiles of the ranks in which a group can attack anyone now."""
        fights, band = figure(self._world, group).fights, bands(self._world)
        ways = [way for way in WAYS[fights] if self.strikes(group, way)]
        shoots = "ranged" in ways or has(self._world, group, "over_front")
        is_open = shoots or self.outnumbered(True)
        behind = {self._world.get(unit, Position).at for unit in self.exposed}
        tiles = {*band[True, FRONT], *(band[True, REAR] if is_open else behind)}
        return frozenset(tiles) if ways else frozenset()

    def attacks(self, group: Entity, target: Entity) -> bool:
        """Return whether a group can attack a character, in melee or at range (GUA-14, GUA-19)."""
        fights = figure(self._world, group).fights
        return any(self.reaches(group, target, way) for way in WAYS[fights])

    # Changing rank

    def no_room(self, unit: Entity, rank: str) -> Refusal | None:
        """Refuse a move to a rank that the unit can't enter.

        Count the places in the rear as they would be after the move.
        """
        world, name = self._world, self._id(unit)
        if has(world, unit, "pinned"):
            return Refusal("pinned", "GUA-12", unit=name)
        is_front, rule = rank == FRONT, "GUA-13"
        if self._rank[unit] == rank:
            return Refusal(
                "there-already", rule, variant="front" if is_front else "rear", unit=name
            )
        most, there = settings(world).front_most, len(self.there(True, FRONT))
        full = room_in(world, unit, rank) is None
        if is_player(world, unit) and is_front:
            full = full or bool(most and there >= most)
        elif is_player(world, unit) and not full:
            return self._no_place(unit)
        if full:
            return Refusal("no-room", rule, variant="front" if is_front else "rear", unit=name)
        return None

    def _no_place(self, unit: Entity) -> Refusal | None:
        """Refuse a character that would have no place in the rear. Name groups that take places."""
        then = Ranks(self._world, (unit, REAR))
        need, places = len(then.takers()), then.places()
        if unit not in then.takers() or need <= places:
            return None
        given = {group: total(self._world, group, "foe_places") for group in self.foes}
        takers = tuple(self._id(group) for group in self.foes if given[group] < 0)
        taken = -sum(places for places in given.values() if places < 0)
        name, rule = self._id(unit), "GUA-13"
        if not takers:
            return Refusal("no-room", rule, variant="places", unit=name, need=need, places=places)
        return Refusal(
            "no-room",
            rule,
            variant="taken",
            unit=name,
            need=need,
            places=places,
            takers=takers,
            taken=taken,
        )

    def _id(self, unit: Entity) -> str:
        return id_of(self._world, unit)


READ = (Position, Vitals, Conditions, Came)
"""Components that the ranks depend on."""


def ranks(world: World) -> Ranks:
    """Return the current ranks."""
    return world.once("ranks", lambda: Ranks(world), READ)


def next_turn(world: World) -> int:
    """Return the number for the next arrival in the rear, higher than all so far."""
    return 1 + max((came.turn for _, came in world.all(Came)), default=0)
