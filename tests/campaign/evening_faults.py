"""Edits of an evening at another table, with the finding that each must lead to."""

EVENING_FAULTS = [
    ('seats = ["ann"]', 'seats = ["anne"]', "seat-unknown", "did you mean 'ann'?"),
    ('seats = ["ann"]', 'seats = ["bo"]', "seat-unknown", "no unit 'bo' of the side 'red'"),
    ('seats = ["ann"]', 'seats = ["ann", "ann"]', "seat-unknown", "named twice"),
    ('seats = ["ann"]', 'seats = ["ann"]\nheroes = 1', "seats-and-heroes", "leave 'heroes' out"),
    ('level = "yard"\n', 'level = "yard_fight"\n', "seats-at-home", "write 'heroes'"),
    ('kind = "fowler"', 'kind = "stoker"', "no-stand-in", "No kind of 'contest' stands for"),
    ('seats = ["ann"]', "", "stake-nobody", "No hero goes to this battle"),
    ('lost = "bridge"\nseats', "seats", "stake-never", "can't be lost"),
    ('loses = ["surgeons_roll"', 'loses = ["surgeon_roll"', "unknown-name", "did you mean"),
]
