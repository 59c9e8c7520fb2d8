"""A battle with its players: table, dice, computer players' processes, opening, resuming."""
