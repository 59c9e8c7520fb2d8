"""Objects on the tiles of areas: whether units can interact with or break them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import inspect

from game.content.drafts.level_draft import LevelDraft
from game.content.toml_files.finding_texts import Words, because
from game.core.cells import Cell


class Things:
    """The objects that are on the tiles of a level's areas, or may be there later."""

    def __init__(self, draft: LevelDraft) -> None:
        self.draft = draft
        self._opening = self._opened()
        own = set(names_in(draft.settings, "area"))
        self._own = frozenset(cell for area in own for cell in draft.areas.get(area, ()))
        """Tiles on which the book itself allows interactions, whatever the terrain."""

    def never_handled(self, area: str) -> Iterator[Words]:
        """Yield why no unit can interact with anything in an area; nothing if one can."""
        if not self.draft.handles:
            yield because("no-interacting")
        elif self._own.isdisjoint(self.draft.areas.get(area, ())):
            kinds = self._kinds(area)
            if kinds and not any(self.draft.terrain[id].becomes for id in kinds):
                yield because("nothing-to-interact", area=area)

    def never_broken(self, area: str) -> Iterator[Words]:
        """Yield why no unit can break anything in an area; nothing if one can."""
        if not self.draft.handles:
            yield because("no-breaking")
            return
        kinds = self._kinds(area)
        if kinds and not any(self.draft.terrain[id].life for id in kinds):
            yield because("nothing-to-break", area=area)

    def _kinds(self, area: str) -> set[str]:
        """Return the terrains that an area has, or can get by triggers, interaction or damage."""
        tiles = set(self.draft.areas.get(area, ()))
        kinds = {id for cell in tiles if (id := self.draft.terrain_id(cell))}
        kinds |= {id for other, id in self._opening if not tiles.isdisjoint(other)}
        waiting = [id for id in kinds if id in self.draft.terrain]
        while waiting:
            kind = self.draft.terrain[waiting.pop()]
            new = {id for id in (kind.becomes, kind.wreck) if id and id not in kinds}
            waiting += new
            kinds |= new
        return kinds & self.draft.terrain.keys()

    def _opened(self) -> list[tuple[Iterable[Cell], str]]:
        """Return the terrain that triggers open, with its tiles."""
        deeds = (deed for t in self.draft.plot.triggers if t.value for deed in t.value.do)
        changes = [deed.open for deed in deeds if deed.open]
        return [(self.draft.areas.get(change.area, ()), change.terrain) for change in changes]


def names_in(value: object, table: str | None = None) -> Iterator[str]:
    """Return all names of data entries in a value, or only names from one table."""
    return _named(value, inspect.type_info(type(value)), table) if value is not None else iter(())


def _named(value: Any, info: inspect.Type, table: str | None) -> Iterator[str]:
    match info, value:
        case _, None:
            return
        case inspect.Metadata(type=inner, extra=extra), _:
            if extra and "ref" in extra:
                yield from [value] if table in (None, extra["ref"]) else ()
            else:
                yield from _named(value, inner, table)
        case inspect.UnionType(types=types), _:
            for kind in types:
                if not isinstance(kind, inspect.NoneType):
                    yield from _named(value, kind, table)
        case inspect.StructType(fields=fields), _:
            for one in fields:
                yield from _named(getattr(value, one.name), one.type, table)
        case inspect.VarTupleType(item_type=item), tuple():
            for entry in value:
                yield from _named(entry, item, table)
        case inspect.DictType(), Mapping():
            for key, entry in value.items():
                yield from _named(key, info.key_type, table)
                yield from _named(entry, info.value_type, table)
