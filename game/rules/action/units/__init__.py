"""The stats of Action's units, and what they can do in a turn."""
