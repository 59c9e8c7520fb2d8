"""The replay viewer: the battle screen, showing a record."""
