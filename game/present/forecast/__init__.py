"""The forecast of a command as marks on the board."""
