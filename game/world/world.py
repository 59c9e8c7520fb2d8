"""All state of a battle: components on entities, in a separate esper world.

Components are read in order of entity id, and every write goes through one method that keeps a
journal. Undo, lookahead, hashing, cloning and saving all build on that.

Every call to esper goes to its current world. So this class reads from its own table of components,
which each write updates. Battles, views and clones can thus be read in any order, at the same time.
Whenever the whole state is read, esper's world is brought up to date; trials, which are undone
before that, never get there.
"""

import itertools
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import esper

from game.components.script_progress import ChangedTerrain
from game.components.unit import Placed
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.hashing import blake2b
from game.terms.agenda import Agenda, AgendaItem, Frame
from game.terms.events import Event, LoggedEvent
from game.terms.level import Terrain
from game.terms.records import Codec, Component, Entity, encode, tag_of
from game.world.battlefield import Battlefield
from game.world.index import Index, Slot
from game.world.kept_results import KeptResults
from game.world.saved_state import NextId, State, read_state

C = TypeVar("C", bound=Component)
F = TypeVar("F")
A = TypeVar("A", bound=Hashable)

ROOT = Entity(1)
"""The entity for components of the battle as a whole."""


AGENDA: Slot = (ROOT, Agenda)

_PLAIN: set[type[Component]] = set()
"""Types of component without any lookup to update on a write."""
_PLACED: set[type[Component]] = set()
"""Types of component that occupy tiles, and are indexed by tile."""

Hide = Callable[[Entity, Iterable[Component]], list[Component]]
"""A function that returns an entity's components as a side with partial knowledge sees them,
without the hidden ones.
"""

_NOTHING: dict[type[Component], Any] = {}
"""The components of an entity that doesn't exist."""

_serials = itertools.count(1)


class UndoMark(NamedTuple):
    """A moment in a battle that undo can restore."""

    journal: int
    log: int
    drawn: Mapping[int, tuple[int, ...]]
    state: int


