"""Small positions of the rulebooks, as drawings for the builders of their tests."""

from typing import Any

from game.terms.level import Terrain
from game.terms.level_script import Script

Drawing = tuple[str, dict[str, Any]]
"""The rows of a drawing, and the builder's settings and units."""

BUILDERS: dict[str, str] = {
    "contest": "tests.rules.contest.duel",
    "etiquette": "tests.rules.etiquette.ballroom",
    "action": "tests.rules.action.scene",
    "tag": "tests.books.tag.scene",
    "verdigris": "tests.rules.verdigris.scene",
    "guard": "tests.rules.guard.crawl",
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

ETIQUETTE: dict[str, Drawing] = {
    "threshold": (
        "ab",
        {
            "settings": {"promises": 0, "rounds": 6},
            "a": {"movement": "1", "life": 2},
            "b": {"movement": "1", "life": 2},
        },
    ),
    "parlour": (
        """
        a.^.
        .#.~
        p..b
        """,
        {
            "settings": {"rounds": 12},
            "a": {"movement": "1d3", "life": 5, "hand": ["wax", "dart", "pins", "salve"]},
            "b": {"movement": "3", "life": 5, "hand": ["cloak", "hook", "rope"]},
            "p": {"movement": "1d2", "weapon": "lucky"},
        },
    ),
    "words": (
        "ab..",
        {
            "settings": {"rounds": 8},
            "a": {"movement": "2", "life": 3, "hand": ["wax"]},
            "b": {"movement": "2", "life": 3, "hand": ["cloak", "salve"]},
        },
    ),
    "toys": (
        """
        ap.
        q.r
        .bs
        """,
        {
            "settings": {"promises": 1, "rounds": 8, "nonbelligerent_first": "unless_engaged"},
            "a": {"movement": "2", "life": 3, "hand": ["third", "bomb"]},
            "b": {"movement": "1", "life": 3, "hand": ["glass", "pit"], "weapon": "cruel"},
            "p": {"movement": "1", "life": 2},
            "q": {"movement": "2", "life": 2, "weapon": "lucky"},
        },
    ),
    "three": (
        """
        a.^b
        .~..
        .ct.
        """,
        {
            "settings": {"order": "roll", "initiative": "1d2", "rounds": 10, "patience": 4},
            "a": {"hand": ["wax", "pins", "waltz"], "life": 4, "movement": "1d4"},
            "b": {"hand": ["hook", "glass"], "life": 4, "weapon": "cruel"},
            "c": {"hand": ["cloak", "rope", "salve"], "life": 4, "movement": "2"},
            "t": {"movement": "1d3"},
        },
    ),
    "four": (
        """
        ab.
        p^r
        .cd
        """,
        {
            "settings": {"promises": 0, "sudden_death": 3, "rounds": 10},
            "a": {"life": 2, "hand": ["pins"]},
            "b": {"life": 2, "hand": ["salve"]},
            "c": {"life": 2, "weapon": "lucky"},
            "d": {"life": 2, "hand": ["hook", "dart"]},
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
"""Settings whose checks roll one die, so that all possible rolls can be tried."""

OVERGROWN = {
    ",": ("brambles", Terrain("Brambles", cost=2, hazard="1")),
    ";": ("shallows", Terrain("Shallows", cost=2)),
}
"""Terrain that powers can create."""

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

GUARD: dict[str, Drawing] = {
    "doorway": (
        ".|a|p|.",
        {
            "settings": {"rounds": 6, "talk": False, "sneak": False},
            "a": {"life": 2, "vigor": "d4", "quick": "d4", "weapons": ["stick"]},
            "p": {"number": 2, "defence": 2, "attack": 2},
        },
    ),
    "ambuscade": (
        "c.|ab.|p.|q",
        {
            "settings": {"rounds": 6, "reaction": "1d4", "attacks_to": 1, "hesitates_to": 2,
                         "passes_to": 3, "aside": ["blue.q"]},
            "a": {"life": 3, "items": ["salve", "net"], "quick": "d4"},
            "b": {"life": 3, "abilities": ["sweep", "dare", "swap"], "speech": 1},
            "c": {"life": 3, "items": ["kit"], "abilities": ["slight", "haul"]},
            "p": {"number": 2, "notice": 2, "abilities": ["venom"]},
            "q": {"number": 2, "notice": 1, "fights": "ranged", "targets": "focus"},
        },
    ),
    "gallery": (
        "b.|a.|..|..",
        {
            "settings": {"rounds": 5, "talk": False, "sneak": False, "front_most": 1},
            "a": {"life": 2, "vigor": "d4", "quick": "d4", "weapons": ["stick"]},
            "b": {"life": 2, "quick": "d4", "weapons": ["bow"], "abilities": ["one_down"]},
            "p": {"number": 2, "defence": 2, "attack": 2, "against": "vigor"},
            "q": {"number": 1, "defence": 2, "attack": 1, "fights": "ranged", "damage": "1d2"},
        },
    ),
    "vault": (
        """
        cd|ab..|p|r
        ..|....|q|.
        """,
        {
            "settings": {"rounds": 6, "count": "groups", "rear_more": 1},
            "a": {"life": 4, "vigor": "d4", "weapons": ["axe"], "abilities": ["over"]},
            "b": {"life": 4, "items": ["oil", "pepper"], "abilities": ["strong", "shade"]},
            "c": {"life": 4, "spells": ["spark", "storm", "soothe"], "focus": 5, "mind": "d4"},
            "d": {"life": 4, "spells": ["song", "blast", "doom"], "focus": 4, "items": ["phial"]},
            "p": {"number": 3, "defence": 2, "damage": "1d2", "abilities": ["crowd", "sprouts"]},
            "q": {"number": 2, "fights": "both", "abilities": ["thorns", "cowards"]},
            "r": {"number": 2, "fights": "ranged", "against": "mind", "abilities": ["shields"]},
        },
    ),
}  # fmt: skip

WEAK: dict[str, Any] = {"strength": 1, "agility": 1, "mind": 1, "charisma": 1, "life": 2}
"""Stats whose pools have one die, so that all possible rolls can be tried."""

VERDIGRIS: dict[str, Drawing] = {
    "lane": (
        "a.p",
        {
            "settings": {"rounds": 8, "zones": "nns"},
            "a": {**WEAK, "hero": True, "wounds": 1, "belt": ["dram"]},
            "p": {**WEAK, "weapon": "dirk"},
        },
    ),
    "gate": (
        """
        a.#.
        b.oq
        .p..
        """,
        {
            "settings": {"rounds": 6, "zones": "nnssnnssnnss"},
            "a": {**WEAK, "weapon": "bow", "belt_weapons": ["dirk"], "pack": ["ointment"]},
            "b": {**WEAK, "hero": True, "weapon": "blade", "shield": "targe"},
            "p": {**WEAK, "weapon": "pole", "belt": ["bomb"]},
            "q": {**WEAK, "weapon": "latch"},
        },
    ),
    "riders": (
        """
        a..
        .#.
        b.p
        """,
        {
            "settings": {"rounds": 6, "zones": "nnsnnsnns"},
            "a": {**WEAK, "hero": True, "mount": "nag", "weapon": "blade", "wounds": 1},
            "b": {**WEAK, "weapon": "gun", "mount": "nag", "leads": True, "belt": ["ointment"]},
            "p": {**WEAK, "mount": "charger", "weapon": "dirk", "pack_weapons": ["blade"]},
        },
    ),
    "clinch": (
        "ap.",
        {
            "settings": {"rounds": 40},
            "a": {**WEAK, "weapon": "", "life": 40, "skills": {"brawling": 2}},
            "p": {**WEAK, "weapon": "", "strength": 6, "life": 40},
        },
    ),
    "arrest": (
        """
        ap
        bq
        """,
        {
            "settings": {"rounds": 14, "surprise": "blue", "critical": 1},
            "a": {
                **{**WEAK, "hero": True, "weapon": "", "belt": ["balm", "dram"], "wounds": 0},
                "life": 1,
            },
            "b": {**WEAK, "hero": True, "mind": 2, "weapon": "", "wounds": 1, "strength": 2},
            "p": {**WEAK, "weapon": "", "pack": ["dram"], "strength": 3, "life": 4},
            "q": {**WEAK, "weapon": "", "strength": 2},
        },
    ),
}

DRAWINGS: dict[str, dict[str, Drawing]] = {
    "contest": CONTEST,
    "etiquette": ETIQUETTE,
    "action": ACTION,
    "tag": TAG,
    "verdigris": VERDIGRIS,
    "guard": GUARD,
}
