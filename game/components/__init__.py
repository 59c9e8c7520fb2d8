"""The state of a battle, as data only. State that only one book has is in that book."""
