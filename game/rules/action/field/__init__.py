"""What Action's units see, where they hide, and the things on tiles."""
