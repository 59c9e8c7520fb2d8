"""The replay viewer: the battle screen, driven by a record."""
