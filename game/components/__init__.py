"""The state of a battle, as data only. Components that only one book uses are in that book."""
