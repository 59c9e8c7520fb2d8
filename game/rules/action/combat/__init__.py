"""Moves, attacks, powers and reactions of Action, and their effects."""
