"""TOML texts: reading, parsing, the place of each key, and all findings."""
