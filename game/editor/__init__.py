"""The level editor without its window: documents that are levels."""
