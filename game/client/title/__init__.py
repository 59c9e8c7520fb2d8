"""The title screen: the inn and its five tables."""
