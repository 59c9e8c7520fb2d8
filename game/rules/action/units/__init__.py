"""What Action's units are, and what they can do in a turn."""
