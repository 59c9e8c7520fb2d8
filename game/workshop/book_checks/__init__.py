"""What `five-tables check --book ID` finds; the one place that says what a rulebook must bring."""
