"""The state of units after a battle, and the part of it that lasts into the next."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import FieldInfo

from game.components.script_progress import Progress
from game.components.unit import Dead, Down
from game.content.pack_data import level_data
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.values.book_data import BookData
from game.engine.book import Book, HeroStanding
from game.engine.book import Gain as Gain
from game.play.play_sentences import failure
from game.play.table import Table
from game.record.failure import Failure
from game.record.stored_level import flaws_of
from game.terms.level_script import Objective
from game.world.unit_names import round_of, side_of

Books = Mapping[str, Book]


class Fared(msgspec.Struct, frozen=True):
    """The state of one unit after a battle."""

    id: str
    """The unit's id with its side: `red.ann`."""
    is_dead: bool
    """Whether the unit is dead for good."""
    is_down: bool
    keys: dict[str, object]
    """Lasting differences from the unit's kind, as keys of a unit's table; none for a dead unit."""


def fared(table: Table, side: str) -> tuple[Fared, ...]:
    """Return the current state of each unit of a side, in the order of the level."""
    world, book = table.battle.world, table.battle.book
    found = []
    for unit in table.battle.units():
        if side_of(world, unit) != side:
            continue
        is_out = world.has(unit, Dead)
        is_dead = is_out and book.deadly
        is_down = not is_dead and (is_out or world.has(unit, Down))
        keys = {} if is_dead else book.aftermath(world, unit)
        found.append(Fared(table.battle.id_of(unit), is_dead, is_down, keys))
    return tuple(found)


class BattleCourse(msgspec.Struct, frozen=True):
    """The course of a battle, as a journey records it."""

    rounds: int = 0
    goals: tuple[str, ...] = ()
    """Ids of the side's optional objectives that were completed."""
    rerolls: int = 0
    """Number of rerolls used."""
    has_intents: bool = False
    """Whether the side was shown what its foes would do."""


def course_of(table: Table, side: str) -> BattleCourse:
    """Return the course of a battle for a side.

    Someone to protect counts as an objective completed if they live at the end.
    """
    world = table.battle.world
    done = world.find(world.root, Progress) or Progress()
    goals = tuple(
        aim.id
        for aim in world.scene.level.script.objectives
        if aim.side == side and aim.optional and _is_done(aim, done)
    )
    record = table.record
    return BattleCourse(round_of(world), goals, record.rerolled, record.intents > 0)


def _is_done(aim: Objective, done: Progress) -> bool:
    return aim.id in done.reached or (aim.protect is not None and aim.id not in done.failed)


def winner(table: Table) -> str | None:
    """Return the side that has won, "" for a draw, or None while the battle lasts."""
    outcome = table.battle.outcome
    return None if outcome is None else outcome.winner or ""


def rested(
    book: Book, came: Mapping[str, object], since: Mapping[str, object]
) -> dict[str, object]:
    """Return a unit's differences from its kind after a long rest.

    `came` are the keys that the unit had before the battle, `since` the keys that the battle
    changed. Leave out conditions that end, and set keys that recover to their defaults.
    """
    left = book.rested({**came, **since})
    usual = {field.encode_name: field for field in msgspec.structs.fields(book.schema.unit)}
    healed = {key: _unsaid(usual[key]) for key in came if key not in left}
    return {key: left[key] for key in since if key in left} | healed


def _unsaid(field: FieldInfo) -> Any:
    """Return the default value of a key in a unit's table."""
    has_maker = field.default_factory is not msgspec.NODEFAULT
    return field.default_factory() if has_maker else field.default


def standing_of_kind(
    book: Book, kind: str, keys: Mapping[str, object], root: Path | None = None
) -> HeroStanding:
    """Return the standing of a unit of a kind, changed by `keys`.

    Raise Failure if they don't fit.
    """
    stats = stats_of_kind(book, kind, keys, root)
    standing, innate = book.standing(stats), book.innate(stats, _data(book, root).gear)
    return msgspec.structs.replace(standing, powers=(*standing.powers, *innate))


def stats_of_kind(
    book: Book, kind: str, keys: Mapping[str, object], root: Path | None = None
) -> object:
    """Return the stats of a unit of a kind, changed by `keys`. Raise Failure if they don't fit.

    `root` is the folder of the books' data (default: the game's).
    """
    try:
        return _stats(book, kind, keys, root)
    except msgspec.ValidationError as fault:
        raise failure("units", "cannot_be", kind=kind, why=str(fault)) from fault


def misfit(book: Book, kind: str, keys: Mapping[str, object], root: Path | None = None) -> str:
    """Return why `keys` don't fit a unit of a kind, or "" if they do."""
    try:
        stats = _stats(book, kind, keys, root)
    except msgspec.ValidationError as fault:
        return str(fault)
    return next(flaws_of(stats, book, _data(book).gear), "")


def _stats(book: Book, kind: str, keys: Mapping[str, object], root: Path | None = None) -> Any:
    """Return the stats of a unit of a kind, changed by `keys`.

    Raise ValidationError if they don't fit, and Failure if there is no such kind.
    """
    kinds = _data(book, root).kinds
    if kind not in kinds:
        raise failure("units", "no_kind", book=book.id, kind=kind)
    return msgspec.convert({**kinds[kind], **keys}, book.schema.unit)


def _data(book: Book, root: Path | None = None) -> BookData:
    """Return the book's data, read again if a file has changed.

    Raise Failure if it has errors.
    """
    try:
        return level_data(book, root or levels_root())
    except LevelError as fault:
        raise Failure(str(fault)) from fault


def things(book: Book) -> Mapping[str, object]:
    """Return the book's consumable items by id; each has a title."""
    return _data(book).gear.get(book.schema.usable, {})


def is_gear(book: Book, id: str) -> bool:
    """Return whether a book has gear with an id: a weapon, a power, an item."""
    return any(id in table for table in _data(book).gear.values())


def title_of(book: Book, id: str, root: Path | None = None) -> str:
    """Return the title of a kind, thing or power; its id if it has none."""
    title: str = getattr(_told(book, id, root), "title", id)
    return title


def _told(book: Book, id: str, root: Path | None) -> Any:
    data = _data(book, root)
    tables = (data.figures, *data.gear.values())
    return next((table[id] for table in tables if id in table), None)
