"""Action's rules for sight, hiding, areas, zones and things on tiles."""
