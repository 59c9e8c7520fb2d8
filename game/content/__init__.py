"""Levels and the books' data files: from TOML to checked values, with the place of each error."""
