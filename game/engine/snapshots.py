"""Snapshots: write the whole state of a battle as JSON, read it, and bring it up to date."""

import json

import msgspec

from game.engine.book import Book
from game.terms.agenda import (
    Agenda,
    BattleEnd,
    Branch,
    Concession,
    Decision,
    DrawAsk,
    Elsewhere,
    Finish,
    Frame,
)
from game.terms.records import Codec, encode
from game.world import World
from game.world.battlefield import Battlefield
from game.world.saved_state import NextId

ENGINE_RECORDS = (
    *(Agenda, Frame, NextId, BattleEnd, Finish, Concession),
    *(Decision, Branch, DrawAsk, Elsewhere),
)
"""Records that any state can contain, whatever the book."""


def snapshot_of(world: World) -> bytes:
    """Return the whole state as JSON, for `world_of`."""
    # Faces drawn by unfinished chains aren't part of the state, but later events show them.
    return encode({"state": world.dump(), "faces": sorted(world.drawn.items())})


def world_of(snapshot: bytes, scene: Battlefield, book: Book) -> World:
    """Return the world of a snapshot. Raise ValueError if any part of it is damaged."""
    raw = json.loads(snapshot)
    if not isinstance(raw, dict) or not {"state", "faces"} <= raw.keys():
        raise ValueError("a snapshot needs `state` and `faces`")
    world = World(scene)
    world.restore(raw["state"], Codec((*ENGINE_RECORDS, *book.records)))
    world.drawn = _drawn(raw["faces"])
    return world


def renewed(book: Book, snapshot: bytes) -> bytes:
    """Return a snapshot made under older readings of a book, converted to the current ones."""
    raw = json.loads(snapshot)
    entities = raw.get("state", ()) if isinstance(raw, dict) else ()
    for pair in entities:
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], list):
            pair[1] = [book.renew(one) if isinstance(one, dict) else one for one in pair[1]]
    return json.dumps(raw).encode()


def _drawn(raw: object) -> dict[int, tuple[int, ...]]:
    """Return the faces in a snapshot: pairs of a height on the agenda and the faces drawn there."""
    try:
        return dict(msgspec.convert(raw, tuple[tuple[int, tuple[int, ...]], ...]))
    except msgspec.ValidationError as fault:
        raise ValueError("`faces` must be a list of heights, each with its faces") from fault
