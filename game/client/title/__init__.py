"""The title: the inn and its five tables."""
