"""The checks of `five-tables check --book ID`. They alone define what a rulebook must have."""
