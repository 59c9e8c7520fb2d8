"""Before a battle: the level, who plays its sides, and their units."""
