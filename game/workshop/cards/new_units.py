"""New units that are made while the units that arrive are chosen."""

from game.content.toml_files.positions import Keys
from game.workshop.cards.card_gestures import set_word
from game.workshop.document import units
from game.workshop.document.gesture import Gesture
from game.workshop.document.gesture_chain import GestureChain
from game.workshop.document.level_reading import LevelReading


def with_new_unit(reading: LevelReading, base: Keys, keys: Keys, side: str, kind: str) -> Gesture:
    """Return the gesture that makes a unit without a place and names it in a trigger.

    `keys` lead to a list of units, or to an entry of one, which the new unit replaces.
    """
    path = (*base, *keys)
    list_path = path[:-1] if isinstance(path[-1], int) else path
    found = reading.toml.get(list_path)
    named = [str(id) for id in found] if isinstance(found, list) else []
    id = units.fresh_id(reading, kind)
    chain, made = (
        GestureChain(reading),
        units.add_unit(reading, {"id": id, "side": side, "kind": kind}),
    )
    chain.add(made)
    value = id if list_path != path else [*named, id]
    chain.add(set_word(chain.reading, base, keys, value))
    return chain.whole(made.name)