class World(KeptResults):
    """Ordered access to components, with a single write path, undo, clone and hash."""

    root = ROOT

    def __init__(self, scene: Battlefield) -> None:
        super().__init__()
        self.scene = scene
        self.log: list[LoggedEvent] = []
        self.drawn: Mapping[int, tuple[int, ...]] = {}
        """Faces drawn by chains in progress, by height on the agenda. They are not part of the
        state: only events show them.
        """
        self.height = 0
        """The height on the agenda of the frame being processed."""
        self.quiet = False
        """Whether events are suppressed, as during lookahead."""
        self.harms: dict[tuple[Entity, str], None] | None = None
        """The units that took damage, each with a cause, in order; None if no one wants to know."""
        self.reveals: list[tuple[str, ...] | None] = []
        """For each hidden fact revealed, the sides that learned it (None: all). A player can't
        freely undo past a reveal.
        """
        self.writes = 0
        """Number of writes and undos so far. If it is unchanged, so is the state."""
        self._journal: list[tuple[Slot, Component | None]] = []
        self._stamps_before: list[int] = []
        """For each entry of the journal, the stamp of its type of component at that time."""
        self._noted: set[Slot] = set()
        """The slots entered in the journal since the last mark or undo."""
        self._behind: set[Slot] = set()
        """The slots written since esper's world was last brought up to date."""
        self._followers: list[set[Entity]] = []
        self.grid = scene.grid
        """The current map for movement and sight."""
        self.changed_tiles: dict[Cell, str] = {}
        """The current terrain of the tiles that have changed since the start. Don't write to it."""
        self._air: Grid | None = None
        self.agenda = Agenda()
        """The agenda on the root, for reading. Change it with `set_agenda`, `push` and `pop`."""
        self._held: dict[Entity, dict[type[Component], Any]] = {}
        """Each entity's components by type: the contents of the esper world, for reading."""
        self._index = Index(self._held)
        self._world = f"battle {next(_serials)}"
        # esper keeps each world until it is deleted by name. Without this, every view, clone
        # and trial would stay in memory.
        weakref.finalize(self, _forget, self._world)
        self._make_room(ROOT)
        self.put(ROOT, NextId(Entity(ROOT + 1)))
        self.put(ROOT, Agenda())
        self._forget_past()

    # Reading

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the nearest chain at or below the item being processed."""
        heights = [height for height in self.drawn if height <= self.height]
        return self.drawn[max(heights)] if heights else ()

    @property
    def air(self) -> Grid:
        """The current map for flying units."""
        if self._air is None:
            self._air = self.scene.grid_with(tuple(self.changed_tiles.items()), flying=True)
        return self._air

    def tile(self, cell: Cell) -> str:
        """Return the id of a tile's current terrain."""
        return self.changed_tiles.get(cell) or self.scene.level.tile(cell)

    def _lay(self, ground: ChangedTerrain | None) -> None:
        """Set the map to the level's map with these changes of terrain."""
        changes = ground.changed if ground else ()
        self.grid = self.scene.grid_with(changes) if changes else self.scene.grid
        self._air = None
        self.changed_tiles = dict(changes)

    def terrain_at(self, cell: Cell) -> Terrain:
        """Return the current terrain of a tile."""
        return self.scene.level.terrain[self.tile(cell)]

    def get(self, entity: Entity, kind: type[C]) -> C:
        """Return the entity's component of this type. Raise KeyError if it has none."""
        component: C = self._held[entity][kind]
        return component

    def find(self, entity: Entity, kind: type[C]) -> C | None:
        """Return the entity's component of this type, or None if it has none."""
        try:
            return self._held[entity].get(kind)
        except KeyError:  # no such entity: rare, and so cheaper than asking each time
            return None

    def has(self, entity: Entity, kind: type[Component]) -> bool:
        """Return whether the entity has a component of this type."""
        return kind in self._held.get(entity, _NOTHING)

    def answer(
        self, entity: Entity, kind: type[C], question: Callable[[C | None, A], F], argument: A
    ) -> F:
        """Return the answer to a question about the entity's component of this type, or about None.

        This reads only as much of the component as the answer tells; see `TracedWorld`. `question`
        is a function of a module, and reads nothing else.
        """
        return question(self.find(entity, kind), argument)

    def ids(self, kind: type[Component]) -> tuple[Entity, ...]:
        """Return the entities with a component of this type, in order of id."""
        return self._index.members(kind)

    def all(self, kind: type[C]) -> Iterator[tuple[Entity, C]]:
        """Yield each entity with a component of this type, and the component, in order of id."""
        held = self._held
        for entity in self.ids(kind):
            yield entity, held[entity][kind]

    def at(self, kind: type[Placed], cell: Cell) -> tuple[Entity, ...]:
        """Return the entities whose component of this type is on the tile, in order of id."""
        return self._index.at(kind, cell)

    # Writing

    def put(self, entity: Entity, component: Component) -> None:
        """Give the entity this component. It replaces any component of the same type."""
        self._change((entity, type(component)), component)

    def drop(self, entity: Entity, kind: type[Component]) -> None:
        """Remove the component of this type from the entity, if it has one."""
        if self.has(entity, kind):
            self._change((entity, kind), None)

    def _change(self, slot: Slot, new: Component | None) -> None:
        """Write a slot. The first time after a mark, enter the old value in the journal.

        Undo needs only that value, because it goes back to marks.
        """
        if slot not in self._noted:
            self._noted.add(slot)
            self._journal.append((slot, self._held[slot[0]].get(slot[1])))
            self._stamps_before.append(self._stamps[slot[1]])
        self._write(slot, new)

    def _forget_past(self) -> None:
        self._journal.clear()
        self._stamps_before.clear()
        self._noted.clear()

    def spawn(self, *components: Component) -> Entity:
        """Create and return an entity with these components.

        Entities are never deleted; see `strip`.
        """
        entity = self.get(ROOT, NextId).id
        self.put(ROOT, NextId(Entity(entity + 1)))
        self._make_room(entity)
        for component in components:
            self.put(entity, component)
        return entity

    def strip(self, entity: Entity, keep: Iterable[type[Component]] = ()) -> None:
        """Remove all components from the entity except those in `keep`."""
        kept = set(keep)
        for component in self._components(entity):
            if type(component) not in kept:
                self.drop(entity, type(component))

    def _make_room(self, last: int) -> None:
        """Create all entities up to id `last`; esper assigns ids in sequence from 1."""
        self._switch()
        while len(self._held) < last:
            self._held[Entity(esper.create_entity())] = {}

    def _switch(self) -> None:
        """Make this the world that esper writes to."""
        if esper.current_world != self._world:
            esper.switch_world(self._world)

    def _write(self, slot: Slot, new: Component | None) -> None:
        """Write a slot to this world's own tables; None empties it."""
        entity, kind = slot
        held = self._held[entity]
        old = held.get(kind)
        # Skip a slot that hasn't changed, so that cached results that depend on it stay valid.
        if new is old:
            return
        if new is None:
            del held[kind]
            self._index.lost(entity, kind)
        else:
            held[kind] = new
            if old is None:
                self._index.gained(entity, kind)
        self._behind.add(slot)
        if kind not in _PLAIN:
            if kind in _PLACED:
                self._index.moved.add(slot)
            else:
                self._keep_up(slot)
        for noted in self._followers:
            noted.add(entity)
        # The count rises even on undo, so that no two moments share a count.
        self.writes = self._state = self._stamps[kind] = self.writes + 1

    def _catch_up(self) -> None:
        """Write to esper what was written since the last time."""
        self._switch()
        for entity, kind in self._behind:
            component = self._held[entity].get(kind)
            if component is None:
                esper.try_remove_component(entity, kind)
            else:
                esper.add_component(entity, component)
        self._behind.clear()

    def _keep_up(self, slot: Slot) -> None:
        """Update the lookups derived from this type of component, if it has any."""
        entity, kind = slot
        if kind is Agenda:
            self.agenda = self.get(entity, Agenda)
        elif kind is ChangedTerrain:
            self._lay(self.find(entity, ChangedTerrain))
        elif issubclass(kind, Placed):
            _PLACED.add(kind)
            self._index.moved.add(slot)
        else:
            _PLAIN.add(kind)

    # The agenda, and the faces that led to its items

    def draw(self, height: int, faces: tuple[int, ...]) -> None:
        """Add faces drawn by the chain at this height on the agenda."""
        self.drawn = {**self.drawn, height: self.drawn.get(height, ()) + faces}

    def forget_drawn(self, height: int) -> None:
        """Forget the faces of a finished chain at this height on the agenda."""
        if height in self.drawn:
            self.drawn = {at: faces for at, faces in self.drawn.items() if at != height}

    def frames(self) -> tuple[Frame, ...]:
        """Return the agenda's frames; the last one is the top."""
        return self.agenda.frames

    def set_agenda(self, agenda: Agenda) -> None:
        """Write the agenda.

        Use this instead of `put`: the agenda is written more often than anything else.
        """
        # Followers needn't know, because their copies of the root are always renewed anyway.
        if AGENDA not in self._noted:
            self._noted.add(AGENDA)
            self._journal.append((AGENDA, self.agenda))
            self._stamps_before.append(self._stamps[Agenda])
            self._behind.add(AGENDA)
        self._held[ROOT][Agenda] = self.agenda = agenda
        self.writes = self._state = self._stamps[Agenda] = self.writes + 1

    def push(self, *items: AgendaItem) -> None:
        """Push items onto the agenda; the last one given is processed first."""
        if len(items) == 1:
            self.set_agenda(Agenda((*self.agenda.frames, Frame(items[0]))))
        elif items:
            self.set_agenda(Agenda((*self.agenda.frames, *map(Frame, items))))

    def pop(self) -> AgendaItem:
        """Remove the top item from the agenda and return it."""
        frames = self.agenda.frames
        self.set_agenda(Agenda(frames[:-1]))
        return frames[-1].item

    def clear_agenda(self) -> None:
        """Clear the agenda."""
        self.set_agenda(Agenda())

    # Events

    def tell(
        self,
        event: Event,
        seen_by: tuple[str, ...] | None = None,
        instead: Event | None = None,
    ) -> None:
        """Log an event, for all sides or for some only."""
        if not self.quiet:
            self.log.append(LoggedEvent(event, seen_by, instead))

    def reveal(self, to: tuple[str, ...] | None = None) -> None:
        """Record that something hidden was revealed, to all sides or to some only."""
        if not self.quiet:
            self.reveals.append(to)

    @property
    def revealed(self) -> int:
        """The number of hidden facts revealed so far."""
        return len(self.reveals)

    # Undo, changes, hash, clone, save

    def mark(self) -> UndoMark:
        """Return a mark of this moment, for undo."""
        self._noted.clear()
        return UndoMark(len(self._journal), len(self.log), self.drawn, self._state)

    def undo(self, mark: UndoMark) -> None:
        """Undo everything since the mark."""
        # Backwards: if a slot has several entries, the oldest holds its value at this mark.
        kept, told, self.drawn, state = mark
        undone = self._journal[: kept - len(self._journal) - 1 : -1]
        for (slot, old), stamp in zip(undone, reversed(self._stamps_before), strict=False):
            self._write(slot, old)
            self._stamps[slot[1]] = stamp
        del self._journal[kept:], self._stamps_before[kept:], self.log[told:]
        self._noted.clear()
        self._state = state

    def touched(self, mark: UndoMark) -> dict[Slot, Component | None]:
        """Return the slots written since the mark, with their components at the mark."""
        # Backwards: if a slot has several entries, the oldest ends up in the dict.
        journal = self._journal
        return dict(journal[: mark.journal - len(journal) - 1 : -1])

    def _components(self, entity: Entity) -> list[Component]:
        return sorted(self._held[entity].values(), key=lambda component: tag_of(type(component)))

    def dump(self) -> State:
        """Return the whole state in a fixed order: entities by id, components by type name."""
        self._catch_up()
        return [(e, found) for e in self._held if (found := self._components(e))]

    def hash(self) -> str:
        """Return a short fingerprint of the whole state, equal on every machine."""
        return blake2b(encode(self.dump()), digest_size=12).hexdigest()

    def clone(self, hide: Hide | None = None) -> "World":
        """Return an independent world with the same state, all components passed through `hide`.

        The log and the journal are not copied.
        """
        state = self.dump()
        if hide:
            state = [(entity, hide(entity, found)) for entity, found in state]
        other = World(self.scene)
        other._fill(state)
        other.drawn = self.drawn
        return other

    def follow(self) -> set[Entity]:
        """Return a set to which each entity is added when written to, except perhaps the root."""
        written: set[Entity] = set()
        self._followers.append(written)
        return written

    def renew(self, copy: "World", entities: Iterable[Entity], hide: Hide) -> None:
        """Update these entities in a copy of this world, to be as `clone` would create them."""
        for entity in sorted(entities):
            copy._make_room(entity)
            copy._become(entity, hide(entity, self._held[entity].values()))
        # Create even completely hidden entities. Otherwise the next entity created in the copy
        # would get the id of a hidden unit.
        copy._make_room(copy.get(ROOT, NextId).id - 1)
        copy._forget_past()
        copy.drawn = self.drawn

    def _become(self, entity: Entity, components: Iterable[Component]) -> None:
        """Give the entity these components and no others."""
        gone = dict(self._held[entity])
        for component in components:
            old = gone.pop(type(component), None)
            if old is not component and old != component:
                self.put(entity, component)
        for kind in gone:
            self.drop(entity, kind)

    def restore(self, raw: object, codec: Codec) -> None:
        """Fill a new world from the decoded JSON of a `dump`. Raise ValueError if it is damaged."""
        # Read and check everything before writing anything, so that a damaged save can't leave a
        # half-filled world.
        self._fill(read_state(raw, codec, self.scene))

    def _fill(self, state: State) -> None:
        for entity, components in state:
            self._make_room(entity)
            for component in components:
                self.put(entity, component)
        self._make_room(self.get(ROOT, NextId).id - 1)
        self._forget_past()


def _forget(name: str) -> None:
    """Delete the esper world of this name."""
    if esper.current_world == name:
        esper.switch_world("default")
    if name in esper.list_worlds():
        esper.delete_world(name)
