"""TOML texts: read, parsed, with the place of each key and all findings."""
