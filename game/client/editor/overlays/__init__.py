"""What the editor lays over the board: places, lines, ways and sight."""
