"""The positions that a unit's moves would lead to, and its possible commands there."""
