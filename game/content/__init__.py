"""Levels and the books' data files: TOML in, checked values out, and every fault with its place."""
