"""Everything that a screen needs to know about a battle, as plain values."""
