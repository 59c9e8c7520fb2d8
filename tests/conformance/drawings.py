"""Small positions of the books, as drawings for the builders of their tests."""

from typing import Any

from game.terms.level import Terrain
from game.terms.script import Script

Drawing = tuple[str, dict[str, Any]]
"""The rows, and the settings and units that the builder takes."""

BUILDERS: dict[str, str] = {
    "contest": "tests.rules.contest.duel",
    "action": "tests.rules.action.scene",
    "tag": "tests.books.tag.scene",
}

CONTEST: dict[str, Drawing] = {
    "corridor": ("a.b", {"a": {"movement": "2"}, "b": {"movement": "1"}}),
    "closet": ("ab", {"a": {"movement": "1d3", "life": 4}, "b": {"movement": "1d3", "life": 4}}),
    "yard": (
        """
        a.^.
        .#.~
        ...b
        """,
        {
            "a": {"movement": "1d3", "hand": ["squib", "jaws", "bandage", "whetstone"]},
            "b": {"movement": "3", "hand": ["hook", "tripwire", "tonic"], "armour": 1},
        },
    ),
    "pockets": (
        """
        a.
        .b
        """,
        {
            "a": {"hand": ["hook", "adder", "acid", "flour"], "weapon": "club"},
            "b": {"hand": ["pepper", "throwing_knife", "hook"], "weapon": "needle"},
        },
    ),
    "three": (
        """
        a.^b
        .~..
        .c..
        """,
        {
            "a": {"hand": ["squib", "jaws", "cordial"], "movement": "1d4"},
            "b": {"hand": ["hook", "adder", "stinkpot"], "weapon": "halberd"},
            "c": {"hand": ["flour", "tripwire", "tonic"], "movement": "1d6"},
        },
    ),
    "six": (
        """
        ab.
        c.d
        .ef
        """,
        {
            "settings": {"order": "roll", "initiative": "1d2", "sudden_death": 4},
            "a": {"life": 3, "hand": ["caltrops"]},
            "b": {"life": 3, "hand": ["padding"]},
            "c": {"life": 3, "weapon": "mallet"},
            "d": {"life": 3, "hand": ["hobnails", "squib"]},
            "e": {"life": 3, "hand": ["hook"]},
            "f": {"life": 3, "hand": ["jaws"]},
        },
    ),
}

TAG: dict[str, Drawing] = {
    "lane": ("a..p", {"a": {"den": [1, 0]}, "p": {"den": [3, 0], "life": 1}}),
    "square": (
        """
        ab.
        .#~
        .pq
        """,
        {
            "settings": {"rounds": 12},
            "a": {"den": [0, 2], "shoes": "boots"},
            "b": {"life": 1, "quick": 5},
            "p": {"den": [2, 0], "quick": 4},
            "q": {"life": 1, "den": [2, 2]},
        },
    ),
}

ONE_DIE: dict[str, Any] = {
    "check": "1d6",
    "advantage": "2d6kh1",
    "disadvantage": "2d6kl1",
    "passive": 3,
    "difficulty": 3,
    "dying_check": "1d6",
    "dying_needed": 4,
    "concentration_least": 3,
}
"""Checks of one die, so that all the ways the dice can fall are few enough to play."""

OVERGROWN = {
    ",": ("brambles", Terrain("Brambles", cost=2, hazard="1")),
    ";": ("shallows", Terrain("Shallows", cost=2)),
}
"""What powers may make of the ground."""

