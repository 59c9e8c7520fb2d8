"""The stats of Action's units, and their options in a turn."""
