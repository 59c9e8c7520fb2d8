"""Everything that a screen needs to know of a battle, as plain values."""
