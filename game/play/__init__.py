"""A battle with its players: table, dice, computer players in processes, opening, resuming."""
