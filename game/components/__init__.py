"""The state of a battle: data only, shared by the books. What only one book has stands there."""
