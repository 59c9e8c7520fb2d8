"""The accounts of a battle for people to read."""
