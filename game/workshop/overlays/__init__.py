"""What the editor can lay over the board: places with names, and ways."""