ACTION: dict[str, Drawing] = {
    "clash": (
        """
        a..
        .#p
        """,
        {
            "settings": {"rounds": 10},
            "a": {"life": 5, "weapons": ["dirk", "crossbow"], "speed": 10},
            "p": {"life": 5, "weapons": ["buckler"], "powers": ["sidestep"], "speed": 10},
        },
    ),
    "ambush": (
        """
        a..o
        .=..
        *.+p
        """,
        {
            "settings": {**ONE_DIE, "rounds": 10},
            "a": {
                **{"life": 4, "rating": 3, "weapons": ["knife", "crossbow"], "hides": True},
                **{"skills": {"stealth": 1}, "powers": ["vanish"]},
            },
            "p": {"life": 5, "rating": 3, "weapons": ["pike"], "powers": ["keen_eye"]},
        },
    ),
    "gauntlet": (
        """
        .p.q
        a^..
        .b.x
        """,
        {
            "settings": {**ONE_DIE, "rounds": 8},
            "a": {"life": 5, "rating": 3, "weapons": ["pike"], "speed": 20},
            "b": {"life": 4, "rating": 3, "weapons": ["maul"], "powers": ["turning_hand"]},
            "p": {"life": 4, "rating": 3, "weapons": ["pike"]},
            "q": {"life": 4, "rating": 4, "weapons": ["buckler"], "items": ["bell"]},
            "x": {"life": 5, "rating": 3, "weapons": ["whip", "bow"]},
        },
    ),
    "casters": (
        """
        a.^.
        ..#p
        """,
        {
            "settings": {**ONE_DIE, "rounds": 8, "more": OVERGROWN},
            "a": {
                **{"life": 5, "rating": 3, "focus": 6, "speed": 10, "items": ["fire_flask"]},
                "powers": ["furnace_breath", "blink", "blur", "leech", "lantern_burst"],
            },
            "p": {
                **{"life": 5, "rating": 3, "focus": 6, "speed": 10, "items": ["bottled_door"]},
                "powers": ["hex", "fade", "bramble_ring", "undertow", "second_wind", "whirl"],
            },
        },
    ),
    "beast": (
        """
        a..n.
        ..#%p
        _....
        """,
        {
            "settings": {**ONE_DIE, "rounds": 8},
            "a": {"life": 9, "rating": 3, "size": "large", "attacks": 2, "powers": ["stomp"]},
            "p": {
                **{"life": 6, "rating": 4, "size": "small", "fly": 30, "weapons": ["dirk"]},
                "powers": ["shield_shove", "howl"],
            },
        },
    ),
    "heroes": (
        """
        ab.
        ..p
        """,
        {
            "settings": {**ONE_DIE, "rounds": 12},
            "a": {"life": 2, "rating": 3, "hero": True, "items": ["red_draught"], "speed": 10},
            "b": {
                **{"life": 3, "rating": 3, "hero": True, "begins": "prone", "focus": 4},
                **{"powers": ["patch_up", "kind_word"], "items": ["surgeons_roll"], "speed": 10},
            },
            "p": {"life": 5, "rating": 3, "weapons": ["torch"], "speed": 10},
        },
    ),
    "ships": (
        """
        a.__p
        !..._
        """,
        {
            "settings": {
                **{
                    **ONE_DIE,
                    "rounds": 8,
                    "more": OVERGROWN,
                    "zones": True,
                    "zone_map": "nne.snne.s",
                },
                "links": [
                    {"zones": ["n", "s"], "closed": True, "opened_by": "lever"},
                    {"zones": ["e", "s"], "turns": 2},
                ],
                "script": Script(areas={"lever": ((0, 1),)}),
            },
            "a": {"life": 5, "rating": 3, "weapons": ["knife"], "powers": ["call_river"]},
            "p": {"life": 5, "rating": 3, "weapons": ["bow", "blade"], "on": "."},
        },
    ),
    "twins": (
        """
        ap.
        bq.
        """,
        {
            "settings": {**ONE_DIE, "rounds": 8, "ties": ["controller"]},
            "a": {"life": 3, "rating": 3, "speed": 10},
            "b": {"life": 3, "rating": 3, "speed": 10, "weapons": ["lance"]},
            "p": {"life": 3, "rating": 3, "speed": 10, "kind": "twin"},
            "q": {"life": 3, "rating": 3, "speed": 10, "kind": "twin"},
        },
    ),
}

DRAWINGS: dict[str, dict[str, Drawing]] = {
    "contest": CONTEST,
    "action": ACTION,
    "tag": TAG,
}
