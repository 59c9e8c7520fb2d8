"""The icons of weapons, items, powers and other things, and of the commands that use them."""

from collections.abc import Mapping

import msgspec

KINDS = {
    "melee": "melee",
    "ranged": "ranged",
    "thrown": "thrown",
    "armour": "armour",
    "shield": "shield",
    "spell": "spell",
    "ability": "ability",
}
"""Icons of families, by a thing's `kind`."""
TARGETS = {
    "tile": "trap",
    "opponent": "bomb",
    "foe": "bomb",
    "group": "bomb",
    "rank": "bomb",
    "foes": "bomb",
}
"""Icons of families of items, by an item's `target`; all others are drunk or put on."""
TABLES = {
    "arms": "melee",
    "armour": "armour",
    "powers": "ability",
    "spells": "spell",
    "abilities": "ability",
    "items": "bottle",
    "talents": "star",
    "classes": "group",
    "injuries": "heart",
    "mounts": "get_up",
}
"""Icons of families, by table."""
PLAIN = "star"
"""The icon of a thing without a family."""


class CommandSign(msgspec.Struct, frozen=True):
    """The images on a command's button: the icon of a thing, and a small mark beside it."""

    icons: tuple[str, ...] = ()
    """Names for the icon, the best first: of the thing, or of another detail of the command."""
    marks: tuple[str, ...] = ()
    """Names for the mark, the best first: other details of the command, and its verb. Empty if the
    command is the usual use of the thing.
    """


def family_icon(table: str, thing: object) -> str:
    """Return the icon of the family of a thing in a table of gear."""
    kind = KINDS.get(str(getattr(thing, "kind", "")))
    if kind is None and table == "items":
        kind = TARGETS.get(str(getattr(thing, "target", "")))
    return kind or TABLES.get(table, PLAIN)


def icons_of(table: str, thing: object) -> tuple[str, ...]:
    """Return names for the icon of a thing: the name in the data, then that of its family."""
    own = str(getattr(thing, "icon", ""))
    return (*((own,) if own else ()), family_icon(table, thing))


def icons_in(gear: Mapping[str, Mapping[str, object]], id: str) -> tuple[str, ...]:
    """Return names for the icon of an entry in a book's tables of gear; none if it isn't there."""
    found = (icons_of(table, things[id]) for table, things in gear.items() if id in things)
    return next(found, ())
