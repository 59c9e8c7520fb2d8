"""The side of the party, and its foes, in a level that is being edited."""

from game.content.drafts.level_edits import title_of
from game.workshop.document.level_reading import LevelReading


def party_of(reading: LevelReading) -> str:
    """Return the side that players win or lose with; "" if the level has no sides."""
    draft = reading.draft
    ids = [side.id for side in draft.sides if side.id] if draft else []
    named = draft.header.party if draft else None
    return named if named in ids and named else next(iter(ids), "")


def foes_of_party(reading: LevelReading) -> str:
    """Return the first side that isn't the party's; the party's if there is no other."""
    draft, party = reading.draft, party_of(reading)
    ids = [side.id for side in draft.sides if side.id] if draft else []
    return next((id for id in ids if id != party), party)


def side_title(reading: LevelReading, id: str) -> str:
    """Return what players call a side; its id if there is no such side."""
    sides = reading.toml.entries("side")
    return next((title_of(one) for one in sides if one.get("id") == id), None) or id
