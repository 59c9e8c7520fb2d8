"""Turn a draft without errors into a level for books, with full ids and all defaults."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, inspect

from game.content.drafts.level_draft import UNZONED, LevelDraft, TableEntry, UnitDraft
from game.content.drafts.level_edits import called
from game.content.toml_files.texts_in_tables import texts_in
from game.content.values.book_data import BookData, BookLike
from game.content.values.type_fit import info_of
from game.terms.level import Level, Side, Unit
from game.terms.level_script import Deploy, Script, Story, Trigger
from game.terms.rosters import Offer, Offered, Roster
from game.terms.script.behaviours import Behaviour
from game.terms.script.effects import Do
from game.terms.script.names import FileTable

T = TypeVar("T")
F = TypeVar("F", bound=FileTable)
_AS_IT_LIKES = Behaviour()
Ids = dict[str, str]
"""The full ids of units by their ids in the file: `red.ann` for `ann`."""


def resolved(draft: LevelDraft, id: str, book: BookLike, data: BookData) -> Level:
    """Return the level of a draft without errors."""
    header = draft.header
    assert header.title is not None
    legend = {letter: entry.terrain for letter, entry in (draft.legend or {}).items() if entry}
    sides = tuple(msgspec.convert(side.fields, Side) for side in draft.sides)
    ids = {str(unit.id): f"{unit.side}.{unit.id}" for unit in draft.units}
    return Level(
        id=id,
        title=header.title,
        rulebook=book.id,
        width=draft.width,
        height=draft.height,
        tiles="".join(draft.rows or ()),
        legend=legend,
        terrain=data.terrain,
        sides=sides,
        units=tuple(_unit(draft, unit, ids) for unit in draft.units),
        settings=with_full_ids(draft.settings, ids),
        gear=data.gear,
        rounds=header.rounds or book.round_limit,
        rounds_winner=header.rounds_winner,
        zones=_zones(draft),
        zone_names=draft.zone_names,
        script=_script(draft, ids, data),
        party=header.party or sides[0].id,
        text=draft.source.text,
        offers=_offers(draft, ids, data),
        pieces=_pieces(draft, data),
        ground_images=_ground_images(draft, data),
    )


def _pieces(draft: LevelDraft, data: BookData) -> dict[str, str]:
    """Return the images of the kinds that the level may show and that aren't the game's own."""
    if not data.pieces:
        return {}
    kinds = {unit.kind for unit in draft.units}
    for entry in draft.plot.rosters:
        kinds.update(draft.choosable(entry.value) if entry.value is not None else ())
    return {kind: svg for kind, svg in data.pieces.items() if kind in kinds}


def _ground_images(draft: LevelDraft, data: BookData) -> dict[str, str]:
    """Return the images of the grounds that the level may show and that aren't the game's own."""
    if not data.ground_images:
        return {}
    named = set(texts_in(draft.source.tables)) & data.terrain.keys()
    seen: set[str] = set()
    while named - seen:
        seen |= named
        made = (to for id in seen for to in (data.terrain[id].becomes, data.terrain[id].wreck))
        named = seen | {to for to in made if to is not None}
    return {id: svg for id, svg in data.ground_images.items() if id in seen}


def _unit(draft: LevelDraft, unit: UnitDraft, ids: Ids) -> Unit:
    assert unit.id is not None
    assert unit.side is not None
    assert unit.kind is not None
    at = unit.at
    if at is None and unit.id in draft.placed:
        at = draft.placed[unit.id][0][1]
    return Unit(
        id=ids[unit.id],
        side=unit.side,
        kind=unit.kind,
        title=unit.title or called(unit.id),
        at=at,
        stats=with_full_ids(unit.stats, ids),
        behaviour=unit.behaviour or _AS_IT_LIKES,
        look=unit.look or UNSET,
    )


def _zones(draft: LevelDraft) -> tuple[str, ...]:
    if draft.zone_rows is None:
        return ()
    return tuple("" if letter in UNZONED else letter for letter in "".join(draft.zone_rows))


def _script(draft: LevelDraft, ids: Ids, data: BookData) -> Script:
    plot = draft.plot
    return Script(
        areas=dict(draft.areas),
        deploy=tuple(_deploy(draft, entry, ids) for entry in plot.deploys),
        objectives=_all(plot.objectives, ids),
        triggers=tuple(_with_speakers(one, data) for one in _all(plot.triggers, ids)),
        lessons=_all(plot.lessons, ids),
        expects=_all(plot.expects, ids),
        story=plot.story or Story(),
    )


def _with_speakers(trigger: Trigger, data: BookData) -> Trigger:
    """Return a trigger in which every kind that speaks has a title."""
    deeds = tuple(_with_speaker(deed, data) for deed in trigger.do)
    return trigger if deeds == trigger.do else msgspec.structs.replace(trigger, do=deeds)


def _with_speaker(deed: Do, data: BookData) -> Do:
    speaker = deed.say or deed.choice
    if speaker is None or speaker.kind is None or speaker.title is not None:
        return deed
    named = msgspec.structs.replace(speaker, title=str(data.kinds[speaker.kind]["title"]))
    return msgspec.structs.replace(deed, **{"say" if deed.say else "choice": named})


def _deploy(draft: LevelDraft, entry: TableEntry[Deploy], ids: Ids) -> Deploy:
    assert entry.value is not None
    units = tuple(ids[unit] for unit in draft.deployed(entry.value))
    return msgspec.structs.replace(entry.value, units=units)


def _offers(draft: LevelDraft, ids: Ids, data: BookData) -> tuple[Offer, ...]:
    rosters = (entry.value for entry in draft.plot.rosters if entry.value is not None)
    return tuple(_offer(draft, roster, ids, data) for roster in rosters)


def _offer(draft: LevelDraft, roster: Roster, ids: Ids, data: BookData) -> Offer:
    units, lead = draft.rostered(roster), tuple(dict.fromkeys(roster.lead or ()))
    return Offer(
        roster.side,
        tuple(ids[unit] for unit in units),
        tuple(str(draft.distinct[unit].kind) for unit in units),
        {
            kind: Offered(str(data.kinds[kind]["title"]), data.prices.get(kind, 0))
            for kind in (*lead, *draft.choosable(roster))
        },
        lead,
        roster.points,
        roster.least,
        draft.most(roster),
        roster.once,
        draft.spots.get(roster.side, ()),
        roster.keeps,
    )


def _all(entries: tuple[TableEntry[F], ...], ids: Ids) -> tuple[F, ...]:
    return tuple(with_full_ids(entry.value, ids) for entry in entries if entry.value is not None)


def with_full_ids(value: T, ids: Ids) -> T:
    """Return a decoded value with its unit names replaced by full ids, at any depth."""
    kind: Any = type(value)
    info = _naming_units(kind)
    found: T = value if info is None else _renamed(value, info, ids)
    return found


def units_in(value: object) -> tuple[str, ...]:
    """Return the ids of all units that a decoded value names, at any depth."""
    met = _Met()
    kind: Any = type(value)
    info = _naming_units(kind)
    if info is not None:
        _renamed(value, info, met)
    return tuple(met)


class _Met(Ids):
    """A mapping that returns every id unchanged, and records the ids requested."""

    def __missing__(self, id: str) -> str:
        self[id] = id
        return id


@lru_cache(maxsize=256)
def _naming_units(kind: Hashable) -> inspect.Type | None:
    """Return a type's description if it can contain the name of a unit, else None."""
    info = info_of(kind)
    return info if _has_unit(info) else None


