"""Edits of the road with choices, with the finding that each must lead to."""

FREE = '[[stop.choice]]\nid = "free"\ntitle = "x"\nabout = "x"\nrest = true\n'
BACK = 'to = "gate"\n'
RANKED = 'choice = [{ id = "old", title = "x", about = "x", rank = 1, finds = ["chalk"] }]'
ENDS = "option-never", "the road ends there"
CHOICE_FAULTS = [
    ("trait = { speed = 5 }", "trait = { sped = 5 }", "unknown-key", "did you mean 'speed'?"),
    ("trait = { speed = 5 }", 'trait = { speed = "5" }', "wrong-type", "a whole number"),
    ('weapons = ["mace"]', 'weapons = ["mase"]', "unknown-name", "did you mean 'mace'?"),
    ('finds = ["wick_tonic"]', 'finds = ["wick_tonik"]', "unknown-name", "'wick_tonic'?"),
    ('after = "either"', 'after = "both"', "wrong-value", "'either'"),
    ('chose = "bribe"', 'chose = "bride"', "unknown-name", "did you mean 'bribe'?"),
    ('id = "boots"', 'id = "Boots"', "option-id", "begins with a small letter"),
    ('id = "boots"', 'id = "bed"', "option-twice", "already an option 'bed'"),
    ('id = "spare"', 'id = "broad"', "option-twice", "already an option 'broad'"),
    ("rest = true", "", "option-idle", "'bed' gives nothing"),
    ('trait = { weapons = ["mace"] }', "", "option-idle", "'spare' gives nothing"),
    ('lost = "gaol"\n', "", "option-never", "'song' is never offered"),
    ('id = "joss"', f"id = 'joss'\n{RANKED}", "option-never", "that rank or a higher one"),
    (BACK, f"{BACK}{FREE}", "option-never", "no battle"),
    ("ending = true", f'ending = true\n[stop.battle]\nlevel = "yard"\n{FREE}', *ENDS),
    ('after = "either"', 'after = "won"', "choice-alone", "at least two options"),
    ('objective = "unseen"', 'objective = "unsen"', "goal-unknown", "did you mean 'unseen'?"),
    ('objective = "unseen"', 'objective = "beat"', "goal-unknown", "isn't optional"),
]
"""Old text, new text, code, and a part of the message."""
