"""The checks of `five-tables check --book ID`, the only place that says what a book must have."""
