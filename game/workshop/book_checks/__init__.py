"""The checks of `five-tables check --book ID`. Nothing else defines what a rulebook needs."""
