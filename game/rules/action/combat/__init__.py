"""Action's moves, attacks, powers and reactions, and their effects."""
