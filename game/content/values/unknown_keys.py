"""The probable meaning of unknown keys: synonyms, and keys of other tables."""

from collections.abc import Collection, Mapping

from game.content.toml_files.finding_texts import Words, because, quoted
from game.content.toml_files.positions import Keys

_MEANT = {
    "life": "hp hitpoints hit_points health hits lives hearts",
    "number": "amount quantity size heads",
    "title": "name label caption",
    "about": "description desc info note notes",
    "intro": "story prologue introduction description about",
    "at": "position pos place location coordinates xy x y start",
    "side": "team faction player owner",
    "kind": "type class species monster creature",
    "hand": "inventory items item bag",
    "items": "inventory hand bag belt pack",
    "belt": "inventory items hand bag",
    "armour": "ac mail protection",
    "movement": "speed move moves walk",
    "speed": "movement move moves walk",
    "calling": "class profession job",
    "mount": "horse steed ride",
    "hides": "hidden sneaks sneaking ambush",
    "control": "ai computer brain player",
    "behaviour": "ai mode tactics",
    "hold": "stay still wait stand",
    "hunt": "attack seek target prey",
    "guard": "defend protect post area keep",
    "chase": "pursue follow sortie leash leave range",
    "patrol": "route walk path round rounds areas",
    "lead": "captain leader leads leadership command rally together",
    "flee": "coward run retreat escape",
    "rounds": "turns limit time max_turns turn_limit",
    "unit": "character characters figure piece hero who target",
    "trigger": "event events script",
    "lesson": "tutorial tip hint help",
    "objective": "goal goals mission aim quest victory",
    "expect": "test tests check",
    "text": "story messages texts",
    "reinforcement": "spawn arrive arrival bring summon",
    "message": "text tell show print",
    "say": "speak speech talk dialogue",
    "choice": "ask decision prompt menu",
    "question": "message text prompt",
    "answers": "options choices replies",
    "set": "flag set_flag variable",
    "add": "count increment counter score",
    "give": "grant gift item",
    "take": "remove steal",
    "move": "teleport transport warp",
    "join": "convert recruit turn turncoat defect",
    "sees": "see saw sight spots spotted notices",
    "carries": "has holds item inventory",
    "wounded": "hurt bloodied injured",
    "flag": "variable switch state",
    "counter": "score points",
    "chosen": "chose answered answer",
    "round_end": "end_of_round last_round",
    "win": "victory won",
    "lose": "defeat lost",
    "won": "win victory",
    "lost": "lose defeat",
    "draw": "tie",
    "area": "zone region where room place at",
    "rect": "rectangle box",
    "tiles": "cells at",
    "grid": "rows map layout",
    "legend": "key keys symbols letters",
    "at_most": "max maximum below under",
    "at_least": "min minimum above over",
    "least": "min minimum at_least",
    "most": "max maximum at_most",
    "games": "battles runs number",
}
"""Words that authors may use instead of each key."""


def meant(word: str, allowed: Collection[str]) -> str | None:
    """Return the key that an unknown word stands for, or None."""
    found = word.lower()
    return next((k for k in allowed if k in _MEANT and found in _MEANT[k].split()), None)


_OF = {
    "[[side]]": ("control", "colour", "shape", "heroes"),
    "[[unit]]": ("kind", "at", "behaviour"),
    "[[objective]]": ("reach", "defeat", "survive", "hold", "protect", "optional"),
    "[[trigger]]": ("when", "do", "once"),
    "[[lesson]]": ("message",),
    "[text]": ("intro", "won", "lost", "draw"),
    "[map]": ("grid", "zones", "zone_names"),
}
HOMES: Mapping[str, str] = {
    "legend": "[map.legend]",
    **{key: table for table, keys in _OF.items() for key in keys},
}
"""The tables where a level's keys belong, for keys that authors may put elsewhere."""


def home_of(homes: Mapping[str, str], key: str) -> Words:
    """Return the words for a key in the table where it belongs."""
    table = Words(homes[key])
    if f".{key}]" in table:
        return table
    return because("key-in", key=Words(quoted(key)), inside=table)


_DEFINED = {
    **dict.fromkeys(("kind", "kinds", "bestiary", "creature", "creatures"), "bestiary"),
    **dict.fromkeys(("weapon", "weapons"), "arms"),
    **dict.fromkeys(("shield", "shields"), "armour"),
    **{"power": "powers", "spell": "powers", "item": "items", "condition": "conditions"},
}


def file_of(word: str, files: Collection[str]) -> str | None:
    """Return the data file for the things that a level tries to define under a key, or None."""
    file = _DEFINED.get(word, word)
    return file if file in ("bestiary", "terrain", *files) else None


def where_listed(keys: Keys, own: str) -> Words:
    """Return a hint at the file that lists a table's keys, if they are too many to quote."""
    if keys == (own,):
        return because("listed-in-settings", own=Words(own))
    if keys[:1] == ("unit",) and own:
        return because("listed-in-bestiary", own=Words(own))
    return because("listed-in-guide")