def _has_unit(info: inspect.Type) -> bool:
    match info:
        case inspect.Metadata(type=inner):
            return _is_unit(info) or _has_unit(inner)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            return any(map(_has_unit, types))
        case inspect.VarTupleType(item_type=item):
            return _has_unit(item)
        case inspect.DictType():
            return _has_unit(info.key_type) or _has_unit(info.value_type)
        case inspect.StructType(fields=fields):
            return any(_has_unit(field.type) for field in fields)
    return False


def _is_unit(info: inspect.Metadata) -> bool:
    return (info.extra or {}).get("ref") == "unit"


def _renamed(value: Any, info: inspect.Type, ids: Ids) -> Any:
    if value is None:
        return None
    match info:
        case inspect.Metadata(type=inner):
            return ids[value] if _is_unit(info) else _renamed(value, inner, ids)
        case inspect.UnionType(types=types):
            kinds = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
            if len(kinds) == 1:
                return _renamed(value, kinds[0], ids)
        case inspect.VarTupleType(item_type=item):
            return tuple(_renamed(one, item, ids) for one in value)
        case inspect.TupleType(item_types=several):
            return tuple(_renamed(v, t, ids) for v, t in zip(value, several, strict=True))
        case inspect.DictType(key_type=key, value_type=item):
            return {_renamed(k, key, ids): _renamed(v, item, ids) for k, v in value.items()}
        case inspect.StructType(fields=fields):
            return _replaced(value, fields, ids)
    return value


def _replaced(value: Any, fields: tuple[inspect.Field, ...], ids: Ids) -> Any:
    old = {field.name: getattr(value, field.name) for field in fields}
    new = {field.name: _renamed(old[field.name], field.type, ids) for field in fields}
    changed = {name: new[name] for name in new if new[name] is not old[name]}
    return msgspec.structs.replace(value, **changed) if changed else value
